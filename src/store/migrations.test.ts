import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { DATABASES } from '../../fixtures/databases.ts';
import { leaveAsVersion01 } from '../../fixtures/version-0.1.ts';
import { openStore } from './index.ts';
import { readMigrations, upgradeProgress } from './migrations.ts';

test('says how large an upgrade is and how long it may take, and every few seconds how far it has come', (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const said: string[] = [];
  const step = upgradeProgress(55, 415_300_000, (what) => void said.push(what));
  for (let done = 0; done < 12; done++) {
    step();
    now += 500;
  }
  assert.deepEqual(said, [
    'Upgrading the database (416 MB) in 55 steps, which may take 2 minutes. An interruption loses nothing: the next start begins again.',
    'Upgrading the database: step 5 of 55, after 2 s.',
    'Upgrading the database: step 9 of 55, after 4 s.',
  ]);
});

for (const { name, fresh } of DATABASES) {
  describe(`what a start has changed on ${name}`, () => {
    it('is told with the time of each migration when it makes a museum, and not at the next start', async (t) => {
      const address = await fresh(t);
      const told: [isNew: boolean, names: string[]][] = [];
      const open = async () => {
        const store = await openStore(address, undefined, (applied, isNew) => {
          assert.ok(applied.every(({ ms }) => Number.isInteger(ms) && ms >= 0));
          told.push([isNew, applied.map((each) => each.name)]);
        });
        await store.close();
      };
      await open();
      await open();
      const files = readMigrations().map((each) => `${`${each.number}`.padStart(4, '0')}-${each.name}`);
      assert.deepEqual(told, [[true, files]]);
    });

    it('is told when it upgrades one, with what that took alone', async (t) => {
      const address = await fresh(t);
      await leaveAsVersion01(address);
      const told: [isNew: boolean, first: string | undefined][] = [];
      const store = await openStore(
        address,
        () => {},
        (applied, isNew) => void told.push([isNew, applied[0]?.name]),
      );
      await store.close();
      assert.deepEqual(told, [[false, '0008-version-0-2']]);
    });
  });
}
