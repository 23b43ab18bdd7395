import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateAssets } from '../../src/doors/gate/index.ts';
import { decide } from '../../src/gate/verdict.js';
import { assertSound, openPage, type Page } from '../support/browser.ts';
import { film } from '../support/film.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  museumWithGate,
  openGate,
  scanInto,
  ticketWithCode,
  verdictOf,
} from '../support/gate-page.ts';
import { verdictCases } from '../support/gate-verdicts.ts';
import { PASSWORD } from '../support/museum.ts';
import { createEvent, eventPurchase, generalPurchase, TODAY } from '../support/samples.ts';

const TOMORROW = '2027-03-02';

test('what is typed or scanned gets its verdict, with the exact reason', async (t) => {
  const museum = await museumWithGate(t);
  const event = await createEvent(museum, { dates: [TODAY] });
  const fresh = await ticketWithCode(museum);
  const typed = await ticketWithCode(museum);
  const toEvent = await ticketWithCode(museum, eventPurchase(event.eventId, { ticketDate: TODAY }));
  const tomorrow = await ticketWithCode(museum, generalPurchase({ ticketDate: TOMORROW }));
  const made = await ticketWithCode(museum);
  await museum.api('POST', `/tickets/${made.ticketId}/void`, { body: { reason: 'x' } });

  const page = await openGate(t, museum);
  assert.deepEqual(await scanInto(page, fresh.code), ['admitted', null]);
  assert.ok(await page.getByText('General entry, Monday 1 March.').isVisible());
  assert.deepEqual(await scanInto(page, typed.confirmationCode.toUpperCase()), ['admitted', null]);
  assert.deepEqual(await scanInto(page, 'https://example.com'), ['refused', 'unreadable']);
  const forged = `${fresh.code.slice(0, -1)}${fresh.code.endsWith('0') ? '1' : '0'}`;
  assert.deepEqual(await scanInto(page, forged), ['refused', 'forged']);
  assert.deepEqual(await scanInto(page, tomorrow.code), ['refused', 'wrong-day']);
  assert.deepEqual(await scanInto(page, made.code), ['refused', 'void']);
  assert.deepEqual(await scanInto(page, fresh.code), ['refused', 'already-admitted']);
  await page.getByLabel('This door admits').selectOption('general');
  assert.deepEqual(await scanInto(page, toEvent.code), ['refused', 'other-event']);
  await page.getByLabel('This door admits').selectOption(event.name);
  assert.deepEqual(await scanInto(page, toEvent.code), ['admitted', null]);
});

test('an admission is taken back, and the same code is the same scan for five seconds', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  const undo = page.getByRole('button', { name: 'Undo' });
  assert.equal(await undo.isVisible(), false);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await page.keyboard.type(`${code}\n`);
  await page.waitForTimeout(500);
  assert.equal(await page.getByRole('status').getAttribute('data-verdict'), 'admitted');
  await undo.click();
  await page.getByText('Taken back.').waitFor();
  assert.equal(await admissionsOf(museum, ticketId), 0);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  assert.equal(await admissionsOf(museum, ticketId), 1);
});

