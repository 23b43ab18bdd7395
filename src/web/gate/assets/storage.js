/**
 * The gate's storage on the device, in IndexedDB: its knowledge, the scans that wait to be handed in, and its settings.
 * A write that has resolved is on disk; whatever fails rejects with a StorageError. If the browser closes the database while
 * the page is open, it is opened again.
 *
 * @import { HeldCount } from './types.ts'
 */

/**
 * A database, with its stores.
 * @typedef {{ name: string, stores: Readonly<Record<string, IDBObjectStoreParameters>> }} Plan
 */

/** @type {Plan} */
const GATE = {
  name: 'museum-gate',
  stores: {
    kept: {},
    waiting: { keyPath: 'checkInId' },
    undos: { keyPath: 'checkInId' },
    passed: { keyPath: 'ticketId' },
  },
};

/**
 * A database of its own: a new store in the other would wait until no page of the version before is open.
 * @type {Plan}
 */
const COUNTS = { name: 'museum-gate-counts', stores: { visits: { keyPath: 'visitId' } } };

/** The prefix of the keys in `kept` of scans whose verdict was not shown yet. A page that is closed before that leaves the key. */
const UNSEEN = 'unseen-';

/** The name of the error when the connection was closed. */
const LOST = ['InvalidStateError', 'AbortError'];

/** The device does not store or read something. The cause is the browser's error. */
export class StorageError extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super(`${cause}`, { cause });
  }
}

/** @typedef {ReturnType<typeof openStorage>} DeviceStorage */

export function openStorage() {
  const database = new DeviceDatabase(GATE);
  return { ...keptValues(database), ...unseenScans(database), ...records(database) };
}

/** @typedef {ReturnType<typeof openCounts>} CountStorage */

/** The counts of people without a ticket that wait to be handed in. */
export function openCounts() {
  const { all, put, change, remove } = records(new DeviceDatabase(COUNTS));
  return {
    /** @returns {Promise<HeldCount[]>} */
    all: () => all('visits'),
    /** @param {HeldCount} count */
    put: (count) => put('visits', count),
    /**
     * @param {readonly string[]} visitIds
     * @param {(count: HeldCount) => HeldCount | undefined} changed see `records`
     * @returns {Promise<HeldCount[]>} the counts from before
     */
    change: (visitIds, changed) => change('visits', visitIds, changed),
    /** @param {string} visitId */
    remove: (visitId) => remove('visits', visitId),
  };
}

/**
 * One value for each key.
 * @param {DeviceDatabase} database
 */
const keptValues = (database) => ({
  /** @param {string} key */
  recall: (key) => database.read('kept', (store) => store.get(key)),
  /**
   * @param {string} key
   * @param {unknown} value
   */
  keep: (key, value) => database.write(['kept'], (tx) => tx.objectStore('kept').put(value, key)),
});

/**
 * The ids of scans whose verdict was not shown yet. All pages of the device see the same ones, other than in localStorage, which
 * each process copies.
 * @param {DeviceDatabase} database
 */
const unseenScans = (database) => ({
  /** @returns {Promise<string[]>} */
  unseen: async () => {
    const keys = await database.read('kept', (store) =>
      store.getAllKeys(IDBKeyRange.bound(UNSEEN, `${UNSEEN}\uffff`)),
    );
    return keys.map((key) => `${key}`.slice(UNSEEN.length));
  },
  /** @param {string} checkInId */
  isUnseen: async (checkInId) =>
    (await database.read('kept', (store) => store.getKey(UNSEEN + checkInId))) !== undefined,
  /** @param {string} checkInId */
  notSeen: (checkInId) =>
    database.write(['kept'], (tx) => tx.objectStore('kept').put(true, UNSEEN + checkInId), 'relaxed'),
  /** @param {string} checkInId */
  seen: (checkInId) =>
    database.write(['kept'], (tx) => tx.objectStore('kept').delete(UNSEEN + checkInId), 'relaxed'),
});

/**
 * The values of the other stores, which contain their keys.
 * @param {DeviceDatabase} database
 */
