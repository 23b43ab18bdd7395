import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryStore } from '../../test/support/temporary-store.ts';
import { addAccount } from '../accounts/index.ts';
import { ConfirmationCodes } from '../codes/confirmation-code.ts';
import { ensureSigningKey } from '../codes/signing-key-store.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { museumCalendar } from '../core/clock.ts';
import { uuidV7Source } from '../core/uuid.ts';
import type { Caller } from '../doors/api/caller.ts';
import { Problem } from '../doors/api/problems.ts';
import type { Answer } from '../http/answer.ts';
import { requestHash } from '../idempotency/idempotency.ts';
import { CommitUnknown, type Store, StoreUnavailable } from '../store/index.ts';
import type { Order } from './ring-up.ts';
import type { Purchase } from './ticket.ts';
import { Till } from './till.ts';

const TOMORROW = calendarDay('2027-03-02');

describe('the till', () => {
  it('rings up purchases that arrive together in one transaction', async (test) => {
    const { store, till, order } = await openTill(test);
    await till.sell(order()); // reserves numbers
    const transactions = countTransactions(test, store);
    const answers = await Promise.all(Array.from({ length: 50 }, () => till.sell(order())));
    assert.equal(transactions(), 1);
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal(await soldTickets(store), 51);
  });

  it('says that a ticket is sold only when another connection can read it', async (test) => {
    const { store, till, order } = await openTill(test);
    const outcomes = Array.from({ length: 300 }, async () => {
      const { body } = await till.sell(order());
      const { ticketId } = JSON.parse(body as string);
      return store.get('SELECT 1 AS sold FROM tickets WHERE ticket_id = ?', [ticketId]);
    });
    for (const row of await Promise.all(outcomes)) assert.equal(row?.sold, 1);
  });

  it('sells to the others when one order can’t be rung up', async (test) => {
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
    assert.equal((await till.sell(order())).status, 201);
  });

  it('gives each line of a batch its own outcome, in its own place', async (test) => {
    const { till, order } = await openTill(test);
    const days = ['2027-03-02', '2027-02-28', '2027-03-01', '2026-12-31', '9999-12-31'];
    const answers = await Promise.all(days.map((day) => till.sell(order({ ticketDate: calendarDay(day) }))));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 409, 201, 409, 201],
    );
    assert.deepEqual(
      answers.map(({ body }) => JSON.parse(body as string).ticketDate),
      ['2027-03-02', undefined, '2027-03-01', undefined, '9999-12-31'],
    );
  });

  it('sells once for an idempotency key that comes twice in a batch, and refuses another use of it', async (test) => {
    const { store, till, order } = await openTill(test);
    const [first, again, other] = await Promise.all([
      till.sell(order({}, 'k')),
      till.sell(order({}, 'k')),
      till.sell(order({ phone: '112' }, 'k')),
    ]);
    assert.deepEqual(again, first);
    assert.equal(other?.status, 422);
    assert.equal(await soldTickets(store), 1);
    assert.deepEqual(await till.sell(order({}, 'k')), first);
  });

  it('never gives a number or a code twice, after a restart either', async (test) => {
    const { store, till, order, restart } = await openTill(test);
    const sell = (at: Till) => Promise.all(Array.from({ length: 20 }, () => at.sell(order())));
    const answers = [await sell(till), await sell(restart()), await sell(restart())].flat();
    const codes = answers.map(({ body }: Answer) => JSON.parse(body as string).confirmationCode);
    assert.equal(new Set(codes).size, 60);
    const rows = await store.all('SELECT DISTINCT number FROM tickets');
    assert.equal(rows.length, 60);
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
    assert.equal((await till.sell(order())).status, 201);
  });

  it('sends everyone in the queue away when the database is, not only the first batch', async (test) => {
    const { store, till, order } = await openTill(test);
    await till.sell(order());
    const away = test.mock.method(store, 'transaction', () => Promise.reject(new StoreUnavailable('gone')));
    const outcomes = await Promise.allSettled(Array.from({ length: 600 }, () => till.sell(order())));
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable);
    }
    assert.equal(away.mock.callCount(), 1, 'asked again for the next batch');
    away.mock.restore();
    assert.equal((await till.sell(order())).status, 201);
  });

  it('tells only those it was ringing up that their outcome is not known', async (test) => {
    const { store, till, order } = await openTill(test);
    await till.sell(order());
    test.mock.method(store, 'transaction', () => Promise.reject(new CommitUnknown()));
    const outcomes = await Promise.allSettled(Array.from({ length: 600 }, () => till.sell(order())));
    const unknown = outcomes.map(
      (each) => each.status === 'rejected' && each.reason instanceof CommitUnknown,
    );
    assert.deepEqual([unknown[0], unknown[255], unknown[256], unknown[599]], [true, true, false, false]);
  });

  it('asks once when the database goes away while each order is rung up by itself', async (test) => {
    const { store, till, order } = await openTill(test);
    await till.sell(order());
    const failures = [new Error('an order that can’t be rung up'), new StoreUnavailable('gone')];
    const away = test.mock.method(store, 'transaction', () => Promise.reject(failures.shift()));
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => till.sell(order())));
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable);
    }
    assert.equal(away.mock.callCount(), 2);
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
    const refused = (await outcomes.at(-1)) as Problem;
    assert.ok(refused instanceof Problem && refused.slug === 'overloaded');
    assert.ok(Number(refused.headers['retry-after']) > 0);
    resolve();
    const settled = await Promise.all(outcomes);
    const sold = settled.filter((outcome) => !(outcome instanceof Problem));
    assert.ok(sold.length >= 10_000);
    assert.equal(await soldTickets(store), sold.length);
  });
});

async function openTill(test: TestContext) {
  const store = await temporaryStore(test);
  const clock = manualClock();
  const account = await addAccount(store, clock, {
    username: 'desk',
    password: 'correct horse',
    role: 'cashier',
  });
  const caller: Caller = account;
  await ensureSigningKey(store, clock.now());
  const open = () =>
    new Till(store, {
      clock,
      calendar: museumCalendar(clock, 'Europe/Berlin'),
      newId: uuidV7Source(clock),
      codes: new ConfirmationCodes(new Uint8Array(16)),
      currency: 'EUR',
      generalPriceCents: 1_200,
    });
  const order = (changes: Partial<Purchase> = {}, key?: string): Order => {
    const purchase: Purchase = {
      ticketType: 'general',
      ticketDate: TOMORROW,
      email: 'ada@example.com',
      ...changes,
    };
    const idempotent = key === undefined ? undefined : { caller, key, hash: requestHash('buy', purchase) };
    return { caller, purchase, idempotent };
  };
  return { store, till: open(), order, restart: open };
}

function countTransactions(test: TestContext, store: Store): () => number {
  const watched = test.mock.method(store, 'transaction');
  return () => watched.mock.callCount();
}

async function soldTickets(store: Store): Promise<number> {
  const row = await store.get(
    'SELECT count(*) AS count, (SELECT sum(sold) FROM general_days) AS sold FROM tickets',
  );
  assert.equal(Number(row?.sold), Number(row?.count), 'the ledger differs from the tickets');
  return Number(row?.count);
}
