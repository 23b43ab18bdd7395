import type { Refusal, RefusalFacts } from '../../core/refusal.ts';
import type { HttpRefusal, HttpRefusalFacts } from '../../http/http-refusal.ts';
import type { RefusalRenderer } from '../../http/server.ts';
import { html } from '../../pages/html.ts';
import type { Words } from '../../pages/texts.ts';
import type { ShopOptions } from './shop-options.ts';
import { shopPage } from './shop-page.ts';
import { shopRefusalsTexts } from './shop-refusals-texts.ts';
import { shopTexts } from './shop-texts.ts';
import { addressFor, type Visitor, visitorOf } from './visitor.ts';

type Facts = RefusalFacts & HttpRefusalFacts;
type Say = ReturnType<typeof shopRefusalsTexts>;

/** The shop's words for a refusal, with what to do, and its status. */
interface ShopRefusal<Kind extends keyof Facts> {
  readonly status: number;
  say(say: Say, facts: Facts[Kind], words: Words): string;
}

const busy = { status: 503, say: (say: Say) => say('busy') };
const unavailable = { status: 503, say: (say: Say) => say('unavailable') };
const unreadable = { status: 400, say: (say: Say) => say('unreadable') };
const tooLate = { status: 409, say: (say: Say) => say('tooLate') };

const HELD = {
  email: 'heldWithEmail',
  'email-lately': 'givenBackWithEmail',
  network: 'heldFromNetwork',
  'network-payment': 'unpaidFromNetwork',
  'network-desk': 'reservedFromNetwork',
  'network-free': 'freeFromNetwork',
  payment: 'heldForPayment',
  desk: 'heldForDesk',
} as const;
/** Where the network may have fewer, but some. */
const LEFT = { 'network-desk': 'reservedLeft', 'network-free': 'freeLeft' } as const;

const SHOP_REFUSALS: { readonly [Kind in keyof Facts]?: ShopRefusal<Kind> } = {
  'sold-out': {
    status: 409,
    say: (say, { day, event, entryTime }, words) => {
      if (entryTime !== undefined) return say('soldOutTime', { time: entryTime });
      return event === undefined
        ? say('soldOut', { day: words.day(day) })
        : say('soldOutEvent', { event: event.name, day: words.day(day) });
    },
  },
  'museum-closed': {
    status: 409,
    say: (say, { day }, words) => say('museumClosed', { day: words.day(day) }),
  },
  'date-past': { status: 409, say: (say, { day }, words) => say('datePast', { day: words.day(day) }) },
  'not-an-event-day': {
    status: 409,
    say: (say, { eventName, day }, words) => say('notEventDay', { event: eventName, day: words.day(day) }),
  },
  'event-not-found': { status: 409, say: (say) => say('eventGone') },
  'too-far-ahead': {
    status: 409,
    say: (say, { last }, words) => say('tooFarAhead', { day: words.day(last) }),
  },
  'category-not-sold': { status: 409, say: (say, { name }) => say('categoryNotSold', { category: name }) },
  'category-unknown': { status: 409, say: (say) => say('pricesChanged') },
  'entry-time-needed': { status: 409, say: (say) => say('timeNeeded') },
  'no-such-entry-time': { status: 409, say: (say, { entryTime }) => say('timeGone', { time: entryTime }) },
  'time-over': { status: 409, say: (say, { entryTime }) => say('timeGone', { time: entryTime }) },
  'too-many-held': { status: 409, say: sayTooMany },
  'order-unconfirmed': {
    status: 409,
    say: (say, { isLate }) => say(isLate ? 'confirmedLate' : 'unconfirmed'),
  },
  'hold-expired': { status: 409, say: (say) => say('holdExpired') },
  'order-cancelled': { status: 409, say: (say) => say('orderCancelled') },
  'order-void': { status: 409, say: (say) => say('orderCancelled') },
  'order-sold': { status: 409, say: (say) => say('orderSold') },
  'ticket-void': { status: 410, say: (say) => say('orderCancelled') },
  'event-cancelled': { status: 410, say: (say) => say('eventGone') },
  'ticket-admitted': tooLate,
  'too-late-to-void': tooLate,
  'too-many-requests': { status: 429, say: (say) => say('tooFast') },
  overloaded: busy,
  'database-unavailable': unavailable,
  'shutting-down': unavailable,
  'malformed-request': unreadable,
  'not-acceptable': { ...unreadable, status: 406 },
  'precondition-failed': { ...unreadable, status: 412 },
  'invalid-request': unreadable,
  'expectation-failed': { ...unreadable, status: 417 },
  'unsupported-media-type': { ...unreadable, status: 415 },
  'body-too-large': { ...unreadable, status: 413 },
};

function sayTooMany(say: Say, { limit, left = 0 }: Facts['too-many-held']): string {
  const isSome = left > 0 && (limit === 'network-desk' || limit === 'network-free');
  return isSome ? say(LEFT[limit], { count: left }) : say(HELD[limit]);
}

/** Seconds, as in the API's answers. */
const BUSY_SECONDS = 2;

const UNEXPECTED: ShopRefusal<never> = { status: 500, say: (say) => say('internal') };

/** A refusal as a sentence for visitors. */
export function sentenceOf({ kind, facts }: Refusal | HttpRefusal, { language, words }: Visitor) {
  const { status, say } = (SHOP_REFUSALS[kind] ?? UNEXPECTED) as ShopRefusal<never>;
  const sentence = say(shopRefusalsTexts(language), facts as never, words);
  const seconds = 'seconds' in facts ? facts.seconds : status === 503 ? BUSY_SECONDS : undefined;
  return { status, sentence, ...(seconds !== undefined && { headers: { 'retry-after': `${seconds}` } }) };
}

const NOT_THERE: readonly string[] = ['not-found', 'event-not-found', 'ticket-not-found'];

/** The page for refusals that no form shows itself. */
export function shopRefusalRenderer(shop: ShopOptions): RefusalRenderer {
  return (refused, request) => {
    const visitor = visitorOf(request, shop);
    const say = shopTexts(visitor.language);
    const { status, sentence, headers } = sentenceOf(refused, visitor);
    const isOrder = refused.kind === 'order-not-found';
    const isMissing = isOrder || NOT_THERE.includes(refused.kind);
    const lead = isOrder ? say('noSuchOrderFor') : isMissing ? say('noSuchPageFor') : sentence;
    const title = isOrder ? say('noSuchOrder') : say(isMissing ? 'noSuchPage' : 'failed');
    const main = html`<p><a href="${addressFor(visitor, '/')}">${say('toStart')}</a></p>`;
    return shopPage(visitor, { title, lead, main, status: isMissing ? 404 : status }, headers);
  };
}
