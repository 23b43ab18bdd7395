import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { ConfirmationCodes, KeyRing } from '../../src/codes/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import type { CalendarDay } from '../../src/core/calendar-day.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { Gate } from '../../src/gate/index.ts';
import { MuseumDays } from '../../src/hours/index.ts';
import { settingsOf } from '../../src/settings/index.ts';
import type { Queries, SqlValue } from '../../src/store/index.ts';
import { findArrivals, findDayFigures, findWhereabouts } from '../../src/visits/index.ts';

const DAY = TODAY as CalendarDay;
const INSIDE = 5_000;

describeOnEachDatabase((openMuseum) => {
  it('is read in parts, between which others are served, and counted like one', async (test) => {
    const museum = await openMuseum(test);
    await fill(museum);
    const watched = watch(museum.store);
    const whereabouts = await findWhereabouts(watched.queries, [DAY]);
    assert.equal(new Set(whereabouts.map(({ ticketId }) => ticketId)).size, INSIDE);
    assert.ok(whereabouts.every(({ is, gate }) => is === 'inside' && gate === 'East door'));
    assert.ok(watched.mostRows <= 2_001, `${watched.mostRows} rows at once`);
    const { events, quarterHours } = await findDayFigures(watched.queries, DAY);
    assert.deepEqual(events, [{ eventId: null, admitted: INSIDE, left: 0 }]);
    assert.deepEqual(
      quarterHours.map((quarter) => [quarter.in, quarter.out]),
      [[INSIDE, 0]],
    );
    const arrivals = await findArrivals(watched.queries, DAY);
    assert.ok(arrivals.length > 1);
    assert.equal(
      arrivals.reduce((sum, { count }) => sum + count, 0),
      INSIDE,
    );
  });
});

describeOnDatabase((openMuseum) => {
  it('takes one batch of offline scans at a time, and serves others in between', async (test) => {
    const { store, clock } = await openMuseum(test);
    const options = {
      store,
      clock,
      days: new MuseumDays(store, clock, 'Europe/Berlin'),
      timeZone: 'Europe/Berlin',
    };
    const codes = await ConfirmationCodes.open(store, clock);
    const now = settingsOf({}, { 'entry/reentry': 'never', 'entry/early': 0, 'entry/late': 0 });
    const gate = new Gate({ ...options, settings: { now }, keys: new KeyRing(store), codes });
    const happened: string[] = [];
    const transaction = store.transaction.bind(store);
    test.mock.method(store, 'transaction', (work: Parameters<typeof transaction>[0]) => {
      happened.push('begins');
      return transaction(work).finally(() => happened.push('ends'));
    });
    let isOver = false;
    const turn = () => {
      happened.push('turn');
      if (!isOver) setImmediate(turn);
    };
    turn();
    const scan = () => ({ checkInId: uuidV7(0), code: 'x', at: clock.now(), verdict: 'refused' }) as const;
    await Promise.all([1, 2, 3].map(() => gate.recordBatch(OPERATOR, [scan()])));
    isOver = true;
    const order = happened.join(' ');
    assert.equal(happened.filter((what) => what === 'begins').length, 3);
    assert.doesNotMatch(order, /begins (turn )*begins/);
    assert.doesNotMatch(order, /ends begins/);
  });
});

/** Tickets like one that was admitted, and admissions like its own. */
async function fill(museum: Museum): Promise<void> {
  const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
  await museum.api('POST', '/check-ins', { body: { ticketId, gate: 'East door' } });
  const { store, clock } = museum;
  const [ticket] = (await store.all('SELECT * FROM tickets')) as [Row];
  const [checkIn] = (await store.all('SELECT * FROM check_ins')) as [Row];
  const copies = Array.from({ length: INSIDE - 1 }, (_, index) => ({
    number: Number(ticket.number) + index + 1,
    ticket_id: uuidV7(clock.now()),
  }));
  await store.transaction(async (tx) => {
    const tickets = copies.map((copy) => Object.values({ ...ticket, ...copy }));
    await tx.insert('tickets', Object.keys(ticket), tickets);
    const checkIns = copies.map((copy) =>
      Object.values({ ...checkIn, ...copy, check_in_id: uuidV7(clock.now()) }),
    );
    await tx.insert('check_ins', Object.keys(checkIn), checkIns);
  });
}

function watch(store: Queries) {
  const watched = {
    mostRows: 0,
    queries: {
      get: store.get.bind(store),
      all: async (sql, values) => {
        const rows = await store.all(sql, values);
        watched.mostRows = Math.max(watched.mostRows, rows.length);
        return rows;
      },
    } as Queries,
  };
  return watched;
}

type Row = Record<string, SqlValue>;
