import { calendarDay } from '../../../core/calendar-day.ts';
import { instant } from '../../../core/clock.ts';
import { fromCents } from '../../../core/money.ts';
import { rolesWith } from '../../../core/permissions.ts';
import type { RefusalFacts, SignInFault, WebhookAddressFault } from '../../../core/refusal.ts';
import { PERMISSIONS } from '../../../core/roles.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { EVENT_ID, ORDER_ID, type SomeProblems, TICKET_ID, WEBHOOK_ID } from './problem-texts.ts';

/** Requests that can’t be read, are not valid or not allowed, or name what there is not. */
export const REQUEST_TEXTS = {
  'malformed-request': {
    title: 'The request could not be read',
    meaning:
      'The request is not valid HTTP or JSON: for example, a line is malformed, the body is not JSON text in UTF-8, or the address has an invalid percent encoding.',
    remedy: 'The member "detail" says what is wrong and where. Correct it and send the request again.',
    detail: ({ fault }) => fault,
    example: { fault: 'The body is not valid JSON: the error is at line 3, column 12.' },
  },
  'invalid-request': {
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
    title: 'The times of these scans can’t be right',
    meaning:
      'A gate sent scans, or counts of visitors, from before the museum’s first ticket was sold, and more than 30 days old. Nothing was recorded.',
    remedy:
      'The member "errors" lists the scans. If the clock of the device is wrong, send "sentAt", so that the service corrects the times. If it was set right between scanning and sending, the times can’t be corrected: leave these scans out, and send the others.',
    detail: (facts) => firstOf(scanTimeFaults(facts)),
    members: (facts) => ({ errors: scanTimeFaults(facts) }),
    example: {
      scans: [{ pointer: '/checkIns/3/at', at: Date.parse('1970-01-01T00:12:00Z') }],
      earliest: Date.parse('2027-02-11T10:00:00Z'),
    },
  },
  'card-not-found': {
    title: 'There is no such card',
    meaning: 'The museum takes no card with this slug, or it has no list of numbers.',
    remedy: 'Use the slug of a card that GET /cards lists. Its numbers come with POST /cards/{card}/numbers.',
    detail: ({ card }) => `There is no card ${card}, or it has no list of numbers.`,
    example: { card: 'museumkart' },
  },
  'card-numbers-invalid': {
    title: 'Not all lines are numbers of the card',
    meaning:
      'Some lines do not match the pattern of the card, have a wrong check digit, or are no UTF-8. Nothing was changed.',
    remedy:
      'Correct the lines that the member "errors" names, at most the first 20, and send the list again.',
    detail: (facts) => firstOf(lineFaults(facts)),
    members: (facts) => ({ errors: lineFaults(facts) }),
    example: { faults: [{ line: 17, because: 'check' }] },
  },
  'category-unknown': {
    title: 'There is no such category',
    meaning: 'The request names a category of visitors that the museum does not have.',
    remedy:
      'Use one of the categories that GET /categories lists. The member "errors" says where the fault is.',
    detail: (facts) => firstOf(categoryFaults(facts)),
    members: (facts) => ({ errors: categoryFaults(facts) }),
    example: { unknown: [{ category: 'chlid', pointer: '/category' }], known: ['standard', 'child'] },
  },
  'article-invalid': {
    title: 'An article can’t be ordered so',
    meaning:
      'The request names an article that the museum does not have, a price for an extra, or no possible amount for a donation.',
    remedy:
      'Look at GET /articles. An extra has a quantity and no price, a donation an amount as its price and the quantity 1. The member "errors" says where the fault is.',
    detail: (facts) => firstOf(wantedArticleFaults(facts)),
    members: (facts) => ({ errors: wantedArticleFaults(facts) }),
    example: { faults: [{ article: 'audio-gide', position: 1, because: 'unknown' }], currency: 'EUR' },
  },
  'article-not-ordered': {
    title: 'The article is not in the order',
    meaning: 'The request names articles that do not belong to the order.',
    remedy: 'Name articles that GET /orders/{orderId} shows. The member "errors" says where the fault is.',
    detail: (facts) => firstOf(strangeArticles(facts)),
    members: (facts) => ({ errors: strangeArticles(facts) }),
    example: { orderId: ORDER_ID, articles: ['audio-guide'], pointer: '/article' },
  },
  'gift-amount-invalid': {
    title: 'A gift voucher can’t be worth that',
    meaning: 'The request orders a gift voucher worth less or more than the museum sells.',
    remedy:
      'Take an amount between gift/least and gift/most of GET /museum. The member "errors" says where the fault is.',
    detail: (facts) => firstOf(giftAmountFaults(facts)),
    members: (facts) => ({ errors: giftAmountFaults(facts) }),
    example: { positions: [0], least: 1_000, most: 50_000, currency: 'EUR' },
  },
  'seller-unknown': {
    title: 'There is no such seller',
    meaning: 'The request names a seller, but the museum has no account of that name.',
    remedy: 'Use the user name of an account, as `museum accounts list` and the page /desk/accounts show it.',
    detail: (facts) => firstOf(sellerFaults(facts)),
    members: (facts) => ({ errors: sellerFaults(facts) }),
    example: { seller: 'shpo' },
  },
  unauthorized: {
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
    title: 'This account may not do this',
    meaning: 'The credentials are right, but the role of the account does not include this operation.',
    remedy: 'Use an account whose role includes it, or ask an administrator for one.',
    detail: ({ role, permission, action }) =>
      `The role "${role}" may not ${action === undefined ? PERMISSIONS[permission] : `use ${action}`}. These roles may: ${rolesWith(permission).join(', ')}.`,
    example: { role: 'viewer', permission: 'arrange-programme', action: 'createSpecialEvent' },
  },
  'not-found': {
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
    title: 'There is no such special event',
    meaning: 'No special event has this eventId, or the event was cancelled.',
    remedy: 'List the special events to find the existing ones.',
    detail: ({ eventId }) => `No special event has the eventId ${eventId}, or it was cancelled.`,
    example: { eventId: EVENT_ID },
  },
  'picture-not-found': {
    title: 'There is no picture',
    meaning: 'The special event, or the museum, has no such picture.',
    remedy: 'Nothing needs to be done; or send a picture with PUT.',
    detail: ({ of }) => `${PICTURE_OWNERS[of]}.`,
    example: { of: 'event' },
  },
  'ticket-not-found': {
    title: 'There is no such ticket',
    meaning: 'No ticket that this account may see has this ticketId.',
    remedy:
      'Compare the ticketId with the response to the purchase. A partner account can only see the tickets that it sold: for other tickets, use an account of the museum’s staff.',
    detail: ({ ticketId }) => `No ticket that this account may see has the ticketId ${ticketId}.`,
    example: { ticketId: TICKET_ID },
  },
  'order-not-found': {
    title: 'There is no such order',
    meaning: 'No order that this account may see has this orderId.',
    remedy:
      'Compare the orderId with the response to the order. A partner account can only see the orders that it made: for other orders, use an account of the museum’s staff.',
    detail: ({ orderId }) => `No order that this account may see has the orderId ${orderId}.`,
    example: { orderId: ORDER_ID },
  },
  'exception-not-found': {
    title: 'That day has nothing of its own',
    meaning:
      'The day has no special opening hours, no capacity, no prices or no entry times of its own, so there is nothing to remove.',
    remedy: 'Nothing needs to be done: what is usual already applies to this day.',
    detail: ({ day, of }) => `${day} has no ${NO_EXCEPTION[of]}.`,
    example: { day: calendarDay('2027-12-25'), of: 'hours' },
  },
  'webhook-not-found': {
    title: 'There is no such webhook',
    meaning: 'No webhook has this webhookId, or the webhook was deleted.',
    remedy: 'List the webhooks to find the existing ones.',
    detail: ({ webhookId }) => `No webhook has the webhookId ${webhookId}.`,
    example: { webhookId: WEBHOOK_ID },
  },
  'delivery-not-found': {
    title: 'There is no such delivery',
    meaning:
      'The webhook has no delivery with this deliveryId, or the delivery was deleted: failed deliveries are deleted after 90 days, others after 30 days.',
    remedy:
      'List the deliveries of the webhook. Messages of deleted deliveries can be sent again with a replay.',
    detail: ({ deliveryId }) => `No delivery has the deliveryId ${deliveryId}.`,
    example: { deliveryId: '01a0d5c4-b3f2-7c51-9d07-4e8a1b6f2c93' as Uuid },
  },
  'method-not-allowed': {
    title: 'This address does not support this method',
    meaning: 'The path exists, but not with the method of the request.',
    remedy: 'Use one of the methods that the header "Allow" names.',
    detail: ({ method, allowed }) => `This address supports ${allowed.join(', ')}, not ${method}.`,
    headers: ({ allowed }) => ({ allow: allowed.join(', ') }),
    example: { method: 'PUT', allowed: ['GET', 'HEAD', 'POST'] },
  },
} satisfies SomeProblems;