test('a gate without a network decides by itself, and hands in what it did', async (t) => {
  const museum = await museumWithGate(t);
  const first = await ticketWithCode(museum);
  const second = await ticketWithCode(museum);
  const inside = await ticketWithCode(museum);
  const tomorrow = await ticketWithCode(museum, generalPurchase({ ticketDate: TOMORROW }));
  await museum.api('POST', '/check-ins', { body: { ticketId: inside.ticketId, gate: 'Garden door' } });
  const page = await openGate(t, museum);
  await page.context().setOffline(true);
  assert.deepEqual(await scanInto(page, first.code), ['admitted', null]);
  await disconnected(page, 1);
  assert.deepEqual(await scanInto(page, inside.code), ['refused', 'already-admitted']);
  assert.ok(await page.getByText('at Garden door').isVisible());
  assert.deepEqual(await scanInto(page, tomorrow.code), ['refused', 'wrong-day']);
  assert.deepEqual(await scanInto(page, 'no ticket'), ['refused', 'unreadable']);
  assert.deepEqual(await scanInto(page, second.code), ['admitted', null]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await disconnected(page, 4);
  assert.equal(await admissionsOf(museum, first.ticketId), 0);
  await page.context().setOffline(false);
  await connected(page);
  assert.equal(await admissionsOf(museum, first.ticketId), 1);
  assert.equal(await admissionsOf(museum, second.ticketId), 0);
});

test('the service stops in the middle of a queue, and what was decided meanwhile waits for it', async (t) => {
  const museum = await museumWithGate(t);
  const tickets = [];
  for (let count = 0; count < 3; count++) tickets.push(await ticketWithCode(museum));
  const [first, second, third] = tickets as [(typeof tickets)[0], (typeof tickets)[0], (typeof tickets)[0]];
  const page = await openGate(t, museum);
  assert.deepEqual(await scanInto(page, first.code), ['admitted', null]);
  const { port } = museum;
  await museum.app.close();
  assert.deepEqual(await scanInto(page, second.code), ['admitted', null]);
  assert.deepEqual(await scanInto(page, third.code), ['admitted', null]);
  await page.waitForTimeout(5_100);
  assert.deepEqual(await scanInto(page, first.code), ['refused', 'already-admitted']);
  await disconnected(page, 3);
  await museum.restart(port);
  await connected(page);
  for (const { ticketId } of tickets) assert.equal(await admissionsOf(museum, ticketId), 1);
});

test('two gates without a network let the same ticket in, which is found and counted', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const gates = [await openGate(t, museum), await openGate(t, museum)];
  for (const gate of gates) {
    await gate.context().setOffline(true);
    assert.deepEqual(await scanInto(gate, code), ['admitted', null]);
  }
  for (const gate of gates) {
    await gate.context().setOffline(false);
    await connected(gate);
  }
  assert.equal((await museum.api('GET', '/occupancy')).json.conflicts, 1);
  await gates[1]?.getByText('Let in twice').waitFor();
});

for (const [how, options] of Object.entries({
  'in the light': {},
  'in the dark': { dark: true },
  'on a small phone': { width: 320, height: 640, touch: true },
  'in the dark on a small phone': { width: 320, height: 640, dark: true },
})) {
  test(`the page is accessible, fits, and asks for nothing elsewhere: ${how}`, async (t) => {
    const museum = await museumWithGate(t);
    const { code } = await ticketWithCode(museum);
    const page = await openGate(t, museum, options);
    await assertSound(page);
    await scanInto(page, code);
    await assertSound(page);
    await page.getByText('Ready').waitFor({ state: 'detached' });
    await scanInto(page, 'no ticket');
    await assertSound(page);
    await page.keyboard.press('Escape');
    await assertSound(page);
  });
}

test('somebody works the gate by keyboard alone', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.goto('/gate');
  await page.locator('#username:focus').waitFor();
  await page.keyboard.type('gate');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${PASSWORD}\n`);
  await connected(page);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Taken back.').waitFor();
  assert.equal(await page.evaluate('document.activeElement.id'), 'code');
});

test('an account that may not check tickets is told so', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.goto('/gate');
  await page.getByLabel('User name').fill('partner');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Your account may not check tickets').waitFor();
  await assertSound(page);
});

test('a ticket held before the camera is read, however it is held', async (t) => {
  const museum = await museumWithGate(t);
  const { ticketId } = await ticketWithCode(museum);
  const { bytes } = await museum.api('GET', `/tickets/${ticketId}/qr`);
  const camera = await film(t, [
    { of: undefined, frames: 15 },
    { of: bytes, turned: 25, blurred: 1.5, light: 0.4, frames: 30 },
  ]);
  const page = await openGate(t, museum, { camera });
  await page.getByRole('button', { name: 'Use the camera' }).click();
  assert.deepEqual(await verdictOf(page), ['admitted', null]);
  await page.waitForTimeout(1_500); // it stays in view
  assert.deepEqual(await verdictOf(page), ['admitted', null]);
  assert.equal(await admissionsOf(museum, ticketId), 1);
  await page.keyboard.press('Escape');
  await assertSound(page);
  await page.getByRole('button', { name: 'Stop the camera' }).click();
  assert.equal(await page.getByRole('button', { name: 'Use the camera' }).isVisible(), true);
});

test('the golden ticket is read off the film, and was never sold here', async (t) => {
  const museum = await museumWithGate(t);
  const golden = new URL('../../docs/tickets/special-event.png', import.meta.url).pathname;
  const camera = await film(t, [{ of: golden, frames: 30 }]);
  const page = await openGate(t, museum, { camera });
  await page.getByRole('button', { name: 'Use the camera' }).click();
  assert.deepEqual(await verdictOf(page), ['refused', 'forged']);
});

for (const [name, words] of [
  ['NotAllowedError', 'The camera may not be used here'],
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

/** Until all of it is on the device. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller !== null) resolve();
    serviceWorker.addEventListener('controllerchange', () => resolve());
  })`);
}

