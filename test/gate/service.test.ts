import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Service } from '../../src/web/gate/assets/service.js';

const HTML = { 'content-type': 'text/html' };

describe('the service, as the gate’s page sees it', () => {
  it('is offline, and nobody is signed out, when a proxy says with a page that it is away', async (t) => {
    const service = new Service('en');
    for (const status of [429, 500, 502, 503, 504]) {
      answer(t, new Response('{"csrfToken":"x"}', { headers: { 'content-type': 'application/json' } }));
      await service.greet();
      assert.equal(service.isReady, true);
      answer(t, new Response('<h1>Bad Gateway</h1>', { status, headers: HTML }));
      assert.equal(await service.ask('GET', 'session'), undefined);
      assert.deepEqual([service.isOnline, service.isSignedOut], [false, false], `${status}`);
    }
  });

  it('is offline, and nobody is signed out, when a network that wants something first answers with its own page', async (t) => {
    const service = new Service('en');
    for (const status of [200, 404]) {
      answer(t, new Response('<h1>Welcome to our free network</h1>', { status, headers: HTML }));
      assert.equal(await service.ask('GET', 'session'), undefined);
      assert.deepEqual([service.isOnline, service.isSignedOut], [false, false], `${status}`);
    }
  });

  it('wants somebody to sign in when it answers with the page for that, and still does while it is away', async (t) => {
    const service = new Service('en');
    answer(t, new Response('<h1>Sign in</h1>', { status: 401, headers: HTML }));
    assert.equal(await service.ask('GET', 'session'), undefined);
    assert.deepEqual([service.isOnline, service.isSignedOut], [true, true]);
    answer(t, new Response('<h1>Bad Gateway</h1>', { status: 502, headers: HTML }));
    await service.ask('GET', 'session');
    assert.deepEqual([service.isOnline, service.isSignedOut], [false, true]);
  });
});

function answer(t: TestContext, response: Response) {
  t.mock.method(globalThis, 'fetch', async () => response);
}
