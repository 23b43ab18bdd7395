import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SeededRandom } from '../../src/demo/seeded-random.ts';
import { Chronicle } from './chronicle.ts';
import { postgresToTorture, sqliteToTorture, type TorturedDatabase } from './database.ts';
import { Entrance } from './entrance.ts';
import type { TortureOptions } from './options.ts';
import { Service } from './service.ts';
import { countEvents, judge } from './verdict.ts';
import { Visitors } from './visitors.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const LONGEST_LIFE_MS = 5_000;
/** How often it is killed before it can be ready. */
const STILLBORN = 0.15;
const LONGEST_BIRTH_MS = 400;
/** While several instances live, one dies and comes back, or the database suffers, so often at most. */
const MOST_MISHAPS = 4;
const LONGEST_PEACE_MS = 300;

export interface Report {
  readonly rounds: number;
  readonly kills: number;
  readonly requests: number;
  /** Changes and sales that were told to be done. */
  readonly acknowledged: number;
  /** Scans at the gate among them. */
  readonly scans: number;
  /** Requests whose connection was lost. */
  readonly unknown: number;
  readonly violations: readonly string[];
}

/**
 * Kills the service under load again and again, and holds what clients were told against what is on disk each
 * time that it is back. Ends early at the first violations.
 */
export async function torture(
  options: TortureOptions,
  tell: (report: Report) => void = () => {},
): Promise<Report> {
  const chronicle = new Chronicle();
  const database =
    options.database === 'sqlite' ? await sqliteToTorture() : await postgresToTorture(options.restarts);
  const services = Array.from(
    { length: options.instances },
    () => new Service(database, options.breakage, chronicle),
  );
  const scene = { database, services, chronicle, random: new SeededRandom(options.seed) };
  try {
    await suffer(options, scene, () => tell(reportOf(chronicle)));
  } catch (error) {
    chronicle.accuse(String(error instanceof Error ? error.stack : error));
  } finally {
    await killAll(scene);
  }
  if (chronicle.violations.size === 0) checkByCommand(scene);
  await database.remove();
  return reportOf(chronicle);
}

interface Scene {
  readonly database: TorturedDatabase;
  /** The instances: one on SQLite. */
  readonly services: readonly Service[];
  readonly chronicle: Chronicle;
  readonly random: SeededRandom;
}

async function suffer(
  { rounds = Number.POSITIVE_INFINITY, seconds, answers, breakage }: TortureOptions,
  scene: Scene,
  tell: () => void,
): Promise<void> {
  const { database, services, chronicle, random } = scene;
  const visitors = new Visitors(new Entrance(services), chronicle, random);
  try {
    await sufferWith(visitors);
  } finally {
    visitors.goHome(); // also where a violation has ended it: who has nothing to do would look around for ever
  }

  async function sufferWith(visitors: Visitors): Promise<void> {
    const lastStart = performance.now() + seconds * 1_000;
    let visit: Promise<unknown> | undefined;
    while (chronicle.rounds < rounds && performance.now() < lastStart) {
      if (random.happens(STILLBORN)) await services[0]?.startAndKill(random.between(0, LONGEST_BIRTH_MS));
      await revive(scene);
      if (chronicle.violations.size > 0) return;
      visit ??= visitors.come().catch((error) => chronicle.accuse(`a visitor failed: ${error.stack}`));
      await life(scene, random.between(1, answers));
      // What is broken on purpose shows without them, and what they may bring about is not what is looked for.
      if (database.address.kind === 'postgres' && breakage === undefined) await sufferMishaps(scene);
      await killAll(scene);
      chronicle.rounds++;
      tell();
    }
    await revive(scene);
    if (chronicle.violations.size > 0) return;
    visitors.goHome();
    await visit;
    await judge(database.address, chronicle);
    await countEvents(database.address, chronicle);
  }
}

/** Until any instance has answered so many requests, or is too slow for that. */
async function life({ services, random }: Scene, count: number): Promise<void> {
  await Promise.race([...services.map((service) => service.answers(count)), sleep(LONGEST_LIFE_MS)]);
  await sleep(random.between(0, 5));
}

/** All come up together. Nobody is let in before what is in the database has been judged. */
async function revive({ database, services, chronicle }: Scene): Promise<void> {
  await database.settle();
  const ports = await Promise.all(services.map((service) => service.start()));
  await judge(database.address, chronicle);
  if (chronicle.violations.size > 0) return;
  for (const [index, service] of services.entries()) service.open(ports[index] as number);
}

/** One instance dies and comes back while the others go on, or the database suffers under all of them. */
async function sufferMishaps({ database, services, random }: Scene): Promise<void> {
  for (let mishaps = random.between(1, MOST_MISHAPS); mishaps > 0; mishaps--) {
    const unlucky = random.happens(0.3) ? random.oneOf(services) : undefined;
    if (unlucky === undefined) await database.suffer(random);
    else {
      await unlucky.kill();
      unlucky.open(await unlucky.start());
    }
    await sleep(random.between(0, LONGEST_PEACE_MS));
  }
}

async function killAll({ services }: Scene): Promise<void> {
  await Promise.all(services.map((service) => service.kill()));
}

/** What staff would do after a power cut, before the service is started again. */
function checkByCommand({ database, chronicle }: Scene): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'check'], {
    cwd: database.folder,
    env: { PATH: process.env.PATH, MUSEUM_DATA_DIR: database.folder, ...database.env },
    encoding: 'utf8',
  });
  if (status !== 0 || !stdout.startsWith('OK: ')) chronicle.accuse(`museum check: ${stdout}${stderr}`);
}

function reportOf({ rounds, kills, requests, acknowledged, unknown, scans, violations }: Chronicle): Report {
  return {
    ...{ rounds, kills, requests, acknowledged, unknown },
    scans: scans.length,
    violations: [...violations],
  };
}
