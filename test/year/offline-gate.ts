import { KeyRing, signTicketCode } from '../../src/codes/index.ts';
import type { Uuid } from '../../src/core/uuid.ts';
import type { Decision } from '../../src/gate/verdict-types.ts';
import { claimsOf, findTicketsByIds } from '../../src/tickets/index.ts';
import { decideAlone } from '../../src/web/gate/assets/decide-alone.js';
import { learn } from '../../src/web/gate/assets/knowledge.js';
import type { World } from './world.ts';

/** What a gate decides at that instant that knows only the snapshot of the day. */
export async function offlineVerdict(
  world: World,
  ticketId: string,
  day: string,
  at: number,
): Promise<Decision> {
  const { store } = world.museum;
  const [ticket] = await findTicketsByIds(store, [ticketId as Uuid]);
  if (ticket === undefined) throw new Error(`There is no ticket ${ticketId}.`);
  const key = await new KeyRing(store).signingFor(ticket.keyId);
  const code = signTicketCode(claimsOf(ticket), key);
  const snapshot = (await world.api('GET', `/gate/snapshot?day=${day}`, undefined, 'gate')).json;
  const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' } as const;
  return (await decideAlone({ code, checkInId: '' }, learn(snapshot, 0), settings as never, at)).decision;
}
