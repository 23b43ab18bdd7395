import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DATABASES } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { until } from '../../fixtures/until.ts';
import { openStore, type Store, StoreUnavailable, type Transaction } from '../store/index.ts';
import { type HeldLease, LeaseLost, Leases } from './lease.ts';

const LEASE_MS = 30_000;
const JOB = 'sweep';

for (const { name, withSchema } of DATABASES) {
  /** So many instances on one new database. */
  const instances = async (test: TestContext, count: number, leaseMs = LEASE_MS) => {
    const address = await withSchema(test);
    const clock = manualClock();
    const opened: { store: Store; leases: Leases }[] = [];
    for (let index = 0; index < count; index++) {
      const store = await openStore(address);
      test.after(() => store.close());
      opened.push({ store, leases: new Leases({ store, clock, leaseMs }) });
    }
    const [first, second] = opened as [(typeof opened)[0], (typeof opened)[0]];
    return { clock, all: opened, first, second };
  };

  describe(`a lease on ${name}`, () => {
    it('would go to several instances if each first read the row, and then wrote it without a condition', async (test) => {
      const { all } = await instances(test, 6);
      await release(await take(all[0]?.leases));
      const seen = await Promise.all(all.map(({ store }) => holderOf(store)));
      const taken = all.map(({ store }, index) =>
        store.transaction((tx) => tx.run('UPDATE jobs SET holder = ? WHERE name = ?', [`${index}`, JOB])),
      );
      assert.deepEqual(new Set(seen), new Set([null]));
      assert.deepEqual(await Promise.all(taken), [1, 1, 1, 1, 1, 1], 'each believes that it has it');
    });

    it('goes to one of several instances that want it at once, the first time and later', async (test) => {
      const { all } = await instances(test, 6);
      for (let round = 1; round <= 5; round++) {
        const leases = await Promise.all(all.map(({ leases }) => leases.take(JOB)));
        const had = leases.filter((lease) => lease !== undefined);
        assert.equal(had.length, 1);
        await release(had[0]);
      }
    });

    it('is free for another instance as soon as it is released', async (test) => {
      const { first, second } = await instances(test, 2);
      const lease = await take(first.leases);
      assert.equal(await second.leases.take(JOB), undefined);
      await lease.release();
      assert.equal(lease.isHeld(), false);
      await take(second.leases);
      assert.equal(await first.leases.take(JOB), undefined);
    });

    it('is for one job, and blocks no other job', async (test) => {
      const { first, second } = await instances(test, 2);
      await take(first.leases);
      assert.notEqual(await second.leases.take('another'), undefined);
    });

    it('expires when others have seen no heartbeat for its length, and not before', async (test) => {
      const { clock, first, second } = await instances(test, 2);
      const lease = await take(first.leases);
      clock.advance(10 * LEASE_MS);
      assert.equal(await second.leases.take(JOB), undefined, 'it has only just looked');
      clock.advance(LEASE_MS - 1);
      assert.equal(await second.leases.take(JOB), undefined);
      await lease.transaction(async () => {});
      clock.advance(LEASE_MS - 1);
      assert.equal(await second.leases.take(JOB), undefined, 'there was one');
      clock.advance(LEASE_MS);
      await take(second.leases);
    });

    it('starts again for all instances that wait when one of them takes it', async (test) => {
      const { clock, all, second } = await instances(test, 3);
      await take(all[0]?.leases);
      for (const { leases } of all.slice(1)) assert.equal(await leases.take(JOB), undefined);
      clock.advance(LEASE_MS);
      await take(second.leases);
      assert.equal(await all[2]?.leases.take(JOB), undefined);
    });

    it('counts as lost for its holder before others may take it', async (test) => {
      const { clock, first, second } = await instances(test, 2);
      const lease = await take(first.leases);
      await second.leases.take(JOB);
      clock.advance(LEASE_MS - 1);
      assert.equal(lease.isHeld(), true);
      clock.advance(1);
      assert.equal(lease.isHeld(), false);
      // Nobody has taken it, so a heartbeat is enough.
      await lease.transaction(async () => {});
      assert.equal(lease.isHeld(), true);
      assert.equal(await second.leases.take(JOB), undefined);
    });

    it('renews itself during a long step', async (test) => {
      const { clock, first, second } = await instances(test, 2, 300);
      const lease = await take(first.leases);
      await second.leases.take(JOB);
      clock.advance(200);
      await until(async () => Number(await renewalsOf(first.store)) > 0);
      clock.advance(200);
      assert.equal(await second.leases.take(JOB), undefined);
      await lease.release();
    });

    it('does not stop a former holder that writes past the lease, over what its successor wrote', async (test) => {
      const { clock, first, second } = await instances(test, 2);
      const stalled = await take(first.leases);
      await overtake(clock, second.leases);
      await second.store.transaction((tx) => write(tx, 'by its successor'));
      assert.equal(stalled.isHeld(), false);
      await first.store.transaction((tx) => write(tx, 'by who was stalled'));
      assert.equal(await written(second.store), 'by who was stalled');
    });

    it('refuses the writes of a former holder, also of one whose clock stood still', async (test) => {
      const { first, second } = await instances(test, 2);
      const ahead = manualClock();
      const successor = new Leases({ store: second.store, clock: ahead, leaseMs: LEASE_MS });
      const stalled = await take(first.leases);
      const lease = await overtake(ahead, successor);
      await lease.transaction((tx) => write(tx, 'by its successor'));
      assert.equal(stalled.isHeld(), true, 'so it thinks');
      const late = stalled.transaction((tx) => write(tx, 'by who was stalled'));
      await assert.rejects(late, LeaseLost);
      assert.equal(await written(second.store), 'by its successor');
      assert.equal(stalled.isHeld(), false);
      await stalled.release();
      assert.equal(lease.isHeld(), true);
      assert.equal(await first.leases.take(JOB), undefined, 'nor does it release what is not its own');
    });

    it('is not taken in the middle of a transaction of its holder', async (test) => {
      const { clock, first, second } = await instances(test, 2);
      const lease = await take(first.leases);
      await second.leases.take(JOB);
      clock.advance(LEASE_MS);
      const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const writing = lease.transaction(async (tx) => {
        begun.resolve();
        await end.promise;
        await write(tx, 'by its holder');
      });
      await begun.promise;
      const taking = second.leases.take(JOB);
      end.resolve();
      await writing;
      assert.equal(await taking, undefined);
      assert.equal(await written(second.store), 'by its holder');
    });

    it('rolls back a transaction whose work fails, and is still held', async (test) => {
      const { first } = await instances(test, 1);
      const lease = await take(first.leases);
      const failed = lease.transaction(async (tx) => {
        await write(tx, 'by mistake');
        throw new Error('a bug');
      });
      await assert.rejects(failed, /a bug/);
      assert.equal(await written(first.store), undefined);
      assert.equal(lease.isHeld(), true);
    });

    it('can be taken again at once by the instance that could not release it', async (test) => {
      const { first, second } = await instances(test, 2);
      const old = await take(first.leases);
      const { transaction } = first.store;
      first.store.transaction = () => Promise.reject(new StoreUnavailable('the network is down'));
      await old.release();
      first.store.transaction = transaction;
      await take(first.leases);
      await assert.rejects(
        old.transaction(async () => {}),
        LeaseLost,
      );
      await old.release();
      assert.equal(await second.leases.take(JOB), undefined, 'what comes late releases nothing');
    });

    it('lasts neither shorter nor longer when a clock is set ahead or back', async (test) => {
      const { clock, first, second } = await instances(test, 2);
      const lease = await take(first.leases);
      assert.equal(await second.leases.take(JOB), undefined);
      for (const set of [100 * LEASE_MS, -200 * LEASE_MS]) {
        clock.setAhead(set);
        assert.equal(lease.isHeld(), true);
        assert.equal(await second.leases.take(JOB), undefined);
      }
      clock.advance(LEASE_MS);
      assert.equal(lease.isHeld(), false);
      await take(second.leases);
    });
  });
}

