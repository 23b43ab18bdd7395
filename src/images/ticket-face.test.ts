import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import { dateInWords, priceInWords, type TicketFace, wordsOn } from './ticket-face.ts';

const face: TicketFace = {
  museumName: 'Museum of the Sea',
  title: 'General entry',
  ticketDate: calendarDay('2026-03-14'),
  priceCents: 1250,
  currency: 'EUR',
  confirmationCode: 'ticket-general-9r4vtz-e8c2n',
  code: '1A1',
};

describe('the words on a ticket', () => {
  test('name the day and the month so that nobody takes one for the other', () => {
    assert.equal(dateInWords(calendarDay('2026-03-14')), 'Saturday 14 March 2026');
    assert.equal(dateInWords(calendarDay('2026-04-03')), 'Friday 3 April 2026');
    assert.equal(dateInWords(calendarDay('2028-02-29')), 'Tuesday 29 February 2028');
    assert.equal(dateInWords(calendarDay('0001-01-01')), 'Monday 1 January 0001');
    assert.equal(dateInWords(calendarDay('9999-12-31')), 'Friday 31 December 9999');
  });

  test('give the price with as many decimals as its currency has', () => {
    assert.equal(priceInWords(1250, 'EUR'), '€12.50');
    assert.equal(priceInWords(2500, 'CHF'), 'CHF\u00a025.00');
    assert.equal(priceInWords(150_000, 'JPY'), '¥1,500');
    assert.equal(priceInWords(1250, 'KWD'), 'KWD\u00a012.500');
    assert.equal(priceInWords(100_000_000, 'USD'), '$1,000,000.00');
  });

  test('never round a price away, even where the currency has no decimals', () => {
    assert.equal(priceInWords(1250, 'JPY'), '¥12.50');
  });

  test('say "Free" for a price of nothing', () => {
    assert.equal(priceInWords(0, 'EUR'), 'Free');
    assert.equal(priceInWords(1, 'EUR'), '€0.01');
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
