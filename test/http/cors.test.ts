import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Museum, openMuseum } from '../../fixtures/museum.ts';
import { createEvent, newEvent } from '../../fixtures/samples.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';

const SHOP = 'https://shop.example.com';
const OTHER = 'https://other.example.com';

async function openWith(test: TestContext, origins: string | undefined): Promise<Museum> {
  const path = join(await temporaryFolder(test), 'museum.db');
  const settings = { MUSEUM_CORS_ORIGINS: origins, MUSEUM_MOCK: 'on' };
  const museum = await openMuseum({ database: { kind: 'sqlite', path }, settings });
  test.after(() => museum.close());
  return museum;
}

/** What a browser asks before it posts a purchase for a page. */
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,idempotency-key',
};

test('without a setting pages of other origins may ask the mock and the public keys, and nothing else', async (t) => {
  const museum = await openWith(t, undefined);
  const real = await museum.api('GET', '/special-events', { headers: { origin: SHOP } });
  assert.equal(real.status, 200);
  assert.deepEqual([real.headers['access-control-allow-origin'], real.headers.vary], [undefined, undefined]);
  assert.equal(
    (await museum.api('OPTIONS', '/tickets', { headers: { origin: SHOP, ...PREFLIGHT } })).status,
    405,
  );
  const mocked = await museum.ask('GET', '/mock/v1.1/special-events', { headers: { origin: SHOP } });
  assert.deepEqual([mocked.headers['access-control-allow-origin'], mocked.headers.vary], ['*', 'Prefer']);
  const keys = await museum.ask('GET', '/.well-known/jwks.json', { headers: { origin: SHOP } });
  assert.deepEqual([keys.status, keys.headers['access-control-allow-origin']], [200, '*']);
  const desk = await museum.ask('GET', '/desk', { headers: { origin: SHOP } });
  assert.equal(desk.headers['access-control-allow-origin'], undefined);
});

test('a page of an origin that is named may post what the interface takes', async (t) => {
  const museum = await openWith(t, `https://elsewhere.example.com, ${SHOP}`);
  const asked = await museum.api('OPTIONS', '/tickets', {
    as: 'nobody',
    headers: { origin: SHOP, ...PREFLIGHT },
  });
  assert.deepEqual([asked.status, asked.text], [204, '']);
  assert.equal(asked.headers['access-control-allow-origin'], SHOP);
  assert.match(`${asked.headers['access-control-allow-methods']}`, /\bPOST\b.*\bDELETE\b/);
  for (const name of [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'traceparent',
    'tracestate',
  ])
    assert.match(`${asked.headers['access-control-allow-headers']}`, new RegExp(`\\b${name}\\b`));
  const created = await museum.api('POST', '/special-events', {
    body: newEvent(),
    headers: { origin: SHOP },
  });
  assert.equal(created.status, 201);
  assert.deepEqual([created.headers['access-control-allow-origin'], created.headers.vary], [SHOP, 'Origin']);
  for (const name of ['ETag', 'Link', 'Location', 'Retry-After'])
    assert.match(`${created.headers['access-control-expose-headers']}`, new RegExp(`\\b${name}\\b`));
});

test('such a page reads refusals too', async (t) => {
  const museum = await openWith(t, SHOP);
  await createEvent(museum);
  const headers = { origin: SHOP };
  for (const [path, as, status] of [
    ['/special-events', 'nobody', 401],
    ['/special-events?limit=31', 'admin', 400],
    ['/nothing', 'admin', 404],
  ] as const) {
    const answer = await museum.api('GET', path, { as, headers });
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [status, SHOP]);
  }
});

test('a page of any other origin may not, and no cache takes one answer for the other', async (t) => {
  const museum = await openWith(t, SHOP);
  for (const origin of [OTHER, 'null', `${SHOP}.evil.example`, SHOP.replace('https', 'http')]) {
    const answer = await museum.api('GET', '/special-events', { headers: { origin } });
    assert.deepEqual(
      [answer.headers['access-control-allow-origin'], answer.headers.vary],
      [undefined, 'Origin'],
    );
    const preflight = await museum.api('OPTIONS', '/tickets', { headers: { origin, ...PREFLIGHT } });
    assert.equal(preflight.status, 405);
  }
  const report = await museum.api('GET', '/reports/sales', { headers: { origin: SHOP } });
  assert.equal(report.headers.vary, 'Origin, Accept');
  const mocked = await museum.ask('GET', '/mock/v1.1/special-events', { headers: { origin: OTHER } });
  assert.equal(mocked.headers['access-control-allow-origin'], undefined);
});
