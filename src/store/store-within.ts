import { readRevision } from './revision-copy.ts';
import type { Store, Transaction } from './store.ts';

/**
 * A store whose transactions are part of one that is under way: all that is done in them is committed with it, or not at
 * all. Whoever uses it passes on what fails, so that the whole is undone.
 */
export function storeWithin(tx: Transaction): Store {
  return {
    dialect: tx.dialect,
    all: (sql, values) => tx.all(sql, values),
    get: (sql, values) => tx.get(sql, values),
    transaction: (work) => work(tx),
    revision: (topic) => readRevision(tx, topic),
    ping: async () => {},
    close: async () => {},
  };
}
