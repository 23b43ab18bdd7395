import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import { pino } from 'pino';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Answer, Connections, type Question } from '../../../../fixtures/client.ts';
import { manualClock } from '../../../../fixtures/manual-clock.ts';
import { type Museum, openMuseum } from '../../../../fixtures/museum.ts';
import { neededQuery } from '../../../../fixtures/needed-query.ts';
import { temporaryFolder } from '../../../../fixtures/temporary-store.ts';
import { createMockApp } from '../../../app/mock-app.ts';
import { museumCalendar } from '../../../core/clock.ts';
import { entityTag } from '../../../http/conditional.ts';
import { type Operation, operations } from '../contract/index.ts';
import { exampleProblems, exampleSuccesses } from '../example-answers.ts';
import { openApiDocument } from '../openapi.ts';
import { moved } from './moved.ts';
import { SAMPLE_CODE } from './sample-ticket.ts';

const EVENT = '/special-events/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const WEBHOOK = '/webhooks/01a0d5c4-b1e0-7d22-8a4f-6c3b9e5d7f10';
const ANYONE = `Basic ${Buffer.from('anyone:at all').toString('base64')}`;
const all = Object.values<Operation>(operations);
// biome-ignore lint/suspicious/noExplicitAny: the document's JSON
const DOCUMENT = openApiDocument() as any;

const clock = manualClock();
const calendar = museumCalendar(clock, 'Europe/Berlin');
const MOMENT = { now: clock.now(), today: calendar.today(), currency: 'EUR' };
const mock = createMockApp(
  { clock, calendar, currency: 'EUR', webhookAllowPrivate: false },
  pino({ level: 'silent' }),
);

const connections = new Connections();
const port = Number(new URL(await mock.listen({ port: 0, host: '127.0.0.1' })).port);
after(() => {
  connections.close();
  return mock.close();
});

function ask(method: string, path: string, { headers, ...question }: Question = {}): Promise<Answer> {
  return askFor(method, `/v1.1${path}`, { ...question, headers: { authorization: ANYONE, ...headers } });
}

/** The same for a path of the whole server, without credentials. */
function askFor(method: string, path: string, question: Question = {}): Promise<Answer> {
  return connections.ask(port, method, path, question);
}

