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
import { UNLIMITED_DAY } from '../seed-rows.ts';
import { type ServerProcess, startService } from '../server-process.ts';
import { median } from '../statistics.ts';
import { Stock } from '../stock.ts';
import { type Turn, takeTurn, takeTurns } from '../turns.ts';
import { saleStream } from './selling.ts';

const SALES_PER_SECOND = 1_000;
const P99_GOAL = 1.5;
const BACKLOG = 10_000;
const PATIENCE_MS = 300_000;
const MEMORY_GOAL = 1.1;
/** What came of an attempt is in the database by then. */
const NOTED_MS = 1_000;

/** Row 13: what those who buy notice of news that goes out. */
export async function tellNews(bench: Bench): Promise<Finding[]> {
  const quiet = await openHouse(bench, []);
  const told = await openHouse(bench, ['healthy']);
  const hanging = await openHouse(bench, ['healthy', 'hanging']);
  try {
    const turn = ({ service, stream }: House) =>
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
    for (const house of [quiet, told, hanging]) await house.close();
  }
}

/** The same row: how quickly news that waits is worked off. */
export async function workOffNews(bench: Bench): Promise<Finding[]> {
  return [await workOffWebhooks(bench), await workOffMail(bench)];
}

/** The service with those that it tells. */
interface House {
  readonly service: ServerProcess;
  readonly stream: Stream;
  readonly soldBefore: number;
  sold(): number;
  /** Runs SQL beside the service. */
  run(sql: string): void;
  counts(message?: 'heal'): Promise<ReceiverCounts>;
  close(): Promise<void>;
}

async function openHouse(bench: Bench, webhooks: readonly string[], withMail = false): Promise<House> {
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
  const stock = new Stock(service.database);
  const stream = { ...saleStream(stock, UNLIMITED_DAY), perSecond: SALES_PER_SECOND };
  const soldBefore = stock.sold(UNLIMITED_DAY).rows;
  await warmUp(bench, service, stream);
  return {
    service,
    stream,
    soldBefore,
    sold: () => stock.sold(UNLIMITED_DAY).rows - soldBefore,
    run: (sql) => runBeside(service.database, sql),
    counts: (message) => ask(receivers, message),
    async close() {
      stock.close();
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

/** How long after the last sale the healthy receiver has been told of all of them, in seconds. */
async function keepsUp({ sold, counts }: House): Promise<number> {
  const wanted = sold();
  return secondsUntil(async () => (await counts()).healthy >= wanted);
}

async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > PATIENCE_MS) return Number.NaN;
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

/** What has gathered for the receiver that hung, once it answers. */
async function workOffWebhooks(bench: Bench): Promise<Finding> {
  const house = await openHouse(bench, ['hanging']);
  try {
    await fill(bench, house);
    await house.counts('heal');
    const wanted = house.sold();
    // Those that hang still, hang on until their time is up; then it is noted when they are tried again.
    await secondsUntil(async () => (await house.counts()).hanging > 0);
    await sleep(NOTED_MS);
    house.run("UPDATE deliveries SET next_at = 0 WHERE state = 'waiting'");
    return await workOff(house, 'waiting webhook messages', wanted, 'hanging');
  } finally {
    await house.close();
  }
}

/** Tickets with their pictures: most of it is drawing. */
async function workOffMail(bench: Bench): Promise<Finding> {
  const house = await openHouse(bench, [], true);
  try {
    await fill(bench, house);
    const wanted = house.sold();
    // By then everything is there that drawing takes.
    await secondsUntil(async () => (await house.counts()).mails >= wanted / 10);
    return await workOff(house, 'waiting mails', wanted, 'mails');
  } finally {
    await house.close();
  }
}

/** How quickly the rest of them arrive. */
async function workOff(
  { service, counts }: House,
  what: string,
  wanted: number,
  where: keyof ReceiverCounts,
): Promise<Finding> {
  const before = await service.readGauges();
  const had = (await counts())[where];
  const seconds = await secondsUntil(async () => (await counts())[where] >= wanted);
  return workedOff(what, wanted - had, seconds, before, await service.readGauges());
}

/** Sells until so many are waiting. */
async function fill({ generator, options }: Bench, { service, stream, sold }: House): Promise<void> {
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
