import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { cashUpTexts } from '../../src/web/desk/cash-up-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { moneyTexts } from '../../src/web/desk/money-texts.ts';
import { ticketTexts } from '../../src/web/desk/ticket-texts.ts';

const say = cashUpTexts('en');
const sayMoney = moneyTexts('en');
const sayDone = doneTexts('en');
const PAGE = '/desk/cash-up';
const KEY = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const settings = { MUSEUM_GENERAL_PRICE: '12' };

async function sell(museum: Museum, paidBy: string, as: Asker = 'cashier'): Promise<string> {
  const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 2 }];
  const { status, text, json } = await museum.api('POST', '/orders', { body: { items, paidBy }, as });
  assert.equal(status, 201, text);
  return json.orderId;
}

async function idOf(museum: Museum, username: string): Promise<string> {
  const [row] = await museum.store.all('SELECT account_id FROM accounts WHERE username = ?', [username]);
  return `${row?.account_id}`;
}

async function journal(museum: Museum, kind: string) {
  const { json } = await museum.api('GET', `/journal?kind=${kind}`, { as: 'admin' });
  return json.map(({ details }: { details: object }) => details);
}

describeOnDatabase((openMuseum) => {
  test('the drawer should hold the float, the cash, what was paid in, less what was paid out', async (t) => {
    const museum = await openMuseum(t, { settings });
    await sell(museum, 'cash');
    await sell(museum, 'card');
    const clerk = await signInStaff(museum, 'cashier');
    const said = async (path: string, form: Record<string, string>) => {
      const saved = await clerk.post(`${PAGE}${path}`, form);
      assert.equal(saved.status, 303, saved.problem());
      return (await clerk.get(saved.location as string)).message();
    };
    assert.equal(await said('/float', { float: '100' }), sayDone('floatSaved'));
    const milk = { kind: 'pay-out', amount: '3.20', reason: 'Milk' };
    assert.equal(await said('/movements', milk), sayDone('paidOut'));
    const coins = { kind: 'pay-in', amount: '50', reason: 'Coins from the bank' };
    assert.equal(await said('/movements', coins), sayDone('paidIn'));
    const page = await clerk.get(PAGE);
    const facts = [say('float'), sayMoney('cash'), say('payIn'), say('payOut'), say('expected')];
    assert.deepEqual(
      facts.map((fact) => page.fact(fact)),
      ['€100.00', '€24.00', '€50.00', '-€3.20', '€170.80'],
    );
    assert.deepEqual(page.row('Milk')?.slice(1), [say('payOut'), 'Milk', 'cashier', '€3.20']);
    assert.equal(page.hasField('start'), false, 'the float is known');
    assert.equal(await said('', { counted: '170.00' }), sayDone('drawerCounted'));
    assert.ok((await clerk.get(PAGE)).text().includes(say('short', { amount: '€0.80' })));
    const [paidOut] = await journal(museum, 'drawer.paid-out');
    assert.deepEqual(paidOut, {
      ...{ name: 'cashier', day: TODAY, currency: 'EUR', cents: 320, reason: 'Milk' },
    });
    const [count] = await journal(museum, 'drawer.counted');
    assert.deepEqual(
      [count.startCents, count.takenCents, count.paidInCents, count.paidOutCents, count.differenceCents],
      [10_000, 2_400, 5_000, 320, -80],
    );
    await assertSound(museum);
  });

  test('the last float of a day counts, also when the clock was set back; that of another day does not', async (t) => {
    const museum = await openMuseum(t, { settings });
    const clerk = await signInStaff(museum, 'cashier');
    await clerk.post(`${PAGE}/float`, { float: '80' });
    museum.clock.advance(-60_000);
    await clerk.post(`${PAGE}/float`, { float: '0' });
    await clerk.post(`${PAGE}/float`, { float: '70', date: '2027-02-28' });
    const page = await clerk.get(PAGE);
    assert.equal(page.fact(say('expected')), '€0.00');
    assert.equal(page.valueIn(`${PAGE}/float`, 'float'), '0');
    assert.equal((await clerk.get(`${PAGE}?date=2027-02-28`)).fact(say('expected')), '€70.00');
  });

  test('each form of the drawer is done once, however often it is sent', async (t) => {
    const museum = await openMuseum(t, { settings });
    const clerk = await signInStaff(museum, 'cashier');
    const form = { kind: 'pay-in', amount: '5', reason: 'Coins', key: KEY };
    const first = await clerk.post(`${PAGE}/movements`, form);
    assert.equal((await clerk.post(`${PAGE}/movements`, form)).location, first.location);
    assert.equal((await clerk.post(`${PAGE}/movements`, { ...form, amount: '6' })).status, 409);
    assert.equal((await clerk.get(PAGE)).fact(say('payIn')), '€5.00');
    assert.equal((await journal(museum, 'drawer.paid-in')).length, 1);
  });

  test('what is wrong with one form is said beside its fields, and the others stay as they were', async (t) => {
    const museum = await openMuseum(t, { settings });
    const clerk = await signInStaff(museum, 'cashier');
    const odd = await clerk.post(`${PAGE}/movements`, { kind: 'pay-out', amount: '0', reason: '', key: KEY });
    assert.equal(odd.status, 400);
    assert.deepEqual(odd.faultyFields(), ['amount', 'reason']);
    assert.equal(odd.fault('reason'), ticketTexts('en')('reasonFault', { most: 200 }));
    assert.equal(odd.valueIn(`${PAGE}/movements`, 'key'), KEY);
    assert.notEqual(odd.valueIn(PAGE, 'key'), KEY);
    const noKind = await clerk.post(`${PAGE}/movements`, { amount: '1', reason: 'Milk' });
    assert.ok(noKind.problem()?.includes(say('kindFault')));
    for (const float of ['', '-1', '1.234', 'much'])
      assert.deepEqual((await clerk.post(`${PAGE}/float`, { float })).faultyFields(), ['float'], float);
  });

  test('managers see the whole house, each seller and the sum; others see only themselves', async (t) => {
    const museum = await openMuseum(t, { settings });
    await sell(museum, 'cash');
    await sell(museum, 'card');
    await sell(museum, 'cash', 'manager');
    await sell(museum, 'invoice', 'partner');
    const [clerk, manager] = [await signInStaff(museum, 'cashier'), await signInStaff(museum, 'manager')];
    await clerk.post(`${PAGE}/float`, { float: '100' });
    await clerk.post(PAGE, { counted: '120' });
    const cashier = await idOf(museum, 'cashier');
    await manager.post(`${PAGE}/movements`, {
      seller: cashier,
      kind: 'pay-in',
      amount: '10',
      reason: 'Coins',
    });
    const page = await manager.get(`${PAGE}?seller=house`);
    assert.ok(page.lead()?.startsWith(say('wholeHouse')));
    assert.deepEqual(page.rows(), [
      [sayMoney('cash'), '€48.00', '€0.00', '€48.00'],
      [sayMoney('card'), '€24.00', '€0.00', '€24.00'],
      [sayMoney('invoice'), '€24.00', '€0.00', '€24.00'],
      [say('total'), '€96.00', '€0.00', '€96.00'],
      ['cashier', '€24.00', '€24.00', '€0.00', '€48.00'],
      ['manager', '€24.00', '€0.00', '€0.00', '€24.00'],
      ['partner', '€0.00', '€0.00', '€24.00', '€24.00'],
      [say('total'), '€48.00', '€24.00', '€24.00', '€96.00'],
      ...[
        ['cashier', '€100.00', '€24.00', '€10.00', '€0.00', '€134.00'],
        ['manager', '€0.00', '€24.00', '€0.00', '€0.00', '€24.00'],
        [say('total'), '€100.00', '€48.00', '€10.00', '€0.00', '€158.00'],
      ].map((cells, index) => [
        ...cells,
        ...(index === 1
          ? [say('notCounted'), say('notCounted')]
          : ['€120.00', say('short', { amount: '€4.00' })]),
      ]),
    ]);
    assert.ok(page.links().includes(`${PAGE}?date=${TODAY}&seller=${cashier}`));
    const own = await clerk.get(`${PAGE}?seller=house`);
    assert.ok(own.lead()?.startsWith('cashier'));
    assert.equal(own.html.includes('<select'), false);
    await clerk.post(`${PAGE}/movements`, {
      ...{ seller: await idOf(museum, 'manager'), kind: 'pay-out', amount: '1', reason: 'Milk' },
    });
    assert.equal((await clerk.get(PAGE)).fact(say('payOut')), '-€1.00', 'it is out of her own drawer');
    for (const path of ['/float', '/movements'])
      assert.equal((await (await signInStaff(museum, 'partner')).post(`${PAGE}${path}`)).status, 403);
  });
});

describeOnEachDatabase((openMuseum) => {
  test('movements of a drawer that are recorded at the same moment are all kept', async (t) => {
    const museum = await openMuseum(t, { settings });
    const clerk = await signInStaff(museum, 'cashier');
    const form = { kind: 'pay-in', amount: '1', reason: 'Coins' };
    const saved = await Promise.all(Array.from({ length: 8 }, () => clerk.post(`${PAGE}/movements`, form)));
    assert.deepEqual(new Set(saved.map(({ status }) => status)), new Set([303]));
    assert.equal((await clerk.get(PAGE)).fact(say('payIn')), '€8.00');
  });
});
