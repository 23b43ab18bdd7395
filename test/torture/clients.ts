import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../fixtures/client.ts';
import { NOON_ZONE } from '../../fixtures/noon.ts';
import { museumCalendar, systemClock } from '../../src/core/clock.ts';
import type { SeededRandom } from '../../src/demo/seeded-random.ts';
import { GateClients } from './gate-clients.ts';
import {
  type DayRecord,
  type EventRecord,
  fieldsOf,
  type History,
  PLACES,
  type PurchaseRecord,
  USUAL_CAPACITY,
  type Version,
  type WantedTicket,
} from './history.ts';
import type { LoadBalancer } from './load-balancer.ts';
import { OrderClients } from './order-clients.ts';
import type { ProviderServer } from './provider-server.ts';
import { NoAnswer } from './service.ts';
import { now, type Timeline } from './timeline.ts';
import { Visitors } from './visitors.ts';

const EVENT_DATES = ['2035-05-04', '2035-05-05', '2035-05-06'] as const;
const GENERAL_DAYS = ['2035-06-01', '2035-06-02'] as const;
const EVENTS = 3;
/** What an event may be sold for; none: whole days. */
const TIMETABLES = [[], ['11:00'], ['11:00', '14:30']] as const;
/** Some of those that general entry has when it is sold for each hour. */
const GENERAL_TIMES = ['10:00', '15:00'] as const;
const FAMILIES = 0.3;
const BUYERS = 16;
const READERS = 2;
const GATE_CLIENTS = 6;
const ORDER_CLIENTS = 6;
const VISITORS = 4;
const REFUSAL =
  /"type":"\/problems\/(sold-out|not-an-event-day|museum-closed|event-not-found|date-past|entry-time-needed|no-such-entry-time)"/;

/** All clients of the museum, which run at the same time until `stop`. Each records its requests and answers in the history. */
export class Clients {
  readonly #service: LoadBalancer;
  readonly #history: History;
  readonly #random: SeededRandom;
  readonly #gateClients: GateClients;
  readonly #orderClients: OrderClients;
  readonly #visitors: Visitors;
  /** In the time zone of the service. */
  readonly #calendar = museumCalendar(systemClock, NOON_ZONE);
  #isRunning = true;
  #versions = 0;

  constructor(service: LoadBalancer, provider: ProviderServer, history: History, random: SeededRandom) {
    this.#service = service;
    this.#history = history;
    this.#random = random;
    this.#gateClients = new GateClients(service, history, random);
    this.#orderClients = new OrderClients(service, history, random);
    this.#visitors = new Visitors(service, provider, history, random);
  }

