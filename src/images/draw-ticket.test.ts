import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { GOLDEN_TICKETS } from '../../scripts/golden-tickets.ts';
import { TicketRenderer } from './draw-ticket.ts';
import { readChunks } from './png.ts';
import type { TicketFace } from './ticket-face.ts';
import { PAGE } from './ticket-layout.ts';

const REPOSITORY = new URL('../../', import.meta.url);
const GOLDEN_FOLDER = new URL('docs/tickets/', REPOSITORY);
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
  test('has the museum’s colour, and in it the same pixels', async () => {
    const face = golden('special-event');
    const [red, green] = [renderer.draw(face), renderer.draw({ ...face, colour: '#0b5d4e' })];
    const bar = await sharp(green)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    assert.deepEqual([...bar], [0x0b, 0x5d, 0x4e]);
    assert.deepEqual(readChunks(green).get('IDAT'), readChunks(red).get('IDAT'));
  });

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
      { date: 'Wednesday 30 September 2026' },
      { price: '€26.00' },
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

  test('shows the price after an entry time and a category of sixty characters, in any script', () => {
    const face = GOLDEN_TICKETS[0]?.face as TicketFace;
    for (const characters of ['Ermäßigte ', 'تذكرة مخفضة ', '割引料金・', 'रियायती टिकट ']) {
      const category = characters.repeat(12).slice(0, 60);
      const of = (price: string) => renderer.draw({ ...face, price: `10:30 · ${category} · ${price}` });
      assert.notDeepEqual(of('€12.50'), of('€13.50'), category);
    }
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
      Buffer.from(renderer.draw({ ...golden('chinese'), ...words, currency, price: 'Free' })).toString(
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

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
