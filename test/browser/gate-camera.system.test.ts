import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound } from '../../fixtures/browser.ts';
import { film } from '../../fixtures/film.ts';
import {
  admissionsOf,
  museumWithGate,
  openGate,
  scanInto,
  stopClock,
  ticketWithCode,
  verdictOf,
} from '../../fixtures/gate-page.ts';

test('a ticket held before the camera is read, however it is held', async (t) => {
  const museum = await museumWithGate(t);
  const { ticketId } = await ticketWithCode(museum);
  const { bytes } = await museum.api('GET', `/tickets/${ticketId}/qr`);
  const camera = await film(t, [
    { of: undefined, frames: 15 },
    { of: bytes, turned: 25, blurred: 1.5, light: 0.4, frames: 30 },
  ]);
  const page = await openGate(t, museum, { camera });
  await stopClock(page);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  assert.deepEqual(await verdictOf(page), ['admitted', null]);
  await page.waitForTimeout(1_500); // it stays in view
  assert.deepEqual(await verdictOf(page), ['admitted', null]);
  assert.equal(await admissionsOf(museum, ticketId), 1);
  await page.keyboard.press('Escape');
  await assertSound(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Admission undone.').waitFor();
  await page.waitForTimeout(2_000);
  assert.equal(await admissionsOf(museum, ticketId), 0);
  await page.getByRole('button', { name: 'Stop the camera' }).click();
  assert.equal(await page.getByRole('button', { name: 'Use the camera' }).isVisible(), true);
});

test('two tickets one after the other are read while the verdict still covers the screen, each once', async (t) => {
  const museum = await museumWithGate(t);
  const tickets = [await ticketWithCode(museum), await ticketWithCode(museum)];
  const pictures = await Promise.all(
    tickets.map(({ ticketId }) => museum.api('GET', `/tickets/${ticketId}/qr`)),
  );
  const camera = await film(
    t,
    pictures.map(({ bytes }) => ({ of: bytes, frames: 30 })),
  );
  const page = await openGate(t, museum, { camera });
  await stopClock(page);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  for (const { ticketId } of tickets)
    while ((await admissionsOf(museum, ticketId)) === 0) await page.waitForTimeout(50);
  await page.waitForTimeout(4_500); // each has been in view twice
  for (const { ticketId } of tickets) assert.equal(await admissionsOf(museum, ticketId), 1);
  assert.deepEqual(await verdictOf(page), ['admitted', null]);
  const scans = await museum.store.all('SELECT * FROM check_ins');
  assert.equal(scans.length, 2);
});

const golden = new URL('../../docs/tickets/special-event.png', import.meta.url).pathname;

for (const [how, shot] of Object.entries({
  straight: {},
  turned: { turned: 40 },
  'upside down': { turned: 180 },
  blurred: { blurred: 2 },
  dim: { light: 0.2 },
})) {
  test(`the golden ticket is read off the film, ${how}, and was not signed by this museum`, async (t) => {
    const museum = await museumWithGate(t);
    const camera = await film(t, [{ of: golden, frames: 30, ...shot }]);
    const page = await openGate(t, museum, { camera });
    await page.getByRole('button', { name: 'Use the camera' }).click();
    assert.deepEqual(await verdictOf(page), ['refused', 'forged']);
  });
}

test('what can’t be read any more is said, and typing goes on', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const camera = await film(t, [{ of: undefined, frames: 30 }]);
  const page = await openGate(t, museum, { camera });
  await page.evaluate('globalThis.Worker = class extends Worker { constructor() { super("/gone.js"); } }');
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByText('The camera doesn’t start.').waitFor();
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
});

for (const [name, words] of [
  ['NotAllowedError', 'The camera is blocked: press the icon to the left of the address'],
  ['NotFoundError', 'There is no camera here'],
  ['NotReadableError', 'Another program uses the camera'],
] as const) {
  test(`without a camera the page says why, and typing goes on: ${name}`, async (t) => {
    const museum = await museumWithGate(t);
    const { code } = await ticketWithCode(museum);
    const page = await openGate(t, museum);
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', '${name}'); }`,
    );
    await page.getByRole('button', { name: 'Use the camera' }).click();
    await page.getByText(words).waitFor();
    assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  });
}