  /** Runs all clients. Resolves after `stop`, when every request has its answer or has lost its connection. */
  async run(): Promise<void> {
    await this.#service.askUntilAnswered('PUT', '/capacity/general', { body: { capacity: USUAL_CAPACITY } });
    await this.#service.askUntilAnswered('PUT', '/categories', { body: CATEGORIES });
    await this.#service.askUntilAnswered('PUT', '/general-entry/prices', { body: pricesOf(10) });
    const days = GENERAL_DAYS.map((day) => this.#history.addDay(day));
    await Promise.all([
      ...days.map((day) => this.#repeat(() => this.#arrangeDay(day))),
      this.#repeat(() => this.#arrangeTimes()),
      ...Array.from({ length: EVENTS }, () => this.#manageEvents()),
      ...Array.from({ length: BUYERS }, () => this.#repeat(() => this.#buySomething())),
      this.#sellWithoutEnd(),
      ...Array.from({ length: READERS }, () => this.#repeat(() => this.#read())),
      this.#repeat(() => this.#repeatPurchase()),
      ...Array.from({ length: ORDER_CLIENTS }, () => this.#repeat(() => this.#order())),
      ...Array.from({ length: VISITORS }, () => this.#repeat(() => this.#visitors.visit())),
      ...Array.from({ length: GATE_CLIENTS }, () => this.#repeat(() => this.#scan())),
    ]);
  }

  /** Tells the service of every payment, until it has heard. */
  async notifyOfAll(): Promise<void> {
    for (const session of this.#history.paidOnline) while (!(await this.#visitors.notify(session)));
  }

  stop(): void {
    this.#isRunning = false;
  }

  async #repeat(action: () => Promise<unknown>): Promise<void> {
    while (this.#isRunning) {
      await action().catch((error) => {
        if (!(error instanceof NoAnswer)) throw error;
      });
    }
  }

  /**
   * A kiosk, for an event that is never sold out: it shows when the museum sells again after a failover. It has no key, because
   * with one it would first repeat what it asked for before.
   */
  async #sellWithoutEnd(): Promise<void> {
    const { eventId } = await this.#announce(EVENT_DATES);
    const wanted = {
      ticketType: 'event',
      eventId,
      ticketDate: EVENT_DATES[0],
      category: 'standard',
    } as const;
    await this.#repeat(async () => {
      await this.#buy(wanted, undefined);
      await sleep(20);
    });
  }

  #buySomething(): Promise<void> {
    const key = this.#random.happens(0.6) ? `key-${now()}` : undefined;
    return this.#buy(this.#somethingToBuy(), key);
  }

  async #buy(wanted: WantedTicket, key: string | undefined): Promise<void> {
    const record = this.#history.beginPurchase(key, wanted);
    const answer = await this.#purchase(record);
    if (answer.status === 201 || REFUSAL.test(answer.text)) this.#history.endPurchase(record, answer);
    else if (answer.status !== 503)
      this.#history.addViolation(`a purchase was answered ${answer.status} ${answer.text}`);
    if (answer.status === 201) this.#history.acknowledged++;
  }

  /** With a key the purchase can be repeated until there is an answer; without one it must not be. */
  #purchase({ key, body }: PurchaseRecord): Promise<Answer> {
    if (key === undefined) return this.#service.ask('POST', '/tickets', { body });
    return this.#service.askUntilAnswered('POST', '/tickets', { body, headers: { 'idempotency-key': key } });
  }

  /** Mostly for a time for which it is sold, as far as is known; in between it may have changed. */
  #somethingToBuy(): WantedTicket {
    const category = this.#random.happens(FAMILIES) ? 'family' : 'standard';
    const event = this.#random.oneOf([...this.#history.events.values()].slice(-2 * EVENTS));
    if (event === undefined || this.#random.happens(0.25)) {
      const days = [...GENERAL_DAYS, this.#calendar.today()];
      const times = this.#history.placesAtTimes.last.value === null ? [] : GENERAL_TIMES;
      const ticketDate = this.#random.oneOf(days) as string;
      return { ticketType: 'general', ticketDate, category, ...this.#oneOf(times) };
    }
    const { eventId, times } = event;
    const ticketDate = this.#random.oneOf(EVENT_DATES);
    return { ticketType: 'event', eventId, ticketDate, category, ...this.#oneOf(times.last.value) };
  }

  #oneOf(times: readonly string[]): { readonly entryTime?: string } {
    const entryTime = this.#random.oneOf(times);
    return entryTime === undefined ? {} : { entryTime };
  }

  #order(): Promise<void> {
    return this.#orderClients.order(() => this.#somethingToBuy());
  }

  async #scan(): Promise<void> {
    await this.#gateClients.scan(this.#calendar.today());
    await sleep(1); // there may be nothing to scan yet
  }

  async #repeatPurchase(): Promise<void> {
    const record = this.#random.oneOf(this.#history.repeatable);
    if (record?.answer === undefined) return this.#read();
    const { status, text } = await this.#purchase(record);
    if (status === 503 || (status === record.answer.status && text === record.answer.text)) return;
    this.#history.addViolation(
      `the key ${record.key} was first answered ${record.answer.status} ${record.answer.text} and then ${status} ${text}`,
    );
  }

  async #read(): Promise<void> {
    const event = this.#random.oneOf([...this.#history.events.values()]);
    const sale = this.#random.oneOf(this.#history.sold);
    if (sale !== undefined && this.#random.happens(0.1)) await this.#fetchImage(sale);
    else if (event !== undefined) await this.#readEvent(event);
    else await this.#service.ask('GET', '/special-events');
  }

  async #fetchImage({ answer, body }: PurchaseRecord): Promise<void> {
    const { ticketId } = JSON.parse(answer?.text ?? '{}');
    const { status } = await this.#service.ask('GET', `/tickets/${ticketId}/qr`);
    if (status === 200 || status === 503 || (status === 410 && this.#history.mayBeCalledOff(body))) return;
    this.#history.addViolation(`the image of the ticket ${ticketId} that was sold is answered ${status}`);
  }

  async #readEvent({ eventId }: EventRecord): Promise<void> {
    const answer = await this.#service.ask('GET', `/special-events/${eventId}`);
    if (answer.status !== 200) return;
    const { eventId: _, ...fields } = answer.json;
    const whole = fieldsOf({ number: fields.price, dates: fields.dates });
    if (JSON.stringify(sorted(fields)) === JSON.stringify(sorted(whole))) return;
    this.#history.addViolation(`the event ${eventId} is a mixture of versions: ${answer.text}`);
  }

  /** A manager, who changes one event until it is cancelled, and then announces another. */
  async #manageEvents(): Promise<void> {
    while (this.#isRunning) {
      const event = await this.#announce();
      while (this.#isRunning && !event.isCancelled.last.value) await this.#manage(event);
    }
  }

  async #announce(dates?: readonly string[]): Promise<EventRecord> {
    const version = { ...this.#nextVersion(), ...(dates && { dates }) };
    const headers = { 'idempotency-key': `event-${version.number}` };
    const answer = await this.#service.askUntilAnswered('POST', '/special-events', {
      body: fieldsOf(version),
      headers,
    });
    const { eventId, price } = answer.json;
    const path = `/special-events/${eventId}/prices`;
    await this.#service.askUntilAnswered('PUT', path, { body: pricesOf(price) });
    return this.#history.addEvent(eventId, version);
  }

  #manage(event: EventRecord): Promise<void> {
    const path = `/special-events/${event.eventId}`;
    if (this.#random.happens(0.02)) return this.#change(event.isCancelled, true, 'DELETE', path);
    if (this.#random.happens(0.2)) {
      const times = this.#random.oneOf(TIMETABLES);
      return this.#change(event.times, times, 'PUT', `${path}/times`, { times });
    }
    if (this.#random.happens(0.5)) {
      const version = this.#nextVersion();
      return this.#change(event.version, version, 'PATCH', path, fieldsOf(version));
    }
    const capacity = this.#newCapacity(event.capacity.last.value);
    return this.#change(event.capacity, capacity, 'PUT', `/capacity/events/${event.eventId}`, { capacity });
  }

  #arrangeDay({ day, isOpen, capacity }: DayRecord): Promise<void> {
    if (this.#random.happens(0.3)) {
      const hours = `/museum-hours/${day}`;
      return isOpen.last.value
        ? this.#change(isOpen, false, 'PUT', hours, { closed: true, reason: 'Flood' })
        : this.#change(isOpen, true, 'DELETE', hours);
    }
    const path = `/capacity/general/${day}`;
    if (this.#random.happens(0.1)) return this.#change(capacity, USUAL_CAPACITY, 'DELETE', path);
    const places = this.#newCapacity(capacity.last.value);
    return this.#change(capacity, places, 'PUT', path, { capacity: places });
  }

  /** Sells general entry for entry times, or again for whole days. */
  async #arrangeTimes(): Promise<void> {
    await sleep(this.#random.between(0, 100));
    const { placesAtTimes } = this.#history;
    const places = this.#random.happens(0.5) ? null : this.#newCapacity(placesAtTimes.last.value);
    const body = places === null ? { every: null } : { every: 60, places, lastEntry: 60 };
    await this.#change(placesAtTimes, places, 'PUT', '/general-entry/times', body);
  }

  /** Mostly a higher capacity than before, so that there are tickets to sell, and sometimes one below what is sold. */
  #newCapacity(before: number | null): number {
    const least = before === null || before === USUAL_CAPACITY ? 3 : before;
    return Math.max(0, least + this.#random.between(-3, 5));
  }

  /** Repeats the request until it is acknowledged. */
  async #change<Value>(
    timeline: Timeline<Value>,
    value: Value,
    method: string,
    path: string,
    body?: object,
  ): Promise<void> {
    const change = timeline.begin(value);
    const { status, text } = await this.#service.askUntilAnswered(
      method,
      path,
      body === undefined ? {} : { body },
    );
    // A lost first attempt may have deleted it already.
    const isDone = status < 300 || (method === 'DELETE' && status === 404);
    if (!isDone) this.#history.addViolation(`${method} ${path} was answered ${status} ${text}`);
    change.doneAt = now();
    if (isDone) this.#history.acknowledged++;
  }

  #nextVersion(): Version {
    const dates = EVENT_DATES.filter(() => this.#random.happens(0.7));
    return { number: ++this.#versions, dates };
  }
}

const CATEGORIES = Object.entries(PLACES).map(([category, places]) => {
  return { category, name: category, unitType: 'OTHER', places };
});

function pricesOf(price: number) {
  return Object.keys(PLACES).map((category) => ({ category, price }));
}

function sorted(fields: object): object {
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}
