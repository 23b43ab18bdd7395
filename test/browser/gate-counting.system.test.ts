import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertSoundInEveryLook } from '../../fixtures/browser.ts';
import {
  connected,
  disconnected,
  museumWithGate,
  openGate,
  ticketWithCode,
} from '../../fixtures/gate-page.ts';
import type { Museum } from '../../fixtures/museum.ts';

const SCHOOL = { category: 'school', name: 'School', unitType: 'CHILD', places: 1, onSale: true };

test('a class is counted in four taps without a network, and handed in once', async (t) => {
  const museum = await museumWithSchool(t);
  const page = await openGate(t, museum);
  await page.context().setOffline(true);
  await page.getByText('Count without a ticket').click();
  await page.getByLabel('How many').click();
  await page.keyboard.type('28');
  await page.getByRole('button', { name: 'School +28' }).click();
  await page.getByText('28 persons counted in: School.').waitFor();
  await page.getByRole('button', { name: 'School +1' }).click();
  await page.getByText('1 person counted in: School.').waitFor();
  await disconnected(page, 2);
  await page.getByText('2 counts waiting').waitFor();
  await page.context().setOffline(false);
  await connected(page);
  assert.deepEqual(await counted(museum), [29, 0]);
  await page.reload();
  await connected(page);
  assert.ok(await page.getByLabel('How many').isVisible(), 'it stays open on this device');
  await page.getByRole('button', { name: 'Take back the last count' }).click();
  await page.getByText('Taken back: 1 person, School.').waitFor();
  await handedIn(museum, [28, 0]);
});

test('where visitors leave they are counted out, no more than came in', async (t) => {
  const museum = await museumWithSchool(t);
  const page = await openGate(t, museum);
  await page.getByText('Count without a ticket').click();
  await page.getByRole('button', { name: 'School +1' }).click();
  await handedIn(museum, [1, 0]);
  await assertSoundInEveryLook(page);
  await page.getByText('This door', { exact: true }).click();
  await page.getByLabel('Visitors').selectOption('out');
  await page.getByRole('button', { name: 'School −1' }).click();
  await handedIn(museum, [1, 1]);
  await page.getByRole('button', { name: 'School −1' }).click();
  await page.getByText('1 count waiting').waitFor();
  assert.deepEqual(await counted(museum), [1, 1]);
  await page.getByLabel('How many').fill('201');
  await page.getByRole('button', { name: 'School −?' }).click();
  await page.getByText('enter a number from 1 to 200').waitFor();
});

test('a ticket that a scanner types into the number is a scan', async (t) => {
  const museum = await museumWithSchool(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await page.getByText('Count without a ticket').click();
  await page.getByLabel('How many').click();
  await page.keyboard.insertText(code);
  await page.keyboard.press('Enter');
  await page.locator('[data-verdict="admitted"]').waitFor();
  assert.equal(await page.getByLabel('How many').inputValue(), '');
});

async function museumWithSchool(t: TestContext): Promise<Museum> {
  const museum = await museumWithGate(t);
  const { json } = await museum.api('GET', '/categories');
  assert.equal((await museum.api('PUT', '/categories', { body: [...json, SCHOOL] })).status, 200);
  return museum;
}

/** Until the service has so many who came in and left without a ticket. */
async function handedIn(museum: Museum, expected: readonly number[]): Promise<void> {
  while (`${await counted(museum)}` !== `${expected}`) await sleep(50);
}

/** How many came in and left without a ticket. */
async function counted(museum: Museum): Promise<number[]> {
  const { entries } = (await museum.api('GET', '/occupancy')).json;
  const { admitted, left } = entries.find(({ entry }: { entry: string }) => entry === 'counted');
  return [admitted, left];
}
