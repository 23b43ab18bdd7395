import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type News, verifyWebhook, WebhookVerificationError } from 'museum/client';
import { Webhook } from 'standardwebhooks';
import { clientAt, openForTest } from '../../fixtures/museum-client.ts';
import { startReceiver } from '../../fixtures/receiver.ts';

const NOW = Date.UTC(2027, 2, 1, 10);
const SECRET = `whsec_${btoa('a secret of twenty-four b')}`;
const OTHER = `whsec_${btoa('another secret, as long as')}`;
const NEWS: News = {
  type: 'day.sold-out',
  timestamp: '2027-03-01T10:00:00.000Z',
  data: { date: '2027-03-14', ticketType: 'event', eventName: 'Año nuevo — 新年' },
};
const BODY = JSON.stringify(NEWS);

/** The headers of a message, signed by the library of Standard Webhooks. */
function signed({ secret = SECRET, body = BODY, at = NOW } = {}) {
  const id = '01a0d5c4-b3f2-7c51-9d07-4e8a1b6f2c93';
  return {
    'webhook-id': id,
    'webhook-timestamp': `${at / 1_000}`,
    'webhook-signature': new Webhook(secret).sign(id, new Date(at), body),
  };
}

/** One mock at a time: the end of a test restores mocks in the order in which they were made, so that the first would stay. */
function atNow(t: TestContext, now = NOW): void {
  t.mock.restoreAll();
  t.mock.method(Date, 'now', () => now);
}

const refuses = (message: RegExp, ...[secrets, headers, body]: Parameters<typeof verifyWebhook>) =>
  assert.rejects(verifyWebhook(secrets, headers, body), (error) => {
    assert.ok(error instanceof WebhookVerificationError, `${error}`);
    assert.match(error.message, message);
    return true;
  });

test('what the library signs is what it says, however headers and body come', async (t) => {
  atNow(t);
  const headers = signed();
  assert.deepEqual(new Webhook(SECRET).verify(BODY, headers), NEWS);
  assert.deepEqual(await verifyWebhook(SECRET, headers, BODY), NEWS);
  assert.deepEqual(await verifyWebhook(SECRET, new Headers(headers), Buffer.from(BODY)), NEWS);
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  assert.deepEqual(await verifyWebhook(SECRET, shouted, new TextEncoder().encode(BODY)), NEWS);
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  assert.deepEqual(await verifyWebhook(SECRET, lists, BODY), NEWS);
  assert.deepEqual(await verifyWebhook(SECRET.replace('whsec_', ''), headers, BODY), NEWS);
});

test('while a secret is changed over, any signature of any secret will do', async (t) => {
  atNow(t);
  const headers = signed();
  const both = `${signed({ secret: OTHER })['webhook-signature']} ${headers['webhook-signature']}`;
  for (const secrets of [SECRET, OTHER, [OTHER, SECRET]])
    assert.deepEqual(await verifyWebhook(secrets, { ...headers, 'webhook-signature': both }, BODY), NEWS);
  assert.deepEqual(await verifyWebhook([OTHER, SECRET], headers, BODY), NEWS);
});

test('what was changed on the way, or signed by another, is refused, as the library refuses it', async (t) => {
  atNow(t);
  const headers = signed();
  const { 'webhook-signature': signature } = headers;
  const wrong: [string, Record<string, string>, string][] = [
    [OTHER, headers, BODY],
    [SECRET, headers, BODY.replace('14', '15')],
    [SECRET, headers, `${BODY} `],
    [SECRET, { ...headers, 'webhook-id': 'another' }, BODY],
    [SECRET, { ...headers, 'webhook-timestamp': `${NOW / 1_000 + 1}` }, BODY],
    [SECRET, { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }, BODY],
    [SECRET, { ...headers, 'webhook-signature': signature.slice(0, -5) }, BODY],
    [SECRET, { ...headers, 'webhook-signature': 'v1' }, BODY],
    [SECRET, { ...headers, 'webhook-signature': 'v1,no base64!' }, BODY],
    [SECRET, { ...headers, 'webhook-signature': 'v1,' }, BODY],
  ];
  for (const [secret, given, body] of wrong) {
    assert.throws(() => new Webhook(secret).verify(body, given));
    await refuses(/^No signature of the message is one of these secrets\.$/, secret, given, body);
  }
});

