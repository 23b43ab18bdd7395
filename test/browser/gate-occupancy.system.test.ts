import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, axeFaults, openPage, type Page, type PageOptions } from '../../fixtures/browser.ts';
import { museumWithGate, openGate, signIn } from '../../fixtures/gate-page.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';

async function openOccupancy(
  t: Parameters<typeof openPage>[0],
  museum: Museum,
  { as = 'viewer', ...options }: PageOptions & { readonly as?: Asker } = {},
): Promise<Page> {
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`, options);
  await signIn(page, as, '/gate/occupancy');
  await page.getByRole('heading', { name: 'Visitors inside' }).waitFor();
  return page;
}

/** Until the page says so. */
async function says(page: Page, name: string, figure: string): Promise<void> {
  await page.locator(`[data-figure="${name}"] dd`, { hasText: new RegExp(`^${figure}$`) }).waitFor();
}

async function buyAndAdmit(museum: Museum, purchase = generalPurchase({ ticketDate: TODAY })) {
  const { ticketId } = await buyTicket(museum, purchase);
  await museum.api('POST', '/check-ins', { body: { ticketId } });
  return ticketId;
}

test('the figures follow what happens at the doors', async (t) => {
  const museum = await museumWithGate(t);
  const event = await createEvent(museum, { name: 'Night <of> moths', dates: [TODAY] });
  const page = await openOccupancy(t, museum);
  await says(page, 'inside', '0');
  const first = await buyAndAdmit(museum);
  await buyAndAdmit(museum, eventPurchase(event.eventId, { ticketDate: TODAY }));
  await says(page, 'inside', '2');
  await museum.api('POST', '/check-ins', { body: { ticketId: first, direction: 'out' } });
  await says(page, 'left', '1');
  await says(page, 'inside', '1');
  await says(page, 'admitted', '2');
  await says(page, 'conflicts', '0');
  assert.match(await page.getByRole('row', { name: 'Night <of> moths' }).innerText(), /1\s+.*1\s+.*0/s);
  await assertSound(page);
});

test('it is accessible and fits in the dark on a small phone', async (t) => {
  const museum = await museumWithGate(t);
  await buyAndAdmit(museum);
  const page = await openOccupancy(t, museum, { dark: true, width: 320, height: 640 });
  await says(page, 'inside', '1');
  await assertSound(page);
});

test('it says of when its figures are while there is no connection, and goes on by itself', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openOccupancy(t, museum, { as: 'gate' });
  await buyAndAdmit(museum);
  await says(page, 'inside', '1');
  const { port } = museum;
  const status = page.getByRole('status');
  assert.equal(await status.getAttribute('aria-live'), 'off');
  await museum.app.close();
  await page.getByText('No connection. These figures are from 11:00.').waitFor();
  assert.equal(await status.getAttribute('aria-live'), null);
  assert.deepEqual(await axeFaults(page), []);
  await museum.restart(port);
  await buyAndAdmit(museum);
  await says(page, 'inside', '2');
  assert.ok(await page.getByText('As of 11:00').isVisible());
  assert.equal(await status.getAttribute('aria-live'), 'off');
});

test('it asks nothing while it can’t be seen, and at once when it is seen again', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openOccupancy(t, museum);
  await page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })`,
  );
  await page.waitForTimeout(3_500); // what was under way has ended
  await buyAndAdmit(museum);
  await page.waitForTimeout(3_500);
  await says(page, 'inside', '0');
  await page.evaluate(
    `delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))`,
  );
  await says(page, 'inside', '1');
});

test('it asks to sign in again once nobody is signed in any more', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openOccupancy(t, museum);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('the gate’s page leads there, and without a network back to the gate', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum, { serviceWorker: true });
  await buyAndAdmit(museum);
  await page.getByRole('link', { name: /inside/ }).click();
  await says(page, 'inside', '1');
  await page.getByRole('link', { name: 'To the gate' }).click();
  const inside = page.getByRole('link', { name: /inside/ });
  await inside.waitFor();
  await page.context().setOffline(true);
  // The figure would be old.
  await page.getByRole('link', { name: 'Visitors inside' }).click();
  await page.getByLabel('Ticket code').waitFor();
  assert.equal(new URL(page.url()).pathname, '/gate');
});
