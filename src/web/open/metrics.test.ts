import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { Visitor } from '../../../fixtures/browsing.ts';
import { readMetrics } from '../../../fixtures/metrics.ts';
import { type Museum, openMuseum } from '../../../fixtures/museum.ts';
import { temporaryFolder } from '../../../fixtures/temporary-store.ts';
import { until } from '../../../fixtures/until.ts';
import { Metrics } from './metrics.ts';

async function openedMuseum(t: TestContext): Promise<Museum> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path }, settings: { MUSEUM_MOCK: 'on' } });
  t.after(() => museum.close());
  return museum;
}

test('counts the requests of each operation, by status', async (t) => {
  const museum = await openedMuseum(t);
  await museum.api('GET', '/special-events');
  await museum.api('HEAD', '/special-events');
  await museum.api('GET', '/special-events?page=0');
  await museum.api('GET', '/special-events', { as: 'nobody' });
  await museum.ask('GET', '/mock/v1.1/special-events');
  await museum.ask('GET', '/wp-login.php?user=ada');
  await museum.ask('GET', '/%zz'); // not even an address
  const metrics = await readMetrics(museum);
  const requests = (operation: string, status: number) =>
    metrics.get(`museum_http_requests_total{operation="${operation}",status="${status}"}`);
  assert.equal(requests('listSpecialEvents', 200), 2);
  assert.equal(requests('listSpecialEvents', 400), 1);
  assert.equal(requests('listSpecialEvents', 401), 1);
  assert.equal(requests('mock', 200), 1);
  assert.equal(requests('unknown', 404), 1);
  assert.equal(requests('unknown', 400), 1);
  const duration = 'museum_http_request_duration_seconds';
  assert.equal(metrics.get(`${duration}_count{operation="listSpecialEvents"}`), 4);
  assert.equal(metrics.get(`${duration}_bucket{operation="listSpecialEvents",le="+Inf"}`), 4);
  assert.ok((metrics.get(`${duration}_sum{operation="listSpecialEvents"}`) as number) > 0);
});

test('has cumulative buckets', async (t) => {
  const museum = await openedMuseum(t);
  for (let request = 0; request < 20; request += 1) await museum.api('GET', '/museum-hours');
  const buckets = [...(await readMetrics(museum))].filter(([name]) =>
    name.startsWith('museum_http_request_duration_seconds_bucket{operation="getMuseumHours"'),
  );
  assert.equal(buckets.length, 14);
  assert.equal(buckets.at(-1)?.[1], 20);
  buckets.reduce((before, [name, count]) => {
    assert.ok(count >= before, name);
    return count;
  }, 0);
});

test('a time equal to the bound of a bucket is counted in it, and the sum of times is in seconds', async () => {
  const metrics = new Metrics();
  for (const milliseconds of [1, 2_499])
    metrics.count('getMuseumHours', { route: '/v1.1/museum-hours', status: 200, milliseconds });
  const server = fastify();
  metrics.route(server);
  const { body } = await server.inject('/metrics');
  await server.close();
  assert.match(body, /_bucket\{operation="getMuseumHours",le="0.001"\} 1$/m);
  assert.match(body, /_sum\{operation="getMuseumHours"\} 2.5$/m);
});

test('counts refused sign-ins, but not requests without credentials', async (t) => {
  const museum = await openedMuseum(t);
  const authorization = `Basic ${Buffer.from('ada:wrong').toString('base64')}`;
  // The last one is not looked at any more.
  for (let time = 0; time < 11; time += 1)
    await museum.api('GET', '/special-events', { as: 'nobody', headers: { authorization } });
  await museum.api('GET', '/special-events', { as: 'nobody' });
  await museum.api('GET', '/special-events');
  assert.equal((await readMetrics(museum)).get('museum_sign_in_failures_total'), 10);
});

test('counts sign-ins with a wrong password on the pages too', async (t) => {
  const museum = await openedMuseum(t);
  const visitor = new Visitor(museum);
  await visitor.signIn('admin', '/', 'wrong');
  await visitor.signIn('admin');
  assert.equal((await readMetrics(museum)).get('museum_sign_in_failures_total'), 1);
});

test('counts the tickets sold, and a repeated purchase only once', async (t) => {
  const museum = await openedMuseum(t);
  const body = { ticketType: 'general', ticketDate: '2027-03-02', email: 'ada@example.com' };
  await museum.api('POST', '/tickets', { body });
  for (let time = 0; time < 2; time += 1) {
    await museum.api('POST', '/tickets', { body, headers: { 'idempotency-key': 'once' } });
  }
  await museum.api('POST', '/tickets', { body: { ...body, ticketDate: '2027-02-01' } });
  const metrics = await readMetrics(museum);
  assert.equal(metrics.get('museum_tickets_sold_total'), 2);
  assert.equal(metrics.get('museum_http_requests_total{operation="buyMuseumTickets",status="201"}'), 3);
});

test('says how many mails and webhook messages wait, and how many have failed', async (t) => {
  const museum = await openedMuseum(t);
  await museum.store.transaction(async (tx) => {
    const columns = ['delivery_id', 'channel', 'receiver', 'kind', 'subject', 'content', 'made_at'];
    const facts = (id: string, channel: string) => [id, channel, 'gone', 'x', 'x', '{}', 1];
    await tx.insert(
      'deliveries',
      [...columns, 'state', 'next_at'],
      ['a', 'b'].map((id) => [...facts(id, 'webhook'), 'waiting', 1]),
    );
    await tx.insert(
      'deliveries',
      [...columns, 'state', 'settled_at'],
      [
        [...facts('c', 'mail'), 'failed', museum.clock.now()],
        [...facts('d', 'mail'), 'delivered', museum.clock.now()],
      ],
    );
  });
  await museum.restart(); // they are counted at the start
  const told = async () =>
    [...(await readMetrics(museum))].filter(([name]) => name.startsWith('museum_deliveries'));
  await until(async () => (await told()).length === 4);
  assert.deepEqual(await told(), [
    ['museum_deliveries{channel="webhook",state="waiting"}', 2],
    ['museum_deliveries{channel="webhook",state="failed"}', 0],
    ['museum_deliveries{channel="mail",state="waiting"}', 0],
    ['museum_deliveries{channel="mail",state="failed"}', 1],
  ]);
});

test('has the memory and the uptime of the process, and the lag of its event loop', async (t) => {
  const metrics = await readMetrics(await openedMuseum(t));
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
    'process_uptime_seconds',
  ]) {
    assert.ok((metrics.get(name) as number) > 0, name);
  }
  assert.ok((metrics.get('nodejs_eventloop_lag_p99_seconds') as number) >= 0);
});

test('holds no text that a client chose', async (t) => {
  const museum = await openedMuseum(t);
  await museum.ask('GET', '/ada@example.com?phone=unlisted');
  await museum.api('GET', '/special-events/ada@example.com');
  const { text } = await museum.ask('GET', '/metrics', { as: 'nobody' });
  assert.doesNotMatch(text, /\bada\b|unlisted|127\.0\.0\.1/);
});
