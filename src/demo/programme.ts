import type { Uuid } from '../core/uuid.ts';
import { announceEvent, cancelEvent, changeEvent, setEventCapacity } from '../events/index.ts';
import { setDay, setWeek } from '../hours/index.ts';
import { setDayCapacity, setGeneralCapacity } from '../offers/index.ts';
import type { DemoStep } from './demo-step.ts';
import { at, openingOf, SPECIAL_DAYS, weekAround } from './month.ts';

/** A special event of the month; days are counted from today. */
export interface PlannedEvent {
  readonly name: string;
  readonly location: string;
  readonly description: string;
  readonly days: readonly number[];
  readonly price: number;
  readonly places: number;
  readonly begins: number;
  readonly ends: number;
  /** For how much of the places there are buyers. */
  readonly demand: number;
  /** The day on which it is announced, or taken off the programme. */
  readonly announcedOn?: number;
  readonly cancelledOn?: number;
}

const PREPARED = -16;

export const EVENTS: readonly PlannedEvent[] = [
  {
    name: 'Lighthouse by lamplight',
    location: 'Lens room',
    description:
      'Up the ninety-one steps with a lantern, to the lens that was seen from twenty miles away. The keeper’s logbook is read at the top. Sturdy shoes, please.',
    days: [-13, -9, -6, -2, 0, 4, 7, 11, 15, 18],
    ...{ price: 14, places: 18, begins: at(16), ends: at(17, 15), demand: 0.9 },
  },
  {
    name: 'Knots, ropes and rigging',
    location: 'Sail loft',
    description:
      'A workshop for families: six knots that hold, and one that is meant to slip. From eight years on.',
    days: [-12, -5, 2, 9],
    ...{ price: 9.5, places: 16, begins: at(11), ends: at(13), demand: 0.8 },
  },
  {
    name: 'The whale from the attic',
    location: 'Lecture room',
    description:
      'How eleven metres of fin whale came to lie under our roof, and how they were brought down again. A talk with slides.',
    days: [-6, 6],
    ...{ price: 6, places: 40, begins: at(15), ends: at(16, 30), demand: 0.7 },
  },
  {
    name: 'Songs of the storm of 1907',
    location: 'Great hall',
    description:
      'The harbour choir sings what was sung on the night of the great storm, between the hulls of two boats that came through it.',
    days: [5],
    ...{ price: 28, places: 48, begins: at(16), ends: at(17, 50), demand: 1.8 },
  },
  {
    name: 'Drawing boats',
    location: 'Gallery 3',
    description:
      'Two hours with pencil and paper in front of the models. Paper is there; bring what you like to draw with.',
    days: [-10, -7, 0, 8, 14],
    ...{ price: 18, places: 12, begins: at(13), ends: at(15), demand: 0.8 },
  },
  {
    name: 'Breakfast with the fishermen',
    location: 'Quay café',
    description: 'Smoked fish, dark bread, and the people who were out for it that night.',
    days: [-6, 12],
    ...{ price: 22, places: 20, begins: at(10, 30), ends: at(12), demand: 0.75 },
  },
  {
    name: 'Low tide for the smallest',
    location: 'Tide pool',
    description:
      'Crabs, whelks and anemones, seen from very near. For children under five and those who hold their hands. Free with a ticket.',
    days: [-9, -2, 0, 5, 12],
    ...{ price: 0, places: 24, begins: at(10, 30), ends: at(11, 30), demand: 0.85 },
  },
  {
    name: 'Night of the tides',
    location: 'The whole museum',
    description:
      'Open until one in the morning, with music on the stairs, soup in the yard, and the sea coming in at 23:48.',
    days: [13],
    ...{ price: 15, places: 150, begins: at(19), ends: at(25), demand: 0.5 },
  },
  {
    name: 'Around the Horn in three dimensions',
    location: 'Lecture room',
    description: 'A film of the voyage of 1929, restored and coloured. Glasses are handed out at the door.',
    days: [9],
    ...{ price: 11, places: 40, begins: at(15), ends: at(16, 20), demand: 0.5, cancelledOn: -1 },
  },
  {
    name: 'Sea shanties for everyone',
    location: 'Yard',
    description: 'Nobody listens, everybody sings. Words are handed out.',
    days: [19],
    ...{ price: 5, places: 60, begins: at(17), ends: at(18), demand: 0, announcedOn: -1 },
  },
];

/** The steps of the manager: opening hours, capacities, events, and changes to them. */
export function planProgramme(): DemoStep[] {
  return [
    {
      when: { day: PREPARED, minute: at(9) },
      run: async ({ tx, staff: { manager }, clock, dayOf }) => {
        await setWeek(tx, manager, weekAround(dayOf(0)), clock.now());
        await setGeneralCapacity(tx, manager, 90, clock.now());
      },
    },
    ...EVENTS.flatMap(planEvent),
    ...SPECIAL_DAYS.map(
      ({ day, reason, hours }): DemoStep => ({
        when: { day: PREPARED, minute: at(10, 45) },
        run: ({ tx, staff: { manager }, clock, dayOf }) =>
          setDay(tx, manager, dayOf(day), { opening: hours && openingOf(hours), reason }, clock.now()),
      }),
    ),
    {
      when: { day: -10, minute: at(9, 20) },
      run: ({ tx, staff: { manager }, clock, dayOf }) =>
        setDayCapacity(tx, manager, dayOf(6), 40, clock.now()),
    },
    change('Drawing boats', { day: -5, minute: at(17, 30) }, { priceCents: 20_00 }),
    change('Breakfast with the fishermen', { day: -3, minute: at(15, 20) }, { location: 'Boathouse' }),
  ];
}

function planEvent(event: PlannedEvent, index: number): DemoStep[] {
  const { name, location, description, days, price, places, announcedOn = PREPARED, cancelledOn } = event;
  const announce: DemoStep = {
    when: { day: announcedOn, minute: at(9, 30 + 5 * index) },
    run: async ({ tx, staff: { manager }, clock, dayOf, events }) => {
      const announcement = { name, location, description, dates: days.map(dayOf), priceCents: price * 100 };
      const { eventId } = await announceEvent(tx, manager, announcement, clock.now());
      await setEventCapacity(tx, manager, eventId, places, clock.now());
      events.set(name, eventId);
    },
  };
  if (cancelledOn === undefined) return [announce];
  const cancel: DemoStep = {
    when: { day: cancelledOn, minute: at(16, 40) },
    run: ({ tx, staff: { manager }, clock, events }) =>
      cancelEvent(tx, manager, events.get(name) as Uuid, clock.now()),
  };
  return [announce, cancel];
}

function change(name: string, when: DemoStep['when'], to: Parameters<typeof changeEvent>[3]): DemoStep {
  return {
    when,
    run: ({ tx, staff: { manager }, clock, events }) =>
      changeEvent(tx, manager, events.get(name) as Uuid, to, clock.now()),
  };
}
