import { importedCode } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { type CsvRecord, LONGEST_RECORD, readCsv } from '../core/csv-reader.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type OfferTerms, type Quote, type Rules, slotOf, TermsByDay } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import { findImported } from '../tickets/index.ts';
import { ImportRefused } from './import-refused.ts';
import {
  type Cells,
  COLUMNS,
  type Column,
  type ImportRow,
  NEEDED_COLUMNS,
  quoted,
  readRow,
} from './import-row.ts';

/** How many tickets a file may have: they are written together, and sales wait meanwhile. */
export const MOST_TICKETS = 100_000;

const LINES_AT_ONCE = 500;

/** What is wrong with a line of the file: a sentence, or why no such ticket is sold. */
export interface ImportFault {
  readonly line: number;
  readonly fault: string | Refusal;
}

/** A ticket to be written, on the terms that it has here. */
export type TicketToImport = Omit<ImportRow, 'priceCents'> & Quote;

/**
 * Reads a file of tickets in bounded memory, and yields every fault of its lines. Nothing is written.
 * @returns the tickets of the lines without a fault
 * @throws Refusal forbidden; ImportRefused when the file as a whole can't be imported
 */
export async function* readImport(
  queries: Queries,
  actor: Actor,
  file: AsyncIterable<Uint8Array>,
  terms: OfferTerms,
): AsyncGenerator<ImportFault, TicketToImport[]> {
  requirePermission(actor, 'manage-accounts'); // in the name of another account
  const reader = new ImportReader(queries, await terms.rules.current(queries), terms);
  let columns: readonly Column[] | undefined;
  for await (const records of readCsv(textOf(file))) {
    columns ??= columnsIn(records.shift());
    for (let from = 0; columns !== undefined && from < records.length; from += LINES_AT_ONCE)
      yield* reader.read(records.slice(from, from + LINES_AT_ONCE), columns);
  }
  if (columns === undefined) throw new ImportRefused('The file is empty.');
  if (reader.count === 0) throw new ImportRefused('The file has no tickets, only its head.');
  return reader.tickets;
}

async function* textOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of file) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** The columns that the head of the file names. @throws ImportRefused */
function columnsIn(head: CsvRecord | undefined): readonly Column[] | undefined {
  if (head === undefined) return undefined;
  const names = head.fields.map((field) => field.trim());
  const fault = lineFault(head) ?? headFault(names);
  if (fault === undefined) return names as Column[];
  throw new ImportRefused(
    `${fault} The first line must be the head, columns separated by commas: ${NEEDED_COLUMNS.join(', ')} and, where needed, ${COLUMNS.slice(NEEDED_COLUMNS.length).join(', ')}.`,
  );
}

function headFault(names: readonly string[]): string | undefined {
  if (names.some((name) => /[\0\uFFFD]/.test(name))) return 'The file is not in UTF-8.';
  const unknown = names.find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined) return `There is no column ${quoted(unknown)}.`;
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return `The column ${twice} is there twice.`;
  const missing = NEEDED_COLUMNS.find((name) => !names.includes(name));
  return missing && `The column ${missing} is missing.`;
}

/** Why the line can't be read. */
function lineFault({ fault }: CsvRecord): string | undefined {
  if (fault === 'too-long')
    return `The line is longer than ${LONGEST_RECORD} characters: a quote or a line end is missing. Nothing behind it was read.`;
  return fault && 'The quotes are wrong: text with a quote in it must be in quotes, and the quote doubled.';
}

class ImportReader {
  readonly tickets: TicketToImport[] = [];
  count = 0;
  readonly #queries: Queries;
  readonly #rules: Rules;
  readonly #terms: OfferTerms;
  readonly #days: TermsByDay;
  /** The line of each code. */
  readonly #lines = new Map<string, number>();

  constructor(queries: Queries, rules: Rules, terms: OfferTerms) {
    this.#queries = queries;
    this.#rules = rules;
    this.#terms = terms;
    this.#days = new TermsByDay(queries, rules, terms);
  }

