import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertSoundInEveryLook, openPage } from '../../fixtures/browser.ts';
import { museumWithDesk, openDesk } from '../../fixtures/desk-pages.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { createEvent, newEvent, TODAY } from '../../fixtures/samples.ts';
import { put } from '../../fixtures/timed-tickets.ts';
import { addDays, calendarDay } from '../../src/core/calendar-day.ts';

/** A museum on a busy day. */
async function busyMuseum(t: TestContext): Promise<Museum> {
  const museum = await museumWithDesk(t);
  await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
  await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 10 } });
  await museum.api('POST', '/special-events', { body: newEvent({ dates: [TODAY] }) });
  for (let sold = 0; sold < 9; sold += 1) {
    const body = { ticketType: 'general', ticketDate: TODAY, email: 'ada@example.com' };
    const { ticketId } = (await museum.api('POST', '/tickets', { body })).json;
    if (sold < 3) await museum.api('POST', '/check-ins', { body: { ticketId } });
    if (sold === 1) museum.clock.advance(40 * 60_000);
  }
  return museum;
}

test('each page of the desk is accessible, fits, and asks for nothing elsewhere, however one looks at it', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk');
  for (const path of [
    '/desk',
    '/desk/sell',
    '/desk/sell?date=2027-02-01',
    '/desk/sessions',
    '/desk/reports',
    '/desk/reports?report=visits&by=hour',
    '/desk/reports?report=money',
    '/desk/reports/overview',
    '/desk/reports/overview?of=2027',
    '/desk/reports?from=2027-03-01&to=2027-02-01',
    '/desk/nothing',
  ]) {
    await page.goto(path);
    await assertSoundInEveryLook(page);
  }
  await page.goto('/desk/sell');
  await page.getByLabel('How many: Sorolla').fill('0');
  await page.getByLabel('How many: General entry').fill('0');
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('There is a problem').waitFor();
  await assertSoundInEveryLook(page);
  await page.getByLabel('E-mail').fill('ada@example.com');
  for (const [day, seen] of [
    ['2027-02-01', 'Nothing is on sale for Monday 1 February 2027.'],
    [TODAY, 'Sorolla and the sea'],
  ] as const) {
    await page.getByLabel('Day').fill(day);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(seen).waitFor();
    assert.equal(await page.getByLabel('E-mail').inputValue(), 'ada@example.com');
    await assertSoundInEveryLook(page);
  }
  await page.getByLabel('How many: General entry').fill('1');
  await page.getByRole('radio', { name: 'Cash' }).check();
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('1 ticket sold.').waitFor();
  await assertSoundInEveryLook(page);
  await page.goto('/desk/tickets');
  await assertSoundInEveryLook(page);
  await page.getByLabel('Day').fill(TODAY);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('table').waitFor();
  await assertSoundInEveryLook(page);
  await page
    .getByRole('link', { name: /^ticket-general/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Void ticket' }).waitFor();
  await assertSoundInEveryLook(page);
  const ticket = page.url();
  await page.getByRole('link', { name: 'Exchange' }).click();
  await page.getByRole('radiogroup', { name: 'Exchange for' }).waitFor();
  await assertSoundInEveryLook(page);
  await page.goto(ticket);
  await page.getByRole('button', { name: 'Admit' }).click();
  await page.getByText('The visitor is admitted.').waitFor();
  await page.getByRole('button', { name: 'Admit' }).click();
  await page.getByText('Not admitted: it has already been used to come in.').waitFor();
  await assertSoundInEveryLook(page);
});

test('each page for admins is accessible, fits, and asks for nothing elsewhere, however one looks at it', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk/accounts', { as: 'admin' });
  await assertSoundInEveryLook(page);
  await page.getByLabel('User name').fill('a:b');
  await page.getByRole('button', { name: 'Add account' }).click();
  await page.getByText('Enter a user name of 1 to 64 characters').first().waitFor();
  await assertSoundInEveryLook(page);
  await page.getByLabel('User name').fill('Ada');
  await page.getByRole('button', { name: 'Add account' }).click();
  await page.getByText('The password of Ada is:').waitFor();
  await assertSoundInEveryLook(page);
  await page.getByRole('link', { name: 'Go to the account' }).click();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByText('Saved.').waitFor();
  await assertSoundInEveryLook(page);
  await page.getByRole('link', { name: 'Activity of this account' }).click();
  await page.getByText('Nothing found.').waitFor();
  await page.getByLabel('Who').fill('');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('table').waitFor();
  await page.getByText('Details').nth(1).click();
  await assertSoundInEveryLook(page);
});

