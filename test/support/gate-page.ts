import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { SCAN_TIMEOUT_MS } from '../../src/web/gate/assets/service.js';
import { openPage, type Page, type PageOptions, signInAs } from './browser.ts';
import { freePort } from './free-port.ts';
import type { Asker, Museum } from './museum.ts';
import { openMuseum, PASSWORD } from './museum.ts';
import { buyTicket, generalPurchase, TODAY } from './samples.ts';
import { scan } from './scan.ts';
import { temporaryFolder } from './temporary-store.ts';

export async function museumWithGate(t: TestContext): Promise<Museum> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const settings = { PORT: `${await freePort()}` }; // it may be started again on the same one
  const museum = await openMuseum({ database: { kind: 'sqlite', path }, settings });
  t.after(() => museum.close());
  return museum;
}

/**
 * On a busy machine an answer may take longer than a gate waits for one before it decides alone. A test in which it is to
 * decide alone cuts the connection.
 */
const WITH_PATIENCE = `{
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === ${SCAN_TIMEOUT_MS} ? 60_000 : ms);
}`;

/** The gate's page, of somebody who has signed in, once it knows the day and is on the device, if it may be. */
export async function openGate(
  t: TestContext,
  museum: Museum,
  options: PageOptions & { readonly as?: Asker } = {},
): Promise<Page> {
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`, options);
  await page.context().addInitScript(WITH_PATIENCE);
  await signInAs(page, options.as ?? 'gate');
  await page.goto('/gate');
  await connected(page);
  if (options.serviceWorker) await keptOnDevice(page);
  return page;
}

/** Somebody takes the device, whose page asks who it is; afterwards `at` is open. */
export async function signIn(page: Page, username: string, at = '/gate', password = PASSWORD): Promise<void> {
  await page.context().addInitScript(WITH_PATIENCE);
  await page.goto(at);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Until the page knows the day, and nothing waits any more. */
export async function connected(page: Page): Promise<void> {
  await page
    .locator('[data-connection="online"][data-waiting="0"]', { hasText: 'as of' })
    .waitFor({ state: 'attached' });
}

/** Until the page has noticed that there is no service. */
export async function disconnected(page: Page, waiting = 0): Promise<void> {
  await page.locator(`[data-connection="offline"][data-waiting="${waiting}"]`).waitFor({ state: 'attached' });
}

/** Until all of it is on the device. */
export async function keptOnDevice(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller !== null) resolve();
    serviceWorker.addEventListener('controllerchange', () => resolve());
  })`);
}

/**
 * Types as a hand scanner does, into whatever has the focus. Only the first letters are pressed key by key, as that is
 * what leads them into the field; for all of them a browser needs longer than for the scan.
 * @returns the verdict and the reason
 */
export async function scanInto(page: Page, text: string): Promise<readonly (string | null)[]> {
  await page.evaluate(`document.querySelector('[role=status]').removeAttribute('data-verdict')`);
  await page.keyboard.type(text.slice(0, 3));
  await page.keyboard.insertText(text.slice(3));
  await page.keyboard.press('Enter');
  return verdictOf(page);
}

/** So much later that the same code is another scan: a scanner that repeats a code within seconds scans once. */
export async function longAfter(page: Page): Promise<void> {
  await page.evaluate('{ const now = Date.now; Date.now = () => now.call(Date) + 5_100; }');
}

/** Stops the page's clock: a code that stays in view of the camera is then one scan, however slow the browser is. */
export async function stopClock(page: Page): Promise<void> {
  await page.evaluate('{ const now = Date.now(); Date.now = () => now; }');
}

export async function verdictOf(page: Page): Promise<readonly (string | null)[]> {
  const status = page.locator('[role=status][data-verdict]');
  await status.waitFor({ state: 'attached' });
  return [await status.getAttribute('data-verdict'), await status.getAttribute('data-reason')];
}

/** A ticket for today, with the text of its QR. */
export async function ticketWithCode(
  museum: Museum,
  purchase: Record<string, unknown> = generalPurchase({ ticketDate: TODAY }),
): Promise<{ readonly ticketId: string; readonly confirmationCode: string; readonly code: string }> {
  const { ticketId, confirmationCode } = await buyTicket(museum, purchase);
  const { bytes, status } = await museum.api('GET', `/tickets/${ticketId}/qr`);
  assert.equal(status, 200);
  return { ticketId, confirmationCode, code: await scan(bytes) };
}

/** How often the ticket came in, as the service has it. */
export async function admissionsOf(museum: Museum, ticketId: string): Promise<number> {
  const { json } = await museum.api('GET', `/tickets/${ticketId}`);
  return json.admissions.length;
}
