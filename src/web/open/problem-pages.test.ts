import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pino } from 'pino';
import { createServer } from '../../http/server.ts';
import { explainedProblems, problemAnswer } from '../api/index.ts';
import { PROBLEMS } from '../api/problems.ts';
import { routeProblemPages } from './problem-pages.ts';

const SLUGS = Object.keys(PROBLEMS);

function openPages() {
  const fastify = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: 0,
    renderRefusal: problemAnswer,
  });
  routeProblemPages(fastify, explainedProblems());
  return fastify;
}

test('each kind of problem that the code knows of is explained, and no other', () => {
  const source = new URL('../../', import.meta.url).pathname;
  const named = new Set<string>();
  for (const file of globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })) {
    const code = readFileSync(source + file, 'utf8');
    for (const [, slug = ''] of code.matchAll(/new (?:Http)?Refusal\(\s*'([^']*)'/g)) named.add(slug);
  }
  assert.deepEqual([...named].sort(), SLUGS.toSorted());
});

test('lists all problems, each with a link to its page', async () => {
  const answer = await openPages().inject('/problems');
  assert.equal(answer.statusCode, 200);
  const links = [...answer.body.matchAll(/href="\/problems\/([^"]+)"/g)].map(([, slug]) => slug);
  assert.deepEqual(links.sort(), SLUGS.toSorted());
});

test('explains each problem on a page without scripts', async () => {
  const pages = openPages();
  for (const slug of SLUGS) {
    const answer = await pages.inject(`/problems/${slug}`);
    assert.equal(answer.statusCode, 200, slug);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(`${answer.headers['content-security-policy']}`, /^default-src 'none'; style-src 'self';/);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.match(answer.body, /<h1>.{8,}<\/h1>/);
    assert.match(answer.body, /<h2>What to do<\/h2>\n<p>.{10,}<\/p>/);
    assert.doesNotMatch(answer.body, /<script|src=|http:|style="/);
  }
});

test('links to each operation of a problem, in the reference', async () => {
  const soldOut = await openPages().inject('/problems/sold-out');
  assert.match(soldOut.body, /<a href="\/docs#buyMuseumTickets">Buy museum tickets<\/a>/);
  assert.match((await openPages().inject('/problems/forbidden')).body, /All of them: .*<a href="\/docs">/);
});

test('redirects an address with a slash at its end to the list', async () => {
  const answer = await openPages().inject('/problems/');
  assert.deepEqual([answer.statusCode, answer.headers.location], [308, '/problems']);
});

test('answers HEAD as it would GET, without the page', async (t) => {
  const pages = openPages();
  t.after(() => pages.close());
  const address = await pages.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['/problems', '/problems/sold-out']) {
    const [get, head] = [await fetch(address + path), await fetch(address + path, { method: 'HEAD' })];
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
    assert.equal(await head.text(), '');
  }
});

test('answers 404 for a kind of problem that does not exist, whatever its name', async () => {
  for (const slug of ['teapot', 'constructor', '__proto__', '%3Cscript%3E']) {
    const answer = await openPages().inject(`/problems/${slug}`);
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.json().type, '/problems/not-found');
  }
});

test('sends a page again only when it has changed', async () => {
  const pages = openPages();
  const { headers } = await pages.inject('/problems/sold-out');
  const again = await pages.inject({
    url: '/problems/sold-out',
    headers: { 'if-none-match': `${headers.etag}` },
  });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
});
