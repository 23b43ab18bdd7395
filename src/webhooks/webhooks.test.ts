import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASES } from '../../test/support/databases.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { OPERATOR } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import { openStore, type Store } from '../store/index.ts';
import { WebhookSecrets, Webhooks } from './index.ts';

for (const { name, fresh } of DATABASES) {
  describe(`webhooks on ${name}`, () => {
    it('are fifty at most, also when the last two are added at once', async (test) => {
      const store = await openStore(await fresh(test));
      test.after(() => store.close());
      const clock = manualClock();
      const secrets = new WebhookSecrets(store, clock);
      const addresses = { allowPrivate: true, lookup: async () => [] };
      const wishes = { url: 'https://shop.example', types: ['*'], description: '', enabled: true } as const;
      const room = (way: Store) =>
        new Webhooks({ store: way, clock, show: (news) => news, secrets, addresses });
      const addBy = (way: Store) => room(way).add(OPERATOR, wishes);
      for (let count = 0; count < 49; count += 1) await addBy(store);
      let other: Promise<unknown> | undefined;
      // Between the last statement of one and its commit the other comes; where it has to wait, it is waited for no longer.
      const slowly = {
        transaction: (work) =>
          store.transaction(async (tx) => {
            const done = await work(tx);
            other ??= addBy(store).catch((error) => error);
            await Promise.race([other, sleep(300)]);
            return done;
          }),
      } as Store;
      await addBy(slowly);
      const refused = await other;
      assert.ok(refused instanceof Refusal && refused.kind === 'too-many-webhooks', String(refused));
      assert.equal((await room(store).list(OPERATOR)).length, 50);
    });
  });
}
