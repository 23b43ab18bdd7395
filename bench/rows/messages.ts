import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, profiling, warmUp } from '../bench.ts';
import { endChild, startChild } from '../cleanup.ts';
import type { Finding } from '../finding.ts';
import type { Stream } from '../load-order.ts';
import type { ReceiverCounts, ReceiverPorts } from '../receivers.ts';
import { AUTHORIZATION } from '../requests.ts';
import { SeedReader } from '../seed-reader.ts';
import { UNLIMITED_DAY } from '../seed-rows.ts';
import { type ServerProcess, startService } from '../server-process.ts';
import { median } from '../statistics.ts';
import { type Turn, takeTurn, takeTurns } from '../turns.ts';
import { saleStream } from './selling.ts';

const SALES_PER_SECOND = 1_000;
const P99_GOAL = 1.5;
const BACKLOG = 10_000;
const TIMEOUT_MS = 300_000;
const MEMORY_GOAL = 1.1;
/** After this time the outcome of an attempt is in the database. */
const RECORDED_MS = 1_000;

/** Row 13: how much webhooks slow down sales. */
export async function sellWithWebhooks(bench: Bench): Promise<Finding[]> {
  const quiet = await startWithReceivers(bench, []);
  const told = await startWithReceivers(bench, ['healthy']);
  const hanging = await startWithReceivers(bench, ['healthy', 'hanging']);
  try {
    const turn = ({ service, stream }: Setup) =>
      takeTurn(bench.generator, service, bench.options.seconds, stream);
    const turns = await takeTurns(bench.options.rounds, {
      quiet: () => turn(quiet),
      told: () => turn(told),
      hanging: () => turn(hanging),
    });
    const keptUp = [await keepsUp(told), await keepsUp(hanging)] as const;
    return [
      buyersFinding('sales/s, a webhook', turns.told, turns.quiet, keptUp[0]),
      buyersFinding('sales/s, and one that hangs', turns.hanging, turns.quiet, keptUp[1]),
    ];
  } finally {
    for (const setup of [quiet, told, hanging]) await setup.close();
  }
}

/** The same row: how quickly a backlog of messages is worked off. */
export async function workOffBacklog(bench: Bench): Promise<Finding[]> {
  return [await workOffWebhooks(bench), await workOffMail(bench)];
}

/** The service and its receivers. */
interface Setup {
  readonly service: ServerProcess;
  readonly stream: Stream;
  sold(): number;
  /** Runs SQL beside the service. */
  run(sql: string): void;
  counts(message?: 'heal'): Promise<ReceiverCounts>;
  close(): Promise<void>;
}

