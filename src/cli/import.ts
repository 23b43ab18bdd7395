import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { Command, Option } from 'commander';
import { getAccount } from '../accounts/index.ts';
import type { Config } from '../app/config.ts';
import { ConfirmationCodes, ensureSigningKey } from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import { oneLine } from '../core/name.js';
import { Refusal } from '../core/refusal.ts';
import {
  IMPORT_FORMATS,
  type ImportFault,
  type ImportFormat,
  importTickets,
  MOST_IMPORTED,
  readImport,
  type TicketToImport,
} from '../imports/index.ts';
import { offerTerms } from '../offers/index.ts';
import { readSettings } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import { problemOf } from '../web/api/problems.ts';
import { withStore } from './database.ts';
import { CommandFailed } from './failure.ts';
import { counted, printError, printLine } from './output.ts';
import { type ProgressLine, progressLine } from './progress.ts';

const INTERRUPTED = 130;

interface Options {
  readonly seller: string;
  readonly dryRun?: boolean;
  readonly format?: ImportFormat;
}

export default (): Command =>
  new Command('import')
    .description('Take over what was sold in another system.')
    .addCommand(ticketsCommand());

function ticketsCommand(): Command {
  return new Command('tickets')
    .summary('import tickets that were sold in another system, with their codes')
    .description(
      `Import tickets that were sold in another system, so that the gate admits them by the codes that visitors have. The file is CSV in UTF-8 with a head: code, ticketType (general or event) and ticketDate, and where needed eventId, entryTime, category, price, email and phone; or JSON Lines with the same members. What else "museum export tickets" writes may stay in it. It has at most ${MOST_IMPORTED.toLocaleString('en')} tickets. All of them are imported, or none: every fault is said with its line. Places are counted, but capacities are not asked, and nobody is mailed. The service may be running; sales wait while the tickets are written, some seconds for a full file.`,
    )
    .argument('<file>', 'the CSV or JSON Lines file; - reads it from standard input')
    .requiredOption('--seller <name>', 'the account as whose sales the tickets count')
    .addOption(
      new Option(
        '--format <format>',
        'CSV, or JSON Lines; by default what the name of the file ends in, or CSV',
      ).choices(IMPORT_FORMATS),
    )
    .option('--dry-run', 'only check the file')
    .action((file: string, options: Options) =>
      withStore(async (store, config) => {
        const progress = progressLine();
        await run(file, options, store, config, progress).finally(progress.clear);
      }),
    );
}

async function run(
  file: string,
  { seller: name, dryRun, format = formatOf(file) }: Options,
  store: Store,
  config: Config,
  progress: ProgressLine,
): Promise<void> {
  const seller = await getAccount(store, name);
  const clock = systemClock;
  const settings = await readSettings(store, config.fixed);
  const terms = offerTerms({ ...config, clock, settings });
  const signal = onInterrupt();
  const reading = readImport(store, OPERATOR, bytesOf(file, signal, progress), terms, format);
  const tickets = await withoutFaults(reading, progress);
  progress.clear();
  if (dryRun) return printLine(`OK: ${sumUp(tickets)}. Nothing was imported.`);
  await ensureSigningKey(store, clock.now());
  const codes = await ConfirmationCodes.open(store, clock);
  const onProgress = (written: number) =>
    progress.show(`writing the tickets: ${Math.floor((written / tickets.length) * 100)} %`);
  await importTickets(store, OPERATOR, tickets, { seller, clock, codes, terms, onProgress, signal });
  progress.clear();
  printLine(`Imported ${sumUp(tickets)}, as sales of ${seller.username}.`);
}

/** By the end of its name. */
function formatOf(file: string): ImportFormat {
  return /\.(?:jsonl|ndjson)$/i.test(file) ? 'jsonl' : 'csv';
}

/** After Ctrl-C nothing is imported, unless all of it is already. */
function onInterrupt(): AbortSignal {
  const interrupt = new AbortController();
  process.once('SIGINT', () =>
    interrupt.abort(new CommandFailed('interrupted. Nothing was imported.', INTERRUPTED)),
  );
  return interrupt.signal;
}

async function* bytesOf(
  file: string,
  signal: AbortSignal,
  progress: ProgressLine,
): AsyncGenerator<Uint8Array> {
  try {
    const stream = addAbortSignal(signal, file === '-' ? process.stdin : createReadStream(file));
    const size = file === '-' ? undefined : (await stat(file)).size;
    let read = 0;
    for await (const bytes of stream as AsyncIterable<Uint8Array>) {
      read += bytes.length;
      if (size !== undefined) progress.show(`reading the file: ${Math.floor((read / size) * 100)} %`);
      yield bytes;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandFailed(`can’t read ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Prints each fault. @throws CommandFailed when there was any */
async function withoutFaults(
  reading: AsyncGenerator<ImportFault, TicketToImport[]>,
  progress: ProgressLine,
): Promise<TicketToImport[]> {
  for (let faults = 0; ; faults++) {
    const { done, value } = await reading.next();
    if (!done) {
      progress.clear();
      const { line, fault } = value;
      printError(oneLine(`line ${line}: ${fault instanceof Refusal ? problemOf(fault).detail : fault}`));
    } else if (faults === 0) return value;
    else throw new CommandFailed(`found ${counted(faults, 'fault')}. Nothing was imported.`);
  }
}

/** "1,204 tickets for 31 days, from 2027-03-01 to 2027-03-31" */
function sumUp(tickets: readonly TicketToImport[]): string {
  const days = [...new Set(tickets.map(({ day }) => day))].sort();
  const count = counted(tickets.length, 'ticket');
  if (days.length === 1) return `${count} for ${days[0]}`;
  return `${count} for ${counted(days.length, 'day')}, from ${days[0]} to ${days.at(-1)}`;
}
