import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { scanRGBABuffer, ZBarSymbolType } from '@undecaf/zbar-wasm';
import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { GOLDEN_TICKETS } from '../../scripts/golden-tickets.ts';
import { TicketRenderer } from './draw-ticket.ts';
import type { TicketFace } from './ticket-face.ts';
import { PAGE } from './ticket-layout.ts';

const REPOSITORY = new URL('../../', import.meta.url);
const GOLDEN_FOLDER = new URL('docs/tickets/', REPOSITORY);
const zxingWasm = new URL('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', REPOSITORY);
prepareZXingModule({ overrides: { wasmBinary: readFileSync(zxingWasm).buffer } });

const renderer = new TicketRenderer();
const golden = (name: string) => GOLDEN_TICKETS.find((ticket) => ticket.name === name)?.face as TicketFace;

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

type Reader = (seen: Pixels) => Promise<string[]>;

/** Three readers that share no code: ZXing (C++), ZBar (C) and jsQR (JavaScript). */
const readers: Record<string, Reader> = { zxing: readWithZxing, zbar: readWithZbar, jsqr: readWithJsQr };

describe('the code on a ticket is read, to the letter,', () => {
  const face = golden('special-event');
  const ticket = sharp(renderer.draw(face)).removeAlpha().png().toBuffer();

  const conditions: Record<string, (picture: Sharp) => Sharp | Promise<Sharp>> = {
    'as it is': (picture) => picture,
    'at half its size': (picture) => picture.resize({ width: PAGE.width / 2 }),
    'at a third of its size': (picture) => picture.resize({ width: Math.round(PAGE.width / 3) }),
    'turned by 12 degrees': (picture) => picture.rotate(12, { background: '#ffffff' }),
    'turned by 12 degrees the other way': (picture) => picture.rotate(-12, { background: '#ffffff' }),
    'upside down': (picture) => picture.rotate(180),
    blurred: (picture) => picture.blur(3),
    'compressed as a JPEG of quality 40': async (picture) =>
      sharp(await picture.jpeg({ quality: 40 }).toBuffer()),
    'on a noisy photograph': onPhotograph,
    'with a thumb on a corner, over 5 % of the symbol': (picture) =>
      withCornerCovered(picture, 252, 48, '#c89678'),
    'in dim light': (picture) => picture.linear(0.3, 10),
    'in glaring light': (picture) => picture.linear(0.5, 120),
  };
  for (const [condition, apply] of Object.entries(conditions)) {
    test(condition, async () => isReadBy(readers, await apply(sharp(await ticket)), face.code));
  }

  // jsQR never reads a symbol whose alignment pattern (ISO/IEC 18004, section 6.3.6) is gone.
  test('with a square corner torn off, 5 % of the symbol', async () => {
    const side = Math.round(PAGE.symbol.size * Math.sqrt(0.05));
    const torn = await withCornerCovered(sharp(await ticket), side, side, '#ffffff');
    await isReadBy({ zxing: readWithZxing, zbar: readWithZbar }, torn, face.code);
  });

  for (const each of GOLDEN_TICKETS) {
    test(`from ${each.name}.png`, () =>
      isReadBy(readers, sharp(readFileSync(new URL(`${each.name}.png`, GOLDEN_FOLDER))), each.face.code));
  }
});

async function isReadBy(by: Record<string, Reader>, picture: Sharp, code: string): Promise<void> {
  const seen = await pixelsOf(picture);
  for (const [name, read] of Object.entries(by)) assert.deepEqual(await read(seen), [code], name);
}

/** The ticket, a little turned and dimmed, lying on something colourful and grainy. */
async function onPhotograph(picture: Sharp): Promise<Sharp> {
  const [width, height] = [1000, 1400];
  const scene = Buffer.alloc(width * height * 3);
  // A linear congruential generator with a fixed seed: the same noise in every run.
  let seed = 12_345;
  for (let at = 0; at < scene.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const [column, row] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    scene[at] =
      110 + 60 * Math.sin(column / 37 + (at % 3)) * Math.cos(row / 23) + 40 * (seed / 2 ** 31 - 0.5);
  }
  const tilted = await picture
    .linear(0.85, 10)
    .ensureAlpha()
    .rotate(7, { background: '#00000000' })
    .png()
    .toBuffer();
  const photograph = sharp(scene, { raw: { width, height, channels: 3 } });
  return sharp(
    await photograph
      .composite([{ input: tilted, left: 120, top: 150 }])
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}

/** Covers the lower right corner of the symbol, the one without a finder pattern. */
async function withCornerCovered(
  picture: Sharp,
  width: number,
  height: number,
  background: string,
): Promise<Sharp> {
  const input = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  const left = PAGE.symbol.x + PAGE.symbol.size - width;
  const top = PAGE.symbol.y + PAGE.symbol.size - height;
  return sharp(await picture.composite([{ input, left, top }]).png().toBuffer());
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function readWithZxing({ data, width, height }: Pixels): Promise<string[]> {
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' } as const;
  return (await readBarcodes(image, { formats: ['QRCode'] })).map(({ text }) => text);
}

async function readWithZbar({ data, width, height }: Pixels): Promise<string[]> {
  const found = await scanRGBABuffer(new Uint8Array(data).buffer, width, height);
  // ZBar sees line codes in any noise.
  return found.filter(({ type }) => type === ZBarSymbolType.ZBAR_QRCODE).map((symbol) => symbol.decode());
}

async function readWithJsQr({ data, width, height }: Pixels): Promise<string[]> {
  const found = jsQR.default(new Uint8ClampedArray(data), width, height);
  return found === null ? [] : [found.data];
}
