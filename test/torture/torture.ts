import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SeededRandom } from '../../src/demo/seeded-random.ts';
import { inspectStore } from '../../src/store/index.ts';
import { checkHistory, countEvents } from './check-history.ts';
import { checkTaken } from './check-money.ts';
import { Clients } from './clients.ts';
import {
  type Failover,
  pairToTorture,
  postgresToTorture,
  sqliteToTorture,
  type TorturedDatabase,
} from './database.ts';
import { History } from './history.ts';
import { LoadBalancer } from './load-balancer.ts';
import type { TortureOptions } from './options.ts';
import { ProviderServer } from './provider-server.ts';
import { Service } from './service.ts';
import { now } from './timeline.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const MAX_ROUND_MS = 5_000;
/** The share of rounds before which an instance is started and killed while it starts. */
const EARLY_KILLS = 0.15;
const MAX_EARLY_KILL_MS = 400;
/** How often at most in a round one of several instances is restarted, or the database disturbed. */
const MAX_DISTURBANCES = 4;
const MAX_PAUSE_MS = 300;
/** How long the standby waits for its promotion: at least until the last answers of before have arrived. */
const MIN_OUTAGE_MS = 100;
const MAX_OUTAGE_MS = 1_000;
/** A failover that takes so long is a violation. */
const MAX_RECOVERY_MS = 60_000;

export interface Report {
  readonly rounds: number;
  readonly kills: number;
  readonly requests: number;
  /** Changes, sales and scans that were acknowledged. */
  readonly acknowledged: number;
  /** The scans among them. */
  readonly scans: number;
  /** Orders that were acknowledged, sold or held. */
  readonly orders: number;
  /** Orders that were sold in the shop. */
  readonly soldOnline: number;
  /** Holds that ended because their time was over. */
  readonly expired: number;
  /** Actions on orders that were answered 503. */
  readonly unavailable: number;
  /** Of the sales, those of family tickets for an entry time. */
  readonly families: number;
  /** Requests whose connection was lost. */
  readonly unknown: number;
  /** One for each failover. */
  readonly recoveries: readonly Recovery[];
  readonly violations: readonly string[];
}

/** In milliseconds. */
export interface Recovery {
  /** How long the standby took until it was the primary. */
  readonly promotion: number;
  /** How long after the promotion any sale was acknowledged that had not been asked for before the kill. */
  readonly sale: number;
  /** How long after the promotion every instance had acknowledged a sale, a hold or a scan again. */
  readonly all: number;
}

/**
 * Kills the service under load again and again. Each time it is back, compares the answers that clients got with the
 * database. Ends early at the first violations.
 * @param isEnough is asked once there were as many rounds as `options` says; while it is not, there are more
 */
export async function torture(
  options: TortureOptions,
  onRound: (report: Report) => void = () => {},
  isEnough: (report: Report) => boolean = () => true,
): Promise<Report> {
  const history = new History();
  const database = await databaseFor(options);
  const random = new SeededRandom(options.seed);
  const provider = new ProviderServer(random);
  const providerAddress = await provider.open();
  const services = Array.from(
    { length: options.instances },
    () => new Service(database, options.breakage, history, providerAddress),
  );
  const recoveries: Recovery[] = [];
  const scene = { database, services, provider, history, random, recoveries };
  try {
    const report = () => reportOf(history, recoveries);
    await runRounds(
      options,
      scene,
      () => onRound(report()),
      () => isEnough(report()),
    );
  } catch (error) {
    history.addViolation(String(error instanceof Error ? error.stack : error));
  } finally {
    history.endUpTime();
    await killAll(scene);
    provider.close();
  }
  if (history.violations.size === 0) checkByCommand(scene);
  await database.remove();
  return reportOf(history, recoveries);
}

function databaseFor({ database, failover, restarts }: TortureOptions): Promise<TorturedDatabase> {
  if (database === 'sqlite') return sqliteToTorture();
  return failover ? pairToTorture() : postgresToTorture(restarts);
}

interface Scene {
  readonly database: TorturedDatabase;
  /** The instances: one on SQLite. */
  readonly services: readonly Service[];
  readonly provider: ProviderServer;
  readonly history: History;
  readonly random: SeededRandom;
  readonly recoveries: Recovery[];
}

