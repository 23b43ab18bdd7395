import { Problem } from './problems.ts';
import { noContent, success } from '../../http/answer.ts';
import type { HandlersOf } from './route.ts';
import type { Store } from '../../store/index.ts';
import {
  findGeneralCapacity,
  findGeneralDays,
  removeDayCapacity,
  replaceDayCapacity,
  replaceGeneralCapacity,
} from '../../hours/general-entry-store.ts';

type CapacityOperations =
  | 'getGeneralCapacity'
  | 'setGeneralCapacity'
  | 'getDayCapacity'
  | 'setDayCapacity'
  | 'deleteDayCapacity';

export function generalCapacityHandlers(store: Store): HandlersOf<CapacityOperations> {
  return {
    getGeneralCapacity: async () =>
      success('getGeneralCapacity', { capacity: await findGeneralCapacity(store) }),

    setGeneralCapacity: ({ body }) =>
      store.transaction(async (tx) => {
        await replaceGeneralCapacity(tx, body.capacity);
        return success('setGeneralCapacity', body);
      }),

    getDayCapacity: async ({ path: { date } }) => {
      const [day] = await findGeneralDays(store, date, date);
      return success('getDayCapacity', { capacity: day?.capacity ?? null });
    },

    setDayCapacity: ({ path: { date }, body }) =>
      store.transaction(async (tx) => {
        await replaceDayCapacity(tx, date, body.capacity);
        return success('setDayCapacity', body);
      }),

    deleteDayCapacity: ({ path: { date } }) =>
      store.transaction(async (tx) => {
        if (await removeDayCapacity(tx, date)) return noContent();
        throw new Problem(
          'exception-not-found',
          `${date} has no capacity of its own; the general one holds for it.`,
        );
      }),
  };
}
