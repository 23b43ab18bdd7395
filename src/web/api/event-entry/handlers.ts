import { getEventEntry } from '../../../events/index.ts';
import { runAction } from '../../../store/index.ts';
import { includeEntry } from '../../../tickets/index.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';
import type { eventEntryOperations } from './operations.ts';

export function eventEntryHandlers({ store, clock }: Parts<'store' | 'clock'>) {
  return showing<keyof typeof eventEntryOperations>({
    getEventEntry: ({ actor, path: { eventId } }) => getEventEntry(store, actor, eventId),

    setEventEntry: async ({ actor, path: { eventId }, body }) => {
      const entry = { includesEntry: false, takesPlace: false, ...body };
      await runAction({ store, clock }, actor, (context) => includeEntry(context, eventId, entry));
      return entry;
    },
  });
}
