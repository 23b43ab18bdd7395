import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Museum, openMuseum } from '../fixtures/museum.ts';
import { freshDatabase } from '../fixtures/postgres.ts';
import { generalPurchase, newEvent, TODAY } from '../fixtures/samples.ts';
import { TcpProxy } from '../fixtures/tcp-proxy.ts';
import { addDays, type CalendarDay } from '../src/core/calendar-day.ts';

const MANY = 60;

test('purchases that arrive together cost no journey to PostgreSQL each, nor do the dates of an event', async (t) => {
  const { museum, proxy } = await museumBehindProxy(t);
  const buyMany = (morning: string) =>
    Promise.all(
      Array.from({ length: MANY }, (_, each) =>
        museum.api('POST', '/tickets', {
          body: generalPurchase(),
          headers: { 'idempotency-key': `${morning}-${each}` },
        }),
      ),
    );
  // The first batch opens connections and prepares statements.
  await buyMany('first');
  const journeys = countJourneys(proxy);
  for (const { status } of await buyMany('second')) assert.equal(status, 201);
  assert.ok(journeys.soFar() < MANY, `${journeys.soFar()} journeys for ${MANY} purchases`);

  const dates = Array.from({ length: MANY }, (_, index) => addDays(TODAY as CalendarDay, index));
  const forEvent = countJourneys(proxy);
  const announced = await museum.api('POST', '/special-events', { body: newEvent({ dates }) });
  assert.equal(announced.status, 201);
  assert.ok(forEvent.soFar() < MANY, `${forEvent.soFar()} journeys for ${MANY} dates`);
});

test('a sale is committed without waiting for what became of its inserts', async (t) => {
  const { museum, proxy } = await museumBehindProxy(t);
  const email = 'first.in.flight@example.org';
  const buy = () => museum.api('POST', '/tickets', { body: { ...generalPurchase(), email } });
  assert.equal((await buy()).status, 201); // from now on its statements are prepared
  let isCommitSentFirst = false;
  proxy.onRequest = (bytes) => {
    if (bytes.includes(email)) proxy.holdAnswers();
    if (bytes.includes('COMMIT')) {
      isCommitSentFirst = true;
      proxy.resume();
    }
    return 'pass';
  };
  assert.equal((await buy()).status, 201);
  assert.equal(isCommitSentFirst, true);
});

async function museumBehindProxy(t: TestContext): Promise<{ museum: Museum; proxy: TcpProxy }> {
  const url = await freshDatabase();
  const { port } = new URL(url);
  const proxy = await TcpProxy.start(t, Number(port));
  const behindProxy = url.replace(`:${port}/`, `:${proxy.port}/`);
  const museum = await openMuseum({ database: { kind: 'postgres', url: behindProxy } });
  t.after(() => museum.close());
  return { museum, proxy };
}

/** What is sent together, without waiting for an answer in between, arrives as one piece, or a few. */
function countJourneys(proxy: TcpProxy): { soFar(): number } {
  let journeys = 0;
  proxy.onRequest = () => {
    journeys++;
    return 'pass';
  };
  return { soFar: () => journeys };
}
