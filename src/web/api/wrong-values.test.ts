import assert from 'node:assert/strict';
import { parse } from 'node:querystring';
import { describe, it } from 'node:test';
import { eventPurchase, generalPurchase, newEvent } from '../../../fixtures/samples.ts';
import { type RawRequest, requestChecker } from '../../contract/validation.ts';
import type { Fault } from '../../http/http-refusal.ts';
import { type OperationId, operations } from './contract/index.ts';

const ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const EVENT_FIELDS = ['name', 'location', 'eventDescription', 'dates', 'price'];
const DAYS_367 = Array.from({ length: 367 }, (_, day) =>
  new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
);

type BadValues = [value: unknown, ...at: string[]][];

const BAD_DATES: BadValues = [
  ['2027-03-14'],
  [null],
  [{}],
  [{ 0: '2027-03-14', length: 1 }],
  [['2027-02-29'], '/0'],
  [['2027-13-01'], '/0'],
  [['2027-00-10'], '/0'],
  [['2027-04-31'], '/0'],
  [['1900-02-29'], '/0'],
  [['0000-01-01'], '/0'],
  [['27-1-1'], '/0'],
  [['2027-3-1'], '/0'],
  [['20270314'], '/0'],
  [['2027-W10-1'], '/0'],
  [['10000-01-01'], '/0'],
  [['+002027-03-14'], '/0'],
  [['-2027-03-14'], '/0'],
  [['2027-03-14T00:00:00Z'], '/0'],
  [['2027-03-14T10:00'], '/0'],
  [['2027-03-14 '], '/0'],
  [[' 2027-03-14'], '/0'],
  [['2027-03-14\n'], '/0'],
  [['２０２７-03-14'], '/0'],
  [['2027/03/14'], '/0'],
  [['tomorrow'], '/0'],
  [[''], '/0'],
  [[1_804_982_400_000], '/0'],
  [[null], '/0'],
  [[['2027-03-14']], '/0'],
  [['2027-03-14', '2027-03-14'], '/1'],
  [['2027-03-14', 'x', '2027-03-14', 5], '/1', '/2', '/3'],
  [DAYS_367],
];

/** Values that each field of an event must refuse, with where the faults are when not at the field itself. */
const BAD_FIELDS: Record<string, BadValues> = {
  name: [
    [''],
    ['   '],
    ['\t\n\u00a0\u3000'],
    ['x'.repeat(201)],
    ['a\0b'],
    ['\ud800'],
    ['a\udc00'],
    [1],
    [true],
    [null],
    [[]],
    [{}],
  ],
  location: [
    [''],
    ['   '],
    ['x'.repeat(201)],
    ['\0'],
    ['\udfff\ud800'],
    [0],
    [false],
    [null],
    [['Hall']],
    [{}],
  ],
  eventDescription: [['   '], ['x'.repeat(5_001)], ['a\0b'], ['\ud800'], [1], [null], [[]]],
  dates: BAD_DATES,
  price: [
    ['25'],
    [''],
    [-1],
    [-0.01],
    [0.001],
    [25.001],
    [1e-7],
    [1_000_000.01],
    [1e300],
    [true],
    [null],
    [[25]],
    [{}],
  ],
};

/** Asserts that the request has faults in exactly these places, such as "body /dates/1". */
function assertFaults(id: OperationId, raw: Partial<RawRequest>, places: readonly string[]): void {
  const check = requestChecker(operations[id]) as (raw: RawRequest) => { faults?: readonly Fault[] };
  const { faults = [] } = check({ path: {}, query: {}, header: {}, body: undefined, ...raw });
  const found = new Set(faults.map(({ in: part, pointer }) => `${part} ${pointer}`));
  assert.deepEqual([...found].toSorted(), places.toSorted(), `${id} ${JSON.stringify(raw).slice(0, 500)}`);
}

