/**
 * Photographs the gate's page for docs/gate.md: `npm run pictures`. Look at each before it is
 * committed.
 */
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { screenshot } from '../fixtures/browser.ts';
import {
  connected,
  disconnected,
  museumWithGate,
  openGate,
  scanInto,
  ticketWithCode,
} from '../fixtures/gate-page.ts';
import { createEvent, eventPurchase, TODAY } from '../fixtures/samples.ts';

const folder = fileURLToPath(new URL('../docs/gate/', import.meta.url));

test('photographs the gate', async (t) => {
  const museum = await museumWithGate(t);
  const { eventId } = await createEvent(museum, { dates: [TODAY] });
  const toEvent = await ticketWithCode(museum, eventPurchase(eventId, { ticketDate: TODAY }));
  const inside = await ticketWithCode(museum);
  const later = await ticketWithCode(museum);
  const { ticketId } = inside;
  await museum.api('POST', '/check-ins', { body: { ticketId, gate: 'Garden door' } });
  museum.clock.advance(34 * 60_000);
  const page = await openGate(t, museum, { width: 412, height: 860, as: 'cashier' });
  await page.getByText('This door', { exact: true }).click();
  await page.getByLabel('Name of this door').fill('East door');
  await page.getByText('This door', { exact: true }).click();
  await screenshot(page, `${folder}ready.png`);
  await page.locator('#code').focus();
  await scanInto(page, toEvent.code);
  await screenshot(page, `${folder}admitted.png`);
  await scanInto(page, inside.code);
  await screenshot(page, `${folder}refused.png`);
  await page.getByRole('button', { name: 'Admit anyway' }).click();
  await page.getByLabel('Why?').fill('Went out to feed the meter');
  await screenshot(page, `${folder}override.png`);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /inside/ }).click();
  await page.getByRole('heading', { name: 'Visitors inside' }).waitFor();
  await screenshot(page, `${folder}occupancy.png`);
  await page.goBack();
  await connected(page);
  await page.context().setOffline(true);
  await scanInto(page, later.code);
  await disconnected(page, 1);
  await screenshot(page, `${folder}offline.png`);
});
