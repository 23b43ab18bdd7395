import { SeededRandom } from '../../src/demo/seeded-random.ts';
import { ACTIONS } from './actions/index.ts';
import { Draw } from './draw.ts';
import { furnish } from './furnish.ts';
import { BEGINNING, NoAnswer, openYearMuseum } from './museum.ts';
import type { YearOptions } from './options.ts';
import { WITNESSES } from './witnesses/index.ts';
import { localOf, World } from './world.ts';

const MINUTE = 60_000;
export const DAY = 86_400_000;
const MOST_STEPS_A_DAY = 9;
/** The share of steps in which an instance is killed, and how long after the first change was asked for. */
const KILLS = 0.01;
const MOST_KILL_MS = 25;

/** A step of a story: when, what, and the seed of its choices, which don't depend on the steps before it. */
export interface Step {
  readonly number: number;
  /** In milliseconds from the beginning. */
  readonly at: number;
  readonly action: string;
  readonly seed: number;
  readonly killAfter: number | undefined;
}

/** What became of a story. */
export interface Told {
  /** How often each action was done. */
  readonly done: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly seconds: number;
  /** What went wrong first, after which step, and what was asked until then, as curl commands. */
  readonly failure?: {
    readonly step: number;
    readonly faults: readonly string[];
    readonly told: readonly string[];
  };
}

/** What people do in so many days, in random order. */
export function makeStory({ seed, days }: Pick<YearOptions, 'seed' | 'days'>): Step[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: days }, (_, day) => {
    const times = Array.from({ length: random.between(3, MOST_STEPS_A_DAY) }, () => random.between(1, 960));
    return times.sort((one, other) => one - other).map((time) => day * DAY + time * MINUTE);
  })
    .flat()
    .map((at, index) => ({
      number: index + 1,
      at,
      action: anAction(random),
      seed: random.between(1, 2 ** 31),
      killAfter: random.happens(KILLS) ? random.between(0, MOST_KILL_MS) : undefined,
    }));
}

function anAction(random: SeededRandom): string {
  let lot = random.fraction() * ACTIONS.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = ACTIONS.find(({ weight }) => {
    lot -= weight;
    return lot < 0;
  });
  return chosen?.name ?? '';
}

/**
 * Tells a story to its end, or until something goes wrong, in a museum of its own.
 * @param onStep is called before each step; what it throws ends the story
 */
export async function tell(
  story: readonly Step[],
  database: YearOptions['database'],
  onStep: (step: Step) => void = () => {},
): Promise<Told> {
  const cleanups: (() => unknown)[] = [];
  try {
    const after = (cleanup: unknown) => void cleanups.push(cleanup as () => unknown);
    const museum = await openYearMuseum(database, { after });
    const world = await World.of(museum);
    await furnish(world);
    const begunAt = performance.now();
    const done = new Map<string, number>();
    const told = () => ({ done, requests: museum.requests, seconds: (performance.now() - begunAt) / 1_000 });
    for (const [index, step] of story.entries()) {
      onStep(step);
      if (await takeStep(world, step)) done.set(step.action, (done.get(step.action) ?? 0) + 1);
      const isDayOver = dayOf(story[index + 1]) !== dayOf(step);
      const faults = [...museum.faults, ...world.faults, ...(await hearWitnesses(world, isDayOver))];
      if (faults.length > 0) return { ...told(), failure: { step: step.number, faults, told: museum.told } };
    }
    return told();
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

function dayOf(step: Step | undefined): number {
  return Math.floor((step?.at ?? -1) / DAY);
}

/** @returns whether it was possible */
async function takeStep(world: World, { number, at, action, seed, killAfter }: Step): Promise<boolean> {
  const { museum } = world;
  world.step = number;
  world.draw = new Draw(seed);
  world.touched.clear();
  const before = world.today();
  await museum.pass(Math.max(0, BEGINNING + at - world.now));
  if (world.today() !== before) world.touchEnded(before);
  const { day, time } = localOf(world.now);
  museum.told.push(`# ${day} ${time}: ${action}`);
  const since = world.now;
  museum.killAfter = killAfter;
  const deed = ACTIONS.find(({ name }) => name === action);
  const isDone = await deed?.do(world).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    return undefined;
  });
  museum.killAfter = undefined;
  if (isDone === undefined) await world.recover();
  await museum.work();
  await world.learn(since);
  return isDone ?? false;
}

async function hearWitnesses(world: World, isDayOver: boolean): Promise<string[]> {
  const before = new Map([...world.orders].map(([id, { shown }]) => [id, shown]));
  const touched = await world.lookAtTouched();
  const faults: string[] = [];
  const asked = WITNESSES.filter(({ isDaily = false }) => isDayOver || !isDaily);
  for (const { says, hear } of asked)
    for await (const fault of hear(world, touched, before)) faults.push(`${says}. But ${fault}`);
  return faults;
}
