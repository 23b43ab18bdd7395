import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { checkMuseum } from '../src/check/index.ts';
import { readConfig } from '../src/config.ts';
import { inspectStore } from '../src/store/index.ts';
import { type Answer, Connections } from './support/client.ts';
import { describeOnEachDatabase } from './support/databases.ts';
import { credentials, type Museum } from './support/museum.ts';
import { type RunningMuseum, startMuseum } from './support/process.ts';
import { createEvent, eventPurchase, generalPurchase } from './support/samples.ts';
import { temporaryFolder } from './support/temporary-store.ts';

const HOUR = 3_600_000;

describeOnEachDatabase((openMuseum) => {
  it('decides each of a hundred keys once, sold or sold out, when each comes twenty times in a crowd', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 10 } });
    const purchase = eventPurchase(eventId);
    const ask = (key: string) =>
      museum.api('POST', '/tickets', { body: purchase, headers: { 'idempotency-key': key } });
    const keys = Array.from({ length: 100 }, (_, number) => `key-${number}`);
    const crowd = Array.from({ length: 20 }, () => keys).flat();
    const answers = await Promise.all(crowd.map(ask));

    const decided = new Map(keys.map((key, index) => [key, answers[index] as Answer]));
    for (const [index, key] of crowd.entries()) {
      assert.deepEqual(told(answers[index]), told(decided.get(key)));
    }
    const sold = [...decided.values()].filter(({ status }) => status === 201);
    assert.equal(sold.length, 10);
    assert.equal(new Set(sold.map(({ json }) => json.ticketId)).size, 10);
    assert.equal(await countTickets(museum), 10);

    // With room for all, whoever was refused is refused again under the same key.
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 100 } });
    for (const key of keys) assert.deepEqual(told(await ask(key)), told(decided.get(key)));
    assert.equal(await countTickets(museum), 10);
  });

  it('sells one ticket for a key that comes to two services on one database at once', async (test) => {
    const museum = await openMuseum(test);
    const config = readConfig({ PORT: '0', MUSEUM_TIME_ZONE: 'Europe/Berlin' });
    const other = await createApp(
      { ...config, database: museum.database },
      { clock: museum.clock, log: pino({ level: 'silent' }) },
    );
    test.after(() => other.close());
    const ports = [museum.port, Number(new URL(await other.listen()).port)];
    const connections = new Connections();
    test.after(() => connections.close());
    for (let round = 1; round <= 10; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          connections.ask(ports[index % 2] as number, 'POST', '/v1.1/tickets', {
            headers: { authorization: credentials('cashier'), 'idempotency-key': `round-${round}` },
            body: generalPurchase(),
          }),
        ),
      );
      for (const answer of answers) assert.deepEqual(told(answer), told(answers[0]));
      assert.equal(answers[0]?.status, 201);
      assert.equal(await countTickets(museum), round);
    }
  });

  it('keeps no answer for longer than it is good for', async (test) => {
    const museum = await openMuseum(test);
    const headers = { 'idempotency-key': 'k' };
    await museum.api('POST', '/tickets', { body: generalPurchase(), headers });
    museum.clock.advance(48 * HOUR - 1);
    await museum.restart();
    assert.equal(await countAnswers(museum), 1);
    museum.clock.advance(1);
    await museum.restart();
    while ((await countAnswers(museum)) > 0) await sleep(5);
    assert.equal(await countTickets(museum), 1);
  });
});

test('a key that fifty asked with when the power failed is one ticket and one answer afterwards', async (test) => {
  const dataDir = await temporaryFolder(test);
  const connections = new Connections();
  test.after(() => connections.close());
  const ask = (museum: RunningMuseum, key: string) =>
    connections.ask(Number(new URL(museum.address).port), 'POST', '/v1.1/tickets', {
      headers: { authorization: museum.authorization, 'idempotency-key': key },
      body: generalPurchase({ ticketDate: '2035-05-05' }),
    });
  let museum = await startMuseum(test, { dataDir });
  await ask(museum, 'first');
  for (const key of ['second', 'third', 'fourth']) {
    const asked = Array.from({ length: 50 }, () => ask(museum, key).catch(() => undefined));
    // Not before the first of them can have been told, so that it may have been, or not.
    await Promise.race([...asked, sleep(Math.random() * 20)]);
    await museum.stop('SIGKILL');
    const before = (await Promise.all(asked)).filter((answer) => answer !== undefined);
    museum = await startMuseum(test, { dataDir });
    const after = await Promise.all(Array.from({ length: 50 }, () => ask(museum, key)));
    for (const answer of [...before, ...after]) assert.deepEqual(told(answer), told(after[0]));
    assert.equal(after[0]?.status, 201);
  }
  await museum.stop();
  await inspectStore({ kind: 'sqlite', path: join(dataDir, 'museum.db') }, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) assert.fail(difference);
    const tickets = await snapshot.get<{ count: number }>('SELECT count(*) AS count FROM tickets');
    assert.equal(tickets?.count, 4);
  });
});

/** What must be the same when an answer is given again. */
function told(answer: Answer | undefined) {
  return { status: answer?.status, location: answer?.headers.location, text: answer?.text };
}

async function countTickets({ store }: Museum): Promise<number> {
  const row = await store.get<{ count: number }>('SELECT count(*) AS count FROM tickets');
  return row?.count ?? 0;
}

async function countAnswers({ store }: Museum): Promise<number> {
  const row = await store.get<{ count: number }>('SELECT count(*) AS count FROM kept_answers');
  return row?.count ?? 0;
}