test('the desk shows the day, and its curve as a table too', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk');
  assert.ok(await page.getByRole('heading', { name: 'Monday 1 March 2027' }).isVisible());
  await page.getByText('As a table').click();
  assert.ok(await page.getByRole('rowheader', { name: '11:30' }).isVisible());
});

test('the hours below the curve can be read on a phone, and do not run into each other', async (t) => {
  const museum = await busyMuseum(t);
  const { json } = await museum.api('GET', `/tickets?ticketDate=${TODAY}`);
  for (const { ticketId } of json.slice(0, 6)) {
    museum.clock.advance(60 * 60_000);
    await museum.api('POST', '/check-ins', { body: { ticketId } });
  }
  const page = await openDesk(t, museum, '/desk', { width: 320 });
  const hours = page.locator('.curve text').filter({ visible: true });
  const boxes = await Promise.all((await hours.all()).map((hour) => hour.boundingBox()));
  assert.equal(boxes.length, 3);
  for (const [index, box] of boxes.entries()) {
    const before = boxes[index - 1];
    assert.ok(box && box.height >= 12, `${box?.height} px`);
    assert.ok(!before || before.x + before.width < box.x, `hour ${index}`);
  }
});

test('two presses lead from the page to a ticket on paper, and the sum follows what is typed', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk/sell');
  await page.getByLabel('How many: Sorolla').fill('2');
  assert.equal(await page.locator('output').innerText(), '€59.00');
  await page.getByLabel('How many: Sorolla').fill('0');
  await page.getByRole('radio', { name: 'Cash' }).check();
  await page.getByRole('button', { name: 'Sell' }).dblclick();
  await page.getByText('1 ticket sold.').waitFor();
  await page.evaluate('window.print = () => { document.title = "printing"; }');
  await page.getByRole('button', { name: 'Print' }).click();
  assert.equal(await page.title(), 'printing');
});

test('the change follows what is given, two ways are asked for when they are chosen, and a sale is reserved', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk/sell');
  await page.getByLabel('How many: General entry').fill('0');
  await page.getByLabel('How many: Sorolla').fill('2');
  const [given, change] = [page.getByLabel('Given'), page.locator('[data-change]')];
  assert.equal(await given.isVisible(), false);
  await page.getByRole('radio', { name: 'Cash' }).check();
  await given.fill('60');
  assert.equal(await change.innerText(), '€10.00');
  assert.equal(await page.getByLabel('First amount').isVisible(), false);
  await page.getByRole('radio', { name: 'Two ways' }).check();
  await page.getByLabel('First way').selectOption('Voucher');
  await page.getByLabel('First amount').fill('15.50');
  await page.getByLabel('Second way').selectOption('Cash');
  assert.equal(await change.innerText(), '€25.50');
  await assertSoundInEveryLook(page);
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('Given €60.00 · Change €25.50').waitFor();
  await assertSoundInEveryLook(page);
  await page.goto('/desk/sell');
  await page.getByLabel('How many: General entry').press('r');
  await page.getByText('The places are held until the end of the day of the visit.').waitFor();
  await page.getByText('Two ways').click();
  await assertSoundInEveryLook(page);
  await page.getByLabel('Given').fill('10');
  await page.getByRole('button', { name: 'Cash' }).click();
  await page.getByText('1 ticket sold.').waitFor();
});

test('in a currency without decimals the sum has none', async (t) => {
  const museum = await museumWithDesk(t, { MUSEUM_CURRENCY: 'JPY', MUSEUM_GENERAL_PRICE: '1250' });
  const page = await openDesk(t, museum, '/desk/sell');
  const sums = { 1: '¥1,250', 2: '¥2,500', 3: '¥3,750' };
  for (const [count, sum] of Object.entries(sums)) {
    await page.getByLabel('How many: General entry').fill(count);
    assert.equal(await page.locator('output').innerText(), sum);
  }
});

