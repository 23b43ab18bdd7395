import { calendarDay } from '../../core/calendar-day.ts';
import { instant } from '../../core/clock.ts';
import { fromCents } from '../../core/money.ts';
import { rolesWith } from '../../core/permissions.ts';
import type {
  NotUndoable,
  PlacesLeft,
  Refusal,
  RefusalFacts,
  SignInFault,
  SlotLeft,
  TimeLeft,
  WebhookAddressFault,
} from '../../core/refusal.ts';
import { PERMISSIONS } from '../../core/roles.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import type { Fault, HttpRefusal, HttpRefusalFacts } from '../../http/http-refusal.ts';

/**
 * The API's words and status for every refusal: a problem type (RFC 9457) for each kind. The slug is the kind, and the
 * page `/problems/<slug>` explains it.
 */
type Facts = RefusalFacts & HttpRefusalFacts;
export type ProblemSlug = keyof Facts;

export interface ProblemType<Slug extends ProblemSlug = ProblemSlug> {
  readonly status: number;
  /** The status, where it depends on the facts. */
  statusOf?(facts: Facts[Slug]): number;
  readonly title: string;
  /** What it means and what to do about it: sentences for the page. */
  readonly meaning: string;
  readonly remedy: string;
  /** What was wrong with this request: the member `detail`. */
  detail(facts: Facts[Slug]): string;
  /** Members added to the problem object (RFC 9457, section 3.2). */
  members?(facts: Facts[Slug]): Readonly<Record<string, unknown>>;
  /** Headers that the answer carries, such as Allow, with names in lower case. */
  headers?(facts: Facts[Slug]): Readonly<Record<string, string>>;
  /** The facts of one occurrence, from which every example in the reference is made. */
  readonly example: Facts[Slug];
}

const TIMES: readonly TimeLeft[] = [
  { entryTime: '10:00', left: 0 },
  { entryTime: '10:30', left: 12 },
];

const ORDER_ID = '01a0d5c4-c410-7b1e-a2f3-5d8c7e6f9a01' as Uuid;

