import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '../../fixtures/browser.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  longAfter,
  museumWithGate,
  openGate,
  scanInto,
} from '../../fixtures/gate-page.ts';
import { generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { addCategories, sellByTime, sellTimed } from '../../fixtures/timed-tickets.ts';

test('entry times and categories are judged and shown alike, online and without a network', async (t) => {
  const museum = await museumWithGate(t);
  await addCategories(museum);
  const sell = (more: Record<string, unknown>) =>
    sellTimed(museum, generalPurchase({ ticketDate: TODAY, ...more }));
  const families = [await sell({ category: 'family' })];
  const students = [await sell({ category: 'reduced' })];
  await sellByTime(museum);
  const early = await sell({ entryTime: '12:30' });
  const late = await sell({ entryTime: '10:00', category: 'family' });
  families.push(await sell({ entryTime: '11:00', category: 'family' }));
  students.push(await sell({ entryTime: '11:00', category: 'reduced' }));
  const page = await openGate(t, museum, { as: 'cashier' });
  const messages = [];
  for (const isOnline of [true, false]) {
    await page.context().setOffline(!isOnline);
    const [family, student] = [families.pop(), students.pop()];
    assert.deepEqual(await scanInto(page, early.code), ['refused', 'too-early']);
    assert.deepEqual(await shown(page), []);
    messages.push(await page.locator('#verdict .message').textContent());
    assert.deepEqual(await scanInto(page, late.code), ['refused', 'too-late']);
    assert.deepEqual(await scanInto(page, family?.code ?? ''), ['admitted', null]);
    assert.deepEqual(await shown(page), ['4 persons']);
    assert.deepEqual(await scanInto(page, student?.code ?? ''), ['admitted', null]);
    assert.deepEqual(await shown(page), ['Ask for: student card']);
    await page.getByText('General entry, Monday 1 March. Reduced: ask for a student card.').waitFor();
    await longAfter(page); // the same codes are other scans
  }
  assert.deepEqual(messages, Array(2).fill('For 12:30; it is 11:00, in 80 minutes.'));
  await disconnected(page, 4);

  assert.deepEqual(await scanInto(page, late.code), ['refused', 'too-late']);
  await page.getByRole('button', { name: 'Admit anyway' }).click();
  await page.getByLabel('Why?').fill('The train was late');
  await page.keyboard.press('Enter');
  await page.locator('[data-verdict="admitted"]').waitFor();
  assert.deepEqual(await shown(page), ['4 persons']);
  await page.context().setOffline(false);
  await connected(page);
  assert.equal(await admissionsOf(museum, late.ticketId), 1);
  const { inside } = (await museum.api('GET', '/occupancy')).json;
  assert.equal(inside, 14);
  await page.getByText('14 inside').waitFor();
});

/** What the person at the gate has to count and to ask for. */
function shown(page: Page): Promise<string[]> {
  return page.locator('#verdict .asks').allTextContents();
}
