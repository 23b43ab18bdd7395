import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, type Page } from '../../fixtures/browser.ts';
import { film } from '../../fixtures/film.ts';
import {
  admissionsOf,
  connected,
  disconnected,
  museumWithGate,
  openGate,
  scanInto,
  signIn,
  ticketWithCode,
} from '../../fixtures/gate-page.ts';
import { KEYBOARD } from '../../fixtures/hands.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { generalPurchase } from '../../fixtures/samples.ts';
import { setRole } from '../../src/accounts/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import type { Role } from '../../src/core/roles.ts';

const TOMORROW = '2027-03-02';

const allTheSame = (page: Page) => page.getByRole('button', { name: 'Admit anyway' });

async function insideAlready(museum: Museum) {
  const ticket = await ticketWithCode(museum);
  await museum.api('POST', '/check-ins', { body: { ticketId: ticket.ticketId, gate: 'Garden door' } });
  museum.clock.advance(60_000);
  return ticket;
}

async function overrides(museum: Museum) {
  const rows = await museum.store.all(
    'SELECT verdict, reason, override_reason, is_conflict FROM check_ins WHERE override_reason IS NOT NULL',
  );
  return rows.map((row) => ({ ...row }));
}

for (const [how, options] of Object.entries({
  'in the light': {},
  'in the dark on a small phone': { dark: true, width: 320, height: 640 },
})) {
  test(`a cashier lets somebody in all the same, and says why: ${how}`, async (t) => {
    const museum = await museumWithGate(t);
    const { code } = await insideAlready(museum);
    const page = await openGate(t, museum, { as: 'cashier', ...options });
    assert.deepEqual(await scanInto(page, code), ['refused', 'already-admitted']);
    await assertSound(page);
    await allTheSame(page).click();
    await page.getByLabel('Why?').waitFor();
    assert.ok(await page.getByRole('dialog').getByText('at Garden door').isVisible());
    await assertSound(page);
    await page.keyboard.type('   \n');
    assert.ok(await page.getByRole('dialog').isVisible()); // white space is no reason
    await page.keyboard.type('Came out to fetch her coat\n');
    await page.locator('[data-verdict="admitted"]').waitFor();
    assert.ok(await page.getByText('Admitted anyway. Admitted at').isVisible());
    assert.equal(await allTheSame(page).isVisible(), false);
    await page.locator('#code:focus').waitFor();
    assert.deepEqual(await overrides(museum), [
      {
        verdict: 'admitted',
        reason: 'already-admitted',
        override_reason: 'Came out to fetch her coat',
        is_conflict: 0,
      },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Admission undone.').waitFor();
  });
}

test('by keyboard alone; Escape lets nobody in', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum, generalPurchase({ ticketDate: TOMORROW }));
  const page = await openGate(t, museum, { as: 'manager' });
  assert.deepEqual(await scanInto(page, code), ['refused', 'wrong-day']);
  await KEYBOARD.press(page, 'button', 'Admit anyway');
  await page.locator('#why:focus').waitFor();
  await page.keyboard.type('VIP');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.deepEqual(await overrides(museum), []);
  await page.locator('#code:focus').waitFor();
  await KEYBOARD.press(page, 'button', 'Admit anyway');
  await page.locator('#why:focus').waitFor();
  await page.keyboard.type('Train was late');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('[data-verdict="admitted"]').waitFor();
  assert.equal((await overrides(museum)).length, 1);
});

test('a ticket that is scanned while the reason is asked for is the next visitor, and no reason', async (t) => {
  const museum = await museumWithGate(t);
  const inside = await insideAlready(museum);
  const next = await ticketWithCode(museum);
  const page = await openGate(t, museum, { as: 'admin' });
  await scanInto(page, inside.code);
  await allTheSame(page).click();
  await page.getByLabel('Why?').waitFor();
  assert.deepEqual(await scanInto(page, next.code), ['admitted', null]);
  assert.equal(await admissionsOf(museum, next.ticketId), 1);
  assert.deepEqual(await overrides(museum), []);
});

test('a ticket that the camera was just reading while the reason is asked for comes after it', async (t) => {
  const museum = await museumWithGate(t);
  const inside = await insideAlready(museum);
  const next = await ticketWithCode(museum);
  const camera = await film(t, [{ of: undefined, frames: 30 }]);
  const page = await openGate(t, museum, { camera, as: 'cashier' });
  await page.evaluate(`
    globalThis.BarcodeDetector = class {
      static async getSupportedFormats() { return ['qr_code']; }
      detect() { return new Promise((resolve) => { globalThis.read = (rawValue) => resolve([{ rawValue }]); }); }
    };
  `);
  const looks = () =>
    page.evaluate(`new Promise((done) => {
      const look = () => globalThis.read === undefined ? requestAnimationFrame(look) : done();
      look();
    })`);
  const reads = async (code: string) => {
    await looks();
    await page.evaluate(`{ const { read } = globalThis; globalThis.read = undefined; read('${code}'); }`);
  };
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await looks();
  assert.deepEqual(await scanInto(page, inside.code), ['refused', 'already-admitted']);
  await allTheSame(page).click();
  await reads(next.code);
  await page.getByLabel('Why?').fill('Came out to fetch her coat');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Admitted anyway.').waitFor();
  assert.deepEqual(
    (await overrides(museum)).map(({ override_reason }) => override_reason),
    ['Came out to fetch her coat'],
  );
  await reads(next.code);
  await page.getByRole('status').getByText(next.confirmationCode).waitFor();
});

