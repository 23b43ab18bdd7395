import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import { Readings } from '../journal/index.ts';
import { giftsReport } from './gifts-report.ts';
import type { VAT_FIGURES } from './groupings.ts';
import { moneyReport } from './money-report.ts';
import { paymentsReport } from './payments-report.ts';
import {
  addUp,
  type FigureTable,
  type Grouping,
  type Head,
  type Report,
  type ReportMuseum,
  type ReportRequest,
  type Sums,
} from './report.ts';
import { salesReport } from './sales-report.ts';
import { visitsReport } from './visits-report.ts';

/** All reports, by the names that programs and pages know. */
export const REPORTS = {
  sales: salesReport,
  visits: visitsReport,
  payments: paymentsReport,
  money: moneyReport,
  gifts: giftsReport,
} as const satisfies Readonly<Record<string, Report>>;

export type ReportName = keyof typeof REPORTS;
export type FigureName =
  | { [Name in ReportName]: keyof (typeof REPORTS)[Name]['figures'] }[ReportName]
  | keyof typeof VAT_FIGURES;

export interface ReportRow extends Head, Required<Sums> {}

export interface FoundReport {
  readonly rows: readonly ReportRow[];
  /** The sum of all rows. */
  readonly total: Required<Sums>;
}

/** The report with that name. */
export function reportOf(name: ReportName): Report {
  return REPORTS[name];
}

/** The figures of a report whose rows are grouped in that way. */
export function figureTableOf(name: ReportName, by: string): FigureTable {
  const report = reportOf(name);
  return { ...report.figures, ...groupingOf(report, by).more?.figures };
}

/** The columns that tell the rows of a report apart. */
export function keyColumnsOf(name: ReportName, by: string): Grouping['columns'] {
  return groupingOf(reportOf(name), by).columns;
}

/** The reports of a museum. */
export class Reports {
  readonly #museum: ReportMuseum;

  constructor(museum: Omit<ReportMuseum, 'visits'>) {
    this.#museum = { ...museum, visits: new Readings(museum.queries, 8) };
  }

  /**
   * What happened on those days of the museum, whose rows without figures are left out. A partner gets what it sold itself.
   * @param request.by one of the report's groupings
   * @throws Refusal forbidden
   */
  async get(actor: Actor, name: ReportName, request: ReportRequest): Promise<FoundReport> {
    const scope = requirePermission(actor, 'read-reports');
    const report = reportOf(name);
    const subtotals = await report.find(this.#museum, request, scope === 'own' ? actor.accountId : undefined);
    const groups = Map.groupBy(subtotals, ({ key }) => key);
    const { findHeads, more } = groupingOf(report, request.by);
    const heads = await findHeads?.(this.#museum.queries, [...groups.keys()]);
    const rows = [...groups].map(([key, some]): ReportRow => {
      const head = heads?.get(key) ?? { cells: [key], place: key };
      const sums = addUp({ ...report, figures: figureTableOf(name, request.by) }, some);
      const figures = { ...sums.figures, ...more?.of(key, sums.figures, this.#museum.currency) };
      return { ...head, ...sums, figures };
    });
    return {
      rows: rows.sort((one, other) => compareText(one.place, other.place)),
      total: addUp({ ...report, figures: figureTableOf(name, request.by) }, rows),
    };
  }
}

function groupingOf({ groupings }: Report, by: string): Grouping {
  const grouping = groupings[by];
  if (grouping === undefined) throw new Error(`No report is grouped by ${by}.`);
  return grouping;
}
