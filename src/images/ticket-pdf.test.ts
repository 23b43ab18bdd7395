import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { GOLDEN_TICKETS } from '../../scripts/golden-tickets.ts';
import { turnsWords } from '../core/name.js';
import { TicketRenderer } from './draw-ticket.ts';
import { readChunks } from './png.ts';
import type { TicketFace } from './ticket-face.ts';
import { ticketsPdf } from './ticket-pdf.ts';

const renderer = new TicketRenderer();
const pictured = (face: TicketFace) => ({ png: renderer.draw(face), face });
const all = GOLDEN_TICKETS.map(({ face }) => pictured(face));
const [plain] = all as [(typeof all)[number]];

describe('tickets as a PDF file', () => {
  test('have the pixels of their pictures, as those are compressed', () => {
    const pdf = ticketsPdf(all, 'en');
    for (const { png } of all)
      assert.ok(Buffer.from(pdf).includes(readChunks(png).get('IDAT') as Buffer), 'a picture is missing');
  });

  test('have all their words as text, in any script', () => {
    for (const { name, face } of GOLDEN_TICKETS) {
      const { museumName, title, location, date, confirmationCode, price } = face;
      const words = [museumName, title, location, date, confirmationCode, price].filter(Boolean);
      const said = textOf(ticketsPdf([pictured(face)], 'en'));
      // Right-to-left text is in another order there.
      assert.deepEqual(said.map(sorted), words.map(withoutControls).map(sorted), name);
      if (!words.some(turnsWords)) assert.deepEqual(said, words.map(withoutControls), name);
    }
  });

  test('have right-to-left text as it stands on paper, and as it is read', () => {
    const pdf = ticketsPdf([{ ...plain, face: { ...plain.face, title: 'אבג 12 דה' } }], 'en');
    assert.equal(textOf(pdf)[1], 'הד 12 גבא');
    const read = Buffer.from('\uFEFFאבג 12 דה', 'utf16le').swap16().toString('hex').toUpperCase();
    assert.ok(latin(pdf).includes(`/ActualText <${read}>`));
  });

  test('have a title and a language, and a heading on each page, for screen readers', () => {
    const face = { ...plain.face, museumName: 'Musée', title: 'Lumière' };
    const pdf = ticketsPdf([{ ...plain, face }, { ...plain, face }, plain], 'fr');
    const [, title = ''] = /\/Title <FEFF(\w+)>/.exec(latin(pdf)) ?? [];
    const titled = Buffer.from(title, 'hex').swap16().toString('utf16le');
    assert.equal(titled, `Musée: Lumière, ${plain.face.title}`);
    assert.match(latin(pdf), /\/Lang \(fr\)/);
    assert.equal(latin(pdf).split('/S /H1').length - 1, 3);
    assert.equal(latin(pdf).split('/Type /Page ').length - 1, 3);
  });

  test('say where each of their objects begins', () => {
    assert.ok(objectsIn(ticketsPdf(all, 'en')).size > 10 * all.length);
  });

  test('are the same bytes each time', () => {
    assert.deepEqual(ticketsPdf(all, 'en'), ticketsPdf(all, 'en'));
  });

  test('take less than 30 kB each', () => {
    for (const ticket of all) {
      const { length } = ticketsPdf([ticket], 'en');
      assert.ok(length < 30_000, `${ticket.face.title} takes ${length} bytes`);
    }
  });
});

function latin(pdf: Uint8Array): string {
  return Buffer.from(pdf).toString('latin1');
}

function withoutControls(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '');
}

function sorted(text: string): string[] {
  return [...text].sort();
}

/** The objects by number, found through the table at the end. */
function objectsIn(pdf: Uint8Array): Map<number, string> {
  const text = latin(pdf);
  const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  const [, count = ''] = /^xref\n0 (\d+)\n0{10} 65535 f \n/.exec(text.slice(Number(start))) ?? [];
  const entries = [...text.slice(Number(start)).matchAll(/^(\d{10}) 00000 n $/gm)];
  assert.equal(entries.length, Number(count) - 1);
  return new Map(
    entries.map(([, offset], index) => {
      const [head, ...rest] = text
        .slice(Number(offset), text.indexOf('\nendobj\n', Number(offset)))
        .split('\n');
      assert.equal(head, `${index + 1} 0 obj`);
      return [index + 1, unpacked(rest.join('\n'))];
    }),
  );
}

/** A stream of text without its compression. */
function unpacked(object: string): string {
  const [, stream] =
    /^<< \/Filter \/FlateDecode \/Length \d+ >>\nstream\n(.*)\nendstream$/s.exec(object) ?? [];
  return stream === undefined ? object : inflateSync(Buffer.from(stream, 'latin1')).toString();
}

/** The texts on the pages, each read through the character maps of its fonts. */
function textOf(pdf: Uint8Array): string[] {
  const objects = objectsIn(pdf);
  const all = [...objects.values()];
  const numbered = (text: string, pattern: RegExp) => objects.get(Number(pattern.exec(text)?.[1])) ?? '';
  const names = all.find((each) => each.startsWith('<< /F0 ')) ?? '';
  const maps = [...names.matchAll(/\/F\d+ (\d+) 0 R/g)].map(([, number]) => {
    const map = numbered(objects.get(Number(number)) ?? '', /\/ToUnicode (\d+) 0 R/);
    const lines = [...map.matchAll(/^<(\w\w)> <(\w{4,})>$/gm)];
    return new Map(
      lines.map(([, code = '', utf16 = '']) => [
        code,
        Buffer.from(utf16, 'hex').swap16().toString('utf16le'),
      ]),
    );
  });
  return all.flatMap((each) =>
    [...each.matchAll(/ Tm (.*)$/gm)].map(([, operators = '']) =>
      [...operators.matchAll(/\/F(\d+) 1 Tf <(\w+)> Tj/g)]
        .flatMap(([, font, codes = '']) =>
          (codes.match(/../g) ?? []).map((code) => maps[Number(font)]?.get(code)),
        )
        .join(''),
    ),
  );
}
