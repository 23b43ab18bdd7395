import { findUsernames } from '../../../accounts/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../../core/calendar-day.ts';
import { parseUuid, type Uuid } from '../../../core/uuid.ts';
import { getEventOverview } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { csvAnswer } from '../../../http/csv.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { eventIn, GENERAL } from '../../../offers/index.ts';
import {
  type CalledOffDays,
  type CancelledSale,
  findCancelledSales,
  payBackCancelledSale,
} from '../../../orders/index.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { folded, section } from '../../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../../pages/table.ts';
import { wordTexts } from '../../../pages/texts.ts';
import { isPaymentMethod } from '../../../payments/index.ts';
import { decimal } from '../../../reports/index.ts';
import { callingOffTexts } from '../calling-off-texts.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { eventAddress, orderAddress, pathId, ticketAddress } from '../links.ts';
import { moneyTexts } from '../money-texts.ts';
import { formTo, postForm } from '../post-form.ts';
import { methodOptions } from '../refund-fields.ts';
import { holdersTexts } from './holders-texts.ts';

type Name = 'method';

/** How many sales the page shows to be marked one by one. */
const SHOWN = 100;
/** How many sales one press marks as paid back: each is a transaction. */
const MARKED_AT_ONCE = 500;

/** The page about an event, or about general entry on a day. */
export function holdersAddress({ product, day }: CalledOffDays): string {
  const eventId = eventIn(product);
  return `${eventId === null ? `/desk/calendar/${day}` : eventAddress(eventId)}/holders`;
}

/** Who holds tickets for what was called off, what is due to each, and what was paid back. */
export async function showHolders(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language } = desk;
  const say = holdersTexts(language);
  const known = await knowHolders(desk);
  const { off, name, due } = known;
  const at = holdersAddress(off);
  const fields = fieldsOf<Name>(language, submitted);
  const options = methodOptions(language);
  const figures = { count: due.length, sum: sumsOf(desk, due) };
  const rest = due.length - SHOWN;
  const choice = html`
    ${fields.select('method', { label: say('how'), options, with: { required: true } })}
    ${dueTable(desk, known)}
    ${rest > 0 && html`<p>${say('more', { count: rest })}</p>`}
    <p class="actions">
      <button class="action" name="all" value="1">${say('markAll', figures)}</button>
    </p>
  `;
  const form = html`
    <p>${say('means')}</p>
    ${formTo(desk, at, choice)}`;
  const main = html`
    ${section(say('toPayBack'), due.length > 0 ? form : html`<p class="quiet">${say('noneDue')}</p>`)}
    ${othersPart(desk, known)}
    ${endedPart(desk, known, 'moved', 'movedAt')}
    ${endedPart(desk, known, 'settled', 'settledAt')}
    ${known.sales.length > 0 && html`<p><a href="${at}.csv">${say('csv')}</a></p>`}
  `;
  return deskPage(desk, {
    title: say('title', { name }),
    lead: due.length > 0 ? say('due', figures) : say('noneDue'),
    main,
    here: eventIn(off.product) === null ? '/desk/calendar' : '/desk/events',
    form: fields,
  });
}

/** The holders as a file: a row for each sale, and for what was paid back of it. */
export async function downloadHolders(desk: DeskRequest): Promise<Answer> {
  const { off, sales, sellers } = await knowHolders(desk);
  const rows = sales.map(({ tickets, ...sale }) => [
    codeOf({ tickets, ...sale }),
    daysOf({ tickets }).join(' '),
    tickets.length,
    sale.contact?.email ?? '',
    sale.contact?.phone ?? '',
    sellers.get(tickets[0].soldBy) ?? '',
    sale.paidBy.join(' '),
    decimal(sale.dueCents),
    decimal(sale.onlineCents),
    tickets[0].currency,
    instantIn(sale.settledAt),
    instantIn(sale.movedAt),
  ]);
  const columns = ['sale', 'dates', 'tickets', 'email', 'phone', 'soldBy', 'paidBy'];
  const money = ['due', 'online', 'currency', 'settledAt', 'movedAt'];
  const answer = csvAnswer(`holders-${off.day ?? off.product}`, { columns: [...columns, ...money], rows });
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } };
}

function instantIn(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString();
}

/** Marks one sale as paid back, or all that are due. */
export const payBackHolders = postForm<Name>(async (desk, { form, values, again }) => {
  const { method } = values;
  if (!isPaymentMethod(method)) return again({ faults: { method: holdersTexts(desk.language)('howFault') } });
  const one = parseUuid(form.get('sale') ?? '');
  const { off, due } = await knowHolders(desk);
  const asked = due.filter(({ saleId }) => form.has('all') || saleId === one).slice(0, MARKED_AT_ONCE);
  let count = 0;
  for (const { saleId } of asked) {
    const marked = await desk.store.transaction((tx) =>
      payBackCancelledSale(tx, desk.actor, { ...off, saleId, method }, desk.selling),
    );
    if (marked) count += 1;
  }
  const at = holdersAddress(off);
  return count === 0 ? done(at, 'nothing') : done(at, 'paidBack', { count });
}, showHolders);

interface Holders {
  readonly off: CalledOffDays;
  /** That of the event, or general entry on its day. */
  readonly name: string;
  readonly sales: readonly CancelledSale[];
  /** Those of them with something to be paid back by hand. */
  readonly due: readonly CancelledSale[];
  /** User names by id. */
  readonly sellers: ReadonlyMap<Uuid, string>;
}

