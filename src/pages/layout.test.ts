import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';
import { page } from './layout.ts';

const SITE = { settings: { now: { name: 'Museum of <Tides>', language: 'en' } }, isDemo: false } as const;

const PARTS = {
  language: 'en',
  title: 'Sell',
  main: html`<p>Sell</p>`,
} as const;

test('a page has headers against foreign scripts, frames and caches', () => {
  const { headers, status, body } = page(SITE, PARTS);
  assert.equal(status, 200);
  assert.deepEqual(headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-language': 'en',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
      "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  assert.match(body, /<html lang="en" dir="ltr">.*<title>Sell · Museum of &lt;Tides&gt;<\/title>/s);
  assert.doesNotMatch(body, /<script|<style|\sstyle=/);
});

test('a page has one h1, the navigation and the form that signs out', () => {
  const account = { name: 'Mira · manager', signOutAt: '/desk/sign-out', csrfToken: 't0ken' };
  const navigation = {
    links: [
      { href: '/desk', text: 'Today' },
      { href: '/desk/sell', text: 'Sell' },
    ],
    here: '/desk/sell',
  };
  const { body } = page(SITE, {
    ...PARTS,
    account,
    navigation,
    message: 'Sold.',
    scripts: ['/assets/sell.js'],
  });
  assert.equal(body.match(/<h1>/g)?.length, 1);
  assert.match(body, /<a class="way" href="\/desk\/sell" aria-current="page">Sell<\/a>/);
  assert.match(
    body,
    /<form method="post" action="\/desk\/sign-out"><input type="hidden" name="csrf" value="t0ken">/,
  );
  assert.match(body, /<p class="message" role="status">Sold\.<\/p>/);
  assert.match(body, /<script type="module" src="\/assets\/sell\.js"><\/script>/);
});

test('a page can extend its own security policy and headers', () => {
  const { headers } = page(SITE, { ...PARTS, policy: { 'script-src': "'self' 'wasm-unsafe-eval'" } }, 422, {
    vary: 'Cookie',
  });
  assert.match(
    `${headers['content-security-policy']}`,
    /; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self';/,
  );
  assert.equal(headers.vary, 'Cookie');
});
