import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { Canvas, paletteWith } from './canvas.ts';
import { compressBand, FASTEST, readChunks, SMALLEST, writePng } from './png.ts';

const upper = speckled(64, 30);
const lower = speckled(64, 7);
const palette = paletteWith();
const png = writePng(64, palette, [compressBand(upper, SMALLEST), compressBand(lower, FASTEST, 12)]);

describe('a PNG file', () => {
  test('shows the pixels that were put in, row by row', async () => {
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, info.channels], [64, 30 + 7 * 12, 3]);
    const rows = [...rowsOf(upper), ...rowsOf(lower).flatMap((row) => Array<Uint8Array>(12).fill(row))];
    const expected = Buffer.from(rows.flatMap((row) => [...row].flatMap((index) => palette[index] ?? [])));
    assert(data.equals(expected));
  });

  test('is one whole zlib stream, checksum included', () => {
    assert.equal(inflateSync(readChunks(png).get('IDAT') ?? '').length, (30 + 7 * 12) * 33);
  });

  test('holds the picture and nothing else', () => {
    assert.deepEqual([...readChunks(png).keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  });
});

function speckled(width: number, height: number): Canvas {
  const canvas = new Canvas(width, height);
  canvas.pixels.forEach((_, index) => {
    canvas.pixels[index] = (index * index + (index >> 3)) % 16;
  });
  return canvas;
}

function rowsOf({ pixels, width, height }: Canvas): Uint8Array[] {
  return Array.from({ length: height }, (_, row) => pixels.subarray(row * width, (row + 1) * width));
}