export const PROBLEMS: { readonly [Slug in ProblemSlug]: ProblemType<Slug> } = {
  'malformed-request': {
    status: 400,
    title: 'The request could not be read',
    meaning:
      'The request is not valid HTTP or JSON: for example, a line is malformed, the body is not JSON text in UTF-8, or the address has an invalid percent encoding.',
    remedy: 'The member "detail" says what is wrong and where. Correct it and send the request again.',
    detail: ({ fault }) => fault,
    example: { fault: 'The body is not valid JSON: the error is at line 3, column 12.' },
  },
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    meaning:
      'The request could be read, but it has values that the interface does not allow. Nothing was changed.',
    remedy:
      'The member "errors" lists every fault, at most the first 100: where it is ("in" and, as a JSON pointer, "pointer") and what is valid. Correct all faults and send the request again.',
    detail: ({ faults, unnamed }) => firstOf(faults, unnamed),
    members: ({ faults }) => ({ errors: faults }),
    example: { faults: [{ in: 'body', pointer: '/price', detail: 'price must be at least 0.' }] },
  },
  'webhook-address-refused': {
    status: 400,
    title: 'Messages can’t be sent to that address',
    meaning:
      'Messages are sent over https to addresses of the public internet, without credentials in the address. The service checks every address that the host name resolves to, now and before each message.',
    remedy:
      'Use an https address that is reachable from the internet. For a system in the museum’s own network, the operator must set MUSEUM_WEBHOOK_ALLOW_PRIVATE=on.',
    detail: ({ faults }) => firstOf(faults.map(addressFault)),
    members: ({ faults }) => ({ errors: faults.map(addressFault) }),
    example: { faults: ['private'] },
  },
  'implausible-scan-times': {
    status: 400,
    title: 'The times of these scans can’t be right',
    meaning:
      'A gate sent scans from before the museum’s first ticket was sold, and more than 30 days old. Nothing of the batch was recorded.',
    remedy:
      'The member "errors" lists the scans. If the clock of the device is wrong, send "sentAt", so that the service corrects the times. If it was set right between scanning and sending, the times can’t be corrected: leave these scans out, and send the others.',
    detail: (facts) => firstOf(scanTimeFaults(facts)),
    members: (facts) => ({ errors: scanTimeFaults(facts) }),
    example: {
      scans: [{ index: 3, at: Date.parse('1970-01-01T00:12:00Z') }],
      earliest: Date.parse('2027-02-11T10:00:00Z'),
    },
  },
  'category-unknown': {
    status: 400,
    title: 'There is no such category',
    meaning: 'The request names a category of visitors that the museum does not have.',
    remedy:
      'Use one of the categories that GET /categories lists. The member "errors" says where the fault is.',
    detail: (facts) => firstOf(categoryFaults(facts)),
    members: (facts) => ({ errors: categoryFaults(facts) }),
    example: { unknown: [{ category: 'chlid', pointer: '/category' }], known: ['standard', 'child'] },
  },
  'seller-unknown': {
    status: 400,
    title: 'There is no such seller',
    meaning: 'The request names a seller, but the museum has no account of that name.',
    remedy: 'Use the user name of an account, as `museum accounts list` and the page /desk/accounts show it.',
    detail: (facts) => firstOf(sellerFaults(facts)),
    members: (facts) => ({ errors: sellerFaults(facts) }),
    example: { seller: 'shpo' },
  },
  unauthorized: {
    status: 401,
    title: 'Sign in to do this',
    meaning:
      'The request has no credentials, or the credentials are malformed, wrong, or those of a disabled account.',
    remedy:
      'Send the user name and password of an account with HTTP Basic authentication (RFC 7617, UTF-8). An administrator adds accounts on the page /desk/accounts, or with "museum accounts add".',
    detail: ({ fault }) => SIGN_IN_FAULTS[fault ?? 'wrong'],
    headers: () => ({ 'www-authenticate': 'Basic realm="museum", charset="UTF-8"' }), // RFC 7617, section 2.1
    example: {},
  },
  forbidden: {
    status: 403,
    title: 'This account may not do this',
    meaning: 'The credentials are right, but the role of the account does not include this operation.',
    remedy: 'Use an account whose role includes it, or ask an administrator for one.',
    detail: ({ role, permission, action }) =>
      `The role "${role}" may not ${action === undefined ? PERMISSIONS[permission] : `use ${action}`}. These roles may: ${rolesWith(permission).join(', ')}.`,
    example: { role: 'viewer', permission: 'arrange-programme', action: 'createSpecialEvent' },
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    meaning: 'No operation of the service has this path.',
    remedy: 'Compare the path with the reference at /docs. Paths are case-sensitive and end without a slash.',
    detail: ({ missing, under }) =>
      missing === 'operation'
        ? `No operation has this path. ${under === undefined ? '' : `Operations are under ${under}. `}The reference is at /docs.`
        : 'There is no such type of problem. All types are listed at /problems.',
    example: { missing: 'operation' },
  },
  'event-not-found': {
    status: 404,
    title: 'There is no such special event',
    meaning: 'No special event has this eventId, or the event was cancelled.',
    remedy: 'List the special events to find the existing ones.',
    detail: ({ eventId }) => `No special event has the eventId ${eventId}, or it was cancelled.`,
    example: { eventId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' as Uuid },
  },
  'ticket-not-found': {
    status: 404,
    title: 'There is no such ticket',
    meaning: 'No ticket that this account may see has this ticketId.',
    remedy:
      'Compare the ticketId with the response to the purchase. A partner account can only see the tickets that it sold: for other tickets, use an account of the museum’s staff.',
    detail: ({ ticketId }) => `No ticket that this account may see has the ticketId ${ticketId}.`,
    example: { ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51' as Uuid },
  },
  'order-not-found': {
    status: 404,
    title: 'There is no such order',
    meaning: 'No order that this account may see has this orderId.',
    remedy:
      'Compare the orderId with the response to the order. A partner account can only see the orders that it made: for other orders, use an account of the museum’s staff.',
    detail: ({ orderId }) => `No order that this account may see has the orderId ${orderId}.`,
    example: { orderId: ORDER_ID },
  },
  'exception-not-found': {
    status: 404,
    title: 'That day has no hours or capacity of its own',
    meaning:
      'The day has no special opening hours, no capacity or no prices of its own, so there is nothing to remove.',
    remedy:
      'Nothing needs to be done: the usual week, the general capacity or the usual prices already apply to this day.',
    detail: ({ day, of }) => `${day} has no ${NO_EXCEPTION[of]}.`,
    example: { day: calendarDay('2027-12-25'), of: 'hours' },
  },
  'webhook-not-found': {
    status: 404,
    title: 'There is no such webhook',
    meaning: 'No webhook has this webhookId, or the webhook was deleted.',
    remedy: 'List the webhooks to find the existing ones.',
    detail: ({ webhookId }) => `No webhook has the webhookId ${webhookId}.`,
    example: { webhookId: '01a0d5c4-b1e0-7d22-8a4f-6c3b9e5d7f10' as Uuid },
  },
  'delivery-not-found': {
    status: 404,
    title: 'There is no such delivery',
    meaning:
      'The webhook has no delivery with this deliveryId, or the delivery was deleted: failed deliveries are deleted after 90 days, others after 30 days.',
    remedy:
      'List the deliveries of the webhook. Messages of deleted deliveries can be sent again with a replay.',
    detail: ({ deliveryId }) => `No delivery has the deliveryId ${deliveryId}.`,
    example: { deliveryId: '01a0d5c4-b3f2-7c51-9d07-4e8a1b6f2c93' as Uuid },
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not support this method',
    meaning: 'The path exists, but not with the method of the request.',
    remedy: 'Use one of the methods that the header "Allow" names.',
    detail: ({ method, allowed }) => `This address supports ${allowed.join(', ')}, not ${method}.`,
    headers: ({ allowed }) => ({ allow: allowed.join(', ') }),
    example: { method: 'PUT', allowed: ['GET', 'HEAD', 'POST'] },
  },
  'date-past': {
    status: 409,
    title: 'That day has passed',
    meaning: 'Tickets are sold for today, in the museum’s time zone, and for later days only.',
    remedy: 'Choose today or a later day.',
    detail: ({ day, today }) => `The ticketDate ${day} has passed; today is ${today} at the museum.`,
    example: { day: calendarDay('2027-03-14'), today: calendarDay('2027-03-15') },
  },
  'too-far-ahead': {
    status: 409,
    title: 'That day is too far ahead',
    meaning: 'Tickets are sold for a limited number of days ahead. GET /museum says up to which day.',
    remedy: 'Choose an earlier day, or wait until tickets for the day are sold.',
    detail: ({ day, last }) => `The ticketDate ${day} is too far ahead: tickets are sold up to ${last}.`,
    example: { day: calendarDay('2031-03-14'), last: calendarDay('2029-03-13') },
  },
  'category-not-sold': {
    status: 409,
    title: 'That category is not sold there',
    meaning:
      'The category has no price for that event or day, or is not on sale. Rows of the availability list the prices that there are.',
    remedy: 'Choose a category that has a price there.',
    detail: ({ category, name }) => `No tickets of the category ${category} ("${name}") are sold there.`,
    example: { category: 'student', name: 'Student' },
  },
  'entry-time-needed': {
    status: 409,
    title: 'An entry time is needed',
    meaning: 'Tickets for that day are sold for entry times, and the request names none.',
    remedy: 'Send one of the times in the member "times" as "entryTime".',
    detail: ({ day, times }) => `Tickets for ${day} are for an entry time. ${timesLeft(times)}`,
    members: ({ times }) => ({ times }),
    example: { day: calendarDay('2027-03-14'), times: TIMES },
  },
  'no-such-entry-time': {
    status: 409,
    title: 'There is no such entry time',
    meaning: 'The entryTime is none of the times of that day, or tickets for it are sold for the whole day.',
    remedy: 'Send one of the times in the member "times"; if it is empty, leave entryTime out.',
    detail: ({ day, entryTime, times }) => `${entryTime} is no entry time on ${day}. ${timesLeft(times)}`,
    members: ({ times }) => ({ times }),
    example: { day: calendarDay('2027-03-14'), entryTime: '10:45', times: TIMES },
  },
  'time-over': {
    status: 409,
    title: 'That entry time is over',
    meaning:
      'A ticket for that entry time would be too late at the gate. Only the museum’s staff still sell it.',
    remedy: 'Choose a later time.',
    detail: ({ day, entryTime }) => `The entry time ${entryTime} on ${day} is over.`,
    example: { day: calendarDay('2027-03-14'), entryTime: '10:30' },
  },
  'category-in-use': {
    status: 409,
    title: 'A category is in use',
    meaning:
      'A category that has a price or was sold can’t be left out of the list, and one that was sold keeps its places and its unitType. Nothing was changed.',
    remedy: 'Send the category as it was, with "onSale": false if it is no longer sold.',
    detail: ({ removed, changed }) =>
      [
        removed.length > 0 &&
          `These have a price or were sold, and can’t be left out: ${removed.join(', ')}.`,
        changed.length > 0 && `These were sold, and keep places and unitType: ${changed.join(', ')}.`,
      ]
        .filter((sentence) => sentence !== false)
        .join(' '),
    example: { removed: ['student'], changed: ['family'] },
  },
  'not-an-event-day': {
    status: 409,
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
    status: 409,
    title: 'The museum is closed on that day',
    meaning: 'General entry tickets are only sold for days on which the museum is open.',
    remedy: 'Choose a day from the museum’s opening hours.',
    detail: ({ day }) => `The museum is closed on ${day}.`,
    example: { day: calendarDay('2027-12-25') },
  },
  'sold-out': {
    status: 409,
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
        eventId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' as Uuid,
        name: 'Sorolla and the sea',
        otherDates: [
          { date: calendarDay('2027-03-15'), left: 0 },
          { date: calendarDay('2027-03-21'), left: 12 },
        ],
      },
    },
  },
  'order-sold': {
    status: 409,
    title: 'The order is sold',
    meaning: 'An order that is sold can’t be changed, held for longer or released.',
    remedy: 'To take it back, make the order or some of its tickets void.',
    detail: ({ orderId }) => `The order ${orderId} is sold already.`,
    example: { orderId: ORDER_ID },
  },
  'order-not-sold': {
    status: 409,
    title: 'The order was not sold',
    meaning: 'Only an order that is sold has tickets, which can be printed or made void.',
    remedy: 'Confirm a held order first. To give its places back, release it.',
    detail: ({ orderId }) => `The order ${orderId} was not sold, so it has no tickets.`,
    example: { orderId: ORDER_ID },
  },
  'order-void': {
    status: 409,
    title: 'The order is void',
    meaning: 'All tickets of the order are void already.',
    remedy: 'To record that money is paid back, send the request with a refund.',
    detail: ({ orderId }) => `All tickets of the order ${orderId} are void already.`,
    example: { orderId: ORDER_ID },
  },
  'order-cancelled': {
    status: 409,
    title: 'The order was cancelled',
    meaning: 'Its buyer has cancelled the order, so it is not taken up again.',
    remedy: 'Place a new order.',
    detail: ({ orderId }) => `The order ${orderId} was cancelled by its buyer.`,
    example: { orderId: ORDER_ID },
  },
  'hold-expired': {
    status: 409,
    title: 'The hold has ended',
    meaning:
      'The places of the order were given back, and can’t be taken again: they are sold, or what was ordered does not take place. The member "left" says what is left where the order wanted places.',
    remedy: 'Place a new order for what is left.',
    detail: ({ orderId, left }) => `The hold of the order ${orderId} has ended. ${slotsLeft(left)}`,
    members: ({ left }) => ({
      left: left.map(({ eventId, day, entryTime, left }) => ({
        ticketType: eventId === null ? 'general' : 'event',
        ...(eventId !== null && { eventId }),
        ticketDate: day,
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
    status: 409,
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
    status: 409,
    title: 'Too many places are held',
    meaning:
      'Visitors of the shop hold as many places as they may. There are limits for an e-mail address, for a network, and for each day or entry time, so that strangers can’t empty the museum. It happens in the shop only.',
    remedy: 'Try again in some minutes: holds end when their time is over.',
    detail: ({ limit }) => TOO_MANY_HELD[limit],
    example: { limit: 'payment' },
  },
  'too-late-to-void': {
    status: 409,
    title: 'It is too late to void this sale',
    meaning: 'A partner can make its own sales void for some hours after the sale, and before any admission.',
    remedy: 'Ask the museum’s staff.',
    detail: ({ hours, because }) =>
      because === 'admitted'
        ? 'A ticket of this sale was admitted already.'
        : `The sale is more than ${hours} hours ago.`,
    example: { hours: 24, because: 'time' },
  },
  'refund-too-high': {
    status: 409,
    title: 'That is more than what was paid',
    meaning:
      'No more can be paid back than what was paid and not paid back yet, for the order and for all that its tickets were exchanged for or from. An exchange without a payment adds nothing. Nothing was changed.',
    remedy: 'Pay back what remains at most: the member "remains".',
    detail: ({ remains, asked, currency }) =>
      `${fromCents(asked)} ${currency} is more than the ${fromCents(remains)} ${currency} that remain paid.`,
    members: ({ remains }) => ({ remains: fromCents(remains) }),
    example: { remains: 1_600, asked: 2_800, currency: 'EUR' },
  },
  'webhook-disabled': {
    status: 409,
    title: 'The webhook is disabled',
    meaning:
      'No messages are sent to a disabled webhook. It was disabled by staff, or because its receiver responded with 410 (Gone).',
    remedy: 'Enable the webhook, and send the request again.',
    detail: ({ webhookId }) => `The webhook ${webhookId} is disabled.`,
    example: { webhookId: '01a0d5c4-b1e0-7d22-8a4f-6c3b9e5d7f10' as Uuid },
  },
  'too-many-webhooks': {
    status: 409,
    title: 'The limit of webhooks has been reached',
    meaning: 'Each message is sent to each webhook separately, so the number of webhooks is limited.',
    remedy: 'Delete a webhook that is no longer needed.',
    detail: ({ limit }) => `There are already ${limit} webhooks, so no more can be added.`,
    example: { limit: 50 },
  },
  'day-full-of-events': {
    status: 409,
    title: 'That day has the maximum number of events',
    meaning: 'At most 500 special events take place on one day. Nothing was created or changed.',
    remedy: 'Choose another day, or cancel an event of that day first.',
    detail: ({ days, limit }) =>
      `At most ${limit} events can take place on one day. These days already have that many: ${days.join(', ')}.`,
    example: { days: [calendarDay('2027-03-14')], limit: 500 },
  },
  'idempotency-key-in-use': {
    status: 409,
    title: 'A request with this idempotency key is still running',
    meaning: 'Another request of this account with the same Idempotency-Key has not been answered yet.',
    remedy:
      'Wait as long as "Retry-After" says and send the same request again. It gets the response to the first request.',
    detail: ({ key }) => `A request with the Idempotency-Key ${key} is still running.`,
    headers: () => retryAfter(1),
    example: { key: '4f1c2f6e-order-1017' },
  },
  'event-cancelled': {
    status: 410,
    title: 'The event of this ticket was cancelled',
    meaning:
      'The event of the ticket was cancelled. The ticket is kept, but it no longer admits anyone and has no image.',
    remedy: 'Offer the visitor a refund or another event.',
    detail: ({ ticketId }) =>
      `The event of ticket ${ticketId} was cancelled, so the ticket no longer admits anyone.`,
    example: { ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51' as Uuid },
  },
  'ticket-void': {
    status: 409,
    title: 'The ticket is void',
    meaning: 'The ticket was voided or exchanged. It no longer admits anyone and has no image.',
    remedy: 'Get the ticket: if it was exchanged, "replacedBy" is the ticketId of the new one.',
    statusOf: ({ asked }) => (asked === 'image' ? 410 : 409),
    detail: ({ ticketId }) => `The ticket ${ticketId} is void.`,
    example: { ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51' as Uuid, asked: 'change' },
  },
  'ticket-admitted': {
    status: 409,
    title: 'The ticket has been used',
    meaning: 'A visitor was admitted with the ticket, so it can’t be voided or exchanged.',
    remedy: 'A manager or admin can still void it, with "force": true.',
    detail: ({ ticketId }) => `The ticket ${ticketId} has already been used.`,
    example: { ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51' as Uuid },
  },
  'check-in-not-found': {
    status: 404,
    title: 'There is no such check-in',
    meaning: 'No check-in was recorded with this checkInId.',
    remedy: 'Compare the checkInId with the response to the check-in.',
    detail: ({ checkInId }) => `No check-in has the checkInId ${checkInId}.`,
    example: { checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31' as Uuid },
  },
  'not-undoable': {
    status: 409,
    title: 'This admission can’t be undone',
    meaning:
      'The account that made an admission may undo it within 10 minutes; a manager or admin may undo it on the same day. It can’t be undone after the visitor has left. For an admission that a device decided offline, the time counts at which the device undid it: it reports it with "undoneAt", within 10 minutes after the admission was recorded.',
    remedy:
      'The member "reason" says why not. Ask a manager, or leave the admission as it is. If the reason is "undone", nothing needs to be done.',
    detail: ({ checkInId, because }) => `The check-in ${checkInId} ${WHY_NOT_UNDOABLE[because]}.`,
    members: ({ because }) => ({ reason: because }),
    example: { checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31' as Uuid, because: 'too-late' },
  },
  'check-in-id-reused': {
    status: 422,
    title: 'This checkInId belongs to another scan',
    meaning: 'A different scan was recorded with the same checkInId.',
    remedy:
      'Use a new checkInId for each scan. Use the same checkInId again only to repeat the same scan unchanged.',
    detail: ({ checkInId }) => `The checkInId ${checkInId} was used for another scan. Nothing was recorded.`,
    example: { checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31' as Uuid },
  },
  'cursor-expired': {
    status: 410,
    title: 'The cursor has expired',
    meaning:
      'Too much has changed since the cursor was issued, its day is over or now covers other days, or the cursor belongs to another museum or to the time before a backup was restored.',
    remedy: 'Get a new snapshot and continue with its cursor.',
    detail: () => 'The changes since this cursor are no longer available. Get a new snapshot.',
    example: {},
  },
  'not-acceptable': {
    status: 406,
    title: 'No acceptable media type',
    meaning: 'The header Accept allows none of the media types in which the resource can be had.',
    remedy: 'Ask for one of the media types that "detail" names, or leave Accept out for the first of them.',
    detail: ({ offered }) => `This is available as ${offered.join(', ')}; Accept allows none of them.`,
    headers: () => ({ vary: 'Accept' }),
    example: { offered: ['image/png', 'application/pdf', 'image/svg+xml'] },
  },
  'precondition-failed': {
    status: 412,
    title: 'The precondition does not hold',
    meaning:
      'The condition of the request (If-Match, If-None-Match) does not hold: the resource has changed since you read it, or it has no entity tag, as for a POST. Nothing was changed.',
    remedy:
      'If the resource has changed, get it again, check what is different, and send the request with the new ETag. Where there is no entity tag, send the request without If-Match.',
    detail: ({ header, given, tag }) => {
      const sent = `${header} is ${given.trim() || 'empty'}`;
      if (tag !== undefined)
        return header === 'If-Match'
          ? `${sent}, but the entity tag is now ${tag}.`
          : `${sent}, and the entity tag is ${tag}.`;
      return `${sent}, but there is no entity tag at this address for this method. Send the request without If-Match.`;
    },
    example: {
      header: 'If-Match',
      given: '"l9Fw4VUO7kr8CvBlt4zaMCqXZ0w"',
      tag: '"WUhZYlqXPw7DWSrI_yXTb7QmHxI"',
    },
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'A request body may have at most 64 KiB; for POST /check-ins/batch, at most 512 KiB.',
    remedy: 'Send a smaller body.',
    detail: ({ limit }) => `The body is larger than ${limit} bytes.`,
    example: { limit: 65_536 },
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is not JSON',
    meaning:
      'A body must be application/json in UTF-8, without a content coding. PATCH also accepts application/merge-patch+json.',
    remedy: 'Send JSON, with the matching header "Content-Type".',
    detail: ({ fault }) => fault,
    // RFC 5789, section 2.2
    headers: ({ patch }): Record<string, string> =>
      patch === undefined ? {} : { 'accept-patch': patch.join(', ') },
    example: { fault: 'This operation accepts application/json, not text/plain.' },
  },
  'expectation-failed': {
    status: 417,
    title: 'The expectation can’t be met',
    meaning: 'The header "Expect" has a value other than 100-continue, the only supported value.',
    remedy: 'Leave the header out.',
    detail: () => 'The only supported value of the header Expect is 100-continue.',
    example: {},
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'This idempotency key belongs to another request',
    meaning: 'This account used the same Idempotency-Key for a different request in the last 48 hours.',
    remedy:
      'Use a new key for each new request. Use the same key again only to repeat the same request unchanged.',
    detail: ({ key }) => `The Idempotency-Key ${key} was used for a different request.`,
    example: { key: '4f1c2f6e-order-1017' },
  },
  'too-many-sign-ins': {
    status: 429,
    title: 'Too many failed sign-ins',
    meaning:
      'Too many sign-ins with wrong credentials came from this address, so the next one has to wait. Other addresses are not affected.',
    remedy: 'Wait as long as "Retry-After" says, and check the user name and password.',
    detail: ({ seconds }) =>
      `Too many sign-ins with wrong credentials came from this address. The next one is accepted in ${seconds} s.`,
    headers: ({ seconds }) => retryAfter(seconds),
    example: { seconds: 4 },
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning: 'The account has sent more requests this minute than the museum allows.',
    remedy: 'Wait as long as "Retry-After" says.',
    detail: ({ limit, seconds }) =>
      `This account may send ${limit} requests a minute. The next one is accepted in ${seconds} s.`,
    headers: ({ seconds }) => retryAfter(seconds),
    example: { limit: 600, seconds: 20 },
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong in the service',
    meaning:
      'An error occurred in the service. The service has logged it with the request id in the header "X-Request-Id".',
    remedy: 'Tell the museum the request id. A purchase with an Idempotency-Key is safe to send again.',
    detail: () => 'An error occurred in the service. The request itself may be valid.',
    example: {},
  },
  overloaded: {
    status: 503,
    title: 'The service is too busy',
    meaning: 'More requests are waiting than the service can process in time. This one was not processed.',
    remedy: 'Wait as long as "Retry-After" says and send the request again.',
    detail: ({ work, waiting }) => OVERLOADS[work](waiting),
    headers: ({ work }) => retryAfter(work === 'sign-ins' ? 1 : 2),
    example: { work: 'purchases', waiting: 10_000 },
  },
  'database-unavailable': {
    status: 503,
    title: 'The database is not available',
    meaning:
      'The database can’t be read or written at the moment: the disk may be full, or the database unreachable. No confirmed data is lost.',
    remedy:
      'Wait as long as "Retry-After" says and send the request again; for a purchase, with the same Idempotency-Key.',
    detail: ({ onlyWrites }) =>
      onlyWrites
        ? 'The database can’t be written to at the moment, so that nothing can be sold or changed. It can be read.'
        : 'The database is not available at the moment.',
    headers: () => retryAfter(2),
    example: {},
  },
  'shutting-down': {
    status: 503,
    title: 'The service is stopping',
    meaning: 'The service is finishing its running requests and accepts no new ones.',
    remedy: 'Wait as long as "Retry-After" says and send the request again.',
    detail: () => 'The service is stopping and accepts no new requests.',
    headers: () => retryAfter(5),
    example: {},
  },
};

/** A refusal of any kind, as it is thrown. */
export type Refused = Pick<Refusal | HttpRefusal, 'kind' | 'facts'>;

/** The example refusal of a kind. */
export function example(slug: ProblemSlug): Refused {
  return { kind: slug, facts: PROBLEMS[slug].example };
}

/** A refusal as the API answers it. */
export function problemAnswer(refused: Refused): Answer {
  const { headers } = PROBLEMS[refused.kind];
  const problem = problemOf(refused);
  return {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers?.(refused.facts as never) },
    body: JSON.stringify(problem),
    refused,
  };
}

/** The kind of the refusal that was answered with this body; undefined when it is no problem. */
export function findKind(body: string): string | undefined {
  return /^\{"type":"\/problems\/([a-z-]+)"/.exec(body)?.[1];
}

/** A problem details object (RFC 9457, section 3.1). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly [member: string]: unknown;
}

export function problemOf({ kind, facts }: Refused): Problem {
  const { status: usual, statusOf, title, detail, members } = PROBLEMS[kind] as ProblemType;
  const status = statusOf?.(facts as never) ?? usual;
  return { type: `/problems/${kind}`, title, status, detail: detail(facts), ...members?.(facts as never) };
}

const SIGN_IN_FAULTS: Readonly<Record<SignInFault | 'wrong', string>> = {
  wrong: 'The user name or the password is wrong, or the account is disabled.',
  missing: 'The request has no Authorization header.',
  'other-scheme': 'The Authorization header does not use the Basic scheme, or Bearer with a token.',
  empty: 'The Authorization header has no credentials after "Basic".',
  'not-base64':
    'The credentials in the Authorization header are not in base64, or there are several such headers.',
  'not-utf8': 'The credentials in the Authorization header are not in UTF-8.',
  'no-colon': 'The credentials have no colon between user name and password.',
  'no-username': 'The user name in the credentials is empty.',
  'control-character': 'The credentials contain a control character.',
  'wrong-token': 'The token is wrong or was revoked, or its account is no partner’s or is disabled.',
};

const ADDRESS_FAULTS: Readonly<Record<WebhookAddressFault, string>> = {
  malformed: 'url must be a complete URL, such as https://example.com/webhooks.',
  'not-https': 'url must begin with https://, unless MUSEUM_WEBHOOK_ALLOW_PRIVATE=on is set.',
  credentials: 'url must not contain a user name or password; messages are signed instead.',
  private:
    'url must not resolve to a private, loopback or link-local address, unless MUSEUM_WEBHOOK_ALLOW_PRIVATE=on is set.',
};

function scanTimeFaults({ scans, earliest }: RefusalFacts['implausible-scan-times']): Fault[] {
  return scans.map(({ index, at }) => {
    const place = `checkIns/${index}/at`;
    const detail = `${place} is ${instant(at)} after correction; no scan can be from before ${instant(earliest)}.`;
    return { in: 'body', pointer: `/${place}`, detail };
  });
}

function addressFault(fault: WebhookAddressFault): Fault {
  return { in: 'body', pointer: '/url', detail: ADDRESS_FAULTS[fault] };
}

function sellerFaults({ seller }: RefusalFacts['seller-unknown']): Fault[] {
  const detail = `seller must be the user name of an account, and there is none named ${JSON.stringify(seller)}.`;
  return [{ in: 'body', pointer: '/seller', detail }];
}

function categoryFaults({ unknown, known }: RefusalFacts['category-unknown']): Fault[] {
  return unknown.map(({ category, pointer }) => ({
    in: 'body',
    pointer,
    detail: `${pointer.slice(1)} must be one of ${known.join(', ')}, not ${category}.`,
  }));
}

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

const OVERLOADS: Readonly<Record<RefusalFacts['overloaded']['work'], (waiting?: number) => string>> = {
  purchases: (waiting) => `Too many purchases are waiting: ${waiting}.`,
  scans: (waiting) => `Too many scans are waiting: ${waiting}.`,
  images: () => 'Too many ticket images are waiting to be drawn.',
  'sign-ins': () => 'Too many sign-ins are waiting to be checked.',
  connections: () => 'Too many files and connections are open.',
};

const NO_EXCEPTION: Readonly<Record<RefusalFacts['exception-not-found']['of'], string>> = {
  hours: 'special opening hours; the usual week applies to it',
  capacity: 'capacity of its own; the general capacity applies to it',
  prices: 'prices of its own; the usual prices apply to it',
};

const WHY_NOT_UNDOABLE: Readonly<Record<NotUndoable, string>> = {
  'not-an-admission': 'is not an admission',
  undone: 'was undone already',
  left: 'can’t be undone because the visitor has left since',
  'too-late': 'is too old to be undone',
  'not-yours': 'was made by another account',
};

/** Seconds, for the header Retry-After (RFC 9110, section 10.2.3). */
function retryAfter(seconds: number): { 'retry-after': string } {
  return { 'retry-after': `${seconds}` };
}

function firstOf(faults: readonly Fault[], unnamed = 0): string {
  const others = faults.length + unnamed - 1;
  const named = unnamed === 0 ? ', all in "errors"' : `; "errors" names the first ${faults.length}`;
  const more =
    others === 0 ? '' : ` There ${others === 1 ? 'is 1 more fault' : `are ${others} more faults`}${named}.`;
  return `${faults[0]?.detail ?? ''}${more}`;
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
