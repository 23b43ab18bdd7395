import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Chronicle } from './chronicle.ts';
import { Dice } from './dice.ts';
import type { TortureOptions } from './options.ts';
import { Service } from './service.ts';
import { countEvents, judge } from './verdict.ts';
import { Visitors } from './visitors.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** A life lasts for so many answers at most, so that it is as rich on a slow machine. */
const ANSWERS_AT_MOST = 900;
const LONGEST_LIFE_MS = 5_000;
/** How often it is killed before it can be ready. */
const STILLBORN = 0.15;
const LONGEST_BIRTH_MS = 400;

export interface Report {
  readonly rounds: number;
  readonly kills: number;
  readonly requests: number;
  /** Changes and sales that were told to be done. */
  readonly acknowledged: number;
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
  const dataDir = await mkdtemp(join(tmpdir(), 'museum-torture-'));
  const chronicle = new Chronicle();
  const service = new Service(dataDir, options.breakage, chronicle);
  try {
    await suffer(options, service, chronicle, join(dataDir, 'museum.db'), () => tell(reportOf(chronicle)));
  } catch (error) {
    chronicle.accuse(String(error instanceof Error ? error.stack : error));
  } finally {
    await service.kill();
  }
  if (chronicle.violations.size === 0) checkByCommand(dataDir, chronicle);
  await rm(dataDir, { recursive: true });
  return reportOf(chronicle);
}

async function suffer(
  { rounds = Number.POSITIVE_INFINITY, seconds, seed }: TortureOptions,
  service: Service,
  chronicle: Chronicle,
  path: string,
  tell: () => void,
): Promise<void> {
  const dice = new Dice(seed);
  const visitors = new Visitors(service, chronicle, dice);
  const lastStart = performance.now() + seconds * 1_000;
  let visit: Promise<unknown> | undefined;
  while (chronicle.rounds < rounds && performance.now() < lastStart) {
    if (dice.isLucky(STILLBORN)) await service.startAndKill(dice.between(0, LONGEST_BIRTH_MS));
    await revive(service, chronicle, path);
    if (chronicle.violations.size > 0) return;
    visit ??= visitors.come().catch((error) => chronicle.accuse(`a visitor failed: ${error.stack}`));
    await Promise.race([service.answers(dice.between(1, ANSWERS_AT_MOST)), sleep(LONGEST_LIFE_MS)]);
    await sleep(dice.between(0, 5));
    await service.kill();
    chronicle.rounds++;
    tell();
  }
  await revive(service, chronicle, path);
  if (chronicle.violations.size > 0) return;
  visitors.goHome();
  await visit;
  await judge(path, chronicle);
  await countEvents(path, chronicle);
}

/** Nobody is let in before what is on disk has been judged. */
async function revive(service: Service, chronicle: Chronicle, path: string): Promise<void> {
  const port = await service.start();
  await judge(path, chronicle);
  if (chronicle.violations.size === 0) service.open(port);
}

/** What staff would do after a power cut, before the service is started again. */
function checkByCommand(dataDir: string, chronicle: Chronicle): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'check'], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, MUSEUM_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  if (status !== 0 || !stdout.startsWith('OK: ')) chronicle.accuse(`museum check: ${stdout}${stderr}`);
}

function reportOf({ rounds, kills, requests, acknowledged, unknown, violations }: Chronicle): Report {
  return { rounds, kills, requests, acknowledged, unknown, violations: [...violations] };
}
