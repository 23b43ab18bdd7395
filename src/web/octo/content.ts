import type { Language } from '../../core/language.ts';
import { type TextsByLanguage, textFor } from '../../core/texts-by-language.ts';
import { parseUuid } from '../../core/uuid.ts';
import { findEventOfTicket, findSayings } from '../../events/index.ts';
import {
  findPictures,
  type Picture,
  type PictureSubject,
  pictureAddress,
  pictureWidths,
} from '../../pictures/index.ts';
import type { Octo, View } from './octo-options.ts';
import type { OctoOutput } from './operations.ts';

/** What resellers show of a product, who speak octo/content. */
export type ProductContent = Required<
  Pick<
    OctoOutput<'getProduct'>,
    | 'shortDescription'
    | 'description'
    | 'features'
    | 'faqs'
    | 'media'
    | 'locations'
    | 'categoryLabels'
    | 'commentary'
  >
>;

/** The content of the products with these ids: events have their own picture, general entry has the museum's. */
export async function findContents(
  { store, terms }: Pick<Octo, 'store' | 'terms'>,
  { origin, language }: Pick<View, 'origin' | 'language'>,
  ids: readonly string[],
): Promise<Map<string, ProductContent>> {
  const eventIds = ids.flatMap((id) => parseUuid(id) ?? []);
  const pictures = await findPictures(store, ['museum', ...eventIds]);
  const [say, ...found] = await Promise.all([
    findSayings(store, eventIds, [language, terms.settings.now.language]),
    ...eventIds.map((id) => findEventOfTicket(store, id)),
  ]);
  const descriptions = new Map(
    found.map((each) => [each?.event.eventId, each && say(each.event.eventId, each.event).description]),
  );
  return new Map(
    ids.map((id) => {
      const subject: PictureSubject = parseUuid(id) ?? 'museum';
      const picture = pictures.get(subject);
      const description = descriptions.get(parseUuid(id)) || null;
      const media =
        picture === undefined
          ? []
          : [mediaOf(picture, { origin, languages: [language, terms.settings.now.language] })];
      const none = { features: [], faqs: [], locations: [], categoryLabels: [], commentary: [] };
      return [id, { shortDescription: null, description, media, ...none }];
    }),
  );
}

function mediaOf(
  { hash, width, alt, credit }: Picture,
  { origin, languages }: Pick<View, 'origin'> & { readonly languages: readonly Language[] },
): ProductContent['media'][number] {
  const widest = pictureWidths(width).at(-1) ?? width;
  return {
    src: origin + pictureAddress({ hash, width: widest, format: 'jpg' }),
    type: 'image/jpeg',
    rel: 'COVER',
    title: null,
    caption: captionIn(alt, languages),
    copyright: credit,
  };
}

function captionIn(alt: TextsByLanguage, languages: readonly Language[]): string | null {
  return textFor(alt, languages)?.text ?? null;
}
