import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { type Received, startReceiver } from '../../fixtures/receiver.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { until } from '../../fixtures/until.ts';
import openApi from '../../openapi.json' with { type: 'json' };
import type { Role } from '../../src/core/roles.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { hasUnsealed } from '../../src/journal/index.ts';

/** They wait for jobs that look around each second. */
const TESTS_AT_ONCE = 6;
const settings = { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on', MUSEUM_MOCK: 'on' };
const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000] as const;
const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';

// biome-ignore lint/suspicious/noExplicitAny: what the service shows
type Shown = any;

describeOnDatabase((openMuseum) => {
  async function open(test: TestContext, log = pino({ level: 'silent' })) {
    const museum = await openMuseum(test, { settings, log });
    const receiver = await startReceiver(test);
    const add = async (wishes: object = {}): Promise<Shown> => {
      const body = { url: receiver.url, types: ['*'], ...wishes };
      const answer = await museum.api('POST', '/webhooks', { body });
      assert.equal(answer.status, 201, answer.text);
      return answer.json;
    };
    return { museum, receiver, add };
  }

  /** Checks the message as its receiver would, with the library of Standard Webhooks. */
  function verified(test: TestContext, museum: Museum, secret: string, { headers, text }: Received): Shown {
    const { mock } = test.mock.method(Date, 'now', () => museum.clock.now());
    try {
      return new Webhook(secret).verify(text, headers as Record<string, string>);
    } finally {
      mock.restore();
    }
  }

  async function deliveries(museum: Museum, webhookId: string, query = ''): Promise<Shown[]> {
    return (await museum.api('GET', `/webhooks/${webhookId}/deliveries${query}`)).json;
  }

  /** Waits for the job that seals the journal: what is sealed, a webhook added or enabled after that is not told. */
  async function sealed(museum: Museum): Promise<void> {
    await until(async () => !(await hasUnsealed(museum.store)));
  }

  it('tells another system what happens, signed as Standard Webhooks has it', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { secret } = await add();
    const event = await createEvent(museum);
    await receiver.has(1);
    const [message] = receiver.received as [Received];
    assert.deepEqual(verified(t, museum, secret, message), {
      type: 'special-event.published',
      timestamp: new Date(museum.clock.now()).toISOString(),
      data: event,
    });
    assert.match(message.headers['webhook-signature'] as string, /^v1,[A-Za-z0-9+/]{43}=$/);
    assert.equal(message.headers['content-type'], 'application/json');
    assert.match(message.headers['user-agent'] as string, /^museum\//);
    const { headers, text } = message;
    const forged = { ...headers, 'webhook-signature': 'v1,AAAA' };
    assert.throws(() => verified(t, museum, secret, { ...message, headers: forged }));
    assert.throws(() => verified(t, museum, secret, { ...message, text: text.replace('25', '26') }));
  });

  it('tells a webhook of one seller only about tickets that this account sold, with the order’s reference', async (t) => {
    const { museum, receiver, add } = await open(t);
    const all = await add();
    const one = await add({ url: `${receiver.url}/partner`, seller: 'partner' });
    assert.deepEqual([all.seller, one.seller], [undefined, 'partner']);
    await createEvent(museum);
    const { ticketId } = await buyTicket(museum, generalPurchase(), 'cashier');
    const items = [{ ticketType: 'general', ticketDate: '2027-03-02', quantity: 2 }];
    const body = { items, reference: 'shop-1017' };
    const order = (await museum.api('POST', '/orders', { body, as: 'partner' })).json;
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'ill' } });
    await receiver.has(7);
    await until(async () =>
      (await deliveries(museum, all.webhookId)).every(({ state }) => state === 'delivered'),
    );
    const told = await deliveries(museum, one.webhookId);
    const ids = order.items[0].tickets.map((ticket: Shown) => ticket.ticketId);
    assert.deepEqual(told.map(({ type, subject }) => [type, subject]).toSorted(), [
      ...ids.toSorted().map((id: string) => ['ticket.sold', id]),
    ]);
    assert.equal((await deliveries(museum, all.webhookId)).length, 5);
    const sold = receiver.received.filter(({ json }) => ids.includes(json.data.ticketId));
    for (const { json } of sold)
      assert.deepEqual(
        [json.data.orderId, json.data.reference, json.data.currency, json.data.category],
        [order.orderId, 'shop-1017', 'EUR', 'standard'],
      );
    const path = `/webhooks/${one.webhookId}`;
    assert.equal((await museum.api('PATCH', path, { body: { seller: null } })).json.seller, undefined);
    assert.equal((await museum.api('PATCH', path, { body: { seller: 'cashier' } })).json.seller, 'cashier');
    assert.equal((await museum.api('GET', path)).json.seller, 'cashier');
  });

  it('names the field of a seller that does not exist, and changes nothing', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { webhookId } = await add({ seller: 'partner' });
    for (const [method, path] of [
      ['POST', '/webhooks'],
      ['PATCH', `/webhooks/${webhookId}`],
    ] as const) {
      const body = { url: receiver.url, types: ['*'], seller: 'nobody' };
      assertRefused(await museum.api(method, path, { body }), 400, 'seller-unknown', ['body /seller']);
    }
    assert.deepEqual(
      (await museum.api('GET', '/webhooks')).json.map(({ seller }: Shown) => seller),
      ['partner'],
    );
  });

  it('sends every type as it is declared, and never an address of a visitor', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { webhookId } = await add();
    const { eventId, ...announced } = await createEvent(museum);
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 1 } });
    const phone = '+44 20 7946 0018';
    const sold = await buyTicket(museum, eventPurchase(eventId, { phone }));
    const general = await buyTicket(museum, generalPurchase({ email: 'eve@example.com' }));
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { location: 'Great hall' } });
    await museum.api('DELETE', `/special-events/${eventId}`);
    await museum.api('PUT', '/museum-hours/2027-12-25', { body: { closed: true, reason: 'Christmas' } });
    await museum.api('DELETE', '/museum-hours/2027-12-25');
    const week = (await museum.api('GET', '/weekly-hours')).json;
    await museum.api('PUT', '/weekly-hours', { body: week });
    await museum.api('POST', `/webhooks/${webhookId}/test`);
    await receiver.has(10);
    const told = (type: string) =>
      inOrder(receiver.received)
        .filter(({ json }) => json.type === type)
        .map(({ json }) => json.data);
    const { ticketId, confirmationCode } = sold;
    const day = { ticketDate: '2027-03-14' };
    const usual = { category: 'standard', places: 1, currency: 'EUR' };
    // The event may be cancelled by the time at which the message is made.
    const sales = told('ticket.sold').map(({ state: _, because: __, ...ticket }) => ticket);
    assert.deepEqual(sales, [
      {
        ticketId,
        ticketType: 'event',
        ...day,
        eventId,
        confirmationCode,
        ...usual,
        orderId: ticketId,
        price: 25,
      },
      {
        ticketId: general.ticketId,
        ticketType: 'general',
        ticketDate: '2027-03-02',
        ...usual,
        confirmationCode: general.confirmationCode,
        orderId: general.ticketId,
        price: 0,
      },
    ]);
    assert.deepEqual(told('day.sold-out'), [
      { date: '2027-03-14', ticketType: 'event', eventId, eventName: announced.name },
    ]);
    const moved = { eventId, ...announced, location: 'Great hall' };
    assert.deepEqual(told('special-event.changed'), [moved]);
    assert.deepEqual(told('special-event.cancelled'), [moved]);
    assert.deepEqual(told('hours.changed'), [
      { date: '2027-12-25', closed: true, reason: 'Christmas' },
      { date: '2027-12-25', closed: false, timeOpen: '09:00', timeClose: '18:00' },
      { week },
    ]);
    assert.equal(told('webhook.test').length, 1);
    for (const { text, json } of receiver.received) {
      assert.doesNotMatch(text, /example\.com|7946 ?0018/);
      assertDeclared(json);
    }
  });

  it('tells only what is wanted, and only from now on', async (t) => {
    const { museum, receiver, add } = await open(t);
    await createEvent(museum);
    await sealed(museum);
    await add({ types: ['ticket.sold'] });
    await createEvent(museum);
    await buyTicket(museum, generalPurchase());
    await receiver.has(1);
    assert.deepEqual(
      receiver.received.map(({ json }) => [json.type, json.data.state]),
      [['ticket.sold', 'valid']],
    );
  });

  it('tells each time that a ticket came in, also when one gate hands in several at once', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await add({ types: ['ticket.admitted', 'hours.changed'] });
    const pass = (time: string, direction: 'in' | 'out') => ({
      ...{ checkInId: uuidV7(museum.clock.now()), ticketId, at: `${TODAY}T${time}:00Z`, direction },
      verdict: direction === 'in' ? 'admitted' : 'left',
    });
    const checkIns = [pass('09:10', 'in'), pass('09:20', 'out'), pass('09:40', 'in')];
    assert.equal((await museum.api('POST', '/check-ins/batch', { body: { checkIns } })).status, 200);
    await museum.api('PUT', '/museum-hours/2027-12-25', { body: { closed: true } }); // the last to be planned
    const isTold = (type: string) => receiver.received.some(({ json }) => json.type === type);
    await until(async () => isTold('hours.changed') && isTold('ticket.admitted'));
    const [{ webhookId }] = (await museum.api('GET', '/webhooks')).json;
    const told = (await deliveries(museum, webhookId)).filter(({ type }) => type === 'ticket.admitted');
    assert.equal(told.length, 2);
  });

  it('signs with both secrets for a day after a rotation, and shows each only once', async (t) => {
    const { museum, receiver, add } = await open(t);
    const made = await add();
    const { webhookId, secret: old } = made;
    const rotated = await museum.api('POST', `/webhooks/${webhookId}/rotate`);
    assert.equal(rotated.status, 200);
    const { secret } = rotated.json;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(secret, old);
    await museum.api('POST', `/webhooks/${webhookId}/test`);
    await receiver.has(1);
    const [both] = receiver.received as [Received];
    for (const each of [old, secret]) assert.equal(verified(t, museum, each, both).type, 'webhook.test');
    const { secret: newest } = (await museum.api('POST', `/webhooks/${webhookId}/rotate`)).json;
    await museum.api('POST', `/webhooks/${webhookId}/test`);
    await receiver.has(2);
    const all = receiver.received[1] as Received;
    for (const each of [old, secret, newest])
      assert.equal(verified(t, museum, each, all).type, 'webhook.test');
    museum.clock.advance(DAY);
    await museum.api('POST', `/webhooks/${webhookId}/test`);
    await receiver.has(3);
    const later = receiver.received[2] as Received;
    assert.equal(verified(t, museum, newest, later).type, 'webhook.test');
    for (const each of [old, secret]) assert.throws(() => verified(t, museum, each, later));
    for (const path of ['/webhooks', `/webhooks/${webhookId}`]) {
      assert.doesNotMatch((await museum.api('GET', path)).text, /whsec_|secret/);
    }
    const kept = [
      ...(await museum.store.all('SELECT * FROM webhooks')),
      ...(await museum.store.all('SELECT details FROM journal')),
      ...(await museum.store.all('SELECT * FROM deliveries')),
    ];
    for (const each of [old, secret]) assert.ok(!JSON.stringify(kept).includes(each.slice(6)));
  });

  it('has the log say that another system takes nothing, without what it answered, and that it does again', async (t) => {
    const lines: { level: number; receiver?: string; reason?: string }[] = [];
    const { museum, receiver, add } = await open(
      t,
      pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
    );
    const { webhookId } = await add();
    receiver.behave(() => (_, response) => response.writeHead(500).end('ada@example.com is unknown.'));
    await museum.api('POST', `/webhooks/${webhookId}/test`);
    await until(async () => (await deliveries(museum, webhookId))[0].attempts === 1);
    receiver.behave(() => (_, response) => response.writeHead(204).end());
    museum.clock.advance(10 * SECOND);
    await until(async () => (await deliveries(museum, webhookId))[0].state === 'delivered');
    const told = lines.filter((line) => line.receiver === webhookId);
    assert.deepEqual(
      told.map(({ level, reason }) => [level, reason]),
      [
        [40, 'HTTP 500'],
        [30, undefined],
      ],
    );
    assert.doesNotMatch(JSON.stringify(lines), /ada@/);
  });

  it('shows what a delivery that failed was answered, and when it is tried again under the same id', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { webhookId } = await add();
    receiver.behave((_, index) => (_, response) => {
      if (index === 0) response.writeHead(500).end('Out of order.\n');
      else response.writeHead(204).end();
    });
    const { json: test } = await museum.api('POST', `/webhooks/${webhookId}/test`);
    await until(async () => (await deliveries(museum, webhookId))[0].attempts === 1);
    const [shown] = (await deliveries(museum, webhookId)) as [Shown];
    assert.equal(shown.state, 'waiting');
    assert.equal(shown.lastAnswer, 'HTTP 500: Out of order.');
    assert.equal(shown.lastAttemptAt, new Date(museum.clock.now()).toISOString());
    museum.clock.advance(Date.parse(shown.nextAttemptAt) - museum.clock.now());
    await until(async () => (await deliveries(museum, webhookId))[0].state === 'delivered');
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['webhook-id']),
      [test.deliveryId, test.deliveryId],
    );
  });

  it('adds a webhook that is disabled where that is asked for', async (t) => {
    const { museum, add } = await open(t);
    const { webhookId } = await add({ enabled: false });
    assert.equal((await museum.api('GET', `/webhooks/${webhookId}`)).json.enabled, false);
    assertRefused(await museum.api('POST', `/webhooks/${webhookId}/test`), 409, 'webhook-disabled');
  });

  it('disables a webhook that answers 410, until it is enabled again', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { webhookId } = await add();
    receiver.behave(() => 410);
    await museum.api('POST', `/webhooks/${webhookId}/test`);
    await until(async () => !(await museum.api('GET', `/webhooks/${webhookId}`)).json.enabled);
    const { goneAt } = (await museum.api('GET', `/webhooks/${webhookId}`)).json;
    assert.equal(goneAt, new Date(museum.clock.now()).toISOString());
    const [noted] = (await museum.api('GET', '/journal?kind=webhook.gone')).json;
    assert.equal(noted?.subject, webhookId);
    const [{ deliveryId, state }] = (await deliveries(museum, webhookId)) as [Shown];
    assert.equal(state, 'failed');
    for (const path of ['test', `deliveries/${deliveryId}/retry`])
      assertRefused(await museum.api('POST', `/webhooks/${webhookId}/${path}`), 409, 'webhook-disabled');
    await buyTicket(museum, generalPurchase());
    await sealed(museum);
    receiver.behave(() => 204);
    const enabled = await museum.api('PATCH', `/webhooks/${webhookId}`, { body: { enabled: true } });
    assert.deepEqual([enabled.json.enabled, enabled.json.goneAt], [true, undefined]);
    await createEvent(museum);
    await receiver.has(2);
    assert.equal(receiver.received[1]?.json.type, 'special-event.published');
  });

  it('tells again what was, under the same ids, and what was before the webhook', async (t) => {
    const { museum, receiver, add } = await open(t);
    await createEvent(museum);
    museum.clock.advance(HOUR);
    const since = new Date(museum.clock.now()).toISOString();
    await buyTicket(museum, generalPurchase());
    await sealed(museum);
    const { webhookId } = await add();
    const replay = () => museum.api('POST', `/webhooks/${webhookId}/replay`, { body: { since } });
    const first = await replay();
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(first.json, { since, entries: 1 });
    await receiver.has(1);
    await until(async () => (await deliveries(museum, webhookId))[0]?.state === 'delivered');
    await replay();
    await receiver.has(2);
    const [one, other] = receiver.received as [Received, Received];
    assert.equal(one.json.type, 'ticket.sold');
    assert.equal(one.text, other.text);
    assert.equal(one.headers['webhook-id'], other.headers['webhook-id']);
    const sinceEver = { since: '2020-01-01T05:00:00+05:00' };
    const ever = await museum.api('POST', `/webhooks/${webhookId}/replay`, { body: sinceEver });
    assert.equal(ever.json.since, '2020-01-01T00:00:00.000Z');
    await until(async () => receiver.received.some(({ json }) => json.type === 'special-event.published'));
  });

  it('lists deliveries page by page, by state, and sends one again', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { webhookId } = await add();
    for (let number = 0; number < 5; number += 1) {
      await museum.api('POST', `/webhooks/${webhookId}/test`);
      museum.clock.advance(1);
    }
    await receiver.has(5);
    await until(async () => (await deliveries(museum, webhookId, '?state=delivered')).length === 5);
    const seen: string[] = [];
    let query: string | undefined = '?limit=2&state=delivered';
    while (query !== undefined) {
      const page = await museum.api('GET', `/webhooks/${webhookId}/deliveries${query}`);
      seen.push(...page.json.map(({ deliveryId }: Shown) => deliveryId));
      query = /deliveries(\?[^>]+)>; rel="next"/.exec((page.headers.link as string | undefined) ?? '')?.[1];
    }
    assert.equal(new Set(seen).size, 5);
    assert.deepEqual(seen, seen.toSorted().toReversed());
    const again = await museum.api('POST', `/webhooks/${webhookId}/deliveries/${seen[0]}/retry`);
    assert.equal(again.json.state, 'waiting');
    await receiver.has(6);
    assert.equal(receiver.received[5]?.headers['webhook-id'], seen[0]);
    assert.deepEqual(await deliveries(museum, webhookId, '?state=dropped'), []);
  });

  it('is changed, and removed with all that was sent to it', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { webhookId, secret: _, ...made } = await add({ description: 'Shop' });
    const path = `/webhooks/${webhookId}`;
    const changed = await museum.api('PATCH', path, { body: { types: ['hours.changed'], description: '' } });
    assert.deepEqual(changed.json, { webhookId, ...made, types: ['hours.changed'], description: '' });
    assert.deepEqual((await museum.api('PATCH', path, { body: {} })).json, changed.json);
    assert.deepEqual((await museum.api('GET', '/webhooks')).json, [changed.json]);
    await museum.api('POST', `${path}/test`);
    await receiver.has(1);
    assert.equal((await museum.api('DELETE', path)).status, 204);
    assertRefused(await museum.api('DELETE', path), 404, 'webhook-not-found');
    assertRefused(await museum.api('GET', path), 404, 'webhook-not-found');
    assert.deepEqual((await museum.api('GET', '/webhooks')).json, []);
    await museum.restart(); // what is done at intervals is done at the start too
    await until(async () => (await museum.store.all('SELECT webhook_id FROM webhooks')).length === 0);
    assert.deepEqual(await museum.store.all('SELECT delivery_id FROM deliveries'), []);
  });

  it('is for admins alone, and refuses what can’t be', async (t) => {
    const { museum, receiver, add } = await open(t);
    const { webhookId } = await add();
    const ways: readonly (readonly [string, string, object?])[] = [
      ['POST', '/webhooks', { url: receiver.url, types: ['*'] }],
      ['GET', '/webhooks'],
      ['GET', `/webhooks/${webhookId}`],
      ['PATCH', `/webhooks/${webhookId}`, {}],
      ['DELETE', `/webhooks/${webhookId}`],
      ['POST', `/webhooks/${webhookId}/rotate`],
      ['POST', `/webhooks/${webhookId}/test`],
      ['POST', `/webhooks/${webhookId}/replay`, { since: `${TODAY}T00:00:00Z` }],
      ['GET', `/webhooks/${webhookId}/deliveries`],
      ['POST', `/webhooks/${webhookId}/deliveries/${NO_ID}/retry`],
    ];
    for (const as of ['manager', 'cashier', 'partner', 'gate', 'viewer'] satisfies Role[]) {
      for (const [method, path, body] of ways)
        assertRefused(await museum.api(method, path, { as, ...(body && { body }) }), 403, 'forbidden');
    }
    for (const [body, ...places] of [
      [{ types: ['*'] }, 'body /url'],
      [{ url: receiver.url }, 'body /types'],
      [{ url: receiver.url, types: [] }, 'body /types'],
      [{ url: 'ftp://x', types: [] }, 'body /types', 'body /url'],
      [{ url: receiver.url, types: ['ticket.lost'] }, 'body /types/0'],
      [{ url: receiver.url, types: ['*', '*'] }, 'body /types/1'],
      [{ url: receiver.url, types: ['*'], secret: 'mine' }, 'body /secret'],
      [{ url: 'http://a b', types: ['*'] }, 'body /url'],
    ] as const) {
      assertRefused(await museum.api('POST', '/webhooks', { body }), 400, 'invalid-request', places);
    }
    for (const since of ['yesterday', '2027-02-30T00:00:00Z', '2027-03-01', '2027-03-01T25:00:00Z'])
      assertRefused(
        await museum.api('POST', `/webhooks/${webhookId}/replay`, { body: { since } }),
        400,
        'invalid-request',
        ['body /since'],
      );
    const retry = await museum.api('POST', `/webhooks/${webhookId}/deliveries/${NO_ID}/retry`);
    assertRefused(retry, 404, 'delivery-not-found');
    const url = receiver.url.replace('//', '//user:password@');
    const withPassword = await museum.api('POST', '/webhooks', { body: { url, types: ['*'] } });
    assertRefused(withPassword, 400, 'webhook-address-refused', ['body /url']);
    const changed = await museum.api('PATCH', `/webhooks/${webhookId}`, { body: { url } });
    assertRefused(changed, 400, 'webhook-address-refused', ['body /url']);
    const body = { url: receiver.url, types: ['*'] };
    const mocked = await museum.ask('POST', '/mock/v1.1/webhooks', { body });
    assert.equal(mocked.status, 201, 'the mock allows private addresses where the service does');
    for (let count = 1; count < 50; count += 1) await add();
    assertRefused(await museum.api('POST', '/webhooks', { body }), 409, 'too-many-webhooks');
  });
}, TESTS_AT_ONCE);

/** Several are under way at once, so that one may overtake another; their ids rise as things happened. */
function inOrder(received: readonly Received[]): Received[] {
  const idOf = ({ headers }: Received) => headers['webhook-id'] as string;
  return received.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

/** Holds a message against its schema in the document, as a client's validator would. */
function assertDeclared(message: { readonly type: string }): void {
  const { post } = (openApi.webhooks as Record<string, Shown>)[message.type];
  const { schema } = post.requestBody.content['application/json'];
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile({ ...schema, components: openApi.components });
  assert.ok(validate(message), `${message.type}: ${JSON.stringify(validate.errors)}`);
}

it('declares the news under webhooks, the first as publishNewEvent', () => {
  const [first] = Object.values<Shown>(openApi.webhooks);
  assert.equal(first.post.operationId, 'publishNewEvent');
  for (const [type, { post }] of Object.entries<Shown>(openApi.webhooks)) {
    const { examples } = post.requestBody.content['application/json'];
    for (const { value } of Object.values<Shown>(examples)) {
      assert.equal(value.type, type);
      assertDeclared(value);
    }
  }
});
