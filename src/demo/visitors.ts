import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import { productOf } from '../offers/index.ts';
import { handOut, type WantedItem } from '../orders/index.ts';
import { demoExtras } from './articles.ts';
import type { DemoContext, DemoStep } from './demo-step.ts';
import {
  at,
  clockTime,
  type DemoMoment,
  demoHours,
  FIRST_DEMO_DAY,
  FREE_DAYS,
  type Hours,
  isWeekend,
  LAST_DEMO_DAY,
} from './month.ts';
import { type Group, placesInDemo } from './prices.ts';
import type { PlannedEvent } from './programme.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Visitors who buy and come together. */
export interface Party {
  readonly group: Group;
  /** On which they mean to come. */
  readonly day: number;
  /** Undefined: for general entry. */
  readonly event: PlannedEvent | undefined;
  /** When the event begins, if it is sold for entry times. */
  readonly entryTime: number | undefined;
  readonly buys: DemoMoment;
  readonly seller: Role;
  readonly email?: string;
  readonly phone?: string;
  /** Undefined: they never come. */
  readonly visit: { readonly comes: DemoMoment; readonly leaves: DemoMoment } | undefined;
  readonly gate: string;
  /** What they buy beside tickets. */
  readonly extras: ReturnType<typeof demoExtras>;
  /** The ids of their tickets, once they have bought them. */
  tickets: readonly Uuid[];
  /** That of their tickets, once they have bought them. */
  orderId?: Uuid | undefined;
}

export const MAIN_DOOR = 'Main entrance';
export const GARDEN_DOOR = 'Garden door';

/** Who comes together, and how often. */
const GROUPS = [
  ...often(2, 'standard'),
  ...often(1, 'senior'),
  ...often(1, 'student'),
  ...often(3, 'standard', 'standard'),
  ...often(2, 'senior', 'senior'),
  ...often(1, 'student', 'student'),
  ...often(1, 'standard', 'standard', 'standard', 'standard'),
  ...often(2, 'family'),
  ...often(1, 'family', 'child'),
  ...often(1, 'standard', 'child'),
  ...often(1, 'standard', 'standard', 'child'),
];

function often(times: number, ...group: Group): Group[] {
  return Array.from({ length: times }, () => group);
}

const NO_SHOWS = 0.1;

/** Everybody who buys tickets in the month, whether they come or not. */
export function planParties(
  random: SeededRandom,
  today: CalendarDay,
  events: readonly PlannedEvent[],
): Party[] {
  const parties: Party[] = [];
  for (let day = FIRST_DEMO_DAY; day <= LAST_DEMO_DAY; day += 1) {
    const hours = demoHours(day);
    if (hours === null) continue;
    const crowd = (isWeekend(today, day) ? 1.5 : 1) * (FREE_DAYS.includes(day) ? 1.5 : 1);
    parties.push(...generalParties(random, day, hours, crowd));
    for (const event of events)
      if (event.days.includes(day))
        for (const begins of event.begins) parties.push(...eventParties(random, event, day, begins));
  }
  return parties.map((party, index) => ({ ...party, extras: demoExtras(index, party.group.length) }));
}

/** The steps of each party: to buy, to come and to leave. */
export function planVisits(parties: readonly Party[]): DemoStep[] {
  return parties.flatMap((party) => {
    const buying = { when: party.buys, run: (context: DemoContext) => buy(context, party) };
    if (party.visit === undefined) return [buying];
    const { comes, leaves } = party.visit;
    return [
      buying,
      { when: comes, run: (context: DemoContext) => comeIn(context, party) },
      { when: leaves, run: (context: DemoContext) => pass(context, party, 'out') },
    ];
  });
}

/** @param crowd how many times as many as on a usual day */
function generalParties(random: SeededRandom, day: number, hours: Hours, crowd: number): Party[] {
  const usual = day > 0 ? Math.max(2, 12 - day * 0.5) : random.between(26, 34);
  return Array.from({ length: Math.round(usual * crowd) }, () => {
    const comes =
      hours.opens + 5 + ((random.fraction() + random.fraction()) / 2) * (hours.closes - hours.opens - 80);
    const leaves = Math.min(hours.closes - 2 * random.fraction(), comes + 50 + 90 * random.fraction());
    const isAhead = day > 0 || random.happens(0.5);
    const group = random.oneOf(GROUPS) as Group;
    return partyOf(random, { day, event: undefined, entryTime: undefined, group, comes, leaves, isAhead });
  });
}

/** Those who come for the event when it begins at that minute of the day. */
function eventParties(random: SeededRandom, event: PlannedEvent, day: number, begins: number): Party[] {
  const eagerness = day > 0 ? Math.max(0.3, 1 - day * 0.05) : 0.85 + 0.25 * random.fraction();
  let wanted = Math.round(event.places * event.demand * eagerness);
  const groups = GROUPS.filter((group) => group.every((category) => category in event.prices));
  const entryTime = event.begins.length > 1 ? begins : undefined;
  const parties: Party[] = [];
  while (wanted > 0) {
    const group = random.oneOf(groups) as Group;
    const late = entryTime === undefined ? -3 - 20 * random.fraction() : 20 * random.fraction() - 9;
    const [comes, leaves] = [begins + late, begins + event.minutes + 5 * random.fraction()];
    const isAhead = entryTime === undefined || random.happens(0.7);
    parties.push(partyOf(random, { day, event, entryTime, group, comes, leaves, isAhead }));
    wanted -= placesInDemo(group);
  }
  return parties;
}

