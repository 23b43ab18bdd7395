import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { storageInMemory } from '../../fixtures/storage-in-memory.ts';
import { TICKET_CODE_LENGTH } from '../../src/codes/index.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { disown, handIn, takeBack, takeBackDisowned } from '../../src/web/gate/assets/hand-in.js';
import type { Service } from '../../src/web/gate/assets/service.js';
import type { Passed } from '../../src/web/gate/assets/types.ts';

const MINUTE = 60_000;
const WHAT = 'General entry, Monday 1 March.';

describeOnDatabase((openMuseum) => {
  it('what was taken back in time without a network is taken back, however late that is handed in', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const passed = await device.decideHere(ticketId, true);
    device.goOn(8 * MINUTE);
    device.isOnline = false;
    assert.equal(await takeBack(device.storage, device.service, passed, WHAT), true);
    device.goOn(60 * MINUTE);
    device.isOnline = true;
    assert.deepEqual(await handIn(device.storage, device.service, false), { conflicts: [], refused: [] });
    assert.equal(await stateOf(museum, ticketId), 'valid');
    assert.equal((await device.storage.all('undos')).length, 0);
  });

  it('an admission that the service decided stays when it hears too late that it was taken back', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const passed = await admit(museum, ticketId);
    device.isOnline = false;
    assert.equal(await takeBack(device.storage, device.service, passed, WHAT), true);
    device.goOn(11 * MINUTE);
    device.isOnline = true;
    const { refused } = await handIn(device.storage, device.service, false);
    assert.deepEqual(
      refused.map(({ undo, reason }) => [undo.what, reason]),
      [[WHAT, 'too-late']],
    );
    assert.equal(await stateOf(museum, ticketId), 'admitted');
    assert.equal((await device.storage.all('undos')).length, 0);
  });

  it('whoever took something back that stays is told of it', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const passed = await admit(museum, ticketId);
    device.isOnline = false;
    assert.equal(await takeBack(device.storage, device.service, passed, WHAT), true);
    device.isOnline = true;
    device.as = 'cashier';
    const { refused } = await handIn(device.storage, device.service, false);
    assert.deepEqual(
      refused.map(({ undo, reason }) => [undo.what, undo.passed, reason]),
      [[WHAT, passed, 'not-yours']],
    );
    assert.equal(await stateOf(museum, ticketId), 'admitted');
    assert.deepEqual(await handIn(device.storage, device.service, false), { conflicts: [], refused: [] });
  });

  it('what the service took back while its answer was lost is not told as refused', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const passed = await admit(museum, ticketId);
    device.losesAnswers = true;
    assert.equal(await takeBack(device.storage, device.service, passed, WHAT), true);
    device.losesAnswers = false;
    assert.equal((await device.storage.all('undos')).length, 1);
    assert.deepEqual(await handIn(device.storage, device.service, false), { conflicts: [], refused: [] });
    assert.equal(await stateOf(museum, ticketId), 'valid');
  });

  it('who was let in again after an admission was taken back was let in once', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    device.isOnline = false;
    const first = await device.decideHere(ticketId, true);
    assert.equal(await takeBack(device.storage, device.service, first, WHAT), true);
    await device.decideHere(ticketId);
    device.isOnline = true;
    assert.deepEqual(await handIn(device.storage, device.service, false), { conflicts: [], refused: [] });
    const { json } = await museum.api('GET', '/occupancy');
    assert.deepEqual([json.inside, json.conflicts], [1, 0]);
  });

  it('who left after another gate had let them in did not leave after the admission that was taken back', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const passed = await admit(museum, ticketId);
    device.isOnline = false;
    device.goOn(MINUTE);
    assert.equal(await takeBack(device.storage, device.service, passed, WHAT), true);
    device.goOn(MINUTE);
    const { checkInId } = passedNow(museum, ticketId);
    const elsewhere = { checkInId, ticketId, at: new Date().toISOString(), verdict: 'admitted' };
    await museum.api('POST', '/check-ins/batch', { as: 'gate', body: { checkIns: [elsewhere] } });
    device.goOn(MINUTE);
    const body = { ticketId, direction: 'out' };
    assert.equal((await museum.api('POST', '/check-ins', { as: 'gate', body })).json.verdict, 'left');
    device.isOnline = true;
    assert.deepEqual(await handIn(device.storage, device.service, false), { conflicts: [], refused: [] });
    const { json } = await museum.api('GET', '/occupancy');
    assert.deepEqual([json.admitted, json.inside], [1, 0]);
  });

  it('an admission that is taken back while scans are handed in does not stand, however the two meet', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    for (let steps = 0; steps < 10; steps++) {
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
      const passed = await device.decideHere(ticketId);
      const isHandedIn = handIn(device.storage, device.service, false);
      for (let step = 0; step < steps; step++) await undefined;
      assert.equal(await takeBack(device.storage, device.service, passed, WHAT), true);
      await isHandedIn;
      await handIn(device.storage, device.service, false);
      assert.equal(await stateOf(museum, ticketId), 'valid', `after ${steps} steps`);
    }
  });

  it('a visitor waits for one answer at most before the page decides, however much is to be taken back', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    for (let count = 0; count < 3; count++) await disown(device.storage, uuidV7(museum.clock.now()));
    device.losesAnswers = true;
    await takeBackDisowned(device.storage, device.service);
    assert.equal(device.asked, 1);
    device.losesAnswers = false;
    await takeBackDisowned(device.storage, device.service);
    assert.equal((await device.storage.all('undos')).length, 0);
  });

  it('one scan that the service does not take keeps back none, and costs few questions', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const at = new Date().toISOString();
    const scans = Array.from({ length: 300 }, (_, index) => {
      const checkInId = uuidV7(museum.clock.now());
      return { checkInId, code: 'no ticket', at: index === 100 ? 'never' : at, verdict: 'refused' };
    });
    await device.storage.put('waiting', ...scans);
    await handIn(device.storage, device.service, false);
    assert.equal((await device.storage.all('waiting')).length, 1);
    assert.ok(device.asked < 40, `${device.asked} questions`);
  });

  it('what waits is sent in pieces that a slow network carries within the ten seconds of an answer', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const at = new Date().toISOString();
    const scans = Array.from({ length: 500 }, () => {
      const code = 'x'.repeat(TICKET_CODE_LENGTH);
      return { checkInId: uuidV7(museum.clock.now()), code, gate: 'Garden door', at, verdict: 'refused' };
    });
    await device.storage.put('waiting', ...scans);
    await handIn(device.storage, device.service, false);
    assert.equal((await device.storage.all('waiting')).length, 0);
    assert.ok(device.largest < 64_000, `${device.largest} characters`);
  });

  it('what waits on a device that is full is not told as one that can’t be taken back', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const passed = await device.decideHere(ticketId);
    for (const writing of ['put', 'change'] as const)
      t.mock.method(device.storage, writing, () =>
        Promise.reject(new DOMException('', 'QuotaExceededError')),
      );
    await assert.rejects(takeBack(device.storage, device.service, passed, WHAT), {
      name: 'QuotaExceededError',
    });
    await handIn(device.storage, device.service, false);
    assert.equal(await takeBack(device.storage, device.service, passed, WHAT), true);
    assert.equal(await stateOf(museum, ticketId), 'valid');
  });

  it('a device that is full gets rid of what waits', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await device.decideHere(ticketId);
    for (const writing of ['put', 'change'] as const)
      t.mock.method(device.storage, writing, () =>
        Promise.reject(new DOMException('', 'QuotaExceededError')),
      );
    await handIn(device.storage, device.service, false);
    assert.equal((await device.storage.all('waiting')).length, 0);
    assert.equal(await stateOf(museum, ticketId), 'admitted');
  });
});

