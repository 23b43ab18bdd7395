import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import type { Uuid } from '../core/uuid.ts';
import {
  type AccountFacts,
  type ArticleMoney,
  accountOf,
  backFor,
  backForAll,
  chargedFor,
  differenceFor,
  extrasWith,
  payableOf,
  type TicketMoney,
} from './account.ts';

const ticket = (
  state: TicketMoney['state'],
  priceCents: number,
  more: Partial<TicketMoney> = {},
): TicketMoney => {
  return { state, priceCents, chargedCents: priceCents, paidBackCents: 0, underWayCents: 0, ...more };
};
const article = (priceCents: number, standing: number, more: Partial<ArticleMoney> = {}): ArticleMoney => {
  return { article: 'guide', isDonation: false, priceCents, standing, returnable: standing, ...more };
};
const idAt = (index: number) => `ticket ${index}` as Uuid;
const facts = (
  tickets: readonly TicketMoney[],
  paid: number,
  more: Partial<AccountFacts> = {},
): AccountFacts => {
  const known = new Map(tickets.map((each, index) => [idAt(index), each]));
  return {
    tickets: known,
    articles: [],
    gifts: 0,
    unusedGifts: 0,
    passes: 0,
    paid,
    dues: 0,
    underWay: 0,
    ...more,
  };
};

const CASES: readonly [
  what: string,
  given: AccountFacts,
  account: readonly [worth: number, due: number, kept: number],
][] = [
  [
    'what is valid, admitted or expired is worth its price',
    facts([ticket('valid', 12), ticket('admitted', 12), ticket('expired', 6)], 30),
    [30, 0, 0],
  ],
  [
    'what staff made void without a refund is kept',
    facts([ticket('void', 12), ticket('valid', 12)], 24),
    [12, 0, 12],
  ],
  [
    'what an exchange for a dearer ticket cost and nobody paid is waived',
    facts([ticket('void', 12), ticket('valid', 100, { chargedCents: 12 })], 12),
    [100, 0, -88],
  ],
  [
    'what was not given back of its articles is worth its price, whatever its tickets are',
    facts([ticket('void', 12)], 22, { articles: [article(4, 2), article(2, 0)] }),
    [8, 0, 14],
  ],
  ['a cancelled ticket is due', facts([ticket('cancelled', 12), ticket('valid', 6)], 18), [6, 12, 0]],
  [
    'of a cancelled ticket no more is due than was charged for it',
    facts([ticket('cancelled', 100, { chargedCents: 12 })], 100),
    [0, 12, 88],
  ],
  [
    'what a provider was told to pay back for it is due, also when other tickets are worth more than was paid',
    facts([ticket('cancelled', 12, { underWayCents: 12 }), ticket('valid', 100, { chargedCents: 12 })], 24),
    [100, 12, -88],
  ],
  [
    'what a provider has paid back for it is due no more',
    facts([ticket('cancelled', 12, { paidBackCents: 12 })], 0),
    [0, 0, 0],
  ],
  [
    'nor is it taken from what staff have kept',
    facts([ticket('cancelled', 12, { paidBackCents: 12 }), ticket('void', 12)], 12),
    [0, 0, 12],
  ],
  [
    'what a provider has not confirmed is due once',
    facts([ticket('cancelled', 12, { underWayCents: 12 })], 12),
    [0, 12, 0],
  ],
  [
    'and goes on being due when the date takes place again and the ticket is void',
    facts([ticket('void', 12, { underWayCents: 12 })], 12),
    [0, 12, 0],
  ],
  [
    'no more is due than was paid beyond what holds',
    facts([ticket('cancelled', 12), ticket('valid', 30, { chargedCents: 6 })], 18),
    [30, 0, -12],
  ],
  [
    'what was given back and is not paid back yet is due',
    facts([ticket('void', 12), ticket('valid', 12)], 24, { dues: 12 }),
    [12, 12, 0],
  ],
  [
    'money that came too late is due until its provider has it back',
    facts([], 12, { underWay: 12 }),
    [0, 12, 0],
  ],
];

