import { success } from '../http/answer.ts';
import type { HandlersOf } from '../doors/api/route.ts';
import type { Store } from '../store/index.ts';
import { noSuchEvent } from '../doors/api/special-events.ts';
import { findCapacity, findEventToChange, replaceCapacity } from './event-store.ts';

export function eventCapacityHandlers(store: Store): HandlersOf<'getEventCapacity' | 'setEventCapacity'> {
  return {
    getEventCapacity: async ({ path: { eventId } }) => {
      const capacity = await findCapacity(store, eventId);
      if (capacity === undefined) throw noSuchEvent(eventId);
      return success('getEventCapacity', { capacity });
    },

    setEventCapacity: ({ path: { eventId }, body }) =>
      store.transaction(async (tx) => {
        if ((await findEventToChange(tx, eventId)) === undefined) throw noSuchEvent(eventId);
        await replaceCapacity(tx, eventId, body.capacity);
        return success('setEventCapacity', body);
      }),
  };
}
