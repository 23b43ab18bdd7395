import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pino } from 'pino';
import { createServer } from '../../http/server.ts';
import { problemAnswer } from '../api/index.ts';
import { routeLandingPage } from './landing-page.ts';
import { pagesForPeople } from './no-such-page.ts';

/** As Firefox and Chrome send it when somebody follows a link. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const site = { settings: { now: { name: 'Haus der Gezeiten', language: 'de' } }, isDemo: false } as const;
const interfaces = ['desk', 'gate', 'reference'] as const;
const fastify = createServer({
  log: pino({ level: 'silent' }),
  trustProxy: 0,
  renderRefusal: pagesForPeople(problemAnswer, { site, interfaces: () => interfaces, basePaths: ['/v1.1'] }),
});
before(() => routeLandingPage(fastify, site, interfaces));

test('a browser at an unknown address gets a page that leads home, in the museum’s language or its own', async () => {
  const answer = await fastify.inject({ url: '/nowhere', headers: { accept: BROWSER } });
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(`${answer.headers.vary}`, /^Accept\b/);
  assert.match(answer.body, /<html lang="de"/);
  assert.match(answer.body, /<h1>Seite nicht gefunden<\/h1>/);
  const links = [...answer.body.matchAll(/<a href="(\/[^"]*)">/g)].map(([, href]) => href);
  assert.deepEqual(links, ['/', '/desk', '/gate', '/docs']);
  const inFrench = { accept: BROWSER, 'accept-language': 'fr' };
  assert.match((await fastify.inject({ url: '/nowhere', headers: inFrench })).body, /<html lang="fr"/);
});

test('a browser whose form goes to an address that takes none gets a page too, with the methods that it takes', async () => {
  const answer = await fastify.inject({ method: 'POST', url: '/', headers: { accept: BROWSER } });
  assert.equal(answer.statusCode, 405);
  assert.equal(answer.headers.allow, 'GET, HEAD');
  assert.match(answer.body, /<h1>Das hat nicht geklappt<\/h1>/);
});

test('a browser at /tickets is led to the desk, and to the shop where there is one', async () => {
  const ask = (accept: string) => fastify.inject({ url: '/tickets', headers: { accept } });
  const answer = await ask(BROWSER);
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/desk/tickets']);
  assert.equal((await ask('application/json')).statusCode, 404);
  const withShop = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: 0,
    renderRefusal: pagesForPeople(problemAnswer, {
      site,
      interfaces: () => ['shop', ...interfaces],
      basePaths: [],
    }),
  });
  const headers = { accept: BROWSER };
  assert.equal((await withShop.inject({ url: '/tickets', headers })).headers.location, '/');
});

test('programs get a problem, whatever they accept below the base path of the API', async () => {
  for (const [url, accept] of [
    ['/nowhere', undefined],
    ['/nowhere', '*/*'],
    ['/nowhere', 'application/json'],
    ['/nowhere', 'application/problem+json, text/html;q=0.9'],
    ['/v1.1/nowhere', BROWSER],
  ] as const) {
    const answer = await fastify.inject({ url, headers: accept === undefined ? {} : { accept } });
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.headers['content-type'], 'application/problem+json', `${url} ${accept}`);
    assert.equal(answer.headers.vary, url === '/nowhere' ? 'Accept' : undefined);
  }
});
