import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { GOLDEN_TICKETS } from '../../scripts/golden-tickets.ts';
import { TicketRenderer } from './draw-ticket.ts';
import type { TicketFace } from './ticket-face.ts';
import { ticketSvg } from './ticket-svg.ts';

const renderer = new TicketRenderer();
/** Two programs round the edges of letters differently. */
const MEAN_DIFFERENCE = 1;

describe('the SVG file of a ticket', () => {
  for (const { name, face } of GOLDEN_TICKETS)
    test(`${name} looks like its picture, and its code is read`, async () => {
      const svg = Buffer.from(ticketSvg(face));
      const [drawn, picture] = await Promise.all([greyOf(svg), greyOf(Buffer.from(renderer.draw(face)))]);
      assert.deepEqual(drawn.info, picture.info);
      const difference = drawn.data.reduce(
        (sum, value, at) => sum + Math.abs(value - (picture.data[at] ?? 0)),
        0,
      );
      assert.ok(difference / drawn.data.length < MEAN_DIFFERENCE, `${difference / drawn.data.length}`);
      // Also as large as a poster.
      const [read] = await readBarcodes(await sharp(svg, { density: 200 }).flatten().png().toBuffer());
      assert.equal(read?.text, face.code);
    });

  test('has paths only: no fonts of the reader’s machine, no scripts, and nothing that is fetched', () => {
    const face = { ...(GOLDEN_TICKETS[0]?.face as TicketFace), museumName: 'A & <B> \u0001 "C"' };
    const svg = Buffer.from(ticketSvg(face)).toString();
    const names = [...svg.matchAll(/<(\w+)/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(names)].sort(), ['path', 'svg', 'title']);
    assert.doesNotMatch(svg, /href|url\(|style=|font/);
    assert.match(svg, /<title>A &amp; &lt;B&gt; \uFFFD "C": /);
  });

  test('is refused for what has no picture', () => {
    const face = GOLDEN_TICKETS[0]?.face as TicketFace;
    assert.throws(() => ticketSvg({ ...face, code: 'A'.repeat(400) }), RangeError);
    assert.throws(() => ticketSvg({ ...face, confirmationCode: 'ticket–7' }), RangeError);
  });
});

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
      .buffer as ArrayBuffer,
  },
});

function greyOf(file: Buffer) {
  return sharp(file).flatten({ background: 'white' }).greyscale().raw().toBuffer({ resolveWithObject: true });
}
