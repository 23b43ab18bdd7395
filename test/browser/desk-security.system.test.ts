import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, troublesOf } from '../../fixtures/browser.ts';
import { Visitor } from '../../fixtures/browsing.ts';
import { crawl } from '../../fixtures/crawl.ts';
import { HOSTILE, hostileMuseum } from '../../fixtures/hostile-museum.ts';

test('no text that anybody sets runs in a browser, wherever it is shown', async (t) => {
  const { museum, name, password } = await hostileMuseum(t);
  const admin = new Visitor(museum);
  await admin.signIn('admin');
  const tickets = (await museum.api('GET', '/tickets?ticketDate=2027-03-01')).json as { ticketId: string }[];
  const starts = ['/desk', '/desk/sessions', '/gate', '/gate/occupancy'];
  const found = await crawl(admin, [
    ...starts,
    ...tickets.map(({ ticketId }) => `/desk/tickets/${ticketId}`),
  ]);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    dialog.dismiss();
  });
  await page.goto('/desk');
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(`${name} · manager`).waitFor();
  const [admins] = await page.context().cookies();
  await page.context().addCookies([{ ...admins, value: admin.cookies.get('museum_session') } as never]);
  let shown = 0;
  for (const { path } of found) {
    await page.goto(path);
    assert.equal(await page.locator('img[src="x"], [onerror]').count(), 0, path);
    assert.deepEqual(troublesOf(page), [], path);
    shown += (await page.content()).includes('alert(1)') ? 1 : 0;
  }
  assert.deepEqual(dialogs, []);
  assert.ok(shown > 20, `${shown} of ${found.length} pages show ${HOSTILE}`);
});
