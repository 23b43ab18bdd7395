import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSoundInEveryLook, openPage, type Page } from '../../fixtures/browser.ts';
import { openGate, scanInto } from '../../fixtures/gate-page.ts';
import { KEYBOARD } from '../../fixtures/hands.ts';
import { TODAY } from '../../fixtures/samples.ts';
import { scan } from '../../fixtures/scan.ts';
import { ARABIC_EVENT, announceArabicEvent, museumWithVisitors } from '../../fixtures/shop-pages.ts';
import { assertSound } from '../../fixtures/sound.ts';

const DAY = '2027-03-03';

function stateOf(page: Page): Promise<string | null> {
  return page.locator('[data-state]').getAttribute('data-state');
}

test('the pages for visitors are sound, however one looks at them', async (t) => {
  const museum = await museumWithVisitors(t, { MUSEUM_COLOUR: '#0b5d4e' });
  await announceArabicEvent(museum);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  const { json: events } = await museum.api('GET', `/special-events?startDate=${TODAY}`);
  const paths = [
    '/',
    `/visit?date=${DAY}`,
    '/visit?date=2027-03-05',
    '/visit?date=2027-02-30',
    '/order/none',
  ];
  for (const path of [...paths, ...events.map(({ eventId }: { eventId: string }) => `/events/${eventId}`)]) {
    await page.goto(path);
    await assertSoundInEveryLook(page);
  }
});

test('a visitor buys with a mouse: the total follows, the order is reserved, paid at the desk, and shown', async (t) => {
  const museum = await museumWithVisitors(t);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.goto('/');
  await page
    .getByRole('link', { name: /^Wednesday 3 March/ })
    .first()
    .click();
  await page.getByRole('radio', { name: '14:00' }).first().check();
  await page.getByRole('spinbutton', { name: /^Adults €12/ }).fill('2');
  await page.locator('.step:has-text("+")').nth(1).click();
  await page.getByText('€32.00').waitFor();
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Your order' }).waitFor();
  assert.equal(await stateOf(page), 'held');
  await assertSoundInEveryLook(page);
  const [{ orderId }] = (await museum.api('GET', '/orders?email=ada@example.com')).json;
  await museum.api('POST', `/orders/${orderId}/confirm`, { body: { paidBy: 'card' } });
  await page.reload();
  assert.equal(await stateOf(page), 'sold');
  assert.equal(await page.getByRole('img', { name: /^Ticket ticket-general/ }).count(), 3);
  await assertSoundInEveryLook(page);
  await assertSound(museum);
});

