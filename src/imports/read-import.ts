import { type Card, cardIn, findCards } from '../cards/index.ts';
import { importedCode } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type OfferTerms, type Quote, type Rules, slotOf, TermsByDay, usualVat } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import { findImported } from '../tickets/index.ts';
import { type Cells, ImportRefused, type ImportRow, inQuotes, readRow } from './import-row.ts';
import { type ImportFormat, type ImportLine, readLines } from './read-lines.ts';

/** How many tickets a file may have: they are written together, and sales wait meanwhile. */
export const MOST_IMPORTED = 100_000;

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
  format: ImportFormat = 'csv',
): AsyncGenerator<ImportFault, TicketToImport[]> {
  requirePermission(actor, 'manage-accounts'); // in the name of another account
  const cards = await findCards(queries);
  const reader = new ImportReader(queries, await terms.rules.current(queries), terms, cards);
  for await (const lines of readLines(file, format))
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
      yield* reader.read(lines.slice(from, from + LINES_AT_ONCE));
  if (reader.count === 0) throw new ImportRefused('The file has no tickets, only its head.');
  return reader.tickets;
}

class ImportReader {
  readonly tickets: TicketToImport[] = [];
  count = 0;
  readonly #queries: Queries;
  readonly #rules: Rules;
  readonly #terms: OfferTerms;
  readonly #days: TermsByDay;
  readonly #cards: readonly Card[];
  /** The line of each code. */
  readonly #lines = new Map<string, number>();

  constructor(queries: Queries, rules: Rules, terms: OfferTerms, cards: readonly Card[]) {
    this.#queries = queries;
    this.#rules = rules;
    this.#terms = terms;
    this.#days = new TermsByDay(queries, rules, terms);
    this.#cards = cards;
  }

  async *read(lines: readonly ImportLine[]): AsyncGenerator<ImportFault, void> {
    this.count += lines.length;
    if (this.count > MOST_IMPORTED)
      throw new ImportRefused(
        `The file has more than ${MOST_IMPORTED.toLocaleString('en')} tickets. Split it into several.`,
      );
    const codes = lines.flatMap((each) =>
      each.fault === undefined ? (importedCode(each.cells.code) ?? []) : [],
    );
    const imported = await findImported(this.#queries, codes);
    for (const each of lines)
      for (const fault of each.fault === undefined ? await this.#take(each, imported) : [each.fault])
        yield { line: each.line, fault };
  }

  /** Takes the ticket of a line, or returns its faults. */
  async #take(
    { line, cells }: { readonly line: number; readonly cells: Cells },
    imported: ReadonlyMap<string, number>,
  ): Promise<(string | Refusal)[]> {
    const taken = [...this.#repeated(cells.code, line, imported), ...this.#ofCard(cells.code)];
    const row = readRow(cells, this.#terms.currency);
    const ticket = Array.isArray(row) ? row : await this.#onTerms(row);
    const faults = [...taken, ...(Array.isArray(ticket) ? ticket : [])];
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

  /** Nobody could tell whether a number is of a ticket or a card. */
  #ofCard(cell: string): string[] {
    const found = cardIn(this.#cards, cell);
    return found === undefined ? [] : [`code could be the number of a card: ${found.card.name}.`];
  }

  /** The ticket, or why there is none such. */
  async #onTerms({ priceCents, ...row }: ImportRow): Promise<TicketToImport | (string | Refusal)[]> {
    const { category: slug, day, entryTime } = row;
    const found = await this.#days.find(slotOf(row).product, day);
    if (found instanceof Refusal) return [found];
    const { categories } = this.#rules;
    const category = categories.find((each) => each.category === slug);
    const time = timeFault(entryTime, found.times);
    if (category === undefined || time !== undefined)
      return [...(category ? [] : [unknownCategory(slug, this.#rules)]), ...(time ? [time] : [])];
    const price = found.pricesAt(entryTime).find((each) => each.category === slug);
    return {
      ...row,
      categoryNumber: category.number,
      places: category.places,
      priceCents: priceCents ?? price?.priceCents ?? 0,
      vat: price?.vat ?? usualVat(this.#terms),
    };
  }
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
  return `entryTime ${inQuotes(entryTime)} is no entry time. ${those}.`;
}
