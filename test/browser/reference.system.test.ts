import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { GUIDES, guideAddress } from '../../src/web/open/guide-pages.ts';
import { assertSoundInEveryLook, openPage, type Page, wideElements } from '../support/browser.ts';
import { openMuseum, PASSWORD } from '../support/museum.ts';
import { createEvent, newEvent, TODAY } from '../support/samples.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

async function openReference(t: TestContext): Promise<Page> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path } });
  t.after(() => museum.close());
  await createEvent(museum, { dates: [TODAY] });
  return openPage(t, `http://127.0.0.1:${museum.port}`);
}

test('guides can be read by everybody, on small screens too', async (t) => {
  const page = await openReference(t);
  for (const name of Object.keys(GUIDES)) {
    await page.goto(guideAddress(name));
    await assertSoundInEveryLook(page);
  }
});

test('no word of code in a table of a guide is broken in two', async (t) => {
  const page = await openReference(t);
  for (const width of [1280, 1000, 660]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of Object.keys(GUIDES)) {
      await page.goto(guideAddress(name));
      const codes = page.locator(':is(th, td) code');
      const broken = codes.evaluateAll((all) =>
        all.filter((code) => code.getClientRects().length > 1).map(({ textContent }) => textContent),
      );
      assert.deepEqual(
        (await broken).filter((word) => /^\w+$/.test(word)),
        [],
        `${name} at ${width}`,
      );
      assert.deepEqual(await wideElements(page), [], `${name} at ${width}`);
    }
  }
});

test('a problem page leads to the operation in the reference', async (t) => {
  const page = await openReference(t);
  await page.goto('/problems/sold-out');
  await page.getByRole('link', { name: 'Buy museum tickets' }).click();
  await page.getByText('Sells one ticket, for general entry or for a special event').waitFor();
});

test('the reference is dark where the device is, and turns with it', async (t) => {
  const page = await openReference(t);
  const background = () =>
    page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  await page.goto('/docs');
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark-mode').waitFor();
  assert.notEqual(await background(), light);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html:not(.dark-mode)').waitFor();
  assert.equal(await background(), light);
});

test('an operation of the reference fits on a phone', async (t) => {
  const page = await openReference(t);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto('/docs#/Tickets/buyMuseumTickets');
  await page.getByText('Sells one ticket, for general entry or for a special event').waitFor();
  await page.locator('.responses-table').waitFor();
  assert.deepEqual(await wideElements(page), []);
});

test('what is tried out on the list shows the events of the coming week', async (t) => {
  const page = await openReference(t);
  await page.goto('/docs/#/Events/listSpecialEvents');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.getByLabel('auth-basic-username').fill('admin');
  await page.getByLabel('auth-basic-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page.locator('.live-responses-table');
  await answer.waitFor();
  assert.match(await answer.innerText(), new RegExp(`${newEvent().name}`));
});
