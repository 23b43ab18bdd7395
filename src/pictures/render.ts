import sharp, { type OutputInfo, type Sharp } from 'sharp';
import type { PictureFault, PictureType } from '../core/refusal.ts';
import { heightAt, PICTURE_LIMITS, pictureWidths } from './picture.ts';
import type { PictureFile } from './picture-store.ts';
import type { Rendering } from './rendered.ts';

const MEGAPIXEL = 1_000_000;
const MOST_PIXELS = PICTURE_LIMITS.megapixels * MEGAPIXEL;
/** How many times as high as wide: WebP files have at most 16,383 pixels in a column. */
const TALLEST = 10;
/** In bytes, of all files of a picture together. */
const MOST_KEPT = 3 * 1024 * 1024;
/** The next is tried when the files are too long. */
const QUALITIES = [80, 65, 50, 35] as const;
/** A drawing has no pixels, so it gets as many as a logo needs. */
const DRAWN_WIDTH = 960;
const WHITE = '#ffffff';

/**
 * Renders the files of a picture; or says why it can't be used. To be run where memory and time are limited: `original` is
 * anybody's.
 */
export async function renderPicture(
  original: Buffer,
  type: PictureType,
  isLogo: boolean,
): Promise<Rendering> {
  try {
    const source = type === 'image/svg+xml' ? await drawn(original) : original;
    if ('because' in source) return source;
    const { autoOrient: size } = await sharp(source, { limitInputPixels: false }).metadata();
    return sizeFault(size) ?? (await renderSound(source, size, isLogo));
  } catch (error) {
    const isTooMuch = error instanceof Error && /memory|allocation/i.test(error.message);
    return { because: isTooMuch ? 'too-much-work' : 'damaged' };
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the header says is wrong with it, before any of its pixels is unpacked. */
function sizeFault({ width, height }: Size): PictureFault | undefined {
  if (width * height > MOST_PIXELS)
    return { because: 'too-many-pixels', megapixels: Math.ceil((width * height) / MEGAPIXEL) };
  return height > TALLEST * width ? { because: 'too-tall' } : undefined;
}

async function renderSound(source: Buffer, { width, height }: Size, isLogo: boolean): Promise<Rendering> {
  const widths = pictureWidths(width);
  // Unpacked once: the smaller ones are made from the largest.
  const { data, info } = await sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: widths.at(-1) as number })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const quality of QUALITIES) {
    const files: PictureFile[] = [];
    for (const each of widths) {
      const atWidth = sharpFrom(data, info).resize(each, heightAt({ width, height }, each), { fit: 'fill' });
      files.push(...(await encoded(atWidth, each, quality, isLogo)));
    }
    if (files.reduce((sum, { content }) => sum + content.length, 0) <= MOST_KEPT)
      return { width, height, files };
  }
  return { because: 'too-detailed' };
}

function sharpFrom(data: Buffer, { width, height, channels }: OutputInfo): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: MOST_PIXELS });
}

/** Without metadata: sharp writes none unless it is told to. */
async function encoded(
  picture: Sharp,
  width: number,
  quality: number,
  isLogo: boolean,
): Promise<PictureFile[]> {
  const flat = picture.clone().flatten({ background: WHITE });
  const [webp, jpg] = [
    await picture
      .clone()
      .webp(isLogo ? { lossless: true } : { quality })
      .toBuffer(),
    await flat.jpeg({ quality, progressive: true }).toBuffer(),
  ];
  return [
    { width, format: 'webp', content: webp },
    { width, format: 'jpg', content: jpg },
  ];
}

/** Only its picture leaves the museum: what an SVG file refers to or would do when it is opened stays behind. */
async function drawn(original: Buffer): Promise<Buffer | PictureFault> {
  // Loaded only where it is needed: it brings the fonts of tickets with it.
  const { drawSvg } = await import('../images/index.ts');
  const drawing = await drawSvg(original.toString(), { width: DRAWN_WIDTH, tallest: TALLEST });
  if (drawing === 'too-tall') return { because: drawing };
  return drawing === 'text' ? { because: 'svg-text' } : Buffer.from(drawing);
}
