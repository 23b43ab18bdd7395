import { prefers } from './accept.ts';
import type { Answer } from './answer.ts';

/** A table of text and figures; a figure may be written out as text of digits. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A table as comma-separated values (RFC 4180) to be saved under that name: a header row, lines that end in CRLF. */
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
  const text = defused(`${cell}`);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What a spreadsheet would take for a formula begins with an apostrophe instead; figures are none. Where lists are written
 * with semicolons, a spreadsheet makes cells of what stands between them, quoted or not; so does one that takes tabs.
 */
function defused(text: string): string {
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  return text.replaceAll(/(?<=^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g, "'");
}

/** Whether whoever sent the header Accept would rather have CSV than JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  return prefers(accept, 'text/csv', 'application/json');
}
