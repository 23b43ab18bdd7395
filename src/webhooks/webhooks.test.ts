import assert from 'node:assert/strict';
import { describe, it, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { freshMuseum } from '../../fixtures/postgres.ts';
import { OPERATOR } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import { addDeliveries, deliveryIdOf } from '../deliveries/index.ts';
import { openStore, type Store } from '../store/index.ts';
import { deleteRemovedWebhooks, giveUpRest, WebhookSecrets, Webhooks } from './index.ts';
import { findWebhook } from './webhook.ts';

const WAITING = 'SELECT pid FROM pg_stat_activity WHERE ? = ANY(pg_blocking_pids(pid))';

for (const { name, withSchema } of ONE_DATABASE) {
  describe(`webhooks on ${name}`, () => {
    async function open(test: TestContext) {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      const secrets = new WebhookSecrets(store, clock);
      const addresses = { allowPrivate: true, lookup: async () => [] };
      const webhooks = new Webhooks({ store, clock, secrets, addresses, show: (message) => message });
      const url = 'https://shop.example/hooks/a2a3';
      const settings = { url, types: ['*'], seller: null, description: '', enabled: true } as const;
      const add = async () => (await webhooks.add(OPERATOR, settings)).webhookId;
      return { store, webhooks, add };
    }

    it('are fifty at most, also when the last two are added at once', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      const secrets = new WebhookSecrets(store, clock);
      const addresses = { allowPrivate: true, lookup: async () => [] };
      const settings = {
        url: 'https://shop.example',
        types: ['*'],
        seller: null,
        description: '',
        enabled: true,
      } as const;
      const room = (way: Store) =>
        new Webhooks({ store: way, clock, show: (message) => message, secrets, addresses });
      const addBy = (way: Store) => room(way).add(OPERATOR, settings);
      for (let count = 0; count < 49; count += 1) await addBy(store);
      let other: Promise<unknown> | undefined;
      // The other is added between the last statement of the first and its commit, which waits for it at most 300 ms.
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

    it('have each its own deliveries, and are retried under no other’s name', async (test) => {
      const { webhooks, add } = await open(test);
      const [one, other] = [await add(), await add()];
      const { deliveryId } = await webhooks.test(OPERATOR, one);
      await webhooks.retry(OPERATOR, one, deliveryId);
      await assert.rejects(webhooks.retry(OPERATOR, other, deliveryId), { kind: 'delivery-not-found' });
      assert.deepEqual(await webhooks.deliveries(OPERATOR, other, { limit: 9 }), []);
    });

    it('give up thousands of deliveries in batches, and all before they are enabled again', async (test) => {
      const { store, webhooks, add } = await open(test);
      const clock = manualClock();
      const [one, other] = [await add(), await add()];
      for (const webhookId of [one, other]) {
        const waiting = Array.from({ length: 5_001 }, (_, number) => ({
          ...{
            deliveryId: deliveryIdOf(clock.now(), number, webhookId, number),
            channel: 'webhook' as const,
          },
          ...{ receiver: webhookId, kind: 'ticket.sold', subject: '', content: '{}', madeAt: clock.now() },
        }));
        await store.transaction((tx) => addDeliveries(tx, waiting, clock.now()));
        await webhooks.change(OPERATOR, webhookId, { enabled: false });
        assert.deepEqual(
          { ...(await webhooks.countUndelivered(OPERATOR, webhookId)) },
          { waiting: 1, failed: 5_000 },
        );
      }
      await webhooks.change(OPERATOR, one, { enabled: true });
      while (await store.transaction((tx) => giveUpRest(tx, clock)));
      for (const webhookId of [one, other])
        assert.deepEqual(
          { ...(await webhooks.countUndelivered(OPERATOR, webhookId)) },
          { waiting: 0, failed: 5_001 },
        );
    });

    it('are sent nothing while they are disabled, also on request', async (test) => {
      const { store, webhooks, add } = await open(test);
      const [webhookId, other] = [await add(), await add()];
      const { deliveryId } = await webhooks.test(OPERATOR, webhookId);
      await webhooks.test(OPERATOR, other);
      await webhooks.change(OPERATOR, webhookId, { enabled: false });
      for (const wanted of [
        () => webhooks.test(OPERATOR, webhookId),
        () => webhooks.replay(OPERATOR, webhookId, 0),
        () => webhooks.retry(OPERATOR, webhookId, deliveryId),
        () => webhooks.retryFailed(OPERATOR, webhookId),
      ])
        await assert.rejects(wanted(), { kind: 'webhook-disabled' });
      assert.equal((await webhooks.countUndelivered(OPERATOR, webhookId)).waiting, 0);
      await webhooks.remove(OPERATOR, webhookId);
      while (await store.transaction(deleteRemovedWebhooks));
      assert.equal((await webhooks.countUndelivered(OPERATOR, other)).waiting, 1, 'of another it all stays');
    });

    it('keep five old secrets', async (test) => {
      const { store, webhooks, add } = await open(test);
      const webhookId = await add();
      for (let times = 0; times < 7; times += 1) await webhooks.rotate(OPERATOR, webhookId);
      assert.equal((await findWebhook(store, webhookId))?.oldSecrets.length, 5);
    });

    it('stand in the journal with what was changed of them, and never with a path or query', async (test) => {
      const { store, webhooks, add } = await open(test);
      const webhookId = await add();
      await webhooks.change(OPERATOR, webhookId, { url: 'https://till.example/hooks/b4b5?key=c6c7' });
      await webhooks.change(OPERATOR, webhookId, { description: 'Shop' });
      const details = (await store.all<{ details: string }>('SELECT details FROM journal ORDER BY position'))
        .map((row) => JSON.parse(row.details))
        .map(({ systemUser, ...changed }) => changed)
        .slice(1);
      assert.deepEqual(details, [
        { before: { origin: 'https://shop.example' }, after: { origin: 'https://till.example' } },
        { before: { description: '' }, after: { description: 'Shop' } },
      ]);
      assert.doesNotMatch(JSON.stringify(await store.all('SELECT details FROM journal')), /a2a3|b4b5|c6c7/);
    });
  });
}

test('on PostgreSQL a change that waits for another of the same webhook keeps nobody from selling', async (t) => {
  const store = await openStore({ kind: 'postgres', url: await freshMuseum(t) });
  t.after(() => store.close());
  const clock = manualClock();
  const addresses = { allowPrivate: true, lookup: async () => [] };
  const secrets = new WebhookSecrets(store, clock);
  const webhooks = new Webhooks({ store, clock, secrets, addresses, show: (message) => message });
  const url = 'https://shop.example/hooks';
  const settings = { url, types: ['*'], seller: null, description: '', enabled: false } as const;
  const { webhookId } = await webhooks.add(OPERATOR, settings);
  for (const change of [{ description: 'Shop' }, { enabled: true }]) {
    let changing: Promise<unknown> | undefined;
    await store.transaction(async (tx) => {
      await webhooks.lock(tx, OPERATOR, webhookId);
      const blocker = await tx.get<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      changing ??= webhooks.change(OPERATOR, webhookId, change);
      while ((await store.get(WAITING, [blocker?.pid ?? 0])) === undefined) await sleep(5);
      await tx.run('LOCK TABLE journal IN ROW EXCLUSIVE MODE NOWAIT'); // as whoever records
    });
    await changing;
  }
});
