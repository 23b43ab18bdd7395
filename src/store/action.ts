import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import type { Store, Transaction } from './store.ts';

/**
 * What an action is given: the transaction that it runs in, on whose behalf it runs, and the instant (milliseconds
 * UTC).
 */
export interface ActionContext {
  readonly tx: Transaction;
  readonly actor: Actor;
  readonly now: number;
}

/** Runs an action in a transaction of its own. */
export function runAction<Outcome>(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  actor: Actor,
  action: (context: ActionContext) => Promise<Outcome>,
): Promise<Outcome> {
  return store.transaction((tx) => action({ tx, actor, now: clock.now() }));
}
