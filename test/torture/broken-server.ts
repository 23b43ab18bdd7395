/**
 * The service with something broken on purpose, to show that the torture finds it. The store is broken from outside: nothing
 * in the service itself can be switched off.
 */
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config.ts';
import { readEnvironment } from '../../src/app/environment.ts';
import { openStore, type SqlParameter, type Store, type Transaction } from '../../src/store/index.ts';
import type { Breakage } from './options.ts';

const GUARD = ' AND (capacity IS NULL OR sold + ? <= capacity)';
const COMMIT_DELAY_MS = 25;

const broken = {
  guard: withoutGuard,
  admission: withoutAdmissionGuard,
  durability: withoutDurability,
  payment: withoutPayments,
}[process.argv[2] as Breakage];
const app = await createApp(readConfig(readEnvironment()), {
  open: async (address) => broken(await openStore(address)),
});
flushCompileCache(); // now, since it will be killed: the next one need not compile the code again
console.log(`Base address   ${await app.listen()}/v1.1`);

/** The counters count, but do not limit sales. */
function withoutGuard(store: Store): Store {
  const without = (sql: string, values: readonly SqlParameter[] = []) =>
    sql.includes(GUARD) ? ([sql.replace(GUARD, ''), values.slice(0, -1)] as const) : ([sql, values] as const);
  return altering(store, (tx) => ({ get: (sql, values) => tx.get(...without(sql, values)) }));
}

/** Scans are stored without their turn, so that neither the next scan nor the guard in the write sees them. */
function withoutAdmissionGuard(store: Store): Store {
  return altering(store, (tx) => ({
    insert: (table, columns, rows) => {
      const turn = table === 'check_ins' ? columns.indexOf('turn') : -1;
      return tx.insert(table, columns, turn === -1 ? rows : rows.map((row) => row.with(turn, null)));
    },
  }));
}

/** Orders are sold by halves: without what was paid for them, but for what providers took. */
function withoutPayments(store: Store): Store {
  return altering(store, (tx) => ({
    insert: async (table, columns, rows) => {
      const reference = table === 'payments' ? columns.indexOf('provider_reference') : -1;
      const kept = reference === -1 ? rows : rows.filter((row) => row[reference] !== null);
      if (kept.length > 0) await tx.insert(table, columns, kept);
    },
  }));
}

/** The store, with something in its transactions in place of what is there. */
function altering(store: Store, alter: (tx: Transaction) => Partial<Transaction>): Store {
  return between(store, (work) =>
    store.transaction((tx) =>
      work({
        dialect: tx.dialect,
        all: tx.all.bind(tx),
        get: tx.get.bind(tx),
        insert: tx.insert.bind(tx),
        update: tx.update.bind(tx),
        touch: tx.touch.bind(tx),
        run: tx.run.bind(tx),
        ...alter(tx),
      }),
    ),
  );
}

/** A transaction resolves before it is committed. */
function withoutDurability(store: Store): Store {
  return between(
    store,
    (work) =>
      new Promise((resolve, reject) => {
        store
          .transaction(async (tx) => {
            resolve(await work(tx));
            await sleep(COMMIT_DELAY_MS);
          })
          .catch(reject);
      }),
  );
}

function between(store: Store, transaction: Store['transaction']): Store {
  return {
    dialect: store.dialect,
    all: store.all.bind(store),
    get: store.get.bind(store),
    revision: store.revision.bind(store),
    contentVersion: store.contentVersion.bind(store),
    ping: store.ping.bind(store),
    close: store.close.bind(store),
    transaction,
  };
}
