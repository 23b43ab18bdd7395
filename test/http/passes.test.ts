import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { findKeys, signTicketCode } from '../../src/codes/index.ts';
import { newSigningKey } from '../../src/codes/ticket-keys.ts';
import { calendarDay } from '../../src/core/calendar-day.ts';
import type { Uuid } from '../../src/core/uuid.ts';

const ANNUAL = {
  passType: 'annual',
  name: 'Annual pass',
  category: 'standard',
  persons: 2,
  valid: { months: 12 },
  walkIn: 'always',
  for: 'general',
  price: 49,
  vat: 9,
  onSale: true,
  channels: ['desk', 'shop', 'partners'],
};
const TICKETS = { ticketType: 'general', ticketDate: '2027-03-05', quantity: 2 };

async function setUp(museum: Museum) {
  const set = await museum.api('PUT', '/pass-types', { body: [ANNUAL] });
  assert.equal(set.status, 200, set.text);
  const place = async (items: readonly object[], more: object = { paidBy: 'cash' }) => {
    const placed = await museum.api('POST', '/orders', { body: { items, ...more } });
    assert.equal(placed.status, 201, placed.text);
    return placed.json;
  };
  const sell = async (more: object = {}, order: object = { paidBy: 'cash' }) => {
    const placed = await place([{ pass: 'annual', ...more }], order);
    return { order: placed, passId: placed.items[0].passId as Uuid };
  };
  const look = async (passId: string) => (await museum.api('GET', `/passes/${passId}`)).json;
  const post = (passId: string, what: string, body?: object) =>
    museum.api('POST', `/passes/${passId}/${what}`, body ? { body } : {});
  return { place, sell, look, post };
}

