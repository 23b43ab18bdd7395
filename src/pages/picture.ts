import type { TextInLanguage } from '../core/texts-by-language.ts';
import { attributes, type Html, html } from './html.ts';

/** A picture as a page shows it. */
export interface ShownPicture {
  /** Its files, the narrowest first. */
  readonly files: readonly PictureSource[];
  /** Undefined: what is beside it says the same. */
  readonly alt: TextInLanguage | undefined;
  readonly credit: string | null;
}

/** A width at which a picture is there, and where. */
interface PictureSource {
  readonly width: number;
  readonly height: number;
  readonly webp: string;
  readonly jpg: string;
}

export interface PicturePlace {
  /** How wide it is there, as the attribute `sizes` says it. */
  readonly sizes: string;
  /** No wider file is taken there. */
  readonly most: number;
  /** Whether it may be below what is seen first. */
  readonly isLazy: boolean;
}

/** A picture of which the browser takes the file that fits. Its size stands in the page, so that nothing moves when it comes. */
export function pictureHtml({ files, alt }: ShownPicture, { sizes, most, isLazy }: PicturePlace): Html {
  const fitting = files.filter(({ width }, index) => index === 0 || width <= most);
  const largest = fitting.at(-1) as PictureSource;
  const srcset = fitting.map(({ webp, width }) => `${webp} ${width}w`).join(', ');
  const image = attributes({
    src: largest.jpg,
    alt: alt?.text ?? '',
    lang: alt?.language,
    width: largest.width,
    height: largest.height,
    loading: isLazy && 'lazy',
    decoding: isLazy && 'async',
  });
  return html`<picture><source${attributes({ type: 'image/webp', srcset, sizes })}><img${image}></picture>`;
}
