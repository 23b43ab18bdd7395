import type { Uuid } from '../core/uuid.ts';
import { holds, type TicketState } from '../tickets/index.ts';

/** How an order's money stands, in hundredths: always paid = worth + due + kept. */
export interface Balance {
  /** The price of its tickets that hold, of its articles that were not given back, of its gift vouchers that were not bought back, and of its passes that are not void. */
  readonly worth: number;
  /** Payments less refunds. A sale that recorded none was collected by its seller, once, at its price. */
  readonly paid: number;
  /** What is owed to its buyer now, also what a provider has not confirmed yet. */
  readonly due: number;
  /** What staff have decided to keep; below zero: what they have waived. */
  readonly kept: number;
}

/** What an account follows from, in hundredths. */
export interface AccountFacts {
  /** All that belong to it, by id. */
  readonly tickets: ReadonlyMap<Uuid, TicketMoney>;
  readonly articles: readonly ArticleMoney[];
  /** What its gift vouchers were sold for, less what they were bought back for. */
  readonly gifts: number;
  /** That of those that were not used, which are bought back with the rest of the order. */
  readonly unusedGifts: number;
  /** The price of its passes that are not void. */
  readonly passes: number;
  readonly paid: number;
  /** What its buyer is owed by hand, for tickets that were given back or exchanged for cheaper ones. */
  readonly dues: number;
  /** What providers were told to pay back, not for something that was called off, and have not confirmed. */
  readonly underWay: number;
}

/** What a ticket has to do with money, in hundredths. */
export interface TicketMoney {
  readonly state: TicketState;
  readonly priceCents: number;
  /**
   * What was really charged for it: less than its price where the rest was waived; more where the museum had called off what its
   * buyer has moved.
   */
  readonly chargedCents: number;
  /** What a provider has paid back, and was told to, because what it is for was called off. */
  readonly paidBackCents: number;
  readonly underWayCents: number;
}

/** What an article has to do with money. */
export interface ArticleMoney {
  readonly article: string;
  readonly isDonation: boolean;
  /** Hundredths, of one. */
  readonly priceCents: number;
  /** How many were not given back, and how many of these can be: they are not handed out. */
  readonly standing: number;
  readonly returnable: number;
}

/** How the money of an order stands. Whatever says what was paid, or pays back, asks this. */
export function accountOf({ tickets, articles, gifts, passes, paid, dues, underWay }: AccountFacts): Balance {
  const those = (isMeant: (state: TicketState) => boolean) =>
    [...tickets.values()].filter(({ state }) => isMeant(state));
  const worth =
    sum(those(holds), ({ priceCents }) => priceCents) +
    sum(articles, ({ priceCents, standing }) => priceCents * standing) +
    gifts +
    passes;
  const owed = dues + underWay + sum([...tickets.values()], ({ underWayCents }) => underWayCents);
  const calledOff = sum(
    those((state) => state === 'cancelled'),
    claimOf,
  );
  const due = owed + Math.min(calledOff, Math.max(0, paid - worth - owed));
  return { worth, paid, due, kept: paid - worth - due };
}

/** What may be paid back by hand: what is kept, and what is owed by hand. */
export function payableOf(facts: AccountFacts): number {
  return Math.max(0, accountOf(facts).kept + facts.dues);
}

/** Some of an article. */
export interface ArticleCount {
  readonly article: string;
  readonly quantity: number;
}

/** What can be given back of its extras when those tickets are: they go with the last ticket. */
export function extrasWith({ tickets, articles }: AccountFacts, ticketIds: readonly Uuid[]): ArticleCount[] {
  const isLeft = ([ticketId, { state }]: readonly [Uuid, TicketMoney]) =>
    state !== 'void' && !ticketIds.includes(ticketId);
  return ticketIds.length === 0 || [...tickets].some(isLeft) ? [] : extrasLeft(articles);
}

function extrasLeft(articles: readonly ArticleMoney[]): ArticleCount[] {
  return articles
    .filter(({ isDonation, returnable }) => !isDonation && returnable > 0)
    .map(({ article, returnable: quantity }) => ({ article, quantity }));
}

/** What goes back when all that stands is made void, but donations and gift vouchers that were used. */
export function backForAll(facts: AccountFacts): number {
  return backFor(facts, [...facts.tickets.keys()], extrasLeft(facts.articles), facts.unusedGifts);
}

