import { uuidV7 } from '../../../src/core/uuid.ts';
import { knowledgeOf } from '../offline-gate.ts';
import type { Shown, World } from '../world.ts';
import { action } from './action.ts';

/** Those with which visitors come: one that is shown, and one of which the museum has a list. */
export const CARDS = [
  {
    ...{ card: 'museumkaart', name: 'Museumkaart', pattern: '#{8}', category: 'standard' },
    ...{ mode: 'show', perDay: 1, offline: 'admit', worth: 9.5 },
  },
  {
    ...{ card: 'city-card', name: 'City Card', pattern: 'CC-#{6}', category: 'family' },
    ...{ mode: 'list', perDay: 2, offline: 'admit' },
  },
] as const;
const FEW = 6;
export const LISTED = Array.from({ length: 2 * FEW }, (_, number) => `CC-${100_000 + number}`);

/** Who comes with a card of another issuer. Each is only at gates with a network, or only at the one without. */
export const cards = [
  action('come with a card', 6, async (world) => {
    const { draw, now } = world;
    const { code, card } = someCard(world, 0);
    const before = passagesOf(world, code);
    if (before === undefined) return false;
    const scan = {
      code,
      checkInId: uuidV7(now),
      ...(draw.oneOf([true, true, false]) && { shown: true as const }),
    };
    const knowledge = await knowledgeOf(world, world.today());
    const alone = before.length === 0 && (await world.gates.decideOnCard(scan, knowledge, world));
    const entries = before.filter(({ isEntry }) => isEntry).length;
    const isBack = before.at(-1)?.direction === 'out';
    const isUnseen = card.mode === 'show' && !scan.shown && !isBack;
    const isUsed = !isBack && entries >= card.perDay;
    const expected = isUnseen || isUsed || isUnlisted(code) ? 'refused' : 'admitted';
    const answer = await unlessKilled(world, code, () => world.api('POST', '/check-ins', scan, 'gate'));
    const { verdict, reason, checkInId } = answer.json;
    if (verdict !== expected) world.faults.push(`${code} was to be ${expected}, but ${answer.text}`);
    if (alone && (verdict !== alone.verdict || reason !== alone.reason))
      world.faults.push(`a gate says ${answer.text}, and without a network ${JSON.stringify(alone)}`);
    if (verdict !== 'admitted') return answer;
    before.push({ checkInId, direction: 'in', isEntry: !isBack });
    if (!isBack) world.cameIn(answer.json);
    return answer;
  }),
  action('leave with a card', 3, async (world) => {
    const { code } = someCard(world, 0);
    const before = passagesOf(world, code);
    if (before === undefined) return false;
    const scan = { code, direction: 'out' };
    const answer = await unlessKilled(world, code, () => world.api('POST', '/check-ins', scan, 'gate'));
    const { verdict, checkInId } = answer.json;
    const expected = before.at(-1)?.direction === 'in' ? 'left' : 'refused';
    if (verdict !== expected) world.faults.push(`${code} was to be ${expected}, but ${answer.text}`);
    if (verdict === 'left') before.push({ checkInId, direction: 'out', isEntry: false });
    return answer;
  }),
  action('take back who came with a card', 1, async (world) => {
    const { code } = someCard(world, 0);
    const before = passagesOf(world, code);
    const last = before?.at(-1);
    if (before === undefined || last?.direction !== 'in') return false;
    const path = `/check-ins/${last.checkInId}/undo`;
    const answer = await unlessKilled(world, code, () => world.api('POST', path));
    if (answer.status !== 200) world.faults.push(`${code} was not taken back: ${answer.text}`);
    before.pop();
    world.came.delete(last.checkInId);
    return answer;
  }),
  action('come with a card to the gate that is cut off', 4, async (world) => {
    const { cutOff, gates, now } = world;
    if (cutOff === undefined) return false;
    const scan = { code: someCard(world, FEW).code, checkInId: uuidV7(now), shown: true as const };
    const { verdict, reason } = await gates.decideOnCard(scan, cutOff.knowledge, world);
    const at = new Date(now).toISOString();
    cutOff.checkIns.push({ ...scan, at, verdict, ...(reason && { reason }) });
    return true;
  }),
];

/** A passage with a card that was not taken back. */
interface CardPassage {
  readonly checkInId: string;
  readonly direction: 'in' | 'out';
  readonly isEntry: boolean;
}

/** What is known of the day, by number and day; undefined: nobody knows, because an instance was killed. */
const known = new WeakMap<World, Map<string, CardPassage[] | undefined>>();

function passagesOf(world: World, code: string): CardPassage[] | undefined {
  const all = known.get(world) ?? new Map<string, CardPassage[] | undefined>();
  known.set(world, all);
  const key = `${code} ${world.today()}`;
  if (!all.has(key)) all.set(key, []);
  return all.get(key);
}

async function unlessKilled(world: World, code: string, ask: () => ReturnType<World['api']>) {
  try {
    return await ask();
  } catch (error) {
    known.get(world)?.set(`${code} ${world.today()}`, undefined);
    throw error;
  }
}

/** One of a few cards, from that number on; now and then one that is in no list. */
function someCard({ draw }: World, from: number) {
  const number = from + draw.between(0, FEW - 1);
  const card = draw.oneOf(CARDS) as Shown;
  if (card === CARDS[0]) return { card, code: `${12_345_600 + number}` };
  return { card, code: draw.between(0, 9) === 0 ? 'CC-999999' : (LISTED[number] as string) };
}

function isUnlisted(code: string): boolean {
  return code === 'CC-999999';
}
