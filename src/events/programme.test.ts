import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { announceEvent, getEventOverview, listProgramme, setEventCapacity, setEventTimes } from './index.ts';

const DAY = '2027-03-14' as CalendarDay;

test('the places of a day with entry times are those at all of its times', async (t) => {
  const store = await temporaryStore(t);
  const tour = { name: 'Tour', location: 'Hall', description: '', dates: [DAY], priceCents: 5_00 };
  const { eventId } = await store.transaction(async (tx) => {
    const event = await announceEvent({ tx, actor: OPERATOR, now: 1 }, tour);
    await setEventCapacity({ tx, actor: OPERATOR, now: 1 }, event.eventId, 14);
    return event;
  });
  const placesOnDay = async () => {
    const [listed] = await listProgramme(store, OPERATOR, { from: DAY, to: DAY });
    const { capacity, days } = await getEventOverview(store, OPERATOR, eventId);
    return [listed?.capacity, days[0]?.capacity, capacity];
  };
  assert.deepEqual(await placesOnDay(), [14, 14, 14]);
  await store.transaction((tx) =>
    setEventTimes({ tx, actor: OPERATOR, now: 2 }, eventId, { times: ['11:00', '14:00', '16:00'] }),
  );
  assert.deepEqual(await placesOnDay(), [42, 42, 14]);
});
