import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { crawl } from '../../fixtures/crawl.ts';
import { openDemo } from '../../fixtures/demo.ts';
import { museumWithDesk } from '../../fixtures/desk-pages.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { siteTexts } from '../../src/pages/site-texts.ts';
import { LANGUAGES } from '../../src/pages/texts.ts';

const OPEN_TO_ALL = ['/', '/docs', '/docs/guides/gate', '/problems', '/problems/sold-out', '/sign-in'];

test('every page of a demonstration says that nothing is real, to whoever looks and whatever they ask for', async (t) => {
  const { museum, passwords } = await openDemo(t);
  const sentence = siteTexts('en')('demo');
  for (const role of ['nobody', 'admin', 'cashier', 'viewer']) {
    const visitor = new Visitor(museum);
    if (role !== 'nobody') await visitor.signIn(role, '/', passwords.get(role));
    const found = await crawl(visitor, [
      ...OPEN_TO_ALL,
      ...['/desk', '/desk/mail', '/desk/journal', '/desk/nothing', '/gate', '/gate/occupancy'],
      ...LANGUAGES.map((language) => `/gate/page-${language}`),
    ]);
    assert.ok(found.length > (role === 'admin' ? 40 : 10), `${role}: ${found.length} pages`);
    for (const { path, answer } of found) {
      const [language = 'en'] = /(?<=page-)\w+/.exec(path) ?? [];
      const expected = language === 'en' ? sentence : siteTexts(language as 'de')('demo');
      assert.equal(answer.text.split(expected).length, 2, `${role} at ${path}`);
    }
  }
});

test('it is said in the language of the page', async (t) => {
  const { museum, passwords } = await openDemo(t);
  const visitor = new Visitor(museum);
  await visitor.signIn('manager', '/', passwords.get('manager'));
  for (const language of LANGUAGES)
    for (const path of ['/', '/desk', '/gate']) {
      const { text } = await visitor.get(path, { 'accept-language': language });
      assert.ok(text.includes(siteTexts(language)('demo')), `${path} in ${language}`);
    }
});

test('a form that comes back, and one from another site, say it too', async (t) => {
  const { museum } = await openDemo(t);
  const visitor = new Visitor(museum);
  const sentence = siteTexts('en')('demo');
  const wrong = await visitor.signIn('admin', '/', 'wrong password');
  assert.deepEqual([wrong.status, wrong.text.includes(sentence)], [401, true]);
  const foreign = await visitor.post('/sign-in', {}, { origin: 'https://example.com' });
  assert.deepEqual([foreign.status, foreign.text.includes(sentence)], [403, true]);
});

test('the gate’s page says it without a network as well', async (t) => {
  const { museum } = await openDemo(t);
  const worker = (await museum.ask('GET', '/gate/worker-en.js', { as: 'nobody' })).text;
  const [sheet = ''] = /\/assets\/demo-\w+\.css/.exec(worker) ?? [];
  assert.equal((await museum.ask('GET', sheet, { as: 'nobody' })).status, 200);
});

test('no page of a museum says it', async (t) => {
  const museum = await museumWithDesk(t);
  const visitor = new Visitor(museum);
  await visitor.signIn('admin');
  for (const path of [...OPEN_TO_ALL, '/desk', '/desk/mail', '/gate'])
    assert.doesNotMatch((await visitor.get(path)).text, /demonstration|demo-\w+\.css/, path);
});

test('nobody is mailed by it, whatever mail server is set, and the page of mail says so', async (t) => {
  const server = await startMailServer(t);
  const settings = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
  const { museum, passwords } = await openDemo(t, { settings });
  const visitor = new Visitor(museum);
  await visitor.signIn('admin', '/', passwords.get('admin'));
  const page = (await visitor.get('/desk/mail')).text;
  assert.match(page, /This is a demonstration museum\. It sends no mail\./);
  assert.doesNotMatch(page, /MUSEUM_SMTP_URL|Send a test/);
  const { text: figures } = await museum.ask('GET', '/metrics', { as: 'nobody' });
  assert.match(figures, /museum_job_failures_total\{job="feed-webhooks"\}/);
  assert.doesNotMatch(figures, /job="[\w-]*mail/);
});
