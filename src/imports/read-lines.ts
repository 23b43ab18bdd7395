import { withFormulas } from '../core/csv.ts';
import { type CsvRecord, LONGEST_RECORD, readCsv } from '../core/csv-reader.ts';
import {
  type Cells,
  COLUMNS,
  cellsOf,
  ImportRefused,
  inQuotes,
  KNOWN_COLUMNS,
  NEEDED_COLUMNS,
  UNUSED_COLUMNS,
} from './import-row.ts';

export const IMPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A line of the file, or why it can't be read. */
export type ImportLine = { readonly line: number } & (
  | { readonly cells: Cells; readonly fault?: undefined }
  | { readonly fault: string }
);

/**
 * The lines of tickets, in bounded memory.
 * @throws ImportRefused when the head of a CSV file is wrong, or the file is empty
 */
export async function* readLines(
  file: AsyncIterable<Uint8Array>,
  format: ImportFormat,
): AsyncGenerator<ImportLine[]> {
  yield* format === 'csv' ? csvLines(textOf(file)) : jsonLines(textOf(file));
}

async function* textOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of file) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

const TOO_LONG = `The line is longer than ${LONGEST_RECORD} characters: a quote or a line end is missing. Nothing behind it was read.`;

async function* csvLines(texts: AsyncIterable<string>): AsyncGenerator<ImportLine[]> {
  let columns: readonly string[] | undefined;
  for await (const records of readCsv(texts)) {
    columns ??= columnsIn(records.shift());
    const known = columns;
    if (known !== undefined) yield records.map((record) => csvLineOf(record, known));
  }
  if (columns === undefined) throw new ImportRefused('The file is empty.');
}

function csvLineOf(record: CsvRecord, columns: readonly string[]): ImportLine {
  const { line, fields } = record;
  const fault = lineFault(record) ?? countFault(record, columns);
  if (fault !== undefined) return { line, fault };
  const isDefused = (column: string) => CONTACTS.includes(column) || isExported(columns);
  const textOf = (column: string) => fields[columns.indexOf(column)] ?? '';
  return {
    line,
    cells: cellsOf((column) => (isDefused(column) ? withFormulas(textOf(column)) : textOf(column))),
  };
}

/**
 * No contact begins with an apostrophe, so other exports that put one before what a spreadsheet would run are read,
 * too.
 */
const CONTACTS: readonly string[] = ['email', 'phone'];

/** Whether `museum export tickets` has written the file, and an apostrophe before what a spreadsheet would run. */
function isExported(columns: readonly string[]): boolean {
  return columns.some((column) => UNUSED_COLUMNS.includes(column));
}

/** The columns that the head of the file names. @throws ImportRefused */
function columnsIn(head: CsvRecord | undefined): readonly string[] | undefined {
  if (head === undefined) return undefined;
  const names = head.fields.map((field) => field.trim());
  const fault = lineFault(head) ?? headFault(names);
  if (fault === undefined) return names;
  throw new ImportRefused(
    `${fault} The first line must be the head, columns separated by commas: ${NEEDED_COLUMNS.join(', ')} and, where needed, ${COLUMNS.slice(NEEDED_COLUMNS.length).join(', ')}.`,
  );
}

function headFault(names: readonly string[]): string | undefined {
  if (names.some((name) => /[\0\uFFFD]/.test(name))) return 'The file is not in UTF-8.';
  const unknown = names.find((name) => !KNOWN_COLUMNS.includes(name));
  if (unknown !== undefined) return `There is no column ${inQuotes(unknown)}.`;
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return `The column ${twice} is there twice.`;
  const missing = NEEDED_COLUMNS.find((name) => !names.includes(name));
  return missing && `The column ${missing} is missing.`;
}

/** Why the line can't be read. */
function lineFault({ fault }: CsvRecord): string | undefined {
  if (fault === 'too-long') return TOO_LONG;
  return fault && 'The quotes are wrong: text with a quote in it must be in quotes, and the quote doubled.';
}

function countFault({ fields }: CsvRecord, { length }: readonly string[]): string | undefined {
  if (fields.length === length) return undefined;
  return `The line has ${fields.length} cells, but the head has ${length}.`;
}

/** JSON Lines (jsonlines.org): an object on each line. Empty lines are left out. */
async function* jsonLines(texts: AsyncIterable<string>): AsyncGenerator<ImportLine[]> {
  let rest = '';
  let line = 0;
  let isEmpty = true;
  const read = (complete: readonly string[]) =>
    complete.flatMap((text) => {
      line += 1;
      if (text.trim() === '') return [];
      isEmpty = false;
      return [jsonLineOf(line, text)];
    });
  for await (const text of texts) {
    const complete = (rest + text).split('\n');
    rest = complete.pop() ?? '';
    const lines = read(complete);
    if (rest.length > LONGEST_RECORD) return yield [...lines, { line: line + 1, fault: TOO_LONG }];
    yield lines;
  }
  yield read([rest]);
  if (isEmpty) throw new ImportRefused('The file is empty.');
}

/** Members that may be numbers. */
const FIGURES = ['price', 'vat', 'places'];

function jsonLineOf(line: number, text: string): ImportLine {
  if (text.length > LONGEST_RECORD) return { line, fault: TOO_LONG.replace(/ Nothing.*/, '') };
  const members = membersIn(text);
  if (members === undefined) return { line, fault: 'The line is no JSON object, such as {"code":"A-1"}.' };
  const wrong = Object.entries(members).flatMap(([name, value]) => memberFault(name, value) ?? []);
  if (wrong.length > 0) return { line, fault: wrong.join(' ') };
  return { line, cells: cellsOf((column) => `${members[column] ?? ''}`) };
}

function memberFault(name: string, value: unknown): string | undefined {
  if (!KNOWN_COLUMNS.includes(name)) return `There is no column ${inQuotes(name)}.`;
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    return `${name} has a character that no text can have: U+0000, or half of a pair (a lone surrogate).`;
  const isFigure = FIGURES.includes(name) && typeof value === 'number';
  return value === null || typeof value === 'string' || isFigure ? undefined : `${name} must be a text.`;
}

function membersIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
