/** Cards of others at a gate without a network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connected, disconnected, museumWithGate, openGate, scanInto } from '../../fixtures/gate-page.ts';

const SHOWN = {
  ...{ card: 'museumkaart', name: 'Museumkaart', pattern: '#{8}', category: 'standard' },
  ...{ mode: 'show', perDay: 1, offline: 'admit' },
};
const LISTED = {
  ...{ card: 'city-card', name: 'City Card', pattern: 'CC-#{6}', category: 'standard' },
  ...{ mode: 'list', perDay: 1, offline: 'admit' },
};

test('a gate without a network lets in with cards, keeps no number, and hands in each visit once', async (t) => {
  const museum = await museumWithGate(t);
  await museum.api('PUT', '/cards', { body: [SHOWN, LISTED] });
  const headers = { 'content-type': 'text/plain' };
  await museum.api('POST', '/cards/city-card/numbers', { body: 'CC-111111', headers });
  const page = await openGate(t, museum);
  const hasList = `new Promise((resolve) => {
    const opening = indexedDB.open('museum-gate');
    opening.onsuccess = () => {
      const asked = opening.result.transaction('kept').objectStore('kept').get('cardList city-card');
      asked.onsuccess = () => resolve(asked.result !== undefined);
    };
  })`;
  while (!(await page.evaluate(hasList))) await page.waitForTimeout(50);
  await page.context().setOffline(true);
  assert.deepEqual(await scanInto(page, '12345678'), ['refused', 'card-show']);
  await page.getByRole('button', { name: 'Checked: let them in' }).click();
  await page.getByText('Museumkaart, Monday 1 March.').waitFor();
  assert.deepEqual(await scanInto(page, 'CC-111111'), ['admitted', null]);
  assert.deepEqual(await scanInto(page, 'CC-111111'), ['refused', 'already-admitted']);
  assert.deepEqual(await scanInto(page, 'CC-999999'), ['refused', 'card-unknown']);
  await disconnected(page, 5);
  const waiting = `new Promise((resolve) => {
    const opening = indexedDB.open('museum-gate');
    opening.onsuccess = () => {
      const asked = opening.result.transaction('waiting').objectStore('waiting').getAll();
      asked.onsuccess = () => resolve(JSON.stringify(asked.result));
    };
  })`;
  assert.doesNotMatch(await page.evaluate<string>(waiting), /12345678|111111|999999/);
  await page.context().setOffline(false);
  await connected(page);
  const { admitted, inside } = (await museum.api('GET', '/occupancy')).json;
  assert.deepEqual([admitted, inside], [2, 2]);
});
