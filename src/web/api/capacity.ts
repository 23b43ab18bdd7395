import type { Clock } from '../../core/clock.ts';
import { getEventCapacity, setEventCapacity } from '../../events/index.ts';
import {
  clearDayCapacity,
  getDayCapacity,
  getGeneralCapacity,
  setDayCapacity,
  setGeneralCapacity,
} from '../../offers/index.ts';
import type { Store } from '../../store/index.ts';
import type { HandlersOf } from './route.ts';
import { noContent, success } from './success.ts';

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
      await store.transaction((tx) => setGeneralCapacity(tx, actor, body.capacity, clock.now()));
      return success('setGeneralCapacity', body);
    },

    getDayCapacity: async ({ actor, path: { date } }) =>
      success('getDayCapacity', { capacity: await getDayCapacity(store, actor, date) }),

    setDayCapacity: async ({ actor, path: { date }, body }) => {
      await store.transaction((tx) => setDayCapacity(tx, actor, date, body.capacity, clock.now()));
      return success('setDayCapacity', body);
    },

    deleteDayCapacity: async ({ actor, path: { date } }) => {
      await store.transaction((tx) => clearDayCapacity(tx, actor, date, clock.now()));
      return noContent();
    },

    getEventCapacity: async ({ actor, path: { eventId } }) =>
      success('getEventCapacity', { capacity: await getEventCapacity(store, actor, eventId) }),

    setEventCapacity: async ({ actor, path: { eventId }, body }) => {
      await store.transaction((tx) => setEventCapacity(tx, actor, eventId, body.capacity, clock.now()));
      return success('setEventCapacity', body);
    },
  };
}
