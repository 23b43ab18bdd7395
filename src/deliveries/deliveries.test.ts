import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { DATABASES } from '../../fixtures/databases.ts';
import { type ManualClock, manualClock } from '../../fixtures/manual-clock.ts';
import { until } from '../../fixtures/until.ts';
import { jumpGuardedClock } from '../core/clock.ts';
import { isUuid, type Uuid } from '../core/uuid.ts';
import { Jobs, type Lease } from '../jobs/index.ts';
import { openStore, type Store, StoreUnavailable } from '../store/index.ts';
import { findDue } from './delivery-store.ts';
import {
  addDeliveries,
  addDeliveriesAgain,
  changeAll,
  countAllUndelivered,
  countDeliveries,
  countNeedingAttention,
  Deliverer,
  type Delivery,
  type DeliveryChannel,
  type DeliveryFilter,
  deleteExpiredDeliveries,
  deliveryIdOf,
  failSomeWaiting,
  findDeliveries,
  findDelivery,
  forgetOldRecipients,
  hasExpiredDeliveries,
  hasOldRecipients,
  type NewDelivery,
  redatingJob,
  retryDelay,
  retryDelayForDays,
  sendAgain,
  sendSomeFailedAgain,
} from './index.ts';

const SILENT = pino({ level: 'silent' });
const DAY_MS = 86_400_000;

function messages(clock: ManualClock, receiver: string, number: number): NewDelivery {
  return {
    deliveryId: deliveryIdOf(clock.now(), number, receiver, number),
    channel: 'webhook',
    receiver,
    kind: 'ticket.sold',
    subject: `${number}`,
    content: '{}',
    madeAt: clock.now(),
  };
}

async function plan(
  store: Store,
  clock: ManualClock,
  receiver: string,
  count: number,
): Promise<NewDelivery[]> {
  const planned = Array.from({ length: count }, (_, number) => messages(clock, receiver, number));
  await store.transaction((tx) => addDeliveries(tx, planned, clock.now()));
  return planned;
}

/** A service with nothing but this channel, running until the test ends. */
function run(
  test: TestContext,
  store: Store,
  clock: ManualClock,
  channel: Partial<DeliveryChannel>,
  log = SILENT,
) {
  const deliverer = new Deliverer(
    {
      name: 'webhook',
      concurrency: 4,
      timeoutMs: 5_000,
      receivers: async () => ['a', 'b'],
      send: async () => ({ state: 'delivered', answer: 'HTTP 200' }),
      ...channel,
    },
    { store, clock, log, shutdownGraceMs: 50 },
  );
  const jobs = new Jobs({ store, clock, log });
  jobs.add(deliverer.job);
  jobs.start();
  const stop = async () => {
    await deliverer.stop();
    await jobs.stop();
  };
  test.after(stop);
  return { deliverer, stop, wake: () => jobs.wake('send-webhook') };
}

