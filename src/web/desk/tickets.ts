import { otherImportedCodes, readOrderCode, spelledCode, withoutMarks } from '../../codes/index.ts';
import type { Actor } from '../../core/actor.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { isAddrSpec } from '../../core/email.ts';
import { may } from '../../core/permissions.ts';
import { Refusal } from '../../core/refusal.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { type EventSales, findEventSales } from '../../events/index.ts';
import { identifyCode } from '../../gate/index.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import type { Product } from '../../offers/index.ts';
import { findOrders, type Order, totalOf } from '../../orders/index.ts';
import {
  EMAIL_INPUT,
  type Fields,
  fieldsOf,
  momentIn,
  type Submitted,
  VERBATIM_INPUT,
} from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { type Column, groupedTable, table } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import {
  ADMITS_TO,
  type FactName,
  factTexts,
  findImportedId,
  findTickets,
  getTicket,
  recordsOf,
  type Ticket,
  type TicketRecord,
  ticketFacts,
} from '../../tickets/index.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { nameAndPlaceText } from './event-name.ts';
import { findTexts } from './find-texts.ts';
import { giftsTexts } from './gifts-texts.ts';
import { GIFTS, orderAddress, orderLink, ticketAddress, ticketLink } from './links.ts';
import { stateInWords } from './order-page.ts';
import { orderTexts } from './order-texts.ts';
import { faultsAmong, formTo, typedIn } from './post-form.ts';
import { orderCodesOf } from './sold-with.ts';

const SHOWN = 100;
/** How far from the time that somebody remembers a ticket may have been sold. */
const ABOUT_MS = 30 * 60_000;

type Name = 'code' | 'email' | 'date' | 'what' | 'sold';
type Asked = Readonly<Record<Name, string>>;

const GENERAL = 'general';

/** A day that was asked for, with its events. */
interface AskedDay {
  readonly day: CalendarDay;
  readonly events: readonly EventSales[];
}

/**
 * The search for tickets. The form is posted, so that no e-mail address gets into a URL. A day may be in the URL, so that the
 * browser can return to the list without sending the form again.
 */
export function showTickets(desk: DeskRequest): Answer | Promise<Answer> {
  const [date = '', what = '', sold = ''] = ['date', 'what', 'sold'].map(
    (name) => desk.query.get(name) ?? '',
  );
  if (date === '' && sold === '') return findPage(desk, {});
  return find(desk, { code: '', email: '', date, what, sold });
}

export function searchTickets(desk: DeskRequest) {
  const { code = '', email = '', date = '', what = '', sold = '' } = typedIn(formOf(desk.request));
  const isOfDay = code === '' && email === '' && parseCalendarDay(date) !== undefined;
  if (isOfDay)
    return seeOther(`/desk/tickets?${new URLSearchParams({ date, what, ...(sold && { sold }) })}#found`);
  return find(desk, { code, email, date, what, sold });
}

async function find(desk: DeskRequest, values: Asked): Promise<Answer> {
  const orders = await ordersWith(desk, values.code);
  const [order, another] = orders;
  if (order !== undefined && another === undefined) return seeOther(orderAddress(order.orderId));
  const asked = await askedDay(desk, values);
  if (order !== undefined) return findPage(desk, { submitted: { values }, asked, orders });
  const meant = values.code === '' ? undefined : await readTicketReference(values.code, desk);
  const submitted = { values, ...wrongIn(desk, values, meant) };
  if (submitted.fault ?? submitted.faults) return findPage(desk, { submitted, asked });
  const found = await search(desk, values, { asked, meant });
  const [only] = found;
  if (values.code !== '' && only !== undefined && found.length === 1)
    return seeOther(ticketAddress(only.ticketId));
  const records = await recordsOf(desk.store, found.slice(0, SHOWN), await desk.days.current());
  const orderCodes = await orderCodesOf(desk.store, found);
  return findPage(desk, { submitted, asked, found: { records, orderCodes, isAll: found.length <= SHOWN } });
}

/** The order whose code was typed or scanned, or those with that reference of their seller's, the newest first. */
async function ordersWith({ actor, store, finder }: DeskRequest, code: string): Promise<Order[]> {
  if (code === '') return [];
  const references = [code, ...otherImportedCodes(code).map(({ text }) => text)];
  const filters = [
    ...(readOrderCode(code) === undefined ? [] : [{ orderCode: code }]),
    ...references.map((reference) => ({ reference })),
  ];
  for (const filter of filters) {
    const found = await findOrders(store, actor, { ...filter, limit: SHOWN }, finder.contacts);
    if (found.length > 0) return found;
  }
  return [];
}

