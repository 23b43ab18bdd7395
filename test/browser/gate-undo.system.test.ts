import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '../../fixtures/browser.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  museumWithGate,
  openGate,
  scanInto,
  signIn,
  ticketWithCode,
  verdictOf,
} from '../../fixtures/gate-page.ts';

for (const [how, isOffline] of [
  ['online', false],
  ['without a network', true],
] as const) {
  test(`an admission can be taken back after the page was opened anew: ${how}`, async (t) => {
    const museum = await museumWithGate(t);
    const { code, ticketId } = await ticketWithCode(museum);
    const page = await openGate(t, museum, { serviceWorker: isOffline });
    const undo = page.getByRole('button', { name: 'Undo' });
    if (isOffline) {
      await page.context().setOffline(true);
      await disconnected(page);
    }
    assert.deepEqual(await scanInto(page, code), ['admitted', null]);
    await page.reload();
    await page.locator('#undo-what').getByText('11:00 · General entry').waitFor();
    await undo.click();
    await page.getByText('Admission undone.').waitFor();
    assert.equal(await undo.isVisible(), false);
    if (isOffline) {
      await page.reload();
      await disconnected(page, 0);
      assert.equal(await undo.isVisible(), false);
      assert.deepEqual(await scanInto(page, code), ['admitted', null]);
      await page.context().setOffline(false);
    }
    await connected(page);
    assert.equal(await admissionsOf(museum, ticketId), isOffline ? 1 : 0);
  });
}

test('an admission that the service has told of is taken back for good, also when the page is opened anew', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum, { serviceWorker: true });
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  const heard = page.waitForResponse((response) => response.url().includes('/gate/news'));
  await (await heard).finished();
  await page.context().setOffline(true);
  await disconnected(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Admission undone.').waitFor();
  await page.reload();
  await disconnected(page, 1);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
});

test('it says which admission is taken back, also after somebody else was turned away', async (t) => {
  const museum = await museumWithGate(t);
  const { code, confirmationCode } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  const undo = page.getByRole('button', { name: 'Undo' });
  await scanInto(page, code);
  assert.equal(await page.locator('#undo-what').textContent(), ''); // it is on the screen
  assert.deepEqual(await scanInto(page, 'no ticket'), ['refused', 'unreadable']);
  await page.keyboard.press('Escape');
  const what = `11:00 · General entry, Monday 1 March. ${confirmationCode}`;
  await page.locator('#undo-what').getByText(what).waitFor();
  await undo.click();
  await page.getByText('Admission undone.').waitFor();
  assert.ok(await page.getByRole('status').getByText(what).isVisible());
  assert.equal(await page.locator('#undo-what').textContent(), '');
});

test('what can’t be taken back any more is named, and why', async (t) => {
  const museum = await museumWithGate(t);
  const { code, confirmationCode } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await scanInto(page, code);
  museum.clock.advance(13 * 60_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByRole('alert')
    .getByText(
      `The admission at 11:00 was not undone, it was too late: General entry, Monday 1 March. ${confirmationCode}`,
    )
    .waitFor();
});

test('whoever has taken over the device is told that the admission was another account’s', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await scanInto(page, code);
  await page.context().clearCookies();
  await signIn(page, 'cashier');
  await connected(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByRole('alert')
    .getByText('The admission at 11:00 was not undone, another account had made it')
    .waitFor();
});

for (const [how, openAnew] of [
  ['reloaded', (page) => page.reload().then(() => page.unrouteAll().then(() => page))],
  ['closed', (page) => page.close().then(() => page.context().newPage())],
] as const satisfies [string, (page: Page) => Promise<Page>][]) {
  test(`an admission whose verdict nobody saw, as the page was ${how}, is taken back`, async (t) => {
    const museum = await museumWithGate(t);
    const { code, ticketId } = await ticketWithCode(museum);
    const page = await openGate(t, museum);
    await scanWithoutAnswer(page, code);
    assert.equal(await admissionsOf(museum, ticketId), 1);
    const next = await openAnew(page);
    await next.goto('/gate');
    await connected(next);
    assert.deepEqual(await scanInto(next, code), ['admitted', null]);
    assert.equal(await admissionsOf(museum, ticketId), 1);
  });
}

test('a page that is open takes back what another one that was closed had shown to nobody', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  const other = await page.context().newPage();
  await other.goto('/gate');
  await connected(other);
  await page.bringToFront();
  await scanWithoutAnswer(page, code);
  await page.close();
  while ((await admissionsOf(museum, ticketId)) > 0) await other.waitForTimeout(100);
  assert.deepEqual(await scanInto(other, code), ['admitted', null]);
});

