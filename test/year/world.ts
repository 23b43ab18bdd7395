import { randomUUID } from 'node:crypto';
import type { Answer } from '../../fixtures/client.ts';
import type { Asker } from '../../fixtures/museum.ts';
import { type Shopper, shopperIn } from '../../fixtures/shop.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { addToken } from '../../src/accounts/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { addDays } from '../../src/core/calendar-day.ts';
import { localTimes } from '../../src/core/zoned-time.ts';
import type { Knowledge } from '../../src/web/gate/assets/types.ts';
import { type Born, Draw } from './draw.ts';
import { BEGINNING, type YearMuseum } from './museum.ts';
import { OfflineGates } from './offline-gate.ts';

/** A JSON value as a client gets it. */
export type Shown = Answer['json'];

/** An order of which the world knows. All else about it is asked. */
export interface KnownOrder extends Born {
  readonly orderId: string;
  /** The path of its page, if a visitor has ordered. */
  page?: string;
  /** The id of its booking at a reseller. */
  booking?: string;
  /** As the service showed it last. */
  shown: Shown;
  tickets: readonly Shown[];
  /** Its gift vouchers, with their codes, once it is sold. */
  gifts: readonly Shown[];
}

/** A ticket with its order. */
export interface Found extends Born {
  readonly ticket: Shown;
  readonly order: KnownOrder;
}

export const localOf = localTimes('Europe/Berlin');
const CATEGORIES = ['standard', 'standard', 'reduced', 'family'] as const;
/** From so many orders on, those that are shown as before are not all looked at. */
const MANY = 8;
/** Answers that are the service's fault, or the simulation's: nobody asks for what makes no sense. */
const FAULTY = [400, 401, 403, 405, 415];

/** Staff, visitors and resellers, with what they know of the museum. */
export class World {
  readonly museum: YearMuseum;
  readonly orders = new Map<string, KnownOrder>();
  readonly events: (Born & { readonly eventId: string })[] = [];
  /** The ids of the orders that something may have happened to in this step. */
  readonly touched = new Set<string>();
  /** What went against what was said. */
  readonly faults: string[] = [];
  /** By the id of each admission, or count, that was not taken back: the ticket and the day, and for how many it is. */
  readonly came = new Map<string, { readonly visit: string; readonly persons: number }>();
  /** A gate without a network: what it knew when it had one and has decided since, and what it will hand in. */
  cutOff: { readonly knowledge: Knowledge; readonly checkIns: Shown[]; readonly visits: Shown[] } | undefined;
  /** In hundredths, what was handed over less what was given back by hand, by method. */
  readonly ledger = new Map<string, number>();
  /** Of this step, with its number. */
  draw = new Draw(0);
  step = 0;
  readonly gates: OfflineGates;
  readonly #token: string;
  /** What was got, as long as nothing has changed since. */
  #got = { changes: 0, answers: new Map<string, Promise<Shown>>() };
  #staff: { readonly shift: number; readonly staff: Staff } | undefined;

  static async of(museum: YearMuseum): Promise<World> {
    return new World(museum, await addToken(museum.store, OPERATOR, 'partner', museum.clock));
  }

  private constructor(museum: YearMuseum, token: string) {
    this.museum = museum;
    this.gates = new OfflineGates(museum.store);
    this.#token = token;
  }

  get now(): number {
    return this.museum.clock.now();
  }

  /** The museum's day, or one so many days later. */
  readonly today = (later = 0): string => addDays(localOf(this.now).day, later);

  readonly someDay = (from: number, to: number): string => this.today(this.draw.between(from, to));

  readonly api = async (
    method: string,
    path: string,
    body?: object,
    as: Asker = 'manager',
  ): Promise<Answer> => {
    const answer = await this.museum.ask(method, `/v1.1${path}`, { as, ...(body && { body }) });
    if (FAULTY.includes(answer.status)) this.faults.push(`${method} ${path} was answered ${answer.text}`);
    return answer;
  };

