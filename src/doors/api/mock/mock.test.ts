import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Answer, Connections, type Question } from '../../../../test/support/client.ts';
import { manualClock } from '../../../../test/support/manual-clock.ts';
import { type Museum, openMuseum } from '../../../../test/support/museum.ts';
import { temporaryFolder } from '../../../../test/support/temporary-store.ts';
import { museumCalendar } from '../../../core/clock.ts';
import { createMockApp } from '../../../mock-app.ts';
import { type Operation, operations } from '../contract/index.ts';
import { exampleProblems, exampleSuccesses } from '../example-answers.ts';
import { SAMPLE_CODE } from './sample-ticket.ts';

const EVENT = '/special-events/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const ANYONE = `Basic ${Buffer.from('anyone:at all').toString('base64')}`;
const all = Object.values<Operation>(operations);

const mock = createMockApp(museumCalendar(manualClock(), 'Europe/Berlin'), pino({ level: 'silent' }));

const connections = new Connections();
const port = Number(new URL(await mock.listen({ port: 0, host: '127.0.0.1' })).port);
after(() => {
  connections.close();
  return mock.close();
});

function ask(method: string, path: string, { headers, ...question }: Question = {}): Promise<Answer> {
  return askFor(method, `/v1.1${path}`, { ...question, headers: { authorization: ANYONE, ...headers } });
}

/** The same for a path of the whole server, without credentials. */
function askFor(method: string, path: string, question: Question = {}): Promise<Answer> {
  return connections.ask(port, method, path, question);
}

