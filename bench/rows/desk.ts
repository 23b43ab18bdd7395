import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_STEPS } from '../../src/first-steps/index.ts';
import { type Bench, profiling, ratioGoal, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import { InvalidRun } from '../generator.ts';
import type { Stream } from '../load-order.ts';
import { ask, fetchAnswers } from '../reference-answers.ts';
import { SeedReader } from '../seed-reader.ts';
import { CREDENTIALS } from '../seed-rows.ts';
import { startReference, startService } from '../server-process.ts';
import { median } from '../statistics.ts';
import { openForToday } from '../todays-tickets.ts';
import { describeTurns, ratioOf, takeTurn, takeTurns } from '../turns.ts';

const TICKETS_TODAY = 10_000;
const VISITORS_TODAY = 3_000;
/** More clerks than any museum has, each of whom reloads the page as soon as it has arrived. */
const CLERKS = 8;
const GOAL = 0.3;
const P99_GOAL_MS = 20;

const REPORTS_GOAL_MS = 200;
const ASKED = 20;
const YEAR_MS = 365 * 86_400_000;
const YEAR_FROM = Date.UTC(2026, 0, 1);

/** Row 14: the first page of the desk on a busy day, beside a bare string of that size. */
export async function openDesk(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const seeded = new SeedReader(service.database);
  admitVisitors(service.database);
  const cookie = await signIn(service.port);
  const page = await fetchPage(service.port, cookie);
  const reference = await startReference({ ...(await fetchAnswers(service.port, seeded)), page });
  seeded.close();
  const request = `GET /desk HTTP/1.1\r\nHost: museum.example\r\nCookie: ${cookie}\r\nAccept: text/html\r\n\r\n`;
  const stream: Stream = {
    name: 'GET /desk',
    requests: [request],
    choose: 'at random',
    status: 200,
    connections: CLERKS,
  };
  try {
    for (const server of [service, reference]) await warmUp(bench, server, stream);
    const turns = await takeTurns(options.rounds, {
      service: () => takeTurn(generator, service, options.seconds, stream),
      reference: () => takeTurn(generator, reference, options.seconds, stream),
    });
    const ratio = ratioOf(turns.service, turns.reference);
    const p99 = median(turns.service.map((turn) => turn.p99));
    const { figure, isReached } = ratioGoal(ratio.median, GOAL);
    return [
      {
        row: '14',
        work: `the desk’s first page, ${size.tickets.toLocaleString('en')} tickets`,
        service: describeTurns(turns.service),
        reference: describeTurns(turns.reference),
        figure: `${figure}, p99 ${p99.toFixed(1)} ms`,
        goal: `>= ${GOAL.toFixed(2)}, p99 < ${P99_GOAL_MS} ms`,
        isReached: isReached && p99 < P99_GOAL_MS,
        measured: { ratio, p99, turns },
      },
    ];
  } finally {
    await service.close();
    await reference.close();
  }
}

/** Reports about a year in which all the tickets were sold, one after another. */
export async function reportYear(bench: Bench): Promise<Finding[]> {
  const { size } = bench;
  const service = await startService(size, profiling(bench));
  try {
    await spreadOverYear(service.database, size.tickets);
    const findings: Finding[] = [];
    for (const by of ['day', 'event', 'seller']) {
      const times: number[] = [];
      for (let asked = 0; asked < ASKED; asked++) {
        const startedAt = performance.now();
        const path = `/reports/sales?startDate=2026-01-01&endDate=2026-12-31&by=${by}`;
        const { total } = (await (await ask(service.port, path)).json()) as { total: { sold: number } };
        times.push(performance.now() - startedAt);
        if (total.sold < size.tickets * 0.99)
          throw new InvalidRun(`The report knows of ${total.sold} tickets.`);
      }
      const slowest = Math.max(...times);
      findings.push({
        row: 'reports',
        work: `a year of ${size.tickets.toLocaleString('en')} tickets by ${by}`,
        service: `${median(times).toFixed(0)} ms, at most ${slowest.toFixed(0)} ms`,
        reference: '',
        figure: `${median(times).toFixed(0)} ms`,
        goal: `< ${REPORTS_GOAL_MS} ms`,
        isReached: median(times) < REPORTS_GOAL_MS,
        measured: { times },
      });
    }
    return findings;
  } finally {
    await service.close();
  }
}

/** Writes admissions into the service's database directly, while the service uses it; a busy museum has done its first steps. */
function admitVisitors(path: string): void {
  openForToday(path, TICKETS_TODAY).close();
  const database = new DatabaseSync(path, { timeout: 10_000 });
  const { day } = database.prepare('SELECT min(ticket_date) AS day FROM tickets').get() as { day: string };
  const opened = Date.now() - 3 * 3_600_000;
  database
    .prepare(
      `INSERT INTO check_ins (check_in_id, scan_hash, number, ticket_id, ticket_date, turn, direction, verdict, message, day, at, recorded_at, is_conflict)
       SELECT ticket_id, ticket_id, number, ticket_id, ticket_date, 1, 'in', 'admitted', '', ticket_date, ? + number * 3000, ?, 0
         FROM tickets WHERE ticket_date = ? ORDER BY number LIMIT ?`,
    )
    .run(opened, opened, day, VISITORS_TODAY);
  for (const step of FIRST_STEPS)
    database
      .prepare("INSERT INTO first_steps (step, state, changed_at) VALUES (?, 'aside', ?)")
      .run(step, opened);
  database.close();
}

async function signIn(port: number): Promise<string> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...CREDENTIALS, to: '/desk' }),
  });
  const [cookie] = headers.getSetCookie();
  if (cookie === undefined) throw new InvalidRun('Nobody can sign in.');
  return cookie.split(';', 1)[0] as string;
}

async function fetchPage(port: number, cookie: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/desk`, { headers: { cookie } });
  const page = await response.text();
  if (!page.includes(VISITORS_TODAY.toLocaleString('en')))
    throw new InvalidRun('The page does not count the visitors.');
  return page;
}

/** Spreads the sales over a year, and waits until the job has aggregated them again. */
async function spreadOverYear(path: string, tickets: number): Promise<void> {
  const database = new DatabaseSync(path, { timeout: 30_000 });
  database.exec(
    `BEGIN IMMEDIATE;
     UPDATE tickets SET sold_at = ${YEAR_FROM} + CAST(number * ${YEAR_MS / tickets} AS INTEGER);
     DELETE FROM sales_totals;
     UPDATE figures_progress SET old_tickets_to = 0, read_to = 0;
     COMMIT`,
  );
  const left = database.prepare(
    'SELECT old_tickets_to FROM figures_progress WHERE old_tickets_to IS NOT NULL',
  );
  while (left.get() !== undefined) await sleep(200);
  database.close();
}
