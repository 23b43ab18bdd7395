import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATABASES } from '../../test/support/databases.ts';
import { recordMany, stepOf } from '../../test/support/feeding.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { OPERATOR } from '../core/actor.ts';
import { findCursor } from '../deliveries/index.ts';
import { openStore } from '../store/index.ts';
import { WebhookSecrets, Webhooks, webhookFeed } from './index.ts';

for (const { name, fresh } of DATABASES) {
  describe(`the feed of webhooks on ${name}`, () => {
    it('passes by in one step all that happened before the first webhook, and tells what happens from then on', async (test) => {
      const store = await openStore(await fresh(test));
      test.after(() => store.close());
      const clock = manualClock();
      const show = (news: object) => news;
      await recordMany(store, clock.now(), 1_000);
      const webhooks = new Webhooks({
        store,
        clock,
        show,
        secrets: new WebhookSecrets(store, clock),
        addresses: { allowPrivate: true, lookup: async () => [] },
      });
      const wishes = { url: 'https://shop.example', types: ['*'], description: '', enabled: true } as const;
      const { webhookId } = await webhooks.add(OPERATOR, wishes);
      const step = stepOf(store, webhookFeed({ store, clock, show }));
      assert.equal(await step(), true);
      assert.equal((await findCursor(store, 'webhooks')).readTo, 1_000);
      await recordMany(store, clock.now(), 1);
      while (await step());
      const told = await webhooks.deliveries(OPERATOR, webhookId, { limit: 10 });
      assert.deepEqual(
        told.map(({ kind }) => kind),
        ['hours.changed'],
      );
    });
  });
}