describeOnDatabase((openMuseum) => {
  it('sets types of passes and shows them as they were sent, with what was left out', async (t) => {
    const museum = await openMuseum(t);
    await setUp(museum);
    const { json } = await museum.api('GET', '/pass-types');
    assert.deepEqual(json, [{ ...ANNUAL, perDay: 1, named: true }]);
    const wrong = [
      [{ ...ANNUAL, valid: { months: 12, from: '2027-01-01', to: '2027-12-31' } }, '/0/valid'],
      [{ ...ANNUAL, valid: {} }, '/0/valid'],
      [{ ...ANNUAL, valid: { from: '2027-02-01', to: '2027-01-31' } }, '/0/valid/to'],
      [{ ...ANNUAL, valid: { months: 37 } }, '/0/valid/months'],
      [{ ...ANNUAL, persons: 5 }, '/0/persons'],
      [{ ...ANNUAL, category: 'child' }, '/0/category'],
    ] as const;
    for (const [type, pointer] of wrong) {
      const refused = await museum.api('PUT', '/pass-types', { body: [type] });
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.json.errors[0].pointer, pointer);
    }
    await assertSound(museum);
  });

  it('sells passes with tickets and alone, and finds them by code, holder and address', async (t) => {
    const museum = await openMuseum(t);
    const { place, look } = await setUp(museum);
    const order = await place([TICKETS, { pass: 'annual', holder: 'Ada Muster' }, { pass: 'annual' }], {
      paidBy: 'cash',
      email: 'ada@example.com',
    });
    assert.deepEqual(
      order.items.map(({ kind, pass, price, quantity }: Record<string, unknown>) => [
        kind,
        pass,
        price,
        quantity,
      ]),
      [
        ['ticket', undefined, 0, 2],
        ['pass', 'annual', 49, 1],
        ['pass', 'annual', 49, 1],
      ],
    );
    assert.equal(order.total, 98);
    assert.deepEqual(order.account, { worth: 98, paid: 98, due: 0, kept: 0 });
    const [, first, second] = order.items;
    const pass = await look(first.passId);
    assert.deepEqual(pass, {
      ...{ passId: first.passId, passCode: first.passCode, passType: 'annual', state: 'valid' },
      ...{ from: '2027-03-01', to: '2028-02-29', orderId: order.orderId, holder: 'Ada Muster', entries: [] },
    });
    const find = async (query: string) =>
      (await museum.api('GET', `/passes?${query}`)).json.map(({ passId }: { passId: string }) => passId);
    assert.deepEqual(await find(`passCode=${first.passCode}`), [first.passId]);
    assert.deepEqual(await find('holder=ADA%20muster'), [first.passId]);
    assert.deepEqual((await find('email=Ada@example.com')).sort(), [first.passId, second.passId].sort());
    const stored = await museum.store.all<{ goods: string }>('SELECT goods FROM orders');
    assert.ok(
      stored.every(({ goods }) => !goods.includes('Muster')),
      'the pass alone has the name',
    );
    await assertSound(museum);
  });

  it('has passes in the revenue, in a row of their own by event and by category', async (t) => {
    const museum = await openMuseum(t);
    const { place } = await setUp(museum);
    await place([TICKETS, { pass: 'annual' }]);
    await place([{ pass: 'annual' }], {});
    const { total } = (await museum.api('GET', '/reports/money')).json;
    const { revenue, kept, paid, byMethod } = total;
    assert.deepEqual({ revenue, kept, paid }, { revenue: 98, kept: 0, paid: 98 });
    assert.deepEqual([byMethod.cash, byMethod.seller], [49, 49]);
    for (const by of ['event', 'category']) {
      const { rows } = (await museum.api('GET', `/reports/sales?by=${by}`)).json;
      const other = rows.find(({ kind }: { kind?: string }) => kind === 'other');
      assert.equal(other?.revenue, 98, JSON.stringify(rows));
    }
  });

  it('makes a held pass once it is paid, and none that is released', async (t) => {
    const museum = await openMuseum(t);
    const { place } = await setUp(museum);
    const held = await place([{ pass: 'annual' }], { hold: 600, email: 'ada@example.com' });
    assert.equal(held.items[0].passId, undefined);
    const sold = await museum.api('POST', `/orders/${held.orderId}/confirm`, { body: { paidBy: 'card' } });
    assert.equal(sold.status, 200, sold.text);
    const { passId } = sold.json.items[0];
    assert.equal((await museum.api('GET', `/passes/${passId}`)).json.state, 'valid');
    const other = await place([{ pass: 'annual' }], { hold: 600 });
    await museum.api('POST', `/orders/${other.orderId}/release`);
    assert.equal((await museum.api('GET', '/passes')).json.length, 1);
    await assertSound(museum);
  });

  it('pays passes back by the account, alone or with all of the order', async (t) => {
    const museum = await openMuseum(t);
    const { place, look } = await setUp(museum);
    const order = await place([TICKETS, { pass: 'annual' }, { pass: 'annual' }]);
    const [, first, second] = order.items;
    const voidOrder = (body: object) =>
      museum.api('POST', `/orders/${order.orderId}/void`, {
        body: { reason: 'Changed their mind', ...body },
      });
    const refund = (amount: number) => ({ refund: { method: 'cash', amount } });
    const tooMuch = await voidOrder({ passes: [first.passId], ...refund(50) });
    assert.equal(tooMuch.status, 409, tooMuch.text);
    const one = await voidOrder({ passes: [first.passId], ...refund(49) });
    assert.equal(one.status, 200, one.text);
    assert.deepEqual(one.json.account, { worth: 49, paid: 49, due: 0, kept: 0 });
    assert.equal((await look(first.passId)).state, 'void');
    assert.equal((await look(second.passId)).state, 'valid');
    const again = await voidOrder({ passes: [first.passId] });
    assert.equal(again.status, 400, again.text);
    const all = await voidOrder(refund(49));
    assert.equal(all.json.state, 'void');
    assert.deepEqual(all.json.account, { worth: 0, paid: 0, due: 0, kept: 0 });
    assert.equal((await look(second.passId)).state, 'void');
    const { total } = (await museum.api('GET', '/reports/money')).json;
    const { revenue, due, kept, paid } = total;
    assert.deepEqual({ revenue, due, kept, paid }, { revenue: 0, due: 0, kept: 0, paid: 0 });
    await assertSound(museum);
  });

  it('names the holder, blocks, unblocks and replaces, and shows no code of what is withdrawn', async (t) => {
    const museum = await openMuseum(t);
    const { sell, look, post } = await setUp(museum);
    const { passId, order } = await sell();
    const named = await museum.api('PATCH', `/passes/${passId}`, { body: { holder: 'Eve' } });
    assert.equal(named.status, 200, named.text);
    assert.equal(named.json.holder, 'Eve');
    const picture = await museum.api('GET', `/passes/${passId}/qr`, {
      headers: { accept: 'image/svg+xml' },
    });
    assert.equal(picture.status, 200, picture.text);
    assert.equal((await post(passId, 'block', { reason: 'Lost' })).json.state, 'blocked');
    assert.equal((await museum.api('GET', `/passes/${passId}/qr`)).status, 410);
    assert.equal((await post(passId, 'block', { reason: 'Lost' })).status, 409);
    assert.equal((await post(passId, 'unblock')).json.state, 'valid');
    const replaced = await post(passId, 'replace', { reason: 'Lost' });
    assert.equal(replaced.status, 200, replaced.text);
    const { passId: other, passCode } = replaced.json;
    assert.notEqual(other, passId);
    assert.equal(replaced.json.holder, 'Eve');
    assert.equal((await look(passId)).state, 'blocked');
    const shown = (await museum.api('GET', `/orders/${order.orderId}`)).json;
    assert.deepEqual([shown.items[0].passId, shown.items[0].passCode], [other, passCode]);
    assert.deepEqual(shown.account, { worth: 49, paid: 49, due: 0, kept: 0 });
    await museum.api('POST', `/orders/${order.orderId}/void`, { body: { reason: 'Ill' } });
    assert.equal((await museum.api('GET', `/passes/${other}/qr`)).status, 410);
    await assertSound(museum);
  });

  it('admits with a pass, again after leaving without a new entry, and not when it is blocked', async (t) => {
    const museum = await openMuseum(t);
    const { sell, look, post } = await setUp(museum);
    const { passId, order } = await sell();
    const { passCode } = order.items[0];
    const scan = async (more: object = {}) => {
      const { json } = await museum.api('POST', '/check-ins', {
        body: { confirmationCode: passCode, gate: 'North', ...more },
        as: 'gate',
      });
      return json;
    };
    const unnamed = await scan();
    assert.deepEqual([unnamed.verdict, unnamed.reason], ['refused', 'pass-unnamed']);
    await museum.api('PATCH', `/passes/${passId}`, { body: { holder: 'Ada Muster' } });
    const checkInId = '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31';
    const admitted = await scan({ checkInId, persons: 1 });
    assert.equal(admitted.message, 'Annual pass: ask for the name Ada Muster.');
    assert.deepEqual(admitted.pass, {
      ...{
        passId,
        passType: 'annual',
        name: 'Annual pass',
        persons: 1,
        to: '2028-02-29',
        holder: 'Ada Muster',
      },
    });
    assert.deepEqual(await scan({ checkInId, persons: 1 }), admitted);
    assert.equal((await scan()).reason, 'already-admitted');
    assert.equal((await scan({ direction: 'out' })).verdict, 'left');
    assert.equal((await scan()).verdict, 'admitted');
    const { entries } = await look(passId);
    assert.deepEqual(
      entries.map(({ gate, persons }: Record<string, unknown>) => [gate, persons]),
      [['North', 1]],
    );
    const { admitted: came, left, inside } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([came, left, inside], [1, 0, 1], 'who comes in again counts once');
    await post(passId, 'block', { reason: 'Lost' });
    assert.equal((await scan()).reason, 'pass-blocked');
    await assertSound(museum);
  });

  it('admits with the code of the pass, and not with one that was forged', async (t) => {
    const museum = await openMuseum(t);
    const { sell } = await setUp(museum);
    const { passId } = await sell({ holder: 'Ada' });
    const [known] = await findKeys(museum.store);
    const key = known?.key ?? assert.fail('There is no key.');
    const days = { from: calendarDay('2027-03-01'), to: calendarDay('2028-02-29') };
    const claims = { passId, passTypeNumber: 1, persons: 2, ...days };
    const scan = async (code: string) =>
      (await museum.api('POST', '/check-ins', { body: { code }, as: 'gate' })).json;
    const forged = signTicketCode(claims, { ...newSigningKey(), keyId: key.keyId });
    assert.equal((await scan(forged)).reason, 'forged');
    const admitted = await scan(signTicketCode(claims, key));
    assert.deepEqual([admitted.verdict, admitted.pass.passId], ['admitted', passId]);
    await assertSound(museum);
  });

  it('takes an admission with a pass back, with its entry', async (t) => {
    const museum = await openMuseum(t);
    const { sell, look } = await setUp(museum);
    const { passId, order } = await sell({ holder: 'Ada' });
    const confirmationCode = order.items[0].passCode.slice(5);
    const scan = () => museum.api('POST', '/check-ins', { body: { confirmationCode }, as: 'gate' });
    const { json } = await scan();
    assert.equal(json.message, 'Annual pass, 2 persons: ask for the name Ada.');
    const undone = await museum.api('POST', `/check-ins/${json.checkInId}/undo`, { as: 'gate' });
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual((await look(passId)).entries, []);
    assert.equal((await scan()).json.verdict, 'admitted');
    await assertSound(museum);
  });

  it('takes places of general entry for who comes in anew, while places are left', async (t) => {
    const museum = await openMuseum(t);
    const { place } = await setUp(museum);
    const walkIn = { ...ANNUAL, walkIn: 'while-places', named: false };
    await museum.api('PUT', '/pass-types', { body: [walkIn] });
    await museum.api('PUT', '/capacity/general/2027-03-01', { body: { capacity: 3 } });
    const { items } = await place([{ pass: 'annual' }, { pass: 'annual' }, { pass: 'annual' }]);
    const [first, second, third] = items.map(({ passCode }: { passCode: string }) => passCode);
    const slot = async () => ({
      ...(await museum.store.get('SELECT sold, capacity FROM slots WHERE capacity = 3')),
    });
    const scan = async (confirmationCode: string, more: object = {}) =>
      (await museum.api('POST', '/check-ins', { body: { confirmationCode, ...more }, as: 'gate' })).json;
    const { checkInId, verdict } = await scan(first);
    assert.equal(verdict, 'admitted');
    assert.deepEqual(await slot(), { sold: 2, capacity: 3 });
    assert.deepEqual((await scan(second)).reason, 'no-place');
    assert.equal((await scan(second, { persons: 1 })).verdict, 'admitted');
    assert.equal((await scan(first, { direction: 'out' })).verdict, 'left');
    assert.equal((await scan(first)).verdict, 'admitted');
    assert.deepEqual(await slot(), { sold: 3, capacity: 3 });
    await assertSound(museum);
    const offline = {
      checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31',
      confirmationCode: third,
      at: new Date(museum.clock.now()).toISOString(),
      verdict: 'admitted',
    };
    const batch = await museum.api('POST', '/check-ins/batch', { body: { checkIns: [offline] }, as: 'gate' });
    assert.equal(batch.json[0].verdict, 'admitted', batch.text);
    assert.deepEqual(await slot(), { sold: 5, capacity: 3 });
    const manager = await signInStaff(museum, 'manager');
    const overfull = /Monday 1 March 2027: 2 visitors more than there are places came with passes/;
    assert.match((await manager.get('/desk')).text(), overfull);
    await museum.api('POST', `/check-ins/${offline.checkInId}/undo`, { as: 'gate' });
    const undone = await museum.api('POST', `/check-ins/${checkInId}/undo`, { as: 'manager' });
    assert.equal(undone.json.because, undefined);
    assert.deepEqual(await slot(), { sold: 3, capacity: 3 });
    await assertSound(museum);
  });

  it('counts once what two gates without a network have let in, and the other once the first is taken back', async (t) => {
    const museum = await openMuseum(t);
    const { sell, look } = await setUp(museum);
    const { passId, order } = await sell({ holder: 'Ada' });
    const at = new Date(museum.clock.now()).toISOString();
    const [one, other] = ['01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31', '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b32'];
    const admit = async (checkInId: string, verdict = 'admitted') => {
      const { passCode: confirmationCode } = order.items[0];
      const checkIns = [{ checkInId, confirmationCode, at, verdict }];
      return (await museum.api('POST', '/check-ins/batch', { body: { checkIns }, as: 'gate' })).json[0];
    };
    assert.equal((await admit(one)).conflict, undefined);
    assert.equal((await admit(other)).conflict, true);
    assert.equal((await admit(other)).conflict, true);
    const entries = async () => (await look(passId)).entries.length;
    const occupancy = async () => {
      const { admitted, conflicts } = (await museum.api('GET', '/occupancy')).json;
      return [admitted, conflicts];
    };
    assert.deepEqual([await entries(), ...(await occupancy())], [1, 2, 1]);
    await museum.api('POST', `/check-ins/${one}/undo`, { as: 'gate' });
    assert.deepEqual([await entries(), ...(await occupancy())], [1, 2, 0]);
    const { rows } = (await museum.api('GET', '/reports/visits?by=entry')).json;
    const withPasses = rows.find(({ entry }: { entry: string }) => entry === 'pass');
    assert.deepEqual(withPasses, { entry: 'pass', admitted: 1, persons: 2, left: 0, conflicts: 0 });
    await assertSound(museum);
  });

  it('renews a pass from the day after its last, for the same buyer', async (t) => {
    const museum = await openMuseum(t);
    const { sell, look, post } = await setUp(museum);
    const { passId } = await sell({ holder: 'Ada' }, { paidBy: 'cash', email: 'ada@example.com' });
    const payments = [{ method: 'card', amount: 49 }];
    const renewed = await post(passId, 'renew', { payments });
    assert.equal(renewed.status, 201, renewed.text);
    const pass = await look(renewed.json.items[0].passId);
    assert.deepEqual(
      [pass.state, pass.from, pass.to, pass.holder],
      ['not-yet', '2028-03-01', '2029-02-28', 'Ada'],
    );
    assert.equal((await museum.api('GET', '/passes?email=ada@example.com')).json.length, 2);
    const held = await post(passId, 'renew', { hold: 600 });
    assert.equal(held.json.state, 'held');
    assert.equal((await post(passId, 'renew', { hold: 600, payments })).status, 400);
    await assertSound(museum);
  });
});
