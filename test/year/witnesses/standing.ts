import { instantOf } from '../../../src/core/zoned-time.ts';
import { stateText } from '../../../src/tickets/index.ts';
import { boxesOn, sumForCancelling, sumOn, ticks } from '../actions/shop.ts';
import { knowledgeOf } from '../offline-gate.ts';
import {
  articlesOf,
  giftsThatStand,
  holding,
  localOf,
  type Shown,
  standingOf,
  type World,
} from '../world.ts';
import type { Witness } from './index.ts';

const STATES_OF_BOOKINGS: Readonly<Record<string, readonly string[]>> = {
  held: ['ON_HOLD'],
  released: ['CANCELLED', 'EXPIRED'],
  sold: ['CONFIRMED', 'REDEEMED', 'CANCELLED'],
  void: ['CANCELLED', 'REDEEMED'],
};

/** Who says how tickets stand. */
export const STANDING: readonly Witness[] = [
  {
    says: 'An order says of its tickets what they say themselves, and is void when nothing of it stands',
    async *hear(_, touched) {
      for (const order of touched) {
        const { orderId, shown, tickets } = order;
        const listed: Shown[] = shown.items.flatMap(({ tickets: some = [] }: Shown) => some);
        for (const [index, ticket] of tickets.entries()) {
          const { state, because } = listed[index];
          if (state !== ticket.state || because !== ticket.because)
            yield `the order ${orderId} says ${state}, ${because}, and the ticket ${ticket.ticketId} ${ticket.state}, ${ticket.because}`;
        }
        const isSold = tickets.length + articlesOf(order).length + order.gifts.length > 0;
        const stands = standingOf(order).length + giftsThatStand(order).length > 0;
        const isVoid = isSold && tickets.every(({ state }) => state === 'void') && !stands;
        if (isVoid !== (shown.state === 'void'))
          yield `the order ${orderId} is ${shown.state}: ${JSON.stringify(listed)}`;
      }
    },
  },
  {
    says: 'A ticket to come is cancelled when what it is for does not take place, and only then',
    async *hear(world, touched) {
      const asked = new Map<string, Promise<boolean>>();
      for (const ticket of touched.flatMap(({ tickets }) => tickets)) {
        const { state, ticketDate, eventId = 'general', ticketId } = ticket;
        if (ticketDate < world.today() || (state !== 'valid' && state !== 'cancelled')) continue;
        const key = `${eventId} ${ticketDate}`;
        asked.set(key, asked.get(key) ?? takesPlace(world, ticket));
        const isOn = await asked.get(key);
        if (isOn !== (state === 'valid'))
          yield `${key} ${isOn ? 'takes place' : 'does not take place'}, and ${ticketId} is ${state}`;
      }
    },
  },
  {
    says: 'The desk says of tickets and orders what the API says',
    async *hear(world, touched) {
      const desk = await world.desk();
      for (const { orderId, shown, tickets } of touched) {
        for (const ticket of tickets) {
          const page = await desk.get(`/desk/tickets/${ticket.ticketId}`);
          const said = stateText('en', ticket);
          if (!page.lead()?.includes(said))
            yield `the page of ${ticket.ticketId} says ${page.lead()} and not ${said}`;
        }
        if (shown.orderCode === undefined) continue;
        const page = await desk.get(`/desk/orders/${orderId}`);
        for (const ticket of tickets)
          if (!page.text().includes(stateText('en', ticket)))
            yield `the page of the order ${orderId} does not say ${stateText('en', ticket)}`;
      }
    },
  },
  {
    says: 'The page of an order shows its buyer the tickets that hold, and promises what the page for giving all back does',
    async *hear(world, touched) {
      for (const order of touched) {
        if (order.page === undefined) continue;
        const visitor = world.visitor();
        const page = await visitor.get(order.page);
        const state = /data-state="(\w+)"/.exec(page.html)?.[1];
        if (state !== order.shown.state)
          yield `${order.page} says ${state} of an order that is ${order.shown.state}`;
        const shown = page.images().map((source) => /tickets\/([0-9a-f-]{36})/.exec(source)?.[1]);
        const ids = state === 'sold' ? holding(order).map(({ ticketId }) => ticketId) : [];
        if (`${shown.sort()}` !== `${ids.sort()}`) yield `${order.page} shows ${shown}, and ${ids} hold`;
        const at = `${order.page}/give-back`;
        if (!page.actions().includes(`${order.page}/cancel`) || !page.links().includes(at)) continue;
        const sum = sumOn(await visitor.post(at, ticks(boxesOn(order, await visitor.get(at)))));
        if (sumForCancelling(page) !== sum)
          yield `${order.page} promises ${sumForCancelling(page)} for all, and ${at} ${sum}`;
      }
    },
  },
  {
    says: 'A gate without a network decides by how tickets stand',
    async *hear(world, touched) {
      for (const ticket of touched.flatMap(({ tickets }) => tickets)) {
        const isUsed =
          ticket.state === 'admitted' || (ticket.state === 'valid' && ticket.admissions.length > 0);
        if (ticket.ticketDate < world.today() || isUsed) continue;
        const knowledge = await knowledgeOf(world, ticket.ticketDate);
        const { verdict, reason } = await world.gates.decide(ticket.ticketId, knowledge, atTheGate(ticket));
        const said = reason ?? verdict;
        const expected = { valid: 'admitted', void: 'void', cancelled: 'cancelled' }[ticket.state as 'valid'];
        if (said !== expected) yield `${ticket.ticketId} is ${ticket.state}, and the gate says ${said}`;
      }
    },
  },
  {
    says: 'A picture of a ticket is there while it holds, and 410 when it does not take place or is void',
    async *hear(world, touched) {
      const [ticket] = world.draw.some(touched.flatMap(({ tickets }) => tickets));
      if (ticket === undefined) return;
      const { status } = await world.api('GET', `/tickets/${ticket.ticketId}/qr`);
      const expected = ['void', 'cancelled'].includes(ticket.state) ? 410 : 200;
      if (status !== expected) yield `${ticket.ticketId} is ${ticket.state}, and its picture ${status}`;
    },
  },
  {
    says: 'A booking at a reseller is what its order is',
    async *hear(world, touched) {
      for (const { booking, shown, orderId, ...order } of touched) {
        if (booking === undefined) continue;
        const { json } = await world.octo('GET', `/bookings/${booking}`);
        if (!STATES_OF_BOOKINGS[shown.state]?.includes(json.status))
          yield `${orderId} is ${shown.state}, and its booking ${json.status}`;
        const isOpen = json.status === 'CONFIRMED' || json.status === 'REDEEMED';
        const units = json.unitItems.filter(({ status }: Shown) => status !== 'CANCELLED').length;
        const count = holding(order).length;
        if (isOpen && shown.account !== undefined && units !== count)
          yield `the booking ${booking} has ${units} units, and ${count} tickets hold`;
      }
    },
  },
];

/** When it is in time there: for its entry time, else in the middle of its day. */
function atTheGate({ ticketDate, entryTime = '12:00' }: Shown): number {
  return instantOf(localOf, ticketDate, entryTime);
}

async function takesPlace({ api, get }: World, { eventId, ticketDate }: Shown): Promise<boolean> {
  if (eventId === undefined) return (await get(`/museum-hours/${ticketDate}`)).closed !== true;
  const { status, json } = await api('GET', `/special-events/${eventId}`);
  return status === 200 && json.dates.includes(ticketDate);
}