async function askedDay({ store }: DeskOptions, { date }: Asked): Promise<AskedDay | undefined> {
  const day = parseCalendarDay(date);
  return day && { day, events: await findEventSales(store, day) };
}

function wrongIn(
  { language, terms }: DeskRequest,
  { code, email, date, sold }: Asked,
  meant: TicketReference | undefined,
): Submitted<Name> | undefined {
  const say = findTexts(language);
  if (code === '' && email === '' && date === '' && sold === '') return { fault: say('nothingAsked') };
  return faultsAmong({
    code: meant !== undefined && 'fault' in meant && say(meant.fault),
    email: email !== '' && !isAddrSpec(email) && say('emailFault'),
    date: date !== '' && parseCalendarDay(date) === undefined && say('dayFault'),
    sold: sold !== '' && momentIn(sold, terms.localOf) === undefined && say('soldFault'),
  });
}

async function search(
  desk: DeskRequest,
  { email, what, sold }: Asked,
  { asked, meant }: { readonly asked: AskedDay | undefined; readonly meant: TicketReference | undefined },
): Promise<Ticket[]> {
  const { actor } = desk;
  if (meant !== undefined && 'ticketId' in meant) return ticketWith(actor, desk, meant.ticketId);
  const { store, finder, terms } = desk;
  const about = momentIn(sold, terms.localOf);
  const product = asked && productFilter(what, asked);
  const filters = {
    limit: SHOWN + 1,
    ...(email !== '' && { email }),
    ...(asked && { day: asked.day }),
    ...(about !== undefined && { soldFrom: about - ABOUT_MS, soldTo: about + ABOUT_MS }),
    ...(product !== undefined && { product }),
    ...(meant !== undefined && 'confirmationCode' in meant && meant),
  };
  return findTickets(store, actor, filters, finder);
}

/** The ticket with that id, whatever the other criteria are. */
async function ticketWith(actor: Actor, { store, days }: DeskOptions, ticketId: Uuid): Promise<Ticket[]> {
  try {
    return [(await getTicket(store, actor, ticketId, await days.current())).ticket];
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'ticket-not-found') return [];
    throw error;
  }
}

/** Null: general entry; undefined: everything. What is not on that day was chosen for another one. */
function productFilter(what: string, { events }: AskedDay): Product | undefined {
  return what === GENERAL ? GENERAL : events.find(({ eventId }) => eventId === what)?.eventId;
}

interface Found {
  readonly records: readonly TicketRecord[];
  /** By the ids of orders. */
  readonly orderCodes: ReadonlyMap<Uuid, string>;
  readonly isAll: boolean;
}

interface Finding {
  readonly submitted?: Submitted<Name>;
  readonly asked?: AskedDay | undefined;
  readonly found?: Found;
  /** Several with the same reference. */
  readonly orders?: readonly Order[];
}

function findPage(desk: DeskRequest, { submitted, asked, found, orders }: Finding): Answer {
  const { language } = desk;
  const say = findTexts(language);
  const fields = fieldsOf<Name>(language, submitted);
  const isAsked = !found && !orders && !fields.isFaulty;
  const code = { ...VERBATIM_INPUT, autofocus: isAsked };
  const email = { ...EMAIL_INPUT, autocomplete: 'off' };
  const content = html`
    ${fields.input('code', { label: factTexts(language)('code'), hint: say('codeHint'), with: code })}
    ${fields.input('email', { label: factTexts(language)('email'), with: email })}
    ${fields.input('date', { label: say('day'), hint: say('dayHint'), with: { type: 'date' } })}
    ${asked && chooseWhat(desk, fields, asked)}
    ${fields.input('sold', { label: say('sold'), hint: say('soldHint'), with: { type: 'datetime-local' } })}
    <button class="action">${say('find')}</button>
  `;
  return deskPage(desk, {
    title: deskTexts(language)('tickets'),
    lead: say('findHint'),
    main: html`
      ${formTo(desk, '/desk/tickets#found', content)}
      ${may(desk.actor.role, 'sell-tickets') && html`<p><a href="${GIFTS}">${giftsTexts(language)('lookUp')}</a></p>`}
      ${found && foundTickets(desk, found)}
      ${orders && foundOrders(desk, orders)}
    `,
    here: '/desk/tickets',
    form: fields,
  });
}