for (const { name, withSchema } of DATABASES) {
  describe(`deliveries on ${name}`, () => {
    async function open(test: TestContext) {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      return { store, clock: manualClock() };
    }

    it('are each sent once, under their planned ids', async (t) => {
      const { store, clock } = await open(t);
      const planned = await plan(store, clock, 'a', 700);
      const sent: string[] = [];
      run(t, store, clock, {
        send: async ({ deliveryId }) => {
          sent.push(deliveryId);
          return { state: 'delivered', answer: 'HTTP 200' };
        },
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).delivered === 700);
      assert.deepEqual(sent.toSorted(), planned.map(({ deliveryId }) => deliveryId).toSorted());
    });

    it('about one subject are sent one after the other, in the order of planning', async (t) => {
      const { store, clock } = await open(t);
      const subjects = ['one', 'one', 'two', 'one', 'two'];
      const planned = subjects.map((subject, number) => ({ ...messages(clock, 'a', number), subject }));
      await store.transaction((tx) => addDeliveries(tx, planned, clock.now()));
      const sent: Delivery[] = [];
      const underWay: string[] = [];
      let together = 0;
      run(t, store, clock, {
        send: async (delivery) => {
          if (underWay.includes(delivery.subject)) together += 1;
          underWay.push(delivery.subject);
          sent.push(delivery);
          await endOfTurn();
          underWay.splice(underWay.indexOf(delivery.subject), 1);
          return { state: 'delivered', answer: 'HTTP 200' };
        },
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).delivered === 5);
      assert.equal(together, 0);
      for (const about of ['one', 'two']) {
        const idsOf = (all: readonly NewDelivery[]) =>
          all.filter(({ subject }) => subject === about).map(({ deliveryId }) => deliveryId);
        assert.deepEqual(idsOf(sent), idsOf(planned));
      }
    });

    it('to one receiver do not wait for another that hangs, and never exceed the concurrency', async (t) => {
      const { store, clock } = await open(t);
      await plan(store, clock, 'a', 50);
      await plan(store, clock, 'b', 300);
      const hanging = new Set<Delivery>();
      run(t, store, clock, {
        send: (delivery, signal) => {
          if (delivery.receiver === 'b') return Promise.resolve({ state: 'delivered', answer: 'HTTP 200' });
          hanging.add(delivery);
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ state: 'failed', answer: 'too late' }));
          });
        },
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'b')).delivered === 300);
      assert.equal(hanging.size, 4);
      assert.equal((await countDeliveries(store, 'webhook', 'a')).waiting, 50);
    });

    it('are loaded the longest due first, and of those the oldest', async (t) => {
      const { store, clock } = await open(t);
      const [first, second, third] = [0, 1, 2].map((number) => messages(clock, 'a', number));
      for (const [deliveries, dueAt] of [
        [[second, first], 2],
        [[third], 1],
      ] as [NewDelivery[], number][])
        await store.transaction((tx) => addDeliveries(tx, deliveries, dueAt));
      const due = await findDue(store, { channel: 'webhook', receiver: 'a', now: 2, limit: 9 });
      assert.deepEqual(
        due.map(({ subject }) => subject),
        ['2', '0', '1'],
      );
    });

    it('are loaded by turns: the first for each recipient before the second for any, and some after all others', async (t) => {
      const { store, clock } = await open(t);
      const [late, one, other] = [{ recipientHash: 1, letsOthersFirst: true }, { recipientHash: 2 }, {}];
      const wanted = [late, late, one, one, one, one, other, { recipientHash: 3 }, { recipientHash: 3 }];
      const planning = wanted.map((changes, number) => ({ ...messages(clock, 'a', number), ...changes }));
      for (const each of planning) await store.transaction((tx) => addDeliveries(tx, [each], clock.now()));
      const question = { channel: 'webhook', receiver: 'a', now: clock.now() } as const;
      const due = await findDue(store, { ...question, limit: 9 });
      const subjects = due.map(({ subject }) => Number(subject));
      assert.deepEqual(subjects, [2, 6, 7, 3, 8, 4, 5, 0, 1]);
      assert.deepEqual((await findDue(store, { ...question, limit: 4 })).length, 4);
    });

    it('name their recipient for an hour after they were sent', async (t) => {
      const { store, clock } = await open(t);
      const known = async () =>
        (await store.all<{ hash: number }>('SELECT recipient_hash AS hash FROM deliveries')).map(
          ({ hash }) => hash,
        );
      const planned = { ...messages(clock, 'a', 1), recipientHash: 2 ** 47 };
      await store.transaction((tx) => addDeliveries(tx, [planned], clock.now()));
      run(t, store, clock, {});
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).delivered === 1);
      clock.advance(3_600_000 - 1);
      assert.equal(await hasOldRecipients(store, clock), false);
      clock.advance(1);
      assert.equal(await hasOldRecipients(store, clock), true);
      await store.transaction((tx) => forgetOldRecipients(tx, clock));
      assert.deepEqual(await known(), [null]);
    });

    it('that take too long are aborted', async (t) => {
      const { store, clock } = await open(t);
      await plan(store, clock, 'a', 1);
      run(t, store, clock, {
        timeoutMs: 20,
        send: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ state: 'failed', answer: 'too late' }));
          }),
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).failed === 1);
    });

    it('are retried when they are due, and not before', async (t) => {
      const { store, clock } = await open(t);
      const [first] = (await plan(store, clock, 'a', 1)) as [NewDelivery];
      let attempts = 0;
      const { wake } = run(t, store, clock, {
        send: async () => {
          attempts += 1;
          return attempts === 1
            ? { state: 'waiting', inMs: 5_000, answer: 'HTTP 500' }
            : { state: 'delivered', answer: 'HTTP 204' };
        },
      });
      await until(async () => (await findDelivery(store, first.deliveryId))?.attempts === 1);
      const { state, nextAt, answer } = (await findDelivery(store, first.deliveryId)) as Delivery;
      assert.deepEqual([state, nextAt, answer], ['waiting', clock.now() + 5_000, 'HTTP 500']);
      wake();
      await sleep(200);
      assert.equal(attempts, 1);
      clock.advance(5_000);
      wake();
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).delivered === 1);
      assert.equal(attempts, 2);
    });

    it('are not begun once another instance may have the job', async (t) => {
      const { store, clock } = await open(t);
      await plan(store, clock, 'a', 1);
      let begun = 0;
      const send: DeliveryChannel['send'] = async () => {
        begun += 1;
        return { state: 'delivered', answer: 'HTTP 200' };
      };
      const channel: DeliveryChannel = {
        name: 'webhook',
        concurrency: 4,
        timeoutMs: 5_000,
        receivers: async () => ['a'],
        send,
      };
      const { job } = new Deliverer(channel, { store, clock, log: SILENT });
      const answers = [true, false]; // it is lost while the step fetches what is due
      const lease: Lease = {
        isHeld: () => answers.shift() ?? false,
        transaction: (work) => store.transaction(work),
      };
      await job.step(lease);
      assert.deepEqual([begun, answers], [0, []]);
    });

    it('in flight when the service stops keep waiting, and are sent by the next instance under the same id', async (t) => {
      const { store, clock } = await open(t);
      const [first] = (await plan(store, clock, 'a', 1)) as [NewDelivery];
      const sent: string[] = [];
      const hanging = run(t, store, clock, {
        send: (delivery, signal) => {
          sent.push(delivery.deliveryId);
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ state: 'failed', answer: 'too late' }));
          });
        },
      });
      await until(async () => sent.length === 1);
      await hanging.stop();
      const { state, attempts } = (await findDelivery(store, first.deliveryId)) as Delivery;
      assert.deepEqual([state, attempts], ['waiting', 0]);
      run(t, store, clock, {
        send: async ({ deliveryId }) => {
          sent.push(deliveryId);
          return { state: 'delivered', answer: 'HTTP 200' };
        },
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).delivered === 1);
      assert.deepEqual(sent, [first.deliveryId, first.deliveryId]);
    });

    it('that fail because of the service are retried for three days, and hold up no other', async (t) => {
      const { store, clock } = await open(t);
      const [first, second] = (await plan(store, clock, 'a', 2)) as [NewDelivery, NewDelivery];
      run(t, store, clock, {
        send: async ({ deliveryId }) => {
          if (deliveryId === first.deliveryId) throw new TypeError('no such thing');
          return { state: 'delivered', answer: 'HTTP 200' };
        },
      });
      const stateOf = async (id: Uuid) => (await findDelivery(store, id)) as Delivery;
      await until(async () => (await stateOf(second.deliveryId)).state === 'delivered');
      await until(async () => (await stateOf(first.deliveryId)).attempts === 1);
      assert.equal((await stateOf(first.deliveryId)).state, 'waiting');
      clock.advance(3 * DAY_MS + 1);
      await until(async () => (await stateOf(first.deliveryId)).state === 'failed');
      const { answer } = await stateOf(first.deliveryId);
      assert.equal(answer, 'An internal error occurred (TypeError). The service’s log has the details.');
    });

    it('that fail because the database is unavailable are logged once, as a warning', async (t) => {
      const { store, clock } = await open(t);
      const lines: { level: number; reason?: string; msg: string }[] = [];
      const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
      const planned = await plan(store, clock, 'a', 20);
      const send = () => Promise.reject(new StoreUnavailable('the database can’t be reached'));
      run(t, store, clock, { send }, log);
      const attemptsOf = async ({ deliveryId }: NewDelivery) =>
        ((await findDelivery(store, deliveryId)) as Delivery).attempts;
      for (const each of planned) await until(async () => (await attemptsOf(each)) === 1);
      const [{ level, reason, msg } = {}, ...others] = lines;
      assert.deepEqual(
        { level, reason, msg, others },
        {
          level: 40,
          reason: 'the database can’t be reached',
          msg: 'deliveries are waiting for the database',
          others: [],
        },
      );
    });

    it('are logged when a receiver fails, and when it works again', async (t) => {
      const { store, clock } = await open(t);
      const lines: { level: number; receiver: string; reason?: string; msg: string }[] = [];
      const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
      await plan(store, clock, 'a', 20);
      await plan(store, clock, 'b', 20);
      let isAway = true;
      const { wake } = run(
        t,
        store,
        clock,
        {
          send: async ({ receiver, subject }) => {
            if (receiver === 'a' && isAway)
              return {
                state: 'waiting',
                inMs: 5_000,
                answer: 'HTTP 500: ada@example.com',
                trouble: 'HTTP 500',
              };
            // A failure of the delivery itself, not of the receiver.
            return { state: subject === '0' ? 'failed' : 'delivered', answer: '' };
          },
        },
        log,
      );
      await until(async () => (await countDeliveries(store, 'webhook', 'b')).waiting === 0);
      await until(async () => (await store.all('SELECT 1 FROM deliveries WHERE attempts = 1')).length === 40);
      isAway = false;
      clock.advance(5_000);
      wake();
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).waiting === 0);
      assert.deepEqual(
        lines.map(({ level, receiver, reason, msg }) => [level, receiver, reason, msg]),
        [
          [40, 'a', 'HTTP 500', 'a receiver accepts nothing; trying again later'],
          [30, 'a', undefined, 'a receiver accepts deliveries again'],
        ],
      );
    });

    it('that wait or have failed are counted by channel', async (t) => {
      const { store, clock } = await open(t);
      await plan(store, clock, 'a', 3);
      await plan(store, clock, 'b', 2);
      run(t, store, clock, {
        receivers: async () => ['a'],
        send: async ({ subject }) => ({ state: subject === '0' ? 'delivered' : 'failed', answer: '' }),
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).waiting === 0);
      assert.deepEqual(await countAllUndelivered(store), [
        { channel: 'webhook', state: 'waiting', count: 2 },
        { channel: 'webhook', state: 'failed', count: 2 },
        { channel: 'mail', state: 'waiting', count: 0 },
        { channel: 'mail', state: 'failed', count: 0 },
      ]);
    });

    it('of a state are found among thousands of others, without holding up other work', async (t) => {
      const { store, clock } = await open(t);
      const planned = await plan(store, clock, 'a', 4_500);
      await plan(store, clock, 'b', 10);
      const ids = planned.map(({ deliveryId }) => deliveryId).sort();
      const failed = [ids[3], ids[2_500], ids[4_400]] as [Uuid, Uuid, Uuid];
      await store.transaction((tx) =>
        tx.run(
          `UPDATE deliveries SET state = 'failed', next_at = NULL, settled_at = 1 WHERE delivery_id IN (?, ?, ?)`,
          failed,
        ),
      );
      const find = async (more: Partial<DeliveryFilter> = {}) => {
        const question = { channel: 'webhook', receiver: 'a', state: 'failed', limit: 10, ...more } as const;
        return (await findDeliveries(store, question)).map(({ deliveryId }) => deliveryId);
      };
      let turns = 0;
      const count = () => {
        turns += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      assert.deepEqual(await find(), failed.toReversed());
      clearImmediate(next);
      assert.ok(turns >= 2, `${turns} turns`);
      assert.deepEqual(await find({ limit: 2 }), [failed[2], failed[1]]);
      assert.deepEqual(await find({ before: failed[1] }), [failed[0]]);
      assert.deepEqual(await find({ state: 'delivered' }), []);
      assert.equal((await find({ state: 'waiting', limit: 5_000 })).length, 4_497);
    });

    it('are sent again on request, whether they are still stored or not', async (t) => {
      const { store, clock } = await open(t);
      const planned = await plan(store, clock, 'a', 2);
      run(t, store, clock, {});
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).delivered === 2);
      clock.advance(1);
      const [, second] = planned as [NewDelivery, NewDelivery];
      const { stop } = run(t, store, clock, { receivers: async () => [] });
      await stop();
      assert.equal(await store.transaction((tx) => sendAgain(tx, second.deliveryId, clock.now())), 1);
      const third = messages(clock, 'c', 1);
      await store.transaction((tx) => addDeliveriesAgain(tx, [second, third], clock.now()));
      assert.equal((await findDelivery(store, third.deliveryId))?.state, 'waiting');
    });

    it('that failed this week, or are an hour late, are counted as needing attention', async (t) => {
      const { store, clock } = await open(t);
      const trouble = () => countNeedingAttention(store, 'webhook', clock.now());
      await plan(store, clock, 'a', 3);
      await plan(store, clock, 'b', 2);
      assert.equal(await trouble(), 0);
      const { stop } = run(t, store, clock, {
        receivers: async () => ['a'],
        send: async ({ subject }) => ({ state: subject === '0' ? 'delivered' : 'failed', answer: '' }),
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).waiting === 0);
      await stop();
      assert.equal(await trouble(), 2);
      clock.advance(3_600_000);
      assert.equal(await trouble(), 4);
      assert.equal(await countNeedingAttention(store, 'mail', clock.now()), 0);
      clock.advance(7 * DAY_MS);
      assert.equal(await trouble(), 2);
    });

    it('that were planned, postponed or dropped while the clock was ahead are due once it is right again', async (t) => {
      const { store, clock } = await open(t);
      const job = redatingJob(store, clock);
      const lease: Lease = { isHeld: () => true, transaction: (work) => store.transaction(work) };
      assert.equal(await job.hasWork?.(), false);
      const right = await plan(store, clock, 'b', 1);
      clock.setAhead(30 * DAY_MS);
      const planned = await plan(store, clock, 'a', 4);
      const { stop } = run(t, store, clock, {
        receivers: async () => ['a'],
        send: async ({ subject }) => {
          if (subject === '0') return { state: 'waiting', inMs: 60_000, answer: 'HTTP 500' };
          if (subject === '1') return { state: 'dropped', answer: 'The day of the ticket has passed.' };
          return { state: subject === '2' ? 'failed' : 'delivered', answer: '' };
        },
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).delivered === 1);
      await stop();
      const fresh = await plan(store, clock, 'c', 1);
      assert.equal(await job.hasWork?.(), false, 'as long as it is ahead');
      clock.setAhead(-30 * DAY_MS);
      assert.equal(await job.hasWork?.(), true);
      assert.equal(await job.step(lease), false);
      assert.equal(await job.hasWork?.(), false);
      const stateOf = async ({ deliveryId }: NewDelivery) => {
        const { state, attempts, nextAt } = (await findDelivery(store, deliveryId)) as Delivery;
        return `${state} ${attempts} ${(nextAt ?? 0) <= clock.now() ? '' : 'later'}`.trim();
      };
      assert.deepEqual(await Promise.all([...right, ...planned, ...fresh].map(stateOf)), [
        'waiting 0',
        'waiting 1',
        'waiting 0',
        'failed 1',
        'delivered 1',
        'waiting 0',
      ]);
    });

    it('that were postponed by a service whose clock was ahead are due when another starts', async (t) => {
      const { store, clock } = await open(t);
      clock.setAhead(DAY_MS);
      await plan(store, clock, 'a', 1);
      clock.setAhead(-DAY_MS);
      assert.equal(await redatingJob(store, clock).hasWork?.(), true);
    });

    it('that have failed are sent again some thousands at a time, until all are', async (t) => {
      const { store, clock } = await open(t);
      await plan(store, clock, 'a', 5_001);
      await plan(store, clock, 'b', 1);
      await store.transaction((tx) =>
        tx.run(`UPDATE deliveries SET state = 'failed', attempts = 10, next_at = NULL, settled_at = 1`),
      );
      const sent: number[] = [];
      const all = await changeAll(async () => {
        sent.push(await store.transaction((tx) => sendSomeFailedAgain(tx, 'webhook', 'a', clock.now())));
        return sent.at(-1) as number;
      });
      assert.deepEqual([all, sent], [5_001, [5_000, 1]]);
      assert.equal((await countDeliveries(store, 'webhook', 'a')).waiting, 5_001);
      assert.equal((await countDeliveries(store, 'webhook', 'b')).failed, 1);
    });

    it('are deleted 30 days after they arrived, and 90 after they failed', async (t) => {
      const { store, clock } = await open(t);
      await plan(store, clock, 'a', 3);
      const { stop } = run(t, store, clock, {
        send: async ({ subject }) => ({
          state: (['failed', 'dropped'] as const)[Number(subject)] ?? 'delivered',
          answer: '',
        }),
      });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).waiting === 0);
      await stop();
      const forget = () => store.transaction((tx) => deleteExpiredDeliveries(tx, clock));
      clock.advance(30 * DAY_MS - 1);
      assert.equal(await hasExpiredDeliveries(store, clock), false);
      await forget();
      const all = { waiting: 0, delivered: 1, failed: 1, dropped: 1 };
      assert.deepEqual(await countDeliveries(store, 'webhook', 'a'), all);
      clock.advance(1);
      assert.equal(await hasExpiredDeliveries(store, clock), true);
      await forget();
      const left = { waiting: 0, delivered: 0, failed: 1, dropped: 0 };
      assert.deepEqual(await countDeliveries(store, 'webhook', 'a'), left);
      clock.advance(60 * DAY_MS);
      assert.equal(await hasExpiredDeliveries(store, clock), true);
      await forget();
      assert.equal((await countDeliveries(store, 'webhook', 'a')).failed, 0);
    });

    it('are deleted in batches, until none is left', async (t) => {
      const { store, clock } = await open(t);
      await plan(store, clock, 'a', 501);
      await store.transaction((tx) => failSomeWaiting(tx, 'webhook', 'a', '', clock.now()));
      clock.advance(90 * DAY_MS);
      const forget = () => store.transaction((tx) => deleteExpiredDeliveries(tx, clock));
      assert.deepEqual([await forget(), await forget()], [true, false]);
      assert.equal((await countDeliveries(store, 'webhook', 'a')).failed, 0);
    });

    it('are not deleted when the clock is set ahead, until it has been ahead for a day', async (t) => {
      const { store, clock } = await open(t);
      await plan(store, clock, 'a', 1);
      const { stop } = run(t, store, clock, { send: async () => ({ state: 'delivered', answer: '' }) });
      await until(async () => (await countDeliveries(store, 'webhook', 'a')).waiting === 0);
      await stop();
      const guarded = jumpGuardedClock(clock, 3_600_000);
      assert.equal(await hasExpiredDeliveries(store, guarded), false);
      clock.setAhead(31 * DAY_MS);
      assert.equal(await hasExpiredDeliveries(store, guarded), false);
      await store.transaction((tx) => deleteExpiredDeliveries(tx, guarded));
      assert.equal((await countDeliveries(store, 'webhook', 'a')).delivered, 1);
      clock.advance(DAY_MS);
      assert.equal(await hasExpiredDeliveries(store, guarded), true);
    });
  });
}