describe('wrong values are refused, and their places named', () => {
  it('in every field of an event, new or changed', () => {
    const path = { eventId: ID };
    for (const [field, values] of Object.entries(BAD_FIELDS)) {
      for (const [value, ...at] of values) {
        const places = (at.length === 0 ? [''] : at).map((each) => `body /${field}${each}`);
        assertFaults('createSpecialEvent', { body: newEvent({ [field]: value }) }, places);
        assertFaults('updateSpecialEvent', { path, body: { [field]: value } }, places);
      }
    }
  });

  it('in every field of a purchase', () => {
    const wrong: [Record<string, unknown>, ...string[]][] = [
      [{}, 'body /ticketType', 'body /ticketDate', 'body /email'],
      [generalPurchase({ ticketType: 'annual' }), 'body /ticketType'],
      [generalPurchase({ ticketType: 'General' }), 'body /ticketType'],
      [generalPurchase({ ticketType: '' }), 'body /ticketType'],
      [generalPurchase({ ticketType: 1 }), 'body /ticketType'],
      [generalPurchase({ ticketType: null }), 'body /ticketType'],
      [generalPurchase({ ticketType: ['general'] }), 'body /ticketType'],
      [generalPurchase({ eventId: ID }), 'body /eventId'],
      [eventPurchase(ID, { eventId: undefined }), 'body /eventId'],
      [eventPurchase(ID, { eventId: null }), 'body /eventId'],
      [eventPurchase(ID, { eventId: '' }), 'body /eventId'],
      [eventPurchase(ID, { eventId: 'nine' }), 'body /eventId'],
      [eventPurchase(ID, { eventId: `{${ID}}` }), 'body /eventId'],
      [eventPurchase(ID, { eventId: ID.replaceAll('-', '') }), 'body /eventId'],
      [eventPurchase(ID, { eventId: `urn:uuid:${ID}` }), 'body /eventId'],
      [eventPurchase(ID, { eventId: `${ID} ` }), 'body /eventId'],
      [eventPurchase(ID, { eventId: 9 }), 'body /eventId'],
      ...BAD_DATES.filter(([, at]) => at === '/0').map(([value]): [Record<string, unknown>, string] => [
        generalPurchase({ ticketDate: (value as unknown[])[0] }),
        'body /ticketDate',
      ]),
      ...[
        '',
        'ada',
        '@',
        'ada@',
        'a@b@c',
        'a b@c',
        'Ada <a@b.c>',
        'a@b\0',
        'a@b\ud800',
        'a@b,c@d',
        `${'a'.repeat(250)}@b.de`,
        5,
        null,
      ].map((email): [Record<string, unknown>, string] => [generalPurchase({ email }), 'body /email']),
      ...[
        '12',
        'call me',
        '+-() /.',
        '1 2',
        '+49 30 1234 ext. 5',
        '1'.repeat(33),
        '112\0',
        '١١٢',
        112,
        null,
      ].map((phone): [Record<string, unknown>, string] => [generalPurchase({ phone }), 'body /phone']),
      [generalPurchase({ quantity: 2 }), 'body /quantity'],
      [generalPurchase({ Email: 'a@b' }), 'body /Email'],
      [
        { ticketType: 'event', ticketDate: 'x', email: 'x', phone: 'x', price: 1 },
        'body /eventId',
        'body /ticketDate',
        'body /email',
        'body /phone',
        'body /price',
      ],
    ];
    for (const [body, ...places] of wrong)
      assertFaults('buyMuseumTickets', { body: JSON.parse(JSON.stringify(body)) }, places);
  });

  it('in all members that are missing and all that are unknown', () => {
    const body = JSON.parse(
      `{"Name":"A","__proto__":{"name":"A"},"constructor":1,"toString":1,"a/b":1,"":2,"price ":3,"eventId":"${ID}"}`,
    );
    const unknown = ['/Name', '/__proto__', '/constructor', '/toString', '/a~1b', '/', '/price ', '/eventId'];
    const places = unknown.map((each) => `body ${each}`);
    assertFaults('updateSpecialEvent', { path: { eventId: ID }, body }, places);
    const missing = EVENT_FIELDS.map((each) => `body /${each}`);
    assertFaults('createSpecialEvent', { body }, [...places, ...missing]);
  });

  it('in a list, where what is no name equals nothing', () => {
    const category = (name: unknown) => ({ category: name, name: 'Guest', unitType: 'ADULT' });
    for (const name of [{ toString: 1 }, { toString: null }, ['standard'], 7, null]) {
      const body = [category('standard'), category(name), category(name), category('1')];
      assertFaults('setCategories', { body }, ['body /1/category', 'body /2/category']);
    }
  });

  it('in a query, all at once', () => {
    const wrong: [string, ...string[]][] = [
      ...['0', '-1', '32', '1000', 'abc', '', '5.5', '5e0', '+5', '0x5', ' 5', '５', 'NaN', '1,2'].map(
        (limit): [string, string] => [`limit=${encodeURIComponent(limit)}`, 'query /limit'],
      ),
      ...['0', '-1', 'one', '', '1.5', '1e1', 'null'].map((page): [string, string] => [
        `page=${page}`,
        'query /page',
      ]),
      ...[
        '',
        'today',
        '2027-02-29',
        '2027-13-01',
        '27-1-1',
        '2027-3-1',
        '2027-03-14T00:00:00Z',
        '20270314',
        '%00',
      ].map((day): [string, string] => [`startDate=${day}`, 'query /startDate']),
      ['limit=5&limit=6', 'query /limit'],
      ['limit=5&limit=5', 'query /limit'],
      ['limit&limit=5', 'query /limit'],
      ['startDate=2027-03-01&startDate=2027-03-01', 'query /startDate'],
      ['limit=0&page=0&startDate=x', 'query /limit', 'query /page', 'query /startDate'],
      ['page=1&page=2&limit=abc&startDate=2027-02-29', 'query /page', 'query /limit', 'query /startDate'],
    ];
    const ranges: typeof wrong = [
      ['limit=31', 'query /limit'],
      ['startDate=2027-03-02&endDate=2027-03-01', 'query /endDate'],
      ['startDate=2027-03-02&endDate=2027-03-01&limit=31', 'query /endDate', 'query /limit'],
      ['endDate=x&startDate=x', 'query /endDate', 'query /startDate'],
      ['endDate=2027-03-09&endDate=2027-03-10', 'query /endDate'],
    ];
    for (const [text, ...places] of wrong) {
      assertFaults('listSpecialEvents', { query: parse(text) }, places);
      assertFaults('getMuseumHours', { query: parse(text) }, places);
    }
    for (const [text, ...places] of ranges) assertFaults('listSpecialEvents', { query: parse(text) }, places);
  });

  it('in ids that are no UUIDs', () => {
    const ids = [
      'nine',
      '9',
      '*',
      ID.slice(1),
      `${ID}0`,
      ID.replaceAll('-', ''),
      `{${ID}}`,
      `${ID} `,
      ` ${ID}`,
      `${ID}\0`,
      `${ID}\n`,
      ID.replace('-', '_'),
      `g${ID.slice(1)}`,
      'a/b',
      '..',
      'a'.repeat(4_000),
      'a'.repeat(12_000),
      '🏛',
      "1' OR 1=1",
      'null',
      'undefined',
    ];
    for (const id of ids) {
      assertFaults('getSpecialEvent', { path: { eventId: id } }, ['path /eventId']);
      assertFaults('deleteSpecialEvent', { path: { eventId: id } }, ['path /eventId']);
      const both = { path: { eventId: id }, body: { price: -1 } };
      assertFaults('updateSpecialEvent', both, ['path /eventId', 'body /price']);
      assertFaults('getTicketCode', { path: { ticketId: id } }, ['path /ticketId']);
    }
  });
});
