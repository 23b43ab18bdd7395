import type { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { type DiscountPreview, previewDiscount } from '../discounts/index.ts';
import type { Seller } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import type { Choice } from './basket.ts';

/** A choice at its price with a code. */
export interface PricedChoice extends Choice {
  /** Hundredths: what one costs without the code; left out: it has none. */
  readonly fullPriceCents?: number | undefined;
}

/** What is chosen, at its price with a code; what has the code stands apart from what has not. */
export interface CodedChoices extends Omit<DiscountPreview<never>, 'items'> {
  readonly choices: readonly PricedChoice[];
}

/** What is chosen and on sale at its price with the code; or why the code is not taken. Nothing is taken. */
export async function choicesWithCode(
  queries: Queries,
  { seller, code }: { readonly seller: Seller; readonly code: string },
  choices: readonly Choice[],
  { now, currency }: { readonly now: number; readonly currency: string },
): Promise<CodedChoices | Refusal> {
  const items = choices.filter(({ count, offer }) => count > 0 && offer.onSale).map(ticketsOf);
  const preview = await previewDiscount(queries, { seller, items, code }, now, currency);
  return 'items' in preview ? { ...preview, choices: preview.items.map(pricedChoice) } : preview;
}

interface ChosenTickets extends Pick<Choice, 'category' | 'entryTime' | 'priceCents'> {
  readonly choice: Choice;
  readonly product: Choice['offer']['product'];
  readonly day: Choice['offer']['day'];
  readonly fullPriceCents?: number;
  readonly ticketIds: readonly Uuid[];
}

function ticketsOf(choice: Choice): ChosenTickets {
  const { offer, entryTime, category, priceCents, count } = choice;
  const ticketIds = Array.from({ length: count }, () => uuidV7(0));
  return { choice, product: offer.product, day: offer.day, entryTime, category, priceCents, ticketIds };
}

function pricedChoice({ choice, priceCents, fullPriceCents, ticketIds }: ChosenTickets): PricedChoice {
  return { ...choice, count: ticketIds.length, priceCents, fullPriceCents };
}
