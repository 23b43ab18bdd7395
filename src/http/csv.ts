import { csvLine } from '../core/csv.ts';
import { prefers } from './accept.ts';
import type { TextAnswer } from './answer.ts';

/** A table of text and numbers; a number may also be a text of digits. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A table as CSV, to be saved as `name`.csv, with a header row. */
export function csvAnswer(name: string, { columns, rows }: CsvTable, separator?: ',' | ';'): TextAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
    body: [columns, ...rows].map((cells) => csvLine(cells, separator)).join(''),
  };
}

/** Whether the header Accept prefers CSV to JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  return prefers(accept, 'text/csv', 'application/json');
}
