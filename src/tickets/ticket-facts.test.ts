import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import { LANGUAGES } from '../core/language.ts';
import type { Uuid } from '../core/uuid.ts';
import { wordsIn } from '../core/words.ts';
import type { Category } from '../offers/index.ts';
import type { Ticket } from './ticket.ts';
import { ADMITS_TO, chooseFacts, factLine, type KnownTicket, ticketFacts } from './ticket-facts.ts';

const ticket: Ticket = {
  number: 1,
  ticketId: '0199f3a2-7b1c-7d3e-8f4a-5b6c7d8e9f01' as Uuid,
  product: 'general',
  day: calendarDay('2026-03-14'),
  entryTime: null,
  category: 'standard',
  categoryNumber: 0,
  places: 1,
  priceCents: 1250,
  vat: null,
  entryPlaces: 0,
  currency: 'EUR',
  confirmationCode: 'ticket-general-9r4vtz-e8c2n',
  keyId: 'AA',
  soldBy: '01a0d5c4-0000-7000-8000-000000000000' as Uuid,
  soldAt: Date.parse('2026-03-01T10:00:00Z'),
  orderId: null,
  soldWith: null,
  chargedCents: null,
  codeId: null,
  fullPriceCents: null,
};
const BERLIN = { timeZone: 'Europe/Berlin', currency: 'EUR' };
const factsOf = (known: Partial<KnownTicket> = {}, language = LANGUAGES[0]) =>
  ticketFacts({ ticket, ...known }, wordsIn(language ?? 'en', BERLIN));
const priceOf = (priceCents: number, currency: string) =>
  factsOf({ ticket: { ...ticket, priceCents, currency } }).price.value;

describe('the facts of a ticket', () => {
  test('are its own, and those of its record, its event and its day where they are known', () => {
    const record = {
      state: 'expired',
      soldBy: 'ada',
      importedCode: 'old-4711',
      contact: { number: 1, email: 'a@b.c', phone: null },
    } as const;
    const opening = { timeOpen: '09:00', timeClose: '18:00' };
    const event = { eventName: 'Sorolla', location: 'Room 4', includesEntry: true };
    const timed = { ...ticket, entryTime: '11:30' };
    const all = factsOf({
      ...record,
      ...event,
      ticket: timed,
      category: { name: 'Child', names: {} } as unknown as Category,
      opening,
    });
    assert.deepEqual(
      Object.values(all).map(({ label, value }) => `${label}: ${value}`),
      [
        'Ticket for: Sorolla',
        'Admission: includes general entry',
        'Date: Saturday 14 March 2026',
        'Entry time: 11:30',
        'Place: Room 4',
        'Opening hours: 09:00–18:00',
        'Category: Child',
        'Price: €12.50',
        'Confirmation code: ticket-general-9r4vtz-e8c2n',
        'State: day is over',
        'Sold: Sunday 1 March 2026, 11:00',
        'Sold by: ada',
        'Imported code: old-4711',
        'E-mail: a@b.c',
      ],
    );
  });

  test('are left out of a choice when they are not known, and stand on one line in the order of the choice', () => {
    const facts = factsOf();
    assert.deepEqual(chooseFacts(facts, ['place', 'price', 'what', 'email']), [facts.price, facts.what]);
    assert.equal(
      factLine(facts, [...ADMITS_TO, 'place', 'price']),
      'General entry · Saturday 14 March 2026 · €12.50',
    );
  });

  test('are in the language of their reader', () => {
    const lines = LANGUAGES.map((language) => factLine(factsOf({}, language), ['what', 'day', 'price']));
    assert.deepEqual(
      lines.map((line) => line.replaceAll('\u00a0', ' ')),
      [
        'General entry · Saturday 14 March 2026 · €12.50',
        'Eintritt · Samstag, 14. März 2026 · 12,50 €',
        'Entrée · samedi 14 mars 2026 · 12,50 €',
        'Entrada general · sábado, 14 de marzo de 2026 · 12,50 €',
        'Entree · zaterdag 14 maart 2026 · € 12,50',
      ],
    );
  });

  test('name an entry time, and a category in the language of their reader', () => {
    const known = {
      ticket: { ...ticket, entryTime: '10:30' },
      category: { name: 'Children', names: { de: 'Kinder' } } as unknown as Category,
    };
    assert.equal(
      factLine(factsOf(known), ADMITS_TO),
      'General entry · Saturday 14 March 2026 · 10:30 · Children',
    );
    assert.equal(
      factLine(factsOf(known, 'de'), ADMITS_TO),
      'Eintritt · Samstag, 14. März 2026 · 10:30 · Kinder',
    );
  });

  test('give the price with as many decimals as its currency has, and never round it away', () => {
    assert.equal(priceOf(2500, 'CHF'), 'CHF\u00a025.00');
    assert.equal(priceOf(150_000, 'JPY'), '¥1,500');
    assert.equal(priceOf(1250, 'JPY'), '¥12.50');
    assert.equal(priceOf(1250, 'KWD'), 'KWD\u00a012.500');
    assert.equal(priceOf(100_000_000, 'USD'), '$1,000,000.00');
    assert.equal(priceOf(1, 'EUR'), '€0.01');
    assert.equal(priceOf(0, 'EUR'), 'Free');
  });

  test('stay on one line, whatever white space and control characters a name holds', () => {
    const eventName = '  Night\r\n\tat\u0000the\u2028museum\u3000ご案内 ';
    assert.equal(factsOf({ eventName }).what.value, 'Night at the museum ご案内');
    assert.equal(factsOf({ location: 'Room\n4' }).place.value, 'Room 4');
  });

  test('leave each other in their order, whatever direction a name has', () => {
    assert.equal(factsOf({ eventName: '\u202Eeerf' }).what.value, 'eerf');
    assert.equal(factLine(factsOf({ eventName: 'חול' }), ['what', 'price']), '\u2068חול\u2069 · €12.50');
    assert.equal(factLine(factsOf({ eventName: 'חול' }), ['what']), 'חול');
  });
});
