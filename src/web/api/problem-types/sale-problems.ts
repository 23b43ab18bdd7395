import { calendarDay } from '../../../core/calendar-day.ts';
import { fromCents } from '../../../core/money.ts';
import type { CodeUnfit, PlacesLeft, RefusalFacts, SlotLeft, TimeLeft } from '../../../core/refusal.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { productOf } from '../../../offers/index.ts';
import { wireNames } from '../wanted.ts';
import {
  CODE_ID,
  EVENT_ID,
  ORDER_ID,
  OTHER_ORDER_ID,
  type SomeProblems,
  TICKET_ID,
  WEBHOOK_ID,
} from './problem-texts.ts';

const TIMES: readonly TimeLeft[] = [
  { entryTime: '10:00', left: 0 },
  { entryTime: '10:30', left: 12 },
];

const UNFIT: Readonly<Record<CodeUnfit, string>> = {
  channel: 'The code is not taken here.',
  seller: 'The code is not taken by this seller.',
  'ticket-type': 'The code is for another kind of ticket.',
  event: 'The code is for other special events.',
  category: 'The code is for other categories of visitors.',
  day: 'The code is for visits on other days.',
  weekday: 'The code is for visits on other days of the week.',
  'entry-time': 'The code is for other entry times.',
};

const NOT_SOLD: Readonly<Record<RefusalFacts['article-not-sold']['because'], string>> = {
  'off-sale': 'is not on sale',
  channel: 'is not sold in this way',
  ticket: 'is sold only together with a ticket for something else',
};