  /** Sends a file of text. */
  readonly import = (path: string, body: string): Promise<Answer> =>
    this.museum.ask('POST', `/v1.1${path}`, {
      as: 'manager',
      body,
      headers: { 'content-type': 'text/plain' },
    });

  /** What is there; it is asked once as long as nothing changes. */
  readonly get = (path: string): Promise<Shown> => {
    const { changes } = this.museum;
    if (this.#got.changes !== changes) this.#got = { changes, answers: new Map() };
    const answer = this.#got.answers.get(path) ?? this.api('GET', path).then(({ json }) => json);
    this.#got.answers.set(path, answer);
    return answer;
  };

  /** A report on all days. */
  report(name: string, query: string): Promise<Shown> {
    const last = query.includes('visit') ? this.today(400) : this.today();
    return this.get(`/reports/${name}?${query}&startDate=2027-01-01&endDate=${last}`);
  }

  /** As a reseller. */
  readonly octo = (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${this.#token}`, 'octo-capabilities': 'octo/pricing' };
    return this.museum.ask(method, `/octo${path}`, { as: 'nobody', headers, ...(body && { body }) });
  };

  /** A manager at the desk, who signs in for half a day. */
  async desk(): Promise<Staff> {
    const shift = Math.floor(this.now / 43_200_000);
    if (this.#staff?.shift !== shift)
      this.#staff = { shift, staff: await signInStaff(this.museum, 'manager') };
    return this.#staff.staff;
  }

  /** A visitor with a network of her own. */
  visitor(): Shopper {
    const from = { 'x-forwarded-for': `10.0.${(this.step >> 8) & 255}.${this.step & 255}` };
    const ask: YearMuseum['ask'] = (method, path, question = {}) =>
      this.museum.ask(method, path, { ...question, headers: { ...from, ...question.headers } });
    return shopperIn({ ask });
  }

  readonly email = (): string => `visitor-${this.step}@example.com`;

  readonly key = (): string => randomUUID();

  /** Something that is on sale within four weeks. */
  readonly want = async () => {
    const { draw } = this;
    const day = this.someDay(0, 28);
    const offers: Shown[] = await this.get(`/availability?startDate=${day}&endDate=${day}`);
    const offer = draw.oneOf(offers.filter(({ onSale }) => onSale));
    if (offer === undefined) return undefined;
    const { ticketType, eventId, times = [], prices } = offer;
    const entryTime: string | undefined = draw.oneOf(times as Shown[])?.entryTime;
    const lot = draw.oneOf(CATEGORIES);
    const category: string = prices.some((each: Shown) => each.category === lot) ? lot : prices[0].category;
    return { ticketType, eventId, ticketDate: day, entryTime, category };
  };

  /** The orders in those states. */
  ordersIn(...states: readonly string[]): KnownOrder[] {
    return [...this.orders.values()].filter(({ shown }) => states.includes(shown.state));
  }

  /** The tickets in those states. */
  ticketsIn(...states: readonly string[]): Found[] {
    return [...this.orders.values()].flatMap((order) =>
      order.tickets.flatMap((ticket, index) =>
        states.includes(ticket.state) ? [{ born: order.born * 100 + index, ticket, order }] : [],
      ),
    );
  }

  /** Something happens to an event or to general entry, on a day or on all. */
  readonly touch = (product: string, day?: string): void => {
    const isMeant = ({ eventId = 'general', ticketDate }: Shown) =>
      eventId === product && (day === undefined || ticketDate === day);
    for (const { orderId, tickets, shown } of this.orders.values())
      if ([...tickets, ...shown.items].some(isMeant)) this.touched.add(orderId);
  };

  /** That day is over. */
  touchEnded(day: string): void {
    for (const { orderId, tickets, shown } of this.orders.values()) {
      const isOpen = shown.state === 'held' || shown.account?.due > 0;
      if (isOpen || tickets.some(({ ticketDate }) => ticketDate === day)) this.touched.add(orderId);
    }
  }

  /** Somebody hands over so much, or gets it back, by hand. */
  paid(method: string, amount: number): void {
    this.ledger.set(method, (this.ledger.get(method) ?? 0) + cents(amount));
  }

  /** A gate let somebody in, if it did. With a card, each time counts. */
  cameIn({ verdict, checkInId, at, ticket, card }: Shown): void {
    if (verdict !== 'admitted') return;
    const visit = card ? checkInId : `${ticket.ticketId} ${localOf(Date.parse(at)).day}`;
    this.came.set(checkInId, { visit, persons: (card ?? ticket).places });
  }

  /** Each ticket counts once a day. */
  personsThatCame(): number {
    const visits = new Map([...this.came.values()].map(({ visit, persons }) => [visit, persons]));
    return [...visits.values()].reduce((sum, persons) => sum + persons, 0);
  }

  /** An instance was killed: it is not known whether what it was asked for is done. */
  async recover(): Promise<void> {
    for (const orderId of this.orders.keys()) this.touched.add(orderId);
    const { rows } = await this.report('payments', 'by=method');
    this.ledger.clear();
    for (const { method, paid, refunded } of rows) this.paid(method, paid - refunded);
    this.paid('online', -this.throughProviders() / 100);
    const missing = (await this.report('visits', 'by=month')).total.persons - this.personsThatCame();
    if (missing !== 0) this.came.set(`${this.step}`, { visit: `${this.step}`, persons: missing });
  }

  /** In hundredths, what the providers took and did not pay back. */
  throughProviders(): number {
    const { stripe, mollie } = this.museum.providers.fakes;
    return [...stripe.sessions.values(), ...mollie.sessions.values()]
      .filter(({ state }) => state === 'paid')
      .reduce(
        (sum, { cents: paid, refunds }) => sum + paid - refunds.reduce((all, back) => all + back.cents, 0),
        0,
      );
  }

  know(orderId: string, more: Pick<KnownOrder, 'page' | 'booking'> = {}): void {
    const born =
      this.step * 100 + [...this.orders.values()].filter((order) => order.born >= this.step * 100).length;
    const known = this.orders.get(orderId) ?? { orderId, born, shown: { items: [] }, tickets: [], gifts: [] };
    this.orders.set(orderId, Object.assign(known, more));
    this.touched.add(orderId);
  }

  /** Learns of all that was sold since, or is held. */
  async learn(since: number): Promise<void> {
    const sold: Shown[] = await this.get(`/tickets?soldFrom=${new Date(since).toISOString()}&limit=500`);
    const held: Shown[] = await this.get('/orders?state=held&limit=100');
    const latest: Shown[] = await this.get('/orders?state=sold&limit=20'); // an order of articles alone has no tickets
    for (const { orderId } of [...sold, ...held, ...latest])
      if (!this.orders.has(orderId)) this.know(orderId);
  }

  /** Looks at what was touched. @returns it, but for what is shown as before, of which there are some */
  async lookAtTouched(): Promise<KnownOrder[]> {
    const touched = [...this.touched].flatMap((id) => this.orders.get(id) ?? []);
    const chosen = touched.length > MANY ? await this.#changedAmong(touched) : touched;
    await Promise.all(chosen.map((order) => this.look(order)));
    return chosen;
  }

  async #changedAmong(touched: readonly KnownOrder[]): Promise<KnownOrder[]> {
    const tickets = await this.#list(`/tickets?soldFrom=${new Date(BEGINNING).toISOString()}`);
    const states = ['held', 'released', 'sold', 'void'];
    const lists = await Promise.all(states.map((state) => this.#list(`/orders?state=${state}`)));
    const orders = new Map(lists.flatMap((list) => [...list]));
    const isAsListed = ({ orderId, shown, tickets: known }: KnownOrder) =>
      orders.get(orderId) === JSON.stringify(shown) && // a ticket that was sold alone has no order in a list
      known.every((ticket) => JSON.stringify(ticket) === tickets.get(ticket.ticketId));
    const { true: same = [], false: changed = [] } = Object.groupBy(touched, (each) => `${isAsListed(each)}`);
    return [...changed, ...this.draw.some(same).slice(0, MANY)];
  }

  /** All of a list, by id. */
  async #list(path: string): Promise<Map<string, string>> {
    const all = new Map<string, string>();
    for (let next: string | undefined = `${path}&limit=500`; next !== undefined; ) {
      const { json, headers } = await this.api('GET', next);
      for (const each of json as Shown[]) all.set(each.ticketId ?? each.orderId, JSON.stringify(each));
      next = /<[^>]*\/v1\.1([^>]+)>; rel="next"/.exec(`${headers.link}`)?.[1];
    }
    return all;
  }

  /** Asks how the order and its tickets stand now. */
  async look(order: KnownOrder): Promise<void> {
    order.shown = await this.get(`/orders/${order.orderId}`);
    const listed: Shown[] = order.shown.items.flatMap(({ tickets = [] }: Shown) => tickets);
    const hasGifts = order.shown.soldAt && order.shown.items.some(({ kind }: Shown) => kind === 'gift');
    order.gifts = hasGifts ? await this.get(`/orders/${order.orderId}/gifts`) : [];
    order.tickets = await Promise.all(listed.map(({ ticketId }) => this.get(`/tickets/${ticketId}`)));
  }
}

/** In hundredths. */
export function cents(amount: number): number {
  return Math.round(amount * 100);
}

/** In hundredths, the payments for an order less the refunds. */
export function paymentsOf({ payments }: Shown): number {
  return sumOf(payments as Shown[], ({ amount }) => amount);
}

const HOLDS = ['valid', 'admitted', 'expired'];

/** The tickets that hold. */
export function holding({ tickets }: Pick<KnownOrder, 'tickets'>): Shown[] {
  return tickets.filter(({ state }) => HOLDS.includes(state));
}

/** An article of an order that was sold. */
interface SoldArticle {
  readonly article: string;
  /** Of one. */
  readonly price: number;
  readonly quantity: number;
  readonly returned?: number;
}

/** What was sold with the order beside tickets. */
export function articlesOf({ shown }: Pick<KnownOrder, 'shown'>): SoldArticle[] {
  const isSold = shown.state === 'sold' || shown.state === 'void';
  return isSold ? shown.items.filter(({ kind }: Shown) => kind === 'article') : [];
}

/** Those of which some were not given back. */
export function standingOf(order: Pick<KnownOrder, 'shown'>): SoldArticle[] {
  return articlesOf(order).filter(({ quantity, returned = 0 }) => quantity > returned);
}

/** Its gift vouchers that were not bought back: nobody buys one back that was used. */
export function giftsThatStand({ gifts }: Pick<KnownOrder, 'gifts'>): readonly Shown[] {
  return gifts.filter(({ state }) => state !== 'returned');
}

/** In hundredths, what gift vouchers paid for the order and did not get back. */
export function paidByGifts({ payments }: Shown): number {
  return sumOf(payments.filter(({ method }: Shown) => method === 'gift') as Shown[], ({ amount }) => amount);
}

/** In hundredths, what all that holds of the order costs. */
export function worthOf(order: Pick<KnownOrder, 'shown' | 'tickets' | 'gifts'>): number {
  const tickets = sumOf(holding(order), ({ price }) => price);
  const articles = sumOf(
    standingOf(order),
    ({ price, quantity, returned = 0 }) => price * (quantity - returned),
  );
  return tickets + articles + sumOf(giftsThatStand(order), ({ amount }) => amount);
}

/** In hundredths. */
export function sumOf<T>(those: readonly T[], amountOf: (each: T) => number): number {
  return those.reduce((sum, each) => sum + cents(amountOf(each)), 0);
}
