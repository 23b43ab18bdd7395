import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Offer } from '../offers/index.ts';
import {
  type BasketForm,
  basketFaults,
  choicesIn,
  fieldAbout,
  fieldsForAgain,
  mostOf,
  priceOfAll,
  sayFaults,
  timeFieldOf,
  wantedItems,
} from './index.ts';

const EVENT = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24' as Uuid;
const DAY = calendarDay('2027-03-10');
const FORM: BasketForm = {
  most: 10,
  isForVisitors: true,
  countField: (product, category) => `${product}.${category}`,
  countIn: (text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN),
};
const AT_THE_DESK = { ...FORM, isForVisitors: false };

function offer(changes: Partial<Offer> = {}): Offer {
  const price = (category: string, priceCents: number) => ({
    category,
    name: category,
    names: {},
    shortName: null,
    minAge: null,
    maxAge: null,
    proof: null,
    places: 1,
    priceCents,
    vat: null,
  });
  return {
    product: 'general',
    day: DAY,
    event: undefined,
    closed: undefined,
    opening: undefined,
    priceCents: 900,
    prices: [price('standard', 900), price('reduced', 500)],
    capacity: null,
    sold: 0,
    left: null,
    times: undefined,
    onSale: true,
    ...changes,
  };
}

const time = (entryTime: string, isOver = false) => {
  return { entryTime, at: 0, capacity: null, sold: 0, left: null, isOver };
};
const timed = offer({ product: EVENT, times: [time('10:00', true), time('11:00')] });

describe('a basket', () => {
  const kindsIn = (typed: Record<string, string>, form = FORM, offers = [offer(), timed]) =>
    basketFaults(form, choicesIn(form, offers, typed), typed).map(({ kind }) => kind);

  it('is what was typed, as items of a sale with their price', () => {
    const typed = { 'general.standard': '2', 'general.reduced': '1', 'time.general': '11:00' };
    const choices = choicesIn(FORM, [offer()], typed);
    assert.deepEqual(wantedItems(choices), [
      { product: 'general', day: DAY, quantity: 2 },
      { product: 'general', day: DAY, category: 'reduced', quantity: 1 },
    ]);
    assert.equal(priceOfAll(choices), 2_300);
    assert.deepEqual(basketFaults(FORM, choices, typed), []);
  });

  it('needs a number of tickets, and has no more than the form takes', () => {
    assert.deepEqual(kindsIn({}), ['none']);
    assert.deepEqual(kindsIn({ 'general.standard': 'two', 'general.reduced': '99' }), ['unreadable']);
    assert.deepEqual(kindsIn({ 'general.standard': '6', 'general.reduced': '5' }), ['too-many']);
  });

  it('needs an entry time where there are some, and only the desk sells one that is over', () => {
    const one = { [`${EVENT}.standard`]: '1' };
    assert.deepEqual(kindsIn(one), ['entry-time']);
    const over = { ...one, [timeFieldOf(EVENT)]: '10:00' };
    assert.deepEqual(kindsIn(over), ['entry-time']);
    assert.deepEqual(kindsIn(over, AT_THE_DESK), []);
  });

  it('notices what is no longer for sale', () => {
    const typed = { 'general.standard': '1', 'general.gone': '1' };
    assert.deepEqual(kindsIn(typed), ['lost']);
    assert.deepEqual(kindsIn({ 'general.standard': '1', 'general.gone': '0' }), []);
  });

  it('says at one field what is said last of it', () => {
    const typed = { 'general.gone': '1' };
    const faults = basketFaults(FORM, choicesIn(FORM, [offer()], typed), typed);
    const words = {
      none: () => ({ first: 'none' }),
      lost: () => ({ first: 'lost' }),
      unreadable: () => ({}),
      'entry-time': () => ({}),
      'too-many': () => ({}),
    };
    assert.deepEqual(sayFaults(faults, words), { first: 'lost' });
  });

  it('knows the field that a refusal is about', () => {
    const typed = { [`${EVENT}.standard`]: '1', [timeFieldOf(EVENT)]: '10:00', 'general.reduced': '1' };
    const choices = choicesIn(FORM, [offer(), timed], typed);
    const gone = new Refusal('category-not-sold', { category: 'reduced', name: 'Reduced' });
    assert.equal(fieldAbout(gone, choices), 'general.reduced');
    const full = new Refusal('sold-out', { day: DAY, entryTime: '11:00' });
    assert.equal(fieldAbout(full, choices), 'time.general');
  });

  it('can be typed again from what was bought', () => {
    const ticket = { product: EVENT, category: 'standard', entryTime: '11:00', count: 1 };
    assert.deepEqual(fieldsForAgain(FORM, [ticket, ticket]), {
      [`${EVENT}.standard`]: '2',
      [timeFieldOf(EVENT)]: '11:00',
    });
  });

  it('has at most what is left, by the places of each ticket', () => {
    assert.deepEqual([mostOf(10, null), mostOf(10, 7), mostOf(10, 7, 4)], [10, 7, 1]);
  });
});