/** What can’t be sold, changed or given back. */
export const SALE_TEXTS = {
  'date-past': {
    title: 'That day has passed',
    meaning:
      'Tickets are sold for today, in the museum’s time zone, and for later days only; and only these can be called off or get other hours.',
    remedy: 'Choose today or a later day.',
    detail: ({ day, today }) => `The day ${day} has passed; today is ${today} at the museum.`,
    example: { day: calendarDay('2027-03-14'), today: calendarDay('2027-03-15') },
  },
  'too-far-ahead': {
    title: 'That day is too far ahead',
    meaning: 'Tickets are sold for a limited number of days ahead. GET /museum says up to which day.',
    remedy: 'Choose an earlier day, or wait until tickets for the day are sold.',
    detail: ({ day, last }) => `The ticketDate ${day} is too far ahead: tickets are sold up to ${last}.`,
    example: { day: calendarDay('2031-03-14'), last: calendarDay('2029-03-13') },
  },
  'not-announced': {
    title: 'The event is not announced yet',
    meaning: 'The special event is a draft: nobody can buy tickets for it.',
    remedy: 'Set its visibility to public or unlisted first.',
    detail: ({ eventId }) => `The special event ${eventId} is a draft, so no tickets are sold for it.`,
    example: { eventId: EVENT_ID },
  },
  'event-sold': {
    title: 'Tickets of the event are sold or held',
    meaning: 'An event can’t become a draft while tickets of it are sold or held.',
    remedy: 'Set its visibility to unlisted, or call it off.',
    detail: ({ eventId }) =>
      `Tickets of the special event ${eventId} are sold or held, so it can’t become a draft.`,
    example: { eventId: EVENT_ID },
  },
  'category-not-sold': {
    title: 'That category is not sold there',
    meaning:
      'The category has no price for that event or day, or is not on sale there. Rows of the availability list the prices that there are.',
    remedy: 'Choose a category that has a price there.',
    detail: ({ category, name }) => `No tickets of the category ${category} ("${name}") are sold there.`,
    example: { category: 'student', name: 'Student' },
  },
  'entry-time-needed': {
    title: 'An entry time is needed',
    meaning: 'Tickets for that day are sold for entry times, and the request names none.',
    remedy: 'Send one of the times in the member "times" as "entryTime".',
    detail: ({ day, times }) => `Tickets for ${day} are for an entry time. ${timesLeft(times)}`,
    members: ({ times }) => ({ times }),
    example: { day: calendarDay('2027-03-14'), times: TIMES },
  },
  'no-such-entry-time': {
    title: 'There is no such entry time',
    meaning: 'The entryTime is none of the times of that day, or tickets for it are sold for the whole day.',
    remedy: 'Send one of the times in the member "times"; if it is empty, leave entryTime out.',
    detail: ({ day, entryTime, times }) => `${entryTime} is no entry time on ${day}. ${timesLeft(times)}`,
    members: ({ times }) => ({ times }),
    example: { day: calendarDay('2027-03-14'), entryTime: '10:45', times: TIMES },
  },
  'time-over': {
    title: 'That entry time is over',
    meaning:
      'A ticket for that entry time would be too late at the gate. Only the museum’s staff still sell it.',
    remedy: 'Choose a later time.',
    detail: ({ day, entryTime }) => `The entry time ${entryTime} on ${day} is over.`,
    example: { day: calendarDay('2027-03-14'), entryTime: '10:30' },
  },
  'article-not-sold': {
    title: 'The article is not sold here now',
    meaning:
      'The article is off sale, is not sold in this way, or is sold only together with a ticket that the order lacks.',
    remedy:
      'Leave the article out, or add a ticket for something with which it is sold: GET /articles says which.',
    detail: ({ name, because }) => `"${name}" ${NOT_SOLD[because]}.`,
    example: { article: 'audio-guide', name: 'Audio guide', because: 'ticket' },
  },
  'article-in-use': {
    title: 'An article is in use',
    meaning:
      'An article that was sold can’t be left out of the list, and keeps its kind. Nothing was changed.',
    remedy: 'Send the article as it was, with "onSale": false if it is no longer sold.',
    detail: ({ removed, changed }) =>
      [
        removed.length > 0 && `These were sold, and can’t be left out: ${removed.join(', ')}.`,
        changed.length > 0 && `These were sold, and keep their kind: ${changed.join(', ')}.`,
      ]
        .filter((sentence) => sentence !== false)
        .join(' '),
    example: { removed: ['audio-guide'], changed: [] },
  },
  'article-not-left': {
    title: 'Fewer are left of the article',
    meaning:
      'Of the article fewer are left in the order than are to be given back, handed out or taken back. What is handed out must be taken back before it is given back.',
    remedy: 'Look at the order, which says how many were given back and handed out, and ask for fewer.',
    detail: ({ article, left, asked }) => `Of the article ${article} ${left} are left, not ${asked}.`,
    members: ({ left }) => ({ left }),
    example: { article: 'audio-guide', left: 1, asked: 2 },
  },
  'cards-overlap': {
    title: 'A number could be of two cards',
    meaning: 'The patterns of two cards match the same text, so that nobody could tell which card it is.',
    remedy: 'Make the patterns narrower, for example by a prefix that only one of the cards has.',
    detail: ({ cards: [one, other] }) => `A number could be of the card ${one} and of ${other}.`,
    members: ({ cards }) => ({ cards }),
    example: { cards: ['museumkaart', 'city-card'] },
  },
  'category-in-use': {
    title: 'A category is in use',
    meaning:
      'A category that has a price, was sold or in which visitors were counted can’t be left out of the list, and one that was sold keeps its places and its unitType. Nothing was changed.',
    remedy: 'Send the category as it was, with "onSale": false if it is no longer sold.',
    detail: ({ removed, changed }) =>
      [
        removed.length > 0 &&
          `These have a price, were sold or counted, and can’t be left out: ${removed.join(', ')}.`,
        changed.length > 0 && `These were sold, and keep places and unitType: ${changed.join(', ')}.`,
      ]
        .filter((sentence) => sentence !== false)
        .join(' '),
    example: { removed: ['student'], changed: ['family'] },
  },
  'not-an-event-day': {
    title: 'The event does not take place on that day',
    meaning: 'The ticketDate is not among the dates of the special event.',
    remedy: 'Choose one of the event’s dates.',
    detail: ({ eventName, day, dates }) =>
      `"${eventName}" does not take place on ${day}. ${
        dates.length === 0 ? 'It has no dates yet.' : `Its dates are ${someOf(dates.toSorted())}.`
      }`,
    example: {
      eventName: 'Sorolla and the sea',
      day: calendarDay('2027-03-16'),
      dates: ['2027-03-14', '2027-03-15', '2027-03-21'].map(calendarDay),
    },
  },
  'museum-closed': {
    title: 'The museum is closed on that day',
    meaning: 'General entry tickets are only sold for days on which the museum is open.',
    remedy: 'Choose a day from the museum’s opening hours.',
    detail: ({ day }) => `The museum is closed on ${day}.`,
    example: { day: calendarDay('2027-12-25') },
  },
  'sold-out': {
    title: 'That day is sold out',
    meaning:
      'All places on that day, or at that entry time, are sold. A place goes back on sale when its ticket is voided or exchanged.',
    remedy:
      'Choose another day or time. For a special event, the member "otherDates" has the number of places left on its other dates; where there are entry times, the member "times" has those left at each.',
    detail: ({ day, event, entryTime, times }) => {
      const name = event === undefined ? 'General entry' : `"${event.name}"`;
      if (entryTime !== undefined && times !== undefined)
        return `${name} at ${entryTime} on ${day} is sold out. ${timesLeft(times)}`;
      return event === undefined
        ? `General entry on ${day} is sold out.`
        : `"${event.name}" is sold out on ${day}. ${leftOn(event.otherDates)}`;
    },
    members: ({ event, times }) => ({
      ...(event !== undefined && { otherDates: event.otherDates }),
      ...(times !== undefined && { times }),
    }),
    example: {
      day: calendarDay('2027-03-14'),
      event: {
        eventId: EVENT_ID,
        name: 'Sorolla and the sea',
        otherDates: [
          { date: calendarDay('2027-03-15'), left: 0 },
          { date: calendarDay('2027-03-21'), left: 12 },
        ],
      },
    },
  },
  'code-not-found': {
    title: 'There is no such code',
    meaning: 'No code has this codeId.',
    remedy: 'GET /codes lists the codes.',
    detail: ({ codeId }) => `There is no code ${codeId}.`,
    example: { codeId: CODE_ID },
  },
  'code-taken': {
    title: 'There is such a code already',
    meaning: 'Codes that differ only in upper and lower case or in hyphens are the same.',
    remedy: 'Choose another code, or change that one with PATCH /codes/{codeId}.',
    detail: ({ code }) => `There is a code ${code} already.`,
    example: { code: 'SUMMER-27' },
  },
  'code-invalid': {
    title: 'The code is not valid',
    meaning: 'There is no such code, or it is not valid yet or any more. Nothing was sold or held.',
    remedy: 'Correct the code, or leave it out.',
    detail: () => 'This code is not valid.',
    example: {},
  },
  'code-not-applicable': {
    title: 'The code fits none of the tickets',
    meaning: 'The code is for other tickets, or is not taken by this seller. Nothing was sold or held.',
    remedy: 'Choose tickets that it fits, or leave the code out. The member "because" says what is another.',
    detail: ({ because }) => UNFIT[because],
    members: ({ because }) => ({ because }),
    example: { because: 'weekday' },
  },
  'code-used-up': {
    title: 'The code is used up',
    meaning: 'As many tickets have the code as may have it. Nothing was sold or held.',
    remedy: 'Leave the code out. If a held order with it is released, the code can be used again.',
    detail: () => 'This code is used up.',
    example: {},
  },
  'code-needed': {
    title: 'A code is needed',
    meaning: 'The special event is sold only with a code of the kind access that fits it.',
    remedy: 'Place an order with such a code in "code".',
    detail: ({ eventId }) => `Tickets for the special event ${eventId} are sold only with a code.`,
    example: { eventId: EVENT_ID },
  },
  'order-sold': {
    title: 'The order is sold',
    meaning: 'An order that is sold can’t be changed, held for longer or released.',
    remedy: 'To take it back, make the order or some of its tickets void.',
    detail: ({ orderId }) => `The order ${orderId} is sold already.`,
    example: { orderId: ORDER_ID },
  },
  'order-not-sold': {
    title: 'The order was not sold',
    meaning: 'Only an order that is sold has tickets, which can be printed or made void.',
    remedy: 'Confirm a held order first. To give its places back, release it.',
    detail: ({ orderId }) => `The order ${orderId} was not sold, so it has no tickets.`,
    example: { orderId: ORDER_ID },
  },
  'order-for-move': {
    title: 'The order holds places for a move',
    meaning:
      'A buyer of the shop is moving tickets of another order, and pays the difference. Until then this order holds the new places. The member "moveOf" is the order whose tickets are moved.',
    remedy: 'Exchange tickets of the order "moveOf", or release this one to give its places back.',
    detail: ({ orderId, moveOf }) =>
      `The order ${orderId} holds places for a move of tickets of the order ${moveOf}.`,
    members: ({ moveOf }) => ({ moveOf }),
    example: { orderId: ORDER_ID, moveOf: OTHER_ORDER_ID },
  },
  'order-void': {
    title: 'The order is void',
    meaning: 'All tickets of the order are void already.',
    remedy: 'To record that money is paid back, send the request with a refund.',
    detail: ({ orderId }) => `All tickets of the order ${orderId} are void already.`,
    example: { orderId: ORDER_ID },
  },
  'not-of-order': {
    title: 'The ticket belongs to another order',
    meaning: 'The request names tickets that do not belong to the order.',
    remedy: 'Name tickets that GET /orders/{orderId} shows. The member "errors" says where the fault is.',
    detail: ({ orderId, ticketIds }) => `Not of the order ${orderId}: ${ticketIds.join(', ')}.`,
    members: ({ ticketIds }) => ({
      errors: ticketIds.map((ticketId) => ({
        in: 'body',
        pointer: '/ticketIds',
        detail: `ticketIds must be tickets of the order; ${ticketId} is none.`,
      })),
    }),
    example: { orderId: ORDER_ID, ticketIds: [TICKET_ID] },
  },
  'nothing-to-exchange': {
    title: 'No ticket of the order can be exchanged by itself',
    meaning:
      'The request names no tickets, and none of the order is valid, or cancelled and not used. Nothing was changed.',
    remedy: 'Get the order: an expired ticket is exchanged if "ticketIds" names it, a used one never.',
    detail: ({ orderId }) => `No ticket of the order ${orderId} is valid, or cancelled and not used.`,
    example: { orderId: ORDER_ID },
  },
  'order-cancelled': {
    title: 'The order was cancelled',
    meaning: 'Its buyer has cancelled the order, so it is not taken up again.',
    remedy: 'Place a new order.',
    detail: ({ orderId }) => `The order ${orderId} was cancelled by its buyer.`,
    example: { orderId: ORDER_ID },
  },
  'hold-expired': {
    title: 'The hold has ended',
    meaning:
      'The places of the order were given back, and can’t be taken again: they are sold, or what was ordered does not take place. The member "left" says what is left where the order wanted places.',
    remedy: 'Place a new order for what is left.',
    detail: ({ orderId, left }) => `The hold of the order ${orderId} has ended. ${slotsLeft(left)}`,
    members: ({ left }) => ({
      left: left.map(({ eventId, day, entryTime, left }) => ({
        ...wireNames(productOf({ eventId }), day),
        ...(entryTime !== null && { entryTime }),
        left,
      })),
    }),
    example: {
      orderId: ORDER_ID,
      left: [{ eventId: null, day: calendarDay('2027-03-13'), entryTime: '10:30', left: 1 }],
    },
  },
  'order-unconfirmed': {
    title: 'The order is not confirmed',
    meaning:
      'The order costs nothing, and is held until its buyer has pressed the link in the e-mail about it. It happens in the shop only.',
    remedy: 'Press the link in the e-mail. If that is too late, order again.',
    detail: ({ orderId, isLate }) =>
      isLate
        ? `The order ${orderId} was not confirmed in time, and its places are on sale again.`
        : `The buyer of the order ${orderId} has not confirmed it yet.`,
    example: { orderId: ORDER_ID, isLate: false },
  },
  'too-many-held': {
    title: 'Too many places are held',
    meaning:
      'Visitors of the shop hold as many places as they may. There are limits for an e-mail address, for a network, and for each day or entry time, so that strangers can’t empty the museum. It happens in the shop only.',
    remedy: 'Try again in some minutes: holds end when their time is over.',
    detail: ({ limit }) => TOO_MANY_HELD[limit],
    example: { limit: 'payment' },
  },
  'too-late-to-void': {
    title: 'It is too late to void this sale',
    meaning: 'A partner can make its own sales void for some hours after the sale, and before any admission.',
    remedy: 'Ask the museum’s staff.',
    detail: ({ hours, because }) =>
      because === 'admitted'
        ? 'A ticket of this sale was admitted already.'
        : `The sale is more than ${hours} hours ago.`,
    example: { hours: 24, because: 'time' },
  },
  'payments-not-total': {
    title: 'The payments do not add up to the total',
    meaning:
      'The amounts of "payments" must add up to the total of the order, at the prices of the moment or of the hold. Nothing was sold.',
    remedy:
      'Look at the total in the member "total", and send payments that add up to it; or send "paidBy", if all of it was paid in one way.',
    detail: (facts) => paymentsFault(facts).detail,
    members: (facts) => ({ errors: [paymentsFault(facts)], total: fromCents(facts.total) }),
    example: { total: 2_800, paid: 2_700, currency: 'EUR' },
  },
  'refund-too-high': {
    title: 'That is more than what was paid',
    meaning:
      'No more can be paid back than what was paid and not paid back yet, for the order and for all that its tickets were exchanged for or from. An exchange without a payment adds nothing. Nothing was changed.',
    remedy: 'Pay back what remains at most: the member "remains".',
    detail: ({ remains, asked, currency }) =>
      `${fromCents(asked)} ${currency} is more than the ${fromCents(remains)} ${currency} that remain paid.`,
    members: ({ remains }) => ({ remains: fromCents(remains) }),
    example: { remains: 1_600, asked: 2_800, currency: 'EUR' },
  },
  'gift-for-gift': {
    title: 'A gift voucher can’t pay for a gift voucher',
    meaning:
      'Gift vouchers pay for tickets, articles and passes. They are to pay more than these cost. Nothing was sold.',
    remedy: 'Pay for the gift vouchers of the order in another way.',
    detail: ({ most, asked, currency }) =>
      `${fromCents(asked)} ${currency} is more than the ${fromCents(most)} ${currency} that gift vouchers can pay: what gift vouchers cost is paid in another way.`,
    example: { most: 2_400, asked: 7_400, currency: 'EUR' },
  },
  'gift-not-found': {
    title: 'There is no such gift voucher',
    meaning:
      'No gift voucher has that code, or none was sold as that item of the order. A code that was replaced is not known any more.',
    remedy:
      'Check the code: 16 letters and digits, without 0, 1, i, l, o and u. GET /orders/{orderId}/gifts lists those of an order.',
    detail: ({ orderId, index }) =>
      orderId === undefined
        ? 'No gift voucher has that code.'
        : `The item ${index} of the order ${orderId} is no gift voucher that was sold.`,
    example: {},
  },
  'gift-not-valid': {
    title: 'The gift voucher is not valid',
    meaning:
      'Its last day is over, it is in another currency than the order, or nothing is left of one that is to be replaced. Nothing was changed.',
    remedy: 'Pay in another way. Staff may add to what is left of it, which makes it valid for a year again.',
    detail: (facts) =>
      facts.because === 'expired'
        ? `The gift voucher was valid up to ${facts.validTo}.`
        : facts.because === 'used-up'
          ? 'Nothing is left of the gift voucher.'
          : `The gift voucher is in ${facts.currency}, the order is not.`,
    example: { because: 'expired', validTo: calendarDay('2027-12-31') },
  },
  'gift-balance-too-low': {
    title: 'Less is left of the gift voucher',
    meaning: 'A gift voucher pays, and is corrected, down to zero at most. Nothing was changed.',
    remedy: 'Take what is left at most, the member "balance", and pay the rest in another way.',
    detail: ({ balance, asked, currency }) =>
      `${fromCents(asked)} ${currency} is more than the ${fromCents(balance)} ${currency} that are left.`,
    members: ({ balance }) => ({ balance: fromCents(balance) }),
    example: { balance: 3_250, asked: 4_800, currency: 'EUR' },
  },
  'webhook-disabled': {
    title: 'The webhook is disabled',
    meaning:
      'No messages are sent to a disabled webhook. It was disabled by staff, or because its receiver responded with 410 (Gone).',
    remedy: 'Enable the webhook, and send the request again.',
    detail: ({ webhookId }) => `The webhook ${webhookId} is disabled.`,
    example: { webhookId: WEBHOOK_ID },
  },
  'too-many-webhooks': {
    title: 'The limit of webhooks has been reached',
    meaning: 'Each message is sent to each webhook separately, so the number of webhooks is limited.',
    remedy: 'Delete a webhook that is no longer needed.',
    detail: ({ limit }) => `There are already ${limit} webhooks, so no more can be added.`,
    example: { limit: 50 },
  },
  'day-full-of-events': {
    title: 'That day has the maximum number of events',
    meaning: 'At most 500 special events take place on one day. Nothing was created or changed.',
    remedy: 'Choose another day, or cancel an event of that day first.',
    detail: ({ days, limit }) =>
      `At most ${limit} events can take place on one day. These days already have that many: ${days.join(', ')}.`,
    example: { days: [calendarDay('2027-03-14')], limit: 500 },
  },
  'times-missing': {
    title: 'The new date has other entry times',
    meaning:
      'Tickets of the date that is to be postponed are for entry times that the event does not have any more. Nothing was moved.',
    remedy:
      'Set entry times of the event that include those of the member "entryTimes", or exchange these tickets first.',
    detail: ({ day, entryTimes }) =>
      `On ${day} the event has no entry time ${entryTimes.join(', ')}, for which tickets are sold.`,
    members: ({ entryTimes }) => ({ entryTimes }),
    example: { day: calendarDay('2027-03-22'), entryTimes: ['18:00'] },
  },
  'events-undecided': {
    title: 'What becomes of the events is not said',
    meaning:
      'Events take place on the days that are to be closed, and the request does not say of each whether it does so all the same. Nothing was closed.',
    remedy:
      'Name each event of the member "events" in "events": by its eventId, as "takes-place" or "called-off".',
    detail: ({ events }) =>
      `Events that take place on these days are not named in "events": ${events.map(({ name }) => name).join(', ')}.`,
    members: ({ events }) => ({ events }),
    example: {
      events: [{ eventId: EVENT_ID, name: 'Sorolla and the sea', dates: [calendarDay('2027-03-14')] }],
    },
  },
  'set-by-operator': {
    title: 'The server sets that',
    meaning:
      'The environment of the service sets these settings, so they are not changed here. GET /settings lists all of them in "fixed". Nothing was changed.',
    remedy:
      'Leave them out, or send the values that they have. Whoever runs the service can take the variables out; “museum settings adopt” keeps their values.',
    detail: ({ fixed }) => `These settings are set on the server: ${fixed.join(', ')}.`,
    members: ({ fixed }) => ({ fixed }),
    example: { fixed: ['name', 'shop/open'] },
  },
  'setting-not-possible': {
    title: 'That setting is not possible',
    meaning:
      'The value is of the right kind, but does not fit the museum as it is: only ways to pay that are connected are offered, and the least that a gift voucher is worth is not more than the most. Nothing was changed.',
    remedy: 'Send another value; to connect a way to pay, ask whoever runs the service.',
    detail: (facts) => settingFault(facts).detail,
    members: (facts) => ({ errors: [settingFault(facts)] }),
    example: { because: 'not-connected', missing: ['stripe'], connected: ['desk'] },
  },
  'not-ready': {
    title: 'The shop is not ready to open',
    meaning:
      'Before visitors buy by themselves, the museum needs what the member "missing" lists: its name, its postal address, an imprint, a privacy notice, and a way to pay, unless nothing costs anything. Nothing was changed.',
    remedy: 'Set what is missing, and open the shop then.',
    detail: ({ missing }) => `Missing before the shop can open: ${missing.join(', ')}.`,
    members: ({ missing }) => ({ missing }),
    example: { missing: ['address', 'imprint'] },
  },
  'would-erase': {
    title: 'Addresses would be erased',
    meaning:
      'With fewer days of retention, addresses of visits that are longer ago are erased at once, and can’t be brought back. The member "addresses" says how many tickets, orders and passes would lose theirs. Nothing was changed.',
    remedy: 'Send the request with ?force=true if that is meant.',
    detail: ({ addresses }) => `${addresses} tickets, orders and passes would lose their address at once.`,
    members: ({ addresses }) => ({ addresses }),
    example: { addresses: 128 },
  },
  'text-not-found': {
    title: 'The museum has no such text',
    meaning: 'Nobody has set this text of the museum, or it was removed.',
    remedy: 'Set it with PUT.',
    detail: ({ name }) => `The museum has no text "${name}".`,
    example: { name: 'imprint' },
  },
} satisfies SomeProblems;

