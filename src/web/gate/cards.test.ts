import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { storageInMemory } from '../../../fixtures/storage-in-memory.ts';
import { Cards } from './assets/cards.js';
import type { Service } from './assets/service.js';
import type { CardHere, GateCard, GatePresence, Knowledge, Settings } from './assets/types.ts';

const SHOWN: GateCard = {
  ...{ card: 'museumkaart', name: 'Museumkaart', names: { de: 'Museumskarte' }, pattern: '#{8}' },
  ...({ categoryNumber: 0, mode: 'show', perDay: 1, offline: 'admit' } as const),
};
const LISTED: GateCard = {
  ...{ card: 'city-card', name: 'City Card', pattern: 'CC-#{6}', categoryNumber: 0 },
  ...({ mode: 'list', perDay: 2, offline: 'admit', version: 3 } as const),
};
const MOMENT = { now: Date.parse('2027-03-01T10:00:00Z'), days: ['2027-03-01'] };
const SETTINGS = { language: 'en', timeZone: 'UTC', reentry: 'after-exit' } as Settings;

const knowing = (cards: readonly GateCard[], presences: readonly [string, GatePresence][] = []) =>
  ({
    cards,
    presences: new Map(presences),
    categories: new Map(),
    entry: { early: 10, late: 30 },
  }) as unknown as Knowledge;
const scan = (more: object = {}) => ({ checkInId: 'a-scan', ...more });
const said = async (cards: Cards, card: CardHere | undefined, known: Knowledge, more: object = {}) => {
  const decided = await cards.decide(card as CardHere, scan(more), known, SETTINGS, MOMENT);
  return [decided.decision.verdict, decided.decision.reason];
};

describe('cards of others on a device without a network', () => {
  it('are known by their numbers, however typed, and never kept as such', async () => {
    const storage = storageInMemory();
    const [cards, known] = [new Cards(storage), knowing([SHOWN, LISTED])];
    const [one, same, other] = await Promise.all(
      ['CC-123456', ' cc-123456 ', 'CC-123457'].map((text) => cards.read(text, known)),
    );
    assert.equal(one?.card.card, 'city-card');
    assert.equal(same?.id, one?.id);
    assert.notEqual(other?.id, one?.id);
    assert.doesNotMatch(one?.id ?? '', /123456/);
    assert.equal(await cards.read('https://example.org', known), undefined);
    const sealed = await cards.seal('CC-123456');
    assert.doesNotMatch(Buffer.from(sealed.data).toString('latin1'), /123456/);
    assert.equal(await new Cards(storage).unseal(sealed), 'CC-123456');
  });

  it('that are shown let in once somebody has looked at them, and only as often as they may', async () => {
    const [cards, known] = [new Cards(storageInMemory()), knowing([SHOWN])];
    const card = await cards.read('12345678', known);
    assert.deepEqual(await said(cards, card, known), ['refused', 'card-show']);
    assert.deepEqual(await said(cards, card, known, { shown: true }), ['admitted', undefined]);
    const here = (is: 'inside' | 'out', entries: number, day = '2027-03-01') =>
      knowing([SHOWN], [[card?.id ?? '', { is, entries, day, lastIn: { at: MOMENT.now - 60_000 } }]]);
    const shown = { shown: true };
    assert.deepEqual(await said(cards, card, here('inside', 1), shown), ['refused', 'already-admitted']);
    assert.deepEqual(await said(cards, card, here('out', 1), {}), ['admitted', undefined]);
    assert.deepEqual(await said(cards, card, here('inside', 1), { direction: 'out' }), ['left', undefined]);
    assert.deepEqual(await said(cards, card, here('inside', 1, '2027-02-28'), shown), [
      'admitted',
      undefined,
    ]);
    assert.deepEqual(await said(cards, card, known, { direction: 'out' }), ['refused', 'not-inside']);
    const strict = knowing([{ ...SHOWN, offline: 'refuse' }]);
    assert.deepEqual(await said(cards, await cards.read('12345678', strict), strict, shown), [
      'refused',
      'card-refused',
    ]);
  });

  it('with a list let in if they are in it, once this device has it', async () => {
    const [cards, known] = [new Cards(storageInMemory()), knowing([LISTED])];
    const [right, wrong] = [await cards.read('CC-000007', known), await cards.read('CC-999999', known)];
    assert.deepEqual(await said(cards, wrong, known), ['admitted', undefined]);
    const key = Buffer.alloc(32, 7);
    const numbers = Array.from({ length: 100 }, (_, number) => `CC-${`${number}`.padStart(6, '0')}`);
    const prefixes = numbers
      .map((number) => createHmac('sha256', key).update(number).digest('hex').slice(0, 10))
      .sort()
      .join('');
    let asked = 0;
    const service = {
      ask: async () => {
        asked += 1;
        const json = {
          version: 3,
          key: key.toString('base64'),
          numbers: Buffer.from(prefixes, 'hex').toString('base64'),
        };
        return { status: 200, json };
      },
    } as unknown as Service;
    await cards.catchUp(service, known);
    await cards.catchUp(service, known);
    assert.equal(asked, 1);
    assert.deepEqual(await said(cards, right, known), ['admitted', undefined]);
    assert.deepEqual(await said(cards, wrong, known), ['refused', 'card-unknown']);
  });
});
