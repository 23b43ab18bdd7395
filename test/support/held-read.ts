import type { TestContext } from 'node:test';
import type { Store } from '../../src/store/index.ts';

export interface HeldRead {
  /** Resolves once the row is read, and held. */
  readonly isRead: Promise<void>;
  /** Lets the read return. */
  goOn(): void;
}

/** Delays the next read from a table, so that its reader gets data from before a change made meanwhile. */
export function holdNextRead(test: TestContext, store: Store, table: string): HeldRead {
  const [isRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const get = store.get.bind(store);
  const { mock } = test.mock.method(store, 'get', async (...asked: Parameters<typeof get>) => {
    const row = await get(...asked);
    if (!asked[0].includes(`FROM ${table}`)) return row;
    mock.restore();
    isRead.resolve();
    await mayGoOn.promise;
    return row;
  });
  return { isRead: isRead.promise, goOn: mayGoOn.resolve };
}
