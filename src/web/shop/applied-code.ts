import { type Choice, choicesIn, type TypedValues } from '../../basket/index.ts';
import { Refusal } from '../../core/refusal.ts';
import { type Uuid, uuidV7 } from '../../core/uuid.ts';
import { type DiscountPreview, previewDiscount } from '../../discounts/index.ts';
import type { Product } from '../../offers/index.ts';
import { watched } from './code.ts';
import { VISIT_FORM, type VisitDay } from './visit-day.ts';
import { MOST_CODE_CHARACTERS, type Visitor } from './visitor.ts';

/** Tickets that are chosen, as a code is asked about them. */
export interface ChosenTickets {
  readonly choice: Choice;
  readonly product: Product;
  readonly day: Choice['offer']['day'];
  readonly entryTime: string | undefined;
  readonly category: string;
  readonly priceCents: number;
  readonly fullPriceCents?: number;
  readonly ticketIds: readonly Uuid[];
}

/** What the chosen tickets cost with the code that was typed. */
export type AppliedCode = DiscountPreview<ChosenTickets>;

/** @returns why the code is not taken: also too-many-guesses; undefined: none was typed, or no ticket is chosen */
export async function applyCode(
  visitor: Visitor,
  { offers }: Pick<VisitDay, 'offers'>,
  values: TypedValues,
): Promise<AppliedCode | Refusal | undefined> {
  const { shop } = visitor;
  const { code = '' } = values;
  const items = choicesIn(VISIT_FORM, offers, values)
    .filter(({ count, offer }) => count > 0 && count <= VISIT_FORM.most && offer.onSale)
    .map(ticketsOf);
  if (code === '' || items.length === 0) return undefined;
  if (code.length > MOST_CODE_CHARACTERS) return new Refusal('code-invalid', {});
  const wish = { seller: shop.seller, items, code };
  return watched(visitor, () => previewDiscount(shop.store, wish, shop.clock.now(), shop.currency));
}

function ticketsOf(choice: Choice): ChosenTickets {
  const { offer, entryTime, category, priceCents, count } = choice;
  const ticketIds = Array.from({ length: count }, () => uuidV7(0));
  return { choice, product: offer.product, day: offer.day, entryTime, category, priceCents, ticketIds };
}
