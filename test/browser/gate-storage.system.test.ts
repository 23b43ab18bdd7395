import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type Page } from '../../fixtures/browser.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  museumWithGate,
  openGate,
  scanInto,
  signIn,
  ticketWithCode,
} from '../../fixtures/gate-page.ts';

const notice = (page: Page) => page.locator('#notice').textContent();

/** As a browser does that clears its data, or has no room for it. */
async function dropDatabase(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

test('a browser that drops the database while the page is open stops neither verdicts nor deciding alone', async (t) => {
  const museum = await museumWithGate(t);
  const tickets = [await ticketWithCode(museum), await ticketWithCode(museum)] as const;
  const page = await openGate(t, museum);
  await dropDatabase(page);
  assert.deepEqual(await scanInto(page, tickets[0].code), ['admitted', null]);
  await connected(page);
  assert.equal(await notice(page), '');
  await dropDatabase(page);
  await page.context().setOffline(true);
  await disconnected(page);
  assert.deepEqual(await scanInto(page, tickets[1].code), ['admitted', null]);
  await disconnected(page, 1);
  assert.equal(await notice(page), '');
  await page.context().setOffline(false);
  await connected(page);
  assert.equal(await admissionsOf(museum, tickets[1].ticketId), 1);
});

test('without any database the service still decides, and the page says that it keeps nothing', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.addInitScript(
    `IDBFactory.prototype.open = () => { throw new DOMException('', 'UnknownError'); };`,
  );
  await signIn(page, 'gate');
  await page.locator('[data-connection="online"]').waitFor();
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await page.getByRole('alert').getByText('This browser doesn’t store anything').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Admission undone.').waitFor();
  assert.equal(await admissionsOf(museum, ticketId), 0);
  await page.context().setOffline(true);
  await disconnected(page);
});

test('a device that is full lets nobody in without a network, and says what to do', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await page.evaluate(`
    IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };
  `);
  await page.context().setOffline(true);
  await disconnected(page);
  await page.keyboard.type(`${code}\n`);
  await page.getByRole('alert').getByText('The scan failed: this device can’t store it.').waitFor();
  assert.equal(await page.getByRole('status').getAttribute('data-verdict'), null);
});

test('a database that opens after the service has answered does not cost the page the right time', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.addInitScript(`
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...names) {
      const opening = open.apply(this, names);
      const set = (opened) => opening.addEventListener('success', (event) => setTimeout(opened, 500, event));
      return Object.defineProperty(opening, 'onsuccess', { set });
    };
  `);
  // Told the time once, and not again.
  let asked = 0;
  await page.context().route('**/gate/session', (route) => asked++ === 0 && route.continue());
  await signIn(page, 'gate');
  await connected(page);
  await page.context().setOffline(true);
  await disconnected(page);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
});