describe('a delivery’s id', () => {
  it('is a UUIDv7 that follows from the facts and rises with time', () => {
    const id = deliveryIdOf(1_800_000_000_000, 0, 'a', 1);
    assert.ok(isUuid(id));
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(deliveryIdOf(1_800_000_000_000, 0, 'a', 1), id);
    assert.notEqual(deliveryIdOf(1_800_000_000_000, 0, 'a', 2), id);
    assert.notEqual(deliveryIdOf(1_800_000_000_000, 0, 'a1'), id);
    assert.ok(deliveryIdOf(1_800_000_000_001, 0, 'a', 1) > id);
    assert.ok(deliveryIdOf(1_800_000_000_000, 1, 'a', 1) > id);
  });

  it('rises with the place in one order, and with the next order in the same millisecond', () => {
    const ids = [0, 1].flatMap((order) =>
      Array.from({ length: 500 }, (_, place) => deliveryIdOf(1_800_000_000_000, [order, place], 'a', place)),
    );
    assert.deepEqual(ids.toSorted(), ids);
    assert.ok(ids.every(isUuid));
  });
});

describe('a retry delay', () => {
  it('is the one of that attempt, give or take a tenth, and none after the last', () => {
    for (let times = 0; times < 100; times += 1) {
      const pause = retryDelay(2, [1_000, 60_000]) as number;
      assert.ok(pause >= 54_000 && pause <= 66_000, `${pause}`);
    }
    assert.equal(retryDelay(3, [1_000, 60_000]), undefined);
  });

  it('ends after three days, but not before the second attempt', () => {
    assert.equal(retryDelayForDays({ attempts: 1, madeAt: 0 }, 3 * DAY_MS + 1), undefined);
    for (const [attempts, now] of [
      [1, 3 * DAY_MS],
      [0, 30 * DAY_MS],
    ] as const)
      assert.notEqual(retryDelayForDays({ attempts, madeAt: 0 }, now), undefined);
  });
});