/**
 * What goes back when those of its tickets are made void, or given back, and so many of its articles: no more than the others
 * leave.
 * @param giftCents what its gift vouchers that are bought back are worth
 */
export function backFor(
  facts: AccountFacts,
  ticketIds: readonly Uuid[],
  returned: readonly ArticleCount[] = [],
  giftCents = 0,
): number {
  const isGiven = ([ticketId, { state }]: readonly [Uuid, TicketMoney]) =>
    state !== 'void' && ticketIds.includes(ticketId);
  const given = [...facts.tickets].filter(isGiven);
  const after = new Map([
    ...facts.tickets,
    ...given.map(([ticketId, ticket]) => [ticketId, { ...ticket, state: 'void' as const }] as const),
  ]);
  const countOf = (article: string) => returned.find((each) => each.article === article)?.quantity ?? 0;
  const articles = facts.articles.map((each) => {
    return { ...each, standing: each.standing - countOf(each.article) };
  });
  const value =
    sum(
      given.map(([, ticket]) => ticket),
      claimOf,
    ) +
    sum(facts.articles, ({ article, priceCents }) => priceCents * countOf(article)) +
    giftCents;
  const gifts = facts.gifts - giftCents;
  return Math.max(0, Math.min(value, accountOf({ ...facts, tickets: after, articles, gifts }).kept));
}

/** A ticket of an order, and what one in its place costs, in hundredths. */
export type NewPrice = readonly [ticketId: Uuid, priceCents: number];

/** What the exchange of those tickets for ones at those prices costs, or has cost, together; below zero: what goes back. */
export function differenceFor(facts: AccountFacts, made: readonly NewPrice[]): number {
  const differences = made.map(([ticketId, priceCents]) => {
    const ticket = moneyOf(facts, ticketId);
    const more = priceCents - (ticket.priceCents - ticket.paidBackCents - ticket.underWayCents);
    return { more, less: priceCents - claimOf(ticket) };
  });
  const more = sum(differences, (each) => each.more);
  return more > 0
    ? more
    : Math.min(
        0,
        sum(differences, ({ less }) => less),
      );
}

/** What a move of those tickets costs their buyer; below zero: what goes back, and no more than the others leave. */
export function moveFor(facts: AccountFacts, made: readonly NewPrice[]): number {
  const instead = made.map(([ticketId, priceCents]) => {
    const fresh = { priceCents, chargedCents: priceCents, paidBackCents: 0, underWayCents: 0 };
    return [ticketId, { ...moneyOf(facts, ticketId), ...fresh }] as const;
  });
  const after = { ...facts, tickets: new Map([...facts.tickets, ...instead]) };
  return Math.max(differenceFor(facts, made), -Math.max(0, accountOf(after).kept));
}

/**
 * What counts as charged for each new ticket of an exchange, in hundredths: as far as its price goes what was paid for the old one,
 * and then of what the others leave.
 * @param prices of the new tickets
 * @param paid for the old ones
 * @param moreCents what is paid for all of them beside that; below zero: what goes back
 */
export function chargedFor(prices: readonly number[], paid: readonly number[], moreCents: number): number[] {
  let rest = Math.max(0, sum(paid, (cents) => cents) + moreCents);
  const take = (cents: number) => {
    const taken = Math.min(cents, rest);
    rest -= taken;
    return taken;
  };
  const charged = prices.map((price, index) => take(Math.min(price, paid[index] ?? 0)));
  return charged.map((cents, index) => cents + take((prices[index] ?? 0) - cents));
}

/** What was charged for the ticket, and did not go back when what it is for was called off. */
export function paidFor(facts: AccountFacts, ticketId: Uuid): number {
  return claimOf(moneyOf(facts, ticketId));
}

function moneyOf({ tickets }: AccountFacts, ticketId: Uuid): TicketMoney {
  const ticket = tickets.get(ticketId);
  if (ticket === undefined) throw new Error(`The order has no ticket ${ticketId}.`);
  return ticket;
}

function claimOf(ticket: TicketMoney): number {
  return Math.max(0, leftOf(ticket) - ticket.underWayCents);
}

function leftOf({ chargedCents, paidBackCents }: TicketMoney): number {
  return Math.max(0, chargedCents - paidBackCents);
}

function sum<T>(all: readonly T[], centsOf: (each: T) => number): number {
  return all.reduce((total, each) => total + centsOf(each), 0);
}
