import type { Answer } from '../../../fixtures/client.ts';
import openapi from '../../../openapi.json' with { type: 'json' };
import { type Found, type KnownOrder, type Shown, standingOf, type World } from '../world.ts';

/** Something that people do in a museum. What they sell is found out afterwards; what else they touch, they tell the world. */
export interface Action {
  /** As a story tells it. */
  readonly name: string;
  /** How often it is done, beside others. */
  readonly weight: number;
  /** Does it. @returns whether it was possible now */
  do(world: World): Promise<boolean>;
}

/** What became of an action: whether it was done, or an answer that says so; a refusal is an answer like another. */
type Outcome = Promise<Pick<Answer, 'status'> | boolean | undefined>;

export function action(name: string, weight: number, act: (world: World) => Outcome): Action {
  return {
    name,
    weight,
    async do(world) {
      const outcome = await act(world);
      return typeof outcome === 'object' ? outcome.status < 400 : outcome === true;
    },
  };
}

type OnOrder = (
  name: string,
  weight: number,
  states: readonly string[],
  act: (world: World, order: KnownOrder) => Outcome,
) => Action;

const among =
  (isMeant: (order: KnownOrder) => boolean): OnOrder =>
  (name, weight, states, act) =>
    action(name, weight, async (world) => {
      const order = world.draw.pick(world.ordersIn(...states).filter(isMeant));
      if (order === undefined) return false;
      world.touched.add(order.orderId);
      return act(world, order);
    });

/** An action on one of the orders in those states: of anybody, of visitors with a page, with articles or gift vouchers, or of resellers. */
export const onOrder = among(() => true);
export const onPage = among(({ page }) => page !== undefined);
export const onOrderWithArticles = among((order) => standingOf(order).length > 0);
export const onOrderWithGifts = among(({ gifts }) => gifts.some(({ state }) => state === 'valid'));
export const onBooking = among(({ booking }) => booking !== undefined);

/** An action on one of the tickets in those states. @param today whether it is for today */
export function onTicket(
  name: string,
  weight: number,
  states: readonly string[],
  act: (world: World, found: Found) => Outcome,
  today = false,
): Action {
  return action(name, weight, async (world) => {
    const isMeant = ({ ticket }: Found) => !today || ticket.ticketDate === world.today();
    const found = world.draw.pick(world.ticketsIn(...states).filter(isMeant));
    if (found === undefined) return false;
    world.touched.add(found.order.orderId);
    return act(world, found);
  });
}

/** An action on an event that was not cancelled, and perhaps on all its tickets. */
export function onEvent(
  name: string,
  weight: number,
  act: (world: World, event: Shown, at: string) => Outcome,
): Action {
  return action(name, weight, async (world) => {
    const known = world.draw.pick(world.events);
    if (known === undefined) return false;
    const at = `/special-events/${known.eventId}`;
    const event = await world.api('GET', at);
    world.touch(known.eventId);
    return event.status === 200 && act(world, event.json, at);
  });
}

/** Whether the service can do that by now. */
export function offers(path: string): boolean {
  return path in openapi.paths;
}
