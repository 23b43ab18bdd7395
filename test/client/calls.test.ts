import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError, MuseumClient, ProblemError } from 'museum/client';
import { freePort } from '../../fixtures/free-port.ts';
import { clientAt, openForTest } from '../../fixtures/museum-client.ts';
import { newEvent, TODAY } from '../../fixtures/samples.ts';

const EVENT = newEvent() as never as {
  name: string;
  location: string;
  eventDescription: string;
  dates: string[];
  price: number;
};
const VISITOR = { ticketDate: '2027-03-14', email: 'ada@example.com' };

async function gather<Page>(pages: AsyncIterable<Page>): Promise<Page[]> {
  const gathered: Page[] = [];
  for await (const page of pages) gathered.push(page);
  return gathered;
}

test('an event is announced, found, changed and cancelled; a ticket for it is sold and drawn', async (t) => {
  const museum = clientAt((await openForTest(t)).port);
  const event = await museum.createSpecialEvent(EVENT);
  assert.deepEqual(await museum.listSpecialEvents({ startDate: '2027-03-10' }), [event]);
  assert.deepEqual(await museum.updateSpecialEvent({ ...event, price: 20 }), { ...event, price: 20 });
  const ticket = await museum.buyMuseumTickets({ ticketType: 'event', eventId: event.eventId, ...VISITOR });
  assert.equal(ticket.eventName, event.name);
  const image = await museum.getTicketCode(ticket);
  assert.equal(image.mediaType, 'image/png');
  assert.ok(image.bytes instanceof Uint8Array);
  assert.equal(Buffer.from(image.bytes.subarray(1, 4)).toString(), 'PNG');
  const drawing = await museum.getTicketCode(ticket, { accept: 'image/svg+xml' });
  assert.equal(drawing.mediaType, 'image/svg+xml');
  const print = await museum.getOrderTickets({ orderId: ticket.ticketId });
  assert.equal(Buffer.from(print.bytes.subarray(0, 4)).toString(), '%PDF');
  assert.equal(await museum.deleteSpecialEvent(event), undefined);
  assert.equal((await museum.getTicket(ticket)).state, 'cancelled');
});

test('a problem is thrown, or told as a value with what belongs to its type', async (t) => {
  const museum = clientAt((await openForTest(t)).port);
  const { eventId } = await museum.createSpecialEvent(EVENT);
  await museum.setEventCapacity({ eventId, capacity: 0 });
  const purchase = { ticketType: 'event', eventId, ...VISITOR } as const;
  await assert.rejects(museum.buyMuseumTickets(purchase), (error) => {
    assert.ok(error instanceof ProblemError && error.problem.type === '/problems/sold-out');
    assert.match(
      error.message,
      /^buyMuseumTickets: That day is sold out \(409\)\. "Sorolla and the sea" is sold out/,
    );
    assert.match(error.requestId ?? '', /./);
    assert.deepEqual(error.problem.otherDates?.[0], { date: '2027-03-15', left: 0 });
    return true;
  });
  const result = await museum.buyMuseumTickets({ ...purchase, ticketDate: '2027-02-30' }).result();
  assert.ok(!result.ok && result.problem.type === '/problems/invalid-request');
  assert.equal(result.problem.errors[0]?.pointer, '/ticketDate');
  assert.equal(result.response.status, 400);
});

test('what was read is read again only when it is another, and changed only when it is the same', async (t) => {
  const museum = clientAt((await openForTest(t)).port);
  const { eventId } = await museum.createSpecialEvent(EVENT);
  const read = await museum.getSpecialEvent({ eventId }).result();
  assert.ok(read.ok && read.etag);
  assert.equal(await museum.getSpecialEvent({ eventId }, { ifNoneMatch: read.etag }), undefined);
  await museum.updateSpecialEvent({ eventId, price: 20 }, { ifMatch: read.etag });
  const late = await museum.updateSpecialEvent({ eventId, price: 30 }, { ifMatch: read.etag }).result();
  assert.ok(!late.ok && late.problem.type === '/problems/precondition-failed');
  assert.equal((await museum.getSpecialEvent({ eventId }, { ifNoneMatch: read.etag }))?.price, 20);
});

test('a list is read page by page, whether its pages are days or go on from a cursor', async (t) => {
  const museum = clientAt((await openForTest(t)).port);
  const event = await museum.createSpecialEvent(EVENT);
  const range = { startDate: '2027-03-13', endDate: '2027-03-22', limit: 3 };
  const found = await gather(museum.listSpecialEvents(range).pages());
  assert.deepEqual(found, [[event], [], [event], []]);
  const sold: string[] = [];
  for (let count = 0; count < 5; count++)
    sold.unshift((await museum.buyMuseumTickets({ ticketType: 'general', ...VISITOR })).ticketId);
  const pages = museum.findTickets({ email: VISITOR.email, limit: 2 }).pages();
  assert.deepEqual(
    (await gather(pages)).map((page) => page.map(({ ticketId }) => ticketId)),
    [sold.slice(0, 2), sold.slice(2, 4), sold.slice(4)],
  );
  await assert.rejects(museum.findTickets({ email: '?' }).pages().next(), ProblemError);
});

