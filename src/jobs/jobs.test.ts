import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Logger, pino } from 'pino';
import { contentsOf } from '../../fixtures/contents.ts';
import { DATABASES } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { until } from '../../fixtures/until.ts';
import { openStore, StoreUnavailable } from '../store/index.ts';
import { type Job, Jobs, type Lease, LeaseLost } from './index.ts';

const HOUR_MS = 3_600_000;
/** What must come is waited for, however slow the machine is. */

for (const { name, withSchema } of DATABASES) {
  /** Gives instances on one new database, whose clock stands still; their leases are so short that they look again soon. */
  const house = async (test: TestContext) => {
    const address = await withSchema(test);
    const clock = manualClock();
    const open = async (jobs: readonly Job[], log: Logger = pino({ level: 'silent' })) => {
      const store = await openStore(address);
      const instance = new Jobs({ store, clock, log, leaseMs: 60 });
      for (const job of jobs) instance.add(job);
      test.after(async () => {
        await instance.stop();
        await store.close();
      });
      return { jobs: instance, store };
    };
    return { open, clock };
  };

  describe(`jobs on ${name}`, () => {
    it('run at the start, and then again and again', async (test) => {
      const { open } = await house(test);
      const [quick, slow] = [counting({ name: 'quick', everyMs: 1 }), counting({ name: 'slow' })];
      const { jobs } = await open([quick, slow]);
      jobs.start();
      await until(() => quick.steps >= 5 && slow.steps > 0);
      assert.equal(slow.steps, 1);
    });

    it('run soon when they are woken, once for any number of wakes', async (test) => {
      const { open } = await house(test);
      const job = counting({ name: 'mail' });
      const { jobs } = await open([job]);
      jobs.wake('mail');
      assert.equal(job.steps, 0, 'not before the start');
      jobs.start();
      await until(() => job.steps === 1);
      for (let action = 0; action < 100; action++) jobs.wake('mail');
      await until(() => job.steps === 2);
      await jobs.stop();
      const planned = test.mock.method(globalThis, 'setTimeout');
      jobs.wake('mail');
      assert.equal(planned.mock.callCount(), 0);
      planned.mock.restore();
    });

    it('run once more when they are woken in the middle of a step', async (test) => {
      const { open } = await house(test);
      const job = held('mail');
      const { jobs } = await open([job]);
      jobs.start();
      await job.begun(1);
      for (let action = 0; action < 100; action++) jobs.wake('mail');
      job.end();
      await job.begun(2);
      job.end();
      await jobs.stop();
      assert.equal(job.steps, 2);
    });

    it('go on step by step under one lease while there is more to do', async (test) => {
      const { open } = await house(test);
      const job = counting({ name: 'mail', more: (steps) => steps < 4 });
      const { jobs, store } = await open([job]);
      jobs.start();
      await until(() => jobs.figures()[0]?.succeededAt);
      assert.equal(job.steps, 4);
      assert.deepEqual(
        { ...(await store.get('SELECT name, holder, fence FROM jobs')) },
        { name: 'mail', holder: null, fence: 1 },
      );
    });

    it('are run by one instance at a time', async (test) => {
      const { open } = await house(test);
      let looks = 0;
      const hasWork = async () => ++looks > 0;
      const [mine, yours] = [held('mail'), held('mail', hasWork)];
      const [first, second] = [await open([mine]), await open([yours])];
      first.jobs.start();
      await mine.begun(1);
      second.jobs.start();
      await until(() => looks >= 3);
      assert.equal(second.jobs.figures()[0]?.succeededAt, undefined);
      mine.end();
      await yours.begun(1);
      assert.equal(mine.steps, 1);
      yours.end();
    });

    it('finish the running step when they are stopped, and then others can take them at once', async (test) => {
      const { open } = await house(test);
      const [mine, yours] = [held('mail'), held('mail')];
      const [first, second] = [await open([mine]), await open([yours])];
      first.jobs.start();
      await mine.begun(1);
      let hasStopped = false;
      const stopping = first.jobs.stop().then(() => {
        hasStopped = true;
      });
      await first.store.transaction(async () => {});
      assert.equal(hasStopped, false);
      mine.end(true);
      await stopping;
      assert.equal(mine.steps, 1, 'although there was more to do');
      second.jobs.start();
      await yours.begun(1);
      yours.end();
    });

    it('can be taken by others at once when a step fails', async (test) => {
      const { open } = await house(test);
      const mine = { name: 'mail', everyMs: HOUR_MS, step: () => Promise.reject(new TypeError('a bug')) };
      const yours = held('mail');
      const [first, second] = [await open([mine]), await open([yours])];
      first.jobs.start();
      await until(() => first.jobs.figures()[0]?.failures === 1);
      second.jobs.start();
      await yours.begun(1);
      yours.end();
    });

    it('are taken over from an instance that sends no heartbeat', async (test) => {
      const { open, clock } = await house(test);
      let looks = 0;
      const hasWork = async () => ++looks > 0;
      const [mine, yours] = [held('mail'), held('mail', hasWork)];
      const [first, second] = [await open([mine]), await open([yours])];
      first.jobs.start();
      const lease = await mine.begun(1);
      const { transaction } = first.store;
      first.store.transaction = () => Promise.reject(new StoreUnavailable('the network is down'));
      second.jobs.start();
      await until(() => looks >= 2);
      assert.equal(yours.steps, 0);
      clock.advance(60);
      await yours.begun(1);
      first.store.transaction = transaction;
      assert.equal(lease.isHeld(), false);
      const late = lease.transaction(async () => {});
      await assert.rejects(late, LeaseLost);
      mine.end();
      yours.end();
    });

    it('are overdue while they fail or take longer than their interval, and on time again after they have run', async (test) => {
      const { open, clock } = await house(test);
      const failing = counting({
        ...{ name: 'failing', everyMs: 1 },
        more: () => {
          throw new TypeError('a bug');
        },
      });
      const [slow, quick] = [{ ...held('slow'), everyMs: 1_000 }, counting({ name: 'quick', everyMs: 1 })];
      const { jobs } = await open([failing, slow, quick]);
      const lags = () => jobs.figures().map(({ lagMs }) => Math.round(lagMs));
      assert.deepEqual(lags(), [0, 0, 0]);
      jobs.start();
      await slow.begun(1);
      clock.advance(40); // no longer than a lease
      const { steps } = quick;
      await until(() => quick.steps > steps + 1 && failing.steps > 1);
      assert.deepEqual(lags(), [39, 0, 0]);
      slow.end();
      await jobs.stop();
      clock.advance(5_000);
      assert.deepEqual(lags(), [5_039, 3_900, 4_999]);
    });

    it('write nothing while there is nothing to do', async (test) => {
      const { open } = await house(test);
      let looks = 0;
      const hasWork = async () => ++looks < 0;
      const job = counting({ name: 'mail', everyMs: 1, hasWork });
      const { jobs, store } = await open([job]);
      const before = await contentsOf(store);
      store.transaction = () => assert.fail('a transaction');
      jobs.start();
      await until(() => looks > 20);
      await jobs.stop();
      assert.deepEqual(await contentsOf(store), before);
      assert.equal(job.steps, 0);
      assert.equal(jobs.figures()[0]?.failures, 0);
      assert.ok(jobs.figures()[0]?.succeededAt);
    });

    it('are tried again after a failure, which is logged once and stops no other job', async (test) => {
      const { open, clock } = await house(test);
      const lines: { level: number; job: string; msg: string }[] = [];
      const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
      const failing = (name: string, error: Error) =>
        counting({
          name,
          everyMs: 1,
          more: (steps) => {
            if (steps <= 2) throw error;
            return false;
          },
        });
      const all = [
        failing('away', new StoreUnavailable('the disk is full')),
        failing('overtaken', new LeaseLost('overtaken')),
        failing('broken', new TypeError('a bug')),
        counting({ name: 'sound', everyMs: 1 }),
      ];
      const { jobs } = await open(all, log);
      jobs.start();
      await until(() => all.every(({ steps }) => steps > 3));
      await jobs.stop();
      const now = clock.now();
      const failed = { failures: 2, succeededAt: now, lagMs: 0 };
      assert.deepEqual(jobs.figures(), [
        { name: 'away', ...failed },
        { name: 'overtaken', ...failed },
        { name: 'broken', ...failed },
        { name: 'sound', failures: 0, succeededAt: now, lagMs: 0 },
      ]);
      const told = lines.map(({ level, job, msg }) => `${job} ${level} ${msg}`).sort();
      assert.deepEqual(told, [
        'away 30 a job works again',
        'away 40 a job failed; trying again later',
        'broken 30 a job works again',
        'broken 50 a job failed; trying again later',
        'overtaken 30 a job works again',
        'overtaken 40 a job failed; trying again later',
      ]);
    });

    it('that fail again and again are logged at growing intervals, with the stack only the first time, and never for the database', async (test) => {
      const { open, clock } = await house(test);
      const lines: { level: number; err?: { stack: string }; reason?: string; failures?: number }[] = [];
      const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
      let fault = new Error('the network is down');
      const away = counting({
        name: 'away',
        everyMs: 1,
        more: () => {
          throw fault;
        },
      });
      const { jobs } = await open([away], log);
      jobs.start();
      const failsOn = async () => {
        const { steps } = away;
        await until(() => away.steps > steps + 3);
      };
      await failsOn();
      assert.equal(lines.length, 1);
      assert.match(lines[0]?.err?.stack ?? '', /the network is down\n +at /);
      clock.advance(60_000);
      await failsOn();
      assert.equal(lines.length, 2);
      assert.deepEqual([lines[1]?.err, lines[1]?.reason], [undefined, 'the network is down']);
      assert.ok((lines[1]?.failures as number) > 3);
      clock.advance(60_000);
      await failsOn();
      assert.equal(lines.length, 2);
      clock.advance(60_000);
      await failsOn();
      assert.equal(lines.length, 3);
      fault = new StoreUnavailable('no server can be written to');
      await failsOn();
      assert.equal(lines.length, 4);
      const { level, err, reason } = lines[3] as (typeof lines)[0];
      assert.deepEqual([level, err, reason], [40, undefined, 'no server can be written to']);
    });

    it('do not wait for a job that hangs', async (test) => {
      const { open } = await house(test);
      const [hanging, other] = [held('webhooks'), counting({ name: 'mail', everyMs: 1 })];
      const { jobs } = await open([hanging, other]);
      jobs.start();
      await hanging.begun(1);
      const { steps } = other;
      await until(() => other.steps > steps + 5);
      hanging.end();
    });

    it('must have different names', async (test) => {
      const { open } = await house(test);
      const { jobs } = await open([held('mail')]);
      assert.throws(() => jobs.add(held('mail')), /two jobs named mail/);
      assert.throws(() => jobs.wake('male'), /no job named male/);
    });
  });
}

/** A job that counts its steps. */
function counting({
  more = () => false,
  ...job
}: { name: string } & Partial<Job> & { more?: (steps: number) => boolean }) {
  return {
    everyMs: HOUR_MS,
    ...job,
    steps: 0,
    async step() {
      return more(++this.steps);
    },
  };
}

/** A job whose steps last until the test ends them. */
function held(name: string, hasWork = async () => true) {
  const begun: Lease[] = [];
  const heard: (() => void)[] = [];
  let ending = Promise.withResolvers<boolean>();
  return {
    name,
    everyMs: HOUR_MS,
    hasWork,
    get steps() {
      return begun.length;
    },
    step(lease: Lease) {
      begun.push(lease);
      for (const hear of heard.splice(0)) hear();
      return ending.promise;
    },
    /** Resolves with its lease when the step of that number has begun. */
    async begun(step: number): Promise<Lease> {
      while (begun.length < step) await new Promise<void>((resolve) => heard.push(resolve));
      return begun[step - 1] as Lease;
    },
    /** Ends the step under way. */
    end(more = false) {
      ending.resolve(more);
      ending = Promise.withResolvers<boolean>();
    },
  };
}
