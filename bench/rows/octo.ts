import { addAccount, addToken } from '../../src/accounts/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type DatabaseAddress, openStore } from '../../src/store/index.ts';
import { BASE_PATH } from '../../src/web/api/contract/index.ts';
import { type Bench, CONNECTIONS, profiling, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import { InvalidRun } from '../generator.ts';
import type { Stream } from '../load-order.ts';
import { seededPostgres } from '../postgres.ts';
import { AUTHORIZATION, dayAhead } from '../requests.ts';
import { type ServerProcess, startInstance, startService } from '../server-process.ts';
import { describeTurns, medianRate, takeTurn, takeTurns } from '../turns.ts';

const SETTINGS = { MUSEUM_OCTO: 'on', MUSEUM_SALES_DAYS: '400' };
const GOAL_PER_SECOND = 1_000;

/** Row 18: the availability of a year, day by day, as a reseller asks for it. */
export async function readYear(bench: Bench): Promise<Finding[]> {
  const service = await startService(bench.size, { ...profiling(bench), environment: SETTINGS });
  return measure(bench, service, { kind: 'sqlite', path: service.database });
}

/** The same on PostgreSQL. */
export async function readYearOnPostgres(bench: Bench): Promise<Finding[]> {
  const { url } = await seededPostgres(bench.size);
  const service = await startInstance(url, { ...profiling(bench), environment: SETTINGS });
  return measure(bench, service, { kind: 'postgres', url });
}

async function measure(bench: Bench, service: ServerProcess, address: DatabaseAddress): Promise<Finding[]> {
  const { options, generator } = bench;
  try {
    const stream = yearStream(await makeToken(address));
    await warmUp(bench, service, stream);
    const quiet = () => takeTurn(generator, service, options.seconds, stream);
    const turns = await takeTurns(options.rounds, {
      quiet,
      selling: () => whileSelling(service.port, quiet),
    });
    return [
      findingOf('the availability of a year, nothing sold', turns.quiet),
      findingOf('the same, a ticket sold each second', turns.selling),
    ];
  } finally {
    await service.close();
  }
}

function findingOf(
  work: string,
  turns: Parameters<typeof medianRate>[0] & Parameters<typeof describeTurns>[0],
) {
  const rate = medianRate(turns);
  return {
    row: '18',
    work,
    service: describeTurns(turns),
    reference: '',
    figure: `${Math.round(rate).toLocaleString('en')}/s`,
    goal: `>= ${GOAL_PER_SECOND.toLocaleString('en')}/s`,
    isReached: rate >= GOAL_PER_SECOND,
    measured: { turns },
  };
}

async function makeToken(address: DatabaseAddress): Promise<string> {
  const store = await openStore(address);
  try {
    const reseller = { username: 'reseller', password: 'a long way to the museum', role: 'partner' } as const;
    await addAccount(store, OPERATOR, reseller, Date.now());
    return await addToken(store, OPERATOR, reseller.username, systemClock);
  } finally {
    await store.close();
  }
}

function yearStream(token: string): Stream {
  const year = { localDateStart: dayAhead(1), localDateEnd: dayAhead(365) };
  const body = JSON.stringify({ productId: 'general', optionId: 'DEFAULT', ...year });
  const head = `Host: museum.example\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: gzip\r\nContent-Type: application/json`;
  const request = `POST /octo/availability HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return {
    name: 'availability',
    requests: [request],
    choose: 'at random',
    status: 200,
    connections: CONNECTIONS,
  };
}

/** @throws InvalidRun when a sale fails */
async function whileSelling<T>(port: number, measureTurn: () => Promise<T>): Promise<T> {
  const sales: Promise<void>[] = [];
  const selling = setInterval(() => sales.push(sell(port)), 1_000);
  try {
    return await measureTurn();
  } finally {
    clearInterval(selling);
    await Promise.all(sales);
  }
}

async function sell(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${BASE_PATH}/tickets`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ ticketType: 'general', ticketDate: dayAhead(3), email: 'ada@example.org' }),
  });
  if (response.status !== 201)
    throw new InvalidRun(`POST /tickets: ${response.status} ${await response.text()}`);
}