test('a report is told as data or as CSV', async (t) => {
  const museum = clientAt((await openForTest(t)).port);
  const days = { startDate: TODAY, endDate: TODAY };
  assert.equal((await museum.getSalesReport(days)).total.sold, 0);
  assert.match(await museum.getSalesReport(days, { accept: 'text/csv' }), /^date,/);
});

test('a scan has an id of its own, so that it counts once', async (t) => {
  const museum = clientAt((await openForTest(t)).port);
  const { ticketId } = await museum.buyMuseumTickets({
    ticketType: 'general',
    ...VISITOR,
    ticketDate: TODAY,
  });
  const scan = await museum.checkIn({ ticketId, gate: 'East door' });
  assert.equal(scan.verdict, 'admitted');
  assert.deepEqual(await museum.checkIn({ ticketId, gate: 'East door', checkInId: scan.checkInId }), scan);
  assert.equal((await museum.undoCheckIn(scan)).checkInId, scan.checkInId);
});

test('who asks is told in the charset of the museum', async (t) => {
  const { port, app } = await openForTest(t);
  assert.ok(app);
  const result = await clientAt(port, { username: 'Zoë', password: 'pässword' }).getWeeklyHours().result();
  assert.ok(!result.ok && result.problem.type === '/problems/unauthorized');
  assert.equal(result.problem.detail, 'The user name or the password is wrong, or the account is disabled.');
});

test('options that can’t be used are refused at once, by name', () => {
  const right = { baseUrl: 'https://tickets.example.com/v1.1', username: 'shop', password: 'secret' };
  for (const baseUrl of [
    '',
    '/v1.1',
    'ftp://example.com',
    'https://a:b@example.com',
    'https://example.com/?a',
  ])
    assert.throws(
      () => new MuseumClient({ ...right, baseUrl }),
      /TypeError: baseUrl must be .*, not "(?!.*a:b)/,
    );
  for (const username of ['', 'a:b', undefined as never])
    assert.throws(() => new MuseumClient({ ...right, username }), /TypeError: username must be/);
  for (const password of ['', undefined as never, 12345678 as never])
    assert.throws(() => new MuseumClient({ ...right, password }), {
      name: 'TypeError',
      message: 'password must be that of the account: text, and not empty.',
    });
  const Untyped = MuseumClient as unknown as new (...given: unknown[]) => MuseumClient;
  for (const given of [[], [null], [{}]])
    assert.throws(() => new Untyped(...given), /TypeError: baseUrl must be .*, not "undefined"\.$/);
});

test('options that there are not are refused, with the nearest that there is, and nothing is sent', async () => {
  const right = { baseUrl: 'https://museum.test/v1.1', username: 'shop', password: 'secret' };
  const Untyped = MuseumClient as unknown as new (options: object) => MuseumClient;
  for (const [name, nearest] of [
    ['baseURL', 'baseUrl'],
    ['user', 'username'],
    ['timeoutMs', 'timeout'],
    ['maxRetries', 'retries'],
  ] as const)
    assert.throws(() => new Untyped({ ...right, [name]: 'x' }), {
      name: 'TypeError',
      message: `MuseumClient takes no option ${name}. Is ${nearest} meant?`,
    });
  const museum = new MuseumClient({ ...right, fetch: () => assert.fail('it was sent') });
  const buy = (options: object) =>
    museum.buyMuseumTickets({ ticketType: 'general', ...VISITOR }, options as never);
  for (const [name, nearest] of [
    ['idempotencykey', 'idempotencyKey'],
    ['idempotenceKey', 'idempotencyKey'],
    ['key', 'idempotencyKey'],
    ['if-match', 'ifMatch'],
    ['header', 'headers'],
    ['abortSignal', 'signal'],
  ] as const)
    await assert.rejects(buy({ [name]: 'x' }), {
      name: 'TypeError',
      message: `buyMuseumTickets takes no option ${name}. Is ${nearest} meant?`,
    });
  await assert.rejects(
    museum.voidTicket({ ticketId: 'a' } as never, { idempotencyKey: 'x' } as never),
    /^TypeError: voidTicket takes no idempotencyKey: the museum would do it again\.$/,
  );
});

