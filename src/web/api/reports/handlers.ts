import { csvAnswer, prefersCsv } from '../../../http/csv.ts';
import { type ReportName, reportAsShown, reportRange, reportTable } from '../../../reports/index.ts';
import type { Parts } from '../parts.ts';
import type { ApiHandler, HandlersOf } from '../route.ts';
import { success } from '../success.ts';

type ReportHandlerOptions = Parts<'calendar' | 'currency' | 'reports'>;

type ReportId = `get${Capitalize<ReportName>}Report`;

export function reportHandlers(options: ReportHandlerOptions): HandlersOf<ReportId> {
  return {
    getSalesReport: reportHandler('getSalesReport', 'sales', options),
    getVisitsReport: reportHandler('getVisitsReport', 'visits', options),
    getPaymentsReport: reportHandler('getPaymentsReport', 'payments', options),
    getMoneyReport: reportHandler('getMoneyReport', 'money', options),
    getGiftsReport: reportHandler('getGiftsReport', 'gifts', options),
  };
}

function reportHandler(
  id: ReportId,
  name: ReportName,
  { reports, calendar, currency }: ReportHandlerOptions,
): ApiHandler<ReportId> {
  const headers = { vary: 'Accept' };
  return async ({ actor, query: { by = 'day', dayOf = 'sale', ...days } }, { accept }) => {
    const range = reportRange(calendar.today(), days);
    const request = { range, by, dayOf };
    const report = reportAsShown(name, await reports.get(actor, name, request), request, currency);
    if (!prefersCsv(accept)) return success(id, report, headers);
    const answer = csvAnswer(`${name}-${range.from}-${range.to}`, reportTable(name, report));
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}
