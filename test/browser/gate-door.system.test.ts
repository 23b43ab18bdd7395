import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, type Page } from '../../fixtures/browser.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  longAfter,
  museumWithGate,
  openGate,
  scanInto,
  signIn,
  ticketWithCode,
} from '../../fixtures/gate-page.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { createEvent, eventPurchase, TODAY } from '../../fixtures/samples.ts';

const DAY = 24 * 60 * 60_000;

const admits = (page: Page) => page.getByLabel('This door admits');
/** What somebody reads in the list. */
const chosenIn = (page: Page) =>
  admits(page).evaluate(`document.querySelector('#admits').selectedOptions[0].label`);
const told = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor();

async function concertToday(museum: Museum) {
  return createEvent(museum, { name: 'Concert', dates: [TODAY] });
}

test('a door whose event is cancelled admits nobody else, until somebody chooses anew', async (t) => {
  const museum = await museumWithGate(t);
  const { eventId } = await concertToday(museum);
  const general = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await admits(page).selectOption('Concert');
  await museum.api('DELETE', `/special-events/${eventId}`);
  museum.clock.advance(2_000); // until the journal is sealed
  await told(page, 'This door only admits Concert (cancelled).');
  assert.equal(await chosenIn(page), 'Concert (cancelled)');
  assert.deepEqual(await scanInto(page, general.code), ['refused', 'other-event']);
  await createEvent(museum, { name: 'Reading', dates: [TODAY] });
  museum.clock.advance(2_000);
  await page.locator('#admits option', { hasText: 'Reading' }).waitFor({ state: 'attached' });
  assert.equal(await page.locator('#notice').textContent(), ''); // it is said once
  await page.reload();
  await connected(page);
  assert.equal(await chosenIn(page), 'Concert (cancelled)');
  await admits(page).selectOption('everything today');
  assert.deepEqual(await scanInto(page, general.code), ['admitted', null]);
});

test('a door keeps its event on a day without it, with and without a network', async (t) => {
  const museum = await museumWithGate(t);
  await concertToday(museum);
  const general = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await admits(page).selectOption('Concert');
  museum.clock.advance(DAY); // by then the session is over, too
  await signIn(page, 'gate');
  await told(page, 'This door only admits Concert (not today).');
  assert.equal(await chosenIn(page), 'Concert (not today)');
  for (const isOffline of [false, true]) {
    await page.context().setOffline(isOffline);
    if (isOffline) await disconnected(page);
    assert.deepEqual(await scanInto(page, general.code), ['refused', 'other-event']);
    await page.getByText('For general entry; this door admits Concert.').waitFor();
    await longAfter(page); // it is another scan
  }
});

test('a door that the page does not know the events for yet does not admit everything either', async (t) => {
  const museum = await museumWithGate(t);
  await concertToday(museum);
  const general = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await admits(page).selectOption('Concert');
  await page.evaluate(`void indexedDB.deleteDatabase('museum-gate')`); // once the page has let go of it
  // Refused, not cut off: the page stays online and asks the service about scans.
  await page.route('**/gate/api/gate/*', (route) => route.fulfill({ status: 400, json: {} }));
  await page.reload();
  await page.locator('[data-connection="online"]').waitFor();
  assert.equal(await chosenIn(page), 'Concert');
  assert.deepEqual(await scanInto(page, general.code), ['refused', 'other-event']);
});

test('a hand scan never chooses from a list that has the focus', async (t) => {
  const museum = await museumWithGate(t);
  await createEvent(museum, { name: '1914: before the storm', dates: [TODAY] });
  const tickets = [await ticketWithCode(museum), await ticketWithCode(museum)] as const;
  const page = await openGate(t, museum);
  await page.locator('#admits option', { hasText: '1914' }).waitFor({ state: 'attached' });
  await admits(page).focus();
  assert.deepEqual(await scanInto(page, tickets[0].code), ['admitted', null]);
  assert.equal(await chosenIn(page), 'everything today');
  await page.locator('summary', { hasText: 'This door' }).click();
  await page.getByLabel('Visitors').focus();
  assert.deepEqual(await scanInto(page, tickets[1].code), ['admitted', null]);
  assert.equal(await page.getByLabel('Visitors').inputValue(), 'in');
});

