import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMuseum } from '../../fixtures/museum.ts';
import { freshMuseum } from '../../fixtures/postgres.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { OPERATOR } from '../core/actor.ts';
import { calendarDay } from '../core/calendar-day.ts';
import type { Transaction } from '../store/index.ts';
import { undoAdmission } from './undo-admission.ts';

test('is refused to whoever has read the admission before another took it back', async (t) => {
  const museum = await openMuseum({ database: { kind: 'postgres', url: await freshMuseum(t) } });
  t.after(() => museum.close());
  const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
  const { json } = await museum.api('POST', '/check-ins', { body: { ticketId } });
  const rules = { daysAt: async () => [calendarDay(TODAY)] as const, reentry: 'never' as const };
  const undo = (tx: Transaction) =>
    undoAdmission({ tx, actor: OPERATOR, now: museum.clock.now() }, json.checkInId, rules);
  const late = museum.store.transaction(async (tx) => {
    const all = tx.all.bind(tx);
    const first = t.mock.method(tx, 'all', all).mock;
    first.mockImplementationOnce((async (...asked: Parameters<typeof all>) => {
      const read = await all(...asked);
      await museum.store.transaction(undo);
      return read;
    }) as typeof all);
    return undo(tx);
  });
  await assert.rejects(late, { kind: 'not-undoable' });
});
