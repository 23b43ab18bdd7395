import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GroupCommit } from './group-commit.ts';
import { CommitUnknown, StoreUnavailable } from './store.ts';

class TooMany extends Error {}

/** A group commit whose batches are told in `batches`; each item's outcome is its text, unless `commit` is given. */
function open(commit: (items: readonly string[]) => Promise<readonly string[]> = async (items) => items) {
  const batches: (readonly string[])[] = [];
  const group = new GroupCommit<string, string>({
    name: 'sell',
    commit: (items) => {
      batches.push(items);
      return commit(items);
    },
    tooMany: (waiting) => new TooMany(`${waiting}`),
  });
  /** The outcomes of so many items that come at once. */
  const settle = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => group.add(`${index}`)));
  return { group, batches, settle };
}

const away = () => new StoreUnavailable('gone');

describe('a group commit', () => {
  it('commits items that arrive together in one batch, each with its own outcome', async () => {
    const { group, batches } = open(async (items) => items.map((item) => `done ${item}`));
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((item) => group.add(item))), [
      'done a',
      'done b',
      'done c',
    ]);
    assert.deepEqual(batches, [['a', 'b', 'c']]);
  });

  it('gathers for as long as every turn of the event loop brings more items', async (test) => {
    test.mock.method(performance, 'now', () => 0);
    const { group, batches } = open();
    const outcomes: Promise<string>[] = [];
    for (const item of ['a', 'b', 'c']) {
      outcomes.push(group.add(item));
      await nextTurn();
    }
    await Promise.all(outcomes);
    assert.deepEqual(batches, [['a', 'b', 'c']]);
  });

  it('stops gathering after some time when long turns bring more items each time', async (test) => {
    let now = 0;
    test.mock.method(performance, 'now', () => now);
    const { group, batches } = open();
    const outcomes: Promise<string>[] = [];
    while (batches.length === 0) {
      outcomes.push(group.add('another'));
      now += 1;
      await nextTurn();
    }
    await Promise.all(outcomes);
    assert.ok((batches[0]?.length ?? 0) < 10);
  });

  it('gathers the items that come while a commit is running, 256 at most', async () => {
    const first = Promise.withResolvers<void>();
    const { group, batches, settle } = open(async (items) => {
      await first.promise;
      return items;
    });
    const alone = group.add('alone');
    while (batches.length === 0) await nextTurn();
    const others = settle(300);
    assert.deepEqual(batches, [['alone']]);
    first.resolve();
    await Promise.all([alone, others]);
    assert.deepEqual(
      batches.map(({ length }) => length),
      [1, 256, 44],
    );
  });

  it('commits one batch at a time, also when items come while the next one gathers', async () => {
    let [running, most] = [0, 0];
    const { batches, settle } = open(async (items) => {
      most = Math.max(most, ++running);
      await nextTurn();
      await nextTurn();
      running -= 1;
      return items;
    });
    const all = [settle(600)];
    while (batches.length < 3) {
      await nextTurn();
      all.push(settle(1));
    }
    await Promise.all(all);
    assert.equal(most, 1);
  });

  it('gives no outcome before the commit', async () => {
    const committed = Promise.withResolvers<void>();
    const { group } = open(async (items) => {
      await committed.promise;
      return items;
    });
    let isTold = false;
    const told = group.add('a').then(() => {
      isTold = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(isTold, false);
    committed.resolve();
    await told;
  });

  it('commits the other items when one fails, and gives that one its error', async () => {
    const broken = new Error('broken');
    const { batches, settle } = open(async (items) => {
      if (items.includes('1')) throw broken;
      return items;
    });
    assert.deepEqual(await settle(3), [
      { status: 'fulfilled', value: '0' },
      { status: 'rejected', reason: broken },
      { status: 'fulfilled', value: '2' },
    ]);
    assert.deepEqual(batches, [['0', '1', '2'], ['0'], ['1'], ['2']]);
  });

  it('rejects all items when the database is unavailable, and goes on when it is back', async () => {
    let isAway = true;
    const { group, batches, settle } = open(async (items) => {
      if (isAway) throw away();
      return items;
    });
    assertAway(await settle(5));
    assert.equal(batches.length, 1, 'asked again for each');
    isAway = false;
    assert.equal(await group.add('back'), 'back');
  });

  it('rejects the whole queue when the database is unavailable, not only the first batch', async () => {
    const { batches, settle } = open(() => Promise.reject(away()));
    assertAway(await settle(600));
    assert.equal(batches.length, 1, 'asked again for the next batch');
  });

  it('calls the outcome unknown only for the batch that was being committed', async () => {
    const { settle } = open(() => Promise.reject(new CommitUnknown()));
    const outcomes = await settle(600);
    assertAway(outcomes);
    const unknown = outcomes.map(
      (each) => each.status === 'rejected' && each.reason instanceof CommitUnknown,
    );
    assert.deepEqual([unknown[0], unknown[255], unknown[256], unknown[599]], [true, true, false, false]);
  });

  it('tries no further item when the database becomes unavailable while each is committed by itself', async () => {
    const failures = [new Error('an item that can’t be done'), away()];
    const { batches, settle } = open(() => Promise.reject(failures.shift()));
    assertAway(await settle(5));
    assert.equal(batches.length, 2);
  });

  it('leaves outcomes as they are that were given before the database became unavailable', async () => {
    const results: (() => Promise<readonly string[]>)[] = [
      () => Promise.reject(new Error('an item that can’t be done')),
      async () => ['done'],
      () => Promise.reject(away()),
    ];
    const { settle } = open(() => (results.shift() as () => Promise<readonly string[]>)());
    const [first, ...others] = await settle(3);
    assert.deepEqual(first, { status: 'fulfilled', value: 'done' });
    assertAway(others);
  });

  it('refuses the items that come when the queue is full, and no others', async () => {
    const begun = Promise.withResolvers<void>();
    const { settle } = open(async (items) => {
      await begun.promise;
      return items;
    });
    const outcomes = settle(10_003);
    begun.resolve();
    const turnedAway = (await outcomes).flatMap((each, index) => (each.status === 'rejected' ? [index] : []));
    assert.deepEqual(turnedAway, [10_000, 10_001, 10_002]);
    assert.ok(
      (await outcomes).every((each) => each.status === 'fulfilled' || each.reason instanceof TooMany),
    );
  });
});

function assertAway(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable);
  }
}