test('a ticket prints on A4, A6 and a roll, each on sheets of its own size', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk/sell');
  await page.getByLabel('How many: General entry').fill('1');
  await page.getByLabel('How many: Sorolla').fill('1');
  await page.getByRole('radio', { name: 'Cash' }).check();
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('2 tickets sold.').waitFor();
  for (const [paper, sheets] of Object.entries({ A6: 2, '80 mm roll': 2, A4: 1 })) {
    // A confirmation code may have A4 in it.
    await page.getByRole('link', { name: paper, exact: true }).click();
    await page.getByRole('link', { name: paper, exact: true }).and(page.locator('[aria-current]')).waitFor();
    await page.waitForLoadState('networkidle');
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, sheets, paper);
    const [, width] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)/.exec(pdf) ?? [];
    const millimetres = Math.round((Number(width) / 72) * 25.4);
    assert.equal(millimetres, { A4: 210, A6: 105, '80 mm roll': 80 }[paper]);
  }
});

test('who clicks twice while a new account is under way still gets to see its password', async (t) => {
  const museum = await busyMuseum(t);
  const page = await openDesk(t, museum, '/desk/accounts', { as: 'admin' });
  // However long it takes, the second click comes at once.
  await page.evaluate("Object.defineProperty(Event.prototype, 'timeStamp', { value: 0 })");
  const [sent, clickedAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let posts = 0;
  await page.route('/desk/accounts', async (route) => {
    posts += 1;
    sent.resolve();
    await clickedAgain.promise;
    await route.continue();
  });
  await page.getByLabel('User name').fill('newcomer');
  await page.getByRole('button', { name: 'Add account' }).hover();
  const click = async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
  await click();
  await sent.promise;
  await click();
  clickedAgain.resolve();
  await page.locator('code').waitFor();
  assert.equal(posts, 1);
});

test('a sale is made by keyboard alone, and without scripts', async (t) => {
  const museum = await busyMuseum(t);
  const page = await openDesk(t, museum, '/desk/sell');
  const plain = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await plain.route('**/*.js', (route) => route.abort());
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto('/desk/sell');
  await plain.getByLabel('How many: Sorolla').focus();
  await plain.keyboard.press('ControlOrMeta+A');
  await plain.keyboard.type('3');
  await plain.getByRole('button', { name: 'Add up' }).press('Enter');
  await plain.getByRole('radio', { name: 'Card' }).press('Space');
  await plain.getByLabel('How many: Sorolla').press('Enter');
  await plain.getByText('4 tickets sold.').waitFor();
});

test('how a sale is paid is asked only when there is something to pay, with and without scripts', async (t) => {
  const museum = await busyMuseum(t);
  await put(museum, `/capacity/general/${TODAY}`, { capacity: 20 });
  await put(museum, '/general-entry/prices', [{ category: 'standard', price: 0 }]);
  const page = await openDesk(t, museum, '/desk/sell');
  const payment = page.getByRole('radiogroup', { name: 'Paid' });
  assert.equal(await payment.isVisible(), false);
  await page.getByLabel('How many: Sorolla').fill('1');
  await payment.waitFor();
  await page.getByRole('button', { name: 'Sell' }).click();
  assert.match(page.url(), /sell$/); // the browser asks for it
  await page.getByLabel('How many: Sorolla').fill('0');
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('1 ticket sold.').waitFor();
  const plain = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await plain.route('**/*.js', (route) => route.abort());
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto('/desk/sell');
  await plain.getByRole('button', { name: 'Sell' }).click();
  await plain.getByText('1 ticket sold.').waitFor();
  const { json: report } = await museum.api('GET', `/reports/payments?startDate=${TODAY}&endDate=${TODAY}`);
  assert.equal(report.total.count, 0);
});

test('two adults for today are sold and at the printer in five keys', async (t) => {
  const museum = await museumWithDesk(t);
  await put(museum, `/museum-hours/${TODAY}`, { timeOpen: '09:00', timeClose: '18:00' });
  const page = await openDesk(t, museum, '/desk');
  await page.addInitScript('window.print = () => { document.title = "printing"; }');
  await page.keyboard.press('n');
  await page.waitForURL('**/desk/sell');
  for (const key of ['2', 'c']) await page.keyboard.press(key);
  await page.getByText('2 tickets sold.').waitFor();
  await page.waitForLoadState();
  await page.keyboard.press('Enter');
  assert.equal(await page.title(), 'printing');
});

test('Enter in the field of the day shows that day, and asks for nothing else', async (t) => {
  const museum = await busyMuseum(t);
  const page = await openDesk(t, museum, '/desk/sell');
  await page.getByLabel('Day').fill('2027-03-08');
  await page.getByLabel('Day').press('Enter');
  await page.getByText('Monday 8 March 2027').first().waitFor();
});

test('Back shows the sale that was made, and the same is sold again only by choice', async (t) => {
  const museum = await busyMuseum(t);
  const page = await openDesk(t, museum, '/desk/sell');
  await page.getByLabel('How many: General entry').fill('0');
  await page.getByLabel('How many: Sorolla').fill('2');
  await page.getByLabel('How many: Sorolla').press('c');
  await page.getByText('2 tickets sold.').waitFor();
  const sold = page.url();
  await page.getByRole('link', { name: 'Sell the same again' }).click();
  await page.waitForLoadState();
  assert.equal(await page.getByLabel('How many: Sorolla').inputValue(), '2');
  assert.equal(await page.getByLabel('How many: General entry').inputValue(), '');
  await page.goBack();
  await page.goBack();
  await page.waitForURL(sold);
  assert.equal((await museum.api('GET', `/tickets?ticketDate=${TODAY}`)).json.length, 11);
});

test('a sale whose request or answer is lost is made once, when Sell is pressed again', async (t) => {
  const museum = await busyMuseum(t);
  const page = await openDesk(t, museum, '/desk/sell');
  let isSent = false;
  await page.route('**/desk/sell', async (route) => {
    if (isSent) await route.fetch(); // it is made, and nobody hears of it
    await route.abort();
  });
  await page.getByRole('radio', { name: 'Cash' }).check();
  for (const lost of ['request', 'answer']) {
    isSent = lost === 'answer';
    await page.getByRole('button', { name: 'Sell' }).click();
    await page.getByText('Not connected: nothing was lost.').waitFor();
    await page.clock.runFor(2_000); // after which it is no double click
  }
  await page.unroute('**/desk/sell');
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('1 ticket sold.').waitFor();
  assert.equal((await museum.api('GET', `/tickets?ticketDate=${TODAY}`)).json.length, 10);
});

test('a ticket is found, let in, taken back, exchanged and made void, without scripts', async (t) => {
  const museum = await busyMuseum(t);
  const page = await openDesk(t, museum, '/desk/tickets');
  await page.route('**/*.js', (route) => route.abort());
  const body = { ticketType: 'general', ticketDate: TODAY, email: 'grace@example.com' };
  const { confirmationCode } = (await museum.api('POST', '/tickets', { body })).json;
  await page.keyboard.type(confirmationCode.slice('ticket-general-'.length).toUpperCase().replace('-', ' '));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Admit' }).press('Enter');
  await page.getByText('The visitor is admitted.').waitFor();
  await page.getByRole('button', { name: 'Undo admission' }).press('Enter');
  await page.getByText('The admission has been undone.').waitFor();
  await page.getByRole('link', { name: 'Exchange' }).press('Enter');
  await page
    .getByLabel('Sorolla and the sea, East wing, room 4 · €25.00 · To pay: €16.00 · Left: no limit')
    .press('Space');
  await page.getByLabel('Difference').selectOption('Cash');
  await page.getByLabel('Reason').fill('Wants to see Sorolla');
  await page.getByLabel('Reason').press('Enter');
  await page.getByText('The ticket has been exchanged. This is the new one.').waitFor();
  await page.getByLabel('Reason').fill('Ill');
  await page.getByLabel('Refund', { exact: true }).selectOption('No refund');
  await page.getByLabel('Reason').press('Enter');
  await page.getByText('The ticket is void.').waitFor();
  await page.getByText('Voided: Ill').waitFor();
});

test('tickets of an order are chosen by number and by code, and made void together, without scripts', async (t) => {
  const museum = await busyMuseum(t);
  await put(museum, `/capacity/general/${TODAY}`, { capacity: 30 });
  const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 8 }];
  const { orderId } = (await museum.api('POST', '/orders', { body: { items, paidBy: 'card' } })).json;
  const page = await openDesk(t, museum, `/desk/orders/${orderId}`);
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.reload();
  await page.getByLabel('How many are chosen: Standard, General entry').fill('5');
  await assertSoundInEveryLook(page);
  await page.getByRole('button', { name: 'Void' }).click();
  await page.getByRole('heading', { name: 'Void 5 tickets' }).waitFor();
  assert.equal(await page.getByLabel('Amount refunded').inputValue(), '45');
  await assertSoundInEveryLook(page);
  await page.getByLabel('Reason').fill('The bus is late');
  await page.getByLabel('Reason').press('Enter');
  await page.getByText('5 tickets are void.').waitFor();
  await page.getByText('8 codes').click();
  await page.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: 'Admit' }).click();
  await page.getByRole('button', { name: 'Admit 1 ticket' }).click();
  await page.getByText('1 ticket is admitted.').waitFor();
});

