/**
 * Writes PNG files (W3C PNG, third edition) of sixteen indexed colours, and nothing in them but the picture:
 * IHDR, PLTE, IDAT, IEND. Reads the parts of such files.
 *
 * The picture is handed over in bands from top to bottom. A band is compressed on its own and can be kept, so
 * that what many pictures share is compressed once.
 */
import { constants, crc32, deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.ts';

/** Rows of a picture, filtered (PNG, section 9) and compressed. */
export interface Band {
  /** DEFLATE blocks (RFC 1951), none of them marked as the last. */
  readonly blocks: Uint8Array;
  /** Length and Adler-32 checksum (RFC 1950) of what they hold. */
  readonly length: number;
  readonly adler: number;
}

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const BIT_DEPTH = 4;
const INDEXED_COLOUR = 3;
const FILTER_NONE = 0;
const FILTER_UP = 2;

const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
const LAST_EMPTY_BLOCK = Buffer.from([0x03, 0x00]);
const ZLIB_HEADER_LENGTH = 2;
const ADLER_BASE = 65_521;

/** Smallest output for bands that are cached; fastest for bands of a single ticket, whose rows are mostly runs. */
export const SMALLEST = { level: 9 };
export const FASTEST = { strategy: constants.Z_RLE };
/** The size of zlib's output chunks in bytes; a band fills few of them. */
const CHUNK_SIZE = 4096;

/** Compresses the rows of `canvas`, each of them `repeat` times. */
export function compressBand(canvas: Canvas, effort: typeof SMALLEST | typeof FASTEST, repeat = 1): Band {
  const stride = 1 + canvas.width / 2;
  const rows = blankRows(stride * canvas.height * repeat);
  for (let row = 0; row < canvas.height; row += 1) {
    const start = row * repeat * stride;
    rows[start] = FILTER_NONE;
    packRow(canvas, row, rows, start + 1);
    // A row that is repeated differs from the one above it by nothing.
    for (let copy = 1; copy < repeat; copy += 1) rows[start + copy * stride] = FILTER_UP;
  }
  const stream = deflateSync(rows, { ...effort, chunkSize: CHUNK_SIZE, finishFlush: constants.Z_SYNC_FLUSH });
  // Copied, because zlib's buffer may be many times as long, and the band may be cached.
  const blocks = new Uint8Array(stream.subarray(ZLIB_HEADER_LENGTH));
  return { blocks, length: rows.length, adler: adler32(rows) };
}

/** The PNG file of a picture `width` pixels wide; each palette colour is red, green, blue. */
export function writePng(
  width: number,
  palette: readonly (readonly number[])[],
  bands: readonly Band[],
): Uint8Array {
  const length = bands.reduce((sum, band) => sum + band.length, 0);
  const height = length / (1 + width / 2);
  const adler = bands.reduce((sum, band) => joinAdler32(sum, band.adler, band.length), 1);
  const image = [ZLIB_HEADER, ...bands.map(({ blocks }) => blocks), LAST_EMPTY_BLOCK, uint32(adler)];
  return concat([
    SIGNATURE,
    ...chunk('IHDR', [uint32(width), uint32(height), Buffer.from([BIT_DEPTH, INDEXED_COLOUR, 0, 0, 0])]),
    ...chunk('PLTE', [Buffer.from(palette.flat())]),
    ...chunk('IDAT', image),
    ...chunk('IEND', []),
  ]);
}

/** The data of each chunk of a PNG file, by its type. No type is there twice in a file that `writePng` wrote. */
export function readChunks(png: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const chunks = new Map<string, Buffer>();
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

let scratch = Buffer.alloc(0);

/** A zeroed buffer for rows. It is reused, because pictures are made faster than memory is collected. */
function blankRows(length: number): Buffer {
  if (scratch.length < length) scratch = Buffer.alloc(length);
  return scratch.subarray(0, length).fill(0);
}

/** Two pixels a byte, the left one in the upper half. */
function packRow(canvas: Canvas, row: number, target: Buffer, offset: number): void {
  const { pixels, width } = canvas;
  const start = row * width;
  for (let x = 0; x < width; x += 2) {
    target[offset + x / 2] = ((pixels[start + x] as number) << 4) | (pixels[start + x + 1] as number);
  }
}

/**
 * Joins the parts in a buffer of its own: Buffer.concat may use the shared pool, all of which a thread would send
 * along.
 */
function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function chunk(type: string, data: readonly Uint8Array[]): Uint8Array[] {
  const typed = [Buffer.from(type, 'latin1'), ...data];
  const length = data.reduce((sum, part) => sum + part.length, 0);
  const checksum = typed.reduce((crc, part) => crc32(part, crc), 0);
  return [uint32(length), ...typed, uint32(checksum)];
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  // 5552 is the most additions after which b still fits into 32 bits (zlib's NMAX).
  for (let start = 0; start < bytes.length; start += 5552) {
    const end = Math.min(bytes.length, start + 5552);
    for (let index = start; index < end; index += 1) {
      a += bytes[index] as number;
      b += a;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  return b * 65_536 + a;
}

/** The checksum of two concatenated texts, the second of `length` bytes. */
function joinAdler32(first: number, second: number, length: number): number {
  const [a1, b1, a2, b2] = [
    first % 65_536,
    Math.floor(first / 65_536),
    second % 65_536,
    Math.floor(second / 65_536),
  ];
  const a = (a1 + a2 - 1 + ADLER_BASE) % ADLER_BASE;
  const b = (b1 + b2 + ((a1 - 1 + ADLER_BASE) % ADLER_BASE) * (length % ADLER_BASE)) % ADLER_BASE;
  return b * 65_536 + a;
}
