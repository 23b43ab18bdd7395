import { storageInMemory } from '../../fixtures/storage-in-memory.ts';
import { KeyRing, signTicketCode } from '../../src/codes/index.ts';
import type { Uuid } from '../../src/core/uuid.ts';
import type { Decision, UsedEntry } from '../../src/gate/verdict-types.ts';
import type { Store } from '../../src/store/index.ts';
import { claimsOf, findTicketsByIds } from '../../src/tickets/index.ts';
import { Cards } from '../../src/web/gate/assets/cards.js';
import { decideAlone } from '../../src/web/gate/assets/decide-alone.js';
import { learn } from '../../src/web/gate/assets/knowledge.js';
import type { Knowledge } from '../../src/web/gate/assets/types.ts';
import type { World } from './world.ts';

const SETTINGS = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' } as const;

/** What a door lets in; everything, unless it says what. */
export interface Door {
  readonly admits?: string;
}

interface Decided extends Decision {
  /** Undefined: it is no ticket. */
  readonly used: UsedEntry | undefined;
}

/** What gates decide that have no network. They scan codes as these were printed, whatever has become of the ticket. */
export class OfflineGates {
  readonly #store: Store;
  readonly #keys: KeyRing;
  /** By the id of the ticket, as it was when a gate saw it first. */
  readonly #printed = new Map<string, string>();
  readonly #cards = new Cards(storageInMemory());

  constructor(store: Store) {
    this.#store = store;
    this.#keys = new KeyRing(store);
  }

  async decide(ticketId: string, knowledge: Knowledge, at: number, door: Door = {}): Promise<Decided> {
    const code = this.#printed.get(ticketId) ?? (await this.#print(ticketId));
    this.#printed.set(ticketId, code);
    const scan = { code, checkInId: '', ...door };
    const { decision, used } = await decideAlone(scan, knowledge, SETTINGS as never, at);
    return { ...decision, used };
  }

  /** What the page of a gate says of a card, as far as it has seen it itself. */
  async decideOnCard(
    scan: { readonly code: string; readonly checkInId: string; readonly shown?: true },
    knowledge: Knowledge,
    { now, today, get }: Pick<World, 'now' | 'today' | 'get'>,
  ): Promise<Decision> {
    const service = {
      ask: async (_: string, path: string) => ({ status: 200, json: await get(path.slice(3)) }),
    };
    await this.#cards.catchUp(service as never, knowledge);
    const card = await this.#cards.read(scan.code, knowledge);
    if (card === undefined) throw new Error(`${scan.code} is no card.`);
    const moment = { now, days: [today()] };
    const decided = await this.#cards.decide(card, scan, knowledge, SETTINGS as never, moment);
    if (decided.decision.verdict === 'admitted') {
      const { day, entries = 0 } = knowledge.presences.get(card.id) ?? {};
      const more = { day: today(), entries: (day === today() ? entries : 0) + 1 };
      knowledge.presences.set(card.id, { is: 'inside', lastIn: { at: now }, ...more });
    }
    return decided.decision;
  }

  async #print(ticketId: string): Promise<string> {
    const [ticket] = await findTicketsByIds(this.#store, [ticketId as Uuid]);
    if (ticket === undefined) throw new Error(`There is no ticket ${ticketId}.`);
    return signTicketCode(claimsOf(ticket), await this.#keys.signingFor(ticket.keyId));
  }
}

/** What a gate knows that was told the snapshot of that day now. */
export async function knowledgeOf({ get }: World, day: string): Promise<Knowledge> {
  return learn((await get(`/gate/snapshot?day=${day}`)) as never, 0);
}
