import { clearTimesOn, getEventTimes, getTimesOn, setEventTimes, setTimesOn } from '../../../events/index.ts';
import {
  clearDayTimes,
  type EventTimes,
  type GeneralTimes,
  getDayTimes,
  getGeneralTimes,
  setDayTimes,
  setGeneralTimes,
  type UsualTimes,
} from '../../../offers/index.ts';
import { runAction } from '../../../store/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';
import type { entryTimeOperations } from './operations.ts';

export function entryTimeHandlers({ store, clock, terms: { rules } }: Parts<'store' | 'clock' | 'terms'>) {
  return showing<keyof typeof entryTimeOperations>({
    getGeneralTimes: async ({ actor }) => presentGeneralTimes(await getGeneralTimes(store, actor, rules)),

    setGeneralTimes: async ({ actor, body }) => {
      const { weekdays } = body;
      const every = readTimes(body);
      const times = every && { ...every, ...(weekdays && { weekdays: weekdays.toSorted() }) };
      await runAction({ store, clock }, actor, (context) => setGeneralTimes(context, rules, times));
      return presentGeneralTimes(times);
    },

    getDayTimes: async ({ actor, path: { date } }) =>
      presentDayTimes((await getDayTimes(store, actor, rules, date)).times),

    setDayTimes: async ({ actor, path: { date }, body }) => {
      const times = readTimes(body);
      await runAction({ store, clock }, actor, (context) => setDayTimes(context, rules, date, times));
      return presentDayTimes(times);
    },

    deleteDayTimes: ({ actor, path: { date } }) =>
      runAction({ store, clock }, actor, (context) => clearDayTimes(context, rules, date)),

    getEventTimes: async ({ actor, path: { eventId } }) =>
      showEventTimes(await getEventTimes(store, actor, eventId)),

    setEventTimes: async ({ actor, path: { eventId }, body }) =>
      showEventTimes(
        await runAction({ store, clock }, actor, (context) => setEventTimes(context, eventId, body)),
      ),

    getEventDateTimes: async ({ actor, path: { eventId, date } }) => ({
      times: [...(await getTimesOn(store, actor, eventId, date))],
    }),

    setEventDateTimes: async ({ actor, path: { eventId, date: day }, body: { times } }) => {
      await runAction({ store, clock }, actor, (context) => setTimesOn(context, { eventId, day, times }));
      return { times };
    },

    deleteEventDateTimes: ({ actor, path: { eventId, date } }) =>
      runAction({ store, clock }, actor, (context) => clearTimesOn(context, eventId, date)),
  });
}

/** @returns null for whole days */
function readTimes({ every, places, lastEntry }: InputOf<'setDayTimes'>['body']): GeneralTimes | null {
  return every === null ? null : { every, places: places ?? null, lastEntry: lastEntry ?? 0 };
}

export function presentGeneralTimes(times: UsualTimes | null): OutputOf<'getGeneralTimes'> {
  if (times === null) return { every: null };
  const { weekdays, ...every } = times;
  return { ...every, ...(weekdays && { weekdays: [...weekdays] }) };
}

function presentDayTimes(times: GeneralTimes | null): OutputOf<'getDayTimes'> {
  if (times === null) return { every: null };
  const { every, places, lastEntry } = times;
  return { every, places, lastEntry };
}

function showEventTimes({ times, minutes }: EventTimes): OutputOf<'getEventTimes'> {
  return { times: [...times], minutes };
}
