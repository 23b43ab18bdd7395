/**
 * One instance of the service by a simulated clock, as a process that can be killed. Its jobs run when the simulation says so and
 * one after the other, so that a year is the same each time.
 */
import { pino } from 'pino';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config.ts';
import { type Job, Jobs, type Lease } from '../../src/jobs/index.ts';
import { openStore } from '../../src/store/index.ts';

/** What the simulation says: so much time passes, or what there is to do now is done. */
export type Order = { readonly advance: number } | 'work';
/** What the instance says: where it listens, that an order was carried out, or what went wrong. */
export type Report = { readonly port: number } | 'done' | { readonly fault: string };

/** Jobs that only count and look, for the figures of the service itself; one of them waits for other machines. */
const ONLY_LOOKS = /^(count|watch)-/;
/** More rounds than any work takes. */
const MOST_ROUNDS = 50;

const jobs: Job[] = [];
Jobs.prototype.add = (job) => void jobs.push(job);
Jobs.prototype.start = () => {};
Jobs.prototype.wake = () => {};

process.channel?.ref();
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {}); // the simulation ends it
const clock = manualClock(Number(process.env.YEAR_NOW));
const config = readConfig(process.env);
const store = await openStore(config.database);
const lease: Lease = { transaction: (work) => store.transaction(work), isHeld: () => true };
const log = pino({ level: 'error' }, { write: (line) => void report({ fault: line }) });
const app = await createApp(config, { clock, log, open: async () => store });
const port = Number(new URL(await app.listen()).port);
let last: Promise<unknown> = Promise.resolve();
process.on('message', (order: Order) => {
  last = last
    .then(() => carryOut(order))
    .catch((error) => report({ fault: `${error.stack}` }))
    .finally(() => report('done'));
});
report({ port });

async function carryOut(order: Order): Promise<void> {
  if (order === 'work') await work();
  else clock.advance(order.advance);
}

/** Until there is nothing to do any more: what one job has done may be work for another. */
async function work(): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let found = false;
    for (const job of jobs) {
      if (ONLY_LOOKS.test(job.name) || (await job.hasWork?.()) === false) continue;
      found ||= job.hasWork !== undefined;
      while (await job.step(lease)) found = true;
    }
    if (!found) return;
  }
  throw new Error('the jobs never come to an end');
}

function report(what: Report): void {
  process.send?.(what);
}
