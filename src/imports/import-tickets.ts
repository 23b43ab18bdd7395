import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListedAccount } from '../accounts/index.ts';
import { type ConfirmationCodes, confirmationCode, lockCurrentKeyId } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { uuidV7 } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import {
  addPlaces,
  eventIn,
  lockGone,
  type OfferTerms,
  type Slot,
  slotKey,
  slotOf,
  ticketTypeOf,
} from '../offers/index.ts';
import { type Store, type Transaction, UniqueViolation } from '../store/index.ts';
import {
  addContacts,
  addImportedCodes,
  addTickets,
  type ImportDetails,
  reserveNumbers,
  type Ticket,
} from '../tickets/index.ts';
import { ImportRefused } from './import-row.ts';
import type { TicketToImport } from './read-import.ts';

export interface ImportOptions {
  /** As whose sales they count. */
  readonly seller: ListedAccount;
  readonly clock: Clock;
  readonly codes: ConfirmationCodes;
  readonly terms: OfferTerms;
  /** Called now and then with how many are written. */
  readonly onProgress: (written: number) => void;
  /** Aborts it before anything is committed. */
  readonly signal: AbortSignal;
}

const WRITTEN_AT_ONCE = 500;

/**
 * Writes tickets that were sold in another system: all of them in one transaction, which takes seconds. Capacities are
 * not asked, but places are counted; one entry of the journal stands for all.
 * @throws Refusal forbidden; ImportRefused when one of them can't be imported any more; the reason of `signal`
 */
export async function importTickets(
  store: Store,
  actor: Actor,
  tickets: readonly TicketToImport[],
  options: ImportOptions,
): Promise<void> {
  requirePermission(actor, 'manage-accounts'); // in the name of another account
  const { username, role } = options.seller;
  if (!may(role, 'sell-tickets'))
    throw new ImportRefused(
      `The account ${username} can’t be the seller: its role ${role} sells no tickets.`,
    );
  const now = options.clock.now();
  const first = await reserveNumbers(store, tickets.length, now);
  try {
    await store.transaction((tx) => write(tx, actor, tickets, { ...options, now, first }));
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new ImportRefused('Some of the codes were imported meanwhile. Nothing was imported.');
  }
}

interface Writing extends ImportOptions {
  readonly now: number;
  /** The first of the reserved numbers. */
  readonly first: number;
}

async function write(
  tx: Transaction,
  actor: Actor,
  tickets: readonly TicketToImport[],
  writing: Writing,
): Promise<void> {
  const { seller, now, first, terms, onProgress, signal } = writing;
  const keyId = await lockCurrentKeyId(tx);
  for (let from = 0; from < tickets.length; from += WRITTEN_AT_ONCE) {
    const some = tickets.slice(from, from + WRITTEN_AT_ONCE);
    await writeSome(tx, some, first + from, keyId, writing);
    onProgress(from + some.length);
    await nextTurn();
    signal.throwIfAborted();
  }
  await countPlaces(tx, tickets, terms); // last, so that nothing else waits long for the slots
  const details: ImportDetails = {
    name: seller.username,
    count: tickets.length,
    first,
    last: first + tickets.length - 1,
    sums: sumUp(tickets, seller, terms),
  };
  await record({ tx, actor, now }, { kind: 'tickets.imported', subject: seller.accountId, details });
}

async function writeSome(
  tx: Transaction,
  tickets: readonly TicketToImport[],
  first: number,
  keyId: string,
  { seller, now, codes, terms }: Writing,
): Promise<void> {
  const spelled = codes.spell(tickets.map((_, index) => first + index));
  const numbered = tickets.map((ticket, index) => ({ ...ticket, number: first + index }));
  const made = numbered.map(
    ({ code: _, email: _e, phone: _p, ...ticket }, index): Ticket => ({
      ...ticket,
      ticketId: uuidV7(now),
      entryPlaces: 0,
      currency: terms.currency,
      confirmationCode: confirmationCode(ticketTypeOf(ticket.product), spelled[index] as string),
      keyId,
      soldBy: seller.accountId,
      soldAt: now,
      orderId: null,
      soldWith: null,
      chargedCents: null,
      codeId: null,
      fullPriceCents: null,
    }),
  );
  await Promise.all([
    addTickets(tx, made),
    addImportedCodes(tx, numbered),
    addContacts(
      tx,
      numbered.flatMap(({ number, email, phone }) => (email === null ? [] : { number, email, phone })),
    ),
  ]);
}

/**
 * Takes the places of the tickets, whatever is left.
 * @throws ImportRefused when the programme or the categories are not any more as they were when the file was read
 */
async function countPlaces(
  tx: Transaction,
  tickets: readonly TicketToImport[],
  terms: OfferTerms,
): Promise<void> {
  const slots = new Map<string, { readonly slot: Slot; places: number }>();
  for (const ticket of tickets) {
    const slot = slotOf(ticket);
    const key = slotKey(slot);
    const counted = slots.get(key) ?? { slot, places: 0 };
    counted.places += ticket.places;
    slots.set(key, counted);
  }
  const inLockOrder = [...slots]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, counted]) => counted);
  const { categories } = await terms.rules.lock(tx);
  const isChanged = ({ category, categoryNumber, places }: TicketToImport) =>
    !categories.some(
      (each) => each.category === category && each.number === categoryNumber && each.places === places,
    );
  const taken = inLockOrder.map(({ slot }) => slot);
  const gone = await lockGone(tx, taken, terms);
  if (gone.size > 0 || tickets.some(isChanged))
    throw new ImportRefused(
      'The events, the opening hours or the categories were changed meanwhile. Nothing was imported: try again.',
    );
  for (const { slot, places } of inLockOrder) await addPlaces(tx, slot, places);
}

function sumUp(
  tickets: readonly TicketToImport[],
  { accountId: soldBy }: ListedAccount,
  { currency }: OfferTerms,
): ImportDetails['sums'] {
  const together = Map.groupBy(tickets, ({ product, categoryNumber }) => `${product} ${categoryNumber}`);
  return [...together.values()].map((some) => {
    const [{ product, categoryNumber }] = some as [TicketToImport];
    const cents = some.reduce((sum, { priceCents }) => sum + priceCents, 0);
    return { eventId: eventIn(product), categoryNumber, soldBy, currency, tickets: some.length, cents };
  });
}