async function startWithReceivers(
  bench: Bench,
  webhooks: readonly string[],
  withMail = false,
): Promise<Setup> {
  const receivers = startChild([join(import.meta.dirname, '..', 'receivers.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ports] = (await once(receivers, 'message')) as [ReceiverPorts];
  const environment = {
    MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on',
    ...(withMail && {
      MUSEUM_SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      MUSEUM_MAIL_FROM: 'tickets@museum.example',
    }),
  };
  const service = await startService(bench.size, { ...profiling(bench), environment });
  for (const path of webhooks) await addWebhook(service.port, `http://127.0.0.1:${ports.http}/${path}`);
  const seeded = new SeedReader(service.database);
  const stream = { ...saleStream(seeded, UNLIMITED_DAY), perSecond: SALES_PER_SECOND };
  const soldBefore = seeded.sold(UNLIMITED_DAY).rows;
  await warmUp(bench, service, stream);
  return {
    service,
    stream,
    sold: () => seeded.sold(UNLIMITED_DAY).rows - soldBefore,
    run: (sql) => runBeside(service.database, sql),
    counts: (message) => ask(receivers, message),
    async close() {
      seeded.close();
      await service.close();
      await endChild(receivers);
    },
  };
}

function runBeside(path: string, sql: string): void {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec(sql);
  database.close();
}

async function ask(child: ChildProcess, message: 'heal' | 'count' = 'count'): Promise<ReceiverCounts> {
  const told = once(child, 'message');
  child.send(message);
  const [counts] = await told;
  return counts as ReceiverCounts;
}

async function addWebhook(port: number, url: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1.1/webhooks`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ url, types: ['ticket.sold'] }),
  });
  if (answer.status !== 201) throw new Error(`The webhook was answered with ${answer.status}.`);
}

/** How many seconds after the last sale the healthy receiver has the messages about all of them. */
async function keepsUp({ sold, counts }: Setup): Promise<number> {
  const wanted = sold();
  return secondsUntil(async () => (await counts()).healthy >= wanted);
}

async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > TIMEOUT_MS) return Number.NaN;
    await sleep(20);
  }
  return (performance.now() - startedAt) / 1_000;
}

function buyersFinding(work: string, told: readonly Turn[], quiet: readonly Turn[], keptUp: number): Finding {
  const p99 = (turns: readonly Turn[]) => median(turns.map((turn) => turn.p99));
  const cpu = (turns: readonly Turn[]) => median(turns.map((turn) => turn.cpuMicros));
  const describe = (turns: readonly Turn[]) =>
    `${cpu(turns).toFixed(0)} µs CPU, p99 ${p99(turns).toFixed(1)} ms`;
  const ratio = median(told.map((turn, round) => turn.p99 / (quiet[round] as Turn).p99));
  return {
    row: '13',
    work: `${SALES_PER_SECOND.toLocaleString('en')} ${work}`,
    service: `${describe(told)}; told ${keptUp.toFixed(1)} s after the last`,
    reference: describe(quiet),
    figure: ratio.toFixed(2),
    goal: `<= ${P99_GOAL.toFixed(1)} times p99`,
    isReached: ratio <= P99_GOAL && keptUp < 5,
    measured: { told, quiet, keptUp },
  };
}

/** The backlog of a receiver that hung, once it answers. */
async function workOffWebhooks(bench: Bench): Promise<Finding> {
  const setup = await startWithReceivers(bench, ['hanging']);
  try {
    await fill(bench, setup);
    await setup.counts('heal');
    const wanted = setup.sold();
    // Requests that still hang do so until they time out; then the time of their next attempt is recorded.
    await secondsUntil(async () => (await setup.counts()).hanging > 0);
    await sleep(RECORDED_MS);
    setup.run("UPDATE deliveries SET next_at = 0 WHERE state = 'waiting'");
    return await workOff(setup, 'waiting webhook messages', wanted, 'hanging');
  } finally {
    await setup.close();
  }
}

/** The backlog of mails with tickets: most of the work is drawing their pictures. */
async function workOffMail(bench: Bench): Promise<Finding> {
  const setup = await startWithReceivers(bench, [], true);
  try {
    await fill(bench, setup);
    const wanted = setup.sold();
    // By then the threads that draw are warm.
    await secondsUntil(async () => (await setup.counts()).mails >= wanted / 10);
    return await workOff(setup, 'waiting mails', wanted, 'mails');
  } finally {
    await setup.close();
  }
}

/** Measures how quickly the rest of the backlog arrives. */
async function workOff(
  { service, counts }: Setup,
  what: string,
  wanted: number,
  where: keyof ReceiverCounts,
): Promise<Finding> {
  const before = await service.readGauges();
  const had = (await counts())[where];
  const seconds = await secondsUntil(async () => (await counts())[where] >= wanted);
  return workedOff(what, wanted - had, seconds, before, await service.readGauges());
}

/** Sells tickets until the backlog is large enough. */
async function fill({ generator, options }: Bench, { service, stream, sold }: Setup): Promise<void> {
  const backlog = options.isQuick ? BACKLOG / 10 : BACKLOG;
  while (sold() < backlog) await generator.loadOne(service.port, options.seconds, stream);
}

function workedOff(
  what: string,
  count: number,
  seconds: number,
  before: Awaited<ReturnType<ServerProcess['readGauges']>>,
  after: Awaited<ReturnType<ServerProcess['readGauges']>>,
): Finding {
  const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  const growth = after.residentBytes / before.residentBytes;
  const cpuMs = (after.cpuMs - before.cpuMs) / count;
  return {
    row: '13',
    work: `${count.toLocaleString('en')} ${what}`,
    service: `${Math.round(count / seconds).toLocaleString('en')}/s, ${cpuMs.toFixed(2)} ms CPU, ${mib(after.residentBytes)}`,
    reference: `${mib(before.residentBytes)} before`,
    figure: growth.toFixed(2),
    goal: `memory <= ${MEMORY_GOAL.toFixed(2)}`,
    isReached: growth <= MEMORY_GOAL,
    measured: { count, seconds, before, after },
  };
}
