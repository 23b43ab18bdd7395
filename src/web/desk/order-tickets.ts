import { may } from '../../core/permissions.ts';
import type { Permission } from '../../core/roles.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { EventTitle } from '../../events/index.ts';
import { type Category, GENERAL } from '../../offers/index.ts';
import type { OrderItem, OrderRecord, TicketOfOrder } from '../../orders/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { folded } from '../../pages/parts.ts';
import { type Column, groupedTable } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import { factTexts, type findPostponedFrom, stateText } from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { orderAddress, ticketLink } from './links.ts';
import { type OrderRow, orderRows, TICKET_FIELD } from './order-rows.ts';
import { orderTexts } from './order-texts.ts';

/** What the items of orders are called. */
export interface ItemNames {
  /** The events that they are for, by id. */
  readonly events: ReadonlyMap<Uuid, EventTitle>;
  readonly categories: readonly Category[];
}

/** For which day tickets that were postponed were before, by their numbers. */
export type PostponedFrom = Awaited<ReturnType<typeof findPostponedFrom>>;

interface TicketNames extends ItemNames {
  readonly postponedFrom: PostponedFrom;
}

/** What can be done with tickets that are chosen, and who may do it. */
const ACTS = {
  move: 'void-tickets',
  void: 'void-tickets',
  admit: 'admit-visitors',
  print: 'fetch-tickets',
  mail: 'mail-tickets',
} as const satisfies Record<string, Permission>;

export type Act = keyof typeof ACTS;

/** The codes of so few tickets are seen at once. */
const FEW = 5;

/**
 * The tickets of an order by what they are for, with how many there are of each category, and what can be done with those that are
 * chosen: by number, or by code.
 */
export function ticketsPart(
  desk: DeskRequest,
  record: OrderRecord,
  names: ItemNames,
  postponedFrom: PostponedFrom,
): Html {
  const { language } = desk;
  const say = orderTexts(language);
  const rows = orderRows(record);
  const standing = rows.flatMap((row) => row.standing).length;
  const groups = [...Map.groupBy(rows, ({ item }) => whatInWords(desk, item, names))];
  const caption = `${say('ticketsIn', { count: record.tickets.size })}, ${say('standing', { count: standing })}`;
  const all = html` <a href="?all=1">${say('chooseAll', { count: standing })}</a>`;
  return html`
    <form class="order-tickets" action="${orderAddress(record.order.orderId)}">
      ${groupedTable(
        html`${caption}${standing > 0 && all}`,
        groups.map(([heading, of]) => ({ heading, rows: of })),
        columnsOf(desk, record, rows, { ...names, postponedFrom }),
      )}
      ${standing > 0 && acts(desk, record)}
    </form>
  `;
}

function columnsOf(
  desk: DeskRequest,
  { order: { currency }, tickets }: OrderRecord,
  rows: readonly OrderRow[],
  names: TicketNames,
): Column<OrderRow>[] {
  const { language, words } = desk;
  const say = orderTexts(language);
  const isFew = tickets.size <= FEW;
  const counts = (['admitted', 'void', 'cancelled'] as const)
    .filter((state) => state !== 'cancelled' || [...tickets.values()].some((each) => each.state === state))
    .map((state) => ({ head: say(`${state}Count`), state }));
  return [
    { head: say('category'), cell: (row) => categoryCell(desk, row, names, isFew) },
    { head: say('tickets'), cell: (row) => row.tickets.length, isNumber: true },
    ...counts.map(({ head, state }) => ({
      head,
      cell: (row: OrderRow) => row.tickets.filter((ticket) => ticket.state === state).length,
      isNumber: true,
    })),
    {
      head: say('each'),
      cell: ({ item: { priceCents } }) => words.price({ priceCents, currency }),
      isNumber: true,
    },
    ...(rows.some(({ standing }) => standing.length > 0)
      ? [
          {
            head: say('chosen'),
            cell: (row: OrderRow) => howMany(desk, row, names),
            isNumber: true,
          },
        ]
      : []),
  ];
}