test('a hand scan into the name of the door is a scan, and the name stays', async (t) => {
  const museum = await museumWithGate(t);
  const tickets = [await ticketWithCode(museum), await ticketWithCode(museum)] as const;
  const page = await openGate(t, museum);
  await page.locator('summary', { hasText: 'This door' }).click();
  const name = page.getByLabel('Name of this door');
  await name.fill('East');
  await name.press('Enter');
  await name.focus();
  await name.press('End');
  assert.deepEqual(await scanInto(page, tickets[0].code), ['admitted', null]);
  assert.equal(await name.inputValue(), 'East');
  await name.selectText();
  assert.deepEqual(await scanInto(page, tickets[1].code), ['admitted', null]);
  assert.equal(await name.inputValue(), 'East');
  assert.equal(await page.locator('#door-name').textContent(), 'East');
  const { json } = await museum.api('GET', `/tickets/${tickets[1].ticketId}`);
  assert.equal(json.admissions[0].gate, 'East');
  await name.fill('E'.repeat(100));
  await name.press('Enter');
  assert.equal(await name.inputValue(), 'E'.repeat(60));
});

test('a ticket that is scanned behind a reason, or while a button has the focus, lets in nobody for it', async (t) => {
  const museum = await museumWithGate(t);
  const event = await createEvent(museum, { dates: [TODAY] });
  const other = await ticketWithCode(museum, eventPurchase(event.eventId, { ticketDate: TODAY }));
  const tickets = [await ticketWithCode(museum), await ticketWithCode(museum)] as const;
  const page = await openGate(t, museum, { as: 'cashier' });
  await admits(page).selectOption('general entry');
  for (const [index, { code, ticketId }] of tickets.entries()) {
    assert.deepEqual(await scanInto(page, other.code), ['refused', 'other-event']);
    await page.getByRole('button', { name: 'Admit anyway' }).click();
    await page.getByLabel('Why?').fill('She came with her class, and the rest of them is in already');
    if (index === 1) await page.getByRole('button', { name: 'Admit', exact: true }).focus();
    assert.deepEqual(await scanInto(page, code), ['admitted', null]);
    assert.equal(await admissionsOf(museum, ticketId), 1);
    await longAfter(page); // it is another scan
  }
  assert.equal(await admissionsOf(museum, other.ticketId), 0);
});

test('the direction is always in view, and a change of it is asked about once more after a minute', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum, { width: 412, height: 600 });
  await page.clock.install();
  const direction = page.locator('#direction-now');
  const question = page.getByRole('alert').filter({ hasText: 'is that right?' });
  assert.equal(await direction.textContent(), 'Visitors come in');
  await page.getByText('This door', { exact: true }).click();
  await page.getByLabel('Visitors').selectOption('leave');
  assert.equal(await direction.textContent(), 'Visitors leave');
  await page.getByText('This door', { exact: true }).click();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const seen = await direction.boundingBox();
  assert.ok(seen && seen.y >= 0 && seen.y < 100, JSON.stringify(seen));
  assert.equal(await question.isVisible(), false);
  await page.clock.fastForward(61_000);
  assert.equal(await question.textContent(), 'Visitors leave: is that right?');
  assert.deepEqual(await scanInto(page, code), ['refused', 'not-inside']); // it goes on meanwhile
  await page.getByRole('button', { name: 'Yes' }).click();
  assert.equal(await question.isVisible(), false);
  await page.reload();
  await connected(page);
  assert.equal(await direction.textContent(), 'Visitors leave');
  assert.equal(await question.isVisible(), false);
});

test('a direction that nobody has confirmed is asked about when the page is opened anew, and is changed with one press', async (t) => {
  const page = await openGate(t, await museumWithGate(t));
  await page.evaluate(`{
    localStorage.setItem('museum-gate-direction', 'out');
    localStorage.setItem('museum-gate-direction-asks-at', '0');
  }`);
  await page.reload();
  await page.getByText('Visitors leave: is that right?').waitFor();
  await assertSound(page);
  await page.getByRole('button', { name: 'No, change it' }).click();
  assert.equal(await page.locator('#direction-now').textContent(), 'Visitors come in');
  assert.equal(await page.locator('#direction-asked').isVisible(), false);
});