/** A gate's device: its clock is the museum's. */
function openDevice(t: TestContext, museum: Museum) {
  const { clock } = museum;
  t.mock.timers.enable({ apis: ['Date'], now: clock.now() });
  t.mock.getter(globalThis.navigator, 'locks', () => ({
    request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}),
  }));
  const ask = async (method: string, path: string, body?: object) => {
    if (!device.isOnline) return undefined;
    device.asked++;
    device.largest = Math.max(device.largest, JSON.stringify(body ?? {}).length);
    const options = { as: device.as, ...(body && { body }) };
    const { status, json } = await museum.api(method, path.replace(/^api/, ''), options);
    return device.losesAnswers ? undefined : { status, json };
  };
  const device = {
    isOnline: true,
    asked: 0,
    /** Characters of what it has sent at once. */
    largest: 0,
    losesAnswers: false,
    as: 'gate' as Asker,
    storage: storageInMemory(),
    service: { isReady: true, ask } as unknown as Service,
    goOn(milliseconds: number) {
      clock.advance(milliseconds);
      t.mock.timers.setTime(clock.now());
    },
    /** It lets the ticket in by itself. */
    async decideHere(ticketId: string, isTried = false): Promise<Passed> {
      const passed = passedNow(museum, ticketId);
      const at = new Date().toISOString();
      const scan = { checkInId: passed.checkInId, ticketId, at, verdict: 'admitted' };
      await device.storage.put('waiting', { ...scan, isTried });
      device.goOn(MINUTE);
      return passed;
    },
  };
  return device;
}

async function admit(museum: Museum, ticketId: string): Promise<Passed> {
  const passed = passedNow(museum, ticketId);
  const body = { checkInId: passed.checkInId, ticketId };
  assert.equal((await museum.api('POST', '/check-ins', { as: 'gate', body })).json.verdict, 'admitted');
  return passed;
}

function passedNow({ clock }: Museum, ticketId: string): Passed {
  return { checkInId: uuidV7(clock.now()), ticketId, is: 'inside', lastIn: { at: clock.now() } };
}

async function stateOf(museum: Museum, ticketId: string): Promise<string> {
  return (await museum.api('GET', `/tickets/${ticketId}`)).json.state;
}
