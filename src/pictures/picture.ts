import type { TextsByLanguage } from '../core/texts-by-language.ts';
import type { Uuid } from '../core/uuid.ts';

/** What a picture is of: a special event, or the museum, which has a picture and a logo. */
export type PictureSubject = Uuid | 'museum' | 'logo';

export interface Picture extends PictureWords {
  readonly subject: PictureSubject;
  /** Names its files in addresses. */
  readonly hash: string;
  /** In pixels, of what was sent in, upright. */
  readonly width: number;
  readonly height: number;
}

/** What is said of a picture. */
export interface PictureWords {
  /** What it shows, for those who don't see it. */
  readonly alt: TextsByLanguage;
  /** Whose it is. */
  readonly credit: string | null;
}

export const PICTURE_FILE_FORMATS = ['webp', 'jpg'] as const;
export type PictureFileFormat = (typeof PICTURE_FILE_FORMATS)[number];

/** What one of its files is called. */
export interface PictureFileName {
  readonly hash: string;
  readonly width: number;
  readonly format: PictureFileFormat;
}

/** What was sent in is at most this long, and has at most so many pixels. In characters, what is said of it. */
export const PICTURE_LIMITS = { bytes: 10 * 1024 * 1024, megapixels: 60, alt: 500, credit: 200 } as const;

/** How wide pictures leave the museum. */
const WIDTHS: readonly number[] = [480, 960, 1600];

/** None is wider than what was sent in. What is smaller than all of them leaves as wide as it is. */
export function pictureWidths(width: number): readonly number[] {
  const narrower = WIDTHS.filter((each) => each <= width);
  return narrower.length === 0 ? [width] : narrower;
}

/** The height at that width. */
export function heightAt({ width, height }: Pick<Picture, 'width' | 'height'>, atWidth: number): number {
  return Math.max(1, Math.round((height * atWidth) / width));
}

/** Where visitors get a file of it. */
export function pictureAddress({ hash, width, format }: PictureFileName): string {
  return `/pictures/${hash}-${width}.${format}`;
}

const FILE_NAME = /^([0-9a-f]{32})-([1-9]\d{0,4})\.(webp|jpg)$/;

/** What the last part of an address names; undefined: nothing that there could be. */
export function readFileName(name: string): PictureFileName | undefined {
  const [, hash, width, format] = FILE_NAME.exec(name) ?? [];
  if (hash === undefined) return undefined;
  return { hash, width: Number(width), format: format === 'webp' ? 'webp' : 'jpg' };
}
