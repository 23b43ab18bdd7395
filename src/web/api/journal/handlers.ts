import { findAccountId, findUsernames } from '../../../accounts/index.ts';
import { instant } from '../../../core/clock.ts';
import type { Uuid } from '../../../core/uuid.ts';
import { dayBounds } from '../../../core/zoned-time.ts';
import { type FoundEntry, findEntries, type JournalKind } from '../../../journal/index.ts';
import { findAbout, withTicketIds } from '../../../tickets/index.ts';
import { BASE_PATH, type OutputOf } from '../contract/index.ts';
import { nextLink, readCursor, writeCursor } from '../cursor.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';

export function journalHandlers({ store, timeZone }: Parts<'store' | 'timeZone'>): HandlersOf<'listJournal'> {
  return {
    listJournal: async ({ actor, query }) => {
      const { startDate, endDate, kind, subject, account, limit = 30 } = query;
      const before = query.after === undefined ? undefined : readCursor('journal', query.after);
      const accountId = account === undefined ? undefined : await findAccountId(store, account);
      if (account !== undefined && accountId === undefined) return success('listJournal', []);
      const bounds = dayBounds(timeZone, startDate, endDate);
      const about = subject === undefined ? undefined : await findAbout(store, subject);
      const question = { ...bounds, kind: kind as JournalKind | undefined, about, accountId, before };
      const found = await findEntries(store, actor, { ...question, limit: limit + 1 });
      const page = await withTicketIds(store, found.slice(0, limit));
      const ids = new Set(page.flatMap(({ accountId }) => accountId ?? []));
      const names = await findUsernames(store, [...ids]);
      const after = writeCursor('journal', page.at(-1)?.position ?? 0);
      const next = found.length > limit ? nextLink(`${BASE_PATH}/journal`, query, after) : {};
      return success(
        'listJournal',
        page.map((entry) => showEntry(entry, names)),
        next,
      );
    },
  };
}

function showEntry(
  { number, at, kind, subject, accountId, channel, requestId, details }: FoundEntry,
  names: ReadonlyMap<Uuid, string>,
): OutputOf<'listJournal'>[number] {
  const account = accountId === null ? undefined : names.get(accountId);
  return {
    ...(number !== null && { number }),
    at: instant(at),
    kind,
    subject,
    ...(account !== undefined && { account }),
    door: channel,
    ...(requestId !== null && { requestId }),
    details,
  };
}
