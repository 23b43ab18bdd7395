import { setArticles } from '../articles/index.ts';
import { changeProgramme } from '../calling-off/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  announceEvent,
  cancelEvent,
  changeEvent,
  setEventCapacity,
  setEventPrices,
  setEventTimes,
} from '../events/index.ts';
import { setDay, setWeek } from '../hours/index.ts';
import {
  type Price,
  setCategories,
  setDayCapacity,
  setDayPrices,
  setGeneralCapacity,
  setGeneralPrices,
} from '../offers/index.ts';
import { setPicture } from '../pictures/index.ts';
import { DEMO_ARTICLES } from './articles.ts';
import type { DemoStep } from './demo-step.ts';
import {
  at,
  clockTime,
  demoHours,
  FIRST_DEMO_DAY,
  FREE_DAYS,
  isWeekend,
  LAST_DEMO_DAY,
  openingOf,
  SPECIAL_DAYS,
  weekAround,
} from './month.ts';
import { CATEGORIES, type DemoPrices, generalPrices, pricesOf } from './prices.ts';

/** A special event of the month; days are counted from today. */
export interface PlannedEvent {
  readonly name: string;
  readonly location: string;
  readonly description: string;
  readonly days: readonly number[];
  readonly prices: DemoPrices;
  /** Each time that it begins. */
  readonly places: number;
  /** More than one: it is sold for these entry times. */
  readonly begins: readonly number[];
  readonly minutes: number;
  /** For how much of the places there are buyers. */
  readonly demand: number;
  /** The day on which it is announced, or taken off the programme. */
  readonly announcedOn?: number;
  readonly cancelledOn?: number;
}

const PREPARED = -16;

const EVENTS: readonly PlannedEvent[] = [
  {
    name: 'Lighthouse by lamplight',
    location: 'Lens room',
    description:
      'Up the ninety-one steps with a lantern, to the lens that was seen from twenty miles away. The keeper’s logbook is read at the top. Sturdy shoes, please.',
    days: [-13, -9, -6, -2, 0, 4, 7, 11, 15, 18],
    ...{
      prices: { standard: 14, student: 10, senior: 11 },
      places: 18,
      begins: [at(16)],
      minutes: 75,
      demand: 0.9,
    },
  },
  {
    name: 'Knots, ropes and rigging',
    location: 'Sail loft',
    description:
      'A workshop for families: six knots that hold, and one that is meant to slip. From eight years on.',
    days: [-12, -5, 2, 9],
    ...{ prices: { standard: 9.5, family: 32 }, places: 16, begins: [at(11)], minutes: 120, demand: 0.8 },
  },
  {
    name: 'The whale from the attic',
    location: 'Lecture room',
    description:
      'How eleven metres of fin whale came to lie under our roof, and how they were brought down again. A talk with slides.',
    days: [-6, 6],
    ...{ prices: { standard: 6 }, places: 40, begins: [at(15)], minutes: 90, demand: 0.7 },
  },
  {
    name: 'Songs of the storm of 1907',
    location: 'Great hall',
    description:
      'The harbour choir sings what was sung on the night of the great storm, between the hulls of two boats that came through it.',
    days: [5],
    ...{ prices: { standard: 28 }, places: 48, begins: [at(16)], minutes: 110, demand: 1.8 },
  },
  {
    name: 'Drawing boats',
    location: 'Gallery 3',
    description:
      'Two hours with pencil and paper in front of the models. Paper is there; bring what you like to draw with.',
    days: [-10, -7, 0, 8, 14],
    ...{ prices: { standard: 18 }, places: 12, begins: [at(13)], minutes: 120, demand: 0.8 },
  },
  {
    name: 'Breakfast with the fishermen',
    location: 'Quay café',
    description: 'Smoked fish, dark bread, and the people who were out for it that night.',
    days: [-6, 12],
    ...{ prices: { standard: 22 }, places: 20, begins: [at(10, 30)], minutes: 90, demand: 0.75 },
  },
  {
    name: 'Low tide for the smallest',
    location: 'Tide pool',
    description:
      'Crabs, whelks and anemones, seen from very near. For children under five and those who hold their hands. Free with a ticket.',
    days: [-9, -2, 0, 5, 12],
    ...{ prices: { standard: 0 }, places: 24, begins: [at(10, 30)], minutes: 60, demand: 0.85 },
  },
  {
    name: 'Night of the tides',
    location: 'The whole museum',
    description:
      'Open until one in the morning, with music on the stairs, soup in the yard, and the sea coming in at 23:48.',
    days: [13],
    ...{
      prices: { standard: 15, student: 10, family: 42 },
      places: 150,
      begins: [at(19)],
      minutes: 360,
      demand: 0.5,
    },
  },
  {
    name: 'Around the Horn in three dimensions',
    location: 'Lecture room',
    description: 'A film of the voyage of 1929, restored and coloured. Glasses are handed out at the door.',
    days: [9],
    ...{ prices: { standard: 11 }, places: 40, begins: [at(15)], minutes: 80, demand: 0.5, cancelledOn: -1 },
  },
  {
    name: 'Sea shanties for everyone',
    location: 'Yard',
    description: 'Nobody listens, everybody sings. Words are handed out.',
    days: [19],
    ...{ prices: { standard: 5 }, places: 60, begins: [at(17)], minutes: 60, demand: 0, announcedOn: -1 },
  },
];