test('a visitor buys without scripts in German, corrects what was wrong, and cancels', async (t) => {
  const museum = await museumWithVisitors(t);
  const first = await openPage(t, `http://127.0.0.1:${museum.port}`, { locale: 'de-DE' });
  const context = await first.context().browser()?.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
  assert.ok(context);
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${museum.port}/visit?date=${DAY}`);
  await page.getByRole('spinbutton', { name: /^Erwachsene 12,00/ }).fill('1');
  await page.getByLabel('E-Mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Wählen Sie eine Einlasszeit.' }).click();
  assert.equal(await page.getByRole('spinbutton', { name: /^Erwachsene 12,00/ }).inputValue(), '1');
  await page.getByLabel('15:30').check();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('heading', { name: 'Ihre Bestellung' }).waitFor();
  assert.equal(await stateOf(page), 'held');
  await page.getByRole('button', { name: 'Bestellung stornieren' }).click();
  await page.getByText('Sie haben diese Bestellung storniert.').waitFor();
  assert.equal(await stateOf(page), 'released');
  await assertSound(museum);
});

test('a visitor gets free tickets with an Arabic name by keyboard alone', async (t) => {
  const museum = await museumWithVisitors(t);
  await announceArabicEvent(museum);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.goto('/');
  await KEYBOARD.press(page, 'link', ARABIC_EVENT);
  await page.getByRole('heading', { name: ARABIC_EVENT }).waitFor();
  await KEYBOARD.press(page, 'link', 'Wed 3 Mar');
  await page.waitForURL(/2027-03-03/);
  await page.waitForLoadState();
  const offer = page.getByRole('group', { name: ARABIC_EVENT });
  await offer.getByRole('spinbutton').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await KEYBOARD.write(page, 'E-mail', 'grace@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your tickets' }).waitFor();
  assert.equal(await stateOf(page), 'sold');
  assert.equal((await page.getByText(ARABIC_EVENT).count()) > 0, true);
  await assertSoundInEveryLook(page);
  await assertSound(museum);
});

test('a visitor goes to pay, changes their mind, pays, and is admitted once with the code on the ticket', async (t) => {
  const museum = await museumWithVisitors(t, { MUSEUM_PAYMENTS: 'desk,stripe,mollie' });
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.goto(`/visit?date=${TODAY}&standard=1&time.general=11:00`);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  const payWith = (way: string) => page.locator('.way-to-pay', { hasText: way }).getByRole('button');
  await payWith('Stripe').waitFor();
  await assertSoundInEveryLook(page);
  await payWith('Mollie').click();
  await page.getByRole('button', { name: 'Go back without paying' }).click();
  await page.getByText('Nothing was paid.').waitFor();
  assert.equal(await stateOf(page), 'held');
  await payWith('Stripe').click();
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await pay.waitFor();
  const provider = page.url();
  await pay.click();
  await page.getByRole('heading', { name: 'Your ticket' }).waitFor();
  assert.equal(await stateOf(page), 'sold');
  await page.goto(provider);
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await page.getByRole('link', { name: 'Tickets as PDF' }).waitFor();
  await assertSoundInEveryLook(page);
  const picture = await page.getByRole('img', { name: /^Ticket/ }).getAttribute('src');
  const { bytes } = await museum.ask('GET', picture ?? '', { as: 'nobody' });
  const gate = await openGate(t, museum);
  const code = await scan(bytes);
  assert.deepEqual(await scanInto(gate, code), ['admitted', null]);
  await page.reload();
  assert.equal(await page.getByRole('button', { name: 'Cancel the order' }).count(), 0);
  await assertSound(museum);
});

test('who comes back too late finds the same choice one press away', async (t) => {
  const museum = await museumWithVisitors(t, { MUSEUM_PAYMENTS: 'stripe' });
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.goto(`/visit?date=${DAY}&students=2&time.general=14:00`);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Order and pay' }).click();
  await page.getByRole('button', { name: 'Go back without paying' }).click();
  await page.getByText('You pay only once.').waitFor();
  museum.clock.advance(37 * 60_000);
  await page.reload();
  assert.equal(await stateOf(page), 'released');
  await assertSoundInEveryLook(page);
  await page.getByRole('link', { name: 'Choose tickets again' }).click();
  assert.equal(
    await page
      .getByRole('spinbutton', { name: /^Students/ })
      .first()
      .inputValue(),
    '2',
  );
  await assertSound(museum);
});

test('without scripts, a visitor moves one ticket to another time and gives another one back, on a phone', async (t) => {
  const museum = await museumWithVisitors(t, { MUSEUM_PAYMENTS: 'desk,stripe' });
  const first = await openPage(t, `http://127.0.0.1:${museum.port}`);
  const context = await first
    .context()
    .browser()
    ?.newContext({
      ...{ javaScriptEnabled: false, baseURL: `http://127.0.0.1:${museum.port}` },
      viewport: { width: 390, height: 844 },
    });
  assert.ok(context);
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto('/visit?date=2027-03-04&standard=3&time.general=14:00');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Order and pay' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Your tickets' }).waitFor();
  const [{ items }] = (await museum.api('GET', '/orders?email=ada@example.com')).json;
  const [one, other] = items[0].tickets.map(
    ({ confirmationCode }: { confirmationCode: string }) => confirmationCode,
  );
  const order = page.url();
  for (const path of ['', '/give-back', '/move']) {
    await first.goto(order.replace(/\?.*/, '') + path);
    await assertSoundInEveryLook(first);
  }
  await page.getByRole('link', { name: 'Another day or time' }).click();
  await page.getByRole('checkbox', { name: one }).check();
  await page.getByLabel('Day').fill('2027-03-06');
  await page.getByRole('button', { name: 'Show' }).click();
  assert.equal(await page.getByRole('checkbox', { name: one }).isChecked(), true);
  await page.getByRole('radio', { name: '15:30' }).check();
  await page.getByRole('button', { name: 'Move' }).click();
  assert.equal(await page.locator('[data-sum]').getAttribute('data-sum'), '0');
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByText('Moved from Thursday 4 March 2027, 14:00').waitFor();
  await page.getByRole('link', { name: 'Give tickets back' }).click();
  await page.getByRole('checkbox', { name: other }).check();
  await page.getByRole('button', { name: 'Give back' }).click();
  assert.equal(await page.locator('[data-sum]').getAttribute('data-sum'), '1200');
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByText('given back').first().waitFor();
  assert.equal(await page.getByRole('img', { name: /^Ticket ticket-general/ }).count(), 2);
  await assertSound(museum);
});

/** Whether the bar at the foot covers what has the focus, for the reader of a page. */
const IS_HIDDEN = `(() => {
  const { activeElement: focused } = document;
  const bar = document.querySelector('.basket');
  const head = document.querySelector('.bar');
  if (bar.contains(focused) || head.contains(focused) || focused === document.body) return false;
  const { top, bottom } = focused.getBoundingClientRect();
  const isAbove = top < head.getBoundingClientRect().bottom - 1 && !focused.matches('.skip');
  return isAbove || bottom > bar.getBoundingClientRect().top + 1;
})()`;

test('on a phone, the total and Continue are always there, and hide nothing that has the focus', async (t) => {
  const museum = await museumWithVisitors(t);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`, { width: 390, height: 600 });
  await page.goto(`/visit?date=${DAY}&standard=2&time.general=14:00`);
  const hidden: string[] = [];
  for (let press = 0; press < 90; press += 1) {
    await page.keyboard.press(press < 45 ? 'Tab' : 'Shift+Tab');
    const bar = await page.locator('.basket').boundingBox();
    assert.ok(bar !== null && Math.round(bar.y + bar.height) === 600, 'the bar is at the foot');
    if (await page.evaluate(IS_HIDDEN))
      hidden.push(await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 80)'));
  }
  assert.deepEqual(hidden, []);
});
