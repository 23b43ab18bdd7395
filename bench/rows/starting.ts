import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { endChild, makeFolder, removeFolder, startChild } from '../cleanup.ts';
import type { Finding } from '../finding.ts';
import { copyDatabase } from '../seed.ts';
import { answers, freePort, type Program, SERVICE } from '../server-process.ts';
import { median } from '../statistics.ts';

const BARE_LISTEN: Program = { args: [join(import.meta.dirname, '../bare-listen.js')] };
const STARTS = 15;
const GOAL = 2.5;
const PROBE_PAUSE_MS = 1;

/** Row 8: from the command to the first answer, with all tickets stored. */
export async function measureStart({ options, size }: Bench): Promise<Finding[]> {
  const folder = makeFolder();
  await copyDatabase(size, `${folder}/museum.db`);
  const times = { nothing: [] as number[], reference: [] as number[], service: [] as number[] };
  for (let turn = 0; turn <= (options.isQuick ? 3 : STARTS); turn++) {
    const nothing = await timeNothing();
    const reference = await timeStart(BARE_LISTEN, folder);
    const service = await timeStart(SERVICE, folder);
    if (turn === 0) continue; // fills the caches of disk and compiler
    times.nothing.push(nothing);
    times.reference.push(reference);
    times.service.push(service);
  }
  removeFolder(folder);
  const ratio = median(times.service) / median(times.reference);
  return [
    {
      row: '8',
      work: `start to ready, ${size.tickets.toLocaleString('en')} tickets`,
      service: `${median(times.service).toFixed(0)} ms`,
      reference: `${median(times.reference).toFixed(0)} ms (node -e 0: ${median(times.nothing).toFixed(0)} ms)`,
      figure: ratio.toFixed(2),
      goal: `< ${GOAL}`,
      isReached: ratio < GOAL,
      measured: { ratio, times },
    },
  ];
}

/** What the runtime alone takes to start and end. */
function timeNothing(): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', '0']).once('exit', () => resolve(performance.now() - startedAt));
  });
}

async function timeStart({ command, args }: Program, folder: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const env = { ...process.env, NODE_ENV: 'production', PORT: `${port}`, MUSEUM_DATA_DIR: folder };
  const child = startChild(args, { cwd: folder, env, stdio: 'ignore' }, command);
  while (!(await answers(port))) await sleep(PROBE_PAUSE_MS);
  const took = performance.now() - startedAt;
  await endChild(child);
  return took;
}