/** The operation asked for as its examples ask for it. */
function askExample(op: Operation, prefer: string | undefined) {
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${op.examples.parameters?.[name]}`);
  const [example] = Object.values(op.examples.request ?? {});
  const [fileType] = op.request.file?.mediaTypes ?? [];
  return ask(op.method, path + requiredQuery(op), {
    ...(example === undefined ? {} : { body: example.value }),
    ...(fileType === undefined ? {} : { body: 'a file' }),
    headers: {
      ...(prefer !== undefined && { prefer }),
      ...(fileType !== undefined && { 'content-type': fileType }),
    },
  });
}

/** The query parameters that it can't do without. */
function requiredQuery(op: Operation): string {
  const given = neededQuery(op).map((name) => `${name}=${op.examples.parameters?.[name]}`);
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** An example with what the request's example sends in it; of a list, on the first of the days asked for. */
function repeating(op: Operation, value: unknown): unknown {
  const [sent] = Object.values(op.examples.request ?? {});
  if (Array.isArray(value)) {
    const items = Object.values((sent?.value ?? {}) as object).find(Array.isArray);
    if (items !== undefined) return items.map((item, index) => repeatingIn(value[index] ?? value[0], item));
    const isPaged = 'page' in (op.request.query?.properties ?? {});
    if (isPaged) return value.map(onFirstDays).sort(byFirstDay);
    return value.filter(
      ({ confirmationCode }) => confirmationCode === op.examples.parameters?.confirmationCode,
    );
  }
  const { undoneAt, ...inPath } = op.id === 'exchangeTicket' ? {} : (op.examples.parameters ?? {}); // which is not sent
  return repeatingIn(value as object, { ...inPath, ...(sent?.value as object | undefined) });
}

function repeatingIn(value: object, sent: object): object {
  const known = Object.entries(sent).filter(([name]) => name in value);
  return { ...value, ...Object.fromEntries(known.map(([name, told]) => [name, inUtc(told)])) };
}

/** An instant as the service writes it; anything else as it is. */
function inUtc(told: unknown): unknown {
  return /^\d{4}-\d\d-\d\dT/.test(`${told}`) ? new Date(`${told}`).toISOString() : told;
}

type Item = Readonly<Record<string, unknown>> & {
  readonly dates?: readonly string[];
  readonly date?: string;
};

function onFirstDays(item: Item, index: number): Item {
  const days = ['2027-03-01', '2027-03-02', '2027-03-03'];
  if (item.dates !== undefined) return { ...item, dates: days.slice(0, item.dates.length) };
  return { ...item, date: days[index] as string };
}

/** The same sale with what differs from one to the next. */
function withNewIds(
  { id }: Operation,
  value: unknown,
  { ticketId, orderId, confirmationCode }: Item,
): unknown {
  if (id !== 'buyMuseumTickets' && id !== 'exchangeTicket') return value;
  return { ...(value as object), ticketId, confirmationCode, ...(orderId !== undefined && { orderId }) };
}

/** Whose answer follows from what was sent, or is about today: other tests hold those. */
const MADE_FROM_REQUEST = [
  ...['placeOrder', 'changeOrder', 'confirmOrder', 'extendOrder', 'exchangeOrder', 'voidOrder', 'renewPass'],
  ...['getGateSnapshot', 'getGateNews', 'getOccupancy'],
  ...['describeEventPicture', 'describeMuseumPicture', 'describeMuseumLogo', 'makeCodes'],
  ...['getSalesReport', 'getVisitsReport', 'getPaymentsReport', 'getMoneyReport', 'getGiftsReport'],
];

/** As lists of the service are ordered: by day, then by name. */
function byFirstDay(one: Item, other: Item): number {
  const keyOf = ({ date, dates, name }: Item) => `${date ?? dates?.[0]} ${name}`;
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

test('answers each operation with an example that fits, and what was sent in it', async () => {
  for (const op of all) {
    const answer = await askExample(op, undefined);
    assert.equal(answer.status, op.success.status, op.id);
    for (const name of Object.keys(op.success.headers))
      assert.ok(answer.headers[name.toLowerCase()], `${op.id} ${name}`);
    if (op.success.status === 204) assert.equal(answer.text, '', op.id);
    if (op.examples.success !== undefined && !MADE_FROM_REQUEST.includes(op.id)) {
      const values = Object.values(op.examples.success).map(({ value }) => value);
      assert.notDeepEqual(answer.json, [], `${op.id}: a list has something in it`);
      assert.ok(
        values.some((value) =>
          isDeepStrictEqual(
            withNewIds(
              op,
              repeating(op, op.id === 'recordCheckIns' ? value : moved(value, MOMENT)),
              answer.json,
            ),
            answer.json,
          ),
        ),
        op.id,
      );
    }
  }
});

test('makes the codes that were asked for, and lists codes as CSV', async () => {
  const terms = { kind: 'price', value: 0, uses: 1, channels: ['shop'] };
  const make = async (body: object) => (await ask('POST', '/codes', { body: { ...terms, ...body } })).json;
  const [named] = await make({ code: 'PRESS-2027' });
  const { codeId: _, createdAt: __, ...shown } = named;
  assert.deepEqual(shown, { ...terms, code: 'PRESS-2027', used: 0, enabled: true });
  const drawn = await make({ count: 3, prefix: 'A-' });
  assert.equal(new Set(drawn.map((each: Item) => each.code)).size, 3);
  for (const each of drawn) assert.match(each.code, /^A-[2-9a-hjkmnp-tv-z]{10}$/);
  const csv = await ask('GET', '/codes', { headers: { accept: 'text/csv' } });
  assert.match(csv.text, /^code,kind,value,.*\r\nSPRING-27,percent,20,500,0,4,/);
});

test('makes an order of the items that were sent, held or sold, with ids of its own', async () => {
  const items = [
    { ticketType: 'general', ticketDate: '2027-05-01', quantity: 2 },
    { ticketType: 'general', ticketDate: '2027-05-01', entryTime: '11:00', category: 'child', quantity: 1 },
  ];
  const place = async (body: object) => (await ask('POST', '/orders', { body })).json;
  const held = await place({ items, hold: 60, reference: 'r-1' });
  assert.deepEqual(
    [held.state, held.reference, held.total, held.items.length, held.items[1].entryTime, held.payments],
    ['held', 'r-1', 28, 2, '11:00', []],
  );
  assert.equal(Date.parse(held.expiresAt) - Date.parse(held.createdAt), 60_000);
  const sold = await place({ items, paidBy: 'cash' });
  assert.deepEqual([sold.state, sold.items[0].tickets.length], ['sold', 2]);
  assert.deepEqual([sold.payments[0].method, sold.payments[0].amount], ['cash', 28]);
  const payments = [
    { method: 'voucher', amount: 8 },
    { method: 'cash', amount: 20 },
  ];
  const inTwoWays = await place({ items, payments });
  assert.deepEqual(
    inTwoWays.payments.map(({ method, amount }: (typeof payments)[number]) => ({ method, amount })),
    payments,
  );
  assert.notEqual(sold.orderId, held.orderId);
  const changed = await ask('PUT', `/orders/${held.orderId}/items`, { body: { items: items.slice(1) } });
  assert.deepEqual([changed.json.state, changed.json.total, changed.json.orderId], ['held', 4, held.orderId]);
  const confirmed = await ask('POST', `/orders/${held.orderId}/confirm`, { body: { paidBy: 'online' } });
  assert.deepEqual([confirmed.json.state, confirmed.json.payments[0].method], ['sold', 'online']);
});

test('answers each operation with whichever status the document declares', async () => {
  for (const op of all) {
    const { responses } = DOCUMENT.paths[op.path][op.method.toLowerCase()];
    for (const status of Object.keys(responses))
      assert.equal((await askExample(op, `code=${status}`)).status, Number(status), `${op.id} ${status}`);
  }
});

test('answers each operation with whichever declared answer is preferred', async () => {
  for (const op of all) {
    for (const { name, value, answer } of exampleProblems(op)) {
      const given = await askExample(op, `code=${answer.status}, example="${name}"`);
      assert.equal(given.status, answer.status, `${op.id} ${name}`);
      assert.deepEqual(given.json, value, `${op.id} ${name}`);
      assert.equal(given.headers['content-type'], 'application/problem+json', op.id);
      assert.equal(given.headers['preference-applied'], `code=${answer.status}, example=${name}`, op.id);
      assert.equal((await askExample(op, `code=${answer.status}`)).status, answer.status, op.id);
    }
    for (const { name, answer } of exampleSuccesses(op, '/v1.1')) {
      const given = await askExample(op, `example=${name}`);
      assert.equal(given.status, answer.status, `${op.id} ${name}`);
      if (answer.body !== undefined) assert.equal(given.text, answer.body, `${op.id} ${name}`);
    }
  }
});

test('has only dates that were asked for, in reports and in the journal too', async () => {
  const range = 'startDate=2030-01-01&endDate=2030-01-05';
  const sales = await ask('GET', `/reports/sales?${range}`);
  assert.equal(sales.headers.vary, 'Accept, Prefer');
  assert.deepEqual([sales.json.startDate, sales.json.rows[0].date], ['2030-01-01', '2030-01-01']);
  const bySeller = (await ask('GET', `/reports/sales?${range}&by=seller`)).json;
  assert.deepEqual(
    [bySeller.by, bySeller.rows[0].seller, bySeller.rows[0].date],
    ['seller', 'shop', undefined],
  );
  assert.equal((await ask('GET', `/reports/visits?${range}&by=hour`)).json.rows[0].hour, '10:00');
  const csv = await ask('GET', `/reports/sales?${range}`, { headers: { accept: 'text/csv' } });
  assert.deepEqual(
    [csv.headers['content-type'], csv.headers.vary],
    ['text/csv; charset=utf-8; header=present', 'Accept, Prefer'],
  );
  const [entry] = (await ask('GET', `/journal?${range}`)).json;
  assert.equal(entry.at.slice(0, 10), '2030-01-01');
  assert.deepEqual((await ask('GET', '/journal?endDate=2020-01-01')).json, []);
});

test('has rows in reports without a range of days', async () => {
  for (const path of ['sales?by=event', 'sales?by=seller', 'sales', 'visits?by=hour', 'visits?by=event'])
    assert.equal((await ask('GET', `/reports/${path}`)).json.rows.length, 1, path);
});

test('finds the ticket that it has sold, and all of its visitor', async () => {
  for (const ticketType of ['event', 'general'] as const) {
    const { value: body } = operations.buyMuseumTickets.examples.request[ticketType];
    const { ticketId, confirmationCode } = (await ask('POST', '/tickets', { body })).json;
    const found = (await ask('GET', `/tickets?confirmationCode=${confirmationCode}`)).json;
    assert.deepEqual(
      found.map((ticket: Item) => [ticket.ticketId, ticket.ticketType, ticket.confirmationCode]),
      [[ticketId, ticketType, confirmationCode]],
    );
    const shown = (await ask('GET', `/tickets/${ticketId}`)).json;
    assert.deepEqual([shown.ticketType, shown.confirmationCode], [ticketType, confirmationCode]);
    const next = (await ask('POST', '/tickets', { body })).json;
    assert.notEqual(next.ticketId, ticketId);
    assert.notEqual(next.confirmationCode, confirmationCode);
  }
  const ofVisitor = (await ask('GET', '/tickets?email=grace@example.com')).json;
  assert.deepEqual(
    ofVisitor.map(({ email, ticketType }: Item) => [email, ticketType]),
    [
      ['grace@example.com', 'event'],
      ['grace@example.com', 'general'],
    ],
  );
  const ofEvent = (
    await ask('GET', '/tickets?ticketDate=2030-03-03&eventId=01a0d5c4-9c99-7a3e-8b51-0c9d1f3a6e27')
  ).json;
  assert.deepEqual(
    ofEvent.map(({ ticketType, ticketDate }: Item) => [ticketType, ticketDate]),
    [['event', '2030-03-03']],
  );
});

test('lists deliveries in the state that was asked for', async () => {
  const path = `${WEBHOOK}/deliveries`;
  for (const state of ['waiting', 'failed', 'delivered']) {
    const found = (await ask('GET', `${path}?state=${state}`)).json;
    assert.deepEqual(
      found.map((delivery: Item) => [delivery.state, 'nextAttemptAt' in delivery, 'settledAt' in delivery]),
      [[state, state === 'waiting', state !== 'waiting']],
    );
  }
});

test('links the next page of a list that is longer than its limit', async () => {
  for (const [path, name] of [
    ['/tickets?email=ada%40example.com&limit=1', 'ticketId'],
    [`${WEBHOOK}/deliveries?limit=1`, 'deliveryId'],
  ] as const) {
    const first = await ask('GET', path);
    const [, next = ''] = /^<\/v1\.1([^>]+)>; rel="next"$/.exec(`${first.headers.link}`) ?? [];
    assert.ok(next.startsWith(`${path}&after=`), `${first.headers.link}`);
    const second = await ask('GET', next);
    assert.deepEqual([first.json.length, second.json.length], [1, 1]);
    assert.notEqual(second.json[0][name], first.json[0][name]);
    assert.equal(second.headers.link, undefined);
  }
});

test('gives a report as the CSV that the service makes of it', async () => {
  const askCsv = (query: string, prefer = '') =>
    ask('GET', `/reports/${query}`, { headers: { accept: 'text/csv', prefer } });
  const range = 'startDate=2030-01-01&endDate=2030-01-05';
  const sales = await askCsv(`sales?${range}&by=seller`);
  assert.equal(
    sales.headers['content-disposition'],
    'attachment; filename="sales-2030-01-01-2030-01-05.csv"',
  );
  assert.match(sales.text, /^seller,sold,.*\r\nshop,428,3,3,2,436,5571\.00,EUR,388,/);
  assert.match(
    (await askCsv(`sales?${range}&by=event`)).text,
    /^eventId,eventName,.*\r\n,General entry,428,/,
  );
  assert.match((await askCsv(`visits?${range}`)).text, /^date,.*\r\n2030-01-01,402,418,397,1\r\n$/);
  assert.match((await askCsv(`visits?${range}&by=hour`)).text, /^hour,.*\r\n10:00,402,418,397,1\r\n$/);
  for (const { path, examples } of [
    operations.getSalesReport,
    operations.getVisitsReport,
    operations.getMoneyReport,
    operations.getGiftsReport,
  ]) {
    const { text } = await askCsv(path.replace('/reports/', ''), 'example=month');
    assert.equal(text, examples.csv);
  }
});

test('links to the other pages of a range of days', async () => {
  const linksOf = async (path: string) => {
    const { headers } = await ask('GET', path);
    const links = `${headers.link}`.matchAll(/<([^>]+)>; rel="(\w+)"/g);
    return Object.fromEntries([...links].map(([, address, relation]) => [relation, address]));
  };
  const january = '/special-events?startDate=2030-01-01&endDate=2030-01-31';
  assert.deepEqual(await linksOf(`${january}&page=2&limit=3`), {
    first: `/v1.1${january}&page=1&limit=3`,
    prev: `/v1.1${january}&page=1&limit=3`,
    next: `/v1.1${january}&page=3&limit=3`,
    last: `/v1.1${january}&page=11&limit=3`,
  });
  const hours = await linksOf('/museum-hours?startDate=2030-01-01&limit=3');
  assert.deepEqual(hours, {
    first: '/v1.1/museum-hours?startDate=2030-01-01&page=1&limit=3',
    next: '/v1.1/museum-hours?startDate=2030-01-01&page=2&limit=3',
  });
  const { first } = await linksOf('/availability?startDate=2030-01-01&ticketType=general');
  assert.match(`${first}`, /endDate=2030-01-08&ticketType=general&page=1/);
});

test('answers a list that was put as it was put, with what is usual where it says nothing', async () => {
  const categories = [
    { category: 'standard', name: 'Grown-ups', unitType: 'ADULT' },
    { category: 'group', name: 'Group', unitType: 'OTHER', places: 10, onSale: false },
  ];
  assert.deepEqual(
    (await ask('PUT', '/categories', { body: categories })).json,
    categories.map((each) => ({ places: 1, onSale: true, ...each })),
  );
  const prices = [{ category: 'standard', price: 7.5, vat: 19 }];
  for (const path of ['/general-entry/prices', '/general-entry/prices/2030-03-03'])
    assert.deepEqual((await ask('PUT', path, { body: prices })).json, prices);
  const times = { every: 20, places: null, lastEntry: 30 };
  assert.deepEqual((await ask('PUT', '/general-entry/times', { body: times })).json, times);
});

test('exchanges the ticket that was sent for another, of the type that was asked for', async () => {
  const ticketId = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f';
  const eventId = '01a0d5c4-9c99-7a3e-8b51-0c9d1f3a6e27';
  const exchange = async (body: object) => {
    const whole = { ticketDate: '2030-03-03', reason: 'Ill', ...body };
    const { headers, json } = await ask('POST', `/tickets/${ticketId}/exchange`, { body: whole });
    assert.notEqual(json.ticketId, ticketId);
    assert.equal(json.replaces, ticketId);
    assert.equal(headers.location, `/v1.1/tickets/${json.ticketId}`);
    return json;
  };
  const general = await exchange({ ticketType: 'general', phone: '999' });
  assert.match(general.confirmationCode, /^ticket-general-/);
  assert.equal(general.phone, '999');
  const event = await exchange({ ticketType: 'event', eventId });
  assert.match(event.confirmationCode, /^ticket-event-/);
  assert.deepEqual([event.eventId, event.eventName], [eventId, 'Sorolla and the sea']);
});

const SCANNED = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f';

test('answers a scan about the ticket that was scanned', async () => {
  const scan = async (body: object) => (await ask('POST', '/check-ins', { body })).json;
  const admitted = await scan({ ticketId: SCANNED });
  assert.deepEqual([admitted.verdict, admitted.ticket.ticketId], ['admitted', SCANNED]);
  assert.equal((await scan({ ticketId: SCANNED, direction: 'out' })).verdict, 'left');
  const confirmationCode = 'ticket-event-abcdef-abcde';
  for (const [direction, verdict] of [
    ['in', 'admitted'],
    ['out', 'left'],
  ]) {
    const typed = await scan({ confirmationCode, direction });
    assert.equal(typed.verdict, verdict);
    assert.deepEqual([typed.ticket.ticketType, typed.ticket.confirmationCode], ['event', confirmationCode]);
  }
});

test('answers a batch as the gate decided it, with instants as the service writes them', async () => {
  const at = '2030-01-01T00:00:00+02:00';
  const checkIns = ['admitted', 'refused', 'left'].map((verdict, index) => ({
    checkInId: `01A0D5C4-9C01-7B44-A2F7-5D1E8C90B3A${index}`,
    ticketId: SCANNED,
    at,
    verdict,
  }));
  const told = (await ask('POST', '/check-ins/batch', { body: { checkIns } })).json;
  for (const [index, each] of told.entries()) {
    assert.equal(each.checkInId, checkIns[index]?.checkInId.toLowerCase());
    assert.deepEqual(
      [each.at, each.ticket.ticketId, each.verdict],
      ['2029-12-31T22:00:00.000Z', SCANNED, checkIns[index]?.verdict],
    );
  }
  assert.deepEqual(
    told.map(({ message }: { message: string }) => message),
    [
      'General entry, Monday 31 December.',
      'Refused at the door while offline.',
      'Left. Admitted at 20:52 at East door, 2 hours ago.',
    ],
  );
});

test('moves a snapshot for a gate, with its times, to the day that was asked for', async () => {
  const { cursor } = (await ask('GET', '/gate/snapshot')).json;
  for (const path of ['/gate/snapshot?day=2030-01-02', `/gate/news?since=${cursor}&day=2030-01-02`]) {
    const { day, validUntil, admittedAt } = (await ask('GET', path)).json;
    assert.deepEqual([day, validUntil], ['2030-01-02', '2030-01-02T23:00:00.000Z']);
    assert.deepEqual(admittedAt, [Date.parse('2030-01-02T09:12:00Z') / 1_000]);
  }
});

test('leaves out the optional members that a PUT left out', async () => {
  const closed = (await ask('PUT', '/museum-hours/2030-05-05', { body: { closed: true } })).json;
  assert.deepEqual([closed.closed, closed.reason], [true, undefined]);
});

test('names the declared codes and examples when another one is preferred', async () => {
  const code = await ask('GET', EVENT, { headers: { prefer: 'code=418' } });
  assert.equal(code.status, 400);
  assert.match(code.json.detail, /getSpecialEvent declares are 200, 304, 400, 401, 403, 404,/);
  assert.deepEqual(code.json.errors[0].pointer, '/prefer');
  const example = await ask('GET', EVENT, { headers: { prefer: 'example=nobody' } });
  assert.equal(example.status, 400);
  assert.match(example.json.detail, /getSpecialEvent has are evening, workshop, not-modified, /);
});

test('ignores preferences that it does not know', async () => {
  const answer = await ask('GET', EVENT, { headers: { prefer: 'respond-async, handling=strict' } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['preference-applied'], undefined);
});

test('answers with the example that is most like the request', async () => {
  for (const ticketType of ['event', 'general']) {
    const { value } = operations.buyMuseumTickets.examples.request[ticketType as 'event'];
    const answer = await ask('POST', '/tickets', { body: value });
    assert.equal(answer.json.ticketType, ticketType);
    assert.equal(answer.headers.location, `/v1.1/tickets/${answer.json.ticketId}/qr`);
  }
  const workshop = await ask('GET', '/special-events/01A0D5C4-9C01-7B44-A2F7-5D1E8C90B3A6');
  assert.equal(workshop.json.name, 'Pirate coding workshop');
});

test('repeats what was sent, in an answer whose tag is its own', async () => {
  const body = {
    name: 'A',
    location: 'B',
    eventDescription: '',
    dates: ['2027-04-02', '2027-04-01'],
    price: 3,
  };
  const created = await ask('POST', '/special-events', { body });
  assert.equal(created.status, 201);
  assert.deepEqual(created.json, { eventId: created.json.eventId, ...body });
  assert.equal(created.headers.location, `/v1.1/special-events/${created.json.eventId}`);
  assert.equal(created.headers.etag, entityTag(created.text));
  const eventId = '01a0d5c4-9c99-7a3e-8b51-0c9d1f3a6e27';
  const changed = await ask('PATCH', `/special-events/${eventId}`, { body: { name: 'C' } });
  assert.deepEqual([changed.json.eventId, changed.json.name], [eventId, 'C']);
  assert.equal((await ask('GET', `/special-events/${eventId}`)).json.eventId, eventId);
  const purchase = { ticketType: 'event', eventId, ticketDate: '2027-04-01', email: 'ada@example.com' };
  const sold = await ask('POST', '/tickets', { body: purchase });
  assert.deepEqual([sold.json.ticketType, sold.json.ticketDate], ['event', '2027-04-01']);
  assert.doesNotMatch(sold.text, /ada@/, 'a member that the answer does not have');
});

test('lists only what is on the days and meets the filters that were asked for', async () => {
  const daysOf = async (query: string) =>
    (await ask('GET', `/special-events?${query}`)).json.flatMap(({ dates }: Item) => dates);
  for (const day of await daysOf('startDate=2027-06-01&endDate=2027-06-02'))
    assert.match(day, /^2027-06-0[12]$/);
  assert.deepEqual(new Set(await daysOf('startDate=2027-06-01&page=2&limit=1')), new Set(['2027-06-02']));
  assert.deepEqual(await daysOf('startDate=2027-06-01&endDate=2027-06-02&page=3'), []);
  const hours = (await ask('GET', '/museum-hours?startDate=2027-06-01&page=12&limit=1')).json;
  assert.deepEqual(
    hours.map(({ date }: Item) => date),
    ['2027-06-12'],
  );
  const eventId = '01a0d5c4-9c99-7a3e-8b51-0c9d1f3a6e27';
  const ofEvent = (await ask('GET', `/availability?eventId=${eventId}`)).json;
  assert.ok(ofEvent.length > 0);
  for (const day of ofEvent) assert.deepEqual([day.ticketType, day.eventId], ['event', eventId]);
  for (const { ticketType } of (await ask('GET', '/availability?ticketType=general')).json)
    assert.equal(ticketType, 'general');
});

test('gives an example that is asked for by name as the document has it', async () => {
  const { evening } = operations.createSpecialEvent.examples.success;
  const body = { name: 'A', location: 'B', eventDescription: '', dates: [], price: 3 };
  const answer = await ask('POST', '/special-events', { body, headers: { prefer: 'example=evening' } });
  assert.deepEqual(answer.json, evening?.value);
});

const withJson = all.filter(({ success }) => 'schema' in success);
for (const op of withJson) {
  test(`${op.id} is answered with other valid values each time for dynamic=true`, async () => {
    const isRight = new Ajv({ strict: false, validateFormats: false }).compile(
      (op.success as { schema: object }).schema,
    );
    for (let time = 0; time < 20; time++) {
      const answer = await askExample(op, 'dynamic=true');
      assert.equal(answer.status, op.success.status);
      assert.ok(isRight(answer.json), JSON.stringify(isRight.errors));
      assert.equal(answer.headers['preference-applied'], 'dynamic=true');
    }
  });
}

test('makes up values for dynamic=true, but not for dynamic=false', async () => {
  const askTwice = async (prefer: string) =>
    Promise.all([1, 2].map(async () => (await ask('GET', EVENT, { headers: { prefer } })).text));
  const [one, other] = await askTwice('dynamic=true');
  assert.notEqual(one, other);
  const [same, again] = await askTwice('dynamic=false');
  assert.equal(same, again);
});

test('answers for an id of zeros as the service does for an unknown one', async (t) => {
  const museum = await openedMuseum(t);
  const nobody = '00000000-0000-0000-0000-000000000001';
  const purchase = {
    ticketType: 'event',
    eventId: nobody,
    ticketDate: '2027-03-14',
    email: 'ada@example.com',
  };
  const unknown: readonly (readonly [string, string, object?])[] = [
    ['GET', `/special-events/${nobody}`],
    ['PATCH', `/special-events/${nobody}`, {}],
    ['DELETE', `/special-events/${nobody}`],
    ['POST', '/tickets', purchase],
    ['GET', `/tickets/${nobody}/qr`],
    ['POST', `/check-ins/${nobody}/undo`],
    ['GET', `/webhooks/${nobody}`],
  ];
  for (const [method, path, body] of unknown) {
    const question = body === undefined ? {} : { body };
    const real = await museum.api(method, path, question);
    const mocked = await ask(method, path, question);
    assert.deepEqual([mocked.status, mocked.text], [404, real.text], path);
  }
  const preferred = await ask('GET', `/special-events/${nobody}`, { headers: { prefer: 'code=200' } });
  assert.equal(preferred.status, 200);
});

test('allows pages of any origin (CORS)', async () => {
  const origin = 'http://localhost:3000';
  for (const path of ['/v1.1/tickets', '/mock/v1.1/tickets']) {
    const answer = await askFor('OPTIONS', path, {
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [204, '*']);
  }
});

test('stores nothing: what was deleted is deleted again', async () => {
  for (let time = 0; time < 2; time += 1) {
    const answer = await ask('DELETE', '/special-events/01a0d5c4-9c99-7a3e-8b51-0c9d1f3a6e27');
    assert.equal(answer.status, 204);
    assert.equal(answer.text, '');
  }
});

test('answers 304 to a client that has the answer already', async () => {
  const { headers } = await ask('GET', '/special-events');
  const again = await ask('GET', '/special-events', { headers: { 'if-none-match': `${headers.etag}` } });
  assert.equal(again.status, 304);
  assert.equal(again.text, '');
});

test('gives a ticket image whose code can be scanned, and says that it is a sample', async () => {
  const path = '/tickets/01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51/qr';
  const answer = await ask('GET', path);
  assert.equal(answer.headers['content-type'], 'image/png');
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } });
  const [symbol] = await readBarcodes(new Uint8Array(answer.bytes), { formats: ['QRCode'] });
  assert.equal(symbol?.text, SAMPLE_CODE);
  assert.match(SAMPLE_CODE, /^SAMPLE/);
  assert.ok((await ask('GET', path)).bytes.equals(answer.bytes));
});

test('is the same under either base address', async () => {
  const body = operations.buyMuseumTickets.examples.request.event.value;
  const answer = await askFor('POST', '/mock/v1.1/tickets', { body, headers: { authorization: ANYONE } });
  assert.equal(answer.status, 201);
  assert.match(`${answer.headers.location}`, /^\/mock\/v1\.1\/tickets\//);
});

test('comes with the document, the problem pages and its health', async () => {
  for (const url of ['/docs', '/openapi.json', '/problems/sold-out', '/healthz', '/readyz']) {
    assert.equal((await askFor('GET', url)).status, 200, url);
  }
});

async function openedMuseum(t: TestContext): Promise<Museum> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path }, settings: { MUSEUM_MOCK: 'on' } });
  t.after(() => museum.close());
  return museum;
}

test('refuses what the service refuses, in the same words', async (t) => {
  const museum = await openedMuseum(t);
  const json = { 'content-type': 'application/json' };
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const wrong: readonly (readonly [string, string, { body?: unknown; headers?: Record<string, string> }])[] =
    [
      ['POST', '/special-events', { body: '{"name": ', headers: json }],
      ['POST', '/special-events', { body: { name: ' ', price: '25', dates: ['2027-02-29'], more: 1 } }],
      ['POST', '/special-events', { body: 'name=x', headers: { 'content-type': 'text/plain' } }],
      ['POST', '/special-events', { headers: json }],
      ['POST', '/special-events', { body: `"${'x'.repeat(70_000)}"`, headers: json }],
      ['PATCH', EVENT, { body: { price: -1, name: null } }],
      ['PATCH', '/special-events/x', { body: {} }],
      ['GET', '/special-events?page=0&limit=31&startDate=27-1-1', {}],
      ['GET', '/special-events?startDate=2027-03-02&endDate=2027-03-01', {}],
      ['GET', '/special-events?endDate=2027-02-01', {}],
      ['GET', '/special-events?limit=5&limit=6', {}],
      ['DELETE', '/special-events/nobody', {}],
      [
        'POST',
        '/tickets',
        { body: { ticketType: 'event', ticketDate: '2027-03-14', email: 'ada@example.com' } },
      ],
      ['POST', '/tickets', { body: { ticketType: 'child' }, headers: { 'idempotency-key': 'two words' } }],
      ['GET', '/tickets/1/qr', {}],
      ['POST', '/webhooks', { body: { url: 'https://user:password@example.com/', types: ['*'] } }],
      ['POST', '/webhooks', { body: { url: 'http://user@127.0.0.1/', types: ['*'] } }],
      ['PATCH', WEBHOOK, { body: { url: 'http://localhost/' } }],
      ['PUT', '/special-events', { body: {} }],
      ['GET', '/nothing', {}],
      ['GET', '/special-events', { headers: { authorization: 'Digest x' } }],
      ['GET', '/special-events', { headers: { authorization: 'Basic ???' } }],
      ['GET', '/special-events', { headers: basic('no colon') }],
    ];
  for (const [method, path, question] of wrong) {
    const real = await museum.ask(method, `/v1.1${path}`, question);
    const mocked = await museum.ask(method, `/mock/v1.1${path}`, question);
    assert.ok(real.status >= 400, `${method} ${path}`);
    assert.equal(mocked.text, real.text);
    assert.equal(mocked.status, real.status);
    for (const name of ['content-type', 'www-authenticate', 'allow']) {
      assert.equal(mocked.headers[name], real.headers[name], name);
    }
  }
  const real = await museum.api('GET', '/special-events', { as: 'nobody' });
  const mocked = await museum.ask('GET', '/mock/v1.1/special-events', { as: 'nobody' });
  assert.equal(mocked.text, real.text);
  assert.equal(mocked.headers['www-authenticate'], real.headers['www-authenticate']);
});

test('gives examples of problems with the headers that the service sends', async (t) => {
  const museum = await openedMuseum(t);
  const real = await museum.api('GET', '/special-events', { as: 'nobody' });
  const example = exampleProblems(operations.listSpecialEvents).find(({ name }) => name === 'unauthorized');
  assert.equal(example?.answer.headers['www-authenticate'], real.headers['www-authenticate']);
});

test('refuses a change whose If-Match is not the tag that it shows, as the museum does', async () => {
  const body = { capacity: 7 };
  const { headers } = await ask('GET', '/capacity/general');
  const changed = await ask('PUT', '/capacity/general', {
    body,
    headers: { 'if-match': headers.etag as string },
  });
  assert.equal(changed.status, 200, changed.text);
  const stale = await ask('PUT', '/capacity/general', { body, headers: { 'if-match': '"bad"' } });
  assert.deepEqual([stale.status, stale.json.type], [412, '/problems/precondition-failed']);
  const bought = await ask('POST', '/tickets', {
    body: { ticketType: 'general', ticketDate: '2027-03-02', email: 'ada@example.com' },
    headers: { 'if-match': '"bad"' },
  });
  assert.equal(bought.status, 412);
});

test('shows the sample ticket as PNG, PDF or SVG, and in an order’s file', async () => {
  const { ticketId } = operations.getTicketCode.examples.parameters;
  for (const [accept, beginning] of [
    ['image/png', '\x89PNG'],
    ['application/pdf', '%PDF'],
    ['image/svg+xml', '<svg'],
    ['application/problem+json', '\x89PNG'],
  ] as const) {
    const shown = await ask('GET', `/tickets/${ticketId}/qr`, { headers: { accept } });
    const mediaType = accept.startsWith('application/problem') ? 'image/png' : accept;
    assert.deepEqual([shown.status, shown.headers['content-type']], [200, mediaType]);
    assert.ok(shown.bytes.toString('latin1').startsWith(beginning), accept);
  }
  const refused = await ask('GET', `/tickets/${ticketId}/qr`, { headers: { accept: 'text/html' } });
  assert.equal(refused.status, 406);
  const { orderId } = operations.getOrderTickets.examples.parameters;
  const printed = await ask('GET', `/orders/${orderId}/tickets.pdf`);
  assert.ok(printed.bytes.toString('latin1').startsWith('%PDF'));
});

const IDS_MADE = ['placeOrder', 'buyMuseumTickets', 'exchangeTicket', 'createSpecialEvent', 'createWebhook'];

for (const prefer of [undefined, 'dynamic=true'])
  for (const op of withJson)
    test(`${op.id} agrees with the request, the clock and itself, ${prefer ?? 'as it stands'}`, async () => {
      const isRight = new Ajv({ strict: false, validateFormats: false }).compile(
        (op.success as { schema: object }).schema,
      );
      for (let time = 0; time < (prefer === undefined ? 1 : 5); time++) {
        const { json } = await askExample(op, prefer);
        assert.ok(isRight(json), JSON.stringify(isRight.errors));
        assertInPath(op, json as Item);
        JSON.parse(JSON.stringify(json), (name, value) => {
          if (name === 'currency') assert.equal(value, 'EUR');
          if (name === 'timeZone') assert.equal(value, 'Europe/Berlin');
          if (/At$|^now$|^at$/.test(name) && typeof value === 'string') assertInTime(op, name, value);
          if (value !== null && typeof value === 'object' && !Array.isArray(value))
            assertSound(value as Item);
          return value;
        });
      }
    });

/** What the path names is what the answer names, but for the old ticket of an exchange. */
function assertInPath(op: Operation, json: Item): void {
  if (Array.isArray(json) || IDS_MADE.includes(op.id)) return;
  for (const [, name = ''] of op.path.matchAll(/\{(\w+)\}/g))
    if (name in json) assert.equal(json[name], op.examples.parameters?.[name], name);
}

/** Nothing has happened later than now; only what is sent as having happened may. */
function assertInTime({ id }: Operation, name: string, value: string): void {
  const isComing = ['expiresAt', 'nextAttemptAt'].includes(name);
  if (isComing) assert.ok(Date.parse(value) >= clock.now(), `${name} ${value}`);
  else if (id !== 'recordCheckIns') assert.ok(Date.parse(value) <= clock.now(), `${name} ${value}`);
}

/** Instants are in order, and sums add up. */
function assertSound(value: Item): void {
  const instants = ['createdAt', 'soldAt', 'expiresAt'].flatMap((name) => (value[name] as string) ?? []);
  assert.deepEqual(instants, instants.toSorted(), `${instants}`);
  const { total, items, vat = [], payments = [], state } = value as unknown as Record<string, never>;
  if (total === undefined || items === undefined) return;
  const sum = (amounts: number[]) => Math.round(amounts.reduce((all, each) => all + each, 0) * 100) / 100;
  const ordered = ({ quantity, tickets }: Item) =>
    (tickets as Item[] | undefined)?.filter(({ replaces }) => replaces === undefined).length ??
    Number(quantity);
  assert.equal(sum((items as unknown as Item[]).map((item) => Number(item.price) * ordered(item))), total);
  for (const { net, tax } of vat as { net: number; tax: number }[]) assert.equal(sum([net, tax]), total);
  const paid = (payments as { amount: number }[]).filter(({ amount }) => amount > 0);
  if (state === 'sold' && paid.length > 0) assert.equal(sum(paid.map(({ amount }) => amount)), total);
}

test('what no request names is of today: the snapshot of a gate, who is inside, and the report of the last 30 days', async () => {
  const snapshot = (await ask('GET', '/gate/snapshot')).json;
  assert.deepEqual([snapshot.day, snapshot.validUntil], ['2027-03-01', '2027-03-01T23:00:00.000Z']);
  for (const seconds of snapshot.admittedAt)
    assert.equal(new Date(seconds * 1_000).toISOString().slice(0, 10), '2027-03-01');
  assert.equal((await ask('GET', '/occupancy')).json.date, '2027-03-01');
  const { startDate, endDate } = (await ask('GET', '/reports/sales')).json;
  assert.deepEqual([startDate, endDate], ['2027-01-31', '2027-03-01']);
});

test('an order is confirmed, changed and read as it was placed', async () => {
  const items = [{ ticketType: 'general', ticketDate: '2027-05-01', quantity: 3 }];
  const held = (await ask('POST', '/orders', { body: { items, hold: 900 } })).json;
  assert.equal(held.email, undefined);
  assert.equal(Date.parse(held.expiresAt), clock.now() + 900_000);
  const sold = (await ask('POST', `/orders/${held.orderId}/confirm`, { body: { paidBy: 'cash' } })).json;
  assert.deepEqual(
    [sold.orderCode, sold.total, sold.items[0].ticketDate, sold.items[0].tickets.length],
    [held.orderCode, 36, '2027-05-01', 3],
  );
  assert.deepEqual([sold.payments[0].method, sold.payments[0].amount], ['cash', 36]);
  assert.deepEqual((await ask('GET', `/orders/${held.orderId}`)).json, sold);
  const refusedTo = async (what: string, body: object) =>
    (await ask('POST', `/orders/${held.orderId}/${what}`, { body })).json.type;
  assert.equal(await refusedTo('extend', { hold: 60 }), '/problems/order-sold');
  const reason = { reason: 'Ill' };
  const voided = (await ask('POST', `/orders/${held.orderId}/void`, { body: reason })).json;
  assert.deepEqual([voided.state, voided.items[0].tickets[0].state], ['void', 'void']);
  assert.equal(await refusedTo('void', reason), '/problems/order-void');
  const unknown = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f';
  const [one, other] = [
    (await ask('GET', `/orders/${unknown}`)).json,
    (await ask('POST', `/orders/${unknown}/confirm`, { body: { paidBy: 'cash' } })).json,
  ];
  assert.deepEqual([one.orderId, other.orderId], [unknown, unknown]);
  assert.equal(one.orderCode, other.orderCode);
});

test('exchanges tickets of an order, all that are valid or those that are named, into the items for the same', async () => {
  const items = [{ ticketType: 'general', ticketDate: '2027-05-01', quantity: 2 }];
  const sold = (await ask('POST', '/orders', { body: { items, paidBy: 'cash' } })).json;
  const exchange = async (body: object, orderId = sold.orderId) =>
    (await ask('POST', `/orders/${orderId}/exchange`, { body })).json;
  const [first, second] = sold.items[0].tickets;
  const moved = await exchange({ ticketIds: [first.ticketId], ticketDate: '2027-05-02' });
  const [{ ticketId: made, ...shown }] = moved.items[1].tickets;
  assert.equal(shown.replaces, first.ticketId);
  assert.deepEqual(moved.items[0].tickets, [
    { ...first, state: 'void', because: 'exchanged', replacedBy: made },
    second,
  ]);
  assert.deepEqual([moved.total, moved.items[1].ticketDate], [sold.total, '2027-05-02']);
  const together = await exchange({ ticketDate: '2027-05-02', payment: { method: 'cash', amount: 3 } });
  assert.deepEqual(
    together.items.map(({ quantity }: { quantity: number }) => quantity),
    [2, 3],
  );
  assert.equal(together.account.paid, sold.total + 3);
  assert.deepEqual((await ask('GET', `/orders/${sold.orderId}`)).json, together);
  const strange = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f';
  assert.equal((await exchange({ ticketIds: [strange], category: 'child' })).type, '/problems/not-of-order');
  const unknown = await exchange({ ticketDate: '2030-03-03' }, strange);
  const valid = unknown.items.filter(({ tickets: [made] }: { tickets: Item[] }) => made?.state === 'valid');
  assert.deepEqual(new Set(valid.map(({ ticketDate }: Item) => ticketDate)), new Set(['2030-03-03']));
});

test('refuses a day that has passed, in the words of the service', async (t) => {
  const museum = await openedMuseum(t);
  const general = { ticketType: 'general', ticketDate: '2027-02-28' };
  for (const [path, body] of [
    ['/tickets', { ...general, email: 'ada@example.com' }],
    ['/orders', { items: [{ ...general, quantity: 1 }], paidBy: 'cash' }],
  ] as const) {
    const real = await museum.api('POST', path, { body });
    const mocked = await ask('POST', path, { body });
    assert.deepEqual([mocked.status, mocked.text], [409, real.text], path);
  }
});

test('prices are in the currency of the museum', async (t) => {
  const other = createMockApp(
    { clock, calendar, currency: 'CHF', webhookAllowPrivate: false },
    pino({ level: 'silent' }),
  );
  t.after(() => other.close());
  for (const url of ['/v1.1/museum', '/v1.1/reports/sales']) {
    const { body } = await other.inject({ url, headers: { authorization: ANYONE } });
    assert.equal(JSON.parse(body).currency, 'CHF');
  }
});