const PICTURE_OWNERS: Readonly<Record<RefusalFacts['picture-not-found']['of'], string>> = {
  event: 'The special event has no picture',
  museum: 'The museum has no picture',
  logo: 'The museum has no logo',
};

function firstOf(faults: readonly Fault[], unnamed = 0): string {
  const others = faults.length + unnamed - 1;
  const named = unnamed === 0 ? ', all in "errors"' : `; "errors" names the first ${faults.length}`;
  const more =
    others === 0 ? '' : ` There ${others === 1 ? 'is 1 more fault' : `are ${others} more faults`}${named}.`;
  return `${faults[0]?.detail ?? ''}${more}`;
}

function addressFault(fault: WebhookAddressFault): Fault {
  return { in: 'body', pointer: '/url', detail: ADDRESS_FAULTS[fault] };
}

const ADDRESS_FAULTS: Readonly<Record<WebhookAddressFault, string>> = {
  malformed: 'url must be a complete URL, such as https://example.com/webhooks.',
  'not-https': 'url must begin with https://, unless MUSEUM_WEBHOOK_ALLOW_PRIVATE=on is set.',
  credentials: 'url must not contain a user name or password; messages are signed instead.',
  private:
    'url must not resolve to a private, loopback or link-local address, unless MUSEUM_WEBHOOK_ALLOW_PRIVATE=on is set.',
};

