import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../../fixtures/browser.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  longAfter,
  museumWithGate,
  openGate,
  scanInto,
  signIn,
  ticketWithCode,
} from '../../fixtures/gate-page.ts';
import { importInto } from '../../fixtures/importing.ts';
import { generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { scan } from '../../fixtures/scan.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { revokeKey } from '../../src/codes/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';

const TOMORROW = '2027-03-02';

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

test('a gate knows imported tickets by their own codes, with and without a network', async (t) => {
  const museum = await museumWithGate(t);
  const codes = ['Øst #4711', '7D2F0E66-9B1C-4D3E-8F4A-000000000001', 'ABCDEFGH234'];
  const lines = [...codes, 'inside-1'].map((code) => `${code},general,${TODAY}`);
  await importInto(museum, ['code,ticketType,ticketDate', ...lines].join('\n'));
  const page = await openGate(t, museum);
  assert.deepEqual(await scanInto(page, 'inside-1'), ['admitted', null]);
  await page.context().setOffline(true);
  assert.deepEqual(await scanInto(page, 'inside-1'), ['refused', 'already-admitted']);
  for (const code of codes) assert.deepEqual(await scanInto(page, code), ['admitted', null], code);
  assert.deepEqual(await scanInto(page, 'inside-2'), ['refused', 'unreadable']);
  await page.context().setOffline(false);
  await connected(page);
  assert.equal((await museum.api('GET', '/occupancy')).json.inside, 4);
  await longAfter(page);
  for (const code of codes) assert.deepEqual(await scanInto(page, code), ['refused', 'already-admitted']);
});

test('a code whose key was revoked is withdrawn, with and without a network, and the new code of its ticket is good', async (t) => {
  const museum = await museumWithGate(t);
  const [first, second] = [await ticketWithCode(museum), await ticketWithCode(museum)];
  await revokeKey(
    museum.store,
    OPERATOR,
    first.code.slice(1, 3),
    { reason: 'A backup was stolen', isMailed: false },
    museum.clock.now(),
  );
  const page = await openGate(t, museum);
  const isWithdrawn = async (code: string) => {
    assert.deepEqual(await scanInto(page, code), ['refused', 'forged']);
    assert.equal(await page.locator('.word').innerText(), 'Withdrawn');
    await page.getByText('It may be in a newer mail').waitFor();
  };
  await isWithdrawn(first.code);
  await page.context().setOffline(true);
  await isWithdrawn(second.code);
  await disconnected(page, 1);
  const { bytes } = await museum.api('GET', `/tickets/${second.ticketId}/qr`);
  assert.deepEqual(await scanInto(page, await scan(bytes)), ['admitted', null]);
  await page.context().setOffline(false);
  await connected(page);
  assert.equal(await admissionsOf(museum, second.ticketId), 1);
});

test('a ticket whose scan still waits is not decided by the service, which does not know of it', async (t) => {
  const museum = await museumWithGate(t);
  const inside = await ticketWithCode(museum);
  const takenBack = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  assert.deepEqual(await scanInto(page, takenBack.code), ['admitted', null]);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.deepEqual(await scanInto(page, inside.code), ['admitted', null]);
  await disconnected(page, 2);
  // Nothing is handed in yet.
  for (const path of ['**/batch', '**/undo?*']) await page.context().route(path, () => undefined);
  await page.context().setOffline(false);
  await page.locator('[data-connection="online"]').waitFor();
  assert.deepEqual(await scanInto(page, inside.code), ['refused', 'already-admitted']);
  assert.deepEqual(await scanInto(page, takenBack.code), ['admitted', null]);
  await page.context().unrouteAll();
  await connected(page);
  for (const { ticketId } of [inside, takenBack]) assert.equal(await admissionsOf(museum, ticketId), 1);
});

test('a gate without a network knows the tickets of the next day too, between midnight and closing', async (t) => {
  const museum = await museumWithGate(t);
  const body = { timeOpen: '18:00', timeClose: '02:00' };
  await museum.api('PUT', `/museum-hours/${TODAY}`, { body });
  const forTomorrow = () => ticketWithCode(museum, generalPurchase({ ticketDate: TOMORROW }));
  const [gone, inside, good] = [await forTomorrow(), await forTomorrow(), await forTomorrow()];
  await museum.api('POST', `/tickets/${gone.ticketId}/void`, { body: { reason: 'Ill' } });
  museum.clock.advance(13 * 3_600_000 + 5 * 60_000); // 00:05 in Berlin
  await museum.api('POST', '/check-ins', { body: { ticketId: inside.ticketId, gate: 'Garden door' } });
  await sealEverything(museum.store);
  const page = await openGate(t, museum);
  await page.getByText('1 inside').waitFor();
  await page.context().setOffline(true);
  assert.deepEqual(await scanInto(page, gone.code), ['refused', 'void']);
  assert.deepEqual(await scanInto(page, inside.code), ['refused', 'already-admitted']);
  assert.deepEqual(await scanInto(page, good.code), ['admitted', null]);
  await disconnected(page, 3);
  await page.context().setOffline(false);
  await connected(page);
  const { date, admitted, inside: count, conflicts } = (await museum.api('GET', '/occupancy')).json;
  assert.deepEqual([date, admitted, count, conflicts], [TODAY, 2, 2, 0]);
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
  await longAfter(page); // it is another scan
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
  await gates[1]?.getByText('Admitted twice').waitFor();
});

test('an admission that was taken back too late without a network is shown, and turns the ticket away', async (t) => {
  const museum = await museumWithGate(t);
  const { code, confirmationCode, ticketId } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Admission undone.').waitFor();
  await disconnected(page, 1);
  museum.clock.advance(13 * 60_000);
  await page.context().setOffline(false);
  await connected(page);
  await page
    .getByText(
      `The admission at 11:00 was not undone, it was too late: General entry, Monday 1 March. ${confirmationCode}`,
    )
    .waitFor();
  assert.equal(await admissionsOf(museum, ticketId), 1);
  await page.context().setOffline(true);
  await disconnected(page);
  assert.deepEqual(await scanInto(page, code), ['refused', 'already-admitted']);
});

test('the page opens without a network, and what waits is still there', async (t) => {
  const museum = await museumWithGate(t);
  const before = await ticketWithCode(museum);
  const after = await ticketWithCode(museum);
  const page = await openGate(t, museum, { serviceWorker: true });
  await page.context().setOffline(true);
  assert.deepEqual(await scanInto(page, before.code), ['admitted', null]);
  await disconnected(page, 1);
  await page.reload();
  await disconnected(page, 1);
  assert.deepEqual(await scanInto(page, before.code), ['refused', 'already-admitted']);
  assert.deepEqual(await scanInto(page, after.code), ['admitted', null]);
  await page.close();
  const again = await page.context().newPage();
  await again.goto('/gate');
  await disconnected(again, 3);
  await page.context().setOffline(false);
  await connected(again);
  for (const { ticketId } of [before, after]) assert.equal(await admissionsOf(museum, ticketId), 1);
});

test('opened without a network, the page still says who is signed in, who can sign out once there is one', async (t) => {
  const page = await openGate(t, await museumWithGate(t), { serviceWorker: true, as: 'cashier' });
  await page.context().setOffline(true);
  await page.reload();
  await disconnected(page);
  await page.getByText('cashier · cashier').waitFor();
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await signOut.click();
  await page.getByText('Not signed out: that needs a network.').waitFor();
  await page.context().setOffline(false);
  await connected(page);
  await signOut.click();
  await page.getByLabel('Password').waitFor();
});

test('everything that the page is made of is kept', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum, { serviceWorker: true });
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
  const page = await openGate(t, museum, { serviceWorker: true });
  const [old] = await page.evaluate<string[]>('caches.keys()');
  const context = page.context();
  await context.route('**/gate/api/**', (route) => route.abort());
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await page.evaluate(`(async () => {
    const { installing } = await navigator.serviceWorker.register('/gate/worker-de.js', { scope: '/gate' });
    await new Promise((resolve) => installing.addEventListener('statechange', resolve));
  })()`);
  assert.equal((await page.evaluate<string[]>('caches.keys()')).length, 2);
  const again = await context.newPage();
  await again.goto('/'); // which is none of the gate's
  await page.close();
  const isOver = async () => !(await again.evaluate<string[]>('caches.keys()')).includes(`${old}`);
  while (!(await isOver())) await again.waitForTimeout(100);
  await again.goto('/gate');
  await disconnected(again, 1);
  assert.equal(await again.locator('[data-waiting]').getAttribute('data-waiting'), '1');
  await context.unroute('**/gate/api/**');
  await connected(again);
  assert.equal(await admissionsOf(museum, ticketId), 1);
});

