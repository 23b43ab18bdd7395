import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import type { Store } from '../../src/store/index.ts';
import { findPassages } from '../../src/visits/index.ts';

const PASSED = 1_000;

describeOnEachDatabase((openMuseum) => {
  it('of a ticket that has come and gone without end only the last times are read, and all are kept', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const scan = async (direction: string) =>
      (await museum.api('POST', '/check-ins', { body: { ticketId, direction } })).json;
    assert.equal((await scan('in')).verdict, 'admitted');
    const number = await repeatPassage(museum.store);
    const passages = (await findPassages(museum.store, [{ number }])).get(number) ?? [];
    const turns = passages.map(({ turn }) => turn).sort((one, other) => one - other);
    assert.deepEqual([turns.length, turns.at(0), turns.at(-1)], [200, PASSED - 199, PASSED]);
    const { state, admissions } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
    assert.deepEqual([state, admissions.length], ['admitted', 200]);
    for (const [direction, verdict] of [
      ['out', 'refused'],
      ['in', 'admitted'],
      ['in', 'refused'],
      ['out', 'left'],
    ] as const)
      assert.equal((await scan(direction)).verdict, verdict);
    const kept = await museum.store.all('SELECT 1 FROM check_ins');
    assert.equal(kept.length, PASSED + 4);
    const { admitted, inside } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([admitted, inside], [1, 0]);
  });

  it('no number of exits makes a ticket that was admitted an unused one', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const admission = (await museum.api('POST', '/check-ins', { body: { ticketId }, as: 'cashier' })).json;
    const checkIns = Array.from({ length: 250 }, () => ({
      checkInId: uuidV7(museum.clock.now()),
      ticketId,
      at: admission.at,
      verdict: 'left',
    }));
    assert.equal((await ask(museum, '/check-ins/batch', { checkIns }, 'cashier')).status, 200);
    const refused = await ask(museum, `/tickets/${ticketId}/void`, { reason: 'Never came' }, 'cashier');
    assert.equal(refused.json.type, '/problems/ticket-admitted');
    const undone = await ask(museum, `/check-ins/${admission.checkInId}/undo`, undefined, 'cashier');
    assert.deepEqual([undone.status, undone.json.reason], [409, 'left']);
  });
});

/** Records the only passage again and again, a millisecond later each time, out and in by turns. @returns the ticket's number */
async function repeatPassage(store: Store): Promise<number> {
  const row = (await store.get<Record<string, string | number>>('SELECT * FROM check_ins')) ?? {};
  const rows = Array.from({ length: PASSED - 1 }, (_, index) => {
    const [direction, verdict] = index % 2 === 0 ? ['out', 'left'] : ['in', 'admitted'];
    const at = Number(row.at) - PASSED + index;
    return { ...row, check_in_id: uuidV7(at), turn: index + 2, at, direction, verdict };
  });
  await store.transaction(async (tx) => {
    await tx.run('UPDATE check_ins SET at = at - ?', [PASSED + 1]);
    await tx.insert(
      'check_ins',
      Object.keys(row),
      rows.map((each) => Object.values(each)),
    );
  });
  return Number(row.number);
}

function ask(museum: Museum, path: string, body: object | undefined, as: Asker) {
  return museum.api('POST', path, { as, ...(body && { body }) });
}
