import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type Page } from '../../fixtures/browser.ts';
import { museumWithDesk, openDesk } from '../../fixtures/desk-pages.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { PASSWORD } from '../../fixtures/museum.ts';
import { TODAY } from '../../fixtures/samples.ts';
import { museumWithVisitors } from '../../fixtures/shop-pages.ts';
import { put } from '../../fixtures/timed-tickets.ts';

const HOURS = 3_600_000;

test('a sale says that it is mailed once it is, and its ticket’s page corrects the address', async (t) => {
  const server = await startMailServer(t);
  const held = Promise.withResolvers<undefined>();
  server.decide(() => held.promise);
  const settings = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
  const museum = await museumWithDesk(t, settings);
  await put(museum, `/museum-hours/${TODAY}`, { timeOpen: '09:00', timeClose: '18:00' });
  const page = await openDesk(t, museum, '/desk/sell', { as: 'cashier' });
  await page.getByLabel('E-mail').fill('aad@example.com');
  await page.getByRole('radio', { name: 'Cash' }).check();
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('Mail to a…@example.com: waiting').waitFor();
  held.resolve(undefined);
  await page.getByText('Mailed to a…@example.com').waitFor(); // without reloading
  await page.getByRole('link', { name: /^ticket-general-/ }).click();
  await page.getByText('Correct the address').click();
  await page.getByLabel('New e-mail address').fill('ada@example.org');
  await page.getByRole('button', { name: 'Correct and send' }).click();
  await page.getByText('Mailed to a…@example.org').waitFor();
  assert.deepEqual(
    server.arrived.map(({ to }) => to),
    ['aad@example.com', 'ada@example.org'],
  );
});

async function signInAgain(page: Page, username: string): Promise<void> {
  await page.getByText('What you typed is kept in this tab.').waitFor();
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(`${username} · ${username}`).waitFor();
}

test('a form sent after the session has ended is there again as it was, for the same account alone', async (t) => {
  const museum = await museumWithDesk(t);
  await put(museum, '/museum-hours/2027-03-03', { timeOpen: '09:00', timeClose: '18:00' });
  const page = await openDesk(t, museum, '/desk/events/new');
  const described = 'A guided evening.\nWith a glass of wine.';
  const writeEvent = async () => {
    await page.getByLabel('Name', { exact: true }).fill('Sorolla and the sea');
    await page.getByLabel('Where').fill('East wing');
    await page.getByLabel('Description').fill(described);
    await page.getByLabel('Price', { exact: true }).fill('25');
    museum.clock.advance(12 * HOURS);
    await page.locator('form[action="/desk/events/new"] button.action').click();
  };
  await writeEvent();
  await signInAgain(page, 'manager');
  await page.getByText('The form is as you sent it').waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Sorolla and the sea');
  assert.equal(await page.getByLabel('Description').inputValue(), described);
  await page.goto('/desk/events/new');
  await writeEvent();
  await signInAgain(page, 'admin');
  await page.waitForLoadState();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '');
  assert.equal(await page.evaluate("sessionStorage.getItem('museum-form')"), null);
  await page.goto('/desk/sell?date=2027-03-03');
  await page.getByLabel('How many: General entry').fill('3');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('radio', { name: 'Card' }).check();
  museum.clock.advance(12 * HOURS);
  await page.getByRole('button', { name: 'Sell' }).click();
  await signInAgain(page, 'admin');
  await page.getByText('The form is as you sent it').waitFor();
  assert.equal(await page.getByLabel('How many: General entry').inputValue(), '3');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'ada@example.com');
  assert.ok(await page.getByRole('radio', { name: 'Card' }).isChecked());
  assert.equal((await museum.api('GET', '/tickets?ticketDate=2027-03-03')).json.length, 0);
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('3 tickets sold.').waitFor();
  await page.goto('/desk/sessions');
  const field = page.locator('input[type="password"]');
  for (let index = 0; index < (await field.count()); index += 1) await field.nth(index).fill('secret words');
  museum.clock.advance(12 * HOURS);
  await page.locator('form[action="/desk/sessions/password"] button').click();
  await page.getByLabel('User name').waitFor();
  assert.equal(await page.evaluate("sessionStorage.getItem('museum-form')"), null);
});

test('the wheel over a quantity scrolls the page and leaves the number, at the desk and in the shop', async (t) => {
  const museum = await museumWithVisitors(t);
  const small = { height: 300 };
  const desk = await openDesk(t, museum, '/desk/sell?date=2027-03-03', small);
  const shop = await openPage(t, `http://127.0.0.1:${museum.port}`, small);
  await shop.goto('/visit?date=2027-03-03');
  await shop.waitForLoadState();
  for (const page of [desk, shop]) {
    const number = page.locator('input[type="number"]').first();
    await number.fill('2');
    await number.hover();
    const before = await page.evaluate<number>('scrollY');
    await page.mouse.wheel(0, 60);
    await page.waitForFunction(`scrollY > ${before}`);
    assert.equal(await number.inputValue(), '2');
    await number.press('ArrowUp');
    assert.equal(await number.inputValue(), '3');
  }
});
