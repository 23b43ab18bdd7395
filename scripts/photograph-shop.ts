/**
 * Photographs the pages for visitors for docs/shop.md: `npm run pictures`. Look at each before it is committed.
 */
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openPage, screenshot } from '../fixtures/browser.ts';
import { museumWithVisitors } from '../fixtures/shop-pages.ts';

const folder = fileURLToPath(new URL('../docs/shop/', import.meta.url));

test('photographs the shop', async (t) => {
  const museum = await museumWithVisitors(t, { MUSEUM_PAYMENTS: 'desk,stripe' });
  const address = `http://127.0.0.1:${museum.port}`;
  const page = await openPage(t, address, { width: 1180, height: 760 });
  await page.goto('/');
  await screenshot(page, `${folder}home.png`);
  await page.getByRole('link', { name: /^Sorolla and the sea/ }).click();
  await page.getByRole('heading', { name: 'Sorolla and the sea' }).waitFor();
  await screenshot(page, `${folder}event.png`);
  const phone = await openPage(t, address, { width: 390, height: 844 });
  await phone.goto('/visit?date=2027-03-03&standard=2&children=1');
  await phone.getByLabel('14:00').check();
  await phone.getByLabel('E-mail').fill('ada@example.com');
  await phone.setViewportSize({ width: 390, height: 1_720 }); // all of it, so that the bars are at its ends
  await screenshot(phone, `${folder}visit.png`);
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('heading', { name: 'Your order' }).waitFor();
  await screenshot(phone, `${folder}pay.png`);
  await phone.getByRole('button', { name: 'Order and pay' }).click();
  await phone.getByRole('button', { name: 'Pay', exact: true }).click();
  await phone.getByRole('heading', { name: 'Your tickets' }).waitFor();
  await phone.waitForLoadState('networkidle');
  await screenshot(phone, `${folder}order.png`);
});
