import assert from 'node:assert/strict';
import { getAccount } from '../../src/accounts/index.ts';
import { ConfirmationCodes } from '../../src/codes/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { Refusal } from '../../src/core/refusal.ts';
import {
  type ImportFormat,
  importTickets,
  readImport,
  type TicketToImport,
} from '../../src/imports/index.ts';
import type { OfferTerms } from '../../src/offers/index.ts';
import type { Museum } from './museum.ts';
import { termsIn } from './offer-terms.ts';

type Target = Pick<Museum, 'store' | 'clock'>;

/** What a file holds: the tickets that can be imported, and the faults as `LINE: sentence or kind of refusal`. */
export async function readTickets(
  { store, clock }: Target,
  file: string | Uint8Array,
  terms: OfferTerms = termsIn(clock),
  format: ImportFormat = 'csv',
): Promise<{ readonly tickets: readonly TicketToImport[]; readonly faults: readonly string[] }> {
  const bytes = (async function* () {
    yield Buffer.from(file as string);
  })();
  const reading = readImport(store, OPERATOR, bytes, terms, format);
  const faults: string[] = [];
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { tickets: value, faults };
    const { line, fault } = value;
    faults.push(`${line}: ${fault instanceof Refusal ? fault.kind : fault}`);
  }
}

type Options = Parameters<typeof importTickets>[3];

/** Imports a file without faults as sales of the partner. */
export async function importInto(museum: Target, file: string, more: Partial<Options> = {}): Promise<void> {
  const { tickets, faults } = await readTickets(museum, file);
  assert.deepEqual(faults, []);
  await writeTickets(museum, tickets, more);
}

/** Writes tickets that were read as sales of the partner. */
export async function writeTickets(
  { store, clock }: Target,
  tickets: readonly TicketToImport[],
  more: Partial<Options> = {},
): Promise<void> {
  await importTickets(store, OPERATOR, tickets, {
    ...{ clock, terms: termsIn(clock), onProgress: () => {}, signal: new AbortController().signal },
    seller: await getAccount(store, 'partner'),
    codes: await ConfirmationCodes.open(store, clock),
    ...more,
  });
}
