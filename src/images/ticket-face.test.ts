import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import { LANGUAGES } from '../core/language.ts';
import { dateInWords, type TicketFace, wordsOn } from './ticket-face.ts';

const face: TicketFace = {
  language: 'en',
  museumName: 'Museum of the Sea',
  title: 'General entry',
  ticketDate: calendarDay('2026-03-14'),
  priceCents: 1250,
  currency: 'EUR',
  confirmationCode: 'ticket-general-9r4vtz-e8c2n',
  code: '1A1',
};

function priceOn(priceCents: number, currency: string): string {
  return wordsOn({ ...face, priceCents, currency }).price;
}

describe('the words on a ticket', () => {
  test('name the day and the month so that nobody takes one for the other', () => {
    assert.equal(dateInWords(calendarDay('2026-03-14'), 'en'), 'Saturday 14 March 2026');
    assert.equal(dateInWords(calendarDay('2026-04-03'), 'en'), 'Friday 3 April 2026');
    assert.equal(dateInWords(calendarDay('2028-02-29'), 'en'), 'Tuesday 29 February 2028');
    assert.equal(dateInWords(calendarDay('0001-01-01'), 'en'), 'Monday 1 January 0001');
    assert.equal(dateInWords(calendarDay('9999-12-31'), 'en'), 'Friday 31 December 9999');
    assert.equal(dateInWords(calendarDay('2026-04-01'), 'fr'), 'mercredi 1er avril 2026');
  });

  test('give the price with as many decimals as its currency has', () => {
    assert.equal(priceOn(1250, 'EUR'), '€12.50');
    assert.equal(priceOn(2500, 'CHF'), 'CHF 25.00');
    assert.equal(priceOn(150_000, 'JPY'), '¥1,500');
    assert.equal(priceOn(1250, 'KWD'), 'KWD 12.500');
    assert.equal(priceOn(100_000_000, 'USD'), '$1,000,000.00');
  });

  test('never round a price away, even where the currency has no decimals', () => {
    assert.equal(priceOn(1250, 'JPY'), '¥12.50');
  });

  test('say "Free" for a price of nothing', () => {
    assert.equal(priceOn(0, 'EUR'), 'Free');
    assert.equal(priceOn(1, 'EUR'), '€0.01');
  });

  test('are in the language of the museum', () => {
    const day = calendarDay('2026-03-14');
    const written = LANGUAGES.map((language) => {
      const { date, price } = wordsOn({ ...face, language, ticketDate: day });
      const free = wordsOn({ ...face, language, priceCents: 0 });
      return `${date} | ${price} | ${free.price}`;
    });
    assert.deepEqual(written, [
      'Saturday 14 March 2026 | €12.50 | Free',
      'Samstag, 14. März 2026 | 12,50 € | Kostenlos',
      'samedi 14 mars 2026 | 12,50 € | Gratuit',
      'sábado, 14 de marzo de 2026 | 12,50 € | Gratis',
      'zaterdag 14 maart 2026 | € 12,50 | Gratis',
    ]);
  });

  test('leave out the location when there is none', () => {
    assert.equal(wordsOn(face).location, undefined);
    assert.equal(wordsOn({ ...face, location: 'Gallery 4' }).location, 'Gallery 4');
  });

  test('stay on one line, whatever white space and control characters a name holds', () => {
    const title = '  Night\r\n\tat\u0000the\u2028museum\u3000ご案内 ';
    assert.equal(wordsOn({ ...face, title }).title, 'Night at the museum ご案内');
  });

  test('drop the controls that would turn letters around', () => {
    assert.equal(wordsOn({ ...face, title: '\u202Eeerf' }).title, 'eerf');
  });
});
