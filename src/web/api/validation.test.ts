import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RawRequest, requestChecker } from '../../contract/validation.ts';
import type { Fault } from '../../http/http-refusal.ts';
import { type OperationId, operations } from './contract/index.ts';

const ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const EVENT = { name: 'A', location: 'B', eventDescription: '', dates: ['2027-03-14'], price: 25 };
const PURCHASE = { ticketType: 'general', ticketDate: '2027-03-14', email: 'ada@example.com' };

/** The faults of a request, each as "in pointer: detail"; none when it is right. */
function faultsOf(id: OperationId, raw: Partial<RawRequest>): string[] {
  const check = requestChecker(operations[id]) as (raw: RawRequest) => { faults?: readonly Fault[] };
  const { faults = [] } = check({ path: {}, query: {}, header: {}, body: undefined, ...raw });
  return faults.map((fault) => `${fault.in} ${fault.pointer}: ${fault.detail}`);
}
const ofEvent = (changes: object) => faultsOf('createSpecialEvent', { body: { ...EVENT, ...changes } });
const ofPurchase = (changes: object) => faultsOf('buyMuseumTickets', { body: { ...PURCHASE, ...changes } });
const ofList = (query: RawRequest['query']) => faultsOf('listSpecialEvents', { query });

describe('a request is held against its declaration', () => {
  it('names every fault of every part at once', () => {
    const faults = faultsOf('updateSpecialEvent', {
      path: { eventId: 'nine' },
      body: { name: '', dates: ['2027-02-29', 'soon'], price: -1, colour: 'blue' },
    });
    assert.deepEqual(faults, [
      'path /eventId: eventId must be a UUID, such as 01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27.',
      'body /colour: colour is not a member of this request, which has name, location, eventDescription, dates, price.',
      'body /name: name must not be empty.',
      'body /dates/0: dates/0 must be a valid date, written YYYY-MM-DD.',
      'body /dates/1: dates/1 must be a valid date, written YYYY-MM-DD.',
      'body /price: price must be at least 0.',
    ]);
  });

  it('names a member whose name is empty', () => {
    assert.deepEqual(ofPurchase({ '': 1 }), [
      'body /: "" is not a member of this request, which has ticketType, eventId, ticketDate, entryTime, category, email, phone.',
    ]);
  });

  it('names each day that is repeated, and each only once', () => {
    const dates = ['2027-03-14', '2027-03-15', '2027-03-14', '2027-03-15', '2027-03-14'];
    assert.deepEqual(ofEvent({ dates }), [
      'body /dates/2: dates/2 is the same as item 0; items must be different.',
      'body /dates/3: dates/3 is the same as item 1; items must be different.',
      'body /dates/4: dates/4 is the same as item 0; items must be different.',
    ]);
  });

  it('says of too many days that they are too many, and nothing of each', () => {
    for (const dates of [
      Array(32_000).fill(1),
      Array(5_000).fill('2027-03-14'),
      ['soon', ...Array(366).fill('')],
    ]) {
      assert.deepEqual(ofEvent({ dates }), [
        `body /dates: dates may have at most 366 items, but has ${dates.length}.`,
      ]);
    }
    assert.equal(ofEvent({ dates: Array(50).fill('') }).length, 99);
  });

  it('names a hundred faults at most, of all parts together, and counts the others', () => {
    const strange = Object.fromEntries(Array.from({ length: 6_500 }, (_, index) => [`a${index}`, 1]));
    const check = requestChecker(operations.updateSpecialEvent);
    for (const [body, count] of [
      [strange, 6_500],
      [{ dates: Array(366).fill('soon') }, 366 + 365],
    ] as const) {
      const { faults, unnamed } = check({ path: { eventId: 'nine' }, query: {}, header: {}, body });
      assert.equal(faults?.length, 100);
      assert.deepEqual([faults?.[0]?.in, faults?.[1]?.in], ['path', 'body']);
      assert.equal(unnamed, 1 + count - 100);
    }
    const weeklyHours = requestChecker(operations.setWeeklyHours);
    const nested = weeklyHours({ path: {}, query: {}, header: {}, body: { monday: strange } });
    assert.equal(nested.faults?.length, 100);
  });

  it('says one thing of a value of the wrong type, whatever else its field asks for', () => {
    const values = { ticketType: 5, eventId: [], ticketDate: null, email: {}, phone: true };
    assert.deepEqual(ofPurchase(values), [
      'body /ticketType: ticketType must be a string, not a number.',
      'body /eventId: eventId must be a string, not an array.',
      'body /ticketDate: ticketDate must be a string, not null.',
      'body /email: email must be a string, not an object.',
      'body /phone: phone must be a string, not a boolean.',
    ]);
  });

  it('quotes the text of a parameter that is no number', () => {
    const check = requestChecker(operations.listSpecialEvents);
    const { faults } = check({
      path: {},
      query: { page: '1.5', limit: 'many' },
      header: {},
      body: undefined,
    });
    assert.deepEqual(
      faults?.map(({ detail }) => detail),
      ['page must be an integer, not "1.5".', 'limit must be an integer, not "many".'],
    );
  });

  it('names what is wrong with a batch as a whole beside the faults of each check-in', () => {
    const scan = { checkInId: ID, code: 'x', at: 'noon', verdict: 'left', direction: 'in' };
    const ofBatch = (checkIns: unknown) => faultsOf('recordCheckIns', { body: { checkIns } });
    assert.deepEqual(ofBatch([scan, { ...scan, checkInId: ID.toUpperCase(), direction: 'out' }]), [
      'body /checkIns/0/at: checkIns/0/at must be an instant (RFC 3339), such as 2027-03-14T09:12:00.000Z.',
      'body /checkIns/1/at: checkIns/1/at must be an instant (RFC 3339), such as 2027-03-14T09:12:00.000Z.',
      'body /checkIns/0/verdict: checkIns/0/verdict can’t be left in the direction in.',
      'body /checkIns/1/checkInId: checkIns/1/checkInId is the same as item 0; items must be different.',
    ]);
    for (const wrong of [null, 5, [null], ['in'], [[]], [{ checkInId: 1 }, { checkInId: 1 }]])
      assert.doesNotMatch(ofBatch(wrong).join(), /repeats|direction/);
    assert.equal(ofBatch(Array(501).fill(scan)).length, 1);
  });

  it('names what is no cursor of news beside the other faults', () => {
    assert.deepEqual(faultsOf('getGateNews', { query: { day: 'today', since: 'a\u0000b' } }), [
      'query /day: day must be a valid date, written YYYY-MM-DD.',
      'query /since: since must be a cursor from a snapshot or from earlier changes.',
    ]);
  });

  it('coerces nothing in a body', () => {
    for (const price of ['25', true, null, [25], { amount: 25 }]) assert.equal(ofEvent({ price }).length, 1);
    for (const name of [1, true, null, ['A']]) assert.equal(ofEvent({ name }).length, 1);
  });

  it('takes prices from 0 to a million with at most two decimals, and no others', () => {
    for (const price of [0, -0, 0.01, 0.07, 1.1, 2.675e2, 999_999.99, 1_000_000, 1e6]) {
      assert.deepEqual(ofEvent({ price }), [], `${price}`);
    }
    for (const price of [0.001, 2.675, 1e-9, -0.01, -1, 1_000_000.01, Number.POSITIVE_INFINITY]) {
      assert.equal(ofEvent({ price }).length, 1, `${price}`);
    }
  });

  it('says what is wrong with an amount of money', () => {
    const said = (amount: number) =>
      faultsOf('voidOrder', {
        path: { orderId: ID },
        body: { reason: 'A', refund: { method: 'cash', amount } },
      });
    assert.deepEqual(said(0), ['body /refund/amount: refund/amount must be more than 0.']);
    assert.deepEqual(said(1.234), ['body /refund/amount: refund/amount may have at most two decimals.']);
  });

  it('counts characters, not bytes or halves of them', () => {
    assert.deepEqual(ofEvent({ name: '\u{1F3DB}'.repeat(200) }), []);
    assert.deepEqual(ofEvent({ name: '\u{1F3DB}'.repeat(201) }), [
      'body /name: name may have at most 200 characters, but has 201.',
    ]);
    assert.deepEqual(ofEvent({ eventDescription: '\u{1F3DB}'.repeat(5_000) }), []);
    assert.equal(ofEvent({ eventDescription: '\u{1F3DB}'.repeat(5_001) }).length, 1);
  });

  it('refuses text that is blank, holds U+0000 or half a surrogate pair, and says which', () => {
    for (const [text, hint] of [
      ['  \t\n\u3000', 'contains only white space'],
      ['a\u0000', 'U+0000'],
      ['\u0000', 'U+0000'],
      ['a\ud83c', 'an unpaired surrogate'],
      ['\udfdb\ud83c', 'an unpaired surrogate'],
    ] as const) {
      for (const field of ['name', 'location', 'eventDescription']) {
        const [fault, ...others] = ofEvent({ [field]: text });
        assert.match(fault as string, new RegExp(`^body /${field}: .*${hint.replace('+', '\\+')}`));
        assert.deepEqual(others, []);
      }
    }
    assert.deepEqual(ofEvent({ eventDescription: '' }), []);
  });

  it('links eventId to the kind of the ticket', () => {
    assert.deepEqual(ofPurchase({ ticketType: 'event' }), [
      'body /eventId: eventId is required but missing.',
    ]);
    assert.deepEqual(ofPurchase({ eventId: ID }), [
      'body /eventId: eventId must be left out of a ticket for general entry.',
    ]);
    assert.deepEqual(ofPurchase({ ticketType: 'event', eventId: ID }), []);
    assert.deepEqual(ofPurchase({ ticketType: 'annual' }), [
      'body /ticketType: ticketType must be one of event, general.',
    ]);
  });

  it('takes addr-specs, quoted local parts and address literals included', () => {
    const right = [
      'a@b.c',
      "o'brien+tag@example.com",
      '"two words"@example.com',
      'x@[192.0.2.1]',
      'a_b@c-d.example',
    ];
    for (const email of [...right, `${'a'.repeat(242)}@example.com`])
      assert.deepEqual(ofPurchase({ email }), []);
    const wrong = [
      '',
      'ada',
      '@example.com',
      'ada@',
      'a@b',
      'a@b@c',
      'a b@example.com',
      '.a@b',
      'a.@b',
      'a..b@c',
      'a@.b',
    ];
    for (const email of [
      ...wrong,
      'a@b.',
      'Ada <a@b>',
      'a@b\n',
      'é@example.com',
      `${'a'.repeat(243)}@example.com`,
    ]) {
      assert.equal(ofPurchase({ email }).length, 1, email);
    }
  });

  it('takes telephone numbers of 3 to 32 characters with at least three digits', () => {
    for (const phone of ['112', '+44 (0)20 7946-0018', '+1.202.555.0101', '0/1/2', `${'1'.repeat(32)}`]) {
      assert.deepEqual(ofPurchase({ phone }), [], phone);
    }
    for (const phone of ['', '12', '+-()', '1 2', 'call me', '１１２', '112\n', '1'.repeat(33)]) {
      assert.ok(ofPurchase({ phone }).length > 0, phone);
    }
  });

  it('reads whole numbers in a query, and nothing that only looks like one', () => {
    for (const limit of ['1', '30', '07']) assert.deepEqual(ofList({ limit }), []);
    for (const limit of ['0', '-1', '31', 'abc', '', ' 5', '5.0', '1e1', '0x5', '٣', '9'.repeat(400)]) {
      assert.equal(ofList({ limit }).length, 1, limit);
    }
    for (const page of ['0', '-1', '1.5', 'two']) assert.equal(ofList({ page }).length, 1, page);
    assert.deepEqual(ofList({ page: '999999999999999999999' }), []);
  });

  it('refuses a parameter given twice and takes no notice of one that it does not know', () => {
    assert.deepEqual(ofList({ limit: ['5', '6'], startDate: ['2027-03-14', '2027-03-14'] }), [
      'query /startDate: startDate is given more than once.',
      'query /limit: limit is given more than once.',
    ]);
    assert.deepEqual(ofList({ sort: ['up', 'down'], __proto__: 'x' }), []);
  });

  it('names an end before its start beside the other faults', () => {
    const days = { startDate: '2027-03-10', endDate: '2027-03-09' };
    assert.deepEqual(ofList({ ...days, limit: '31' }), [
      'query /limit: limit must be at most 30.',
      'query /endDate: endDate must not be before startDate.',
    ]);
    assert.deepEqual(ofList({ ...days, endDate: '2027-03-10' }), []);
    assert.deepEqual(ofList({ ...days, startDate: 'x' }), [
      'query /startDate: startDate must be a valid date, written YYYY-MM-DD.',
    ]);
  });

  it('writes the UUIDs that it hands on in lower case', () => {
    const check = requestChecker(operations.updateSpecialEvent);
    const { input } = check({ path: { eventId: ID.toUpperCase() }, query: {}, header: {}, body: {} });
    assert.equal(input?.path.eventId, ID);
  });

  it('escapes names in pointers (RFC 6901), and writes them in sentences as they were sent', () => {
    const [fault] = ofEvent({ 'a/b~c': 1 });
    assert.match(fault as string, /^body \/a~1b~0c: a\/b~c is not a member/);
  });

  it('refuses members where no body is declared, and takes nothing or an empty object', () => {
    const faultsOfUndo = (body: unknown) => faultsOf('undoCheckIn', { path: { checkInId: ID }, body });
    assert.deepEqual(faultsOfUndo(undefined), []);
    assert.deepEqual(faultsOfUndo({}), []);
    assert.deepEqual(faultsOfUndo({ undoneAt: '2027-03-14T09:12:00Z' }), [
      'body /undoneAt: undoneAt is not a member of this request, which has none.',
    ]);
  });

  it('needs a JSON object where a body is declared', () => {
    for (const body of [undefined, null, [], 'text', 5, true]) {
      const faults = faultsOf('createSpecialEvent', { body });
      assert.equal(faults.length, 1);
      assert.match(faults[0] as string, /^body :/);
    }
  });
});