/** Values that come of a setting which is missing, or of another kind. */
const NO_VALUES = [
  ['retries', Number.NaN, 'a whole number, 0 or more, and is NaN'],
  ['retries', -1, 'a whole number, 0 or more, and is -1'],
  ['retries', '3', 'a whole number, 0 or more, and is "3"'],
  ['timeout', Number.NaN, 'a number of milliseconds above 0, and is NaN'],
  ['timeout', 0, 'a number of milliseconds above 0, and is 0'],
  ['timeout', null, 'a number of milliseconds above 0, and is null'],
] as const;

test('values that an option can’t have are refused by its name, and nothing is sent', async () => {
  const right = { baseUrl: 'https://museum.test/v1.1', username: 'shop', password: 'secret' };
  const Untyped = MuseumClient as unknown as new (options: unknown) => MuseumClient;
  for (const [name, value, what] of [...NO_VALUES, ['fetch', null, 'a function, and is null']] as const)
    assert.throws(() => new Untyped({ ...right, [name]: value }), {
      name: 'TypeError',
      message: `MuseumClient: ${name} must be ${what}.`,
    });
  assert.throws(
    () => new Untyped(right.baseUrl),
    /^TypeError: MuseumClient: the options must be an object\.$/,
  );
  const museum = new MuseumClient({ ...right, fetch: () => assert.fail('it was sent') });
  const buy = (options: unknown) =>
    museum.buyMuseumTickets({ ticketType: 'general', ...VISITOR }, options as never);
  for (const [name, value, what] of [
    ...NO_VALUES,
    ['signal', new AbortController(), 'an AbortSignal, and is of the type "object"'],
    ['idempotencyKey', null, '1 to 255 visible ASCII characters, and is null'],
    ['idempotencyKey', '', '1 to 255 visible ASCII characters, and is ""'],
    ['ifMatch', null, 'text, and is null'],
  ] as const)
    await assert.rejects(buy({ [name]: value }), {
      name: 'TypeError',
      message: `buyMuseumTickets: ${name} must be ${what}.`,
    });
  for (const options of [null, 'order-1017'])
    await assert.rejects(buy(options), /^TypeError: buyMuseumTickets: the options must be an object\.$/);
});

