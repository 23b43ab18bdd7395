import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { readMetrics } from '../../fixtures/metrics.ts';
import { openMuseum } from '../../fixtures/museum.ts';
import { generalPurchase } from '../../fixtures/samples.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { until } from '../../fixtures/until.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { Tracer } from './index.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: Record<string, string> }[];
  readonly status: { code?: number };
}

interface Message {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A collector that keeps what it gets, and answers with `status`. */
async function openCollector(t: TestContext) {
  const got: { path: string; headers: IncomingHttpHeaders; message: Message }[] = [];
  const collector = { got, status: 200, endpoint: '', spans: [] as SentSpan[] };
  const server = createServer(async (request, response) => {
    const body = await request.toArray();
    const message = JSON.parse(Buffer.concat(body).toString()) as Message;
    got.push({ path: request.url ?? '', headers: request.headers, message });
    collector.spans.push(
      ...message.resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)),
    );
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  collector.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collector;
}

async function tracedMuseum(t: TestContext, endpoint: string | undefined) {
  const lines: Record<string, unknown>[] = [];
  const museum = await openMuseum({
    database: { kind: 'sqlite', path: join(await temporaryFolder(t), 'museum.db') },
    log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
      OTEL_SERVICE_NAME: 'tickets',
    },
  });
  t.after(() => museum.close());
  return { museum, lines };
}

function buyIn(flags: string) {
  return { body: generalPurchase(), headers: { traceparent: `00-${TRACE}-${CALLER}-${flags}` } };
}

function attributesOf({ attributes }: Pick<SentSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

test('a sale in the trace of its caller is sent with its batch and its transaction, when the service stops', async (t) => {
  const collector = await openCollector(t);
  const { museum, lines } = await tracedMuseum(t, `${collector.endpoint}/otlp/`);
  await museum.api('POST', '/tickets', buyIn('01'));
  await museum.restart();
  const [message] = collector.got;
  assert.equal(message?.path, '/otlp/v1/traces');
  assert.equal(message?.headers.authorization, 'Bearer abc');
  assert.equal(message?.headers['content-type'], 'application/json');
  assert.deepEqual(attributesOf(message.message.resourceSpans[0]?.resource ?? { attributes: [] }), {
    'service.name': 'tickets',
    'service.version': packageJson.version,
  });
  const ofSale = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const sale = ofSale.find(({ kind }) => kind === 2) as SentSpan;
  const sell = ofSale.find(({ name }) => name === 'sell') as SentSpan;
  assert.equal(sale.name, 'POST /v1.1/tickets');
  assert.equal(sale.parentSpanId, CALLER);
  assert.deepEqual(sale.status, {});
  const { 'museum.request_id': requestId, ...attributes } = attributesOf(sale);
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'http.response.status_code': '201',
    'http.route': '/v1.1/tickets',
    'museum.operation': 'buyMuseumTickets',
  });
  assert.equal(sell.parentSpanId, sale.spanId);
  assert.ok(ofSale.some(({ name, parentSpanId }) => name === 'transaction' && parentSpanId === sell.spanId));
  for (const { startTimeUnixNano, endTimeUnixNano } of ofSale)
    assert.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano));
  assert.doesNotMatch(JSON.stringify(collector.got), /ada@example|127\.0\.0\.1:\d+\/v1/);
  const line = lines.find(({ route, method }) => route === '/v1.1/tickets' && method === 'POST');
  assert.deepEqual([line?.traceId, line?.spanId, line?.requestId], [TRACE, sale.spanId, requestId]);
});

test('a request without a caller’s trace begins one, and one that its caller does not record is not sent', async (t) => {
  const collector = await openCollector(t);
  const { museum, lines } = await tracedMuseum(t, collector.endpoint);
  await museum.ask('GET', '/healthz');
  await museum.ask('GET', '/wp-login.php?user=ada', { headers: { traceparent: 'no trace' } });
  await museum.api('POST', '/tickets', buyIn('00'));
  await museum.restart();
  const [health, unknown, ...others] = collector.spans;
  assert.deepEqual([health?.name, unknown?.name, others], ['GET /healthz', 'GET', []]);
  assert.notEqual(health?.traceId, unknown?.traceId);
  assert.equal(health?.parentSpanId, undefined);
  const traceIds = lines.filter(({ msg }) => msg === 'request').map(({ traceId }) => traceId);
  assert.deepEqual(traceIds, [health?.traceId, unknown?.traceId, TRACE]);
});

test('without a collector the log has the trace of the caller, if it is valid, and nothing else changes', async (t) => {
  const { museum, lines } = await tracedMuseum(t, undefined);
  await museum.api('POST', '/tickets', buyIn('01'));
  await museum.api('POST', '/tickets', { body: generalPurchase(), headers: { traceparent: '00-1-2-3' } });
  const [known, invalid] = lines.filter(({ msg }) => msg === 'request');
  assert.deepEqual([known?.traceId, known?.spanId], [TRACE, CALLER]);
  assert.equal('traceId' in (invalid ?? {}), false);
  assert.equal(invalid?.status, 201);
  const { text } = await museum.ask('GET', '/metrics');
  assert.doesNotMatch(text, /trace_spans/);
});

test('while the collector is away, spans are dropped and counted, sales go on, and the log says so once', async (t) => {
  const lines: { level: number; reason?: string; msg: string }[] = [];
  const collector = await openCollector(t);
  collector.status = 503;
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const options = { headers: {}, serviceName: 'museum', version: '1', clock: manualClock(), log };
  const tracer = new Tracer({ ...options, endpoint: collector.endpoint });
  const record = (count: number) => {
    for (let span = 0; span < count; span += 1) tracer.end(tracer.begin('server'), 'GET', {}, false);
  };
  record(512);
  await until(() => tracer.dropped === 512);
  record(512);
  await until(() => tracer.dropped === 1_024);
  assert.deepEqual(
    lines.map(({ level, reason, msg }) => [level, msg, reason]),
    [[40, 'the collector of traces takes none; they are dropped', 'it answered with 503']],
  );
  collector.status = 200;
  record(1);
  await tracer.close();
  assert.equal(tracer.sent, 1);
  assert.equal(lines.at(-1)?.msg, 'the collector of traces takes them again');

  const { museum } = await tracedMuseum(t, 'http://127.0.0.1:9'); // nobody listens there
  assert.equal((await museum.api('POST', '/tickets', buyIn('01'))).status, 201);
  assert.equal((await readMetrics(museum)).get('museum_trace_spans_total{outcome="dropped"}'), 0);
  await museum.restart();
});

test('what is more than can wait for a slow collector is dropped at once', async (t) => {
  const hanging = createServer(() => {});
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    hanging.closeAllConnections();
    hanging.close();
  });
  const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  const log = pino({ level: 'silent' });
  const tracer = new Tracer({
    ...{ endpoint, headers: {}, serviceName: 'museum', version: '1', clock: manualClock(), log },
  });
  for (let span = 0; span < 512 + 4_096 + 3; span += 1) tracer.end(tracer.begin('server'), 'GET', {}, false);
  assert.equal(tracer.dropped, 3);
  await tracer.close();
  assert.ok(tracer.dropped >= 4_096, 'the service stops without waiting for it');
});
