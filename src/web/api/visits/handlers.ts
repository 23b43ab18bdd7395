import { instant } from '../../../core/clock.ts';
import type { Uuid } from '../../../core/uuid.ts';
import { undoVisit } from '../../../gate/index.ts';
import { runAction } from '../../../store/index.ts';
import { readUndo } from '../gate/presenters.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';
import type { visitOperations } from './operations.ts';
import { readCount, showVisit } from './presenters.ts';

export function visitHandlers({
  store,
  clock,
  gate,
}: Parts<'store' | 'clock' | 'gate'>): HandlersOf<keyof typeof visitOperations> {
  return {
    countVisitors: async ({ actor, body }) => {
      const counted = await gate.count(actor, readCount(body));
      const answer = success('countVisitors', showVisit(counted));
      return counted.isRepeat ? { ...answer, status: 200 } : answer;
    },

    undoVisit: async ({ actor, path: { visitId }, query }) => {
      const id = visitId.toLowerCase() as Uuid;
      const told = readUndo(query);
      const undone = await runAction({ store, clock }, actor, (context) =>
        undoVisit(context, id, gate.rules, told),
      );
      const { undoneAt } = undone.visit;
      return success('undoVisit', {
        ...showVisit(undone),
        ...(undoneAt !== null && { undoneAt: instant(undoneAt) }),
      });
    },
  };
}
