import type { Clock } from '../../../core/clock.ts';
import { getEventTimes, setEventTimes } from '../../../events/index.ts';
import {
  type EventTimes,
  type GeneralTimes,
  getGeneralTimes,
  type OfferTerms,
  setGeneralTimes,
} from '../../../offers/index.ts';
import { runAction, type Store } from '../../../store/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';

export interface EntryTimesOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly terms: OfferTerms;
}

export function entryTimeHandlers({
  store,
  clock,
  terms: { rules },
}: EntryTimesOptions): HandlersOf<'getGeneralTimes' | 'setGeneralTimes' | 'getEventTimes' | 'setEventTimes'> {
  return {
    getGeneralTimes: async ({ actor }) =>
      success('getGeneralTimes', showGeneralTimes(await getGeneralTimes(store, actor, rules))),

    setGeneralTimes: async ({ actor, body }) => {
      const times = readGeneralTimes(body);
      await runAction({ store, clock }, actor, (context) => setGeneralTimes(context, rules, times));
      return success('setGeneralTimes', showGeneralTimes(times));
    },

    getEventTimes: async ({ actor, path: { eventId } }) =>
      success('getEventTimes', showEventTimes(await getEventTimes(store, actor, eventId))),

    setEventTimes: async ({ actor, path: { eventId }, body }) => {
      const set = await runAction({ store, clock }, actor, (context) =>
        setEventTimes(context, eventId, body),
      );
      return success('setEventTimes', showEventTimes(set));
    },
  };
}

/** @returns null for whole days */
function readGeneralTimes({
  every,
  places,
  lastEntry,
}: InputOf<'setGeneralTimes'>['body']): GeneralTimes | null {
  return every === null ? null : { every, places: places ?? null, lastEntry: lastEntry ?? 0 };
}

export function showGeneralTimes(times: GeneralTimes | null): OutputOf<'getGeneralTimes'> {
  return times === null ? { every: null } : { ...times };
}

function showEventTimes({ times, minutes }: EventTimes): OutputOf<'getEventTimes'> {
  return { times: [...times], minutes };
}
