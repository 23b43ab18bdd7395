import { getEventTimes, setEventTimes } from '../../../events/index.ts';
import {
  type EventTimes,
  type GeneralTimes,
  getGeneralTimes,
  setGeneralTimes,
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
      const times = readGeneralTimes(body);
      await runAction({ store, clock }, actor, (context) => setGeneralTimes(context, rules, times));
      return presentGeneralTimes(times);
    },

    getEventTimes: async ({ actor, path: { eventId } }) =>
      showEventTimes(await getEventTimes(store, actor, eventId)),

    setEventTimes: async ({ actor, path: { eventId }, body }) =>
      showEventTimes(
        await runAction({ store, clock }, actor, (context) => setEventTimes(context, eventId, body)),
      ),
  });
}

/** @returns null for whole days */
function readGeneralTimes({
  every,
  places,
  lastEntry,
}: InputOf<'setGeneralTimes'>['body']): GeneralTimes | null {
  return every === null ? null : { every, places: places ?? null, lastEntry: lastEntry ?? 0 };
}

export function presentGeneralTimes(times: GeneralTimes | null): OutputOf<'getGeneralTimes'> {
  return times === null ? { every: null } : { ...times };
}

function showEventTimes({ times, minutes }: EventTimes): OutputOf<'getEventTimes'> {
  return { times: [...times], minutes };
}
