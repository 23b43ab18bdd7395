import { PAYMENT_METHODS } from '../../../src/payments/index.ts';
import type { World } from '../world.ts';
import { action } from './action.ts';
import { itemsFor } from './selling.ts';

const BY_HAND = PAYMENT_METHODS.filter((method) => method !== 'online');
const TERMS = [
  { kind: 'percent', value: 20, uses: 6 },
  { kind: 'percent', value: 100, uses: 2, perOrder: 1 },
  { kind: 'amount', value: 2.5 },
  { kind: 'price', value: 4, uses: 10, for: { ticketType: 'general' } },
] as const;

/** Codes that make tickets cheaper. */
export const codes = [
  action('make a code', 0.7, ({ api, draw, step }) =>
    api('POST', '/codes', { ...draw.oneOf(TERMS), code: `YEAR-${step}-CODE` }),
  ),
  action('sell or hold an order with a code', 3, async (world) => {
    const code = await someCode(world);
    const items = await itemsFor(world);
    if (code === undefined || items.length === 0) return false;
    const paidBy = world.draw.oneOf([...BY_HAND, undefined]);
    const how = paidBy === undefined ? { hold: 600 } : { paidBy };
    const answer = await world.api('POST', '/orders', { items, code, ...how, email: world.email() });
    if (answer.status === 201 && paidBy !== undefined) world.paid(paidBy, answer.json.total);
    return answer;
  }),
  action('change how often a code is taken, or whether', 0.5, async (world) => {
    const { draw, api } = world;
    const known = (await api('GET', '/codes?limit=10')).json;
    const { codeId } = draw.oneOf<{ codeId?: string }>(known) ?? {};
    const changes = draw.oneOf([{ enabled: false }, { enabled: true }, { uses: 3 }, { uses: null }]);
    return codeId !== undefined && api('PATCH', `/codes/${codeId}`, changes);
  }),
];

async function someCode({ api, draw }: World): Promise<string | undefined> {
  const known: { code: string }[] = (await api('GET', '/codes?limit=10')).json;
  return draw.oneOf(known)?.code;
}
