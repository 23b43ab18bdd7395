/** What was sold and who came, over days. */
export { aggregationJob } from './aggregation-job.ts';
export { clockTime, reportRange } from './range.ts';
export { paymentsTable, type ReportTable, salesTable, visitsTable } from './report-table.ts';
export {
  getSalesReport,
  SALES_BY,
  type SalesBy,
  type SalesReport,
  type SalesRow,
  type SalesTakings,
  type Takings,
} from './sales-report.ts';
export { VISITS_BY, type VisitFigures, type VisitsBy } from './visit-figures.ts';
export {
  getVisitsReport,
  type VisitsReport,
  type VisitsRow,
} from './visits-report.ts';
