import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { recordMany, recordUnsealed, stepOf } from '../../fixtures/feeding.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { addAccounts } from '../../fixtures/museum.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { OPERATOR } from '../core/actor.ts';
import { countUndelivered, findCursor } from '../deliveries/index.ts';
import { MuseumDays } from '../hours/index.ts';
import type { Job } from '../jobs/index.ts';
import { openStore, type Store } from '../store/index.ts';
import { deleteRemovedWebhooks, WebhookSecrets, Webhooks, webhookFeed } from './index.ts';

const HOUR = 3_600_000;
const WAITING_FOR_A_LOCK =
  "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

for (const { name, withSchema } of ONE_DATABASE) {
  describe(`the feed of webhooks on ${name}`, () => {
    async function open(test: TestContext) {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      const show = (message: object) => message;
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      const secrets = new WebhookSecrets(store, clock);
      const addresses = { allowPrivate: true, lookup: async () => [] };
      const webhooks = new Webhooks({ store, clock, show, secrets, addresses });
      const add = async () => {
        const settings = {
          url: 'https://shop.example',
          types: ['*'],
          seller: null,
          description: '',
          enabled: true,
        } as const;
        return (await webhooks.add(OPERATOR, settings)).webhookId;
      };
      return { store, clock, webhooks, add, job: webhookFeed({ store, clock, days, show }) };
    }

    /** The same with four entries, one an hour, from before its webhook was added. */
    async function openWithPast(test: TestContext) {
      const museum = await open(test);
      const { store, clock, webhooks, add, job } = museum;
      const start = clock.now();
      for (let count = 0; count < 4; count += 1) {
        await recordMany(store, clock.now(), 1);
        clock.advance(HOUR);
      }
      const webhookId = await add();
      const step = stepOf(store, job);
      while (await step());
      return {
        ...museum,
        webhookId,
        step,
        replayFrom: (hours: number) => webhooks.replay(OPERATOR, webhookId, start + hours * HOUR),
        setEnabled: (enabled: boolean) => webhooks.change(OPERATOR, webhookId, { enabled }),
        toldAt: async () =>
          (await webhooks.deliveries(OPERATOR, webhookId, { limit: 10 })).map(
            ({ madeAt }) => (madeAt - start) / HOUR,
          ),
      };
    }

    it('skips in one step all entries from before the first webhook, and plans those from then on', async (test) => {
      const { store, clock, webhooks, add, job } = await open(test);
      await recordMany(store, clock.now(), 1_000);
      const webhookId = await add();
      const step = stepOf(store, job);
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

    it('plans nothing from before the webhook was added, also when it was not read yet', async (test) => {
      const { store, clock, add, job } = await open(test);
      await recordMany(store, clock.now(), 3);
      const webhookId = await add();
      await recordMany(store, clock.now(), 1);
      const step = stepOf(store, job);
      while (await step());
      assert.equal((await countUndelivered(store, 'webhook', webhookId)).waiting, 1);
    });

    it('plans nothing from before the webhook was added or enabled, also when it was not sealed yet', async (test) => {
      const { store, clock, webhooks, add, job } = await open(test);
      const step = stepOf(store, job);
      const waitingFor = async (webhookId: string) => {
        await sealEverything(store);
        while (await step());
        return (await countUndelivered(store, 'webhook', webhookId)).waiting;
      };
      await recordUnsealed(store, clock.now(), 3);
      const webhookId = await add();
      assert.equal(await waitingFor(webhookId), 0, 'from before it was added');
      await webhooks.change(OPERATOR, webhookId, { enabled: false });
      await recordUnsealed(store, clock.now(), 3);
      await webhooks.change(OPERATOR, webhookId, { enabled: true });
      assert.equal(await waitingFor(webhookId), 0, 'from before it was enabled');
      await recordUnsealed(store, clock.now(), 1);
      await webhooks.rotate(OPERATOR, webhookId);
      assert.equal(await waitingFor(webhookId), 1, 'from before it got another secret');
    });

    it('plans by the settings of the time when it happened, also when they were changed before it was read', async (test) => {
      const { store, clock, webhooks, add, job } = await open(test);
      const step = stepOf(store, job);
      await addAccounts(store, clock);
      const webhookId = await add();
      const happen = () => recordUnsealed(store, clock.now(), 1);
      const waiting = async () => {
        await sealEverything(store);
        while (await step());
        return (await countUndelivered(store, 'webhook', webhookId)).waiting;
      };
      const change = (settings: Parameters<Webhooks['change']>[2]) =>
        webhooks.change(OPERATOR, webhookId, settings);
      await happen();
      await change({ types: ['ticket.sold'] });
      await happen();
      await change({ seller: 'partner' });
      await change({ types: ['hours.changed'] });
      await happen();
      await change({ seller: null });
      assert.equal(await waiting(), 1, 'while it had all types');
      await happen();
      assert.equal(await waiting(), 2, 'after all changes');
      await happen();
      await change({ seller: 'partner' });
      await sealEverything(store);
      await change({ url: 'https://shop.example/new' });
      assert.equal(await waiting(), 3, 'before it had a seller');
    });

    it('replays also what was not sealed yet, and what was not of its types before', async (test) => {
      const { store, clock, webhooks, add, job } = await open(test);
      const step = stepOf(store, job);
      await recordUnsealed(store, clock.now(), 2);
      const webhookId = await add();
      const replay = () => webhooks.replay(OPERATOR, webhookId, clock.now());
      const told = async () => (await webhooks.deliveries(OPERATOR, webhookId, { limit: 10 })).length;
      assert.equal(await replay(), 2);
      while (await step());
      assert.equal(await told(), 0);
      await sealEverything(store);
      while (await step());
      assert.equal(await told(), 2);
      await webhooks.change(OPERATOR, webhookId, { types: ['ticket.sold'] });
      await recordUnsealed(store, clock.now(), 1);
      await webhooks.change(OPERATOR, webhookId, { types: ['*'] });
      await replay();
      await sealEverything(store);
      while (await step());
      assert.equal(await told(), 3);
    });

    it('replays all that was asked for, also when less is asked for before it is done', async (test) => {
      const { step, replayFrom, toldAt } = await openWithPast(test);
      assert.equal(await replayFrom(1), 3);
      assert.equal(await replayFrom(3), 1);
      assert.equal(await replayFrom(9), 0);
      while (await step());
      assert.deepEqual(await toldAt(), [3, 2, 1]);
    });

    it('ends the replay of a webhook that is disabled', async (test) => {
      const { step, replayFrom, setEnabled, toldAt } = await openWithPast(test);
      await replayFrom(0);
      await setEnabled(false);
      await setEnabled(true);
      while (await step());
      assert.deepEqual(await toldAt(), []);
    });

    const MEANWHILE = {
      disabled: ({ setEnabled }) => setEnabled(false),
      'disabled and enabled again': async ({ setEnabled }) => {
        await setEnabled(false);
        await setEnabled(true);
      },
      removed: ({ webhooks, webhookId }) => webhooks.remove(OPERATOR, webhookId),
      'removed and deleted': async ({ store, webhooks, webhookId }) => {
        await webhooks.remove(OPERATOR, webhookId);
        while (await store.transaction(deleteRemovedWebhooks));
      },
    } satisfies Record<string, (museum: Awaited<ReturnType<typeof openWithPast>>) => Promise<unknown>>;

    for (const [change, happen] of Object.entries(MEANWHILE)) {
      it(`leaves nothing waiting for a webhook that is ${change} while its messages are planned`, async (test) => {
        const museum = await openWithPast(test);
        const { store, clock, step } = museum;
        await recordMany(store, clock.now(), 3);
        await stepWhile(museum, () => happen(museum));
        while (await step());
        assert.equal((await countUndelivered(store, 'webhook', museum.webhookId)).waiting, 0);
      });

      it(`leaves nothing waiting for a webhook that is ${change} during its replay`, async (test) => {
        const museum = await openWithPast(test);
        const { store, step, replayFrom } = museum;
        await replayFrom(0);
        await stepWhile(museum, () => happen(museum));
        while (await step());
        assert.equal((await countUndelivered(store, 'webhook', museum.webhookId)).waiting, 0);
      });
    }

    it('makes disabling a webhook wait for deliveries that are being planned, which then fail', async (test) => {
      const { store, clock, job, webhookId, setEnabled } = await openWithPast(test);
      await recordMany(store, clock.now(), 3);
      let disabling: Promise<unknown> | undefined;
      let isDisabled = false;
      const isWaiting = async () => {
        if (store.dialect.name === 'sqlite') return true; // everything that writes
        return (await store.get(WAITING_FOR_A_LOCK)) !== undefined;
      };
      const transaction: Store['transaction'] = (work) =>
        store.transaction(async (tx) => {
          const done = await work(tx);
          disabling ??= setEnabled(false).finally(() => {
            isDisabled = true;
          });
          while (!isDisabled && !(await isWaiting())) await sleep(10);
          return done;
        });
      await job.step({ transaction, isHeld: () => true });
      await disabling;
      assert.deepEqual(
        { ...(await countUndelivered(store, 'webhook', webhookId)) },
        { waiting: 0, failed: 3 },
      );
    });

    it('plans for the other webhooks while one is removed', async (test) => {
      const museum = await openWithPast(test);
      const { store, clock, webhooks, add, step } = museum;
      const other = await add();
      await recordMany(store, clock.now(), 3);
      await stepWhile(museum, () => MEANWHILE.removed(museum));
      while (await step());
      assert.equal((await webhooks.deliveries(OPERATOR, other, { limit: 10 })).length, 3);
    });
  });
}

/** Runs one step of the job, and `happen` between its reads and its writes. */
async function stepWhile({ store, job }: { store: Store; job: Job }, happen: () => Promise<unknown>) {
  const transaction: Store['transaction'] = async (work) => {
    await happen();
    return store.transaction(work);
  };
  await job.step({ transaction, isHeld: () => true });
}
