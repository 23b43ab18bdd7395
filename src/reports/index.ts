/** What was sold and who came, over days. */
export { aggregationJob } from './aggregation-job.ts';
export {
  DAYS_OF,
  type DayOf,
  type Figures,
  type FigureTable,
  GROUPING_NAMES,
  type GroupingName,
  type KeyColumn,
  type ReportRequest,
  reportRange,
} from './report.ts';
export {
  type DecimalMark,
  decimal,
  namesForPrograms,
  reportAsShown,
  reportTable,
  type ShownReport,
} from './report-table.ts';
export {
  type FigureName,
  type FoundReport,
  figureTableOf,
  keyColumnsOf,
  REPORTS,
  type ReportName,
  type ReportRow,
  Reports,
  reportOf,
} from './reports.ts';
