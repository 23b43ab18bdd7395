import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { termsIn } from '../../fixtures/offer-terms.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { addAccount } from '../accounts/index.ts';
import { setArticles } from '../articles/index.ts';
import { ConfirmationCodes } from '../codes/confirmation-code.ts';
import { ensureSigningKey } from '../codes/signing-keys.ts';
import { OPERATOR } from '../core/actor.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { makeDiscounts } from '../discounts/index.ts';
import { GiftCodes } from '../gifts/index.ts';
import { type Kept, RequestHashes } from '../idempotency/index.ts';
import { setDayCapacity } from '../offers/index.ts';
import { type Store, StoreUnavailable, type Transaction } from '../store/index.ts';
import { ContactHashes, type Ticket } from '../tickets/index.ts';
import { HoldClock } from './holds.ts';
import type { Buyer, Sale, SaleRequest, Seller, WantedItem } from './order.ts';
import { Till } from './till.ts';

/** On SQLite. Version 1.0 needed one less, as it did not keep the weeks of the past. */
const STATEMENTS = { ofTicket: 12, ofOrder: 16 };
const ON_SALE = {
  names: {},
  description: null,
  suggestedCents: [],
  leastCents: null,
  mostCents: null,
} as const;
const [GUIDE, ROOF] = [
  { ...ON_SALE, article: 'guide', kind: 'extra', name: 'Audio guide', priceCents: 400, vat: null },
  { ...ON_SALE, article: 'roof', kind: 'donation', name: 'The roof', priceCents: null, vat: null },
] as const;
const WANTED = [
  { article: 'guide', quantity: 2, position: 1 },
  { article: 'roof', quantity: 1, priceCents: 500, position: 2 },
];
/** What a sale writes to. */
const TABLES = [
  'tickets',
  'orders',
  'sold_articles',
  'discount_codes',
  'slots',
  'contacts',
  'payments',
  'journal',
];
const TOMORROW = calendarDay('2027-03-02');

