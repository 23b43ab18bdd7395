import type { DeviceStorage } from '../../src/web/gate/assets/storage.js';
import type { Passed, Waiting } from '../../src/web/gate/assets/types.ts';

/** What a gate's device keeps, as long as the test lasts. */
export function storageInMemory(): DeviceStorage {
  const stores = new Map<string, Map<string, object>>(
    ['kept', 'waiting', 'undos', 'passed'].map((name) => [name, new Map()]),
  );
  const store = (name: string) => stores.get(name) as Map<string, object>;
  return {
    recall: async (key: string) => store('kept').get(key),
    keep: async (key: string, value: object) => void store('kept').set(key, structuredClone(value)),
    unseen: async () => [],
    notSeen: async () => {},
    seen: async () => {},
    find: async (name: string, key: string) => store(name).get(key),
    all: async (name: string) => [...store(name).values()],
    count: async (name: string) => store(name).size,
    put: async (name: string, ...values: { readonly checkInId: string }[]) => {
      for (const value of values) store(name).set(value.checkInId, structuredClone(value));
    },
    putTogether: async ({ passed, waiting }: { passed: Passed; waiting?: Waiting }) => {
      store('passed').set(passed.ticketId, structuredClone(passed));
      if (waiting) store('waiting').set(waiting.checkInId, structuredClone(waiting));
    },
    change: async (name: string, keys: string[], change: (value: object) => object | undefined) => {
      const found = keys.filter((key) => store(name).has(key));
      return found.map((key) => {
        const value = store(name).get(key) as object;
        const changed = change(value);
        if (changed === undefined) store(name).delete(key);
        else store(name).set(key, changed);
        return value;
      });
    },
    remove: async (name: string, ...keys: string[]) => {
      for (const key of keys) store(name).delete(key);
    },
  } as unknown as DeviceStorage;
}
