import type { FastifyRequest } from 'fastify';
import type { Refusal, RefusalFacts } from '../../core/refusal.ts';
import type { HttpRefusal, HttpRefusalFacts } from '../../http/http-refusal.ts';
import { statusOf } from '../../http/refusal-status.ts';
import type { RefusalRenderer } from '../../http/server.ts';
import { html } from '../../pages/html.ts';
import { page } from '../../pages/layout.ts';
import { roleTexts } from '../../pages/role-texts.ts';
import { languageOf } from '../../pages/sign-in.ts';
import { type Language, type Words, wordsIn } from '../../pages/texts.ts';
import { codesTexts } from './codes-texts.ts';
import { clerkOf, type DeskWords, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { giftsTexts } from './gifts-texts.ts';
import { moneyTexts } from './money-texts.ts';

type Facts = RefusalFacts & HttpRefusalFacts;
type Say = ReturnType<typeof deskTexts>;

/** The desk's words for a refusal. */
type DeskRefusal<Kind extends keyof Facts> = (
  say: Say,
  facts: Facts[Kind],
  words: Words,
  language: Language,
) => string;

const gone = (say: Say) => say('notFound');
const unreadable = (say: Say) => say('unreadable');
const failed = (say: Say) => say('unavailable');
const busy = (say: Say) => say('overloaded');

const UNFIT = {
  channel: 'notHere',
  seller: 'notHere',
  'ticket-type': 'forOthers',
  event: 'forOthers',
  category: 'forOthers',
  day: 'forOtherDays',
  weekday: 'forOtherDays',
  'entry-time': 'forOtherTimes',
} as const;

const DESK_REFUSALS: { readonly [Kind in keyof Facts]?: DeskRefusal<Kind> } = {
  forbidden: (say, { role }, _words, language) => say('forbidden', { role: roleTexts(language)(role) }),
  'method-not-allowed': gone,
  'date-past': (say, { day }, words) => say('datePast', { day: words.day(day) }),
  'not-an-event-day': (say, { eventName, day }, words) =>
    say('notAnEventDay', { event: eventName, day: words.day(day) }),
  'museum-closed': (say, { day }, words) => say('museumClosed', { day: words.day(day) }),
  'sold-out': (say, { day, event, entryTime }, words) => {
    if (entryTime !== undefined) return say('soldOutAtTime', { time: entryTime, day: words.day(day) });
    return event === undefined
      ? say('soldOut', { day: words.day(day) })
      : say('soldOutEvent', { event: event.name, day: words.day(day) });
  },
  'not-announced': (say) => say('notAnnounced'),
  'event-sold': (say) => say('eventSold'),
  'too-far-ahead': (say, { last }, words) => say('tooFarAhead', { day: words.day(last) }),
  'category-not-sold': (say, { name }) => say('categoryNotSold', { category: name }),
  'category-in-use': (say, { removed, changed }, words) =>
    say('categoryInUse', { categories: words.list([...removed, ...changed]) }),
  'category-unknown': (say) => say('categoryGone'),
  'entry-time-needed': (say, { day }, words) => say('entryTimeNeeded', { day: words.day(day) }),
  'no-such-entry-time': (say, { day, entryTime }, words) =>
    say('noSuchEntryTime', { time: entryTime, day: words.day(day) }),
  'time-over': (say, { day, entryTime }, words) => say('timeOver', { time: entryTime, day: words.day(day) }),
  'day-full-of-events': (say, { days, limit }, words) =>
    say('dayFullOfEvents', { limit, days: words.list(days.map(words.day)) }),
  'times-missing': (say, { day, entryTimes }, words) =>
    say('timesMissing', { day: words.day(day), times: words.list(entryTimes) }),
  'events-undecided': (say, { events }, words) =>
    say('eventsUndecided', { events: words.list(events.map(({ name }) => name)) }),
  'event-cancelled': (say, { closed }, words) => {
    if (closed === undefined) return say('eventGone');
    const [day, reason] = [words.day(closed.day), closed.reason];
    return reason === null ? say('museumClosed', { day }) : say('museumClosedFor', { day, reason });
  },
  'code-invalid': (_say, _facts, _words, language) => codesTexts(language)('invalid'),
  'code-used-up': (_say, _facts, _words, language) => codesTexts(language)('isUsedUp'),
  'code-not-applicable': (_say, { because }, _words, language) => codesTexts(language)(UNFIT[because]),
  'too-many-guesses': (_say, _facts, _words, language) => codesTexts(language)('tooMany'),
  'gift-amount-invalid': (_say, { least, most, currency }, words, language) =>
    giftsTexts(language)('outOfBounds', {
      least: words.money(least, currency),
      most: words.money(most, currency),
    }),
  'gift-not-found': (_say, _facts, _words, language) => giftsTexts(language)('notFound'),
  'gift-for-gift': (_say, _facts, _words, language) => giftsTexts(language)('notForGifts'),
  'gift-not-valid': (_say, facts, words, language) => {
    const say = giftsTexts(language);
    if (facts.because === 'expired') return say('isExpired', { day: words.day(facts.validTo) });
    return facts.because === 'used-up' ? say('isUsedUp') : say('otherCurrency', facts);
  },
  'gift-balance-too-low': (_say, { balance, currency }, words, language) =>
    giftsTexts(language)('notEnough', { balance: words.money(balance, currency) }),
  'article-invalid': (say) => say('articleInvalid'),
  'article-not-sold': (say, { name, because }) =>
    say(because === 'ticket' ? 'articleWithTicket' : 'articleNotSold', { name }),
  'article-in-use': (say, { removed, changed }, words) =>
    say('articleInUse', { articles: words.list([...removed, ...changed]) }),
  'cards-overlap': (say, { cards }, words) => say('cardsOverlap', { cards: words.list([...cards]) }),
  'article-not-ordered': (say) => say('articleNotOrdered'),
  'article-not-left': (say, { left }) => say('articleNotLeft', { left }),
  'ticket-void': (say) => say('ticketVoid'),
  'ticket-admitted': (say) => say('ticketAdmitted'),
  'order-sold': (say) => say('orderSold'),
  'order-not-sold': (say) => say('orderNotSold'),
  'order-for-move': (say) => say('orderForMove'),
  'order-void': (say) => say('orderVoid'),
  'not-of-order': (say) => say('notFound'),
  'nothing-to-exchange': (say) => say('ticketVoid'),
  'order-cancelled': (say) => say('orderCancelled'),
  'hold-expired': (say) => say('holdExpired'),
  'payments-not-total': (_say, { total, currency }, words, language) =>
    moneyTexts(language)('notTotal', { total: words.money(total, currency) }),
  'refund-too-high': (_say, { remains, currency }, words, language) =>
    moneyTexts(language)('tooHigh', { most: words.money(remains, currency) }),
  'not-undoable': (say, facts) => say('visitId' in facts ? 'countNotUndoable' : 'notUndoable'),
  'more-left-than-came': (say, { inside }) => say('moreLeftThanCame', { count: inside }),
  'idempotency-key-reused': (say) => say('formSent'),
  'check-in-id-reused': (say) => say('formSent'),
  'visit-id-reused': (say) => say('formSent'),
  'idempotency-key-in-use': busy,
  overloaded: busy,
  'too-many-sign-ins': busy,
  'malformed-request': unreadable,
  'invalid-request': unreadable,
  'expectation-failed': unreadable,
  'not-acceptable': unreadable,
  'precondition-failed': unreadable,
  'unsupported-media-type': unreadable,
  'body-too-large': (say) => say('tooLarge'),
  'database-unavailable': failed,
  'shutting-down': failed,
};

/** Where the status is another one than for programs. */
const OTHER_STATUSES: { readonly [Kind in keyof Facts]?: number } = {
  'category-unknown': 409,
  'idempotency-key-reused': 409,
  'check-in-id-reused': 409,
  'visit-id-reused': 409,
  'idempotency-key-in-use': 503,
};

/** Seconds, as in the API's answers. */
const RETRY_AFTER = '2';

const unexpected = (say: Say) => say('internal');

/** A refusal as one sentence for somebody at the desk. */
export function sentenceOf(
  { kind, facts }: Refusal | HttpRefusal,
  language: Language,
  words: Words,
): { readonly status: number; readonly sentence: string } {
  const known = (DESK_REFUSALS[kind] ?? (statusOf(kind) === 404 ? gone : undefined)) as
    | DeskRefusal<never>
    | undefined;
  const status = known === undefined ? 500 : (OTHER_STATUSES[kind] ?? statusOf(kind));
  return { status, sentence: (known ?? unexpected)(deskTexts(language), facts as never, words, language) };
}

/** The page for refusals at the desk that no form shows itself. */
export function deskRefusalRenderer(desk: DeskWords): RefusalRenderer {
  return (refused, request) => {
    const language = languageOf(request, desk.settings.now.language);
    const { status, sentence } = sentenceOf(refused, language, wordsIn(language, desk));
    const say = deskTexts(language);
    const title = say(status >= 500 ? 'failed' : status === 404 ? 'noSuchPage' : 'refused');
    const main = html`<p>${sentence}</p>
<p><a href="/desk">${say('toDesk')}</a></p>`;
    const answer = answerTo(request, desk, { title, main }, status, language);
    return status === 503
      ? { ...answer, headers: { ...answer.headers, 'retry-after': RETRY_AFTER } }
      : answer;
  };
}

function answerTo(
  request: FastifyRequest,
  desk: DeskWords,
  parts: { readonly title: string; readonly main: ReturnType<typeof html> },
  status: number,
  language: Language,
) {
  if (request.session) return deskPage({ ...desk, ...clerkOf(request, desk) }, { ...parts, status });
  return page(desk, { ...parts, language }, status);
}
