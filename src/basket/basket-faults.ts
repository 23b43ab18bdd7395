import type { Refusal, RefusalFacts } from '../core/refusal.ts';
import { GENERAL, type Offer } from '../offers/index.ts';
import { type BasketForm, type Choice, type TypedValues, timeFieldOf } from './basket.ts';

/** What is wrong with a basket, before anybody tries to sell it. */
export type BasketFault =
  /** These fields name what is no longer for sale. */
  | { readonly kind: 'lost'; readonly fields: readonly string[] }
  /** The entry time is missing, or there is none such. */
  | { readonly kind: 'entry-time'; readonly offer: Offer; readonly entryTime: string | undefined }
  /** These fields have no number of tickets. */
  | { readonly kind: 'unreadable'; readonly fields: readonly string[] }
  /** No ticket was chosen. The first field in which one could be; undefined: nothing is on sale. */
  | { readonly kind: 'none'; readonly field: string | undefined }
  /** More tickets were chosen than can be bought together, and most of them in this field. */
  | { readonly kind: 'too-many'; readonly field: string };

type FaultOf<Kind extends BasketFault['kind']> = Extract<BasketFault, { readonly kind: Kind }>;

/** How an interface says each fault, by the names of fields; where two are about one field, the later kind is said. */
export type BasketWords = {
  readonly [Kind in BasketFault['kind']]: (fault: FaultOf<Kind>) => Record<string, string>;
};

export function basketFaults(
  form: BasketForm,
  choices: readonly Choice[],
  typed: TypedValues,
): BasketFault[] {
  const lost = lostFields(choices, typed);
  return [
    ...(lost.length > 0 ? [{ kind: 'lost', fields: lost } as const] : []),
    ...entryTimeFaults(form, choices),
    ...countFaults(form, choices),
  ];
}

export function sayFaults(faults: readonly BasketFault[], words: BasketWords): Record<string, string> {
  const kinds = Object.keys(words) as BasketFault['kind'][];
  const said = kinds.flatMap((kind) =>
    faults.filter((fault) => fault.kind === kind).map((fault) => words[kind](fault as never)),
  );
  return Object.assign({}, ...said);
}

/** Such as those of an event that was cancelled meanwhile. */
function lostFields(choices: readonly Choice[], typed: TypedValues): string[] {
  const known = new Set(choices.flatMap(({ field, offer }) => [field, timeFieldOf(offer.product)]));
  return Object.entries(typed).flatMap(([name, value = '']) =>
    name.includes('.') && /[1-9]/.test(value) && !known.has(name) ? name : [],
  );
}

function entryTimeFaults({ isForVisitors }: BasketForm, choices: readonly Choice[]): BasketFault[] {
  return choices
    .filter(({ offer, count }) => offer.onSale && count > 0)
    .filter(({ offer: { times }, entryTime }) => {
      if (times === undefined) return entryTime !== undefined;
      return !times.some((time) => time.entryTime === entryTime && !(isForVisitors && time.isOver));
    })
    .map(({ offer, entryTime }) => ({ kind: 'entry-time', offer, entryTime }));
}

function countFaults({ most }: BasketForm, choices: readonly Choice[]): BasketFault[] {
  const unreadable = choices.filter(({ count }) => Number.isNaN(count));
  if (unreadable.length > 0) return [{ kind: 'unreadable', fields: unreadable.map(({ field }) => field) }];
  const [largest] = choices.toSorted((one, other) => other.count - one.count);
  const total = choices.reduce((sum, { count }) => sum + count, 0);
  if (largest === undefined || total === 0)
    return [{ kind: 'none', field: choices.find(({ offer }) => offer.onSale)?.field }];
  return total > most ? [{ kind: 'too-many', field: largest.field }] : [];
}

/** The field that the refusal of a sale is about: an entry time, a number of tickets, or a product as a whole. */
export function fieldAbout({ kind, facts }: Refusal, choices: readonly Choice[]): string | undefined {
  const chosen = choices.filter(({ count }) => count > 0);
  if (kind === 'sold-out') {
    const { event, entryTime } = facts as RefusalFacts['sold-out'];
    const product = event?.eventId ?? GENERAL;
    return entryTime === undefined ? product : timeFieldOf(product);
  }
  if (kind === 'category-not-sold') {
    const { category } = facts as RefusalFacts['category-not-sold'];
    return chosen.find((choice) => choice.category === category)?.field;
  }
  if (kind === 'no-such-entry-time' || kind === 'time-over') {
    const { entryTime } = facts as RefusalFacts['time-over'];
    const asked = chosen.find((choice) => choice.entryTime === entryTime);
    return asked && timeFieldOf(asked.offer.product);
  }
  return undefined;
}