async function runRounds(
  { rounds = Number.POSITIVE_INFINITY, seconds, answers, breakage }: TortureOptions,
  scene: Scene,
  onRound: () => void,
  isEnough: () => boolean,
): Promise<void> {
  const { database, services, provider, history, random } = scene;
  const clients = new Clients(new LoadBalancer(services), provider, history, random);
  try {
    await runRoundsWith(clients);
  } finally {
    clients.stop(); // also after a violation: they would go on for ever
  }

  async function runRoundsWith(clients: Clients): Promise<void> {
    const lastStart = performance.now() + seconds * 1_000;
    let running: Promise<unknown> | undefined;
    while ((history.rounds < rounds || !isEnough()) && performance.now() < lastStart) {
      if (random.happens(EARLY_KILLS)) await services[0]?.startAndKill(random.between(0, MAX_EARLY_KILL_MS));
      await startAll(scene);
      if (history.violations.size > 0) return;
      running ??= clients.run().catch((error) => history.addViolation(`a client failed: ${error.stack}`));
      await waitForAnswers(scene, random.between(1, answers));
      history.endUpTime();
      if (database.failover !== undefined) await failOver(database.failover, scene);
      // A breakage shows without disturbances, and only its own violations are wanted.
      if (database.address.kind === 'postgres' && breakage === undefined) await disturb(scene);
      await killAll(scene);
      history.rounds++;
      onRound();
    }
    await startAll(scene);
    if (history.violations.size > 0) return;
    clients.stop();
    await running;
    provider.isFaulty = false;
    await clients.notifyOfAll();
    await checkHistory(database.address, history, provider);
    await inspectStore(database.address, (snapshot) => checkTaken(snapshot, history));
    await countEvents(database.address, history);
  }
}

/** Waits until any instance has answered so many requests, or the time of a round is up. */
async function waitForAnswers({ services, random }: Scene, count: number): Promise<void> {
  await Promise.race([...services.map((service) => service.waitForAnswers(count)), sleep(MAX_ROUND_MS)]);
  await sleep(random.between(0, 5));
}

/** Starts all instances together. No request is sent before the database has been checked. */
async function startAll({ database, services, provider, history }: Scene): Promise<void> {
  await database.settle();
  const ports = await Promise.all(services.map((service) => service.start()));
  history.beginUpTime();
  await checkHistory(database.address, history, provider);
  if (history.violations.size > 0) return;
  for (const [index, service] of services.entries()) service.open(ports[index] as number);
}

/** Restarts one instance while the others go on, or disturbs the database of all of them, some times. */
async function disturb({ database, services, random }: Scene): Promise<void> {
  for (let left = random.between(1, MAX_DISTURBANCES); left > 0; left--) {
    const service = random.happens(0.3) ? random.oneOf(services) : undefined;
    if (service === undefined) await database.disturb(random);
    else {
      await service.kill();
      service.open(await service.start());
    }
    await sleep(random.between(0, MAX_PAUSE_MS));
  }
}

/** Kills the primary, promotes the standby a little later, and waits until the museum sells and every instance works again. */
async function failOver(failover: Failover, { services, history, random, recoveries }: Scene): Promise<void> {
  await failover.killPrimary();
  const killedAt = now();
  await sleep(random.between(MIN_OUTAGE_MS, MAX_OUTAGE_MS));
  const [orderedAt, soldBefore] = [performance.now(), history.sold.length];
  const once = async (what: string, isDone: () => boolean) => {
    while (!isDone() && performance.now() < orderedAt + MAX_RECOVERY_MS) await sleep(1);
    if (!isDone()) history.addViolation(`${what} ${MAX_RECOVERY_MS} ms after a failover`);
    return performance.now();
  };
  const [promotedAt, soldAt, allAt] = await Promise.all([
    failover.promote().then(() => performance.now()),
    once('nothing is sold', () => history.sold.slice(soldBefore).some(({ sentAt }) => sentAt > killedAt)),
    once('not all instances work', () => services.every(({ acknowledgedAt }) => acknowledgedAt > orderedAt)),
  ]);
  // The first sale may be answered before the promotion is.
  const sincePromotion = (at: number) => Math.max(0, at - promotedAt);
  recoveries.push({
    promotion: promotedAt - orderedAt,
    sale: sincePromotion(soldAt),
    all: sincePromotion(allAt),
  });
  await failover.rebuildStandby();
}

async function killAll({ services }: Scene): Promise<void> {
  await Promise.all(services.map((service) => service.kill()));
}

/** Runs `museum check`, as staff would after a power cut, before they start the service again. */
function checkByCommand({ database, history }: Scene): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'check'], {
    cwd: database.folder,
    env: { PATH: process.env.PATH, MUSEUM_DATA_DIR: database.folder, ...database.env },
    encoding: 'utf8',
  });
  if (status !== 0 || !stdout.startsWith('OK: ')) history.addViolation(`museum check: ${stdout}${stderr}`);
}

function reportOf(history: History, recoveries: readonly Recovery[]): Report {
  const { rounds, kills, requests, acknowledged, unknown, unavailable, expired, soldOnline } = history;
  const { scans, sold, violations } = history;
  const families = sold.filter(({ body }) => body.category === 'family' && body.entryTime !== undefined);
  return {
    ...{ rounds, kills, requests, acknowledged, unknown, unavailable, expired, soldOnline },
    scans: scans.length,
    orders: history.orders.filter(({ shown }) => shown !== undefined).length,
    families: families.length,
    recoveries,
    violations: [...violations],
  };
}
