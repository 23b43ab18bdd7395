import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { requirePermission } from '../../core/permissions.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid, type Uuid } from '../../core/uuid.ts';
import { asHeading, labelled } from '../../core/words.ts';
import { type Answer, send } from '../../http/answer.ts';
import { formOf } from '../../http/sessions.ts';
import { answerOnce } from '../../idempotency/index.ts';
import { GENERAL, type Offer } from '../../offers/index.ts';
import { csrfField, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, html } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import { ADMITS_TO, factLine, getTicket, type TicketRecord, ticketFacts } from '../../tickets/index.ts';
import { chooseDay, showsAnotherDay } from './choose-day.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf, deskPage } from './desk-page.ts';
import { nameAndPlaceText } from './event-name.ts';
import { pathId } from './path-id.ts';
import { placesInWords } from './places.ts';
import { offersOn, purchasesOf } from './purchases.ts';
import { sentenceOf } from './refusals.ts';
import { sellTexts } from './sell-texts.ts';
import { done, reasonIn } from './ticket.ts';
import { settlementInWords, ticketTexts } from './ticket-texts.ts';

type Name = 'what' | 'reason';

/** An exchange that somebody is putting together. */
interface Exchange {
  readonly record: TicketRecord;
  readonly day: CalendarDay;
  readonly offers: readonly Offer[];
  readonly submitted?: Submitted<Name>;
}

/** One ticket for another, all or nothing. */
export function routeExchange(app: FastifyInstance, desk: DeskOptions): void {
  const address = '/desk/tickets/:ticketId/exchange';
  app.get(address, async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const { date } = request.query as { date?: string };
    send(
      request,
      reply,
      exchangePage(clerk, desk, await begin(clerk, desk, pathId(request, 'ticketId'), date)),
    );
  });
  app.post(address, async (request, reply) => send(request, reply, await exchange(request, desk)));
}

async function begin(
  clerk: Clerk,
  desk: DeskOptions,
  ticketId: Uuid,
  date: string | null | undefined,
): Promise<Exchange> {
  requirePermission(clerk.actor, 'void-tickets');
  const record = await getTicket(desk.store, clerk.actor, ticketId, await desk.days.current());
  const day = parseCalendarDay(date ?? '') ?? desk.calendar.today();
  return { record, day, offers: await offersOn(clerk, desk, day) };
}

async function exchange(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  const form = formOf(request);
  const ticketId = pathId(request, 'ticketId');
  const begun = await begin(clerk, desk, ticketId, form.get('date'));
  const say = ticketTexts(clerk.language);
  const offer = begun.offers.find(({ product }) => product === form.get('what'));
  const reason = reasonIn(form);
  const values = { what: form.get('what') ?? '', reason: form.get('reason') ?? '' };
  if (showsAnotherDay(form)) return exchangePage(clerk, desk, { ...begun, submitted: { values } });
  if (offer === undefined || reason === undefined) {
    const faults = {
      ...(offer === undefined && { what: say('exchangeFault') }),
      ...(reason === undefined && { reason: say('reasonFault') }),
    };
    return exchangePage(clerk, desk, { ...begun, submitted: { values, faults } }, 400);
  }
  try {
    const made = await exchangeFor(clerk, desk, {
      ticketId,
      offer,
      reason,
      key: form.get('key'),
    });
    return done(made, 'exchanged');
  } catch (error) {
    if (!(error instanceof Refusal) || ['forbidden', 'ticket-not-found'].includes(error.kind)) throw error;
    const { status, sentence } = sentenceOf(error, clerk.language, clerk.words);
    return exchangePage(clerk, desk, { ...begun, submitted: { values, fault: sentence } }, status);
  }
}

interface WantedExchange {
  readonly ticketId: Uuid;
  readonly offer: Offer;
  readonly reason: string;
  /** The idempotency key of the form: sending it twice makes one exchange. */
  readonly key: string | null;
}

async function exchangeFor(
  { actor }: Clerk,
  { store, clock, till, hashes }: DeskOptions,
  { ticketId, offer, reason, key }: WantedExchange,
): Promise<Uuid> {
  const [purchase] = purchasesOf([{ offer, count: 1 }], undefined);
  if (purchase === undefined) throw new Error('Nothing was chosen.');
  const order = { ticketId, ...purchase, reason };
  const hash = hashes.of('desk: exchange', order);
  const request = {
    accountId: actor.accountId,
    key: `desk: ${isUuid(key ?? '') ? key : randomUUID()}`,
    hash,
  };
  const number = await till.takeNumber();
  const made = await answerOnce(store, clock, request, async (tx) => {
    const id = await till.exchangeTicket(tx, actor, order, number);
    return { answer: id, made: id };
  });
  return made as Uuid;
}

/** The chosen offer's field, by default that of the old ticket; empty when it is not on sale on the day. */
function chosenIn({ record: { ticket }, offers, submitted }: Exchange): string {
  const what = submitted?.values?.what || (ticket.eventId ?? GENERAL);
  return offers.some(({ product, onSale }) => onSale && product === what) ? what : '';
}

function exchangePage(clerk: Clerk, desk: DeskOptions, begun: Exchange, status = 200): Answer {
  const { language, words, session } = clerk;
  const { record, day, submitted } = begun;
  const offers = begun.offers.filter(({ onSale }) => onSale);
  const { ticket } = record;
  const say = ticketTexts(language);
  const at = `/desk/tickets/${ticket.ticketId}/exchange`;
  const what = chosenIn(begun);
  const reason = submitted?.values?.reason;
  const fields = fieldsOf<Name>(language, { ...submitted, values: { what, reason } });
  const options = offers.map(({ product, event, priceCents, left }) => {
    const places = placesInWords(clerk, left);
    const price = { priceCents, currency: desk.currency };
    const parts = [
      nameAndPlaceText(event ?? { name: wordTexts(language)('generalEntry') }),
      words.price(price),
      ...settlementInWords(language, words, ticket, price),
      labelled(language, sellTexts(language)('left'), places),
    ];
    return { value: product, text: parts.join(' · ') };
  });
  const ends = html`${fields.choice('what', { label: say('exchangeFor'), options })}${fields.input('reason', {
    label: say('reason'),
    with: { required: true, maxlength: 200, autocomplete: 'off' },
  })}<button class="action">${say('exchange')}</button>
`;
  const nothing = html`<p id="what">${sellTexts(language)('nothing', { day: words.day(day) })}</p>
<input type="hidden"${attributes({ name: 'reason', value: reason })}>
`;
  const isOffered = offers.length > 0;
  // The first button is what Enter presses: not the one that shows another day.
  const main = html`${fields.faults()}<p>${say('exchangeMeans')}</p>
<form method="post" action="${at}">
${isOffered && html`<button hidden>${say('exchange')}</button>\n`}${csrfField(session.csrfToken)}<input type="hidden" name="key" value="${randomUUID()}">
${chooseDay(language, day)}<h2>${asHeading(words.day(day))}</h2>
${isOffered ? ends : nothing}</form>
`;
  return deskPage(
    { ...clerk, query: new URLSearchParams({ date: day }) },
    desk,
    {
      title: labelled(language, say('exchange'), ticket.confirmationCode),
      lead: factLine(ticketFacts(record, words), [...ADMITS_TO, 'price']),
      main,
      here: '/desk/tickets',
      isFaulty: fields.isFaulty,
    },
    status,
  );
}
