import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver } from '../../fixtures/receiver.ts';
import { until } from '../../fixtures/until.ts';
import { Outgoing, type OutgoingOptions, PrivateAddress } from './outgoing.ts';

const file = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const tls = { key: file('server-key.pem'), cert: file('server.pem') };
const ca = file('ca.pem');
const PUBLIC = { address: '93.184.216.34', family: 4 };
const LOOPBACK = { address: '127.0.0.1', family: 4 };

function open(test: TestContext, options: Partial<OutgoingOptions>): Outgoing {
  const outgoing = new Outgoing({ allowPrivate: false, ...options });
  test.after(() => outgoing.close());
  return outgoing;
}

const post = (outgoing: Outgoing, url: string, signal = AbortSignal.timeout(5_000)) =>
  outgoing.post(url, { 'content-type': 'application/json' }, '{"a":"ä"}', signal);

describe('a request to an address that a client has given', () => {
  it('arrives as it was sent, and tells what came back', async (t) => {
    const receiver = await startReceiver(t, {
      behaviour: () => (_, response) => response.writeHead(418).end('a teapot'),
    });
    const answer = await post(open(t, { allowPrivate: true }), receiver.url);
    assert.deepEqual(answer, { status: 418, body: 'a teapot' });
    assert.equal(receiver.received[0]?.text, '{"a":"ä"}');
    assert.equal(receiver.received[0]?.headers['content-length'], '10');
  });

  it('is not made to a private address, as a number or behind a name', async (t) => {
    const receiver = await startReceiver(t, { tls });
    const { port } = receiver;
    const outgoing = open(t, { ca, lookup: async () => [LOOPBACK] });
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0177.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'rebound.example',
    ])
      await assert.rejects(post(outgoing, `https://${host}:${port}/`), PrivateAddress, host);
    await assert.rejects(post(outgoing, `http://example.com:${port}/`), PrivateAddress);
    assert.equal(receiver.received.length, 0);
  });

  it('is not made without TLS, though it was allowed when the address was set', async (t) => {
    const outgoing = open(t, { lookup: async () => [PUBLIC] });
    await assert.rejects(post(outgoing, 'http://shop.example/', AbortSignal.timeout(5_000)), PrivateAddress);
  });

  it('is not made when any of the addresses behind a name is private', async (t) => {
    const outgoing = open(t, { lookup: async () => [PUBLIC, { address: 'fd00::1', family: 6 }] });
    await assert.rejects(post(outgoing, 'https://example.com/'), PrivateAddress);
  });

  it('goes to the address that was checked, though the name leads elsewhere a moment later', async (t) => {
    const receiver = await startReceiver(t, { tls });
    let asked = 0;
    // The name resolves to a public address the first time, and to a private one after that.
    const lookup = async () => (asked++ === 0 ? [PUBLIC] : [LOOPBACK]);
    const outgoing = open(t, { ca, lookup });
    const url = `https://rebound.example:${receiver.port}/`;
    // The first request goes to the public address, not to the receiver of this test, whatever its outcome.
    await post(outgoing, url, AbortSignal.timeout(300)).catch(() => {});
    assert.equal(asked, 1);
    await assert.rejects(post(outgoing, url), PrivateAddress);
    assert.equal(asked, 2);
    assert.equal(receiver.received.length, 0);
  });

  it('waits with others for the one look-up of its name, so that a silent name server holds up no other name', async (t) => {
    const receiver = await startReceiver(t);
    const { promise: silence, resolve: answer } = Promise.withResolvers<void>();
    const asked: string[] = [];
    const lookup = async (name: string) => {
      asked.push(name);
      await silence;
      return [LOOPBACK];
    };
    const outgoing = open(t, { allowPrivate: true, lookup });
    const url = `http://silent.example:${receiver.port}/`;
    const posts = Array.from({ length: 8 }, () => post(outgoing, url));
    await until(() => asked.length > 0);
    answer();
    for (const { status } of await Promise.all(posts)) assert.equal(status, 204);
    assert.deepEqual(asked, ['silent.example']);
  });

  it('trusts no certificate that it can’t verify, nor one of another name', async (t) => {
    const receiver = await startReceiver(t, { tls });
    const trusting = open(t, { allowPrivate: true, ca, lookup: async () => [LOOPBACK] });
    const unsuspecting = open(t, { allowPrivate: true });
    const other = open(t, { allowPrivate: true, ca, lookup: async () => [LOOPBACK] });
    await assert.rejects(post(unsuspecting, receiver.url), { code: /UNABLE_TO|SELF_SIGNED/ });
    await assert.rejects(post(other, `https://other.example:${receiver.port}/`), { code: /ALTNAME/ });
    assert.equal(receiver.received.length, 0);
    const { status } = await post(trusting, `https://localhost:${receiver.port}/`);
    assert.equal(status, 204);
  });

  it('follows no redirect', async (t) => {
    const receiver = await startReceiver(t);
    receiver.behave(() => (_, response) => response.writeHead(307, { location: receiver.url }).end());
    const { status } = await post(open(t, { allowPrivate: true }), receiver.url);
    assert.equal(status, 307);
    assert.equal(receiver.received.length, 1);
  });

  it('has the status 101 when the server switches to another protocol', async (t) => {
    const receiver = await startReceiver(t, {
      behaviour: () => (_, response) =>
        response.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        ),
    });
    const answer = await post(open(t, { allowPrivate: true }), receiver.url);
    assert.deepEqual(answer, { status: 101, body: '' });
  });

  it('reads 64 KiB of an answer and no more', async (t) => {
    let isCut = false;
    let written = 0;
    const enough = new AbortController();
    const receiver = await startReceiver(t, {
      behaviour: () => (_, response) => {
        response.writeHead(200);
        const write = () => {
          do {
            written += 16_384;
            if (written > 2 ** 26) enough.abort();
          } while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a')));
        };
        response.on('drain', write).on('close', () => {
          isCut = !response.writableFinished;
        });
        write();
      },
    });
    const { status, body } = await post(open(t, { allowPrivate: true }), receiver.url, enough.signal);
    assert.deepEqual([status, body.length], [200, 65_536]);
    assert.equal(enough.signal.aborted, false);
    while (!isCut) await sleep(5);
  });

  it('is aborted when no answer comes in time; an answer that comes too slowly counts by its status', async (t) => {
    const receiver = await startReceiver(t, { behaviour: () => () => {} });
    const outgoing = open(t, { allowPrivate: true });
    await assert.rejects(post(outgoing, receiver.url, AbortSignal.timeout(50)), { name: 'AbortError' });
    receiver.behave(() => (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const answer = await post(outgoing, receiver.url, AbortSignal.timeout(1_000));
    assert.equal(answer.status, 200);
    assert.match(answer.body, /^a*$/);
  });

  it('is not repeated when the server closes a new connection', async (t) => {
    const receiver = await startReceiver(t, { behaviour: () => (request) => request.socket.destroy() });
    await assert.rejects(post(open(t, { allowPrivate: true }), receiver.url), { code: 'ECONNRESET' });
    assert.equal(receiver.received.length, 1);
  });

  it('is repeated when the server has closed a kept-alive connection', async (t) => {
    const receiver = await startReceiver(t);
    const outgoing = open(t, { allowPrivate: true });
    await post(outgoing, receiver.url);
    receiver.behave((_, index) => (index === 1 ? (request) => request.socket.destroy() : 204));
    const { status } = await post(outgoing, receiver.url);
    assert.equal(status, 204);
    assert.equal(receiver.received.length, 3);
  });
});
