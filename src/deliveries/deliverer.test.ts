import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { type Lease, LeaseLost } from '../jobs/index.ts';
import {
  addDeliveries,
  countDeliveries,
  Deliverer,
  type DeliveryOutcome,
  deliveryIdOf,
  failSomeWaiting,
  findDelivery,
  type NewDelivery,
  sendAgain,
  sendSomeFailedAgain,
} from './index.ts';

/** A deliverer whose steps the test runs, with `count` deliveries to one receiver, which are sent one at a time. */
async function open(test: TestContext, count: number) {
  const [store, clock] = [await temporaryStore(test), manualClock()];
  const sent: string[] = [];
  const ends: ((outcome?: Partial<DeliveryOutcome>) => void)[] = [];
  test.after(() => {
    for (const end of ends) end();
  });
  let receivers = ['a'];
  const channel = {
    ...{ name: 'webhook' as const, concurrency: 1, timeoutMs: 60_000 },
    receivers: async () => receivers,
    send: ({ subject }: { subject: string }, signal: AbortSignal) =>
      new Promise<DeliveryOutcome>((resolve) => {
        sent.push(subject);
        const end = (more = {}) =>
          resolve({ state: 'delivered', answer: 'HTTP 200', ...more } as DeliveryOutcome);
        ends.push(end);
        signal.addEventListener('abort', () => end({ state: 'failed' }));
      }),
  };
  const deliverer = new Deliverer(channel, { store, clock, log: pino({ level: 'silent' }) });
  const { job } = deliverer;
  const now = clock.now();
  const messages = Array.from({ length: count }, (_, number) => ({
    ...{ deliveryId: deliveryIdOf(now, number, number), channel: 'webhook' as const, receiver: 'a' },
    ...{ kind: 'ticket.sold', subject: `${number}`, content: '{}', madeAt: now },
  }));
  await store.transaction((tx) => addDeliveries(tx, messages, now));
  const held: Lease = { isHeld: () => true, transaction: (work) => store.transaction(work) };
  const lost: Lease = { isHeld: () => false, transaction: () => Promise.reject(new LeaseLost('send')) };
  return {
    ...{ store, deliverer, sent, now, messages },
    /** Ends the attempt of that number, counted from 0. */
    end: (attempt: number, outcome: Partial<DeliveryOutcome> = {}) => ends[attempt]?.(outcome),
    setReceivers: (some: string[]) => {
      receivers = some;
    },
    step: () => job.step(held),
    losingStep: () => assert.rejects(job.step(lost), LeaseLost),
    count: () => countDeliveries(store, 'webhook', 'a'),
  };
}

test('a delivery that takes long is sent once, however many steps run meanwhile', async (t) => {
  const { sent, end, step, count } = await open(t, 1);
  await step();
  await step();
  end(0);
  while (await step());
  assert.deepEqual(sent, ['0']);
  assert.equal((await count()).delivered, 1);
});

test('what waits for a receiver that went away is sent once it is back', async (t) => {
  const { sent, end, step, setReceivers, count } = await open(t, 2);
  await step();
  setReceivers([]);
  await step();
  end(0);
  await step();
  assert.deepEqual(sent, ['0'], 'nobody is there to be told');
  setReceivers(['a']);
  await step();
  end(1);
  while (await step());
  assert.deepEqual(sent, ['0', '1']);
  assert.equal((await count()).delivered, 2);
});

test('after losing its lease it sends nothing from memory, which another instance may have sent', async (t) => {
  const { store, sent, step, losingStep, now } = await open(t, 2);
  await step();
  await losingStep();
  await store.transaction((tx) => failSomeWaiting(tx, 'webhook', 'a', 'sent by another', now));
  await step();
  assert.deepEqual(sent, ['0']);
});

test('after losing its lease and getting it again it sends what is not delivered', async (t) => {
  const { sent, end, step, losingStep, count } = await open(t, 2);
  await step();
  await losingStep();
  await step();
  end(1);
  await step();
  end(2);
  while (await step());
  assert.deepEqual(sent, ['0', '0', '1']);
  assert.equal((await count()).delivered, 2);
});

