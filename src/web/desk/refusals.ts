import type { FastifyRequest } from 'fastify';
import type { Refusal, RefusalFacts } from '../../core/refusal.ts';
import type { HttpRefusal, HttpRefusalFacts } from '../../http/http-refusal.ts';
import type { RefusalRenderer } from '../../http/server.ts';
import { html } from '../../pages/html.ts';
import { page } from '../../pages/layout.ts';
import { roleTexts } from '../../pages/role-texts.ts';
import { languageOf } from '../../pages/sign-in.ts';
import { type Language, type Words, wordsIn } from '../../pages/texts.ts';
import { clerkOf, type DeskWords, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { moneyTexts } from './money-texts.ts';

type Facts = RefusalFacts & HttpRefusalFacts;
type Say = ReturnType<typeof deskTexts>;

/** The desk's words for a refusal, and its status. */
interface DeskRefusal<Kind extends keyof Facts> {
  readonly status: number;
  say(say: Say, facts: Facts[Kind], words: Words, language: Language): string;
}

const gone = { status: 404, say: (say: Say) => say('notFound') };
const unreadable = { status: 400, say: (say: Say) => say('unreadable') };
const failed = { status: 503, say: (say: Say) => say('unavailable') };
const busy = { status: 503, say: (say: Say) => say('overloaded') };
const notUndoable = { status: 409, say: (say: Say) => say('notUndoable') };

const DESK_REFUSALS: { readonly [Kind in keyof Facts]?: DeskRefusal<Kind> } = {
  forbidden: {
    status: 403,
    say: (say, { role }, _words, language) => say('forbidden', { role: roleTexts(language)(role) }),
  },
  'not-found': gone,
  'event-not-found': gone,
  'ticket-not-found': gone,
  'order-not-found': gone,
  'check-in-not-found': gone,
  'exception-not-found': gone,
  'webhook-not-found': gone,
  'delivery-not-found': gone,
  'method-not-allowed': { ...gone, status: 405 },
  'date-past': { status: 409, say: (say, { day }, words) => say('datePast', { day: words.day(day) }) },
  'not-an-event-day': {
    status: 409,
    say: (say, { eventName, day }, words) => say('notAnEventDay', { event: eventName, day: words.day(day) }),
  },
  'museum-closed': {
    status: 409,
    say: (say, { day }, words) => say('museumClosed', { day: words.day(day) }),
  },
  'sold-out': {
    status: 409,
    say: (say, { day, event, entryTime }, words) => {
      if (entryTime !== undefined) return say('soldOutAtTime', { time: entryTime, day: words.day(day) });
      return event === undefined
        ? say('soldOut', { day: words.day(day) })
        : say('soldOutEvent', { event: event.name, day: words.day(day) });
    },
  },
  'too-far-ahead': {
    status: 409,
    say: (say, { last }, words) => say('tooFarAhead', { day: words.day(last) }),
  },
  'category-not-sold': { status: 409, say: (say, { name }) => say('categoryNotSold', { category: name }) },
  'category-in-use': {
    status: 409,
    say: (say, { removed, changed }, words) =>
      say('categoryInUse', { categories: words.list([...removed, ...changed]) }),
  },
  'category-unknown': { status: 409, say: (say) => say('categoryGone') },
  'entry-time-needed': {
    status: 409,
    say: (say, { day }, words) => say('entryTimeNeeded', { day: words.day(day) }),
  },
  'no-such-entry-time': {
    status: 409,
    say: (say, { day, entryTime }, words) => say('noSuchEntryTime', { time: entryTime, day: words.day(day) }),
  },
  'time-over': {
    status: 409,
    say: (say, { day, entryTime }, words) => say('timeOver', { time: entryTime, day: words.day(day) }),
  },
  'day-full-of-events': {
    status: 409,
    say: (say, { days, limit }, words) =>
      say('dayFullOfEvents', { limit, days: words.list(days.map(words.day)) }),
  },
  'event-cancelled': { status: 410, say: (say) => say('eventGone') },
  'ticket-void': { status: 409, say: (say) => say('ticketVoid') },
  'ticket-admitted': { status: 409, say: (say) => say('ticketAdmitted') },
  'order-sold': { status: 409, say: (say) => say('orderSold') },
  'order-not-sold': { status: 409, say: (say) => say('orderNotSold') },
  'order-void': { status: 409, say: (say) => say('orderVoid') },
  'order-cancelled': { status: 409, say: (say) => say('orderCancelled') },
  'hold-expired': { status: 409, say: (say) => say('holdExpired') },
  'refund-too-high': {
    status: 409,
    say: (_say, { remains, currency }, words, language) =>
      moneyTexts(language)('tooHigh', { most: words.money(remains, currency) }),
  },
  'not-undoable': notUndoable,
  'idempotency-key-reused': { status: 409, say: (say) => say('formSent') },
  'check-in-id-reused': { status: 409, say: (say) => say('formSent') },
  'idempotency-key-in-use': busy,
  overloaded: busy,
  'too-many-sign-ins': { ...busy, status: 429 },
  'malformed-request': unreadable,
  'invalid-request': unreadable,
  'expectation-failed': { ...unreadable, status: 417 },
  'not-acceptable': { ...unreadable, status: 406 },
  'precondition-failed': { ...unreadable, status: 412 },
  'unsupported-media-type': { ...unreadable, status: 415 },
  'body-too-large': { status: 413, say: (say) => say('tooLarge') },
  'database-unavailable': failed,
  'shutting-down': failed,
};

/** Seconds, as in the API's answers. */
const RETRY_AFTER = '2';

const UNEXPECTED: DeskRefusal<never> = { status: 500, say: (say) => say('internal') };

/** A refusal as one sentence for somebody at the desk. */
export function sentenceOf(
  { kind, facts }: Refusal | HttpRefusal,
  language: Language,
  words: Words,
): { readonly status: number; readonly sentence: string } {
  const { status, say } = (DESK_REFUSALS[kind] ?? UNEXPECTED) as DeskRefusal<never>;
  return { status, sentence: say(deskTexts(language), facts as never, words, language) };
}

/** The page for refusals at the desk that no form shows itself. */
export function deskRefusalRenderer(desk: DeskWords): RefusalRenderer {
  return (refused, request) => {
    const language = languageOf(request, desk.museumLanguage);
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
  const { museumName, isDemo } = desk;
  return page({ ...parts, language, museumName, isDemo }, status);
}