function chooseWhat({ language }: Clerk, fields: Fields<Name>, { events }: AskedDay): Html {
  const say = findTexts(language);
  const options = [
    { value: '', text: say('everything') },
    { value: GENERAL, text: wordTexts(language)('generalEntry') },
    ...events.map(({ eventId, isCancelled, ...event }) => ({
      value: eventId,
      text: `${nameAndPlaceText(event)}${isCancelled ? ` (${factTexts(language)('event-cancelled')})` : ''}`,
    })),
  ];
  return fields.select('what', { label: say('what'), options });
}

function foundOrders(desk: Clerk, orders: readonly Order[]): Html {
  const { language, words } = desk;
  const say = orderTexts(language);
  const columns: Column<Order>[] = [
    { head: say('order'), cell: ({ orderId, orderCode }) => orderLink(orderId, orderCode) },
    { head: say('state'), cell: (order) => stateInWords(desk, order) },
    { head: say('madeAt'), cell: ({ createdAt }) => words.instant(createdAt) },
    { head: say('total'), cell: (order) => words.money(totalOf(order), order.currency), isNumber: true },
  ];
  return foundPart(table(findTexts(language)('found'), orders, columns));
}

function foundPart(content: Html): Html {
  return html`<section id="found" aria-live="polite">${content}</section>`;
}

/** One short word, such as a state or a user name, is not broken, however narrow its column gets. */
function unbroken(text: string): Piece {
  return text.length > 16 || text.includes(' ') ? text : html`<span class="unbroken">${text}</span>`;
}

/** The columns of the list; one that no ticket fills is left out. */
const LISTED: readonly FactName[] = ['code', ...ADMITS_TO, 'state', 'price', 'soldAt', 'soldBy'];

/** By order, the newest first; where all were sold alone, they need no heading. */
function foundTickets({ language, words }: Clerk, { records, orderCodes, isAll }: Found): Html {
  const say = findTexts(language);
  const short = { ...words, day: words.date, instant: words.shortInstant };
  const found = records.map((record) => ({ record, facts: ticketFacts(record, short) }));
  const shown = LISTED.filter((name) => found.some(({ facts }) => facts[name].value !== ''));
  const columns = shown.map((name): Column<(typeof found)[number]> => {
    return {
      head: factTexts(language)(name),
      cell: ({ record, facts }) =>
        name === 'code' ? ticketLink(record.ticket) : unbroken(facts[name].value),
      isNumber: name === 'price',
    };
  });
  const byOrder = Map.groupBy(found, ({ record: { ticket } }) => ticket.orderId);
  const groups = [...byOrder].map(([orderId, rows]) => {
    const orderCode = orderId && orderCodes.get(orderId);
    return { heading: orderCode ? orderLink(orderId, orderCode) : say('alone'), rows };
  });
  const isGrouped = orderCodes.size > 0;
  return foundPart(html`
    ${isGrouped ? groupedTable(say('found'), groups, columns) : table(say('found'), found, columns, say('none'))}
    ${!isAll && html`<p>${say('more')}</p>`}
  `);
}

/** The ticket that was typed or scanned, by id or code, or why it can't be told. */
type TicketReference =
  | { readonly ticketId: Uuid }
  | { readonly confirmationCode: string }
  | { readonly fault: 'codeFault' | 'forgedFault' };

/**
 * Accepts the text of a QR code from a hand scanner, an imported code, a ticket's id, or a confirmation code in any spelling.
 */
async function readTicketReference(
  text: string,
  { store, keys }: Pick<DeskOptions, 'store' | 'keys'>,
): Promise<TicketReference> {
  const importedId = await findImportedId(store, text);
  if (importedId) return { ticketId: importedId };
  const ticketId = parseUuid(withoutMarks(text));
  if (ticketId !== undefined) return { ticketId };
  const confirmationCode = spelledCode(text);
  if (confirmationCode !== undefined) return { confirmationCode };
  // Also with a revoked key: whoever brings a withdrawn code gets the new ticket here.
  const identified = await identifyCode(text, { keys }, true);
  if ('ticketId' in identified) return identified;
  return { fault: 'fault' in identified && identified.fault === 'forged' ? 'forgedFault' : 'codeFault' };
}