test('the page opens without a network, and what waits is still there', async (t) => {
  const museum = await museumWithGate(t);
  const before = await ticketWithCode(museum);
  const after = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await kept(page);
  await page.context().setOffline(true);
  assert.deepEqual(await scanInto(page, before.code), ['admitted', null]);
  await disconnected(page, 1);
  await page.reload();
  await disconnected(page, 1);
  assert.deepEqual(await scanInto(page, before.code), ['refused', 'already-admitted']);
  assert.deepEqual(await scanInto(page, after.code), ['admitted', null]);
  await page.close({ runBeforeUnload: false }); // as in a crash
  const again = await page.context().newPage();
  await again.goto('/gate');
  await disconnected(again, 3);
  await page.context().setOffline(false);
  await connected(again);
  for (const { ticketId } of [before, after]) assert.equal(await admissionsOf(museum, ticketId), 1);
});

test('everything that the page is made of is kept', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum);
  await kept(page);
  const missing = await page.evaluate<string[]>(`(async () => {
    await import(document.querySelector('script[type=module]').src);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const assets = loaded.filter((name) => name.includes('/assets/'));
    const found = await Promise.all(assets.map(async (name) => [name, await caches.match(name)]));
    return found.filter(([, response]) => response === undefined).map(([name]) => name);
  })()`);
  assert.deepEqual(missing, []);
});

test('another version of the page takes over once it is closed, and what waits is still there', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await kept(page);
  const [old] = await page.evaluate<string[]>('caches.keys()');
  const context = page.context();
  await context.route('**/gate/api/**', (route) => route.abort());
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await page.evaluate(`(async () => {
    const { installing } = await navigator.serviceWorker.register('/gate/worker-de.js', { scope: '/gate' });
    await new Promise((resolve) => installing.addEventListener('statechange', resolve));
  })()`);
  assert.equal((await page.evaluate<string[]>('caches.keys()')).length, 2);
  await page.close();
  const again = await context.newPage();
  await again.goto('/gate');
  const isOver = async () => !(await again.evaluate<string[]>('caches.keys()')).includes(`${old}`);
  for (let tries = 0; tries < 100 && !(await isOver()); tries++) await again.waitForTimeout(100);
  assert.ok(await isOver());
  assert.equal(await again.locator('[data-waiting]').getAttribute('data-waiting'), '1');
  await context.unroute('**/gate/api/**');
  await connected(again);
  assert.equal(await admissionsOf(museum, ticketId), 1);
});

test('the service and the page come to the same, case by case', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum);
  const cases = verdictCases();
  const decided = await page.evaluate<unknown[]>(`(async () => {
    const { decide } = await import('${gateAssets.address('verdict.js')}');
    return ${JSON.stringify(cases.map(({ known }) => known))}.map((known) => decide(known));
  })()`);
  cases.forEach(({ name, known, decision }, index) => {
    assert.deepEqual(decided[index], decision, `the page: ${name}`);
    assert.deepEqual(decide(known), decision, `the service: ${name}`);
  });
});
