import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Service } from './assets/service.js';

const HTML = { 'content-type': 'text/html' };

describe('the service, as the gate’s page sees it', () => {
  it('is offline, and nobody is signed out, when a proxy says with a page that it is away', async (t) => {
    const service = new Service('en');
    const answer = mockFetch(t);
    for (const status of [429, 500, 502, 503, 504]) {
      answer(new Response('{"csrfToken":"x"}', { headers: { 'content-type': 'application/json' } }));
      await service.greet();
      assert.equal(service.isReady, true);
      answer(new Response('<h1>Bad Gateway</h1>', { status, headers: HTML }));
      assert.equal(await service.ask('GET', 'session'), undefined);
      assert.deepEqual([service.isOnline, service.isSignedOut], [false, false], `${status}`);
    }
  });

  it('is offline, and nobody is signed out, when a network that wants something first answers with its own page', async (t) => {
    const service = new Service('en');
    const answer = mockFetch(t);
    for (const status of [200, 404]) {
      answer(new Response('<h1>Welcome to our free network</h1>', { status, headers: HTML }));
      assert.equal(await service.ask('GET', 'session'), undefined);
      assert.deepEqual([service.isOnline, service.isSignedOut], [false, false], `${status}`);
    }
  });

  it('wants somebody to sign in when it answers with the page for that, and still does while it is away', async (t) => {
    const service = new Service('en');
    const answer = mockFetch(t);
    answer(new Response('<h1>Sign in</h1>', { status: 401, headers: HTML }));
    assert.equal(await service.ask('GET', 'session'), undefined);
    assert.deepEqual([service.isOnline, service.isSignedOut], [true, true]);
    answer(new Response('<h1>Bad Gateway</h1>', { status: 502, headers: HTML }));
    await service.ask('GET', 'session');
    assert.deepEqual([service.isOnline, service.isSignedOut], [false, true]);
  });

  it('is signed out of by a redirect to the page for signing in, and not while it is away', async (t) => {
    const service = new Service('en');
    const answer = mockFetch(t);
    assert.equal(await service.signOut(), false);
    answer(new Response('{"csrfToken":"x"}', { headers: { 'content-type': 'application/json' } }));
    await service.greet();
    answer(new Response('<h1>Forbidden</h1>', { status: 403, headers: HTML }));
    assert.equal(await service.signOut(), false);
    answer({ type: 'opaqueredirect' } as Response);
    assert.equal(await service.signOut(), true);
  });
});

/**
 * Every request of the test is answered with what the returned function was last given. One mock for all: the end of a test
 * restores mocks in the order in which they were made, so that a second one would leave the first for the tests that follow.
 */
function mockFetch(t: TestContext): (response: Response) => void {
  let answer: Response;
  t.mock.method(globalThis, 'fetch', async () => answer);
  return (response) => {
    answer = response;
  };
}
