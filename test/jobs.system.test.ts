import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { DATABASES } from '../fixtures/databases.ts';
import type { Order, Report, Task } from '../fixtures/job-worker.ts';
import { openStore, type Store } from '../src/store/index.ts';

const WORKER = new URL('../fixtures/job-worker.ts', import.meta.url);
const INSTANCES = 3;
const LEASE_MS = 1_000;
const PIECES = 8;
const EACH_ONCE = Array.from({ length: PIECES }, (_, index) => index + 1);

for (const { name, fresh } of DATABASES) {
  const open = async (test: TestContext) => {
    const address = await fresh(test);
    const store = await openStore(address);
    test.after(() => store.close());
    await store.transaction((tx) =>
      tx.run('CREATE TABLE actions (piece BIGINT NOT NULL, done_by BIGINT NOT NULL)'),
    );
    const task: Task = { address, job: 'work', leaseMs: LEASE_MS, isFenced: true, pieces: PIECES };
    return { store, task };
  };

  describe(`a job of three processes on ${name}`, () => {
    it('is done several times over when they share no lease', async (test) => {
      const { store, task } = await open(test);
      const crew = Array.from({ length: INSTANCES }, (_, index) => ({ ...task, job: `work ${index}` }));
      const events = work(test, crew);
      await Promise.all(crew.map(() => events.first(({ piece, what }) => piece === 1 && what === 'begun')));
      for (const worker of events.workers) worker.send('go on' satisfies Order);
      await Promise.all(crew.map(() => events.first(({ piece, what }) => piece === 1 && what === 'done')));
      assert.deepEqual(await actions(store), [1, 1, 1]);
    });

    it('is done once, and goes on when the one that is at it is killed', async (test) => {
      const { store, task } = await open(test);
      const events = work(test, Array(INSTANCES).fill(task));
      const killed = new Set<number>();
      for (let done = 0; done < PIECES; ) {
        const { worker, piece, what } = await events.first(() => true);
        if (what === 'done') done += 1;
        if (what !== 'begun') continue;
        // One in the middle of its third piece, and its successor in the middle of the sixth.
        if (killed.size < piece / 3 && piece % 3 === 0) {
          killed.add(worker.pid as number);
          worker.kill('SIGKILL');
        } else worker.send('go on' satisfies Order);
      }
      assert.equal(killed.size, 2);
      assert.deepEqual(await actions(store), EACH_ONCE);
    });

    it('is done again by one that was stalled for longer than its lease, when nothing fences it', async (test) => {
      const { store, task } = await open(test);
      const { what, wasHeld } = await stallAndWake(test, { ...task, isFenced: false });
      assert.equal(what, 'done');
      assert.equal(wasHeld, false, 'it could have known');
      assert.ok((await actions(store)).filter((piece) => piece === 3).length > 1);
    });

    it('is refused to one that was stalled for longer than its lease', async (test) => {
      const { store, task } = await open(test);
      const { what, wasHeld } = await stallAndWake(test, task);
      assert.equal(what, 'refused');
      assert.equal(wasHeld, false);
      assert.deepEqual(await actions(store), EACH_ONCE);
    });
  });
}

/**
 * Stops a process in the middle of the third piece, and lets it go on when another has done all that was left.
 * @returns what became of the piece that it had in hand.
 */
async function stallAndWake(test: TestContext, task: Task): Promise<Report> {
  const events = work(test, Array(INSTANCES).fill(task));
  let stalled: ChildProcess | undefined;
  for (;;) {
    const { worker, ...report } = await events.first(() => true);
    if (report.piece === 3 && report.what !== 'begun' && worker === stalled) return report;
    if (report.piece === PIECES && report.what === 'done') stalled?.kill('SIGCONT');
    if (report.what !== 'begun') continue;
    const order: Order = report.piece === 3 && stalled === undefined ? 'stall' : 'go on';
    if (order === 'stall') stalled = worker;
    worker.send(order);
  }
}

/** Starts a process for each task. They are killed after the test at the latest. */
function work(test: TestContext, tasks: readonly Task[]) {
  type Event = Report & { readonly worker: ChildProcess };
  const untold: Event[] = [];
  let heard = Promise.withResolvers<void>();
  const workers = tasks.map((task) => {
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const worker = fork(WORKER, [JSON.stringify(task)], { execArgv: [], env });
    test.after(() => worker.kill('SIGKILL'));
    worker.on('message', (report: Report) => {
      untold.push({ ...report, worker });
      heard.resolve();
      heard = Promise.withResolvers();
    });
    worker.on('exit', (code) => {
      if (code !== null) heard.reject(new Error(`a process ended by itself with ${code}`));
    });
    return worker;
  });
  return {
    workers,
    /** The first report that is like this and was not told before. */
    async first(isLike: (report: Report) => boolean): Promise<Event> {
      for (;;) {
        const index = untold.findIndex(isLike);
        if (index !== -1) return untold.splice(index, 1)[0] as Event;
        await heard.promise;
      }
    },
  };
}

async function actions(store: Store): Promise<number[]> {
  const rows = await store.all<{ piece: number }>('SELECT piece FROM actions ORDER BY piece');
  return rows.map(({ piece }) => piece);
}
