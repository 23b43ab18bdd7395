import { textFor } from '../../core/texts-by-language.ts';
import { type Html, html } from '../../pages/html.ts';
import { type PicturePlace, pictureHtml, type ShownPicture } from '../../pages/picture.ts';
import {
  findPictures,
  heightAt,
  type Picture,
  type PictureSubject,
  pictureAddress,
  pictureWidths,
} from '../../pictures/index.ts';
import type { Visitor } from './visitor.ts';

export type ShownPictures = ReadonlyMap<PictureSubject, ShownPicture>;

/** The pictures of those of them that have one, with what they show in the visitor's language. */
export async function shownPictures(
  visitor: Visitor,
  subjects: readonly PictureSubject[],
): Promise<ShownPictures> {
  const pictures = await findPictures(visitor.shop.store, [...new Set(subjects)]);
  return new Map([...pictures].map(([subject, picture]) => [subject, shownPicture(visitor, picture)]));
}

function shownPicture({ language, shop }: Visitor, { hash, alt, credit, ...size }: Picture): ShownPicture {
  const files = pictureWidths(size.width).map((width) => ({
    width,
    height: heightAt(size, width),
    webp: pictureAddress({ hash, width, format: 'webp' }),
    jpg: pictureAddress({ hash, width, format: 'jpg' }),
  }));
  return { files, alt: textFor(alt, [language, shop.settings.now.language]), credit };
}

/** On the first page beside what is on. Wider files are for telephones, whose pixels are small, and not worth their length. */
export const ON_CARD: PicturePlace = { sizes: '(width < 48rem) 100vw, 35rem', most: 480, isLazy: true };
/** Beside a row of the page of a day. */
export const IN_ROW: PicturePlace = { sizes: '6rem', most: 480, isLazy: true };
/** The first that is seen. */
export const AT_TOP: PicturePlace = { sizes: '100vw', most: 960, isLazy: false };

/** A picture with whose it is. */
export function pictureWithCredit(picture: ShownPicture | undefined, place: PicturePlace): Html | undefined {
  if (picture === undefined) return undefined;
  return html`
    <figure class="picture">
      ${pictureHtml(picture, place)}
      ${picture.credit !== null && html`<figcaption dir="auto">${picture.credit}</figcaption>`}
    </figure>
  `;
}

/** What other sites show of a page: the widest file, as JPEG. */
export function pictureTags(
  { shop: { publicUrl } }: Visitor,
  picture: ShownPicture | undefined,
): Html | undefined {
  const widest = picture?.files.at(-1);
  if (widest === undefined) return undefined;
  return html`
    <meta property="og:image" content="${publicUrl()}${widest.jpg}">
    <meta property="og:image:width" content="${widest.width}">
    <meta property="og:image:height" content="${widest.height}">
    ${picture?.alt && html`<meta property="og:image:alt" content="${picture.alt.text}">\n`}`;
}

/** Every width as JPEG, for search engines. */
export function pictureUrls({ shop: { publicUrl } }: Visitor, picture: ShownPicture | undefined): string[] {
  return picture?.files.map(({ jpg }) => publicUrl() + jpg) ?? [];
}