const TOO_MANY_HELD: Readonly<Record<RefusalFacts['too-many-held']['limit'], string>> = {
  email: 'Other orders with this e-mail address are still open.',
  'email-lately': 'Several orders with this e-mail address were cancelled or ran out within the last hour.',
  network: 'Too many orders from this network are open.',
  'network-payment': 'Too many places are kept from this network without being paid.',
  'network-desk': 'Too many places are reserved from this network. The rest is sold at the museum.',
  'network-free': 'Too many free tickets went to this network.',
  payment: 'Half of these places are being paid by others.',
  desk: 'Half of these places are reserved. The rest is sold at the museum.',
};

function paymentsFault({ total, paid, currency }: RefusalFacts['payments-not-total']): Fault {
  const detail = `payments add up to ${fromCents(paid)} ${currency}; the total is ${fromCents(total)} ${currency}.`;
  return { in: 'body', pointer: '/payments', detail };
}

function settingFault(facts: RefusalFacts['setting-not-possible']): Fault {
  if (facts.because === 'gift-bounds')
    return {
      in: 'body',
      pointer: '/gift/least',
      detail: `gift/least is more than gift/most, ${facts.most}.`,
    };
  const { missing, connected } = facts;
  const detail = `shop/payments has ${missing.join(', ')}, which is not connected. Connected: ${connected.join(', ')}.`;
  return { in: 'body', pointer: '/shop/payments', detail };
}

