import { Agent, type IncomingMessage, request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { BASE_PATH } from '../../src/web/api/contract/index.ts';
import { type Bench, CONNECTIONS, profiling, ratioGoal, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import { InvalidRun } from '../generator.ts';
import type { Stream } from '../load-order.ts';
import { AUTHORIZATION, dayAhead } from '../requests.ts';
import { type ServerProcess, startReference, startService } from '../server-process.ts';
import { percentile } from '../statistics.ts';
import { describeTurns, medianRate, ratioOf, takeTurn, takeTurns } from '../turns.ts';

const SETTINGS = {
  MUSEUM_SHOP: 'on',
  MUSEUM_PUBLIC_URL: 'http://museum.example',
  MUSEUM_PAYMENTS: 'desk',
  MUSEUM_TRUST_PROXY: '1',
};
const GOAL = 0.5;
const RATE_GOAL = 20_000;

/** What is on in the next weeks. */
const EVENTS = 20;
const EVENT_DATES = 4;

/** The on-sale. */
const VISITORS = 10_000;
const PLACES = 500;
const AT_ONCE = 200;
const MEDIAN_GOAL_MS = 100;

/** Row 17: the pages for visitors while nothing changes, beside a bare string of that size; and an on-sale. */
export async function openShop(bench: Bench): Promise<Finding[]> {
  const { size } = bench;
  const service = await startService(size, { ...profiling(bench), environment: SETTINGS });
  try {
    const eventId = await furnish(service.port);
    const paths = {
      '/': '/',
      '/visit': `/visit?date=${dayAhead(1)}`,
      '/events/{eventId}': `/events/${eventId}`,
    };
    const findings: Finding[] = [];
    for (const [name, path] of Object.entries(paths))
      findings.push(await servePage(bench, service, name, path));
    return [...findings, await onSale(service)];
  } finally {
    await service.close();
  }
}

async function servePage(bench: Bench, service: ServerProcess, name: string, path: string): Promise<Finding> {
  const { options, generator } = bench;
  const { bytes } = await get(service.port, path);
  const reference = await startReference({
    event: {},
    events: [],
    ticket: {},
    imageBytes: 0,
    page: 'x'.repeat(bytes.length),
  });
  const [ours, theirs] = [streamOf(path), streamOf('/desk')];
  try {
    await warmUp(bench, service, ours);
    await warmUp(bench, reference, theirs);
    const turns = await takeTurns(options.rounds, {
      service: () => takeTurn(generator, service, options.seconds, ours),
      reference: () => takeTurn(generator, reference, options.seconds, theirs),
    });
    const ratio = ratioOf(turns.service, turns.reference);
    const { figure, isReached } = ratioGoal(ratio.median, GOAL);
    return {
      row: '17',
      work: `GET ${name}, ${(bytes.length / 1_000).toFixed(1)} kB`,
      service: describeTurns(turns.service),
      reference: describeTurns(turns.reference),
      figure,
      goal: `>= ${GOAL.toFixed(2)}, ${RATE_GOAL.toLocaleString('en')}/s`,
      isReached: isReached && medianRate(turns.service) >= RATE_GOAL,
      measured: { ratio, turns },
    };
  } finally {
    await reference.close();
  }
}

function streamOf(path: string): Stream {
  const head =
    'Host: museum.example\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\nAccept-Language: en-GB,en;q=0.9';
  const requests = [`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`];
  return { name: `GET ${path}`, requests, choose: 'at random', status: 200, connections: CONNECTIONS };
}

/** Ten thousand visitors, each of whom opens the page of the day and wants one of the free places. */
async function onSale({ port, database }: ServerProcess): Promise<Finding> {
  const day = dayAhead(2);
  const eventId = await createEvent(port, { name: 'Free night', dates: [day], price: 0 });
  await api(port, 'PUT', `/capacity/events/${eventId}`, { capacity: PLACES });
  const latencies: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const timed = async (ask: () => Promise<Answer>) => {
    const startedAt = performance.now();
    const answer = await ask();
    latencies.push(performance.now() - startedAt);
    return answer;
  };
  let nextVisitor = 0;
  const outcomes = new Map<number, number>();
  const comeAndBuy = async (visitor: number) => {
    const path = `/visit?date=${day}`;
    const { bytes } = await timed(() => send(port, 'GET', path, { agent }));
    const token = /name="token" value="([^"]*)"/.exec(bytes.toString())?.[1] ?? '';
    const form = {
      date: day,
      shown: day,
      token,
      email: `visitor${visitor}@example.org`,
      [`${eventId}.standard`]: '1',
    };
    const body = new URLSearchParams(form).toString();
    // Each from an address of its own: one network gets a tenth of the places.
    const headers = { 'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}` };
    const { status } = await timed(() => send(port, 'POST', '/visit', { agent, body, headers }));
    outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
  };
  const queue = async () => {
    while (nextVisitor < VISITORS) await comeAndBuy(nextVisitor++);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, queue));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  const sold = soldFor(database, eventId);
  const told = outcomes.get(303) ?? 0;
  if (sold !== told || [...outcomes.keys()].some((status) => ![303, 400, 409].includes(status)))
    throw new InvalidRun(`${sold} are sold, and the visitors were told ${JSON.stringify([...outcomes])}.`);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(Float64Array.from(latencies), share)) as [
    number,
    number,
  ];
  return {
    row: '17',
    work: `${VISITORS.toLocaleString('en')} visitors for ${PLACES} places`,
    service: `${sold} sold, in ${seconds.toFixed(1)} s; a page p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    reference: '',
    figure: `${p50.toFixed(0)} ms`,
    goal: `< ${MEDIAN_GOAL_MS} ms, ${PLACES} sold`,
    isReached: p50 < MEDIAN_GOAL_MS && sold === PLACES,
    measured: { sold, seconds, p50, p99, outcomes: [...outcomes] },
  };
}

function soldFor(path: string, eventId: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('SELECT count(*) AS sold FROM tickets WHERE event_id = ?').get(eventId);
  database.close();
  return (row as { sold: number }).sold;
}

/** Events in the next weeks. @returns the id of one */
async function furnish(port: number): Promise<string> {
  let eventId = '';
  for (let index = 0; index < EVENTS; index += 1) {
    const dates = Array.from({ length: EVENT_DATES }, (_, week) => dayAhead(1 + (index % 6) + 7 * week));
    eventId = await createEvent(port, { name: `Sorolla and the sea ${index}`, dates, price: 25 });
    await api(port, 'PUT', `/capacity/events/${eventId}`, { capacity: 60 });
  }
  return eventId;
}

async function createEvent(port: number, event: object): Promise<string> {
  const body = { location: 'East wing, room 4', eventDescription: 'A guided evening.', ...event };
  return ((await api(port, 'POST', '/special-events', body)) as { eventId: string }).eventId;
}

/** @throws InvalidRun unless it succeeds */
async function api(port: number, method: string, path: string, body: object): Promise<unknown> {
  const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${BASE_PATH}${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new InvalidRun(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/** The page as a browser gets it. @throws InvalidRun unless it is there */
async function get(port: number, path: string): Promise<Answer> {
  const answer = await send(port, 'GET', path, { headers: { 'accept-encoding': 'gzip' } });
  if (answer.status !== 200) throw new InvalidRun(`GET ${path}: ${answer.status}`);
  return answer;
}

interface Question {
  readonly agent?: Agent;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(
  port: number,
  method: string,
  path: string,
  { agent, body, headers = {} }: Question,
): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers: { ...type, ...headers } };
    request({ ...options, ...(agent && { agent }) }, async (response: IncomingMessage) => {
      resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(await response.toArray()) });
    })
      .on('error', reject)
      .end(body);
  });
}
