import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryStore } from '../../test/support/temporary-store.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Store, StoreUnavailable } from '../store/index.ts';
import { AnswerSweep, type AnswerSweepOptions } from './answer-sweep.ts';
import { findAnswer, keepAnswers } from './idempotency.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock();
const log = pino({ level: 'silent' });
const caller = { accountId: '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24' as Uuid, role: 'partner' } as const;

test('drops every answer that has expired, however many, and none that has not', async (test) => {
  const store = await temporaryStore(test);
  await keep(store, 1_300, 201, 'old');
  clock.advance(HOUR_MS);
  await keep(store, 10, 201, 'new');
  clock.advance(47 * HOUR_MS);
  await swept(test, { store, clock, log });
  assert.equal(await countKept(store), 10);
  assert.equal((await answerTo(store, 'new-0'))?.status, 201);
  assert.equal(await answerTo(store, 'old-0'), undefined);
});

test('keeps only the newest refusals when there are too many, and every sale', async (test) => {
  const store = await temporaryStore(test);
  for (let second = 0; second < 20; second++) {
    await keep(store, 2, 409, `refused-${second}`);
    await keep(store, 1, 201, `sold-${second}`);
    clock.advance(1_000);
  }
  await swept(test, { store, clock, log, refusalsKept: 10 });
  assert.equal(await countKept(store), 20 + 10);
  assert.equal(await answerTo(store, 'refused-14-1'), undefined);
  assert.equal((await answerTo(store, 'refused-15-0'))?.status, 409);
  assert.equal((await answerTo(store, 'sold-0-0'))?.status, 201);
});

test('does so in small pieces, each in a transaction of its own', async (test) => {
  const store = await temporaryStore(test);
  await keep(store, 1_200, 201, 'old');
  clock.advance(49 * HOUR_MS);
  const pieces: number[] = [];
  const watched: Store = {
    ...overlay(store),
    transaction: (work) =>
      store.transaction(async (tx) => {
        const dropped = await work(tx);
        pieces.push(dropped as number);
        return dropped;
      }),
  };
  await swept(test, { store: watched, clock, log });
  assert.deepEqual(pieces, [500, 500, 200]);
});

test('survives a database that is away, and sweeps when it is back', async (test) => {
  const store = await temporaryStore(test);
  await keep(store, 3, 201, 'old');
  clock.advance(49 * HOUR_MS);
  let isAway = true;
  const shaky: Store = {
    ...overlay(store),
    transaction: (work) =>
      isAway ? Promise.reject(new StoreUnavailable('the disk is full')) : store.transaction(work),
  };
  const sweep = await swept(test, { store: shaky, clock, log });
  assert.equal(await countKept(store), 3);
  isAway = false;
  await sweep.sweep();
  assert.equal(await countKept(store), 0);
});

test('stops in the middle when it is told to', async (test) => {
  const store = await temporaryStore(test);
  await keep(store, 1_200, 201, 'old');
  clock.advance(49 * HOUR_MS);
  const sweep = new AnswerSweep({ store, clock, log });
  await sweep.stop();
  assert.equal(await countKept(store), 700);
});

/** A sweep that has swept once. */
async function swept(test: TestContext, options: AnswerSweepOptions): Promise<AnswerSweep> {
  const sweep = new AnswerSweep(options);
  test.after(() => sweep.stop());
  await sweep.sweep();
  return sweep;
}

function keep(store: Store, count: number, status: number, name: string): Promise<void> {
  const answers = Array.from({ length: count }, (_, index) => ({
    request: { caller, key: `${name}-${index}`, hash: 'x' },
    answer: { status, headers: {}, body: '{}' },
  }));
  return store.transaction((tx) => keepAnswers(tx, answers, clock.now()));
}

function answerTo(store: Store, key: string) {
  return findAnswer(store, { caller, key, hash: 'x' }, clock.now());
}

async function countKept(store: Store): Promise<number> {
  const row = await store.get<{ count: number }>('SELECT count(*) AS count FROM idempotent_answers');
  return row?.count ?? 0;
}

function overlay(store: Store): Store {
  return {
    dialect: store.dialect,
    all: store.all.bind(store),
    get: store.get.bind(store),
    transaction: store.transaction.bind(store),
    revision: store.revision.bind(store),
    ping: store.ping.bind(store),
    close: store.close.bind(store),
  };
}