/** Takes the lease, which must be free. */
async function take(leases: Leases | undefined): Promise<HeldLease> {
  const lease = await leases?.take(JOB);
  assert.ok(lease !== undefined);
  return lease;
}

async function release(lease: HeldLease | undefined): Promise<void> {
  await lease?.release();
}

/** Takes the lease of another that shows no sign of life. */
async function overtake(clock: ReturnType<typeof manualClock>, leases: Leases): Promise<HeldLease> {
  assert.equal(await leases.take(JOB), undefined);
  clock.advance(LEASE_MS);
  return take(leases);
}

async function holderOf(store: Store): Promise<unknown> {
  return (await store.get('SELECT holder FROM jobs WHERE name = ?', [JOB]))?.holder;
}

async function renewalsOf(store: Store): Promise<unknown> {
  return (await store.get('SELECT renewals FROM jobs WHERE name = ?', [JOB]))?.renewals;
}

async function write(tx: Transaction, value: string): Promise<void> {
  await tx.run("DELETE FROM secrets WHERE name = 'page'");
  await tx.insert('secrets', ['name', 'value', 'made_at'], [['page', value, 1]]);
}

async function written(store: Store): Promise<unknown> {
  return (await store.get("SELECT value FROM secrets WHERE name = 'page'"))?.value;
}
