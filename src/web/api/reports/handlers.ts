import type { MuseumCalendar } from '../../../core/clock.ts';
import { localTimes } from '../../../core/zoned-time.ts';
import { csvAnswer, prefersCsv } from '../../../http/csv.ts';
import {
  getReport,
  type ReportName,
  reportAsShown,
  reportRange,
  reportTable,
} from '../../../reports/index.ts';
import type { Store } from '../../../store/index.ts';
import type { ApiHandler, HandlersOf } from '../route.ts';
import { success } from '../success.ts';

export interface ReportHandlerOptions {
  readonly store: Store;
  readonly calendar: MuseumCalendar;
  readonly timeZone: string;
  /** ISO 4217 */
  readonly currency: string;
}

type ReportId = `get${Capitalize<ReportName>}Report`;

export function reportHandlers(options: ReportHandlerOptions): HandlersOf<ReportId> {
  return {
    getSalesReport: reportHandler('getSalesReport', 'sales', options),
    getVisitsReport: reportHandler('getVisitsReport', 'visits', options),
    getPaymentsReport: reportHandler('getPaymentsReport', 'payments', options),
  };
}

function reportHandler(
  id: ReportId,
  name: ReportName,
  { store, calendar, timeZone, currency }: ReportHandlerOptions,
): ApiHandler<ReportId> {
  const localOf = localTimes(timeZone);
  const headers = { vary: 'Accept' };
  return async ({ actor, query: { by = 'day', dayOf = 'sale', ...days } }, { accept }) => {
    const range = reportRange(calendar.today(), days);
    const request = { range, by, dayOf, currency, localOf };
    const report = reportAsShown(name, await getReport(store, actor, name, request), request);
    if (!prefersCsv(accept)) return success(id, report, headers);
    const answer = csvAnswer(`${name}-${range.from}-${range.to}`, reportTable(name, report));
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}
