import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type CallOptions, ConnectionError, MuseumClient } from 'museum/client';
import { freePort } from '../../fixtures/free-port.ts';
import { clientAt, openForTest } from '../../fixtures/museum-client.ts';
import { TcpProxy } from '../../fixtures/tcp-proxy.ts';

const PURCHASE = { ticketType: 'general', ticketDate: '2027-03-02', email: 'ada@example.com' } as const;
const PROBLEM = { 'content-type': 'application/problem+json' };

/** A network to a museum that loses the answers to so many purchases. */
async function openBehindCuts(test: TestContext, cuts: number) {
  const { port } = await openForTest(test);
  const proxy = await TcpProxy.start(test, port);
  let left = cuts;
  proxy.onRequest = (bytes) => {
    if (!bytes.includes(PURCHASE.email) || left === 0) return 'pass'; // the body, which may come apart from the head
    left--;
    return 'cut after';
  };
  const direct = clientAt(port);
  const count = async () => (await direct.findTickets({ email: PURCHASE.email })).length;
  return { museum: clientAt(proxy.port), count };
}

test('a purchase whose answer was lost is sent again, and was made once', async (t) => {
  const { museum, count } = await openBehindCuts(t, 2);
  const ticket = await museum.buyMuseumTickets(PURCHASE);
  assert.match(ticket.confirmationCode, /^ticket-general-/);
  assert.equal(await count(), 1);
});

test('an order whose answers were lost is placed, held longer, confirmed and released once', async (t) => {
  const held = Response.json({ orderId: 'a' }, { status: 201 });
  const ok = () => Response.json({ orderId: 'a' });
  const { museum, asked } = await answering(t, 'cut', held, 'cut', ok(), away(503), ok(), 'cut', ok());
  const items = [{ ticketType: 'general', ticketDate: '2027-03-02', quantity: 2 } as const];
  const { orderId } = await museum.placeOrder({ items, hold: 900 });
  await museum.extendOrder({ orderId, hold: 900 });
  await museum.confirmOrder({ orderId, paidBy: 'online' });
  await museum.releaseOrder({ orderId });
  assert.match(`${asked[0]?.key}`, /^[0-9a-f-]{36}$/);
  assert.equal(asked[1]?.key, asked[0]?.key);
  assert.equal(asked.length, 8);
});

test('an order under a key of its shop is sold once, also by a shop that was started anew', async (t) => {
  const { museum, count } = await openBehindCuts(t, 1);
  const { ticketType, ticketDate, email } = PURCHASE;
  const order = { items: [{ ticketType, ticketDate, quantity: 3 }], email };
  const key = { idempotencyKey: 'order-1018' };
  await assert.rejects(museum.placeOrder(order, { ...key, retries: 0 }), ConnectionError);
  const placed = await museum.placeOrder(order, key);
  assert.deepEqual(await museum.placeOrder(order, key), placed);
  assert.equal(placed.items[0]?.tickets?.length, 3);
  assert.equal(await count(), 3);
});

test('sent again as a new purchase, it is made twice', async (t) => {
  const { museum, count } = await openBehindCuts(t, 1);
  const once = { retries: 0 };
  await assert.rejects(museum.buyMuseumTickets(PURCHASE, once), ConnectionError);
  assert.equal(await count(), 1);
  await museum.buyMuseumTickets(PURCHASE, once);
  assert.equal(await count(), 2);
});

test('an order that is its own key is bought once, also by a shop that was started anew', async (t) => {
  const { museum, count } = await openBehindCuts(t, 1);
  const order = { retries: 0, idempotencyKey: 'order-1017' };
  await assert.rejects(museum.buyMuseumTickets(PURCHASE, order), ConnectionError);
  const ticket = await museum.buyMuseumTickets(PURCHASE, { idempotencyKey: order.idempotencyKey });
  assert.deepEqual(await museum.buyMuseumTickets(PURCHASE, order), ticket);
  assert.equal(await count(), 1);
});

