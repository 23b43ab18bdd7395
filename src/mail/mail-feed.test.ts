import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATABASES } from '../../test/support/databases.ts';
import { recordMany, stepOf } from '../../test/support/feeding.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { findCursor } from '../deliveries/index.ts';
import { MuseumDays } from '../hours/index.ts';
import { openStore } from '../store/index.ts';
import { mailFeed } from './index.ts';

const DAY = 86_400_000;

for (const { name, fresh } of DATABASES) {
  describe(`the feed of mail on ${name}`, () => {
    it('passes by in one step what is too old to be mailed, and nothing that is not', async (test) => {
      const store = await openStore(await fresh(test));
      test.after(() => store.close());
      const clock = manualClock();
      await recordMany(store, clock.now() - 4 * DAY, 1_000);
      await recordMany(store, clock.now() - 2 * DAY, 1);
      await recordMany(store, clock.now() - 4 * DAY, 1);
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      const step = stepOf(store, mailFeed({ store, clock, days }));
      assert.equal(await step(), true);
      assert.equal((await findCursor(store, 'mail')).readTo, 1_000);
      while (await step());
      assert.equal((await findCursor(store, 'mail')).readTo, 1_002);
    });
  });
}