test('a page that is opened beside one that waits for a verdict takes nothing of it back', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  const answer = await scanWithoutAnswer(page, code);
  // Duplicating a tab opens a page that has the storage of the tab, too.
  const opening = page.waitForEvent('popup');
  await page.evaluate(`void window.open('/gate')`);
  await connected(await opening);
  answer();
  assert.deepEqual(await verdictOf(page), ['admitted', null]);
  assert.equal(await admissionsOf(museum, ticketId), 1);
});

/** Requests for which the page would wait a second and a half at most are given up at once, and others never. */
async function giveUpAtOnce(page: Page): Promise<void> {
  await page.evaluate(`
    AbortSignal.timeout = (ms) => (ms > 1_500 ? new AbortController().signal : AbortSignal.abort());
  `);
}

/** The service decides, and its answer does not arrive, however long the page waits, before what is returned is called. */
async function scanWithoutAnswer(page: Page, code: string): Promise<() => void> {
  await page.evaluate('AbortSignal.timeout = () => new AbortController().signal');
  const [decided, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/gate/api/check-ins', async (route) => {
    const response = await route.fetch();
    decided.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  await page.keyboard.type(`${code}\n`);
  await decided.promise;
  return answered.resolve;
}

test('who is scanned while an admission is being taken back keeps their verdict on the screen', async (t) => {
  const museum = await museumWithGate(t);
  const [first, second] = [await ticketWithCode(museum), await ticketWithCode(museum)];
  const page = await openGate(t, museum);
  await scanInto(page, first.code);
  let goOn: (() => Promise<void>) | undefined;
  await page.context().route('**/undo?*', (route) => {
    goOn = () => route.continue();
  });
  await Promise.all([page.waitForRequest('**/undo?*'), page.getByRole('button', { name: 'Undo' }).click()]);
  assert.deepEqual(await scanInto(page, second.code), ['admitted', null]);
  await goOn?.();
  await page.getByRole('alert').getByText('Admission undone. The ticket can be used again. 11:00').waitFor();
  assert.deepEqual(await verdictOf(page), ['admitted', null]);
  await page.getByRole('status').getByText(second.confirmationCode).waitFor();
});

test('on a network that stalls it says that it takes the admission back, and does so even when it is reloaded', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await scanInto(page, code);
  await page.context().route('**/undo?*', () => undefined);
  await Promise.all([page.waitForRequest('**/undo?*'), page.getByRole('button', { name: 'Undo' }).click()]);
  assert.equal(await page.getByRole('alert').textContent(), 'Undoing …');
  await page.reload();
  await page.context().unrouteAll();
  await connected(page);
  assert.equal(await admissionsOf(museum, ticketId), 0);
});

test('nobody waits for a verdict of the service for more than a second and a half', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await page.context().route('**/gate/api/check-ins', () => undefined);
  await giveUpAtOnce(page);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
});

test('nobody waits longer for an answer to an undo than for a verdict', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await scanInto(page, code);
  await page.context().route('**/undo?*', () => undefined);
  await giveUpAtOnce(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').getByText('Admission undone.').waitFor();
  assert.equal(await page.locator('#notice').textContent(), '');
});