describe('the till', () => {
  it('sells purchases that arrive together in one transaction', async (test) => {
    const { store, till, order } = await openTill(test);
    await till.sell(order()); // reserves numbers
    const transactions = countTransactions(test, store);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => till.sell(order())));
    assert.equal(transactions(), 1);
    assert.equal(outcomes.map(ticketOf).length, 50);
    assert.equal(till.ticketsSold, 51);
    assert.equal(await soldTickets(store), 51);
  });

  it('reserves numbers once on SQLite, where nobody else sells, however seldom it does', async (test) => {
    const { store, till, order, clock } = await openTill(test);
    await till.sell(order());
    const transactions = countTransactions(test, store);
    clock.advance(86_400_000 / 2);
    ticketOf(await till.sell(order()));
    assert.equal(transactions(), 1);
  });

  it('says that a ticket is sold only when another connection can read it', async (test) => {
    const { store, till, order } = await openTill(test);
    const outcomes = Array.from({ length: 300 }, async () => {
      const { ticketId } = ticketOf(await till.sell(order()));
      return store.get('SELECT 1 AS sold FROM tickets WHERE ticket_id = ?', [ticketId]);
    });
    for (const row of await Promise.all(outcomes)) assert.equal(row?.sold, 1);
  });

  it('sells to the others when one purchase can’t be sold', async (test) => {
    const { store, till, order } = await openTill(test);
    const broken = order({ email: null as unknown as string });
    const outcomes = await Promise.allSettled(
      [order(), broken, order(), order()].map((each) => till.sell(each)),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal(await soldTickets(store), 3);
    ticketOf(await till.sell(order()));
  });

  it('gives each line of a batch its own outcome, in its own place', async (test) => {
    const { till, order } = await openTill(test);
    const days = ['2027-03-02', '2027-02-28', '2027-03-01', '2026-12-31', '9999-12-31'];
    const outcomes = await Promise.all(days.map((day) => till.sell(order({ day: calendarDay(day) }))));
    assert.deepEqual(
      outcomes.map((outcome) => (outcome instanceof Refusal ? outcome.kind : ticketOf(outcome).day)),
      ['2027-03-02', 'date-past', '2027-03-01', 'date-past', 'too-far-ahead'],
    );
  });

  it('sells once for an idempotency key that comes twice in a batch, and refuses another use of it', async (test) => {
    const { store, till, order } = await openTill(test);
    const [first, again, other] = await Promise.all([
      till.sell(order({}, 'k')),
      till.sell(order({}, 'k')),
      till.sell(order({ phone: '112' }, 'k')),
    ]);
    assert.ok(first !== undefined && 'tickets' in first);
    assert.deepEqual(again, first);
    assert.ok(other instanceof Refusal);
    assert.equal(other.kind, 'idempotency-key-reused');
    assert.deepEqual(other.facts, { key: 'k' });
    assert.equal(await soldTickets(store), 1);
    const { kept } = (await till.sell(order({}, 'k'))) as Kept;
    assert.match(kept, /^sold ticket-general-/);
    assert.equal(kept, wordsOf(first));
    assert.equal(till.ticketsSold, 1);
  });

  it('keeps apart what accounts and doors sell together, under the same idempotency key too', async (test) => {
    const { store, till, order } = await openTill(test);
    await store.transaction((tx) => setDayCapacity({ tx, actor: OPERATOR, now: 0 }, TOMORROW, 3));
    const { accountId } = await addAccount(
      store,
      OPERATOR,
      { username: 'shop', password: 'correct horse', role: 'partner' },
      0,
    );
    const mine = order({}, 'k');
    const theirs: SaleRequest = {
      ...mine,
      seller: { accountId, role: 'partner', channel: 'api' },
      once: mine.once && { ...mine.once, accountId },
    };
    const atDesk: SaleRequest = { ...order(), seller: { ...mine.seller, channel: 'desk' } };
    const [first, , last] = await Promise.all([mine, atDesk, theirs].map((each) => till.sell(each)));
    assert.notDeepEqual(first, last);
    assert.equal(await soldTickets(store), 3);
    const kept = await store.all('SELECT made FROM kept_answers JOIN tickets ON ticket_id = made');
    assert.equal(kept.length, 2);
    const entries = await store.all<{ kind: string; account_id: string; channel: string }>(
      `SELECT kind, account_id, channel FROM journal WHERE kind IN ('tickets.sold', 'day.sold-out') ORDER BY position`,
    );
    assert.deepEqual(
      entries.map(({ kind, account_id, channel }) => [kind, account_id, channel]),
      [
        ['tickets.sold', mine.seller.accountId, 'api'],
        ['tickets.sold', mine.seller.accountId, 'desk'],
        ['tickets.sold', accountId, 'api'],
        ['day.sold-out', accountId, 'api'],
      ],
    );
  });

  it('keeps a refusal for an idempotency key, as its door wrote it', async (test) => {
    const { store, till, order } = await openTill(test);
    const past = { day: calendarDay('2027-02-28') };
    const outcome = await till.sell(order(past, 'k'));
    assert.equal((outcome as Refusal).kind, 'date-past');
    assert.deepEqual(await till.sell(order(past, 'k')), { kept: 'refused date-past' });
    assert.equal(await soldTickets(store), 0);
    assert.deepEqual(
      (await store.all('SELECT refused, made, answer FROM kept_answers')).map((row) => ({ ...row })),
      [{ refused: 1, made: null, answer: 'refused date-past' }],
    );
  });

  it('writes one entry in the journal for what a seller sold in a batch, and nothing about the buyers', async (test) => {
    const { store, till, order } = await openTill(test);
    await Promise.all([till.sell(order()), till.sell(order({ phone: '112' }))]);
    const [entry, ...others] = await store.all<{ kind: string; details: string }>(
      "SELECT kind, details FROM journal WHERE kind = 'tickets.sold'",
    );
    assert.deepEqual(others, []);
    const { tickets } = JSON.parse(entry?.details ?? '');
    const rows = await store.all('SELECT number FROM tickets ORDER BY number');
    assert.deepEqual(
      tickets,
      rows.map(({ number }) => number),
    );
    assert.doesNotMatch(JSON.stringify(entry), /example|112/);
  });

  it('sells to nobody whose role does not sell', async (test) => {
    const { store, till, order } = await openTill(test);
    const { seller, ...rest } = order();
    await assert.rejects(till.sell({ ...rest, seller: { ...seller, role: 'viewer' } }), {
      kind: 'forbidden',
      facts: { role: 'viewer', permission: 'sell-tickets' },
    });
    assert.equal(await soldTickets(store), 0);
  });

  it('asks the database no more for a ticket or an order than before codes and articles were sold', async (test) => {
    const { store, till, order } = await openTill(test);
    const terms = { language: 'en', paidBy: 'cash' } as const;
    await till.sell({ ...order({}, 'first'), order: terms }); // reserves numbers, and fills what is kept in memory
    const asked: string[] = [];
    watchStatements(test, store, (sql) => asked.push(sql));
    await till.sell(order({}, 'k'));
    assert.equal(asked.splice(0).length, STATEMENTS.ofTicket);
    await till.sell({ ...order({}, 'l'), order: terms });
    assert.equal(asked.length, STATEMENTS.ofOrder, asked.join('\n'));
  });

  it('sells with a code and articles all of it or nothing, at whichever statement it breaks off', async (test) => {
    const { store, till, order } = await openTill(test);
    await furnish(store);
    const wished = order({ quantity: 2 });
    const request = { ...wished, code: 'HALF-PRICE', articles: WANTED, order: { language: 'en' } } as const;
    await till.sell(order()); // reserves numbers
    const left = () => Promise.all(TABLES.map((table) => store.all(`SELECT * FROM ${table}`)));
    const before = await left();
    let [count, at] = [0, 1];
    watchStatements(test, store, () => {
      count += 1;
      if (count >= at) throw new Error('killed');
    });
    for (; ; at += 1) {
      count = 0;
      const outcome = await till.sell(request).catch((error: Error) => error);
      count = Number.NEGATIVE_INFINITY;
      if (!(outcome instanceof Error) || outcome.message !== 'killed') break;
      assert.deepEqual(await left(), before, `at statement ${at}`);
    }
    const [tickets, orders, sold, codes] = await left();
    assert.deepEqual([tickets?.length, orders?.length, sold?.length], [3, 1, 2]);
    assert.deepEqual(
      codes?.map((row) => (row as { used: number }).used),
      [2],
    );
    assert.ok(at > 8);
  });

  it('never gives a number or a code twice, after a restart either', async (test) => {
    const { store, till, order, restart } = await openTill(test);
    const sell = (at: Till) => Promise.all(Array.from({ length: 20 }, () => at.sell(order())));
    const outcomes = [await sell(till), await sell(restart()), await sell(restart())].flat();
    const codes = outcomes.map((outcome) => ticketOf(outcome).confirmationCode);
    assert.equal(new Set(codes).size, 60);
    const rows = await store.all('SELECT DISTINCT number FROM tickets');
    assert.equal(rows.length, 60);
  });

  it('gives no code again after the database was set back to what it was before the sale', async (test) => {
    const { store, till, order, restart, clock } = await openTill(test);
    const sell = async (at: Till) => {
      const outcomes = await Promise.all([at.sell(order()), at.sell(order())]);
      return outcomes.map((outcome) => ticketOf(outcome).confirmationCode);
    };
    const before = await store.get('SELECT next FROM ticket_numbers');
    const sold = await sell(till);
    await store.transaction(async (tx) => {
      await tx.run('DELETE FROM contacts');
      await tx.run('DELETE FROM tickets');
      await tx.run('UPDATE ticket_numbers SET next = ?', [before?.next ?? 0]);
    });
    clock.advance(1_000);
    assert.equal(new Set([...sold, ...(await sell(restart()))]).size, 4);
  });

  it('tells everyone when the database is away, and sells again when it is back', async (test) => {
    const { store, till, order } = await openTill(test);
    await till.sell(order());
    const away = test.mock.method(store, 'transaction', () => Promise.reject(new StoreUnavailable('gone')));
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => till.sell(order())));
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable);
    }
    assert.equal(away.mock.callCount(), 1, 'asked again for each');
    away.mock.restore();
    ticketOf(await till.sell(order()));
  });

  it('turns purchases away when too many wait already', async (test) => {
    const { store, till, order } = await openTill(test);
    const { promise, resolve } = Promise.withResolvers<void>();
    const { transaction } = store;
    test.mock.method(
      store,
      'transaction',
      async function (this: Store, work: Parameters<typeof transaction>[0]) {
        await promise;
        return transaction.call(this, work);
      },
    );
    const outcomes = Array.from({ length: 10_300 }, () =>
      till.sell(order()).catch((error: unknown) => error),
    );
    const refused = await outcomes.at(-1);
    assert.ok(refused instanceof Refusal);
    assert.equal(refused.kind, 'overloaded');
    assert.deepEqual(refused.facts, { work: 'purchases', waiting: 10_000 });
    resolve();
    const settled = await Promise.all(outcomes);
    const sold = settled.filter((outcome) => !(outcome instanceof Refusal));
    assert.ok(sold.length >= 10_000);
    assert.equal(await soldTickets(store), sold.length);
  });
});

