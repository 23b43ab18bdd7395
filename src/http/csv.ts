import { prefers } from './accept.ts';
import type { Answer } from './answer.ts';

/** A table of text and numbers; a number may also be a text of digits. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A table as CSV (RFC 4180), to be saved as `name`.csv: with a header row, and lines that end in CRLF. */
export function csvAnswer(name: string, { columns, rows }: CsvTable): Answer & { readonly body: string } {
  const lines = [columns, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`);
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
    body: lines.join(''),
  };
}

function cellOf(cell: string | number): string {
  const text = withoutFormulas(`${cell}`);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula (CSV injection); numbers stay. Spreadsheets that
 * split at semicolons or tabs do so even inside quotes, so the text after one of these is checked too.
 */
function withoutFormulas(text: string): string {
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  return text.replaceAll(/(?<=^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g, "'");
}

/** Whether the header Accept prefers CSV to JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  return prefers(accept, 'text/csv', 'application/json');
}
