import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createServer } from '../../http/server.ts';
import { problemAnswer } from '../api/index.ts';
import { GUIDES, guideAddress, routeGuidePages } from './guide-pages.ts';
import { markdown } from './markdown.ts';
import { GUIDE_LIST } from './public-page.ts';
import { routeReferencePages } from './reference-pages.ts';

function openGuides() {
  const log = pino({ level: 'silent' });
  const fastify = createServer({ log, trustProxy: 0, renderRefusal: problemAnswer });
  routeReferencePages(fastify);
  routeGuidePages(fastify);
  return fastify;
}

test('the reference leads to each guide, a page with one heading above all', async () => {
  const guides = openGuides();
  const reference = await guides.inject('/docs');
  for (const name of Object.keys(GUIDES)) {
    assert.ok(reference.body.includes(`href="${guideAddress(name)}"`), name);
    const guide = await guides.inject(guideAddress(name));
    assert.equal(guide.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(guide.body.match(/<h1/g)?.length, 1);
    assert.match(guide.body, /<h2 id=/);
  }
});

test('each guide leads to the others, and a list to all of them', async () => {
  const guides = openGuides();
  const pages = [GUIDE_LIST, ...Object.keys(GUIDES).map(guideAddress)];
  for (const address of pages) {
    const { body } = await guides.inject(address);
    for (const other of pages) assert.ok(body.includes(`href="${other}"`), `${address} to ${other}`);
  }
  const slash = await guides.inject(`${GUIDE_LIST}/`);
  assert.deepEqual([slash.statusCode, slash.headers.location], [308, GUIDE_LIST]);
});

test('a guide and the vectors are compressed for who can read that', async () => {
  const guides = openGuides();
  for (const url of [guideAddress('gate'), '/docs/guides/gate-verdicts.json']) {
    const small = await guides.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(small.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(small.rawPayload).toString(), (await guides.inject(url)).body);
  }
});

test('no Markdown is left in the page of a guide', async () => {
  for (const name of Object.keys(GUIDES)) {
    const { body } = await openGuides().inject(guideAddress(name));
    const text = body.replaceAll(/<(code|pre)[ >][\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '');
    assert.doesNotMatch(text, /\*\*|`|\]\(|^\s*(?:#+ |\||- |\d+\. |>)/m, name);
  }
});

test('each link of a guide leads to something that is served, and to an anchor that is there', async () => {
  const guides = openGuides();
  let places = 0;
  for (const name of Object.keys(GUIDES)) {
    const [, main = ''] =
      /<main[^>]*>([\s\S]*)<\/main>/.exec((await guides.inject(guideAddress(name))).body) ?? [];
    for (const [, address = ''] of main.matchAll(/<a href="([^"]+)"/g)) {
      if (address.startsWith('http')) continue;
      const { pathname, hash } = new URL(address, `http://museum${guideAddress(name)}`);
      const { statusCode, body } = await guides.inject(pathname);
      assert.equal(statusCode, 200, address);
      if (hash === '') continue;
      places += 1;
      assert.ok(body.includes(` id="${hash.slice(1)}"`), `${name} leads to ${address}`);
    }
  }
  assert.ok(places > 2, 'places were found');
});

test('a guide leaves out the links to decisions, which are not served', async () => {
  for (const name of Object.keys(GUIDES)) {
    const { body } = await openGuides().inject(guideAddress(name));
    assert.doesNotMatch(body, /\((?:why(?: so)?|decision|how it is stored)\)/, name);
  }
});

test('the guides link to their test vectors, which are served', async () => {
  const guides = openGuides();
  for (const [guide, vectors] of [
    ['ticket-code', 'ticket-code-vectors.json'],
    ['gate', 'gate-verdicts.json'],
  ] as const) {
    const page = await guides.inject(guideAddress(guide));
    assert.ok(page.body.includes(`<a href="/docs/guides/${vectors}">`), vectors);
    const served = await guides.inject(`/docs/guides/${vectors}`);
    assert.equal(served.headers['content-type'], 'application/json');
    assert.equal(served.body, readFileSync(new URL(`../../../docs/${vectors}`, import.meta.url), 'utf8'));
  }
});

test('a document becomes HTML in which nothing can be put that is not in the document', () => {
  const text = `# Tickets & co

Read \`a < b\` and **all \`of\`
it**, or [the guide](clients.md) and [a file](../x.ts) ([why](../x.md)).

- one
  more
- *two*

1. first
2. second

| what | \`how\` |
|---|---|
| <b> | a \\| b |

\`\`\`sh
curl '<x>'

# no heading
\`\`\`
## Next
`;
  const { title, main } = markdown(text, (target) =>
    target === 'clients.md' ? '/docs/guides/clients' : undefined,
  );
  assert.equal(title, 'Tickets & co');
  assert.match(main.text, /<p>Read <code>a &lt; b<\/code> and <strong>all <code>of<\/code> it<\/strong>, or/);
  assert.match(main.text, /<a href="\/docs\/guides\/clients">the guide<\/a> and a file\.<\/p>/);
  assert.match(main.text, /<ul><li>one more<\/li>\n<li><em>two<\/em><\/li>\n<\/ul>/);
  assert.match(main.text, /<ol><li>first<\/li>\n<li>second<\/li>\n<\/ol>/);
  assert.match(main.text, /<th scope="row">&lt;b&gt;<\/th><td data-label="how"><div>a \| b<\/div>/);
  assert.match(
    main.text,
    /<pre tabindex="0">curl &#39;&lt;x&gt;&#39;\n\n# no heading\n<\/pre>\n<h2 id="next">Next<\/h2>/,
  );
});
