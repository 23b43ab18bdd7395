/**
 * `npm run coverage`: what the tests of `npm test` execute, by room: a reporter for Node's test runner. Each test that failed is
 * named too. Processes that tests start count as far as they end by themselves.
 */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

type FileCoverage = Extract<TestEvent, { type: 'test:coverage' }>['data']['summary']['files'][number];

/** How much of something there is, and how much of that was executed. */
interface Share {
  readonly covered: number;
  readonly total: number;
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:coverage') yield tableOf(data.summary.files);
    else if (type === 'test:fail') yield `not ok: ${data.name}\n`;
  }
}

/** A line for each room, the least covered first. */
function tableOf(files: readonly FileCoverage[]): string {
  const rooms = Map.groupBy(files, ({ path }) => roomOf(relative(process.cwd(), path)));
  const rows = [...rooms, ['all', files] as const].map(([room, within]) => ({
    room,
    lines: sum(within.map((file) => ({ covered: file.coveredLineCount, total: file.totalLineCount }))),
    branches: sum(within.map((file) => ({ covered: file.coveredBranchCount, total: file.totalBranchCount }))),
  }));
  rows.sort((one, other) => shareOf(one.lines) - shareOf(other.lines));
  const printed = rows.map(({ room, lines, branches }) => line(room, percent(lines), percent(branches)));
  return [line('room', 'lines', 'branches'), ...printed].join('');
}

/** The folder below src, or below src/web. */
function roomOf(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  return first === 'web' ? `${first}/${second}` : first;
}

function sum(shares: readonly Share[]): Share {
  return {
    covered: shares.reduce((all, { covered }) => all + covered, 0),
    total: shares.reduce((all, { total }) => all + total, 0),
  };
}

function shareOf({ covered, total }: Share): number {
  return total === 0 ? 1 : covered / total;
}

function percent(share: Share): string {
  return `${(100 * shareOf(share)).toFixed(1)} %`;
}

function line(room: string, lines: string, branches: string): string {
  return `${room.padEnd(16)}${lines.padStart(10)}${branches.padStart(10)}\n`;
}
