import type { CalendarDay } from '../core/calendar-day.ts';
import type { Queries } from '../store/index.ts';

/** Adds up who was counted without a ticket, by day. Yields a sentence for each difference. */
export async function* checkVisits(queries: Queries): AsyncGenerator<string, void> {
  const wrong = await queries.all<WrongDay>(
    `SELECT day AS "day", sum(came) AS "came", sum(went_out) AS "left", sum(counted_in) AS "countedIn",
            sum(counted_out) AS "countedOut"
       FROM (SELECT day, came, went_out, 0 AS counted_in, 0 AS counted_out FROM counted_days
              UNION ALL
             SELECT day, 0, 0, CASE direction WHEN 'in' THEN persons ELSE 0 END,
                    CASE direction WHEN 'out' THEN persons ELSE 0 END
               FROM counted_visits WHERE undone_at IS NULL) AS counts
      GROUP BY day HAVING sum(came) <> sum(counted_in) OR sum(went_out) <> sum(counted_out)
      ORDER BY day LIMIT 1000`,
  );
  for (const { day, came, left, countedIn, countedOut } of wrong)
    yield `Without a ticket, ${countedIn} persons were counted in and ${countedOut} out on ${day}, but the day has ${came} and ${left}.`;
}

interface WrongDay {
  readonly day: CalendarDay;
  readonly came: number;
  readonly left: number;
  readonly countedIn: number;
  readonly countedOut: number;
}
