import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vectors from '../../../docs/ticket-code-vectors.json' with { type: 'json' };
import { KEYBOARDS, typedWith } from '../../../fixtures/keyboards.ts';
import { CutScan } from './assets/cut-scan.js';
import { ticketCodeIn } from './assets/scan.js';

const CODE = vectors.reading[0]?.text ?? assert.fail('There is no code.');
const LISTENS_AT = 1_000;

/** Types the text, key by key, and a line end behind it. */
function type(scan: CutScan, text: string, from: number, interval: number): boolean {
  let at = from;
  for (const _ of text) {
    scan.goOn(at);
    at += interval;
  }
  return scan.end(text, at);
}

describe('a scan while the page is loading', () => {
  for (const interval of [1, 10, 40])
    it(`is cut if its end is typed without a pause, every ${interval} ms`, () => {
      assert.equal(type(new CutScan(LISTENS_AT), CODE.slice(70), LISTENS_AT + interval, interval), true);
    });

  it('is cut if its end waited until the page was busy no more', () => {
    assert.equal(type(new CutScan(LISTENS_AT), CODE.slice(70), LISTENS_AT - 500, 5), true);
  });

  it('is cut if nothing but its line end is left', () => {
    assert.equal(type(new CutScan(LISTENS_AT), '', LISTENS_AT + 5, 5), true);
  });

  it('is no cut one if it is whole', () => {
    for (const text of [
      CODE,
      'ticket-general-p3wz8r-b6gta',
      ...KEYBOARDS.map((each) => typedWith(each, CODE)),
    ])
      assert.equal(type(new CutScan(LISTENS_AT), text, LISTENS_AT + 5, 5), false);
  });

  it('does not cut the next one', () => {
    const scan = new CutScan(LISTENS_AT);
    type(scan, CODE.slice(70), LISTENS_AT + 5, 5);
    assert.equal(type(scan, 'no ticket', LISTENS_AT + 600, 5), false);
  });

  it('does not cut what is typed after a pause', () => {
    assert.equal(type(new CutScan(LISTENS_AT), 'no ticket', LISTENS_AT + 51, 5), false);
  });
});

it('a ticket that was scanned into another field is found behind its text, on each keyboard layout', () => {
  for (const keyboards of KEYBOARDS) {
    const typed = typedWith(keyboards, CODE);
    assert.equal(ticketCodeIn(`East door${typed}`), typed, keyboards.name);
    assert.equal(ticketCodeIn(`East door${typed.slice(1)}`), undefined, keyboards.name);
  }
});
