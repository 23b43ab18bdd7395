import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storageInMemory } from '../../../fixtures/storage-in-memory.ts';
import { Memory } from './assets/memory.js';
import type { Service } from './assets/service.js';
import type { Passed, SnapshotOrChanges } from './assets/types.ts';

const PASSED: Passed = { ticketId: 'a-ticket', checkInId: 'a-scan', is: 'inside', lastIn: { at: 0 } };

describe('what a gate’s device knows', () => {
  it('who came in while the service was answering is in, whatever it answers', async () => {
    const storage = storageInMemory();
    const memory = new Memory(storage);
    await memory.catchUp(
      answering(async () => {
        await memory.pass(PASSED);
        return told({});
      }),
      0,
      true,
    );
    assert.equal(memory.presenceOf(PASSED.ticketId)?.is, 'inside');
    const anew = new Memory(storage);
    await anew.open();
    assert.equal(anew.presenceOf(PASSED.ticketId)?.is, 'inside');
  });

  it('who came in is known on a device that has no room for what the service tells of it', async () => {
    const storage = storageInMemory();
    const memory = new Memory(storage);
    await memory.catchUp(
      answering(async () => told({})),
      0,
      true,
    );
    await memory.pass(PASSED);
    const { keep } = storage;
    storage.keep = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
    const changes = answering(async () => told({ left: [PASSED.ticketId] }));
    await assert.rejects(memory.catchUp(changes, 0, true), { name: 'QuotaExceededError' });
    storage.keep = keep;
    const anew = new Memory(storage);
    await anew.open();
    assert.equal(anew.presenceOf(PASSED.ticketId)?.is, 'inside');
  });

  it('who is not written down as inside is not inside', async () => {
    const storage = storageInMemory();
    const memory = new Memory(storage);
    const nothing = answering(async () => told({}));
    await memory.catchUp(nothing, 0, true);
    storage.putTogether = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
    await assert.rejects(memory.pass(PASSED), { name: 'QuotaExceededError' });
    assert.equal(memory.presenceOf(PASSED.ticketId), undefined);
  });

  it('a ticket is ahead of the service while its scan waits to be handed in, or its undo', async () => {
    const storage = storageInMemory();
    const memory = new Memory(storage);
    const { ticketId, checkInId } = PASSED;
    assert.equal(await memory.isAhead(ticketId), false);
    await memory.pass(PASSED, { checkInId, ticketId, at: '2027-03-01T10:00:00Z', verdict: 'admitted' });
    assert.equal(await memory.isAhead(ticketId), true);
    await storage.remove('waiting', checkInId);
    assert.equal(await memory.isAhead(ticketId), false);
    await storage.put('undos', { checkInId, undoneAt: '2027-03-01T10:01:00Z', passed: PASSED });
    assert.equal(await memory.isAhead(ticketId), true);
  });

  it('a passage is kept until the service tells of it, and its scan is handed in', async () => {
    const storage = storageInMemory();
    const memory = new Memory(storage);
    await memory.catchUp(
      answering(async () => told({})),
      0,
      true,
    );
    const { ticketId, checkInId } = PASSED;
    await memory.pass(PASSED, { checkInId, ticketId, at: '2027-03-01T10:00:00Z', verdict: 'admitted' });
    const changes = answering(async () => told({ left: [ticketId] }));
    await memory.catchUp(changes, 0, true);
    assert.equal(memory.presenceOf(ticketId)?.is, 'inside');
    await storage.remove('waiting', checkInId);
    await memory.catchUp(changes, 0, true);
    assert.equal(memory.presenceOf(ticketId)?.is, 'out');
    assert.equal(await storage.find('passed', ticketId), undefined);
  });
});

function answering(answer: () => Promise<SnapshotOrChanges>): Service {
  return { ask: async () => ({ status: 200, json: await answer() }) } as unknown as Service;
}

function told(some: Partial<SnapshotOrChanges>): SnapshotOrChanges {
  const none = { events: [], cancelledDates: [], admitted: [], admittedAt: [], admittedGates: [], gates: [] };
  const museum = { categories: [], entry: { early: 10, late: 30 }, nights: [] };
  return {
    ...{ day: '2027-03-01', validUntil: '2027-03-01T23:00:00Z', keys: { keys: [] }, cursor: '' },
    ...{ ...museum, ...none, left: [], takenBack: [], void: [], imported: [], ...some },
  };
}