test('a museum that is started anew sells what it was asked for meanwhile', async (t) => {
  const museum = await openForTest(t, { settings: { PORT: `${await freePort()}` } });
  const client = clientAt(museum.port, { retries: 20 });
  const buying = Promise.all(Array.from({ length: 8 }, () => client.buyMuseumTickets(PURCHASE)));
  await museum.restart(museum.port);
  const codes = new Set((await buying).map(({ confirmationCode }) => confirmationCode));
  assert.equal(codes.size, 8);
  assert.equal((await client.findTickets({ email: PURCHASE.email })).length, 8);
});

/** A server that gives these answers in turn; `cut` ends the connection in their place. */
async function answering(test: TestContext, ...answers: readonly (Response | 'cut' | 'never')[]) {
  const asked: { method: string | undefined; key: unknown; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const answer = answers[asked.length];
    const { method, headers } = request;
    asked.push({ method, key: headers['idempotency-key'], body: (await request.toArray()).join('') });
    if (answer === 'never') return;
    if (answer === undefined || answer === 'cut') {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { museum: clientAt((server.address() as AddressInfo).port), asked };
}

const away = (status: number, headers = {}) =>
  new Response(JSON.stringify({ type: '/problems/overloaded', title: 'Busy', status, detail: '' }), {
    status,
    headers: { ...PROBLEM, 'retry-after': '0', ...headers },
  });
const inUse = () =>
  new Response(
    JSON.stringify({ type: '/problems/idempotency-key-in-use', title: '', status: 409, detail: '' }),
    {
      status: 409,
      headers: { ...PROBLEM, 'retry-after': '0' },
    },
  );

test('what is busy, away or cut off is asked again with the same key', async (t) => {
  const { museum, asked } = await answering(
    t,
    ...([away(503), 'cut', away(429), inUse(), Response.json({ ticketId: 'a' }, { status: 201 })] as const),
  );
  assert.deepEqual(await museum.buyMuseumTickets(PURCHASE), { ticketId: 'a' });
  assert.equal(asked.length, 5);
  assert.equal(new Set(asked.map(({ key }) => key)).size, 1);
  assert.match(`${asked[0]?.key}`, /^[0-9a-f-]{36}$/);
  for (const { body } of asked) assert.deepEqual(JSON.parse(body), PURCHASE);
});

test('a gateway without a museum behind it is asked again', async (t) => {
  const { museum, asked } = await answering(
    t,
    new Response('', { status: 502 }),
    new Response('', { status: 504 }),
    Response.json([]),
  );
  assert.deepEqual(await museum.listWebhooks(), []);
  assert.equal(asked.length, 3);
});

test('a post that may have been done is not sent again', async (t) => {
  const { museum, asked } = await answering(t, 'cut', away(503), 'cut', 'cut');
  const order = { ticketId: 'a', reason: 'Ill' };
  await assert.rejects(museum.voidTicket(order), ConnectionError);
  const { problem } = (await museum.voidTicket(order).result()) as { problem: { status: number } };
  assert.equal(problem.status, 503);
  await assert.rejects(museum.voidOrder({ orderId: 'a', reason: 'Ill' }), ConnectionError);
  await assert.rejects(museum.updateSpecialEvent({ eventId: 'a', price: 1 }), ConnectionError);
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['POST', 'POST', 'POST', 'PATCH'],
  );
});

test('a scan is sent again under its own id', async (t) => {
  const { museum, asked } = await answering(
    t,
    'cut',
    Response.json({ verdict: 'admitted' }, { status: 201 }),
  );
  assert.equal((await museum.checkIn({ code: 'X' })).verdict, 'admitted');
  const [first, second] = asked.map(({ body }) => JSON.parse(body));
  assert.match(first.checkInId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(first, second);
});

test('what a gate did offline is handed in again, for each of its scans has an id', async (t) => {
  const { museum, asked } = await answering(t, 'cut', Response.json({ checkIns: [] }));
  const checkIns = [{ checkInId: 'a', at: '2027-03-01T10:00:00Z', verdict: 'admitted', code: 'X' } as const];
  await museum.recordCheckIns({ checkIns });
  assert.deepEqual(
    asked.map(({ body }) => JSON.parse(body)),
    [{ checkIns }, { checkIns }],
  );
});

test('it is tried so often and no more; then the last answer counts', async (t) => {
  const { museum, asked } = await answering(t, ...Array.from({ length: 9 }, () => away(503)));
  const result = await museum.getWeeklyHours({}, { retries: 2 }).result();
  assert.ok(!result.ok && result.problem.type === '/problems/overloaded');
  assert.equal(asked.length, 3);
});

test('what is refused for good is asked once', async (t) => {
  const { museum, asked } = await answering(t, away(500), away(404));
  for (const status of [500, 404]) {
    const result = await museum.getWeeklyHours().result();
    assert.ok(!result.ok);
    assert.equal(result.response.status, status);
  }
  assert.equal(asked.length, 2);
});

test('whoever calls may end the call: before, during an attempt, and between two', async (t) => {
  const { museum, asked } = await answering(t, 'never', away(503, { 'retry-after': '20' }), 'never');
  await assert.rejects(museum.listWebhooks({}, { signal: AbortSignal.abort(new Error('early')) }), /early/);
  assert.equal(asked.length, 0);
  for (const [index, retries] of [5, 5, 0].entries()) {
    const leaving = new AbortController();
    const call = museum.listWebhooks({}, { signal: leaving.signal, retries });
    call.catch(() => {});
    while (asked.length <= index) await new Promise(setImmediate);
    leaving.abort(new Error('left'));
    await assert.rejects(call, /^Error: left$/);
  }
});

/** What is waited between attempts, with a random number in place of chance and a clock that is told to go on. */
async function waitsBetween(
  test: TestContext,
  chance: number,
  answers: (Response | 'never')[],
  options: CallOptions = {},
) {
  test.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2027, 2, 1, 10) });
  const random = test.mock.method(Math, 'random', () => chance);
  const at: number[] = [];
  const museum = new MuseumClient({
    ...{ baseUrl: 'https://museum.test/v1.1', username: 'shop', password: 'secret' },
    fetch: async (_, { signal } = {}) => {
      const answer = answers[at.length] ?? Response.json([]);
      at.push(Date.now());
      if (answer !== 'never') return answer;
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  let isDone = false;
  const call = museum
    .listWebhooks({}, options)
    .result()
    .catch((error: Error) => ({ ok: error.message }))
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    test.mock.timers.tick(125);
  }
  test.mock.timers.reset();
  random.mock.restore(); // now: at the end of a test, of two mocks the first would stay
  const { ok } = await call;
  return { ok, waits: at.slice(1).map((each, index) => each - (at[index] as number)) };
}

test('it waits longer each time, and never the same for all', async (t) => {
  const busy = () => Array.from({ length: 7 }, () => away(503));
  const longest = await waitsBetween(t, 1, busy(), { retries: 7 });
  assert.deepEqual(longest, { ok: true, waits: [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000] });
  const half = await waitsBetween(t, 0.5, busy(), { retries: 3 });
  assert.deepEqual(half, { ok: false, waits: [125, 250, 500] });
});

test('it waits half a minute in all for a museum that is away, or as long as it is told', async (t) => {
  const gone = () => Array.from({ length: 20 }, () => away(503));
  const usual = await waitsBetween(t, 1, gone());
  assert.deepEqual(usual, { ok: false, waits: [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 6_250] });
  assert.deepEqual(await waitsBetween(t, 1, gone(), { retryFor: 1_000 }), {
    ok: false,
    waits: [250, 500, 250],
  });
  assert.deepEqual(await waitsBetween(t, 1, gone(), { retryFor: 0 }), { ok: false, waits: [] });
  const late = [away(503), away(503), away(503, { 'retry-after': '1' })];
  assert.deepEqual(await waitsBetween(t, 1, late, { retryFor: 1_500 }), { ok: false, waits: [250, 500] });
});

test('a page that the museum refuses is told so, at once, and not while the museum is away', async (t) => {
  const origin = 'https://shop.test';
  Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'location'));
  /** What a browser does: a request fails alike when nobody answers and when the page may not read the answer. */
  const browser = ({ isUp, allows }: { isUp: boolean[]; allows: boolean }) => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      const { pathname } = new URL(`${url}`);
      asked.push(pathname);
      const isOpen = pathname === '/.well-known/jwks.json' ? (isUp.shift() ?? true) : allows;
      if (!isOpen) throw new TypeError('Failed to fetch');
      return Response.json([]);
    };
    const museum = new MuseumClient({
      ...{ baseUrl: 'https://museum.test/v1.1', username: 'shop', password: 'secret', fetch, retryFor: 1 },
    });
    return { museum, asked };
  };
  const refused = browser({ isUp: [], allows: false });
  await assert.rejects(refused.museum.listWebhooks(), ({ message, isOriginRefused }: ConnectionError) => {
    assert.match(
      message,
      /https:\/\/museum.test answers.*must name https:\/\/shop.test.*MUSEUM_CORS_ORIGINS/,
    );
    return isOriginRefused;
  });
  assert.equal(refused.asked.filter((path) => path === '/v1.1/webhooks').length, 1);
  for (const isUp of [
    [false, false],
    [true, false, true, false],
  ]) {
    const away = browser({ isUp, allows: false });
    await assert.rejects(away.museum.listWebhooks(), ({ message, isOriginRefused }: ConnectionError) => {
      assert.match(message, /no answer from/);
      return !isOriginRefused;
    });
    assert.equal(away.asked.filter((path) => path === '/v1.1/webhooks').length, 2, 'tried again');
  }
});