test('how many tickets of an order are chosen is said at once', async (t) => {
  const museum = await busyMuseum(t);
  await put(museum, `/capacity/general/${TODAY}`, { capacity: 30 });
  const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 8 }];
  const { orderId } = (await museum.api('POST', '/orders', { body: { items, paidBy: 'card' } })).json;
  const page = await openDesk(t, museum, `/desk/orders/${orderId}`);
  const bar = page.getByRole('group', { name: 'With those that are chosen' }).locator('strong');
  const number = page.getByLabel('How many are chosen: Standard, General entry');
  assert.equal(await bar.innerText(), 'With those that are chosen');
  await number.fill('5');
  assert.equal(await bar.innerText(), '5 tickets chosen');
  await number.fill('50');
  assert.equal(await bar.innerText(), '8 tickets chosen');
  await page.getByText('8 codes').click();
  await page.getByRole('checkbox').last().check();
  assert.equal(await bar.innerText(), '1 ticket chosen', 'as it is done');
  await page.getByRole('checkbox').last().uncheck();
  await number.fill('');
  assert.equal(await bar.innerText(), 'With those that are chosen');
});

test('a day with five offers is sold from without scrolling at 1280 x 800', async (t) => {
  const museum = await busyMuseum(t);
  for (const name of ['What the Dorothea carried', 'Lighthouse by lamplight', 'Drawing boats']) {
    const { eventId } = await createEvent(museum, { name, dates: [TODAY] });
    await put(museum, `/special-events/${eventId}/times`, { times: ['16:00', '17:00'] });
  }
  const page = await openDesk(t, museum, '/desk/sell', { width: 1280, height: 800 });
  assert.equal(
    await page
      .getByRole('group', { name: /./ })
      .filter({ has: page.getByRole('spinbutton') })
      .count(),
    5,
  );
  const bottom = await page.evaluate<number>('document.documentElement.scrollHeight');
  assert.ok(bottom <= 800, `the page is ${bottom} pixels high`);
  await assertSoundInEveryLook(page);
});

