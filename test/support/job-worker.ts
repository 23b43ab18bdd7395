/** One instance with one job, in a process of its own, which does nothing but what the test lets it do. */
import { once } from 'node:events';
import { pino } from 'pino';
import { systemClock } from '../../src/core/clock.ts';
import { Jobs, type Lease, LeaseLost } from '../../src/jobs/index.ts';
import { type DatabaseAddress, openStore, type Transaction } from '../../src/store/index.ts';

export interface Task {
  readonly address: DatabaseAddress;
  readonly job: string;
  readonly leaseMs: number;
  /** Otherwise it writes past the lease. */
  readonly isFenced: boolean;
  /** Its work: pieces numbered from 1, each recorded in the table `actions` when it is done. */
  readonly pieces: number;
}

/** `begun` waits for an order. What became of the piece comes with whether the lease was held right before the write. */
export interface Report {
  readonly piece: number;
  readonly what: 'begun' | 'done' | 'refused';
  readonly wasHeld: boolean;
}

export type Order = 'go on' | 'stall';

process.channel?.ref();
process.on('disconnect', () => process.exit());
const task = JSON.parse(process.argv[2] as string) as Task;
const store = await openStore(task.address);
const jobs = new Jobs({ store, clock: systemClock, log: pino({ level: 'silent' }), leaseMs: task.leaseMs });
jobs.add({ name: task.job, everyMs: 200, hasWork: async () => (await nextPiece()) <= task.pieces, step });
jobs.start();

async function step(lease: Lease): Promise<boolean> {
  const piece = await nextPiece();
  if (piece > task.pieces) return false;
  const answer = once(process, 'message') as Promise<[Order]>;
  await report({ piece, what: 'begun', wasHeld: lease.isHeld() });
  const [order] = await answer;
  if (order === 'stall') await stall();
  const wasHeld = lease.isHeld();
  try {
    await (task.isFenced ? lease : store).transaction((tx) => record(tx, piece));
    await report({ piece, what: 'done', wasHeld });
  } catch (error) {
    if (error instanceof LeaseLost) await report({ piece, what: 'refused', wasHeld });
    throw error;
  }
  return true;
}

async function nextPiece(): Promise<number> {
  const row = await store.get<{ last: number | null }>('SELECT max(piece) AS last FROM actions');
  return (row?.last ?? 0) + 1;
}

async function record(tx: Transaction, piece: number): Promise<void> {
  await tx.run('INSERT INTO actions (piece, done_by) VALUES (?, ?)', [piece, process.pid]);
}

/** In a turn of its own, so that it is in the middle of no transaction that would keep everyone else from writing. */
function stall(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      process.kill(process.pid, 'SIGSTOP');
      resolve();
    });
  });
}

function report(what: Report): Promise<void> {
  return new Promise((resolve) => process.send?.(what, () => resolve()));
}