test('what is typed without a network and can’t be checked is no verdict, and nobody is turned away', async (t) => {
  const museum = await museumWithGate(t);
  const { confirmationCode, ticketId, code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await page.context().setOffline(true);
  for (const typed of [confirmationCode, ticketId]) {
    await page.keyboard.type(`${typed}\n`);
    await page.getByRole('alert').getByText('can’t be checked offline. Scan the QR').waitFor();
    assert.equal(await page.getByRole('status').getAttribute('data-verdict'), null);
  }
  await disconnected(page, 0);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  assert.equal(await page.locator('#notice').textContent(), '');
  await page.context().setOffline(false);
  await connected(page);
  assert.equal((await museum.store.all('SELECT 1 FROM check_ins')).length, 1);
});

test('who was let in by an answer that was lost, and then by the QR, was let in once', async (t) => {
  const museum = await museumWithGate(t);
  const { confirmationCode, ticketId, code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  await page.context().route('**/gate/api/check-ins', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.type(`${confirmationCode}\n`);
  await page.getByRole('alert').getByText('Scan the QR code').waitFor();
  await page.context().setOffline(true);
  await disconnected(page, 0);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await page.context().unrouteAll();
  await page.context().setOffline(false);
  await connected(page);
  assert.equal(await admissionsOf(museum, ticketId), 1);
  assert.equal((await museum.api('GET', '/occupancy')).json.conflicts, 0);
  assert.equal(await page.locator('#notice').textContent(), '');
});

test('who was let in by an answer that was lost is let in once the network is back, by the QR or by the code', async (t) => {
  const museum = await museumWithGate(t);
  for (const by of ['code', 'confirmationCode'] as const) {
    const ticket = await ticketWithCode(museum);
    const page = await openGate(t, museum);
    await page.context().route('**/gate/api/check-ins', async (route) => {
      await route.fetch();
      await route.abort();
    });
    // What is handed in first is on its way for as long as the visitor stands there.
    const [held, admitted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.context().route(
      '**/undo?*',
      async (route) => {
        held.resolve();
        await admitted.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.type(`${ticket.confirmationCode}\n`);
    await page.getByRole('alert').getByText('Scan the QR code').waitFor();
    await page.context().unroute('**/gate/api/check-ins');
    await held.promise;
    assert.deepEqual(await scanInto(page, ticket[by]), ['admitted', null], by);
    admitted.resolve();
    await connected(page);
    assert.equal(await admissionsOf(museum, ticket.ticketId), 1);
  }
  assert.equal((await museum.api('GET', '/occupancy')).json.conflicts, 0);
});

test('two pages of one device without a network let a ticket in once, and once more when it was taken back', async (t) => {
  const museum = await museumWithGate(t);
  const [first, second] = [await ticketWithCode(museum), await ticketWithCode(museum)];
  const page = await openGate(t, museum);
  const other = await page.context().newPage();
  await other.goto('/gate');
  await connected(other);
  await page.context().setOffline(true);
  for (const each of [page, other]) await disconnected(each);
  assert.deepEqual(await scanInto(page, first.code), ['admitted', null]);
  assert.deepEqual(await scanInto(other, first.code), ['refused', 'already-admitted']);
  const verdicts = await Promise.all([page, other].map((each) => scanInto(each, second.code)));
  assert.deepEqual(verdicts.map(([verdict]) => verdict).sort(), ['admitted', 'refused']);
  await page.bringToFront();
  const third = await ticketWithCode(museum);
  assert.deepEqual(await scanInto(page, third.code), ['admitted', null]);
  assert.deepEqual(await scanInto(other, third.code), ['refused', 'already-admitted']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').getByText('Admission undone').waitFor();
  assert.deepEqual(await scanInto(other, third.code), ['admitted', null]);
  await page.context().setOffline(false);
  await connected(page);
  assert.equal((await museum.api('GET', '/occupancy')).json.conflicts, 0);
});

test('a page that looks after scans without a verdict takes back none that was shown meanwhile', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  const other = await page.context().newPage();
  // Between reading which scans are without a verdict and asking for the lock of one, the other page stops.
  await other.addInitScript(`
    const [stopped, goOn, goneOn] = [1, 2, 3].map(() => Promise.withResolvers());
    Object.assign(globalThis, { stopped, goOn, goneOn });
    const request = navigator.locks.request.bind(navigator.locks);
    navigator.locks.request = async (name, ...rest) => {
      if (!rest[0].ifAvailable || !/museum-gate-(?:unseen|verdict)/.test(name)) return request(name, ...rest);
      stopped.resolve();
      await goOn.promise;
      await request(name, ...rest);
      goneOn.resolve();
    };
  `);
  await other.goto('/gate');
  await connected(other);
  await page.context().setOffline(true);
  for (const each of [page, other]) await disconnected(each);
  // The first page can't decide until it gets this lock.
  await page.evaluate(`new Promise((held) => {
    navigator.locks.request('museum-gate-decide', () => new Promise((release) => {
      globalThis.release = release;
      held();
    }));
  })`);
  const verdict = scanInto(page, code);
  await other.evaluate('stopped.promise');
  await page.evaluate('release()');
  assert.deepEqual(await verdict, ['admitted', null]);
  await other.evaluate('goOn.resolve(), goneOn.promise');
  assert.deepEqual(await scanInto(other, code), ['refused', 'already-admitted']);
  await page.context().setOffline(false);
  await connected(page);
  assert.equal((await museum.api('GET', '/occupancy')).json.conflicts, 0);
});

test('the page is in the language of whoever works there, its verdicts too, online and not', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const event = await ticketWithCode(museum, generalPurchase({ ticketDate: TOMORROW }));
  await museum.api('POST', '/check-ins', { body: { ticketId, gate: 'Osttür' } });
  museum.clock.advance(34 * 60_000);
  const page = await openGate(t, museum);
  await page.goto('/gate?language=de');
  await page.locator('[data-connection="online"][data-waiting="0"]', { hasText: 'Stand' }).waitFor();
  await scanInto(page, code);
  assert.ok(await page.getByText('Eingelassen um 11:00 (Osttür), vor 34 Minuten.').isVisible());
  await page.context().setOffline(true);
  await scanInto(page, event.code);
  assert.ok(await page.getByText('Für Dienstag, 2. März; heute ist Montag, 1. März.').isVisible());
});

test('another language can be chosen without a network', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum, { serviceWorker: true });
  await page.context().setOffline(true);
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/gate?language=de');
  await disconnected(page);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  assert.ok(await page.getByText('Eintritt, Montag, 1. März.').isVisible());
});

test('a device that has heard nothing since the day before says so', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum, generalPurchase({ ticketDate: TOMORROW }));
  const page = await openGate(t, museum);
  await page.context().setOffline(true);
  await disconnected(page);
  await page.evaluate(`
    const { now } = Date;
    Date.now = () => now() + 86_400_000;
  `);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await page.getByRole('status').getByText('as of 11:00 on Monday 1 March.').waitFor();
  await page.locator('#connection').getByText('as of 11:00 on Monday 1 March').waitFor();
});

test('a device that has never heard of the day decides nothing, and says so', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.route('**/gate/api/gate/*', (route) => route.abort());
  await signIn(page, 'gate');
  await page.getByText('has no data for today yet').waitFor();
  await page.context().setOffline(true);
  await page.keyboard.type(`${code}\n`);
  await page.getByRole('alert').getByText('Connect it once').waitFor();
  await page.unroute('**/gate/api/gate/*');
  await page.context().setOffline(false);
  await connected(page);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
});
