import type { CsvTable } from '../../../http/csv.ts';
import type { OutputOf } from '../contract/index.ts';

export type ShownCode = OutputOf<'changeCode'>;

const COLUMNS = [
  ...(['code', 'kind', 'value', 'uses', 'used', 'perOrder', 'validFrom', 'validTo'] as const),
  ...(['note', 'enabled', 'createdAt', 'codeId'] as const),
] as const;

/** Codes as CSV. */
export function codesTable(codes: readonly ShownCode[]): CsvTable {
  return { columns: COLUMNS, rows: codes.map(rowOf) };
}

function rowOf(code: ShownCode): (string | number)[] {
  return COLUMNS.map((column) => {
    const value = code[column] ?? '';
    return typeof value === 'boolean' ? `${value}` : value;
  });
}
