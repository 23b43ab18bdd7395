import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CalendarDay } from '../../src/core/calendar-day.ts';
import { dayFigures } from '../../src/gate/day-figures.ts';
import type { Queries } from '../../src/store/index.ts';
import { describeOnDatabase } from '../support/databases.ts';
import { buyTicket, generalPurchase, TODAY } from '../support/samples.ts';
import { sealEverything } from '../support/sealing.ts';

const DAY = TODAY as CalendarDay;

describeOnDatabase((openMuseum) => {
  it('counts who came anew when somebody has passed, and only then', async (test) => {
    const museum = await openMuseum(test);
    const watched = watch(museum.store);
    const admitted = async () => (await dayFigures(watched.queries, DAY)).events[0]?.admitted ?? 0;
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    assert.equal(await admitted(), 0);
    const { json } = await museum.api('POST', '/check-ins', { body: { ticketId } });
    assert.equal(await admitted(), 1);
    const before = watched.countings;
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    await sealEverything(museum.store);
    assert.deepEqual(await Promise.all([admitted(), admitted()]), [1, 1]);
    assert.equal(watched.countings, before);
    await museum.api('POST', `/check-ins/${json.checkInId}/undo`);
    assert.equal(await admitted(), 0);
    assert.ok(watched.countings > before);
  });

  it('counts again what could not be counted', async (test) => {
    const museum = await openMuseum(test);
    const watched = watch(museum.store);
    watched.isBroken = true;
    await assert.rejects(dayFigures(watched.queries, DAY), { message: 'broken' });
    watched.isBroken = false;
    assert.deepEqual((await dayFigures(watched.queries, DAY)).events, []);
  });
});

/** The same questions to the database, of which those that count passages are counted. */
function watch(store: Queries) {
  const watched = {
    countings: 0,
    isBroken: false,
    queries: {
      get: store.get.bind(store),
      all: async (sql, values) => {
        if (sql.includes('FROM check_ins')) watched.countings++;
        if (watched.isBroken) throw new Error('broken');
        return store.all(sql, values);
      },
    } as Queries,
  };
  return watched;
}
