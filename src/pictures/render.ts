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
/** The next is tried when a file is too long. The last are for what is no photograph, such as noise. */
const QUALITIES: readonly number[] = [80, 65, 50, 35, 20, 8, 1];
/**
 * How long files should be, in bytes, by the widest for which it holds: a page with a dozen of the narrow ones has to load on the
 * way. Files of a JPEG may be half as long again: few load them.
 */
const GOOD_LENGTHS: readonly (readonly [width: number, bytes: number])[] = [
  [480, 20_000],
  [960, 60_000],
  [1600, 150_000],
];
const MORE_AS_JPEG = 1.5;
/** A drawing has no pixels, so it gets as many as a logo needs. */
const DRAWN_WIDTH = 960;
const WHITE = '#ffffff';
/** From 0 to 255: what is lighter is not seen on white paper. */
const LIGHTEST_SEEN = 240;

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
  const files: PictureFile[] = [];
  let qualities = QUALITIES;
  for (const each of widths) {
    const atWidth = sharpFrom(data, info).resize(each, heightAt({ width, height }, each), { fit: 'fill' });
    const { quality, webp, jpg } = isLogo
      ? await asLogo(atWidth)
      : await asPhotograph(atWidth, each, qualities);
    // Wider ones are less sharp for their length: what was too long is so again.
    qualities = qualities.slice(qualities.indexOf(quality));
    files.push({ width: each, format: 'webp', content: webp }, { width: each, format: 'jpg', content: jpg });
  }
  if (isLogo) {
    const [narrowest = width] = widths;
    const narrow = sharpFrom(data, info).resize(narrowest, heightAt({ width, height }, narrowest), {
      fit: 'fill',
    });
    if (await isInvisible(narrow)) return { because: 'invisible' };
    files.push({ width: narrowest, format: 'png', content: await narrow.png().toBuffer() });
  }
  const kept = files.reduce((sum, { content }) => sum + content.length, 0);
  return kept <= MOST_KEPT ? { width, height, files } : { because: 'too-detailed' };
}

function sharpFrom(data: Buffer, { width, height, channels }: OutputInfo): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: MOST_PIXELS });
}

interface Encoded {
  readonly quality: number;
  readonly webp: Buffer;
  readonly jpg: Buffer;
}

/** In the best of the qualities in which its files are short enough, or else in the last. */
async function asPhotograph(picture: Sharp, width: number, qualities: readonly number[]): Promise<Encoded> {
  const [, most] = GOOD_LENGTHS.find(([widest]) => width <= widest) ?? [width, MOST_KEPT];
  for (const quality of qualities) {
    const webp = await picture.clone().webp({ quality }).toBuffer();
    const jpg = await jpeg(picture, quality);
    const isShort = webp.length <= most && jpg.length <= MORE_AS_JPEG * most;
    if (isShort || quality === qualities.at(-1)) return { quality, webp, jpg };
  }
  throw new RangeError('There are no qualities');
}

async function asLogo(picture: Sharp): Promise<Encoded> {
  const [quality = 100] = QUALITIES;
  return {
    quality,
    webp: await picture.clone().webp({ lossless: true }).toBuffer(),
    jpg: await jpeg(picture, quality),
  };
}

/** Whether white paper would stay as it is. */
async function isInvisible(picture: Sharp): Promise<boolean> {
  const onPaper = await picture.clone().flatten({ background: WHITE }).png().toBuffer();
  const { channels } = await sharp(onPaper).stats();
  return channels.every(({ min }) => min >= LIGHTEST_SEEN);
}

/** Metadata are in no file: sharp writes none unless it is told to. */
function jpeg(picture: Sharp, quality: number): Promise<Buffer> {
  return picture.clone().flatten({ background: WHITE }).jpeg({ quality, progressive: true }).toBuffer();
}

/** Only its picture leaves the museum: what an SVG file refers to or would do when it is opened stays behind. */
async function drawn(original: Buffer): Promise<Buffer | PictureFault> {
  // Loaded only where it is needed: it brings the fonts of tickets with it.
  const { drawSvg } = await import('../images/index.ts');
  const drawing = await drawSvg(original.toString(), { width: DRAWN_WIDTH, tallest: TALLEST });
  if (drawing === 'too-tall') return { because: drawing };
  return drawing === 'text' ? { because: 'svg-text' } : Buffer.from(drawing);
}
