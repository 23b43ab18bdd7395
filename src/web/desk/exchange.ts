import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { REASON_CHARACTERS } from '../../core/text.ts';
import { isUuid, type Uuid } from '../../core/uuid.ts';
import { asHeading, labelled } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { answerOnce } from '../../idempotency/index.ts';
import { GENERAL, type Offer } from '../../offers/index.ts';
import { fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, html } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import { ADMITS_TO, factLine, getTicket, type TicketRecord, ticketFacts } from '../../tickets/index.ts';
import { chooseDay, showsAnotherDay } from './choose-day.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { done } from './done.ts';
import { nameAndPlaceText } from './event-name.ts';
import { pathId } from './path-id.ts';
import { placesInWords } from './places.ts';
import { faultsAmong, formTo, postForm } from './post-form.ts';
import { itemsOf, offersOn } from './purchases.ts';
import { sellTexts } from './sell-texts.ts';
import { reasonIn } from './ticket.ts';
import { settlementInWords, ticketTexts } from './ticket-texts.ts';

type Name = 'what' | 'reason' | 'date' | 'key';

/** An exchange that somebody is putting together: one ticket for another, all or nothing. */
interface Exchange {
  readonly record: TicketRecord;
  readonly day: CalendarDay;
  readonly offers: readonly Offer[];
}

async function begin(
  clerk: Clerk,
  desk: DeskOptions,
  request: FastifyRequest,
  date: string | null | undefined,
): Promise<Exchange> {
  const ticketId = pathId(request, 'ticketId');
  const record = await getTicket(desk.store, clerk.actor, ticketId, await desk.days.current());
  const day = parseCalendarDay(date ?? '') ?? desk.calendar.today();
  return { record, day, offers: await offersOn(clerk, desk, day) };
}

/** The form that exchanges a ticket. */
export async function showExchange(
  clerk: Clerk,
  desk: DeskOptions,
  request: FastifyRequest,
  submitted?: Submitted<Name>,
): Promise<Answer> {
  const begun = await begin(clerk, desk, request, submitted?.values?.date ?? clerk.query.get('date'));
  return exchangePage(clerk, desk, begun, submitted);
}

export const exchange = postForm<Name>(async (clerk, desk, { request, form, values, again }) => {
  if (showsAnotherDay(form)) return again();
  const say = ticketTexts(clerk.language);
  const { offers } = await begin(clerk, desk, request, values.date);
  const offer = offers.find(({ product }) => product === values.what);
  const reason = reasonIn(values.reason);
  if (offer === undefined || reason === undefined)
    return again(
      faultsAmong({
        what: offer === undefined && say('exchangeFault'),
        reason: reason === undefined && say('reasonFault', { most: REASON_CHARACTERS }),
      }),
    );
  const ticketId = pathId(request, 'ticketId');
  const made = await exchangeFor(clerk, desk, { ticketId, offer, reason, key: values.key ?? '' });
  return done(`/desk/tickets/${made}`, 'ticketExchanged');
}, showExchange);

interface WantedExchange {
  readonly ticketId: Uuid;
  readonly offer: Offer;
  readonly reason: string;
  /** The idempotency key of the form: sending it twice makes one exchange. */
  readonly key: string;
}

async function exchangeFor(
  { actor }: Clerk,
  { store, clock, till, hashes }: DeskOptions,
  { ticketId, offer, reason, key }: WantedExchange,
): Promise<Uuid> {
  const [item] = itemsOf([{ offer, count: 1 }]);
  if (item === undefined) throw new Error('Nothing was chosen.');
  const { quantity: _one, ...instead } = item;
  const order = { ticketId, ...instead, reason };
  const hash = hashes.of('desk: exchange', order);
  const request = {
    accountId: actor.accountId,
    key: `desk: ${isUuid(key) ? key : randomUUID()}`,
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
function chosenIn({ record: { ticket }, offers }: Exchange, submitted: Submitted<Name> = {}): string {
  const what = submitted.values?.what || (ticket.eventId ?? GENERAL);
  return offers.some(({ product, onSale }) => onSale && product === what) ? what : '';
}

function exchangePage(clerk: Clerk, desk: DeskOptions, begun: Exchange, submitted?: Submitted<Name>): Answer {
  const { language, words } = clerk;
  const { record, day } = begun;
  const offers = begun.offers.filter(({ onSale }) => onSale);
  const { ticket } = record;
  const say = ticketTexts(language);
  const at = `/desk/tickets/${ticket.ticketId}/exchange`;
  const what = chosenIn(begun, submitted);
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
    with: { required: true, maxlength: REASON_CHARACTERS, autocomplete: 'off' },
  })}<button class="action">${say('exchange')}</button>
`;
  const nothing = html`<p id="what">${sellTexts(language)('nothing', { day: words.day(day) })}</p>
<input type="hidden"${attributes({ name: 'reason', value: reason })}>
`;
  const isOffered = offers.length > 0;
  // The first button is what Enter presses: not the one that shows another day.
  const content = html`${isOffered && html`<button hidden>${say('exchange')}</button>\n`}${fields.hidden('key', randomUUID())}${chooseDay(language, day)}<h2>${asHeading(words.day(day))}</h2>
${isOffered ? ends : nothing}`;
  return deskPage({ ...clerk, query: new URLSearchParams({ date: day }) }, desk, {
    title: labelled(language, say('exchange'), ticket.confirmationCode),
    lead: factLine(ticketFacts(record, words), [...ADMITS_TO, 'price']),
    main: html`<p>${say('exchangeMeans')}</p>\n${formTo(clerk, at, content)}`,
    here: '/desk/tickets',
    form: fields,
  });
}
