import type { CalendarDay } from '../core/calendar-day.ts';
import { fromCents, toCents } from '../core/money.ts';
import { capitalised } from '../core/text.ts';
import type { Figures, FigureTable, ReportRequest, Sums } from './report.ts';
import { type FoundReport, figureTableOf, keyColumnsOf, type ReportName, reportOf } from './reports.ts';

/** A report as programs read it in JSON: amounts as numbers, days as YYYY-MM-DD, hours as HH:mm. */
export interface ShownReport extends Omit<ReportRequest, 'range'> {
  readonly currency: string;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly rows: Shown[];
  readonly total: Shown;
}

type Shown = { readonly [name: string]: string | number | null | Shown };

/** Has what some report has no member for, too. */
export function reportAsShown(
  name: ReportName,
  { rows, total }: FoundReport,
  { range, by, dayOf }: ReportRequest,
  currency: string,
): ShownReport {
  const columns = Object.keys(keyColumnsOf(name, by));
  return {
    startDate: range.from,
    endDate: range.to,
    by,
    dayOf,
    currency,
    rows: rows.map((row) => ({
      ...Object.fromEntries(
        columns
          .map((column, index) => [column, row.cells[index] ?? null])
          .filter(([, cell]) => cell !== '' || row.kind === undefined),
      ),
      ...(row.kind && { kind: row.kind }),
      ...showSums(name, by, row),
    })),
    total: showSums(name, by, total),
  };
}

function showSums(name: ReportName, by: string, { figures, parts }: Required<Sums>): Shown {
  const report = reportOf(name);
  const shownParts = Object.entries(report.parts ?? {}).map(([part, own]) => {
    return [part, showFigures(own.figures, parts[part] ?? {})];
  });
  return { ...showFigures(figureTableOf(name, by), figures), ...Object.fromEntries(shownParts) };
}

function showFigures(table: FigureTable, figures: Figures): Shown {
  const shown = namesForPrograms(table).map((name) => {
    const figure = figures[name] ?? 0;
    return [name, table[name]?.kind === 'money' ? fromCents(figure) : figure];
  });
  return Object.fromEntries(shown);
}

/** The names of the figures that programs get. */
export function namesForPrograms(table: FigureTable): string[] {
  return Object.keys(table).filter((name) => table[name]?.description !== undefined);
}

export type DecimalMark = '.' | ',';

/** A report as programs read it in CSV: money as text with two decimals. */
export interface ReportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A report that is shown in JSON, as a table: the figures of parts stand in columns behind the others. */
export function reportTable(
  name: ReportName,
  { by, currency, rows }: Pick<ShownReport, 'by' | 'currency' | 'rows'>,
  decimalMark?: DecimalMark,
): ReportTable {
  const report = reportOf(name);
  const columns: readonly TableColumn[] = [
    ...Object.keys(keyColumnsOf(name, by)).map((key) => ({ name: key, cellOf: (row: Shown) => row[key] })),
    ...figureColumns(figureTableOf(name, by), decimalMark),
    ...(report.currency === undefined ? [] : [{ name: 'currency', cellOf: () => currency }]),
    ...Object.entries(report.parts ?? {}).flatMap(([part, { figures }]) =>
      figureColumns(figures, decimalMark).map(({ name: figure, cellOf }) => ({
        name: part + capitalised(figure),
        cellOf: (row: Shown) => cellOf(row[part] as Shown),
      })),
    ),
  ];
  return {
    columns: columns.map((column) => column.name),
    rows: rows.map((row) => columns.map(({ cellOf }) => (cellOf(row) ?? '') as string | number)),
  };
}

interface TableColumn {
  readonly name: string;
  readonly cellOf: (row: Shown) => Shown[string] | undefined;
}

function figureColumns(table: FigureTable, decimalMark?: DecimalMark): TableColumn[] {
  return namesForPrograms(table).map((name) => ({
    name,
    cellOf: (row) =>
      table[name]?.kind === 'money' ? decimal(toCents(Number(row[name])), decimalMark) : row[name],
  }));
}

/** Whole hundredths with two decimals, exactly: -1250 is "-12.50". */
export function decimal(cents: number, mark: DecimalMark = '.'): string {
  const digits = `${Math.abs(cents)}`.padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}
