import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './cleanup.ts';
import type { Finding } from './finding.ts';
import { UsageError } from './options.ts';
import { median } from './statistics.ts';

const ROOT = join(import.meta.dirname, '..');

/** The figures of one row in each of its turns. */
interface Compared {
  readonly work: string;
  readonly before: number[];
  readonly now: number[];
}

/**
 * Runs the whole benchmark in turns: as it was at `commit`, in a copy of its own, and as it is in this checkout.
 * @param args further options, which both get
 * @returns a table of the medians, and how many times the figure of `commit` this checkout reaches
 * @throws UsageError when there is no such commit, or a run fails
 */
export function compareWith(commit: string, turns: number, args: readonly string[]): string {
  const folder = checkOut(commit);
  const rows = new Map<string, Compared>();
  for (let turn = 1; turn <= turns; turn++) {
    for (const version of ['before', 'now'] as const) {
      console.error(`Turn ${turn} of ${turns}: ${version === 'now' ? 'this checkout' : commit} ...`);
      for (const { row, work, figure } of measureIn(version === 'now' ? ROOT : folder, args)) {
        const key = `${row} ${work}`;
        const compared = rows.get(key) ?? { work: key, before: [], now: [] };
        rows.set(key, compared);
        compared[version].push(Number.parseFloat(figure.replaceAll(',', '')));
      }
    }
  }
  return tableOf([...rows.values()]);
}

function checkOut(commit: string): string {
  const folder = makeFolder();
  rmSync(folder, { recursive: true });
  git('clone', '--quiet', '--no-checkout', ROOT, folder);
  git('-C', folder, 'checkout', '--quiet', commit);
  // With other dependencies it gets its own: through a link, it would replace those of this checkout when it starts.
  const [own, other] = [ROOT, folder].map((root) => readFileSync(join(root, 'package-lock.json'), 'utf8'));
  if (own === other) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run(process.execPath, join(folder, 'scripts/install.mjs'), '--with-dev');
  return folder;
}

function git(...args: string[]): void {
  run('git', ...args);
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new UsageError(`--against: ${stderr.trim()}`);
}

function measureIn(folder: string, args: readonly string[]): readonly Finding[] {
  const { status } = spawnSync(process.execPath, [join(folder, 'bench/run.ts'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new UsageError(`--against: the benchmark in ${folder} failed.`);
  return JSON.parse(readFileSync(join(folder, 'bench/results/latest.json'), 'utf8')).findings;
}

function tableOf(rows: readonly Compared[]): string {
  const lines = rows.map(({ work, before, now }) => {
    const [was, is] = [median(before), median(now)];
    return `| ${work} | ${readable(was)} | ${readable(is)} | ${(is / was).toFixed(2)} |`;
  });
  return ['| row | before | now | now / before |', '|---|---|---|---|', ...lines].join('\n');
}

function readable(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 4 });
}
