import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, type Page } from '../../fixtures/browser.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  museumWithGate,
  openGate,
  scanInto,
  ticketWithCode,
} from '../../fixtures/gate-page.ts';
import { importInto } from '../../fixtures/importing.ts';
import { keyboardsNamed, typedWith } from '../../fixtures/keyboards.ts';
import { TODAY } from '../../fixtures/samples.ts';

const US_ON_GERMAN = keyboardsNamed('US on German');
const US_ON_FRENCH = keyboardsNamed('US on French');

const advice = (page: Page) => page.locator('#keyboard');

test('a hand scanner with another keyboard layout is understood, and the page says once a day how to set it', async (t) => {
  const museum = await museumWithGate(t);
  const [first, second, third] = [
    await ticketWithCode(museum),
    await ticketWithCode(museum),
    await ticketWithCode(museum),
  ];
  const page = await openGate(t, museum);
  assert.deepEqual(await scanInto(page, first.code), ['admitted', null]);
  assert.equal(await advice(page).isVisible(), false);
  assert.deepEqual(await scanInto(page, typedWith(US_ON_GERMAN, first.code)), [
    'refused',
    'already-admitted',
  ]);
  assert.equal(await advice(page).isVisible(), false, 'nothing is on the screen but the verdict');
  await page.keyboard.press('Escape');
  await page.getByText('different keyboard layouts (QWERTY and QWERTZ)').waitFor();
  assert.equal(await page.locator('#notice').textContent(), '');
  await assertSound(page);
  await scanInto(page, second.code);
  await page.keyboard.press('Escape');
  assert.equal(await advice(page).isVisible(), true, 'it stays until somebody has read it');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await connected(page);
  assert.deepEqual(await scanInto(page, typedWith(US_ON_FRENCH, third.code)), ['admitted', null]);
  await page.keyboard.press('Escape');
  assert.equal(await advice(page).isVisible(), false, 'it was read today');
  await page.evaluate(
    '{ const now = Date.now() + 24 * 3_600_000; globalThis.Date = class extends Date { constructor(at = now) { super(at); } }; }',
  );
  await scanInto(page, typedWith(US_ON_FRENCH, third.code));
  await page.keyboard.press('Escape');
  assert.equal(await advice(page).isVisible(), true, 'the scanner was not set');
});

test('it is understood without a network, too, and what it scanned is handed in', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const other = await ticketWithCode(museum);
  await importInto(museum, `code,ticketType,ticketDate\nTKY-100-ZZ,general,${TODAY}`);
  const page = await openGate(t, museum);
  await page.context().setOffline(true);
  assert.deepEqual(await scanInto(page, typedWith(US_ON_FRENCH, code)), ['admitted', null]);
  await disconnected(page, 1);
  assert.deepEqual(await scanInto(page, typedWith(US_ON_GERMAN, code)), ['refused', 'already-admitted']);
  assert.deepEqual(await scanInto(page, typedWith(US_ON_GERMAN, 'TKY-100-ZZ')), ['admitted', null]);
  assert.deepEqual(await scanInto(page, typedWith(US_ON_GERMAN, code.slice(1))), ['refused', 'unreadable']);
  await page.keyboard.press('Escape');
  await page.getByText('This door', { exact: true }).click();
  const name = page.getByLabel('Name of this door');
  await name.fill(`East door${typedWith(US_ON_FRENCH, other.code)}`);
  await name.press('Enter');
  await disconnected(page, 5);
  assert.equal(await name.inputValue(), 'East door');
  await page.context().setOffline(false);
  await connected(page);
  assert.deepEqual(
    [await admissionsOf(museum, ticketId), await admissionsOf(museum, other.ticketId)],
    [1, 1],
  );
});
