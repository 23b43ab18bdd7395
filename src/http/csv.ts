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
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a spreadsheet would take for a formula begins with an apostrophe instead; figures are none. */
function defused(text: string): string {
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/**
 * Whether whoever sent the header Accept would rather have CSV than JSON (RFC 9110, section 12.5.1): of each, the most
 * specific range counts, and JSON where they are liked alike.
 */
export function prefersCsv(accept: string | undefined): boolean {
  const ranges = readAccept(accept ?? '*/*');
  return weightOf('text', 'csv', ranges) > weightOf('application', 'json', ranges);
}

interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly weight: number;
}

function readAccept(accept: string): MediaRange[] {
  return accept.split(',').flatMap((text) => {
    const [name = '', ...parameters] = text
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    const [type, subtype] = name.split('/');
    if (type === undefined || subtype === undefined) return [];
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return [{ type, subtype, weight: /^[01](\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0 }];
  });
}

function weightOf(type: string, subtype: string, ranges: readonly MediaRange[]): number {
  const ranked = [`${type}/${subtype}`, `${type}/*`, '*/*'];
  for (const wanted of ranked) {
    const found = ranges.filter((range) => `${range.type}/${range.subtype}` === wanted);
    if (found.length > 0) return Math.max(...found.map(({ weight }) => weight));
  }
  return 0;
}
