/** The two journeys in a real browser that `npm test` makes: one at the desk and one at the gate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, openPage } from '../../fixtures/browser.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  museumWithGate,
  scanInto,
  signIn,
  ticketWithCode,
} from '../../fixtures/gate-page.ts';
import { MOUSE } from '../../fixtures/hands.ts';
import { spendDay } from './whole-day.ts';

test('a whole day adds up at the desk', (t) => spendDay(t, MOUSE));

test('a gate lets each ticket in once, with a network and without', async (t) => {
  const museum = await museumWithGate(t);
  const [first, second] = [await ticketWithCode(museum), await ticketWithCode(museum)];
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await signIn(page, 'gate');
  await connected(page);
  await assertSound(page);
  assert.deepEqual(await scanInto(page, first.code), ['admitted', null]);
  assert.deepEqual(await scanInto(page, first.code), ['refused', 'already-admitted']);
  await page.getByRole('button', { name: 'Undo' }).click();
  while ((await admissionsOf(museum, first.ticketId)) > 0) await connected(page);
  await page.context().setOffline(true);
  await disconnected(page);
  assert.deepEqual(await scanInto(page, first.code), ['admitted', null]);
  assert.deepEqual(await scanInto(page, second.code), ['admitted', null]);
  assert.deepEqual(await scanInto(page, second.code), ['refused', 'already-admitted']);
  await disconnected(page, 3);
  await page.context().setOffline(false);
  await connected(page);
  for (const { ticketId } of [first, second]) assert.equal(await admissionsOf(museum, ticketId), 1);
});
