import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createServer } from '../../http/server.ts';
import { routeAssets } from '../../pages/assets.ts';
import { siteAssets } from '../../pages/layout.ts';
import { problemAnswer } from '../api/index.ts';
import { openApiText } from '../api/openapi.ts';
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

test('has a heading, and leads to the document, without scripts too', async () => {
  const { body } = await openReference().inject('/docs');
  const withoutScripts = /<main [^>]*><noscript>(.*?)<\/noscript><\/main>/s.exec(body)?.[1];
  assert.match(`${withoutScripts}`, /<h1>The interface<\/h1>.*<a href="\/openapi.json">/s);
});

test('loads nothing from other servers', async () => {
  const reference = openReference();
  const page = await reference.inject('/docs');
  assert.equal(page.statusCode, 200);
  const policy = `${page.headers['content-security-policy']}`;
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|http/);
  assert.doesNotMatch(
    page.body,
    /<script>|<style|\sstyle="|\son\w+="|https?:/,
    'nothing that the policy would stop',
  );
  const named = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
  const loaded = named.filter((address) => !/^\/(?:problems|docs\/guides.*)?$/.test(address));
  assert.equal(loaded.length, 7);
  assert.match(page.body, /<p class="museum"><a href="\/">Museum<\/a><\/p>/);
  for (const address of [...loaded, '/docs/start.js']) {
    const file = await reference.inject(address);
    assert.equal(file.statusCode, 200, address);
    assert.equal(file.headers['x-content-type-options'], 'nosniff');
    assert.notEqual(file.rawPayload.length, 0);
  }
});

test('redirects an address with a slash at its end to the page', async () => {
  const answer = await openReference().inject('/docs/');
  assert.deepEqual([answer.statusCode, answer.headers.location], [308, '/docs']);
});

test('sends less to clients that take gzip, and nothing when they have it already', async () => {
  const reference = openReference();
  const ask = (headers: Record<string, string>) => reference.inject({ url: '/docs/swagger-ui.js', headers });
  const plain = await ask({});
  const small = await ask({ 'accept-encoding': 'deflate, gzip;q=0.8' });
  assert.equal(small.headers['content-encoding'], 'gzip');
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
  for (const url of ['/docs', '/docs/', '/openapi.json', '/docs/start.js']) {
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
