import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { credentials, type Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase } from '../../fixtures/samples.ts';

const SALE = JSON.stringify(generalPurchase());
const PURCHASE = `POST /v1.1/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: ${credentials('admin')}\r\nContent-Type: application/json\r\nContent-Length: ${SALE.length}\r\n\r\n${SALE}`;

interface Line {
  readonly level: number;
  readonly status?: number;
  readonly msg: string;
}

/** A log to open the museum with, and its lines so far. */
function keptLog() {
  const lines: Line[] = [];
  return { lines, log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
}

async function ticketsSold({ store }: Museum): Promise<number> {
  const row = await store.get('SELECT count(*) AS count FROM tickets');
  return Number(row?.count);
}

describeOnDatabase((openMuseum) => {
  it('logs and counts every request once, also when its client went away before the answer', async (test) => {
    const { lines, log } = keptLog();
    const museum = await openMuseum(test, { log });
    let taken = 0;
    museum.app.fastify.server.on('request', () => {
      taken += 1;
    });
    for (let client = 0; client < 60; client += 1) {
      const connection = await museum.connect();
      await connection.flush(Buffer.from(PURCHASE));
      if (client % 3 > 0) await sleep(client % 3);
      connection.reset();
    }
    await museum.ask('GET', '/v1.1/special-events/%zz');
    await buyTicket(museum, generalPurchase());
    while (lines.length < taken) await sleep(5);
    const statuses = lines.map(({ status }) => status);
    const sold = await ticketsSold(museum);
    assert.equal(statuses.filter((status) => status === 201).length, sold);
    assert.deepEqual(
      [...new Set(statuses)].filter((status) => status !== 201 && status !== 499),
      [400],
    );
    assert.deepEqual(
      lines.filter(({ level }) => level > 30),
      [],
    );
    const { text } = await museum.ask('GET', '/metrics', { as: 'nobody' });
    assert.match(text, new RegExp(`operation="buyMuseumTickets",status="201"} ${sold}\n`));
  });

  it('takes few requests from a client that reads no answers, and has a line for no more', async (test) => {
    const { lines, log } = keptLog();
    const museum = await openMuseum(test, { log });
    await buyTicket(museum, generalPurchase());
    const connection = await museum.connect();
    connection.send(PURCHASE.repeat(150));
    await connection.rest();
    await buyTicket(museum, generalPurchase());
    assert.ok((await ticketsSold(museum)) <= 2 + 32);
    assert.ok(lines.length <= 2 + 33, `${lines.length} lines`);
  });

  it('answers whatever a client asked before it closed its own side of the connection, and closes behind it', async (test) => {
    const museum = await openMuseum(test);
    const connection = await museum.connect();
    connection.send(PURCHASE.repeat(2));
    connection.finish();
    assert.equal((await connection.answer()).status, 201);
    assert.equal((await connection.answer()).status, 201);
    assert.equal(await connection.rest(), '');
    assert.equal(await ticketsSold(museum), 2);
  });
});
