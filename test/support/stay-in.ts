import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../../src/store/index.ts';

/** Waits within a transaction, which PostgreSQL would end if it were idle for five seconds. */
export async function stayIn(tx: Transaction, waited: Promise<unknown>): Promise<void> {
  const isOver = waited.then(() => true);
  while (!(await Promise.race([isOver, sleep(200).then(() => false)]))) await tx.get('SELECT 1 AS one');
}
