import type { PictureType } from '../core/refusal.ts';
import { isSvg } from '../images/index.ts';

/** The names that people know. */
export const PICTURE_TYPES: Readonly<Record<PictureType, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/svg+xml': 'SVG',
  'image/heic': 'HEIC',
};

/** What photographs may be sent in as, and what logos may. */
export const PHOTOGRAPH_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export const LOGO_TYPES = ['image/png', 'image/svg+xml'] as const;

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff', 'latin1');

/** In bytes: comments may stand before the drawing. */
const SVG_BEGINS_WITHIN = 64 * 1024;

/** What the file is by its first bytes, whatever its name says; undefined: none of these. */
export function typeOfFile(bytes: Buffer): PictureType | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  const [first, , third] = [0, 4, 8].map((at) => bytes.toString('latin1', at, at + 4));
  if (first === 'RIFF' && third === 'WEBP') return 'image/webp';
  return typeByBrand(bytes) ?? (isSvg(bytes.subarray(0, SVG_BEGINS_WITHIN)) ? 'image/svg+xml' : undefined);
}

const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

/** HEIF (ISO/IEC 23008-12): the box at the start names what the file is compatible with. AVIF files name both. */
function typeByBrand(bytes: Buffer): PictureType | undefined {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const box = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
  const brands = box.match(/.{4}/gs) ?? [];
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'image/avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'image/heic' : undefined;
}
