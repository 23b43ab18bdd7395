import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, openPage } from '../../fixtures/browser.ts';
import { contrastOf } from '../../fixtures/contrast.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  keptOnDevice,
  museumWithGate,
  scanInto,
  signIn,
  ticketWithCode,
  verdictOf,
} from '../../fixtures/gate-page.ts';
import { importInto } from '../../fixtures/importing.ts';
import type { Museum } from '../../fixtures/museum.ts';

const MUSEUMKAART = {
  ...{ card: 'museumkaart', name: 'Museumkaart', pattern: '#{8}', category: 'standard' },
  ...{ mode: 'show', perDay: 1, offline: 'admit' },
};

for (const engine of ENGINES) {
  const open = async (t: Parameters<typeof openPage>[0], museum: Museum, as = 'gate', dark = false) => {
    const options = { engine, dark, serviceWorker: true, width: 412, height: 860 };
    const page = await openPage(t, `http://127.0.0.1:${museum.port}`, options);
    await signIn(page, as);
    await connected(page);
    return page;
  };

  test(`${engine}: two pages admit each ticket once, with the service and while it is stopped`, async (t) => {
    const museum = await museumWithGate(t);
    const [first, second, third] = [
      await ticketWithCode(museum),
      await ticketWithCode(museum),
      await ticketWithCode(museum),
    ];
    await importInto(museum, 'code,ticketType,ticketDate\nold-4711,general,2027-03-01');
    const page = await open(t, museum);
    await keptOnDevice(page);
    const beside = await page.context().newPage();
    await beside.goto('/gate');
    await connected(beside);
    assert.deepEqual(await scanInto(page, first.code), ['admitted', null]);
    assert.deepEqual(await scanInto(page, first.code), ['refused', 'already-admitted']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Admission undone.').waitFor();
    assert.equal(await admissionsOf(museum, first.ticketId), 0);

    const { port } = museum;
    await museum.app.close();
    await disconnected(page);
    assert.deepEqual(await scanInto(page, first.code), ['admitted', null]);
    assert.deepEqual(await scanInto(beside, first.code), ['refused', 'already-admitted']);
    assert.deepEqual(await scanInto(beside, second.code), ['admitted', null]);
    assert.deepEqual(await scanInto(page, forged(third.code)), ['refused', 'forged']);
    assert.deepEqual(await scanInto(page, 'no ticket'), ['refused', 'unreadable']);
    assert.deepEqual(await scanInto(page, 'old-4711'), ['admitted', null]);
    await page.goto('/gate?language=de');
    await disconnected(page, 6);
    await page.getByText('Bereit').waitFor();
    assert.deepEqual(await scanInto(page, third.code), ['admitted', null]);
    await page.getByText('Offline entschieden').waitFor();

    await museum.restart(port);
    await page.locator('[data-connection="online"][data-waiting="0"]').waitFor();
    for (const { ticketId } of [first, second, third]) assert.equal(await admissionsOf(museum, ticketId), 1);
    const { json } = await museum.api('GET', '/occupancy');
    assert.deepEqual([json.inside, json.conflicts], [4, 0]);
  });

  test(`${engine}: a class and the holder of a card are let in in four taps while the service is stopped, once`, async (t) => {
    const museum = await museumWithGate(t);
    await museum.api('PUT', '/cards', { body: [MUSEUMKAART] });
    const page = await open(t, museum);
    await keptOnDevice(page);
    const { port } = museum;
    await museum.app.close();
    await disconnected(page);
    await page.getByText('Count without a ticket').click();
    await page.getByLabel('How many').fill('28');
    await page.getByRole('button', { name: '+28' }).click();
    await page.getByText('28 persons counted in').waitFor();
    assert.deepEqual(await scanInto(page, '12345678'), ['refused', 'card-show']);
    await page.getByRole('button', { name: 'Checked: let them in' }).click();
    await page.getByText('Museumkaart, Monday 1 March.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '+1' }).click();
    await page.getByText('1 person counted in').waitFor();
    await disconnected(page, 4);
    await page.getByRole('button', { name: 'Take back the last count' }).click();
    await disconnected(page, 3);
    await page.goto('/gate');
    await disconnected(page, 3);
    await museum.restart(port);
    await connected(page);
    const { entries } = (await museum.api('GET', '/occupancy')).json;
    const [, , card, counted] = entries;
    assert.deepEqual([card.inside, counted.inside], [1, 28]);
  });

  test(`${engine}: a ticket that is filmed is read and admitted, and heard`, async (t) => {
    const museum = await museumWithGate(t);
    const { ticketId } = await ticketWithCode(museum);
    const { bytes } = await museum.api('GET', `/tickets/${ticketId}/qr`);
    const page = await open(t, museum);
    await page.evaluate(filming(bytes));
    await page.evaluate(COUNTING_NOTES);
    await page.getByRole('button', { name: 'Use the camera' }).click();
    assert.deepEqual(await verdictOf(page), ['admitted', null]);
    assert.equal(await page.evaluate('notes'), 2);
    assert.equal(await admissionsOf(museum, ticketId), 1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    await page.getByRole('button', { name: 'Use the camera' }).waitFor();
  });

  test(`${engine}: somebody is admitted anyway`, async (t) => {
    const museum = await museumWithGate(t);
    const { code, ticketId } = await ticketWithCode(museum);
    const page = await open(t, museum, 'cashier');
    await scanInto(page, code);
    assert.deepEqual(await scanInto(page, code), ['refused', 'already-admitted']);
    await page.getByRole('button', { name: 'Admit anyway' }).click();
    await page.getByLabel('Why?').fill('Came out to fetch her coat');
    await page.keyboard.press('Enter');
    await page.getByText('Admitted anyway.').waitFor();
    assert.equal(await admissionsOf(museum, ticketId), 2);
  });

  for (const dark of [false, true])
    test(`${engine}: what the door admits can be read on each verdict, ${dark ? 'dark' : 'light'}`, async (t) => {
      const museum = await museumWithGate(t);
      const { code } = await ticketWithCode(museum);
      const page = await open(t, museum, 'gate', dark);
      const readable = async () => {
        const contrast = await contrastOf(page, '#admits');
        assert.ok(contrast >= 4.5, `${contrast}`);
      };
      await readable();
      assert.deepEqual(await scanInto(page, code), ['admitted', null]);
      await readable();
      assert.deepEqual(await scanInto(page, 'no ticket'), ['refused', 'unreadable']);
      await readable();
    });
}

const COUNTING_NOTES = `(() => {
  globalThis.notes = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at) {
    notes++;
    start.call(this, at);
  };
})()`;

/** The code with a signature of somebody else. */
function forged(code: string): string {
  return `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
}

/** Gives the page a camera that films the picture, slightly turned. */
function filming(png: Uint8Array): string {
  return `(async () => {
    const bytes = Uint8Array.from(atob('${Buffer.from(png).toString('base64')}'), (c) => c.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    const paint = () => {
      context.fillStyle = '#78706a';
      context.fillRect(0, 0, 1280, 720);
      context.save();
      context.translate(640, 360);
      context.rotate(0.2);
      context.drawImage(picture, -220, -220, 440, 440);
      context.restore();
    };
    setInterval(paint, 33);
    // Not at navigator.mediaDevices: WebKit may forget what was added to such an object.
    MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(30);
  })()`;
}
