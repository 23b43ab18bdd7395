import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type Page } from '../../fixtures/browser.ts';
import { freePort } from '../../fixtures/free-port.ts';
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
import { NOON_DAY, NOON_ZONE } from '../../fixtures/noon.ts';
import { ADMIN, type RunningMuseum, startMuseum } from '../../fixtures/process.ts';
import { scan } from '../../fixtures/scan.ts';

const QUEUE = 8;

test('the service is killed in the middle of a queue of people; each comes in once, and all of it is kept', async (t) => {
  const env = { MUSEUM_TIME_ZONE: NOON_ZONE, PORT: `${await freePort()}` };
  const first = await startMuseum(t, { env });
  const tickets = await sellForToday(first, QUEUE);
  const page = await openPage(t, first.address);
  await signIn(page, ADMIN.username, '/gate', ADMIN.password);
  await connected(page);
  for (const [index, { code }] of tickets.entries()) {
    const killed = index === QUEUE / 2 ? first.stop('SIGKILL') : undefined;
    assert.deepEqual(await scanInto(page, code), ['admitted', null]);
    await killed;
  }
  const second = await startMuseum(t, { dataDir: first.dataDir, env });
  await connected(page);
  for (const { ticketId } of tickets) {
    const { admissions } = (await ask(second, 'GET', `/tickets/${ticketId}`)).json;
    assert.equal(admissions.length, 1, ticketId);
  }
  const { admitted, conflicts } = (await ask(second, 'GET', '/occupancy')).json;
  assert.deepEqual([admitted, conflicts], [QUEUE, 0]);
});

test('the page crashes with scans waiting, and hands them in when it is opened again', async (t) => {
  const museum = await museumWithGate(t);
  const tickets = [await ticketWithCode(museum), await ticketWithCode(museum)] as const;
  const page = await openGate(t, museum, { serviceWorker: true });
  const context = page.context();
  const { port } = museum;
  await museum.app.close();
  for (const { code } of tickets) assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await crash(page);
  const again = await context.newPage();
  await again.goto('/gate');
  await disconnected(again, 2);
  assert.deepEqual(await scanInto(again, tickets[0].code), ['refused', 'already-admitted']);
  await museum.restart(port);
  await connected(again);
  for (const { ticketId } of tickets) assert.equal(await admissionsOf(museum, ticketId), 1);
  assert.equal((await museum.api('GET', '/occupancy')).json.conflicts, 0);
});

test('a page that crashes between its verdict and the service’s answer hands the same scan in, once', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  const context = page.context();
  // The service hears of it, and its answer is lost.
  let isLost = true;
  await context.route('**/gate/api/check-ins', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await crash(page);
  isLost = false;
  const again = await context.newPage();
  await again.goto('/gate');
  await connected(again);
  assert.equal(await admissionsOf(museum, ticketId), 1);
  assert.equal((await museum.store.all('SELECT 1 FROM check_ins')).length, 1);
});

/** What shows the page dies, as from want of memory. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => undefined);
  await crashed;
}

async function sellForToday(
  museum: RunningMuseum,
  count: number,
): Promise<{ readonly ticketId: string; readonly code: string }[]> {
  const tickets = [];
  for (let sold = 0; sold < count; sold++) {
    const bought = await ask(museum, 'POST', '/tickets', {
      ticketType: 'general',
      ticketDate: NOON_DAY,
      email: 'a@example.org',
    });
    assert.equal(bought.status, 201);
    const { ticketId } = bought.json;
    const picture = await ask(museum, 'GET', `/tickets/${ticketId}/qr`);
    tickets.push({ ticketId, code: await scan(picture.bytes) });
  }
  return tickets;
}

async function ask(
  { baseAddress, authorization }: RunningMuseum,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(baseAddress + path, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    bytes,
    json: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined,
  };
}
