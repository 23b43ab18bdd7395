import type { AccountActor } from '../../../contract/route.ts';
import { LANGUAGES } from '../../../core/language.ts';
import type { PictureType } from '../../../core/refusal.ts';
import { HEIC } from '../../../http/body.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import {
  describePicture,
  getPicture,
  LOGO_TYPES,
  PHOTOGRAPH_TYPES,
  PICTURE_FILE_FORMATS,
  type Picture,
  type PictureSubject,
  pictureAddress,
  pictureWidths,
  removePicture,
  requireSubject,
  setPicture,
  typeOfFile,
} from '../../../pictures/index.ts';
import { runAction } from '../../../store/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';
import type { pictureOperations } from './operations.ts';

/** What is sent for a picture. */
interface Sent {
  readonly actor: AccountActor;
  readonly query: InputOf<'setEventPicture'>['query'];
  readonly file: Buffer;
}
type Change = Pick<{ readonly actor: AccountActor } & InputOf<'describeEventPicture'>, 'actor' | 'body'>;

export function pictureHandlers({
  store,
  clock,
  pictures,
  settings,
}: Parts<'store' | 'clock' | 'pictures' | 'settings'>) {
  const get = async (actor: AccountActor, subject: PictureSubject) =>
    presentPicture(await getPicture(store, actor, subject));

  const set = async ({ actor, query, file }: Sent, subject: PictureSubject, declared: string | undefined) => {
    await requireSubject(store, actor, subject);
    const words = { alt: altIn(query), credit: query.credit ?? null };
    const { language } = settings.now;
    if (words.alt[language] === undefined) throw altMissing('query', `alt.${language}`);
    const isLogo = subject === 'logo';
    requireNoHeic(file);
    const rendered = await pictures.render(file, typesFor(isLogo, declared), isLogo ? 'logo' : 'photograph');
    return presentPicture(
      await runAction({ store, clock }, actor, (context) => setPicture(context, subject, rendered, words)),
    );
  };

  const describe = async ({ actor, body }: Change, subject: PictureSubject) => {
    const { language } = settings.now;
    if (body.alt?.[language] === null) throw altMissing('body', `alt/${language}`);
    return presentPicture(
      await runAction({ store, clock }, actor, (context) => describePicture(context, subject, body)),
    );
  };

  const remove = (actor: AccountActor, subject: PictureSubject) =>
    runAction({ store, clock }, actor, (context) => removePicture(context, subject));

  return showing<keyof typeof pictureOperations>({
    getEventPicture: ({ actor, path }) => get(actor, path.eventId),
    setEventPicture: (sent, headers) => set(sent, sent.path.eventId, headers['content-type']),
    describeEventPicture: (change) => describe(change, change.path.eventId),
    removeEventPicture: ({ actor, path }) => remove(actor, path.eventId),
    getMuseumPicture: ({ actor }) => get(actor, 'museum'),
    setMuseumPicture: (sent, headers) => set(sent, 'museum', headers['content-type']),
    describeMuseumPicture: (change) => describe(change, 'museum'),
    removeMuseumPicture: ({ actor }) => remove(actor, 'museum'),
    getMuseumLogo: ({ actor }) => get(actor, 'logo'),
    setMuseumLogo: (sent, headers) => set(sent, 'logo', headers['content-type']),
    describeMuseumLogo: (change) => describe(change, 'logo'),
    removeMuseumLogo: ({ actor }) => remove(actor, 'logo'),
  });
}

function altIn(query: Sent['query']): Picture['alt'] {
  const texts = LANGUAGES.flatMap((language) => {
    const text = query[`alt.${language}` as const];
    return text === undefined ? [] : [[language, text] as const];
  });
  return Object.fromEntries(texts);
}

function altMissing(part: 'query' | 'body', place: string): HttpRefusal {
  const detail = `${place} is required but missing: what the picture shows, in the museum’s language.`;
  return new HttpRefusal('invalid-request', { faults: [{ in: part, pointer: `/${place}`, detail }] });
}

/** By its content: telephones send it under other names too. @throws HttpRefusal unsupported-media-type */
function requireNoHeic(file: Buffer): void {
  if (typeOfFile(file) === 'image/heic') throw new HttpRefusal('unsupported-media-type', { fault: HEIC });
}

/** The type that the file is said to have: the server has taken no other than these. */
function typesFor(isLogo: boolean, declared = ''): PictureType[] {
  const types: readonly PictureType[] = isLogo ? LOGO_TYPES : PHOTOGRAPH_TYPES;
  const [name = ''] = declared.toLowerCase().split(';');
  return types.filter((type) => type === name.trim());
}

function presentPicture(picture: Picture): OutputOf<'getEventPicture'> {
  const { hash, width, height, alt, credit } = picture;
  const addresses = pictureWidths(width).flatMap((each) =>
    PICTURE_FILE_FORMATS.map((format) => ({
      width: each,
      format,
      address: pictureAddress({ hash, width: each, format }),
    })),
  );
  return { width, height, alt, credit, addresses };
}