interface VisitPlan {
  readonly day: number;
  readonly event: PlannedEvent | undefined;
  readonly entryTime: number | undefined;
  readonly group: Group;
  readonly comes: number;
  readonly leaves: number;
  /** Whether they buy on a day before; otherwise at the desk when they come. */
  readonly isAhead: boolean;
}

function partyOf(random: SeededRandom, plan: VisitPlan): Party {
  const { day, event, entryTime, group, comes, leaves, isAhead } = plan;
  const buys = isAhead ? buyingAhead(random, day, event) : { day, minute: comes - 3 };
  const isOnline = isAhead && random.happens(0.75);
  const hasAddress = isAhead || random.happens(0.25);
  return {
    ...{ group, day, event, entryTime, buys },
    seller: isOnline ? 'partner' : random.happens(0.85) ? 'cashier' : 'manager',
    ...(hasAddress && { email: addressOf(random) }),
    ...(hasAddress && random.happens(0.2) && { phone: `+44 20 7946 0${random.between(100, 999)}` }),
    visit:
      isAhead && random.happens(NO_SHOWS)
        ? undefined
        : { comes: { day, minute: comes }, leaves: { day, minute: leaves } },
    gate: random.happens(0.7) ? MAIN_DOOR : GARDEN_DOOR,
    extras: [],
    tickets: [],
  };
}

/** On a day of the month before the visit, but not after the event was cancelled. */
function buyingAhead(random: SeededRandom, day: number, event: PlannedEvent | undefined): DemoMoment {
  const last = Math.min(day - 1, (event?.cancelledOn ?? 1) - 1);
  const first = Math.max(FIRST_DEMO_DAY - 1, Math.min(last, day - 16));
  // Most buy in the last days before.
  const ahead = Math.floor(random.fraction() * random.fraction() * (last - first + 1));
  return { day: last - ahead, minute: at(7) + random.fraction() * at(15) };
}

const FIRST_NAMES =
  'ada anton beatriz bram carla chidi clara dmitri elif emma farid greta hugo ines jonas kofi lena liam maja mateo nadia nils olga paul priya rosa sami sofie tariq wanda'.split(
    ' ',
  ) as [string, ...string[]];
const LAST_NAMES =
  'abara bakker castillo dubois eriksen fischer garcia hansen ito jansen keller laurent moreau novak okafor peeters quint rossi santos turner ueda visser weber yilmaz zuber'.split(
    ' ',
  ) as [string, ...string[]];

/** At domains that are kept free for examples (RFC 2606), where mail reaches nobody. */
function addressOf(random: SeededRandom): string {
  const domain = random.oneOf(['com', 'net', 'org']);
  return `${random.oneOf(FIRST_NAMES)}.${random.oneOf(LAST_NAMES)}@example.${domain}`;
}

async function buy({ till, staff, dayOf, events }: DemoContext, party: Party): Promise<void> {
  const { group, day, event, entryTime, seller, email, phone, extras } = party;
  const eventId = event && events.get(event.name);
  const item: Omit<WantedItem, 'quantity'> = {
    product: productOf({ eventId }),
    day: dayOf(day),
    ...(entryTime !== undefined && { entryTime: clockTime(entryTime) }),
  };
  const paidBy = seller === 'partner' ? 'online' : group.length % 2 === 0 ? 'card' : 'cash';
  const outcome = await till.sell({
    seller: staff[seller],
    items: [...Map.groupBy(group, (category) => category)].map(([category, { length: quantity }]) => {
      return { ...item, category, quantity };
    }),
    articles: extras.map((extra, index) => ({ ...extra, position: group.length + index })),
    buyer: { ...(email && { email }), ...(phone && { phone }) },
    order: { language: 'en', paidBy },
  });
  if ('tickets' in outcome) {
    party.tickets = outcome.tickets.map(({ ticket }) => ticket.ticketId);
    party.orderId = outcome.order?.orderId;
  } else if (!(outcome instanceof Refusal && outcome.kind === 'sold-out')) throw outcome; // some come too late
}

/** Who is let in gets the audio guides. */
async function comeIn(context: DemoContext, party: Party): Promise<void> {
  const { tx, clock, staff } = context;
  const { orderId, extras } = party;
  const scans = await pass(context, party);
  if (orderId === undefined || !scans.some(({ checkIn }) => checkIn.verdict === 'admitted')) return;
  for (const { article, quantity, priceCents } of extras)
    if (priceCents === undefined)
      await handOut({ tx, actor: staff.cashier, now: clock.now() }, orderId, { article, quantity });
}

/** Scans each of their tickets. */
export function pass(
  { gate, staff }: DemoContext,
  { tickets, gate: door }: Pick<Party, 'tickets' | 'gate'>,
  direction: 'in' | 'out' = 'in',
) {
  return Promise.all(tickets.map((ticketId) => gate.scan(staff.gate, { ticketId, gate: door, direction })));
}
