import type { Clock } from '../../../core/clock.ts';
import { getEventCapacity, setEventCapacity } from '../../../events/index.ts';
import {
  clearDayCapacity,
  getDayCapacity,
  getGeneralCapacity,
  setDayCapacity,
  setGeneralCapacity,
} from '../../../offers/index.ts';
import { runAction, type Store } from '../../../store/index.ts';
import type { HandlersOf } from '../route.ts';
import { noContent, success } from '../success.ts';

type CapacityOperations =
  | 'getGeneralCapacity'
  | 'setGeneralCapacity'
  | 'getDayCapacity'
  | 'setDayCapacity'
  | 'deleteDayCapacity'
  | 'getEventCapacity'
  | 'setEventCapacity';

export function capacityHandlers({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): HandlersOf<CapacityOperations> {
  return {
    getGeneralCapacity: async ({ actor }) =>
      success('getGeneralCapacity', { capacity: await getGeneralCapacity(store, actor) }),

    setGeneralCapacity: async ({ actor, body }) => {
      await runAction({ store, clock }, actor, (context) => setGeneralCapacity(context, body.capacity));
      return success('setGeneralCapacity', body);
    },

    getDayCapacity: async ({ actor, path: { date } }) =>
      success('getDayCapacity', { capacity: await getDayCapacity(store, actor, date) }),

    setDayCapacity: async ({ actor, path: { date }, body }) => {
      await runAction({ store, clock }, actor, (context) => setDayCapacity(context, date, body.capacity));
      return success('setDayCapacity', body);
    },

    deleteDayCapacity: async ({ actor, path: { date } }) => {
      await runAction({ store, clock }, actor, (context) => clearDayCapacity(context, date));
      return noContent();
    },

    getEventCapacity: async ({ actor, path: { eventId } }) =>
      success('getEventCapacity', { capacity: await getEventCapacity(store, actor, eventId) }),

    setEventCapacity: async ({ actor, path: { eventId }, body }) => {
      await runAction({ store, clock }, actor, (context) =>
        setEventCapacity(context, eventId, body.capacity),
      );
      return success('setEventCapacity', body);
    },
  };
}