test('a drawer is opened with a float, used and counted without scripts, and a manager sees the whole house', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk/cash-up', { as: 'manager' });
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.getByLabel('Float', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Save the float' }).click();
  await page.getByText('The float has been saved.').waitFor();
  await page.getByLabel('Amount').fill('3.20');
  await page.getByLabel('Reason').fill('Milk');
  await page.getByRole('button', { name: 'Pay-out' }).click();
  await page.getByText('The pay-out has been recorded.').waitFor();
  await page.getByLabel('Counted now').fill('96.80');
  await page.getByRole('button', { name: 'Save the count' }).click();
  await page.getByText('The count has been saved.').waitFor();
  await assertSoundInEveryLook(page);
  await page.getByLabel('Seller').selectOption('Whole house');
  await page.getByRole('button', { name: 'Show' }).click();
  const row = page.getByRole('row', { name: /^manager/ });
  assert.match(await row.innerText(), /€100\.00.*-€3\.20.*€96\.80.*€96\.80.*none/s);
  await assertSoundInEveryLook(page);
});

test('Back leads from a ticket to the list of its day, without sending a form again', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk/tickets');
  await page.getByLabel('Day').fill(TODAY);
  await page.getByRole('button', { name: 'Find' }).click();
  const found = page.getByRole('link', { name: /^ticket-general/ });
  await found.first().click();
  await page.getByRole('heading', { name: 'Void ticket' }).waitFor();
  await page.goBack();
  assert.equal(await found.count(), 9);
  assert.equal(await page.getByLabel('Day').inputValue(), TODAY);
});

