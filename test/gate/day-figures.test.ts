import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { addCategories, sellByTime } from '../../fixtures/timed-tickets.ts';
import type { CalendarDay } from '../../src/core/calendar-day.ts';
import { Attendance } from '../../src/gate/occupancy.ts';
import { MuseumDays } from '../../src/hours/index.ts';
import type { Queries } from '../../src/store/index.ts';

const DAY = TODAY as CalendarDay;
const MANAGER = { accountId: null, role: 'manager', channel: 'api' } as const;

describeOnDatabase((openMuseum) => {
  it('counts who came anew when somebody has passed, and only then', async (test) => {
    const museum = await openMuseum(test);
    const watched = watch(museum.store);
    const attendance = attendanceOf(museum, watched.queries);
    const admitted = async () => (await attendance.figuresOf(DAY)).events[0]?.admitted ?? 0;
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

  it('counts the persons who came with tickets for each entry time, at whatever time they did', async (test) => {
    const museum = await openMuseum(test);
    await addCategories(museum);
    await sellByTime(museum);
    const admit = async (entryTime: string, category: string) => {
      const { ticketId } = await buyTicket(
        museum,
        generalPurchase({ ticketDate: TODAY, entryTime, category }),
      );
      const scan = { ticketId, override: 'The queue was long.' };
      return (await museum.api('POST', '/check-ins', { body: scan })).json.checkInId;
    };
    const attendance = attendanceOf(museum);
    const came = async () =>
      [...(await attendance.getTimeVisits(MANAGER, DAY))].map(([slot, persons]) => `${slot}: ${persons}`);
    await admit('11:00', 'family');
    await admit('11:00', 'standard');
    await admit('09:15', 'standard');
    const undone = await admit('10:00', 'standard');
    await museum.api('POST', `/check-ins/${undone}/undo`);
    assert.deepEqual((await came()).sort(), [`general ${DAY} 09:15: 1`, `general ${DAY} 11:00: 5`]);
  });

  it('counts again what could not be counted', async (test) => {
    const museum = await openMuseum(test);
    const watched = watch(museum.store);
    watched.isBroken = true;
    const attendance = attendanceOf(museum, watched.queries);
    await assert.rejects(attendance.figuresOf(DAY), { message: 'broken' });
    watched.isBroken = false;
    assert.deepEqual((await attendance.figuresOf(DAY)).events, []);
  });
});

function attendanceOf({ store, clock }: Museum, queries: Queries = store): Attendance {
  return new Attendance(queries, new MuseumDays(store, clock, 'Europe/Berlin'));
}

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
