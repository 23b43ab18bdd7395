/** What was sold and who came, over days. */
export { aggregationJob } from './aggregation-job.ts';
export { clockTime, reportRange } from './range.ts';
export {
  type DecimalMark,
  decimal,
  paymentsTable,
  type ReportTable,
  salesTable,
  visitsTable,
} from './report-table.ts';
export {
  DAYS_OF,
  type DayOf,
  getSalesReport,
  SALES_BY,
  type SalesBy,
  type SalesReport,
  type SalesRow,
  type SalesTakings,
  type Takings,
} from './sales-report.ts';
export type { VisitFigures } from './visit-figures.ts';
export {
  getVisitsReport,
  VISITS_BY,
  type VisitsBy,
  type VisitsReport,
  type VisitsRow,
} from './visits-report.ts';