test('a header that the client sends itself is refused with what to give in its place', async () => {
  const museum = new MuseumClient({
    ...{ baseUrl: 'https://museum.test/v1.1', username: 'shop', password: 'secret' },
    fetch: () => assert.fail('it was sent'),
  });
  const buy = (headers: unknown) =>
    museum.buyMuseumTickets({ ticketType: 'general', ...VISITOR }, { headers: headers as never });
  const key = { 'Idempotency-Key': 'order-1017' };
  for (const headers of [key, new Headers(key), Object.entries(key), new Map(Object.entries(key))])
    await assert.rejects(buy(headers), {
      name: 'TypeError',
      message:
        'buyMuseumTickets: the client sends the header idempotency-key itself: give the option idempotencyKey.',
    });
  for (const [name, place] of [
    ['Accept', 'leave it out, or give a report the option accept'],
    ['Authorization', 'give username and password to MuseumClient'],
    ['Content-Type', 'leave it out'],
    ['If-Match', 'give the option ifMatch'],
    ['If-None-Match', 'give the option ifNoneMatch'],
  ] as const)
    await assert.rejects(buy({ [name]: 'x' }), {
      name: 'TypeError',
      message: `buyMuseumTickets: the client sends the header ${name.toLowerCase()} itself: ${place}.`,
    });
  for (const headers of [null, 'Prefer: code=404', { 'no name': 'x' }, { Prefer: 'a\nb' }])
    await assert.rejects(buy(headers), /^TypeError: buyMuseumTickets: headers can't be sent: ./);
});

test('other headers are sent, however they are given', async () => {
  const sent: (string | null)[] = [];
  const museum = new MuseumClient({
    ...{ baseUrl: 'https://museum.test/v1.1', username: 'shop', password: 'secret' },
    fetch: async (_, { headers } = {}) => {
      sent.push(new Headers(headers).get('prefer'));
      return Response.json([]);
    },
  });
  const given = { Prefer: 'example=none' };
  for (const headers of [given, new Headers(given), Object.entries(given) as [string, string][]])
    await museum.listWebhooks({}, { headers });
  await museum.listWebhooks({}, { headers: { Prefer: undefined as never } });
  assert.deepEqual(sent, ['example=none', 'example=none', 'example=none', null]);
});

test('what can’t be answered is not asked for', async () => {
  const museum = new MuseumClient({
    ...{ baseUrl: 'https://museum.test/v1.1', username: 'shop', password: 'secret' },
    fetch: () => assert.fail('it was sent'),
  });
  const accept = (type: string) => ({ accept: type }) as never;
  await assert.rejects(museum.getTicketCode({ ticketId: 'a' }, accept('image/webp')), {
    name: 'TypeError',
    message:
      'getTicketCode: accept is "image/webp", but it answers image/png or application/pdf or image/svg+xml.',
  });
  await assert.rejects(museum.getSalesReport({}, accept('application/pdf')), {
    message: 'getSalesReport: accept is "application/pdf", but it answers application/json or text/csv.',
  });
  await assert.rejects(museum.deleteSpecialEvent({ eventId: 'a' }, accept('text/csv')), {
    message: 'deleteSpecialEvent: accept is "text/csv", but it answers without data.',
  });
});

test('an id that would lead elsewhere is not asked for', async (t) => {
  const { port } = await openForTest(t);
  const museum = clientAt(port);
  for (const eventId of ['', '.', '..', undefined as never])
    await assert.rejects(museum.getSpecialEvent({ eventId }), /TypeError: getSpecialEvent: eventId is /);
  for (const eventId of ['../tickets?a#b', '../museum-hours', '?limit=1', '#'])
    assert.equal((await museum.getSpecialEvent({ eventId }).result()).response.status, 400, eventId);
});

test('what an operation does not ask for stays out of its address', async () => {
  const asked: string[] = [];
  const museum = new MuseumClient({
    ...{ baseUrl: 'https://museum.test/v1.1/', username: 'shop', password: 'secret' },
    fetch: async (url) => {
      asked.push(`${url}`);
      return Response.json({});
    },
  });
  const ticket = { ticketId: 'a b', email: 'ada@example.com' };
  await museum.getTicket(ticket);
  await museum.findTickets(ticket);
  assert.deepEqual(asked, [
    'https://museum.test/v1.1/tickets/a%20b',
    'https://museum.test/v1.1/tickets?email=ada%40example.com',
  ]);
});

test('what is asked follows no redirect, lets no browser ask who is there, and may take for ever', async (t) => {
  let asked: RequestInit | undefined;
  const museum = new MuseumClient({
    ...{ baseUrl: 'https://museum.test/v1.1/', username: 'shop', password: 'secret' },
    timeout: Number.POSITIVE_INFINITY,
    fetch: async (_, init) => {
      asked = init;
      return Response.json([]);
    },
  });
  const planned = t.mock.method(globalThis, 'setTimeout');
  await museum.listWebhooks();
  assert.deepEqual([asked?.redirect, asked?.credentials], ['manual', 'omit']);
  const [limit] = planned.mock.calls.map(({ arguments: [, delay] }) => delay);
  assert.equal(limit, 2 ** 31 - 1, 'a timer set to more would go off at once');
});

test('what is no museum is said to be none', async () => {
  const fakeMuseum = (...[body, init]: ConstructorParameters<typeof Response>) =>
    new MuseumClient({
      ...{ baseUrl: 'http://museum.test/v1.1', username: 'shop', password: 'secret' },
      fetch: async () => new Response(body, init),
    });
  const answers = (...given: ConstructorParameters<typeof Response>) => fakeMuseum(...given).getWeeklyHours();
  const html = { 'content-type': 'text/html; charset=utf-8' };
  await assert.rejects(
    answers('<h1>Welcome</h1>', { headers: html }),
    /^ProblemError: getWeeklyHours: Status 200 \(200\)\. The answer is text\/html, and not what a museum answers\. Is baseUrl right\?$/,
  );
  await assert.rejects(
    answers(null, { status: 301, statusText: 'Moved', headers: { location: 'https://museum.test/v1.1' } }),
    /Moved \(301\)\. It leads to https:\/\/museum\.test\/v1\.1: give the address of the museum itself as baseUrl\./,
  );
  const signIn = fakeMuseum('<h1>Sign in</h1>', { headers: html }).deleteSpecialEvent({ eventId: 'a' });
  await assert.rejects(
    signIn,
    /^ProblemError: deleteSpecialEvent: .* The answer is text\/html, and not what/,
  );
  const problem = await answers('{}', {
    status: 418,
    headers: { 'content-type': 'application/problem+json' },
  }).result();
  assert.ok(!problem.ok && problem.problem.type === 'about:blank' && problem.problem.status === 418);
});

test('without anybody there, the error names the address and what went wrong', async () => {
  const nobody = clientAt(await freePort(), { retries: 0 });
  await assert.rejects(nobody.getWeeklyHours(), (error) => {
    assert.ok(error instanceof ConnectionError);
    assert.match(
      error.message,
      /^getWeeklyHours: no answer from http:\/\/127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\)\.$/,
    );
    return true;
  });
  await assert.rejects(nobody.getWeeklyHours().result(), ConnectionError);
});
