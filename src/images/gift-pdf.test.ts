import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OPERATOR } from '../core/actor.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { TicketRenderer } from './draw-ticket.ts';
import { GiftPdfs, type PrintedGift } from './gift-pdf.ts';
import type { TicketFace } from './ticket-face.ts';
import { PainterBusy } from './ticket-painter.ts';

const GIFT: PrintedGift = {
  cents: 5_000,
  currency: 'EUR',
  message: null,
  language: 'en',
  validTo: calendarDay('2030-12-31'),
  code: 'k7m2-qdxp-3fha-9trc',
};

const renderer = new TicketRenderer();

/** The faces that were painted for these gift vouchers, and the file. */
async function print(...gifts: readonly [PrintedGift, ...PrintedGift[]]) {
  const faces: TicketFace[] = [];
  const paint = async (face: TicketFace) => {
    faces.push(face);
    return renderer.draw(face);
  };
  const settings = { now: { name: 'Museum\nof the Sea', colour: '#0b5d4e', language: 'en' } } as never;
  const pdf = await new GiftPdfs({ painter: { paint }, settings }).pdf(OPERATOR, gifts);
  return { faces, pdf: Buffer.from(pdf).toString('latin1') };
}

describe('gift vouchers as a PDF file', () => {
  test('have name and colour of the museum, amount, last day, and the code, also as a QR code', async () => {
    const { faces, pdf } = await print(GIFT);
    assert.deepEqual(faces, [
      {
        museumName: 'Museum of the Sea',
        colour: '#0b5d4e',
        title: 'Gift voucher',
        location: '',
        date: 'Valid to Tue 31 Dec 2030',
        price: '€50.00',
        currency: 'EUR',
        confirmationCode: GIFT.code,
        code: GIFT.code,
      },
    ]);
    assert.match(pdf, /^%PDF-1\.7/);
    assert.match(pdf, /\/Lang \(en\)/);
  });

  test('have what the buyer wrote in the largest place, in the language of the gift, a page each', async () => {
    const message = 'Joyeux anniversaire,\nchère Ada\u00a0! '.repeat(6);
    const { faces, pdf } = await print({ ...GIFT, message, language: 'fr', currency: 'CHF' }, GIFT);
    assert.equal(faces[0]?.title, 'Joyeux anniversaire, chère Ada ! '.repeat(6).trim());
    assert.equal(faces[0]?.location, 'Bon cadeau');
    assert.match(faces[0]?.date ?? '', /^Valable jusqu’au mar\. 31 déc\. 2030$/);
    assert.match(faces[0]?.price ?? '', /^50,00\s(CHF|Fr)/);
    assert.equal(pdf.split('/Type /Page ').length - 1, 2);
    assert.match(pdf, /\/Lang \(fr\)/);
  });

  test('are refused for the moment when too many pictures are waiting', async () => {
    const paint = () => Promise.reject(new PainterBusy('full'));
    const settings = { now: { name: 'Museum', colour: null, language: 'en' } } as never;
    const busy = new GiftPdfs({ painter: { paint }, settings }).pdf(OPERATOR, [GIFT]);
    await assert.rejects(busy, (error) => error instanceof Refusal && error.kind === 'overloaded');
  });
});