test('finding out whether the museum refuses the page ends with the timeout and with the call', async (t) => {
  Object.defineProperty(globalThis, 'location', {
    ...{ value: { origin: 'https://shop.test' }, configurable: true },
  });
  t.after(() => Reflect.deleteProperty(globalThis, 'location'));
  const awake = setInterval(() => {}, 1_000); // what waits for a timeout keeps no process alive
  t.after(() => clearInterval(awake));
  const hanging = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const call = (whenProbed: () => void, fails: boolean, options: object) => {
    const fetch: typeof globalThis.fetch = async (url, init) => {
      if (!`${url}`.endsWith('/webhooks')) whenProbed();
      else if (fails) throw new TypeError('Failed to fetch');
      return hanging(init?.signal);
    };
    const baseUrl = 'https://museum.test/v1.1';
    const museum = new MuseumClient({ baseUrl, username: 'shop', password: 'secret', fetch, retries: 0 });
    return museum.listWebhooks(undefined, options);
  };
  let probes = 0;
  const probed = () => {
    probes += 1;
  };
  await assert.rejects(call(probed, true, { timeout: 1.5 }), /no answer from https:.* \(Failed to fetch\)/);
  assert.equal(probes, 1);
  await assert.rejects(call(probed, false, { timeout: 1 }), /there was none within 1 ms/);
  assert.equal(probes, 1, 'a museum that does not answer is not asked why');
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('the page was left'));
  await assert.rejects(call(stop, true, { signal: controller.signal }), /the page was left/);
});

