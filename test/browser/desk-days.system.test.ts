import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSoundInEveryLook } from '../../fixtures/browser.ts';
import { furnishedMuseum, openDesk } from '../../fixtures/desk-pages.ts';
import { PASSWORD } from '../../fixtures/museum.ts';
import { TODAY } from '../../fixtures/samples.ts';

test('a cancelled event stands apart, folded, and its holders are paid back one by one or all', async (t) => {
  const museum = await furnishedMuseum(t);
  const march = `startDate=${TODAY}&endDate=2027-03-31`;
  const { json: events } = await museum.api('GET', `/special-events?${march}`);
  const { eventId } = events.find(({ name }: { name: string }) => name.startsWith('Lanterns'));
  await museum.api('DELETE', `/special-events/${eventId}`);
  const page = await openDesk(t, museum, '/desk');
  await page.getByRole('link', { name: 'Lanterns on the canal: 3 cancelled tickets' }).click();
  await page.getByText('3 sales are to be paid back: €54.00.').waitFor();
  await assertSoundInEveryLook(page);
  await page.getByLabel('How the money goes back').selectOption('Cash');
  await page
    .getByRole('button', { name: / as paid back$/ })
    .first()
    .click();
  await page.getByText('1 sale is marked as paid back.').waitFor();
  await page.getByLabel('How the money goes back').selectOption('Card');
  await page.getByRole('button', { name: 'Mark all 2 sales as paid back: €36.00' }).click();
  await page.getByText('2 sales are marked as paid back.').waitFor();
  await page.getByText('Nothing is to be paid back by hand.').first().waitFor();
  await page.goto('/desk/calendar/2027-03-05');
  const folded = page.getByText('1 cancelled event').first();
  assert.equal(await page.getByRole('link', { name: 'Lanterns on the canal' }).isVisible(), false);
  await folded.click();
  await page.getByRole('link', { name: 'Lanterns on the canal' }).waitFor();
});

test('days are closed and reopened all at once, after what is sold on them was shown, and say why they are closed', async (t) => {
  const museum = await furnishedMuseum(t);
  const page = await openDesk(t, museum, '/desk/calendar');
  await page.getByRole('link', { name: 'Close or reopen days' }).click();
  await page.getByLabel('From').fill('2027-03-06');
  await page.getByLabel('To, this day included').fill('2027-03-08');
  await page.getByLabel('Reason').fill('The lift is mended');
  await page.getByRole('button', { name: 'Show what is sold on those days' }).click();
  await page.getByText('75 general entry tickets have been sold for days that will be closed.').waitFor();
  await assertSoundInEveryLook(page);
  for (const staying of await page.getByLabel('Takes place').all()) await staying.check();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('3 days are closed.').waitFor();
  await page.goto('/desk/sell?date=2027-03-07');
  await page.getByText('Closed: The lift is mended').waitFor();
  await page.getByRole('link', { name: 'open again on Wednesday 10 March 2027 from 09:00' }).click();
  await page.getByLabel('How many: General entry').waitFor();
  await page.goto('/desk/calendar/closing');
  await page.getByRole('link', { name: 'Reopen Sat 6 Mar 2027 to Mon 8 Mar 2027' }).click();
  await page.getByRole('button', { name: 'Show what is sold on those days' }).click();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByText('3 days are as usual again.').waitFor();
});

test('an event shows its days to come, and folds those that are over', async (t) => {
  const museum = await furnishedMuseum(t);
  museum.clock.advance(8 * 86_400_000);
  const page = await openDesk(t, museum, '/desk/events');
  await page.getByRole('link', { name: 'Sorolla and the sea' }).first().click();
  const [over, toCome] = [
    page.getByText('Wednesday 3 March 2027'),
    page.getByText('Wednesday 10 March 2027'),
  ];
  await toCome.waitFor();
  assert.equal(await over.isVisible(), false);
  await page.getByText('3 dates that are over').first().click();
  await over.waitFor();
});

test('beside each role stands what it may, and a common password is refused with a hint', async (t) => {
  const museum = await furnishedMuseum(t);
  const page = await openDesk(t, museum, '/desk/accounts', { as: 'admin' });
  await page.getByLabel(/^Gate: admits visitors .* but neither sells nor finds tickets\.$/).check();
  await page.goto('/desk/sessions');
  const passwords = page.locator('input[type="password"]');
  await passwords.nth(0).fill(PASSWORD);
  for (const index of [1, 2]) await passwords.nth(index).fill('1234567890');
  await passwords.nth(2).press('Enter');
  await page.getByText('Use several words that do not belong together').first().waitFor();
});