/** The operation asked for as its examples ask for it. */
function askExample(op: Operation, prefer: string | undefined) {
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${op.parameterExamples?.[name]}`);
  const [example] = Object.values(op.request.body?.examples ?? {});
  return ask(op.method, path, {
    ...(example === undefined ? {} : { body: example.value }),
    headers: prefer === undefined ? {} : { prefer },
  });
}

for (const op of all) {
  test(`${op.id} is answered with the first of its examples that fits`, async () => {
    const answer = await askExample(op, undefined);
    assert.equal(answer.status, op.success.status);
    for (const name of Object.keys(op.success.headers)) assert.ok(answer.headers[name.toLowerCase()], name);
    if (op.success.status === 204) assert.equal(answer.text, '');
    if ('examples' in op.success) {
      const values = Object.values(op.success.examples).map(({ value }) => value);
      assert.ok(values.some((value) => isDeepStrictEqual(value, answer.json)));
    }
  });

  test(`${op.id} is answered with whichever declared answer is preferred`, async () => {
    for (const { name, value, answer } of exampleProblems(op)) {
      const given = await askExample(op, `code=${answer.status}, example="${name}"`);
      assert.equal(given.status, answer.status);
      assert.deepEqual(given.json, value);
      assert.equal(given.headers['content-type'], 'application/problem+json');
      assert.equal(given.headers['preference-applied'], `code=${answer.status}, example=${name}`);
      assert.equal((await askExample(op, `code=${answer.status}`)).status, answer.status);
    }
    for (const { name, answer } of exampleSuccesses(op, '/v1.1')) {
      const given = await askExample(op, `example=${name}`);
      assert.equal(given.status, answer.status);
      if (answer.body !== undefined) assert.equal(given.text, answer.body);
    }
  });
}

test('names the declared codes and examples to whoever prefers another', async () => {
  const code = await ask('GET', EVENT, { headers: { prefer: 'code=418' } });
  assert.equal(code.status, 400);
  assert.match(code.json.detail, /getSpecialEvent declares are 200, 304, 400, 401, 403, 404,/);
  assert.deepEqual(code.json.errors[0].pointer, '/prefer');
  const example = await ask('GET', EVENT, { headers: { prefer: 'example=nobody' } });
  assert.equal(example.status, 400);
  assert.match(example.json.detail, /getSpecialEvent has are evening, workshop, not-modified, /);
});

test('ignores preferences that it does not know', async () => {
  const answer = await ask('GET', EVENT, { headers: { prefer: 'respond-async, handling=strict' } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['preference-applied'], undefined);
});

test('answers with the example that is most like the request', async () => {
  for (const ticketType of ['event', 'general']) {
    const { value } = operations.buyMuseumTickets.request.body.examples[ticketType as 'event'];
    const answer = await ask('POST', '/tickets', { body: value });
    assert.equal(answer.json.ticketType, ticketType);
    assert.equal(answer.headers.location, `/v1.1/tickets/${answer.json.ticketId}/qr`);
  }
  const workshop = await ask('GET', '/special-events/01A0D5C4-9C01-7B44-A2F7-5D1E8C90B3A6');
  assert.equal(workshop.json.name, 'Pirate coding workshop');
});

test('stores nothing: what was deleted is deleted again', async () => {
  for (let time = 0; time < 2; time += 1) {
    const answer = await ask('DELETE', '/special-events/01a0d5c4-9c99-7a3e-8b51-0c9d1f3a6e27');
    assert.equal(answer.status, 204);
    assert.equal(answer.text, '');
  }
});

test('answers 304 to whoever has the answer already', async () => {
  const { headers } = await ask('GET', '/special-events');
  const again = await ask('GET', '/special-events', { headers: { 'if-none-match': `${headers.etag}` } });
  assert.equal(again.status, 304);
  assert.equal(again.text, '');
});

test('hands out a ticket image that scans, and is marked as a sample', async () => {
  const path = '/tickets/01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51/qr';
  const answer = await ask('GET', path);
  assert.equal(answer.headers['content-type'], 'image/png');
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } });
  const [symbol] = await readBarcodes(new Uint8Array(answer.bytes), { formats: ['QRCode'] });
  assert.equal(symbol?.text, SAMPLE_CODE);
  assert.match(SAMPLE_CODE, /^SAMPLE/);
  assert.ok((await ask('GET', path)).bytes.equals(answer.bytes));
});

test('is the same under either base address', async () => {
  const body = operations.buyMuseumTickets.request.body.examples.event.value;
  const answer = await askFor('POST', '/mock/v1.1/tickets', { body, headers: { authorization: ANYONE } });
  assert.equal(answer.status, 201);
  assert.match(`${answer.headers.location}`, /^\/mock\/v1\.1\/tickets\//);
});

test('comes with the document, the problem pages and its health', async () => {
  for (const url of ['/docs', '/openapi.json', '/problems/sold-out', '/healthz', '/readyz']) {
    assert.equal((await askFor('GET', url)).status, 200, url);
  }
});

async function openedMuseum(t: TestContext): Promise<Museum> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path } });
  t.after(() => museum.close());
  return museum;
}

test('refuses what the service refuses, in the same words', async (t) => {
  const museum = await openedMuseum(t);
  const json = { 'content-type': 'application/json' };
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const wrong: readonly (readonly [string, string, { body?: unknown; headers?: Record<string, string> }])[] =
    [
      ['POST', '/special-events', { body: '{"name": ', headers: json }],
      ['POST', '/special-events', { body: { name: ' ', price: '25', dates: ['2027-02-29'], more: 1 } }],
      ['POST', '/special-events', { body: 'name=x', headers: { 'content-type': 'text/plain' } }],
      ['POST', '/special-events', { headers: json }],
      ['POST', '/special-events', { body: `"${'x'.repeat(70_000)}"`, headers: json }],
      ['PATCH', EVENT, { body: { price: -1, name: null } }],
      ['PATCH', '/special-events/x', { body: {} }],
      ['GET', '/special-events?page=0&limit=31&startDate=27-1-1', {}],
      ['GET', '/special-events?startDate=2027-03-02&endDate=2027-03-01', {}],
      ['GET', '/special-events?endDate=2027-02-01', {}],
      ['GET', '/special-events?limit=5&limit=6', {}],
      ['DELETE', '/special-events/nobody', {}],
      [
        'POST',
        '/tickets',
        { body: { ticketType: 'event', ticketDate: '2027-03-14', email: 'ada@example.com' } },
      ],
      ['POST', '/tickets', { body: { ticketType: 'child' }, headers: { 'idempotency-key': 'two words' } }],
      ['GET', '/tickets/1/qr', {}],
      ['PUT', '/special-events', { body: {} }],
      ['GET', '/nothing', {}],
      ['GET', '/special-events', { headers: { authorization: 'Bearer x' } }],
      ['GET', '/special-events', { headers: { authorization: 'Basic ???' } }],
      ['GET', '/special-events', { headers: basic('no colon') }],
    ];
  for (const [method, path, question] of wrong) {
    const real = await museum.ask(method, `/v1.1${path}`, question);
    const mocked = await museum.ask(method, `/mock/v1.1${path}`, question);
    assert.ok(real.status >= 400, `${method} ${path}`);
    assert.equal(mocked.text, real.text);
    assert.equal(mocked.status, real.status);
    for (const name of ['content-type', 'www-authenticate', 'allow']) {
      assert.equal(mocked.headers[name], real.headers[name], name);
    }
  }
  const real = await museum.api('GET', '/special-events', { as: 'nobody' });
  const mocked = await museum.ask('GET', '/mock/v1.1/special-events', { as: 'nobody' });
  assert.equal(mocked.text, real.text);
  assert.equal(mocked.headers['www-authenticate'], real.headers['www-authenticate']);
});

test('gives examples of problems with the headers that the service sends', async (t) => {
  const museum = await openedMuseum(t);
  const real = await museum.api('GET', '/special-events', { as: 'nobody' });
  const example = exampleProblems(operations.listSpecialEvents).find(({ name }) => name === 'unauthorized');
  assert.equal(example?.answer.headers['www-authenticate'], real.headers['www-authenticate']);
});