function scanTimeFaults({ scans, earliest }: RefusalFacts['implausible-scan-times']): Fault[] {
  return scans.map(({ pointer, at }) => {
    const detail = `${pointer.slice(1)} is ${instant(at)} after correction; no scan can be from before ${instant(earliest)}.`;
    return { in: 'body', pointer, detail };
  });
}

function sellerFaults({ seller, pointer = '/seller' }: RefusalFacts['seller-unknown']): Fault[] {
  const detail = `${pointer.slice(1)} must be the user name of an account, and there is none named ${JSON.stringify(seller)}.`;
  return [{ in: 'body', pointer, detail }];
}

function giftAmountFaults({
  positions,
  least,
  most,
  currency,
}: RefusalFacts['gift-amount-invalid']): Fault[] {
  return positions.map((position) => {
    const pointer = `/items/${position}/gift/amount`;
    const complaint = `must be ${fromCents(least)} to ${fromCents(most)} ${currency}`;
    return { in: 'body', pointer, detail: `${pointer.slice(1)} ${complaint}.` };
  });
}

const LINE_COMPLAINTS: Readonly<
  Record<RefusalFacts['card-numbers-invalid']['faults'][number]['because'], string>
> = {
  encoding: 'is not in UTF-8',
  pattern: 'does not match the pattern of the card',
  check: 'has a wrong check digit',
};

function lineFaults({ faults }: RefusalFacts['card-numbers-invalid']): Fault[] {
  return faults.map(({ line, because }) => {
    return { in: 'body', pointer: '', detail: `Line ${line} ${LINE_COMPLAINTS[because]}.` };
  });
}

type WantedFault = RefusalFacts['article-invalid']['faults'][number];

function wantedArticleFaults({ faults, currency }: RefusalFacts['article-invalid']): Fault[] {
  return faults.map((fault) => {
    const [member, complaint] = articleComplaint(fault, currency);
    const pointer = `/items/${fault.position}/${member}`;
    return { in: 'body', pointer, detail: `${pointer.slice(1)} ${complaint}.` };
  });
}

function articleComplaint(
  { article, because, least = 0, most = 0 }: WantedFault,
  currency: string,
): readonly [member: string, complaint: string] {
  switch (because) {
    case 'unknown':
      return ['article', `must be an article that GET /articles lists, not ${article}`];
    case 'price-of-extra':
      return ['price', `must be left out: ${article} is sold at its price`];
    case 'quantity-of-donation':
      return ['quantity', `must be 1: ${article} is a donation, whose amount is its price`];
    case 'amount-missing':
      return ['price', `is required: the amount of the donation ${article}`];
    case 'amount':
      return ['price', `must be ${fromCents(least)} to ${fromCents(most)} ${currency}`];
  }
}

function strangeArticles({ orderId, articles, pointer }: RefusalFacts['article-not-ordered']): Fault[] {
  return articles.map((article) => {
    return {
      in: 'body',
      pointer,
      detail: `${pointer.slice(1)} must be of the order ${orderId}; ${article} is not.`,
    };
  });
}

function categoryFaults({ unknown, known }: RefusalFacts['category-unknown']): Fault[] {
  return unknown.map(({ category, pointer }) => ({
    in: 'body',
    pointer,
    detail: `${pointer.slice(1)} must be one of ${known.join(', ')}, not ${category}.`,
  }));
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

const NO_EXCEPTION: Readonly<Record<RefusalFacts['exception-not-found']['of'], string>> = {
  hours: 'special opening hours; the usual week applies to it',
  capacity: 'capacity of its own; the general capacity applies to it',
  prices: 'prices of its own; the usual prices or a rule apply to it',
  times: 'entry times of its own; the usual entry times apply to it',
};
