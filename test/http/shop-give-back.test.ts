import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeProviders } from '../../fixtures/checkout.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { PageReader } from '../../fixtures/page-reader.ts';
import { ONLINE_SETTINGS as settings, shopperIn, stateOn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { until } from '../../fixtures/until.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { orderTexts } from '../../src/web/desk/order-texts.ts';
import { todayTexts } from '../../src/web/desk/today-texts.ts';
import { shopOrderTexts } from '../../src/web/shop/shop-order-texts.ts';

const say = shopOrderTexts('en');
const DAY = '2027-03-04';

type Form = Record<string, string>;

/** The sum that the page says goes back. */
function sumOn({ html }: PageReader): string | undefined {
  return /data-sum="(\d+)"/.exec(html)?.[1];
}

describeOnSqlite((openMuseum) => {
  /** A visitor with three tickets that were paid online, or at the desk. */
  async function opened(t: TestContext, paid: 'online' | 'desk', more: Form = {}) {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const museum = await openMuseum(t, { clock, fakes, settings: { ...settings, ...more } });
    const shopper = shopperIn(museum);
    const at = await shopper.buy(DAY, { 'general.standard': '3' });
    const [{ orderId, orderCode }] = (await museum.api('GET', '/orders?email=ada@example.com')).json;
    if (paid === 'online') {
      const { location = '' } = await shopper.post(`${at}/pay`, { way: 'stripe' });
      fakes.stripe.pay(location.replace('/demo/pay/', ''));
    } else await museum.api('POST', `/orders/${orderId}/confirm`, { body: { paidBy: 'cash' } });
    assert.equal(stateOn(await shopper.get(at)), 'sold');
    const order = async () => (await museum.api('GET', `/orders/${orderId}`)).json;
    const codes: string[] = (await order()).items[0].tickets.map(
      ({ confirmationCode }: { confirmationCode: string }) => confirmationCode,
    );
    const path = `${at}/give-back`;
    /** Ticks those tickets on the page, and presses the button. */
    const press = (page: PageReader, ticked: readonly string[]) => {
      const { shown } = page.form(path) as Form;
      return shopper.post(path, {
        ...(shown && { shown }),
        ...Object.fromEntries(ticked.map((code) => [code, 'on'])),
      });
    };
    return { museum, shopper, fakes, at, path, codes, order, orderId, orderCode, press };
  }

  test('a buyer ticks tickets, sees the sum and how it goes back, and gives them back; the others stay', async (t) => {
    const { museum, shopper, at, path, codes, order, press } = await opened(t, 'online');
    assert.ok((await shopper.get(at)).links(at).includes(path));
    const page = await shopper.get(path);
    assert.deepEqual([page.heading(), sumOn(page)], [say('giveBack'), undefined]);
    assert.deepEqual(page.headers['x-robots-tag'], 'noindex');
    for (const code of codes) assert.deepEqual([page.hasField(code), page.value(code)], [true, undefined]);
    const [one, other, third] = codes as [string, string, string];
    const nothing = await press(page, []);
    assert.deepEqual([nothing.status, nothing.problem()?.includes(say('tickSome'))], [400, true]);
    const asked = await press(page, [one, other]);
    assert.deepEqual([asked.status, sumOn(asked), stateOn(await shopper.get(at))], [200, '1800', 'sold']);
    assert.deepEqual([asked.value(one), asked.value(third)], ['on', undefined]);
    assert.ok(asked.text().includes(say('backOnline')));
    assert.ok(asked.text().includes(say('othersStay', { count: 1 })));
    const less = await press(asked, [one]);
    assert.deepEqual([less.status, sumOn(less)], [200, '900']);
    assert.equal((await order()).account.worth, 27);
    assert.equal((await press(less, [one])).location, at);
    assert.equal((await press(less, [one])).location, at, 'a second press does nothing');
    const { account, items } = await order();
    assert.equal(account.worth, 18);
    assert.deepEqual([items[0].tickets[0].state, items[0].tickets[0].because], ['void', 'returned']);
    const after = await shopper.get(at);
    assert.equal(after.images().length, 2);
    await until(async () => (await shopper.get(at)).text().includes(say('refunded', { amount: '€9.00' })));
    assert.deepEqual([after.hasField(one), (await shopper.get(path)).hasField(one)], [false, false]);
    await assertSound(museum);
  });

  test('when another sum goes back by now, or a ticket is void, the page is shown again and nothing is done', async (t) => {
    const { museum, shopper, path, codes, order, press } = await opened(t, 'online');
    const [one, other] = codes as [string, string];
    const asked = await press(await shopper.get(path), [one, other]);
    const { ticketId } = (await order()).items[0].tickets[0];
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Lost' } });
    const stale = await press(asked, [one, other]);
    assert.deepEqual([stale.status, sumOn(stale), stale.hasField(one)], [409, '900', false]);
    assert.ok(stale.problem()?.includes(say('refundChanged')));
    assert.equal(stale.value(other), 'on');
    const lie = await shopper.post(path, {
      [other]: 'on',
      shown: stale.valueIn(path, 'shown')?.replace('900', '9000') ?? '',
    });
    assert.deepEqual([lie.status, sumOn(lie)], [409, '900']);
    assert.ok(lie.problem()?.includes(say('refundChanged')));
    assert.equal((await order()).account.worth, 18);
    await assertSound(museum);
  });

  test('what was paid at the desk the museum pays back: staff see it, and mark it as paid', async (t) => {
    const { museum, shopper, at, path, codes, order, orderId, orderCode, press } = await opened(t, 'desk');
    const asked = await press(await shopper.get(path), codes);
    assert.equal(sumOn(asked), '2700');
    assert.ok(asked.text().includes('the museum pays it back'));
    await press(asked, codes);
    const page = await shopper.get(at);
    assert.deepEqual([stateOn(page), page.images(), page.links(at).includes(path)], ['void', [], false]);
    assert.ok(
      page.text().includes(say('returned')) && page.text().includes(say('museumOwes', { amount: '€27.00' })),
    );
    assert.equal((await shopper.get(path)).location, at);
    assert.equal((await order()).account.due, 27);
    const clerk = await signInStaff(museum, 'manager');
    const address = `/desk/orders/${orderId}`;
    const owed = todayTexts('en')('owed', { order: orderCode, amount: '€27.00' });
    const today = await clerk.get('/desk');
    assert.ok(today.text().includes(owed) && today.links().includes(address));
    const desk = await clerk.get(address);
    const form = desk.form(`${address}/owed`) as Form;
    assert.deepEqual(
      [desk.fact(orderTexts('en')('toPayBack')), form.owedBy, form.owed],
      ['€27.00', 'cash', '2700'],
    );
    const odd = await clerk.post(`${address}/owed`, { ...form, owedBy: '' });
    assert.deepEqual([odd.status, odd.faultyFields()], [400, ['owedBy']]);
    const wrong = await clerk.post(`${address}/owed`, { ...form, owed: '2600' });
    assert.deepEqual([wrong.status, wrong.problem()?.includes(orderTexts('en')('owedChanged'))], [409, true]);
    const paid = await clerk.post(`${address}/owed`, form);
    assert.equal(paid.location, `${address}?done=owedPaid`);
    assert.equal((await clerk.get(paid.location ?? '')).message(), doneTexts('en')('owedPaid'));
    const { account, payments } = await order();
    assert.deepEqual([account, payments.at(-1).amount], [{ worth: 0, paid: 0, due: 0, kept: 0 }, -27]);
    assert.ok(!(await clerk.get('/desk')).text().includes(owed));
    await assertSound(museum);
  });

  test('too near the visit the page says so, and there is no link', async (t) => {
    const { museum, shopper, at, path, codes, press } = await opened(t, 'online');
    const asked = await press(await shopper.get(path), codes.slice(0, 1));
    museum.clock.advance(3 * 24 * 3_600_000);
    const page = await shopper.get(at);
    assert.deepEqual([page.links(at).includes(path), page.text().includes(say('tooLate'))], [false, true]);
    assert.equal((await press(asked, codes.slice(0, 1))).location, at);
    assert.equal(stateOn(await shopper.get(at)), 'sold');
  });

  test('one mail tells what was given back together, what goes back, and leads to the order', async (t) => {
    const server = await startMailServer(t);
    const mail = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const { shopper, at, path, codes, orderCode, press } = await opened(t, 'desk', mail);
    await server.has(1);
    const before = server.arrived.length;
    const two = codes.slice(0, 2);
    await press(await press(await shopper.get(path), two), two);
    await server.has(before + 1);
    const { to, mail: told } = server.arrived[before] ?? assert.fail();
    assert.deepEqual([to, told.subject], ['ada@example.com', `Tickets given back: ${orderCode}`]);
    for (const text of [...two, 'the museum pays it back', '€18.00', at])
      assert.ok(told.text?.includes(text), text);
    assert.ok(!told.text?.includes(codes[2] as string));
  });

  test('the mail about money that went back says what holds now, and what does not', async (t) => {
    const server = await startMailServer(t);
    const mail = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const { shopper, path, codes, press } = await opened(t, 'online', mail);
    const two = codes.slice(0, 2);
    await press(await press(await shopper.get(path), two), two);
    await server.has(3);
    const told = server.arrived
      .map(({ mail: { text = '' } }) => text)
      .find((text) => text.includes('paid back the way'));
    for (const line of [
      'Ticket for: 1 × General entry',
      'Total: €9.00',
      'No longer valid: 2 × General entry',
    ])
      assert.ok(told?.includes(line), told);
  });
});