async function knowHolders(desk: DeskRequest): Promise<Holders> {
  const { actor, store } = desk;
  const { off, name } = await calledOffIn(desk);
  const sales = await findCancelledSales(store, actor, off);
  const sellers = await findUsernames(store, [...new Set(sales.map(({ tickets }) => tickets[0].soldBy))]);
  return { off, name, sales, due: sales.filter(({ dueCents }) => dueCents > 0), sellers };
}

/** What the address of the page names: an event, or a day. @throws HttpRefusal not-found */
async function calledOffIn(desk: DeskRequest): Promise<Pick<Holders, 'off' | 'name'>> {
  const { actor, store, request, language, words } = desk;
  const { day: named } = request.params as { readonly day?: string };
  if (named === undefined) {
    const { event } = await getEventOverview(store, actor, pathId(request, 'eventId'));
    return { off: { product: event.eventId }, name: event.name };
  }
  const day = parseCalendarDay(named);
  if (day === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  const general = wordTexts(language)('generalEntry');
  const name = callingOffTexts(language)('eventOn', { event: general, days: words.date(day) });
  return { off: { product: GENERAL, day }, name };
}

function dueTable(clerk: Clerk, { due, sellers }: Holders): Html {
  const { language, words } = clerk;
  const say = holdersTexts(language);
  const paidBy = (sale: CancelledSale) =>
    sale.paidBy.length === 0
      ? say('bySeller', { seller: sellers.get(sale.tickets[0].soldBy) ?? '' })
      : words.list(sale.paidBy.map((method) => moneyTexts(language)(method)));
  const mark = (sale: CancelledSale) => {
    const named = { name: 'sale', value: sale.saleId, 'aria-label': say('markOne', { sale: codeOf(sale) }) };
    return html`<button class="plain"${attributes(named)}>${say('mark')}</button>`;
  };
  return table(unseenCaption(say('toPayBack')), due.slice(0, SHOWN), [
    ...saleColumns(clerk, sellers).slice(0, -1), // who sold it stands under how it was paid
    { head: say('paidBy'), cell: paidBy },
    { head: say('amount'), cell: (sale) => words.money(sale.dueCents, currencyOf(sale)), isNumber: true },
    { head: say('mark'), cell: mark },
  ]);
}

/** Sales of which nothing is due by hand. */
function othersPart(clerk: Clerk, { sales, sellers }: Holders): Html | undefined {
  const { language, words } = clerk;
  const say = holdersTexts(language);
  const others = sales.filter(({ dueCents, settledAt, movedAt }) => {
    return dueCents === 0 && settledAt === undefined && movedAt === undefined;
  });
  if (others.length === 0) return undefined;
  const amount = (sale: CancelledSale) => words.money(sale.onlineCents, currencyOf(sale));
  const waiting = (sale: CancelledSale) => words.money(sale.waitingCents, currencyOf(sale));
  const columns = [
    ...saleColumns(clerk, sellers),
    { head: say('amountOnline'), cell: amount, isNumber: true },
    { head: say('amountWaiting'), cell: waiting, isNumber: true },
  ];
  return folded(say('nothingDue'), table(unseenCaption(say('nothingDue')), others, columns));
}

/** Sales of whose tickets that became, with when. */
function endedPart(
  clerk: Clerk,
  { sales, sellers }: Holders,
  title: 'moved' | 'settled',
  when: 'movedAt' | 'settledAt',
): Html | undefined {
  const { language, words } = clerk;
  const say = holdersTexts(language);
  const ended = sales.filter((sale) => sale[when] !== undefined);
  if (ended.length === 0) return undefined;
  const at = (sale: CancelledSale) => words.instant(sale[when] ?? 0);
  const columns = [...saleColumns(clerk, sellers), { head: say('settledAt'), cell: at }];
  return folded(say(title), table(unseenCaption(say(title)), ended, columns));
}

function saleColumns({ language, words }: Clerk, sellers: Holders['sellers']): Column<CancelledSale>[] {
  const say = holdersTexts(language);
  const link = (sale: CancelledSale) => {
    const at = sale.orderCode === null ? ticketAddress(sale.saleId) : orderAddress(sale.saleId);
    return html`<a class="unbroken" href="${at}">${codeOf(sale)}</a>`;
  };
  const reach = ({ contact }: CancelledSale) =>
    [contact?.email, contact?.phone].filter(Boolean).join(', ') || '–';
  return [
    { head: say('sale'), cell: link },
    { head: say('day'), cell: (sale) => words.list(daysOf(sale).map(words.date)) },
    { head: say('tickets'), cell: ({ tickets }) => words.number(tickets.length), isNumber: true },
    { head: say('holder'), cell: reach },
    { head: say('soldBy'), cell: ({ tickets }) => sellers.get(tickets[0].soldBy) ?? '' },
  ];
}

function daysOf({ tickets }: Pick<CancelledSale, 'tickets'>): CalendarDay[] {
  return [...new Set(tickets.map(({ day }) => day))];
}

function currencyOf({ tickets }: CancelledSale): string {
  return tickets[0].currency;
}

function codeOf({ orderCode, tickets }: Pick<CancelledSale, 'orderCode' | 'tickets'>): string {
  return orderCode ?? tickets[0].confirmationCode;
}

/** What is due together, in each currency. */
function sumsOf({ words }: Clerk, due: readonly CancelledSale[]): string {
  const byCurrency = Map.groupBy(due, ({ tickets: [{ currency }] }) => currency);
  const sums = [...byCurrency].map(([currency, sales]) =>
    words.money(
      sales.reduce((sum, { dueCents }) => sum + dueCents, 0),
      currency,
    ),
  );
  return words.list(sums);
}
