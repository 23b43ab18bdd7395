import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { ticketWithCode } from '../../fixtures/gate-page.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { storageInMemory } from '../../fixtures/storage-in-memory.ts';
import { GateController } from '../../src/web/gate/assets/controller.js';
import { learn } from '../../src/web/gate/assets/knowledge.js';
import { StorageError } from '../../src/web/gate/assets/storage.js';

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
  const told: string[] = [];
  const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' };
  const door = { asScanned: {}, nameOf: () => undefined, showEvents: () => {} };
  const parts = { storage, service, screen: screenTelling(told), door, settings };
  const controller = new GateController(parts as never);
  await controller.open();
  const logged = () => logging.mock.calls.map(({ arguments: [error] }) => (error as Error).name);
  return { controller, service, storage, told, logged };
}

/** A screen that shows nothing, and remembers the keys of its notices. */
function screenTelling(told: string[]) {
  const shown = { tell: (key: string) => void told.push(key) };
  return new Proxy(shown, { get: (tell, name) => Reflect.get(tell, name) ?? (() => '') });
}
