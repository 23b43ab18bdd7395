import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { ticketWithCode } from '../../fixtures/gate-page.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { passWithCode } from '../../fixtures/passes.ts';
import { ANNUAL_PASS } from '../../fixtures/right-question.ts';
import { storageInMemory } from '../../fixtures/storage-in-memory.ts';
import { GateController } from '../../src/web/gate/assets/controller.js';
import { learn } from '../../src/web/gate/assets/knowledge.js';
import { StorageError } from '../../src/web/gate/assets/storage.js';
import type { Shown } from '../../src/web/gate/assets/types.ts';

const FULL = () => Promise.reject(new StorageError(new DOMException('', 'QuotaExceededError')));

describeOnDatabase((openMuseum) => {
  it('tells a scan that can’t be stored from one that can’t be judged, and logs why', async (t) => {
    const museum = await openMuseum(t);
    const { code } = await ticketWithCode(museum);
    const { controller, storage, told, logged } = await openDevice(t, museum);
    const importing = t.mock.method(crypto.subtle, 'importKey', () => {
      throw new DOMException('', 'DataError');
    });
    await controller.scan(code);
    importing.mock.restore();
    t.mock.method(storage, 'putTogether', FULL);
    await controller.scan(code);
    assert.deepEqual(told, ['notJudged', 'notKeptHere']);
    assert.deepEqual(logged(), ['DataError', 'Error']);
  });

  it('tells an undo that can’t be stored from one that fails otherwise', async (t) => {
    const museum = await openMuseum(t);
    const { code } = await ticketWithCode(museum);
    const { controller, storage, told } = await openDevice(t, museum);
    await controller.scan(code);
    t.mock.method(storage, 'put', FULL);
    const changing = t.mock.method(storage, 'change', FULL);
    await controller.undo();
    changing.mock.mockImplementation(() => Promise.reject(new TypeError()));
    await controller.undo();
    assert.deepEqual(told, ['undoing', 'notUndoneNow', 'undoing', 'notUndoneBroken']);
  });

  it('tells a device that stores nothing from a page that is broken', async (t) => {
    const museum = await openMuseum(t);
    const { controller, service, storage, told } = await openDevice(t, museum);
    service.greet = () => Promise.reject(new TypeError());
    await controller.look();
    service.greet = async () => undefined;
    t.mock.method(storage, 'unseen', FULL);
    await controller.look();
    assert.deepEqual(told, ['broken', 'notKept']);
  });
  it('counts who comes in with a pass, whoever decides, and takes it back', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', '/pass-types', { body: [{ ...ANNUAL_PASS, persons: 2, named: false }] });
    const { code } = await passWithCode(museum, 'annual');
    const { controller, service, shown } = await openDevice(t, museum);
    const said = async (scanning: Promise<unknown> | undefined) => {
      await scanning;
      const { verdict, reason, visitors } = shown.at(-1) ?? {};
      return [verdict, reason ?? visitors?.places];
    };
    assert.deepEqual(await said(controller.scan(code)), ['admitted', 2]);
    assert.deepEqual(await said(controller.scan(code)), ['refused', 'already-admitted']);
    await controller.undo();
    Object.assign(service, {
      isReady: true,
      ask: (method: 'POST', path: string, body: object) =>
        museum.api(method, path.slice('api'.length), { body, as: 'gate' }),
    });
    assert.deepEqual(await said(controller.scan(code)), ['admitted', 2]);
    Object.assign(service, { isReady: false });
    assert.deepEqual(await said(controller.scan(code)), ['refused', 'already-admitted']);
  });
});

/** A gate's device that has no network, and knows the day. */
async function openDevice(t: TestContext, museum: Museum) {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: museum.clock.now() });
  Object.assign(globalThis, { isSecureContext: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'isSecureContext'));
  const logging = t.mock.method(console, 'error', () => {});
  const storage = storageInMemory();
  const { json } = await museum.api('GET', '/gate/snapshot', { as: 'gate' });
  await storage.keep('knowledge', learn(json, 0));
  const service = Object.assign(new EventTarget(), {
    isReady: false,
    ask: async () => undefined,
    greet: async (): Promise<undefined> => undefined,
  });
  const [told, shown]: [string[], Shown[]] = [[], []];
  const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' };
  const door = { asScanned: {}, nameOf: () => undefined, showEvents: () => {} };
  const parts = { storage, service, screen: screenTelling(told, shown), door, settings };
  const controller = new GateController(parts as never);
  await controller.open();
  const logged = () => logging.mock.calls.map(({ arguments: [error] }) => (error as Error).name);
  return { controller, service, storage, told, shown, logged };
}

/** A screen that remembers what it shows, and the keys of its notices. */
function screenTelling(told: string[], all: Shown[]) {
  const shown = {
    tell: (key: string) => void told.push(key),
    show: (verdict: Shown) => void all.push(verdict),
  };
  return new Proxy(shown, { get: (tell, name) => Reflect.get(tell, name) ?? (() => '') });
}