  async *read(records: readonly CsvRecord[], columns: readonly Column[]): AsyncGenerator<ImportFault, void> {
    this.count += records.length;
    if (this.count > MOST_TICKETS)
      throw new ImportRefused(
        `The file has more than ${MOST_TICKETS.toLocaleString('en')} tickets. Split it into several.`,
      );
    const lines = records.map((record) => ({ record, cells: cellsOf(record, columns) }));
    const codes = lines.flatMap(({ cells }) => importedCode(cells.code) ?? []);
    const imported = await findImported(this.#queries, codes);
    for (const { record, cells } of lines)
      for (const fault of await this.#take(record, cells, columns, imported))
        yield { line: record.line, fault };
  }

  /** Takes the ticket of a line, or returns its faults. */
  async #take(
    record: CsvRecord,
    cells: Cells,
    columns: readonly Column[],
    imported: ReadonlyMap<string, number>,
  ): Promise<(string | Refusal)[]> {
    const unreadable = lineFault(record) ?? countFault(record, columns);
    if (unreadable !== undefined) return [unreadable];
    const repeated = this.#repeated(cells.code, record.line, imported);
    const row = readRow(cells, this.#terms.currency);
    const ticket = Array.isArray(row) ? row : await this.#onTerms(row);
    const faults = [...repeated, ...(Array.isArray(ticket) ? ticket : [])];
    if (!Array.isArray(ticket) && faults.length === 0) this.tickets.push(ticket);
    return faults;
  }

  #repeated(cell: string, line: number, imported: ReadonlyMap<string, number>): string[] {
    const code = importedCode(cell);
    if (code === undefined) return [];
    const before = this.#lines.get(code);
    if (before !== undefined) return [`code is the same as on line ${before}.`];
    this.#lines.set(code, line);
    return imported.has(code) ? ['code was imported before.'] : [];
  }

  /** The ticket, or why there is none such. */
  async #onTerms({ priceCents, ...row }: ImportRow): Promise<TicketToImport | (string | Refusal)[]> {
    const { category: slug, ticketDate, entryTime } = row;
    const found = await this.#days.find(slotOf(row).product, ticketDate);
    if (found instanceof Refusal) return [found];
    const { categories } = this.#rules;
    const category = categories.find((each) => each.category === slug);
    const time = timeFault(entryTime, found.times);
    if (category === undefined || time !== undefined)
      return [...(category ? [] : [unknownCategory(slug, this.#rules)]), ...(time ? [time] : [])];
    const price = found.prices.find((each) => each.category === slug);
    return {
      ...row,
      categoryNumber: category.number,
      places: category.places,
      priceCents: priceCents ?? price?.priceCents ?? 0,
      vat: price?.vat ?? this.#terms.vat,
    };
  }
}

function cellsOf({ fields }: CsvRecord, columns: readonly Column[]): Cells {
  const cells = COLUMNS.map((column) => [column, fields[columns.indexOf(column)]?.trim() ?? '']);
  return Object.fromEntries(cells) as Cells;
}

function countFault({ fields }: CsvRecord, { length }: readonly Column[]): string | undefined {
  if (fields.length === length) return undefined;
  return `The line has ${fields.length} cells, but the head has ${length}.`;
}

function unknownCategory(category: string, { categories }: Rules): Refusal {
  const known = categories.map((each) => each.category);
  return new Refusal('category-unknown', { unknown: [{ category, pointer: '/category' }], known });
}

/** Where there are entry times, one that was sold for the whole day elsewhere stays so. */
function timeFault(entryTime: string | null, times: readonly string[]): string | undefined {
  if (entryTime === null || times.includes(entryTime)) return undefined;
  const those =
    times.length === 0
      ? 'There are none that day: leave it empty for the whole day'
      : `Those of that day are ${times.join(', ')}`;
  return `entryTime ${quoted(entryTime)} is no entry time. ${those}.`;
}
