import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { manualClock } from '../../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../../fixtures/temporary-store.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { RequestHashes } from '../../idempotency/index.ts';
import { RepeatableRequests, readAnswer, writeAnswer } from './repeatable.ts';

const ACCOUNT = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' as Uuid;
const ANSWER: Answer = { status: 201, headers: { location: '/a' }, body: '{"a":"line\\nbreak"}\n' };
const KEYED = { operationId: 'buy', accountId: ACCOUNT, key: 'k', body: {} };
const show = (answer: Answer) => answer;

async function requests(test: TestContext, joinableMs: number): Promise<RepeatableRequests> {
  const hashes = await RequestHashes.open(await temporaryStore(test), manualClock());
  return new RepeatableRequests(hashes, joinableMs);
}

describe('requests that may be repeated', () => {
  it('are refused while the first one with their key hangs, and not afterwards', async (test) => {
    const repeatable = await requests(test, 0);
    const first = Promise.withResolvers<Answer>();
    const ask = (perform: () => Promise<Answer>) => repeatable.answer(KEYED, { perform, show });
    const hanging = ask(() => first.promise);
    const again = await ask(async () => assert.fail('was performed')).catch((error) => error);
    assert.ok(again instanceof HttpRefusal);
    assert.deepEqual([again.kind, again.facts], ['idempotency-key-in-use', { key: 'k' }]);
    const perform = async () => ANSWER;
    await repeatable.answer({ ...KEYED, key: 'other key' }, { perform, show });
    first.resolve(ANSWER);
    assert.equal(await hanging, ANSWER);
    assert.equal(await ask(async () => ANSWER), ANSWER);
  });

  it('are performed while the first one with their key has just begun', async (test) => {
    const repeatable = await requests(test, 60_000);
    const first = Promise.withResolvers<Answer>();
    const ask = () => repeatable.answer(KEYED, { perform: () => first.promise, show });
    const both = [ask(), ask()];
    first.resolve(ANSWER);
    assert.deepEqual(await Promise.all(both), [ANSWER, ANSWER]);
  });

  it('have answers that can be written and read without a change', () => {
    assert.deepEqual(readAnswer(writeAnswer(ANSWER)), ANSWER);
    assert.deepEqual(readAnswer(writeAnswer({ status: 404, headers: {} })), {
      status: 404,
      headers: {},
      body: '',
    });
  });
});