test('it is offered to no one else, and for no other reason', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await insideAlready(museum);
  const gate = await openGate(t, museum);
  assert.deepEqual(await scanInto(gate, code), ['refused', 'already-admitted']);
  assert.equal(await allTheSame(gate).isVisible(), false);
  const cashier = await openGate(t, museum, { as: 'cashier' });
  assert.deepEqual(await scanInto(cashier, 'no ticket'), ['refused', 'unreadable']);
  assert.equal(await allTheSame(cashier).isVisible(), false);
  await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'x', force: true } });
  assert.deepEqual(await scanInto(cashier, code), ['refused', 'void']);
  assert.equal(await allTheSame(cashier).isVisible(), false);
});

test('whoever may let in all the same is not sent to somebody who may', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await insideAlready(museum);
  const gate = await openGate(t, museum);
  await scanInto(gate, code);
  await gate.getByText('send them to someone who may admit them anyway').waitFor();
  const cashier = await openGate(t, museum, { as: 'cashier' });
  await scanInto(cashier, code);
  await cashier.getByText('If they stepped out, admit them anyway.').waitFor();
});

test('an account whose role was changed meanwhile is told so in its language, and what to do', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await insideAlready(museum);
  const page = await openGate(t, museum, { as: 'cashier' });
  await page.goto('/gate?language=de');
  await page.locator('[data-connection="online"]', { hasText: 'Stand' }).waitFor();
  assert.ok(await page.getByText('cashier · Kasse').isVisible());
  await scanInto(page, code);
  await become(museum, 'gate');
  await page.getByRole('button', { name: 'Trotzdem einlassen' }).click();
  await page.getByLabel('Warum?').fill('War nur kurz draußen');
  await page.getByRole('button', { name: 'Einlassen', exact: true }).click();
  await page.getByRole('alert').getByText('Ihr Konto darf nicht trotz Ablehnung einlassen.').waitFor();
  await become(museum, 'viewer');
  await page.keyboard.type(`${ticketId}\n`);
  await page.getByRole('alert').getByText('Ihr Konto darf keine Tickets prüfen.').waitFor();
});

test('a scan that the service does not take is told in the language of the page', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum);
  await page.goto('/gate?language=nl');
  await page.locator('[data-connection="online"]', { hasText: 'stand' }).waitFor();
  await page.route('**/gate/api/check-ins', (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{"detail":"No."}' }),
  );
  await page.keyboard.type('no ticket\n');
  await page
    .getByRole('alert')
    .getByText('de dienst accepteert hem niet (422). Probeer het opnieuw')
    .waitFor();
});

test('without a network too; another account leaves it for somebody who may', async (t) => {
  const museum = await museumWithGate(t);
  const inside = await insideAlready(museum);
  const fresh = await ticketWithCode(museum);
  const page = await openGate(t, museum, { as: 'cashier' });
  await page.context().setOffline(true);
  assert.deepEqual(await scanInto(page, inside.code), ['refused', 'already-admitted']);
  await allTheSame(page).click();
  await page.getByLabel('Why?').fill('She showed her bracelet');
  await page.getByRole('button', { name: 'Admit', exact: true }).click();
  await page.locator('[data-verdict="admitted"]').waitFor();
  assert.deepEqual(await scanInto(page, fresh.code), ['admitted', null]);
  await disconnected(page, 3);
  await signInAs(page, 'gate');
  await page.getByText('to admit anyway, someone with permission has to sign in first').waitFor();
  await page.locator('[data-connection="online"][data-waiting="1"]').waitFor();
  assert.equal(await admissionsOf(museum, fresh.ticketId), 1);
  assert.deepEqual(await overrides(museum), []);
  await signInAs(page, 'cashier');
  await connected(page);
  assert.deepEqual(await overrides(museum), [
    {
      verdict: 'admitted',
      reason: 'already-admitted',
      override_reason: 'She showed her bracelet',
      is_conflict: 0,
    },
  ]);
});

/** Somebody gives the cashier another role. */
async function become(museum: Museum, role: Role): Promise<void> {
  await setRole(museum.store, OPERATOR, 'cashier', role, museum.clock.now());
}

/** Somebody else takes over the device. */
async function signInAs(page: Page, username: string): Promise<void> {
  await page.context().clearCookies();
  await page.context().setOffline(false);
  await signIn(page, username);
}