/** The special events of the month in which `today` is today. */
export function eventsAround(today: CalendarDay): PlannedEvent[] {
  const days = Array.from(
    { length: LAST_DEMO_DAY - FIRST_DEMO_DAY + 1 },
    (_, index) => FIRST_DEMO_DAY + index,
  );
  const open = days.filter((day) => (demoHours(day)?.closes ?? 0) >= at(17));
  return [
    ...EVENTS,
    {
      name: 'Guided tour of the museum',
      location: 'Meeting point at the ticket desk',
      description: 'From the first rowing boat to the last steam tug, in an hour.',
      days: open,
      ...{ prices: { standard: 5, student: 3, senior: 4, child: 0 }, places: 14, demand: 0.6 },
      ...{ begins: [at(11), at(14), at(16)], minutes: 60 },
    },
    {
      name: 'What the Dorothea carried',
      location: 'Exhibition hall',
      description:
        'Cups, spices and a sea chest from the wreck of 1789. At weekends, with entry every half an hour so that nobody waits in front of the chest.',
      days: open.filter((day) => isWeekend(today, day)),
      ...{ prices: { standard: 8, student: 5, senior: 6, child: 0, family: 20 }, places: 12, demand: 0.7 },
      ...{ begins: halfHours(at(11), at(15, 30)), minutes: 60 },
    },
  ];
}

function halfHours(first: number, last: number): number[] {
  return Array.from({ length: (last - first) / 30 + 1 }, (_, index) => first + 30 * index);
}

/**
 * The steps of the manager: opening hours, categories, articles, prices, capacities, events, and changes to them.
 * @param priceCents what adults pay for general entry
 */
export function planProgramme(planned: readonly PlannedEvent[], priceCents: number): DemoStep[] {
  const prices = generalPrices(priceCents);
  const free = prices.map((price) => ({ ...price, priceCents: 0 }));
  return [
    {
      when: { day: PREPARED, minute: at(9) },
      run: async ({ tx, staff: { admin, manager }, clock, dayOf, drawn }) => {
        await setWeek({ tx, actor: manager, now: clock.now() }, weekAround(dayOf(0)), dayOf(PREPARED));
        await setCategories({ tx, actor: manager, now: clock.now() }, CATEGORIES);
        await setArticles({ tx, actor: manager, now: clock.now() }, DEMO_ARTICLES);
        await setGeneralPrices({ tx, actor: manager, now: clock.now() }, prices);
        for (const day of FREE_DAYS)
          await setDayPrices({ tx, actor: manager, now: clock.now() }, dayOf(day), free);
        await setGeneralCapacity({ tx, actor: manager, now: clock.now() }, 200);
        const { rendered, alt } = drawn.museum;
        await setPicture({ tx, actor: admin, now: clock.now() }, 'museum', rendered, { alt, credit: null });
      },
    },
    ...planned.flatMap(planEvent),
    ...SPECIAL_DAYS.map(
      ({ day, reason, hours }): DemoStep => ({
        when: { day: PREPARED, minute: at(10, 45) },
        run: ({ tx, staff: { manager }, clock, dayOf }) =>
          setDay({ tx, actor: manager, now: clock.now() }, dayOf(day), {
            opening: hours && openingOf(hours),
            reason,
          }),
      }),
    ),
    {
      when: { day: -10, minute: at(9, 20) },
      run: ({ tx, staff: { manager }, clock, dayOf }) =>
        setDayCapacity({ tx, actor: manager, now: clock.now() }, dayOf(6), 80),
    },
    change('Drawing boats', { day: -5, minute: at(17, 30) }, { priceCents: 20_00 }),
    change('Breakfast with the fishermen', { day: -3, minute: at(15, 20) }, { location: 'Boathouse' }),
  ];
}

function planEvent(event: PlannedEvent, index: number): DemoStep[] {
  const { name, location, description, days, announcedOn = PREPARED, cancelledOn } = event;
  const { prices, places, begins, minutes } = event;
  const announce: DemoStep = {
    when: { day: announcedOn, minute: at(9, 30 + 5 * index) },
    run: async ({ tx, staff: { manager }, clock, dayOf, events, drawn }) => {
      const [{ priceCents }, ...reduced] = pricesOf(prices) as [Price, ...Price[]];
      const announcement = { name, location, description, dates: days.map(dayOf), priceCents };
      const making = { textLanguage: 'en' } as const;
      const { eventId } = await announceEvent({ tx, actor: manager, now: clock.now() }, announcement, making);
      await setEventCapacity({ tx, actor: manager, now: clock.now() }, eventId, places);
      if (reduced.length > 0)
        await setEventPrices({ tx, actor: manager, now: clock.now() }, eventId, pricesOf(prices));
      const times = { times: begins.map(clockTime), minutes };
      if (begins.length > 1) await setEventTimes({ tx, actor: manager, now: clock.now() }, eventId, times);
      const picture = drawn.ofEvents.get(name);
      if (picture !== undefined) {
        const { rendered, alt } = picture;
        await setPicture({ tx, actor: manager, now: clock.now() }, eventId, rendered, { alt, credit: null });
      }
      events.set(name, eventId);
    },
  };
  if (cancelledOn === undefined) return [announce];
  const cancel: DemoStep = {
    when: { day: cancelledOn, minute: at(16, 40) },
    run: ({ tx, staff: { manager }, clock, days, events }) => {
      const eventId = events.get(name) as Uuid;
      return changeProgramme(
        { tx, actor: manager, now: clock.now() },
        { product: eventId, days },
        (context) => cancelEvent(context, eventId),
      );
    },
  };
  return [announce, cancel];
}

function change(name: string, when: DemoStep['when'], to: Parameters<typeof changeEvent>[2]): DemoStep {
  return {
    when,
    run: ({ tx, staff: { manager }, clock, events }) =>
      changeEvent({ tx, actor: manager, now: clock.now() }, events.get(name) as Uuid, to),
  };
}
