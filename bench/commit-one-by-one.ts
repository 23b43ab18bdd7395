import { DatabaseSync } from 'node:sqlite';
import { percentile } from './statistics.ts';
import type { Turn } from './turns.ts';

/** A program that inserts tickets like the stored ones for `seconds`, each in a durable commit of its own. */
const [path = '', seconds = '4'] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');

const model = database.prepare('SELECT * FROM tickets ORDER BY number DESC LIMIT 1').get() as Ticket;
const columns = Object.keys(model);
const insert = database.prepare(
  `INSERT INTO tickets (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
);

interface Ticket {
  readonly number: number;
  readonly ticket_id: string;
  readonly [column: string]: string | number | null;
}

const before = process.cpuUsage();
const startedAt = performance.now();
const times: number[] = [];
for (let now = startedAt; now - startedAt < Number(seconds) * 1_000; ) {
  insert.run(...Object.values(ticketAfter(model, times.length + 1)));
  const then = performance.now();
  times.push(then - now);
  now = then;
}
const { user, system } = process.cpuUsage(before);
process.send?.({
  perSecond: (times.length / (performance.now() - startedAt)) * 1_000,
  answers: times.length,
  cpuMicros: (user + system) / times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  loopDelayMs: 0,
  generatorShare: 0,
} satisfies Turn);

/** A ticket with the next number and an id that rises like the service's do. */
function ticketAfter({ number, ticket_id, ...others }: Ticket, count: number): Ticket {
  const id = `f${count.toString(16).padStart(11, '0')}`;
  const risingId = `${id.slice(0, 8)}-${id.slice(8)}${ticket_id.slice(13)}`;
  return { number: number + count, ticket_id: risingId, ...others };
}
