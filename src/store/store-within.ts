import { readRevision } from './revision-copy.ts';
import type { Store, Transaction } from './store.ts';

/**
 * A store whose transactions are part of the open transaction `tx`: they are committed with it or not at all. The caller
 * must pass errors on, so that `tx` is rolled back.
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