async function openTill(test: TestContext) {
  const store = await temporaryStore(test);
  const clock = manualClock();
  const { accountId } = await addAccount(
    store,
    OPERATOR,
    { username: 'desk', password: 'correct horse', role: 'cashier' },
    clock.now(),
  );
  const seller: Seller = { accountId, role: 'cashier', channel: 'api' };
  const hashes = await RequestHashes.open(store, clock);
  await ensureSigningKey(store, clock.now());
  const contacts = await ContactHashes.open(store, clock);
  const open = () =>
    new Till(store, {
      clock,
      codes: new ConfirmationCodes(new Uint8Array(16)),
      giftCodes: new GiftCodes(new Uint8Array(32)),
      contacts,
      terms: termsIn(clock),
      holds: new HoldClock(clock),
    });
  const order = (changes: Partial<WantedItem & Buyer> = {}, key?: string): SaleRequest => {
    const { email = 'ada@example.com', phone, ...of } = changes;
    const item: WantedItem = { product: 'general', day: TOMORROW, quantity: 1, ...of };
    const buyer = { email, phone };
    const hash = hashes.of('buy', { item, buyer });
    return {
      seller,
      items: [item],
      buyer,
      once: key === undefined ? undefined : { accountId, key, hash, keep: wordsOf },
    };
  };
  return { store, clock, till: open(), order, restart: open };
}

