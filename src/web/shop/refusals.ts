import type { Refusal, RefusalFacts } from '../../core/refusal.ts';
import type { HttpRefusal, HttpRefusalFacts } from '../../http/http-refusal.ts';
import { statusOf } from '../../http/refusal-status.ts';
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

/** The shop's words for a refusal, with what to do. */
type ShopRefusal<Kind extends keyof Facts> = (say: Say, facts: Facts[Kind], words: Words) => string;

const busy = (say: Say) => say('busy');
const unavailable = (say: Say) => say('unavailable');
const unreadable = (say: Say) => say('unreadable');
const tooLate = (say: Say) => say('tooLate');

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
const UNFIT = {
  channel: 'codeNotHere',
  seller: 'codeNotHere',
  'ticket-type': 'codeForOthers',
  event: 'codeForOthers',
  category: 'codeForOthers',
  day: 'codeForOtherDays',
  weekday: 'codeForOtherDays',
  'entry-time': 'codeForOtherTimes',
} as const;
/** Where the network may have fewer, but some. */
const LEFT = { 'network-desk': 'reservedLeft', 'network-free': 'freeLeft' } as const;

const SHOP_REFUSALS: { readonly [Kind in keyof Facts]?: ShopRefusal<Kind> } = {
  'sold-out': (say, { day, event, entryTime }, words) => {
    if (entryTime !== undefined) return say('soldOutTime', { time: entryTime });
    return event === undefined
      ? say('soldOut', { day: words.day(day) })
      : say('soldOutEvent', { event: event.name, day: words.day(day) });
  },
  'museum-closed': (say, { day }, words) => say('museumClosed', { day: words.day(day) }),
  'date-past': (say, { day }, words) => say('datePast', { day: words.day(day) }),
  'not-an-event-day': (say, { eventName, day }, words) =>
    say('notEventDay', { event: eventName, day: words.day(day) }),
  'event-not-found': (say) => say('eventGone'),
  'too-far-ahead': (say, { last }, words) => say('tooFarAhead', { day: words.day(last) }),
  'category-not-sold': (say, { name }) => say('categoryNotSold', { category: name }),
  'category-unknown': (say) => say('pricesChanged'),
  'article-invalid': (say) => say('pricesChanged'),
  'article-not-sold': (say, { name, because }) =>
    say(because === 'ticket' ? 'articleWithTicket' : 'articleNotSold', { name }),
  'entry-time-needed': (say) => say('timeNeeded'),
  'no-such-entry-time': (say, { entryTime }) => say('timeGone', { time: entryTime }),
  'time-over': (say, { entryTime }) => say('timeGone', { time: entryTime }),
  'too-many-held': sayTooMany,
  'order-unconfirmed': (say, { isLate }) => say(isLate ? 'confirmedLate' : 'unconfirmed'),
  'hold-expired': (say) => say('holdExpired'),
  'order-cancelled': (say) => say('orderCancelled'),
  'order-void': (say) => say('orderCancelled'),
  'order-sold': (say) => say('orderSold'),
  'ticket-void': (say) => say('orderCancelled'),
  'event-cancelled': (say, { closed }, words) => {
    if (closed === undefined) return say('eventGone');
    const [day, reason] = [words.day(closed.day), closed.reason];
    return reason === null ? say('museumClosed', { day }) : say('museumClosedFor', { day, reason });
  },
  'ticket-admitted': tooLate,
  'too-late-to-void': tooLate,
  'too-many-requests': (say) => say('tooFast'),
  'too-many-guesses': (say) => say('codeTooMany'),
  'code-invalid': (say) => say('codeInvalid'),
  'code-used-up': (say) => say('codeUsedUp'),
  'code-needed': (say) => say('codeNeeded'),
  'code-not-applicable': (say, { because }) => say(UNFIT[because]),
  'gift-not-found': (say) => say('giftNotFound'),
  'gift-amount-invalid': (say, { least, most, currency }, words) =>
    say('giftAmount', { least: words.money(least, currency), most: words.money(most, currency) }),
  'gift-for-gift': (say) => say('giftForGift'),
  'gift-not-valid': (say, facts, words) => {
    if (facts.because === 'expired') return say('giftExpired', { day: words.date(facts.validTo) });
    if (facts.because === 'other-currency') return say('giftOtherCurrency', { currency: facts.currency });
    return say('giftUsedUp');
  },
  'gift-balance-too-low': (say) => say('giftTooLow'),
  overloaded: busy,
  'database-unavailable': unavailable,
  'shutting-down': unavailable,
  'malformed-request': unreadable,
  'not-acceptable': unreadable,
  'precondition-failed': unreadable,
  'invalid-request': unreadable,
  'expectation-failed': unreadable,
  'unsupported-media-type': unreadable,
  'body-too-large': unreadable,
};

/** Where the status is another one than for programs. */
const OTHER_STATUSES: { readonly [Kind in keyof Facts]?: number } = {
  'event-not-found': 409,
  'category-unknown': 409,
  'ticket-void': 410,
};

function sayTooMany(say: Say, { limit, left = 0 }: Facts['too-many-held']): string {
  const isSome = left > 0 && (limit === 'network-desk' || limit === 'network-free');
  return isSome ? say(LEFT[limit], { count: left }) : say(HELD[limit]);
}

/** Seconds, as in the API's answers. */
const BUSY_SECONDS = 2;

const unexpected = (say: Say) => say('internal');

/** A refusal as a sentence for visitors. */
export function visitorsSentence({ kind, facts }: Refusal | HttpRefusal, { language, words }: Visitor) {
  const known = SHOP_REFUSALS[kind] as ShopRefusal<never> | undefined;
  const status = known === undefined ? 500 : (OTHER_STATUSES[kind] ?? statusOf(kind));
  const sentence = (known ?? unexpected)(shopRefusalsTexts(language), facts as never, words);
  const seconds = 'seconds' in facts ? facts.seconds : status === 503 ? BUSY_SECONDS : undefined;
  return { status, sentence, ...(seconds !== undefined && { headers: { 'retry-after': `${seconds}` } }) };
}

const NOT_THERE: readonly string[] = ['not-found', 'event-not-found', 'ticket-not-found'];

/** The page for refusals that no form shows itself. */
export function shopRefusalRenderer(shop: ShopOptions): RefusalRenderer {
  return (refused, request) => {
    const visitor = visitorOf(request, shop);
    const say = shopTexts(visitor.language);
    const { status, sentence, headers } = visitorsSentence(refused, visitor);
    const isOrder = refused.kind === 'order-not-found';
    const isMissing = isOrder || NOT_THERE.includes(refused.kind);
    const lead = isOrder ? say('noSuchOrderFor') : isMissing ? say('noSuchPageFor') : sentence;
    const title = isOrder ? say('noSuchOrder') : say(isMissing ? 'noSuchPage' : 'failed');
    const main = html`<p><a class="button action" href="${addressFor(visitor, '/')}">${say('toStart')}</a></p>`;
    return shopPage(visitor, { title, lead, main, status: isMissing ? 404 : status }, headers);
  };
}