test('a delivery that staff gave up during an attempt stays failed, and has all attempts again when they retry it', async (t) => {
  const { store, sent, end, step, count, now, messages } = await open(t, 1);
  await step();
  await store.transaction((tx) => failSomeWaiting(tx, 'webhook', 'a', 'disabled', now));
  end(0);
  while (await step());
  assert.deepEqual({ ...(await count()) }, { waiting: 0, delivered: 0, failed: 1, dropped: 0 });
  const [delivery] = messages as [NewDelivery];
  const one = () => store.transaction((tx) => sendAgain(tx, delivery.deliveryId, now));
  const all = () => store.transaction((tx) => sendSomeFailedAgain(tx, 'webhook', 'a', now));
  for (const [index, send] of [one, all, one].entries()) {
    assert.equal(await send(), 1);
    const { state, attempts } = (await findDelivery(store, delivery.deliveryId)) ?? {};
    assert.deepEqual([state, attempts], ['waiting', 0]);
    await step();
    end(index + 1, { state: 'failed' });
    while (await step());
    assert.equal((await findDelivery(store, delivery.deliveryId))?.attempts, 1);
  }
  assert.deepEqual(sent, ['0', '0', '0', '0']);
});

test('an outcome that can’t be recorded any more is released once', async (t) => {
  const { end, step, losingStep } = await open(t, 1);
  let told = 0;
  await step();
  end(0, {
    release: () => {
      told += 1;
    },
  });
  await nextTurn();
  await losingStep();
  assert.equal(told, 1);
  await step();
  assert.equal(told, 1);
});

test('an outcome that comes while the service stops is recorded, and no other attempt begins', async (t) => {
  const { deliverer, sent, end, step, count } = await open(t, 2);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stepping = step();
  while (sent.length === 0) await nextTurn();
  const stopped = deliverer.stop();
  t.mock.timers.tick(100); // the step has looked, and looks once more
  await nextTurn();
  end(0);
  await Promise.all([stepping, stopped]);
  assert.deepEqual(sent, ['0']);
  const { delivered, waiting } = await count();
  assert.deepEqual([delivered, waiting], [1, 1]);
});

/** Plans deliveries about those subjects, in one transaction. */
async function planAbout(
  { store, now }: Awaited<ReturnType<typeof open>>,
  subjects: readonly string[],
  changesOf: (index: number) => Partial<NewDelivery>,
): Promise<void> {
  planned += 1;
  const planning = subjects.map((subject, index): NewDelivery => {
    const about = { deliveryId: deliveryIdOf(now, [planned, index], subject), channel: 'webhook' } as const;
    const rest = { receiver: 'a', kind: 'ticket', subject, content: '{}', madeAt: now };
    return { ...about, ...rest, ...changesOf(index) };
  });
  await store.transaction((tx) => addDeliveries(tx, planning, now));
}
let planned = 0;

test('a thousand for one recipient hold up nobody else, nor do those that let others go first, however many', async (t) => {
  const service = await open(t, 0);
  const { sent, end, step, setReceivers } = service;
  const thousand = Array.from({ length: 1_000 }, (_, index) => `${index}`);
  const late = thousand.map((subject) => `late ${subject}`);
  await planAbout(service, late, (recipientHash) => ({ recipientHash, letsOthersFirst: true }));
  await planAbout(service, thousand, () => ({ recipientHash: 1_000 }));
  const next = async () => {
    end(sent.length - 1);
    await step();
    return sent.at(-1);
  };
  assert.equal(await next(), '0');
  await planAbout(service, ['another'], () => ({ recipientHash: 1_001 }));
  assert.equal(await next(), '1', 'it was the next one in memory');
  assert.equal(await next(), 'another');
  assert.equal(await next(), '2');
  setReceivers([]);
  await step();
});

test('what lets others go first does so no more once something else is to be sent about the same', async (t) => {
  const service = await open(t, 0);
  const { sent, end, step } = service;
  const plan = (subject: string, letsOthersFirst: boolean) =>
    planAbout(service, [subject], () => ({ recipientHash: 7, letsOthersFirst }));
  await plan('other order', true);
  await plan('order', true);
  await plan('order', false);
  for (let count = 0; count < 3; count += 1) {
    await step();
    end(count);
  }
  assert.deepEqual(sent, ['order', 'order', 'other order']);
});
