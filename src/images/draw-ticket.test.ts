import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scanRGBABuffer, ZBarSymbolType } from '@undecaf/zbar-wasm';
import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { GOLDEN_TICKETS } from '../../scripts/golden-tickets.ts';
import { PAGE, TicketRenderer } from './draw-ticket.ts';
import type { TicketFace } from './ticket-face.ts';

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

describe('the pictures in docs/tickets', () => {
  for (const { name, face } of GOLDEN_TICKETS) {
    test(`${name} is drawn as it was, to the pixel`, async () => {
      const kept = await pixelsOf(sharp(readFileSync(new URL(`${name}.png`, GOLDEN_FOLDER))));
      const drawn = await pixelsOf(sharp(renderer.draw(face)));
      assert.deepEqual([drawn.width, drawn.height], [kept.width, kept.height]);
      const differences = drawn.data.reduce((count, value, at) => count + Number(value !== kept.data[at]), 0);
      assert.equal(differences, 0, 'look at it, and if it is meant: node scripts/paint-golden-tickets.ts');
    });
  }

  test('are all listed, and nothing else lies there', () => {
    const files = readdirSync(GOLDEN_FOLDER).filter((file) => file.endsWith('.png'));
    assert.deepEqual(files.sort(), GOLDEN_TICKETS.map(({ name }) => `${name}.png`).sort());
    const page = readFileSync(new URL('README.md', GOLDEN_FOLDER), 'utf8');
    for (const file of files) assert(page.includes(`(${file})`), `${file} is not on the page`);
  });
});

describe('a ticket picture', () => {
  test('is the same bytes each time, whatever was drawn before', () => {
    const face = golden('special-event');
    const first = renderer.draw(face);
    renderer.draw({ ...face, confirmationCode: 'ticket-event-222222-33333' });
    assert.deepEqual(renderer.draw(face), first);
    assert.deepEqual(new TicketRenderer().draw(face), first);
  });

  test('differs with each word on it', () => {
    const face = golden('special-event');
    const changes: Partial<TicketFace>[] = [
      { museumName: 'Another museum' },
      { title: 'Another event' },
      { location: 'West Wing' },
      { ticketDate: golden('longest-texts').ticketDate },
      { priceCents: 2600 },
      { currency: 'USD' },
      { confirmationCode: 'ticket-event-222222-33333' },
      { code: golden('general-entry').code },
    ];
    const pictures = [face, ...changes.map((change) => ({ ...face, ...change }))].map((each) =>
      renderer.draw(each),
    );
    assert.equal(new Set(pictures.map((png) => Buffer.from(png).toString('base64'))).size, pictures.length);
  });

  test('is drawn from the files of this package alone: no font of the machine is read', () => {
    const script = `
      import { TicketRenderer } from './src/images/draw-ticket.ts';
      import { GOLDEN_TICKETS } from './scripts/golden-tickets.ts';
      import { hash } from 'node:crypto';
      const renderer = new TicketRenderer();
      for (const { face } of GOLDEN_TICKETS) console.log(hash('sha256', renderer.draw(face)));`;
    // Under the permission model, reading any file outside the repository throws.
    const flags = [
      '--permission',
      `--allow-fs-read=${fileURLToPath(REPOSITORY)}`,
      '--input-type=module',
      '--eval',
    ];
    const draw = (env: NodeJS.ProcessEnv, options: string[]) =>
      execFileSync(process.execPath, [...options, script], { cwd: REPOSITORY, env, encoding: 'utf8' });
    const elsewhere = draw({ FONTCONFIG_FILE: '/nowhere', LANG: 'th_TH.UTF-8', TZ: 'Asia/Tokyo' }, flags);
    assert.equal(elsewhere, draw(process.env, ['--input-type=module', '--eval']));
    assert.equal(elsewhere.split('\n').length, GOLDEN_TICKETS.length + 1);
  });

  test('keeps all text within its margins, and four modules around the symbol free', async () => {
    const { x, y, size } = PAGE.symbol;
    const quiet = (size / 41) * 4;
    for (const { name, face } of GOLDEN_TICKETS) {
      const { data, width, height } = await pixelsOf(sharp(renderer.draw(face)));
      for (let row = PAGE.bar; row < height; row += 1) {
        const isBesideSymbol = row >= y - quiet && row < y + size + quiet;
        const isAboveOrBelow = isBesideSymbol && (row < y || row >= y + size);
        const left = isAboveOrBelow ? width : PAGE.margin - 6;
        for (let column = 0; column < width; column += 1) {
          if (column >= left && column < width - PAGE.margin + 6 && !isAboveOrBelow) continue;
          const isPaper = data[(row * width + column) * 4] === 255;
          assert(isPaper, `${name} has ink at ${column}, ${row}`);
        }
      }
      assert(quiet <= x && quiet <= width - x - size);
    }
  });

  test('has the characters of a name in the form of the country whose currency it is sold in', () => {
    const words = { museumName: '直', title: '骨', location: '直', language: 'en' as const };
    const freeIn = (currency: string) =>
      Buffer.from(renderer.draw({ ...golden('chinese'), ...words, currency, priceCents: 0 })).toString(
        'base64',
      );
    const [mainland, ...others] = ['CNY', 'JPY', 'TWD', 'HKD'].map(freeIn);
    assert.equal(new Set([mainland, ...others]).size, 4);
    assert.equal(freeIn('EUR'), mainland);
  });

  test('can’t be drawn with a code for which there is no room, or a confirmation code that is not ASCII', () => {
    const face = golden('general-entry');
    assert.throws(() => renderer.draw({ ...face, code: 'A'.repeat(155) }), RangeError);
    assert.throws(() => renderer.draw({ ...face, confirmationCode: 'ticket–7' }), RangeError);
  });

  test('has room for a longer confirmation code', async () => {
    const face = { ...golden('general-entry'), confirmationCode: 'x'.repeat(60) };
    const { data, width, height } = await pixelsOf(sharp(renderer.draw(face)));
    const column = width - PAGE.margin;
    for (let row = PAGE.bar; row < height; row += 1) assert.equal(data[(row * width + column) * 4], 255);
  });
});

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