test('what was found is in sight at once on a small phone, and so is what is wrong', async (t) => {
  const museum = await busyMuseum(t);
  const page = await openDesk(t, museum, '/desk/tickets', { width: 320, height: 640, touch: true });
  const seen = async (text: string) => {
    const box = await page.getByText(text).first().boundingBox();
    assert.ok(box && box.y > -1 && box.y + box.height <= 640, `${text} at ${box?.y}`); // browsers scroll by whole pixels
  };
  await page.getByLabel('Day').fill(TODAY);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('table').waitFor();
  await seen('Found');
  await page.getByLabel('Confirmation code').fill('ticket-general-1');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator('.faults:focus').waitFor();
  await seen('There is a problem');
});

test('somebody with a ticket for another day is let in all the same, by keyboard and without scripts', async (t) => {
  const museum = await busyMuseum(t);
  const body = { ticketType: 'general', ticketDate: '2027-03-08', email: 'grace@example.com' };
  const { ticketId } = (await museum.api('POST', '/tickets', { body })).json;
  const page = await openDesk(t, museum, `/desk/tickets/${ticketId}`, { as: 'cashier' });
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Admit' }).press('Enter');
  await page.getByText('Not admitted: it is for Monday 8 March 2027.').waitFor();
  await page.getByLabel('Reason').first().fill('The train was late');
  await page.keyboard.press('Enter');
  await page.getByText('The visitor is admitted.').waitFor();
  await page.getByText('Admitted anyway: The train was late').waitFor();
});

test('one key begins a sale, another finds a ticket, unless somebody types or has switched that off', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk');
  await page.keyboard.press('/');
  await page.waitForURL('**/desk/tickets');
  const find = page.getByLabel('Confirmation code');
  await page.keyboard.type('n/');
  assert.equal(await find.inputValue(), 'n/');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('n');
  await page.waitForURL('**/desk/sell');
  await page.goto('/desk/sessions');
  await page.getByLabel('Shortcuts: n to sell').uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('n');
  await page.goto('/desk');
  await page.keyboard.press('n');
  await page.waitForLoadState('networkidle');
  assert.match(page.url(), /\/desk$/);
});

test('what a hand scanner types beside a field leads nowhere', async (t) => {
  const page = await openDesk(t, await busyMuseum(t), '/desk/reports');
  await page.clock.install();
  await page.evaluate(`
    went = [];
    document.addEventListener('click', (event) => {
      went.push(event.target.dataset.key);
      event.preventDefault();
    });
    press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  `);
  for (const [typed, expected] of [
    ['nMT1.n2y/x/n', []],
    ['n', ['n']],
  ] as const) {
    await page.evaluate(`[...'${typed}'].forEach(press)`);
    await page.clock.runFor(1000);
    assert.deepEqual(await page.evaluate('went'), expected);
  }
});

test('two adults and a child for 10:30 are sold with at most seven keystrokes', async (t) => {
  const museum = await museumWithDesk(t);
  await put(museum, '/categories', [
    { category: 'standard', name: 'Adults', unitType: 'ADULT' },
    { category: 'child', name: 'Children', unitType: 'CHILD' },
  ]);
  await put(museum, '/general-entry/prices', [
    { category: 'standard', price: 12 },
    { category: 'child', price: 5 },
  ]);
  const tomorrow = addDays(calendarDay(TODAY), 1);
  await put(museum, `/museum-hours/${tomorrow}`, { timeOpen: '10:00', timeClose: '18:00' });
  await put(museum, '/general-entry/times', { every: 30, places: 40, lastEntry: 60 });
  const page = await openDesk(t, museum, `/desk/sell?date=${tomorrow}`);
  await assertSoundInEveryLook(page);
  await page.goto(`/desk/sell?date=${tomorrow}`);
  const keys = ['ArrowDown', 'Tab', 'ArrowUp', 'Tab', 'ArrowUp'];
  for (const key of keys) await page.keyboard.press(key);
  assert.equal(await page.locator('output[name="sum"]').textContent(), '€29.00');
  await page.keyboard.press('c'); // paid in cash
  await page.getByText('3 tickets sold.').waitFor();
  assert.ok(keys.length + 1 <= 7);
  const tickets = (await museum.api('GET', `/tickets?ticketDate=${tomorrow}`)).json;
  assert.deepEqual(
    tickets.map(({ category, entryTime }: Record<string, string>) => `${category} ${entryTime}`).sort(),
    ['child 10:30', 'standard 10:30', 'standard 10:30'],
  );
});