test('a message counts for five minutes before and after, to the second, as with the library', async (t) => {
  const headers = signed();
  for (const seconds of [-300, 0, 300]) {
    atNow(t, NOW + seconds * 1_000);
    assert.deepEqual(new Webhook(SECRET).verify(BODY, headers), NEWS);
    assert.deepEqual(await verifyWebhook(SECRET, headers, BODY), NEWS);
  }
  for (const [seconds, why] of [
    [301, /older than five minutes/],
    [-301, /from the future/],
  ] as const) {
    atNow(t, NOW + seconds * 1_000);
    assert.throws(() => new Webhook(SECRET).verify(BODY, headers));
    await refuses(why, SECRET, headers, BODY);
  }
});

test('what is no message is refused by name', async (t) => {
  atNow(t);
  const headers = signed();
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    await refuses(new RegExp(`has no header ${name}`), SECRET, { ...headers, [name]: undefined }, BODY);
  await refuses(/has no header webhook-id/, SECRET, { ...headers, 'webhook-id': [] }, BODY);
  const twice = { ...headers, 'webhook-id': ['a', 'b'] };
  await refuses(/^The message has the header webhook-id more than once\.$/, SECRET, twice, BODY);
  for (const timestamp of ['soon', '1e9', '-1', '1803895200.5'])
    await refuses(/is no instant/, SECRET, { ...headers, 'webhook-timestamp': timestamp }, BODY);
});

test('a secret that is none is the receiver’s own fault', async () => {
  for (const secret of ['', 'whsec_', 'whsec_?'])
    await assert.rejects(verifyWebhook(secret, signed(), BODY), /TypeError: A secret is "whsec_" and base64/);
});

test('what is no secret, no headers or no body as it came is said to be none', async (t) => {
  atNow(t);
  const verify = verifyWebhook as (...given: unknown[]) => Promise<News>;
  for (const [secrets, is] of [
    [undefined, 'undefined'],
    [null, 'null'],
    [[SECRET, undefined], 'undefined'],
    [42, 'of the type "number"'],
  ])
    await assert.rejects(verify(secrets, signed(), BODY), {
      name: 'TypeError',
      message: `A secret must be text, and is ${is}: is it set where it is read from?`,
    });
  await assert.rejects(verify([], signed(), BODY), /^TypeError: There is no secret: the list/);
  await assert.rejects(
    verify(SECRET, undefined, BODY),
    /^TypeError: The headers must be .* are undefined\.$/,
  );
  for (const [body, is] of [
    [NEWS, 'of the type "object"'],
    [undefined, 'undefined'],
  ])
    await assert.rejects(verify(SECRET, signed(), body), {
      name: 'TypeError',
      message: `The body must be text or bytes, and is ${is}: give it as it came, before anything parses it.`,
    });
});

test('what a museum sends is verified, told by its type, and after a rotation by either secret', async (t) => {
  const { port, clock } = await openForTest(t, { settings: { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' } });
  t.mock.method(Date, 'now', () => clock.now());
  const museum = clientAt(port);
  const receiver = await startReceiver(t);
  const { secret, webhookId } = await museum.createWebhook({ url: receiver.url, types: ['ticket.sold'] });
  const { secret: next } = await museum.rotateWebhookSecret({ webhookId });
  const purchase = { ticketType: 'general', ticketDate: '2027-03-02', email: 'ada@example.com' } as const;
  const ticket = await museum.buyMuseumTickets(purchase);
  await receiver.has(1);
  const [{ headers, text } = assert.fail()] = receiver.received;
  for (const secrets of [secret, next, [secret, next]]) {
    const news = await verifyWebhook(secrets, headers, text);
    assert.ok(news.type === 'ticket.sold');
    assert.equal(news.data.confirmationCode, ticket.confirmationCode);
  }
});
