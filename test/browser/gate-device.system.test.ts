import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '../../fixtures/browser.ts';
import { film } from '../../fixtures/film.ts';
import {
  connected,
  museumWithGate,
  openGate,
  scanInto,
  stopClock,
  ticketWithCode,
  verdictOf,
} from '../../fixtures/gate-page.ts';

/** What the page has asked of the device. */
type Asked = readonly (readonly unknown[])[];
const asked = (page: Page) => page.evaluate<Asked>('asked');

test('each verdict is heard and felt, another way each', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await page.evaluate(`
    var asked = [];
    navigator.vibrate = (pattern) => asked.push(['vibrate', ...pattern]);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) {
      asked.push(['sound', this.frequency.value, this.type]);
      start.call(this, at);
    };
  `);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  const admitted = await asked(page);
  assert.deepEqual(admitted, [
    ['vibrate', 60],
    ['sound', 880, 'sine'],
    ['sound', 1320, 'sine'],
  ]);
  assert.deepEqual(await scanInto(page, 'no ticket'), ['refused', 'unreadable']);
  const refused = (await asked(page)).slice(admitted.length);
  assert.deepEqual(refused, [
    ['vibrate', 200, 80, 200],
    ['sound', 196, 'square'],
    ['sound', 147, 'square'],
    ['sound', 196, 'square'],
  ]);
});

test('sound comes back after the device has silenced the page', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum);
  await page.evaluate(`
    var contexts = [];
    const Real = AudioContext;
    globalThis.AudioContext = function () { contexts.push(new Real()); return contexts.at(-1); };
  `);
  await scanInto(page, 'no ticket');
  await page.evaluate('contexts[0].suspend()');
  await scanInto(page, 'no ticket either');
  await page.evaluate(`new Promise((done) => {
    const look = () => contexts[0].state === 'running' && done();
    contexts[0].addEventListener('statechange', look);
    look();
  })`);
  assert.equal(await page.evaluate('contexts.length'), 1);
});

test('without sound, vibration or wake lock the verdict is shown all the same', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await page.evaluate(`globalThis.AudioContext = class { constructor() { throw new DOMException(); } };`);
  await scanInto(page, 'no ticket');
  assert.equal(await page.locator('html').getAttribute('data-covers'), 'refused');
  assert.equal(await page.locator('#notice').textContent(), '');
  await page.evaluate(`
    globalThis.AudioContext = undefined;
    Object.defineProperty(navigator, 'vibrate', { value: undefined });
    Object.defineProperty(navigator, 'wakeLock', { value: undefined });
  `);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
});

test('the screen is kept awake, again whenever the page comes back to the front', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum);
  await page.addInitScript(`
    globalThis.asked = [];
    navigator.wakeLock.request = async (kind) => { asked.push(kind); };
  `);
  await page.reload();
  await connected(page);
  assert.deepEqual(await asked(page), ['screen']);
  const become = (state: string) =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  await become('hidden');
  assert.deepEqual(await asked(page), ['screen']);
  await become('visible');
  assert.deepEqual(await asked(page), ['screen', 'screen']);
});

test('a camera with a light has a button for it, that says whether it is on', async (t) => {
  const museum = await museumWithGate(t);
  const camera = await film(t, [{ of: undefined, frames: 30 }]);
  const page = await openGate(t, museum, { camera });
  await page.evaluate(`
    var asked = [];
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
    MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [light] }) => { asked.push(['torch', light.torch]); };
  `);
  const light = page.getByRole('button', { name: 'Light' });
  assert.equal(await light.isVisible(), false);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await light.waitFor();
  assert.equal(await light.getAttribute('aria-pressed'), 'false');
  await light.click();
  await page.locator('#torch[aria-pressed="true"]').waitFor();
  await light.click();
  await page.locator('#torch[aria-pressed="false"]').waitFor();
  assert.deepEqual(await asked(page), [
    ['torch', true],
    ['torch', false],
  ]);
});

test('a camera without one has none', async (t) => {
  const museum = await museumWithGate(t);
  const camera = await film(t, [{ of: undefined, frames: 30 }]);
  const page = await openGate(t, museum, { camera });
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('button', { name: 'Stop the camera' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Light' }).isVisible(), false);
});

test('the camera at the back is taken first, and another one stays chosen', async (t) => {
  const museum = await museumWithGate(t);
  const camera = await film(t, [{ of: undefined, frames: 30 }]);
  const page = await openGate(t, museum, { camera });
  await page.evaluate(`
    var asked = [];
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = ({ video }) => {
      asked.push([video.facingMode?.ideal ?? null, video.deviceId?.exact ?? null]);
      return open({ video: true });
    };
    mediaDevices.enumerateDevices = async () =>
      ['back', 'front'].map((deviceId) => ({ kind: 'videoinput', deviceId }));
    MediaStreamTrack.prototype.getSettings = () => ({ deviceId: asked.at(-1)[1] ?? 'back' });
  `);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('button', { name: 'Other camera' }).click();
  await page.getByRole('button', { name: 'Stop the camera' }).click();
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('button', { name: 'Other camera' }).waitFor();
  assert.deepEqual(await asked(page), [
    ['environment', null],
    [null, 'front'],
    [null, 'front'],
  ]);
});

test('the browser’s own reader of codes is taken where there is one, and a hand scanner beside it', async (t) => {
  const museum = await museumWithGate(t);
  const shown = await ticketWithCode(museum);
  const scanned = await ticketWithCode(museum);
  const camera = await film(t, [{ of: undefined, frames: 30 }]);
  const page = await openGate(t, museum, { camera });
  await page.evaluate(`
    globalThis.BarcodeDetector = class {
      static async getSupportedFormats() { return ['qr_code']; }
      async detect() { return [{ rawValue: '${shown.code}' }]; }
    };
  `);
  await stopClock(page);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  assert.deepEqual(await verdictOf(page), ['admitted', null]);
  assert.deepEqual(await scanInto(page, scanned.code), ['admitted', null]);
});
