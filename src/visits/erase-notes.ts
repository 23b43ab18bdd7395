import { MS_PER_DAY } from '../core/calendar-day.ts';
import { type Clock, trustedNow } from '../core/clock.ts';
import type { Job } from '../jobs/index.ts';
import type { Store } from '../store/index.ts';

const RETENTION_MS = 90 * MS_PER_DAY;
const BATCH_SIZE = 500;
const OUTDATED = 'SELECT visit_id FROM counted_visits WHERE note IS NOT NULL AND recorded_at <= ? LIMIT';

/** The job that erases what was noted with counts of visitors more than ninety days ago. */
export function noteErasureJob(store: Store, clock: Clock): Job {
  const before = () => trustedNow(clock) - RETENTION_MS;
  return {
    name: 'erase-notes',
    everyMs: 60_000,
    hasWork: async () => (await store.get(`${OUTDATED} 1`, [before()])) !== undefined,
    step: async (lease) => {
      const erased = await lease.transaction((tx) =>
        tx.run(`UPDATE counted_visits SET note = NULL WHERE visit_id IN (${OUTDATED} ${BATCH_SIZE})`, [
          before(),
        ]),
      );
      return erased === BATCH_SIZE;
    },
  };
}
