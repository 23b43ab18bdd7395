/**
 * What the gate keeps on the device, in IndexedDB: what it knows, what waits to be handed in, and how it is set up.
 * What has been put down is on disk.
 */

/** @type {Readonly<Record<string, IDBObjectStoreParameters>>} */
const STORES = {
  kept: {},
  waiting: { keyPath: 'checkInId' },
  undos: { keyPath: 'checkInId' },
  passed: { keyPath: 'ticketId' },
};

/** @typedef {Awaited<ReturnType<typeof openBook>>} Book */

export async function openBook() {
  const opening = indexedDB.open('museum-gate', 1);
  opening.onupgradeneeded = () => {
    for (const [name, options] of Object.entries(STORES)) opening.result.createObjectStore(name, options);
  };
  const db = await told(opening);

  /**
   * @param {readonly string[]} names
   * @param {(transaction: IDBTransaction) => void} change
   * @returns {Promise<void>}
   */
  const write = (names, change) =>
    new Promise((resolve, reject) => {
      const transaction = db.transaction(names, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      change(transaction);
    });

  return {
    /** @param {string} key of `kept` */
    recall: (key) => told(db.transaction('kept').objectStore('kept').get(key)),
    /**
     * @param {string} key
     * @param {unknown} value
     */
    keep: (key, value) => write(['kept'], (tx) => tx.objectStore('kept').put(value, key)),
    /** @param {string} name */
    all: (name) => told(db.transaction(name).objectStore(name).getAll()),
    /** @param {string} name */
    count: (name) => told(db.transaction(name).objectStore(name).count()),
    /**
     * @param {string} name
     * @param {readonly object[]} values
     */
    put: (name, ...values) =>
      write([name], (tx) => {
        for (const value of values) tx.objectStore(name).put(value);
      }),
    /**
     * All of it, or nothing.
     * @param {Readonly<Record<string, object>>} values by the name of their store
     */
    putTogether: (values) =>
      write(Object.keys(values), (tx) => {
        for (const [name, value] of Object.entries(values)) tx.objectStore(name).put(value);
      }),
    /**
     * @param {string} name
     * @param {readonly string[]} keys
     */
    remove: (name, ...keys) =>
      write([name], (tx) => {
        for (const key of keys) tx.objectStore(name).delete(key);
      }),
  };
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
