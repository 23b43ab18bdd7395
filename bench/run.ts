import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareWith } from './against.ts';
import type { Bench, RowProgram } from './bench.ts';
import { cleanUp, cleanUpOnSignals } from './cleanup.ts';
import { type Finding, tableOf } from './finding.ts';
import { Generator, InvalidRun } from './generator.ts';
import { describeMachine, machineFacts } from './machine.ts';
import { type DatabaseKind, HELP, type Options, readOptions, UsageError } from './options.ts';
import { checkIn, checkInAlone } from './rows/check-ins.ts';
import { openDesk, reportYear } from './rows/desk.ts';
import { rushAtGate } from './rows/gate-rush.ts';
import { measureGrowth } from './rows/growth.ts';
import { drawImages, repeatImage } from './rows/images.ts';
import { measureMemory } from './rows/memory.ts';
import { sellWithWebhooks, workOffBacklog } from './rows/messages.ts';
import { readYear } from './rows/octo.ts';
import { POSTGRES_ROWS } from './rows/on-postgres.ts';
import { getOneEvent, listTenEvents } from './rows/reading.ts';
import { rush } from './rows/rush.ts';
import { sellAgainstDisk, sellOrders, sellTickets } from './rows/selling.ts';
import { openShop } from './rows/shop.ts';
import { measureStart } from './rows/starting.ts';
import { seededDatabase } from './seed.ts';

/** Every row of docs/performance.md, by name, in the order in which they are measured. */
const SQLITE_ROWS: Readonly<Record<string, RowProgram>> = {
  1: getOneEvent,
  2: listTenEvents,
  3: sellTickets,
  4: sellAgainstDisk,
  5: drawImages,
  6: repeatImage,
  7: checkIn,
  8: measureStart,
  9: measureMemory,
  10: measureGrowth,
  13: sellWithWebhooks,
  backlog: workOffBacklog,
  14: openDesk,
  15: checkInAlone,
  16: sellOrders,
  17: openShop,
  18: readYear,
  reports: reportYear,
  rush,
  gate: rushAtGate,
};

const ROWS: Readonly<Record<DatabaseKind, typeof SQLITE_ROWS>> = {
  sqlite: SQLITE_ROWS,
  postgres: POSTGRES_ROWS,
};

const RESULTS = join(import.meta.dirname, 'results');

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  cleanUpOnSignals();
  try {
    const options = readOptions(args, {
      sqlite: Object.keys(ROWS.sqlite),
      postgres: Object.keys(ROWS.postgres),
    });
    if (options === 'help') console.log(HELP);
    else if (options.against === undefined) await measure(options);
    else console.log(compareWith(options.against.commit, options.against.turns, argumentsOf(options)));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InvalidRun)) throw error;
    console.error(`bench: ${error.message}`);
    return 1;
  } finally {
    cleanUp();
  }
}

/** The options as a command line, for each turn of a comparison. */
function argumentsOf({ rows, rounds, seconds, tickets, events, requests, database }: Options): string[] {
  const values = { rows: rows.join(','), rounds, seconds, tickets, events, requests, database };
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, `${value}`]);
}

async function measure(options: Options): Promise<void> {
  const machine = machineFacts();
  console.log(`${describeMachine(machine)}\n`);
  const size = { events: options.events, tickets: options.tickets };
  await seededDatabase(size);
  const bench: Bench = { options, size, generator: new Generator(), say: (line) => console.error(line) };
  const findings: Finding[] = [];
  for (const row of options.rows) {
    bench.say(`Measuring row ${row} ...`);
    findings.push(...(await (ROWS[options.database][row] as RowProgram)(bench)));
    saveResults({ machine, options, findings });
  }
  console.log(`\n${tableOf(findings)}`);
}

/** Writes the results so far, so that a run that ends early has some too. */
function saveResults(results: { readonly findings: readonly Finding[] } & Record<string, unknown>): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'latest.json'), `${JSON.stringify(results, undefined, 2)}\n`);
}
