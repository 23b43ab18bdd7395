import pg from 'pg';
import { systemClock } from '../src/core/clock.ts';
import { uuidV7 } from '../src/core/uuid.ts';
import { percentile } from './statistics.ts';
import type { Turn } from './turns.ts';

/**
 * A program that sells as pgbench would: on each connection, for `seconds`, one sale after the other. A sale is BEGIN, the
 * guarded UPDATE, the INSERT of the ticket and COMMIT, each prepared and each awaited. Or it is one statement that does
 * both and commits by itself: one round trip, which locks the hot row for the shortest possible time.
 */
const [url = '', connections = '1', how = '', seconds = '4', eventId = '', day = ''] = process.argv.slice(2);
/** How far its ticket numbers begin above the highest one, so that the service, whose numbers rise meanwhile, takes others. */
const NUMBERS_APART = 1_000_000_000;

const clients = Array.from({ length: Number(connections) }, () => new pg.Client(`${url}?sslmode=disable`));
await Promise.all(clients.map((client) => client.connect()));
const [first] = clients as [pg.Client];
const { rows: models } = await first.query('SELECT * FROM tickets ORDER BY number LIMIT 1');
const model = { ...models[0], event_id: eventId, ticket_date: day, ticket_type: 'event' };
const columns = Object.keys(model);
const { rows: typed } = await first.query(
  `SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'tickets'`,
);
const types = new Map(typed.map(({ column_name, data_type }) => [column_name, data_type]));
const { rows: highest } = await first.query('SELECT max(number) AS number FROM tickets');
let number = Number(highest[0].number) + NUMBERS_APART;
const newId = () => uuidV7(systemClock.now());

const TAKE = {
  name: 'take',
  text: `UPDATE slots SET sold = sold + 1
          WHERE product = $1 AND day = $2 AND listed = 1 AND (capacity IS NULL OR sold + 1 <= capacity)`,
  values: [eventId, day],
};
const ADD = {
  name: 'add',
  text: `INSERT INTO tickets (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
};
const BOTH = {
  name: 'both',
  text: `WITH taken AS (${TAKE.text.replace('$1', `$${columns.length + 1}`).replace('$2', `$${columns.length + 2}`)} RETURNING 1)
         INSERT INTO tickets (${columns.join(', ')})
           SELECT ${columns.map((column, index) => `$${index + 1}::${types.get(column)}`).join(', ')} FROM taken`,
};
const sell = how === 'in one statement' ? sellInOneStatement : sellInOneTransaction;

const before = process.cpuUsage();
const startedAt = performance.now();
const times: number[] = [];
await Promise.all(clients.map(keepSelling));
const elapsedMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
await Promise.all(clients.map((client) => client.end()));
process.send?.({
  perSecond: (times.length / elapsedMs) * 1_000,
  answers: times.length,
  cpuMicros: (user + system) / times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  loopDelayMs: 0,
  generatorShare: (user + system) / 1_000 / elapsedMs,
} satisfies Turn);

async function keepSelling(client: pg.Client): Promise<void> {
  for (let now = startedAt; now - startedAt < Number(seconds) * 1_000; ) {
    const ticket = Object.values({ ...model, number: ++number, ticket_id: newId() });
    if ((await sell(client, ticket)) !== 1) throw new Error('A place was not to be had.');
    const then = performance.now();
    times.push(then - now);
    now = then;
  }
}

async function sellInOneTransaction(client: pg.Client, ticket: unknown[]): Promise<number | null> {
  await client.query('BEGIN');
  const { rowCount } = await client.query(TAKE);
  await client.query({ ...ADD, values: ticket });
  await client.query('COMMIT');
  return rowCount;
}

async function sellInOneStatement(client: pg.Client, ticket: unknown[]): Promise<number | null> {
  return (await client.query({ ...BOTH, values: [...ticket, eventId, day] })).rowCount;
}