test('it waits as long as Retry-After says, in seconds or until an instant, but not for ever', async (t) => {
  const inSeconds = away(429, { 'retry-after': '20' });
  const instant = away(503, { 'retry-after': 'Mon, 01 Mar 2027 10:00:29 GMT' });
  const odd = () => away(503, { 'retry-after': 'soon' });
  assert.deepEqual(await waitsBetween(t, 0, [inSeconds, instant, odd()]), {
    ok: true,
    waits: [20_000, 9_000, 125],
  });
  assert.deepEqual(await waitsBetween(t, 0, [away(429, { 'retry-after': '31' })]), { ok: false, waits: [] });
  const minute = [away(429, { 'retry-after': '31' })];
  assert.deepEqual(await waitsBetween(t, 0, minute, { retryFor: 60_000 }), { ok: true, waits: [31_000] });
  const past = away(503, { 'retry-after': 'Mon, 01 Mar 2027 09:00:00 GMT' });
  const { signal } = new AbortController();
  assert.deepEqual(await waitsBetween(t, 1, [odd(), past], { signal }), { ok: true, waits: [250, 500] });
  assert.deepEqual(getEventListeners(signal, 'abort'), [], 'nothing is left of the call');
});

test('an attempt without an answer in time is given up, and made again', async (t) => {
  assert.deepEqual(await waitsBetween(t, 0, ['never', 'never']), { ok: true, waits: [30_125, 30_125] });
  const { ok } = await waitsBetween(t, 0, ['never'], { retries: 0, timeout: 500 });
  assert.equal(ok, 'listWebhooks: no answer from https://museum.test (there was none within 500 ms).');
});
