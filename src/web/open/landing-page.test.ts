import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { LANGUAGES } from '../../core/language.ts';
import { landingPage, routeLandingPage } from './landing-page.ts';

test('a person who comes to the front door reads the museum’s name and the ways in', async () => {
  const app = fastify();
  routeLandingPage(
    app,
    { settings: { now: { name: 'Musée <des> marées', language: 'fr' } }, isDemo: false },
    ['desk', 'gate', 'reference'],
  );
  const answer = await app.inject('/');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(`${answer.headers['content-security-policy']}`, /default-src 'none'/);
  assert.match(answer.body, /<html lang="fr"/);
  assert.match(answer.body, /<h1>Musée &lt;des> marées<\/h1>|<h1>Musée &lt;des&gt; marées<\/h1>/);
  const ways = [...answer.body.matchAll(/<li><a href="([^"?]+)">/g)].map(([, href]) => href);
  assert.deepEqual(ways, ['/desk', '/gate', '/docs']);
});

test('the front door keeps the language that a person chooses, else takes their browser’s', async () => {
  const app = fastify();
  routeLandingPage(app, { settings: { now: { name: 'Museum', language: 'fr' } }, isDemo: false }, ['desk']);
  const browsers = await app.inject({ url: '/', headers: { 'accept-language': 'es-MX,es;q=0.9' } });
  assert.match(browsers.body, /<html lang="es"/);
  const choice = await app.inject('/?language=nl');
  assert.deepEqual([choice.statusCode, choice.headers.location], [303, '/']);
  const cookie = `${choice.headers['set-cookie']}`;
  const chosen = await app.inject({ url: '/', headers: { cookie, 'accept-language': 'es' } });
  assert.match(chosen.body, /<html lang="nl"/);
});

test('the landing page leads to the desk, the gate and the reference, in every language', () => {
  const interfaces = ['desk', 'gate', 'reference'] as const;
  for (const language of LANGUAGES) {
    const { body, status } = landingPage(
      { settings: { now: { name: 'Museum of Tides', language } }, isDemo: false, language },
      interfaces,
    );
    assert.equal(status, 200);
    assert.match(`${body}`, new RegExp(`<html lang="${language}".*<h1>Museum of Tides</h1>`, 's'));
    const links = [...`${body}`.matchAll(/<a href="(\/[^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(links, ['/desk', '/gate', '/docs']);
  }
});