function leftOn(otherDates: readonly PlacesLeft[]): string {
  const open = otherDates.filter(({ left }) => left !== 0);
  if (open.length === 0) return 'No places are left on any other date.';
  return `Places left on other dates: ${someOf(open.map(({ date, left }) => `${date} (${left ?? 'no limit'})`))}.`;
}

function slotsLeft(slots: readonly SlotLeft[]): string {
  const told = slots.map(({ eventId, day, entryTime, left }) => {
    const what = eventId === null ? 'general entry' : `the event ${eventId}`;
    const time = entryTime === null ? '' : ` at ${entryTime}`;
    return `${what} on ${day}${time}: ${left ?? 'any number'}`;
  });
  return `Places left: ${told.join('; ')}.`;
}

function timesLeft(times: readonly TimeLeft[]): string {
  if (times.length === 0) return 'There are no entry times on that day.';
  const open = times.filter(({ left }) => left !== 0);
  if (open.length === 0) return 'All entry times are sold out.';
  return `Places left: ${someOf(open.map(({ entryTime, left }) => `${entryTime} (${left ?? 'no limit'})`))}.`;
}

function someOf(items: readonly string[]): string {
  if (items.length <= 10) return items.join(', ');
  return `${items.slice(0, 10).join(', ')} and ${items.length - 10} more`;
}
