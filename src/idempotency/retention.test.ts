import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { until } from '../../fixtures/until.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { Jobs } from '../jobs/index.ts';
import { type Store, StoreUnavailable } from '../store/index.ts';
import { keep as keepAll, recall } from './once.ts';
import { answersToSweep, sweepAnswers } from './retention.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock();
const log = pino({ level: 'silent' });
const accountId = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24' as Uuid;

test('drops every answer that has expired, however many, and none that has not', async (test) => {
  const store = await temporaryStore(test);
  await keep(store, 1_300, 'sale', 'old');
  clock.advance(HOUR_MS);
  await keep(store, 10, 'sale', 'new');
  clock.advance(47 * HOUR_MS);
  await swept(store);
  assert.equal(await countKept(store), 10);
  assert.equal(await answerTo(store, 'new-0'), 'sale');
  assert.equal(await answerTo(store, 'old-0'), undefined);
});

test('drops an answer that is kept for seconds as soon as these are over', async (test) => {
  const store = await temporaryStore(test);
  const request = { accountId, key: 'form', hash: 'x', keptMs: 10_000, keep: () => 'sale' };
  await keep(store, 1, 'sale', 'sold');
  await store.transaction((tx) => keepAll(tx, [{ request, outcome: 'sale' }], clock.now()));
  clock.advance(9_999);
  assert.equal(await answersToSweep(store, clock.now()), false);
  clock.advance(1);
  await swept(store);
  assert.deepEqual([await countKept(store), await answerTo(store, 'sold-0')], [1, 'sale']);
});

test('keeps only the newest refusals when there are too many, and every sale', async (test) => {
  const store = await temporaryStore(test);
  for (let second = 0; second < 20; second++) {
    await keep(store, 2, 'refusal', `refused-${second}`);
    await keep(store, 1, 'sale', `sold-${second}`);
    clock.advance(1_000);
  }
  await swept(store, 10);
  assert.equal(await countKept(store), 20 + 10);
  assert.equal(await answerTo(store, 'refused-14-1'), undefined);
  assert.equal(await answerTo(store, 'refused-15-0'), 'refusal');
  assert.equal(await answerTo(store, 'sold-0-0'), 'sale');
});

test('drops only a part of them at a time', async (test) => {
  const store = await temporaryStore(test);
  await keep(store, 1_200, 'sale', 'old');
  clock.advance(49 * HOUR_MS);
  assert.deepEqual(await swept(store), [700, 200, 0]);
});

test('finds work only when an answer has expired or there are too many refusals', async (test) => {
  const store = await temporaryStore(test);
  assert.equal(await answersToSweep(store, clock.now(), 1), false);
  await keep(store, 3, 'sale', 'sold');
  await keep(store, 1, 'refusal', 'refused');
  assert.equal(await answersToSweep(store, clock.now(), 1), false);
  await keep(store, 1, 'refusal', 'refused-again');
  assert.equal(await answersToSweep(store, clock.now(), 1), true);
  assert.equal(await answersToSweep(store, clock.now()), false);
  assert.equal(await answersToSweep(store, clock.now() + 48 * HOUR_MS - 1), false);
  assert.equal(await answersToSweep(store, clock.now() + 48 * HOUR_MS), true);
});

test('survives an unavailable database, and sweeps when it is back', async (test) => {
  const store = await temporaryStore(test);
  await keep(store, 3, 'sale', 'old');
  clock.advance(49 * HOUR_MS);
  let isAway = true;
  const shaky: Store = {
    ...overlay(store),
    transaction: (work) =>
      isAway ? Promise.reject(new StoreUnavailable('the disk is full')) : store.transaction(work),
  };
  const jobs = sweeping(test, shaky);
  await until(() => (jobs.figures()[0]?.failures ?? 0) > 0);
  assert.equal(await countKept(store), 3);
  isAway = false;
  jobs.wake('sweep');
  await until(async () => (await countKept(store)) === 0);
});

test('stops in the middle when it is told to', async (test) => {
  const store = await temporaryStore(test);
  await keep(store, 1_200, 'sale', 'old');
  clock.advance(49 * HOUR_MS);
  const begun = Promise.withResolvers<void>();
  const jobs = sweeping(test, store, begun.resolve);
  await begun.promise;
  await jobs.stop();
  assert.equal(await countKept(store), 700);
});

/** Sweeps until nothing is left to sweep. @returns how many answers were kept after each piece. */
async function swept(store: Store, refusalsKept?: number): Promise<number[]> {
  const kept: number[] = [];
  let isMore = true;
  while (isMore) {
    isMore = await store.transaction((tx) => sweepAnswers(tx, clock.now(), refusalsKept));
    kept.push(await countKept(store));
  }
  return kept;
}

/** The sweep as a job; `onStep` is called when a piece begins. */
function sweeping(test: TestContext, store: Store, onStep = () => {}): Jobs {
  const jobs = new Jobs({ store, clock, log });
  jobs.add({
    name: 'sweep',
    everyMs: 60_000,
    hasWork: () => answersToSweep(store, clock.now()),
    step: (lease) => {
      onStep();
      return lease.transaction((tx) => sweepAnswers(tx, clock.now()));
    },
  });
  test.after(() => jobs.stop());
  jobs.start();
  return jobs;
}

function keep(store: Store, count: number, answer: 'sale' | 'refusal', name: string): Promise<void> {
  const refusal = new Refusal('ticket-void', { ticketId: accountId, asked: 'change' });
  const done = Array.from({ length: count }, (_, index) => ({
    request: { accountId, key: `${name}-${index}`, hash: 'x', keep: () => answer },
    outcome: answer === 'refusal' ? refusal : answer,
  }));
  return store.transaction((tx) => keepAll(tx, done, clock.now()));
}

async function answerTo(store: Store, key: string): Promise<string | undefined> {
  const known = await store.transaction((tx) => recall(tx, { accountId, key, hash: 'x' }, clock.now()));
  return known?.kept;
}

async function countKept(store: Store): Promise<number> {
  const row = await store.get<{ count: number }>('SELECT count(*) AS count FROM kept_answers');
  return row?.count ?? 0;
}

function overlay(store: Store): Store {
  return {
    dialect: store.dialect,
    all: store.all.bind(store),
    get: store.get.bind(store),
    transaction: store.transaction.bind(store),
    revision: store.revision.bind(store),
    contentVersion: store.contentVersion.bind(store),
    ping: store.ping.bind(store),
    close: store.close.bind(store),
  };
}
