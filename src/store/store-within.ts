import { readRevision } from './revision-lease.ts';
import type { Store, Transaction } from './store.ts';

/** The store, each of whose transactions begins with `check`: what that throws is thrown, and rolls it back. */
export function guardedStore(store: Store, check: (tx: Transaction) => Promise<void>): Store {
  return {
    dialect: store.dialect,
    all: (sql, values) => store.all(sql, values),
    get: (sql, values) => store.get(sql, values),
    transaction: (work) =>
      store.transaction(async (tx) => {
        await check(tx);
        return work(tx);
      }),
    revision: (topic) => store.revision(topic),
    contentVersion: () => store.contentVersion(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

/**
 * A store whose transactions are part of the open transaction `tx`: they are committed with it or not at all. The
 * caller must pass errors on, so that `tx` is rolled back.
 */
export function storeWithin(tx: Transaction): Store {
  return {
    dialect: tx.dialect,
    all: (sql, values) => tx.all(sql, values),
    get: (sql, values) => tx.get(sql, values),
    transaction: (work) => work(tx),
    revision: (topic) => readRevision(tx, topic),
    contentVersion: () => Promise.reject(new Error('Only what is committed has a version.')),
    ping: async () => {},
    close: async () => {},
  };
}
