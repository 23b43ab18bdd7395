import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { type ActionContext, runAction, type Store } from '../store/index.ts';

/** Takes back what was done in the transaction, but for its outcome. */
class Rehearsed<Outcome> extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('rehearsed');
    this.outcome = outcome;
  }
}

/** What the action comes to, without anything of it being done. @throws what the action throws */
export async function rehearse<Outcome>(
  service: { readonly store: Store; readonly clock: Clock },
  actor: Actor,
  action: (context: ActionContext) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await runAction(service, actor, async (context): Promise<never> => {
      throw new Rehearsed(await action(context));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome;
    throw error;
  }
}
