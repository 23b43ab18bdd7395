import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createServer } from '../../http/server.ts';
import { routeAssets } from '../../pages/assets.ts';
import { siteAssets } from '../../pages/layout.ts';
import { problemAnswer } from '../api/index.ts';
import { openApiDocument, openApiText } from '../api/openapi.ts';
import { routeReferencePages } from './reference-pages.ts';

function openReference() {
  const fastify = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: 0,
    renderRefusal: problemAnswer,
  });
  routeReferencePages(fastify);
  routeAssets(fastify, [siteAssets]);
  return fastify;
}

test('serves the document of the interface', async () => {
  const answer = await openReference().inject('/openapi.json');
  assert.equal(answer.headers['content-type'], 'application/json');
  assert.equal(answer.body, openApiText());
});

test('has a section for each operation, message and schema, and each link within the page leads to one', async () => {
  const { body } = await openReference().inject('/docs');
  const { paths, webhooks, components } = openApiDocument() as {
    paths: Record<string, Record<string, { operationId: string }>>;
    webhooks: Record<string, { post: { operationId: string } }>;
    components: { schemas: Record<string, unknown> };
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const messages = Object.values(webhooks).map(({ post }) => post);
  const schemas = Object.keys(components.schemas).filter((name) => !/.Problem(Type)?$/.test(name));
  const sections = [...[...operations, ...messages].map(({ operationId }) => operationId), ...schemas];
  assert.ok(sections.length > 150);
  const ids = [...body.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    sections.filter((name) => !ids.includes(name)),
    [],
  );
  assert.equal(new Set(ids).size, ids.length, 'no two have the same address');
  const places = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    places.filter((id) => id !== 'main' && !ids.includes(id)),
    [],
  );
});

test('shows an operation with its parameters, a command, and what is answered', async () => {
  const { body } = await openReference().inject('/docs');
  const [section = ''] = /<section aria-labelledby="updateSpecialEvent">.*?<\/section>/s.exec(body) ?? [];
  assert.match(section, /<code>PATCH \/special-events\/\{eventId\}<\/code>/);
  assert.match(section, /<code>If-Match<\/code>.*string, in header, optional/s);
  assert.match(section, /<a href="#SpecialEventChange">/);
  assert.match(section, /curl -u &quot;\$ACCOUNT&quot; -X PATCH &quot;\$MUSEUM\/special-events\/01a0d5c4-/);
  assert.match(section, /-H &#39;Content-Type: application\/json&#39;/);
  assert.match(section, /<strong>200<\/strong>.*<a href="#SpecialEvent">/s);
  assert.match(section, /<strong>412<\/strong> <a href="\/problems\/precondition-failed">/);
});

test('loads nothing from other servers, and no scripts', async () => {
  const reference = openReference();
  const page = await reference.inject('/docs');
  assert.equal(page.statusCode, 200);
  assert.match(`${page.headers['content-security-policy']}`, /^default-src 'none'; style-src 'self';/);
  assert.doesNotMatch(page.body, /<script|<style|\sstyle="|\son\w+="|(?:src|rel="\w+" href)="https?:/);
  const sheets = [...page.body.matchAll(/<link [^>]*href="([^"]+)"/g)].map(
    ([, address]) => address as string,
  );
  assert.equal(sheets.length, 4);
  for (const address of sheets) assert.equal((await reference.inject(address)).statusCode, 200, address);
});

test('redirects an address with a slash at its end to the page', async () => {
  const answer = await openReference().inject('/docs/');
  assert.deepEqual([answer.statusCode, answer.headers.location], [308, '/docs']);
});

test('sends less to clients that take gzip, and nothing when they have it already', async () => {
  const reference = openReference();
  const ask = (headers: Record<string, string>) => reference.inject({ url: '/docs', headers });
  const plain = await ask({});
  const small = await ask({ 'accept-encoding': 'deflate, gzip;q=0.8' });
  assert.equal(small.headers['content-encoding'], 'gzip');
  assert.ok(small.rawPayload.length < 90_000, 'quick for a slow phone');
  assert.ok(gunzipSync(small.rawPayload).equals(plain.rawPayload));
  assert.notEqual(small.headers.etag, plain.headers.etag);
  for (const any of ['*', 'gzip, *;q=0'])
    assert.equal((await ask({ 'accept-encoding': any })).headers['content-encoding'], 'gzip', any);
  for (const none of ['gzip;q=0', 'gzip;q=0 , identity', 'gzip;q=0, *', '*;q=0'])
    assert.equal((await ask({ 'accept-encoding': none })).headers['content-encoding'], undefined);
  const again = await ask({ 'accept-encoding': 'gzip', 'if-none-match': `${small.headers.etag}` });
  assert.equal(again.statusCode, 304);
  assert.equal(again.rawPayload.length, 0);
});

test('takes GET and HEAD only, and says so', async (t) => {
  const reference = openReference();
  t.after(() => reference.close());
  const address = await reference.listen({ port: 0, host: '127.0.0.1' });
  for (const url of ['/docs', '/docs/', '/openapi.json']) {
    const ask = (method: string) => fetch(address + url, { method, redirect: 'manual' });
    const get = await ask('GET');
    const head = await ask('HEAD');
    assert.equal(head.status, get.status);
    assert.equal(head.headers.get('etag'), get.headers.get('etag'));
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
    assert.equal(await head.text(), '');
    const post = await ask('POST');
    assert.equal(post.status, 405);
    assert.equal(post.headers.get('allow'), 'GET, HEAD');
  }
});