/** Two articles and a code are on sale. */
function furnish(store: Store): Promise<unknown> {
  return store.transaction(async (tx) => {
    const context = { tx, actor: OPERATOR, now: 0 };
    const onSale = { withTicketFor: [], onSale: true, channels: ['desk'] } as const;
    await setArticles(context, [
      { ...GUIDE, ...onSale },
      { ...ROOF, ...onSale },
    ]);
    const terms = {
      scope: {},
      perOrder: null,
      validFrom: null,
      channels: null,
      kind: 'percent',
      value: 50,
    } as const;
    const use = { uses: 2, validTo: null, note: null };
    await makeDiscounts(context, { terms, sellers: null, use, codes: { code: 'HALF-PRICE' } });
  });
}

/** As an interface may write an answer. */
function wordsOf(outcome: Sale | Refusal): string {
  return outcome instanceof Refusal
    ? `refused ${outcome.kind}`
    : `sold ${ticketOf(outcome).confirmationCode}`;
}

/** The ticket that was sold. */
function ticketOf(outcome: Sale | Refusal | Kept): Ticket {
  assert.ok('tickets' in outcome);
  const [sold] = outcome.tickets;
  assert.ok(sold !== undefined);
  return sold.ticket;
}

/** Calls `told` before each statement, in transactions too. What it throws is what the database would have said. */
function watchStatements(test: TestContext, store: Store, told: (statement: string) => void): void {
  const { transaction, all, get } = store;
  const watched = (tx: Transaction) =>
    new Proxy(tx, {
      get(target, name: keyof Transaction) {
        const member = target[name];
        if (typeof member !== 'function') return member;
        return async (...args: [string]) => {
          told(args[0]);
          return Reflect.apply(member, target, args);
        };
      },
    });
  test.mock.method(store, 'transaction', function (this: Store, work: Parameters<typeof transaction>[0]) {
    return transaction.call(this, (tx) => work(watched(tx)));
  });
  for (const [name, ask] of Object.entries({ all, get }))
    test.mock.method(store, name as 'all', async function (this: Store, ...args: Parameters<typeof all>) {
      told(args[0]);
      return Reflect.apply(ask, this, args);
    });
}

function countTransactions(test: TestContext, store: Store): () => number {
  const watched = test.mock.method(store, 'transaction');
  return () => watched.mock.callCount();
}

async function soldTickets(store: Store): Promise<number> {
  const row = await store.get('SELECT count(*) AS count, (SELECT sum(sold) FROM slots) AS sold FROM tickets');
  assert.equal(Number(row?.sold), Number(row?.count), 'the ledger differs from the tickets');
  return Number(row?.count);
}