const records = (database) => ({
  /**
   * @param {string} name of the store, as everywhere here
   * @param {string} key
   */
  find: (name, key) => database.read(name, (store) => store.get(key)),
  /** @param {string} name */
  all: (name) => database.read(name, (store) => store.getAll()),
  /**
   * @param {string} name
   * @param {readonly object[]} values
   */
  put: (name, ...values) =>
    database.write([name], (tx) => {
      for (const value of values) tx.objectStore(name).put(value);
    }),
  /**
   * All of it, or nothing.
   * @param {Readonly<Record<string, object>>} values by the name of their store
   */
  putTogether: (values) =>
    database.write(Object.keys(values), (tx) => {
      for (const [name, value] of Object.entries(values)) tx.objectStore(name).put(value);
    }),
  /**
   * Changes existing values in one transaction.
   * @template Value
   * @param {string} name
   * @param {readonly string[]} keys
   * @param {(value: Value) => Value | undefined} change gives the new value; the same object: unchanged; undefined: deleted
   * @returns {Promise<Value[]>} the values from before
   */
  change: async (name, keys, change) => {
    /** @type {Value[]} */
    const found = [];
    await database.write([name], (tx) => {
      found.length = 0; // it may be the second attempt
      const store = tx.objectStore(name);
      for (const key of keys) changeOne(store, key, change, (value) => found.push(value));
    });
    return found;
  },
  /**
   * @param {string} name
   * @param {readonly string[]} keys
   */
  remove: (name, ...keys) =>
    database.write([name], (tx) => {
      for (const key of keys) tx.objectStore(name).delete(key);
    }),
});

/**
 * @template Value
 * @param {IDBObjectStore} store
 * @param {string} key
 * @param {(value: Value) => Value | undefined} change
 * @param {(value: Value) => void} onFound called with the value from before
 */
function changeOne(store, key, change, onFound) {
  const asked = store.get(key);
  asked.onsuccess = () => {
    if (asked.result === undefined) return;
    onFound(asked.result);
    const changed = change(asked.result);
    if (changed === undefined) store.delete(key);
    else if (changed !== asked.result) store.put(changed);
  };
}

/** The database of the device, opened when it is first used and again when the browser has closed it. */
class DeviceDatabase {
  #plan;
  /** @type {Promise<IDBDatabase> | undefined} */
  #connection;

  /** @param {Plan} plan */
  constructor(plan) {
    this.#plan = plan;
  }

  /**
   * @template Value
   * @param {string} name
   * @param {(store: IDBObjectStore) => IDBRequest<Value>} question
   * @returns {Promise<Value>}
   */
  read(name, question) {
    return this.#use((db) => told(question(db.transaction(name).objectStore(name))));
  }

  /**
   * @param {readonly string[]} names
   * @param {(transaction: IDBTransaction) => void} change
   * @param {IDBTransactionDurability} [durability] relaxed: it outlives the page, but perhaps not the device
   * @returns {Promise<void>}
   */
  write(names, change, durability = 'strict') {
    return this.#use(
      (db) =>
        new Promise((resolve, reject) => {
          const transaction = db.transaction(names, 'readwrite', { durability });
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'AbortError'));
          change(transaction);
        }),
    );
  }

  /**
   * @template Result
   * @param {(db: IDBDatabase) => Promise<Result>} work
   * @param {boolean} [isAgain]
   * @returns {Promise<Result>}
   */
  async #use(work, isAgain = false) {
    this.#connection ??= this.#connect().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    const used = this.#connection;
    try {
      return await work(await used);
    } catch (error) {
      const isLost =
        this.#connection !== used || (error instanceof DOMException && LOST.includes(error.name));
      if (this.#connection === used && isLost) this.#connection = undefined;
      if (isAgain || !isLost) throw new StorageError(error);
      return this.#use(work, true);
    }
  }

  async #connect() {
    const db = await told(openDatabase(this.#plan));
    db.onclose = () => {
      this.#connection = undefined;
    };
    return db;
  }
}

/** @param {Plan} plan */
function openDatabase({ name, stores }) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const [store, options] of Object.entries(stores)) opening.result.createObjectStore(store, options);
  };
  return opening;
}

/**
 * @template Value
 * @param {IDBRequest<Value>} request
 * @returns {Promise<Value>}
 */
function told(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
