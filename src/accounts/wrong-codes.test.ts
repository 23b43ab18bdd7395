import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Store, StoreUnavailable } from '../store/index.ts';
import { WrongCodes } from './wrong-codes.ts';

const [ONE, OTHER] = ['till', 'shop'].map((accountId) => ({ accountId: accountId as Uuid }));

async function open(test: TestContext) {
  const store = await temporaryStore(test);
  const clock = manualClock();
  const codes = new WrongCodes(store, clock);
  type Guesser = Omit<Parameters<WrongCodes['watch']>[0], 'kinds'>;
  const refuse = () => Promise.reject(new Refusal('code-invalid', {}));
  /** The kinds of the refusals of so many wrong codes. */
  const guess = async (guesser: Guesser, times: number) => {
    const kinds: unknown[] = [];
    for (let time = 0; time < times; time += 1)
      await codes
        .watch({ ...guesser, kinds: ['code-invalid'] }, refuse)
        .catch(({ kind }) => kinds.push(kind));
    return kinds;
  };
  const use = (guesser: Guesser) => codes.watch({ ...guesser, kinds: ['code-invalid'] }, async () => 'paid');
  return { store, clock, guess, use };
}

const actor = ONE as { accountId: Uuid };
const wrong = (times: number) => Array(times).fill('code-invalid');

describe('wrong codes', () => {
  it('of an account are told as such 20 times; a right one is always taken', async (t) => {
    const { guess, use } = await open(t);
    assert.deepEqual(await guess({ actor }, 22), [...wrong(20), 'too-many-guesses', 'too-many-guesses']);
    assert.equal(await use({ actor }), 'paid');
    assert.deepEqual(await guess({ actor: OTHER as typeof actor }, 1), wrong(1));
  });

  it('of visitors are counted for their network', async (t) => {
    const { guess } = await open(t);
    const from = (address: string) => ({ actor, address });
    await guess(from('2001:db8:1:2::7'), 20);
    assert.deepEqual(await guess(from('2001:db8:1:2::8'), 1), ['too-many-guesses']);
    assert.deepEqual(await guess(from('2001:db8:1:3::7'), 1), wrong(1));
    assert.deepEqual(await guess({ actor }, 1), wrong(1));
  });

  it('are forgotten after 15 minutes without any', async (t) => {
    const { guess, clock } = await open(t);
    await guess({ actor }, 25);
    clock.advance(14 * 60_000);
    assert.deepEqual(await guess({ actor }, 1), ['too-many-guesses']);
    clock.advance(15 * 60_000);
    assert.deepEqual(await guess({ actor }, 1), wrong(1));
  });

  it('are counted by all processes together, and leave other refusals as they are', async (t) => {
    const { store, clock, guess } = await open(t);
    await guess({ actor }, 20);
    const elsewhere = new WrongCodes(store, clock);
    const refuse = (refusal: Error) =>
      elsewhere.watch({ actor, kinds: ['code-invalid'] }, () => Promise.reject(refusal));
    await assert.rejects(refuse(new Refusal('code-invalid', {})), { kind: 'too-many-guesses' });
    const returned = elsewhere.watch(
      { actor, kinds: ['code-invalid'] },
      async () => new Refusal('code-invalid', {}),
    );
    await assert.rejects(returned, { kind: 'too-many-guesses' });
    const other = new Refusal('code-used-up', {});
    await assert.rejects(refuse(other), other);
  });

  it('are told as such where they can’t be counted', async (t) => {
    const { store, clock, guess } = await open(t);
    await guess({ actor }, 20);
    const unwritable = {
      get: (sql: string, values?: []) => store.get(sql, values),
      transaction: () => Promise.reject(new StoreUnavailable('full')),
    } as unknown as Store;
    const refusal = new Refusal('code-invalid', {});
    const watched = new WrongCodes(unwritable, clock).watch({ actor, kinds: [refusal.kind] }, () =>
      Promise.reject(refusal),
    );
    await assert.rejects(watched, refusal);
  });
});