/** What an item is for: its event, its day, its time. */
export function whatInWords(
  desk: Clerk,
  { product, day, entryTime }: OrderItem,
  { events }: ItemNames,
): string {
  const { language, words } = desk;
  const name = product === GENERAL ? wordTexts(language)('generalEntry') : (events.get(product)?.name ?? '');
  return [name, words.date(day), entryTime].filter(Boolean).join(', ');
}

export function categoryOf({ language }: Clerk, { category }: OrderItem, { categories }: ItemNames): string {
  const known = categories.find((each) => each.category === category);
  return known?.names[language] ?? known?.name ?? category;
}

/** The category with the codes of its tickets. */
function categoryCell(desk: DeskRequest, row: OrderRow, names: TicketNames, isOpen: boolean): Html {
  const say = orderTexts(desk.language);
  const codes = html`<ul class="ticket-codes">${row.tickets.map((ticket) => codeLine(desk, ticket, names))}</ul>`;
  return html`
    ${categoryOf(desk, row.item, names)}
    ${isOpen ? codes : folded(say('codes', { count: row.tickets.length }), codes)}
  `;
}

function codeLine(
  { language, words, query }: DeskRequest,
  record: TicketOfOrder,
  { postponedFrom }: TicketNames,
): Html {
  const { ticketId, confirmationCode, number } = record.ticket;
  const from = postponedFrom.get(number);
  const state = [
    stateText(language, record),
    from && factTexts(language)('postponedFrom', { day: words.day(from) }),
  ];
  const tied = {
    name: TICKET_FIELD,
    value: ticketId,
    'aria-label': confirmationCode,
    checked: query.getAll(TICKET_FIELD).includes(ticketId),
  };
  const box = record.state !== 'void' && html`<input type="checkbox"${attributes(tied)}> `;
  return html`<li>${box}${ticketLink(record.ticket)} <span class="quiet">${state.filter(Boolean).join(', ')}</span></li>\n`;
}

/** How many of a row are chosen. */
function howMany(desk: DeskRequest, { field, standing, item }: OrderRow, names: ItemNames): Html | string {
  const { language, query } = desk;
  const say = orderTexts(language);
  const most = standing.length;
  if (most === 0) return '';
  const what = `${categoryOf(desk, item, names)}, ${whatInWords(desk, item, names)}`;
  const tied = {
    name: field,
    min: 0,
    max: most,
    value: query.get('all') === '1' ? most : Number(query.get(field)) || '',
    placeholder: '0',
    'aria-label': say('howManyChosen', { what }),
  };
  const input = html`<input type="number" inputmode="numeric" autocomplete="off"${attributes(tied)}>`;
  return html`<span class="unbroken">${input} ${say('ofThose', { count: most })}</span>`;
}

/** The buttons for those that are chosen, for whoever may do that. Each leads to a page that says what it will do. */
function acts({ actor, language, mail }: DeskRequest, { order, email }: OrderRecord): Html {
  const say = orderTexts(language);
  const texts = orderTexts.texts[language].ticketsChosen;
  const isMailed = mail !== undefined && email !== undefined;
  const offered = (Object.keys(ACTS) as Act[]).filter(
    (act) => may(actor.role, ACTS[act]) && (act !== 'mail' || isMailed),
  );
  const button = (act: Act) =>
    html`<button formaction="${chosenAddress(order.orderId, act)}">${say(`${act}Chosen`)}</button>\n`;
  return html`
    <div class="acts" role="group" aria-label="${say('withChosen')}">
      <strong aria-live="polite" data-chosen="${JSON.stringify(texts)}">${say('withChosen')}</strong>
      <p class="actions">${offered.map(button)}</p>
    </div>
  `;
}

export function chosenAddress(orderId: Uuid, act: Act): string {
  return `${orderAddress(orderId)}/chosen/${act}`;
}