describe('the account of an order', () => {
  for (const [what, given, [worth, due, kept]] of CASES)
    it(`says that ${what}`, () => {
      assert.deepEqual(accountOf(given), { worth, paid: given.paid, due, kept });
    });

  test('what goes back for a ticket is what was charged for it, as far as the others leave it', () => {
    const given = facts(
      [ticket('valid', 12), ticket('valid', 30, { chargedCents: 6 }), ticket('void', 12)],
      18,
    );
    assert.equal(backFor(given, [idAt(0)]), 0); // 30 are worth more than is left
    assert.equal(backFor(given, [idAt(1)]), 6);
    assert.equal(backFor(given, [idAt(0), idAt(1)]), 18);
    assert.equal(backFor(given, [idAt(2)]), 0);
  });

  test('extras go back with the last ticket, but for those that are handed out, and a donation', () => {
    const donation = article(5, 1, { article: 'donation', isDonation: true });
    const articles = [article(4, 3, { returnable: 2 }), donation];
    const given = facts([ticket('valid', 12), ticket('valid', 12), ticket('void', 12)], 41, { articles });
    const all = [idAt(0), idAt(1)];
    assert.deepEqual(extrasWith(given, [idAt(0)]), []);
    assert.deepEqual(extrasWith(given, []), []);
    const extras = [{ article: 'guide', quantity: 2 }];
    assert.deepEqual(extrasWith(given, all), extras);
    assert.equal(backFor(given, all, extras), 32);
    assert.equal(backFor({ ...given, paid: 20 }, all, extras), 11);
  });

  test('a gift voucher goes back with all the rest, unless it was used or the others are worth more than is left', () => {
    const articles = [article(4, 1), article(5, 1, { article: 'donation', isDonation: true })];
    const given = facts([ticket('valid', 12)], 101, { articles, gifts: 80, unusedGifts: 50 });
    assert.equal(backForAll(given), 66);
    assert.equal(backForAll({ ...given, paid: 60 }), 25);
    assert.equal(backForAll(facts([], 50, { gifts: 50, unusedGifts: 50 })), 50);
    assert.equal(backFor(given, [], [], 30), 30);
  });

  test('what was paid back for a called-off day is neither promised again, nor asked for again when the ticket is moved', () => {
    const given = facts([ticket('cancelled', 12, { paidBackCents: 2, underWayCents: 10 })], 10);
    assert.equal(backFor(given, [idAt(0)]), 0);
    assert.equal(differenceFor(given, [[idAt(0), 12]]), 12);
  });

  test('an exchange costs the difference to the price, and gives back no more than was charged', () => {
    const given = facts([ticket('valid', 100, { chargedCents: 12 })], 12);
    assert.deepEqual(
      [120, 100, 12, 5].map((price) => differenceFor(given, [[idAt(0), price]])),
      [20, 0, 0, -7],
    );
  });

  test('several exchanged together cost the difference of all', () => {
    const given = facts([ticket('valid', 100, { chargedCents: 12 }), ticket('valid', 20)], 32);
    const costs = (...prices: number[]) =>
      differenceFor(
        given,
        prices.map((price, index) => [idAt(index), price] as const),
      );
    assert.deepEqual([costs(100, 20), costs(110, 15), costs(100, 5), costs(5, 20)], [0, 5, 0, -7]);
  });

  test('what was charged for tickets goes with them, and then to those that the others leave, each at most its price', () => {
    for (const [prices, paid, moreCents, charged] of [
      [[12, 12], [12, 12], 0, [12, 12]],
      [[20, 20], [12, 12], 0, [12, 12]],
      [[20, 20], [12, 12], 10, [20, 14]],
      [[5, 20], [12, 12], 0, [5, 19]],
      [[5, 5], [12, 12], -14, [5, 5]],
      [[5, 5], [12, 12], -20, [4, 0]],
      [[5, 5], [0, 0], -3, [0, 0]],
      [[100, 0], [12, 100], 0, [100, 0]],
    ] as const)
      assert.deepEqual(chargedFor(prices, paid, moreCents), charged, `${prices} of ${paid} and ${moreCents}`);
  });

  test('whatever is recorded, paid is worth and due and kept, and paying back leaves what is worth and due for others', () => {
    const cents = fc.integer({ min: 0, max: 100 });
    const anyTicket = fc.record({
      state: fc.constantFrom<TicketMoney['state'][]>('valid', 'admitted', 'expired', 'void', 'cancelled'),
      priceCents: cents,
      chargedCents: cents,
      paidBackCents: cents,
      underWayCents: cents,
    });
    const anyArticle = fc.tuple(cents, fc.nat(3)).map(([price, standing]) => article(price, standing));
    const anyFacts = fc.record({
      articles: fc.array(anyArticle, { maxLength: 2 }),
      tickets: fc.array(anyTicket, { maxLength: 5 }),
      paid: fc.integer({ min: -50, max: 500 }),
      dues: cents,
      underWay: cents,
    });
    fc.assert(
      fc.property(anyFacts, ({ tickets, articles, paid, dues, underWay }) => {
        const given = facts(tickets, paid, { articles, dues, underWay });
        const { worth, due, kept } = accountOf(given);
        assert.equal(paid, worth + due + kept);
        assert.ok(due >= 0);
        const payable = payableOf(given);
        const after = accountOf({ ...given, paid: paid - payable, dues: dues - Math.min(payable, dues) });
        if (payable > 0)
          assert.deepEqual(after, {
            worth,
            paid: paid - payable,
            due: due - Math.min(payable, dues),
            kept: Math.min(kept, 0),
          });
      }),
    );
  });
});
