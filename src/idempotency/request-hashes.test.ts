import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { Uuid } from '../core/uuid.ts';
import { openStore, type Store } from '../store/index.ts';
import { keep, RequestHashes, recall } from './index.ts';

const clock = manualClock();
const accountId = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24' as Uuid;
const BODY = { ticketType: 'general' };
const UNKEYED = `unkeyed:${hash('sha256', `buyTicket${JSON.stringify(Object.entries(BODY))}`, 'base64url')}`;

for (const { name, withSchema } of ONE_DATABASE) {
  describe(`hashes of requests on ${name}`, () => {
    it('without a secret are rehashed once, by the one of two services that makes the secret', async (test) => {
      const address = await withSchema(test);
      const stores = [await openStore(address), await openStore(address)];
      test.after(() => Promise.all(stores.map((store) => store.close())));
      const [store] = stores as [Store];
      await keepUnkeyed(store, 1_100);
      const [one, other] = await Promise.all(stores.map((each) => RequestHashes.open(each, clock)));
      assert.equal(one?.of('buyTicket', BODY), other?.of('buyTicket', BODY));
      for (const key of ['0', '1099']) {
        const request = { accountId, key, hash: `${one?.of('buyTicket', BODY)}` };
        const known = await store.transaction((tx) => recall(tx, request, clock.now()));
        assert.deepEqual(known, { kept: 'sold' });
      }
      assert.equal(await countUnkeyed(store), 0);
    });

    it('differ in each museum, so that nobody can guess the request', async (test) => {
      const stores = [await openStore(await withSchema(test)), await openStore(await withSchema(test))];
      test.after(() => Promise.all(stores.map((store) => store.close())));
      const [one, other] = await Promise.all(stores.map((store) => RequestHashes.open(store, clock)));
      assert.notEqual(one?.of('buyTicket', BODY), other?.of('buyTicket', BODY));
    });

    it('are unchanged, and there is no secret, when a start is interrupted', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      await keepUnkeyed(store, 3);
      const broken = only(store, {
        transaction: (work) =>
          store.transaction(async (tx) => {
            await work(tx);
            throw new Error('broken off');
          }),
      });
      await assert.rejects(RequestHashes.open(broken, clock), /broken off/);
      assert.equal(await countUnkeyed(store), 3);
      await RequestHashes.open(store, clock);
      assert.equal(await countUnkeyed(store), 0);
    });

    it('are read by no start after the first', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      await RequestHashes.open(store, clock);
      const asked: string[] = [];
      const watched = only(store, {
        get: (sql, values) => {
          asked.push(sql);
          return store.get(sql, values);
        },
      });
      await RequestHashes.open(watched, clock);
      assert.deepEqual(asked, ['SELECT value FROM secrets WHERE name = ?']);
    });
  });
}

/** The store, on which nothing can be done but what is given and to ask for one row. */
function only(store: Store, given: Partial<Store>): Store {
  const { dialect } = store;
  return { dialect, get: store.get.bind(store), ...given } as Store;
}

/** So many answers as version 0.1 left them, to one request under many keys. */
function keepUnkeyed(store: Store, count: number): Promise<void> {
  const done = Array.from({ length: count }, (_, key) => ({
    request: { accountId, key: `${key}`, hash: UNKEYED, keep: () => 'sold' },
    outcome: 'sold',
  }));
  return store.transaction((tx) => keep(tx, done, clock.now()));
}

async function countUnkeyed(store: Store): Promise<number> {
  const row = await store.get<{ count: number }>(
    "SELECT count(*) AS count FROM kept_answers WHERE request_hash LIKE 'unkeyed:%'",
  );
  return Number(row?.count);
}
