/**
 * Photographs the pages of the desk for docs/desk.md: `npm run pictures`. Look at each before it is committed.
 */
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { screenshot } from '../test/support/browser.ts';
import { furnishedMuseum, openDesk } from '../test/support/desk-pages.ts';
import { TODAY } from '../test/support/samples.ts';

const folder = fileURLToPath(new URL('../docs/desk/', import.meta.url));

test('photographs the desk', async (t) => {
  const museum = await furnishedMuseum(t);
  const page = await openDesk(t, museum, '/desk', { width: 1180, height: 760 });
  const picture = (name: string) => screenshot(page, `${folder}${name}.png`);
  await picture('today');
  await page.goto('/desk/sell');
  await picture('sell');
  await page.getByLabel('How many: Sorolla and the sea').fill('1');
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('2 tickets are sold.').waitFor();
  await page.waitForLoadState('networkidle');
  await picture('print');
  await page.goto('/desk/tickets');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('table').waitFor();
  await picture('tickets');
  await page
    .getByRole('link', { name: /^ticket-general/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Make void' }).waitFor();
  await picture('ticket');
  await page.goto('/desk/events');
  await picture('events');
  await page.getByRole('link', { name: 'Sorolla and the sea' }).first().click();
  await page.getByText('Sales per date').waitFor();
  await picture('event');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Edit Sorolla' }).waitFor();
  await picture('event-form');
  await page.goto(`/desk/calendar?date=${TODAY}`);
  await picture('calendar');
  await page.goto('/desk/calendar/2027-03-12');
  await picture('calendar-day');
  await page.goto('/desk/reports?by=event');
  await page.getByText('Sales by event').waitFor();
  await picture('reports');
});
