import { may } from '../../core/permissions.ts';
import type { Permission } from '../../core/roles.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { EventTitle } from '../../events/index.ts';
import { type Category, GENERAL } from '../../offers/index.ts';
import type { OrderItem, OrderRecord, TicketOfOrder } from '../../orders/index.ts';
import type { FormOutcome } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { type Column, groupedTable } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import { factTexts, type findPostponedFrom, stateText } from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { orderAddress, ticketLink } from './links.ts';
import { idsOf, type OrderRow, orderRows, TICKET_FIELD } from './order-rows.ts';
import { orderTexts } from './order-texts.ts';

/** What the items of orders are called. */
export interface ItemNames {
  /** The events that they are for, by id. */
  readonly events: ReadonlyMap<Uuid, EventTitle>;
  readonly categories: readonly Category[];
}

/** For which day tickets that were postponed were before, by their numbers. */
type PostponedFrom = Awaited<ReturnType<typeof findPostponedFrom>>;

export interface TicketNames extends ItemNames {
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

/** What is about to be done with tickets that are chosen, in the bar below the others. */
export interface OpenAct {
  readonly act: Act;
  readonly record: OrderRecord;
  readonly tickets: readonly TicketOfOrder[];
  /** What it will do, and the form that does it. */
  readonly content: Html;
  readonly form: FormOutcome;
}

/** The codes of so few tickets are seen at once. */
const FEW = 5;

/**
 * The tickets of an order by what they are for, with how many there are of each category, and what can be done with those that are
 * chosen: by number, or by code.
 */
export function ticketsPart(
  desk: DeskRequest,
  record: OrderRecord,
  names: TicketNames,
  open?: OpenAct,
): Html {
  const { language } = desk;
  const say = orderTexts(language);
  const rows = orderRows(record);
  const standing = rows.flatMap((row) => row.standing).length;
  const groups = [...Map.groupBy(rows, ({ item }) => whatInWords(desk, item, names))];
  const caption = `${say('ticketsIn', { count: record.tickets.size })}, ${say('standing', { count: standing })}`;
  const at = orderAddress(record.order.orderId);
  const all = html` <a href="${at}?all=1">${say('chooseAll', { count: standing })}</a>`;
  return html`
    <form class="order-tickets" id="${FORM}" action="${at}">
      ${groupedTable(
        html`${caption}${standing > 0 && all}`,
        groups.map(([heading, of]) => ({ heading, rows: of })),
        columnsOf(desk, record, rows, names, open?.tickets),
      )}
    </form>
    ${standing > 0 && acts(desk, record, open)}
  `;
}

/** The id of the form in which tickets are chosen. */
const FORM = 'choosing';

function columnsOf(
  desk: DeskRequest,
  { order: { currency }, tickets }: OrderRecord,
  rows: readonly OrderRow[],
  names: TicketNames,
  chosen: readonly TicketOfOrder[] | undefined,
): Column<OrderRow>[] {
  const { language, words } = desk;
  const say = orderTexts(language);
  const isFew = tickets.size <= FEW;
  const counts = (['admitted', 'void', 'cancelled'] as const)
    .filter((state) => state !== 'cancelled' || [...tickets.values()].some((each) => each.state === state))
    .map((state) => ({ head: say(`${state}Count`), state }));
  return [
    { head: say('category'), cell: (row) => categoryCell(desk, row, names, { chosen, isFew }) },
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
            cell: (row: OrderRow) => howMany(desk, row, names, chosen),
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
function categoryCell(
  desk: DeskRequest,
  row: OrderRow,
  names: TicketNames,
  { chosen, isFew }: { readonly chosen: readonly TicketOfOrder[] | undefined; readonly isFew: boolean },
): Html {
  const count = row.tickets.length;
  const { ticked } = choiceIn(desk, row, chosen);
  const lines = row.tickets.map((ticket) => codeLine(desk, ticket, names, ticked));
  const codes = html`<ul class="ticket-codes">${lines}</ul>`;
  const folded = html`
    <details${attributes({ open: ticked.length > 0 })}>
      <summary>${orderTexts(desk.language)('codes', { count })}</summary>
      ${codes}
    </details>
  `;
  return html`
    ${categoryOf(desk, row.item, names)}
    ${isFew ? codes : folded}
  `;
}

/** What the page shows as chosen of a row: by number, or else by code. */
function choiceIn(
  { query }: DeskRequest,
  { field, standing }: OrderRow,
  chosen: readonly TicketOfOrder[] | undefined,
): { readonly count: number; readonly ticked: readonly string[] } {
  if (chosen === undefined) {
    const count = query.get('all') === '1' ? standing.length : Number(query.get(field)) || 0;
    return { count, ticked: query.getAll(TICKET_FIELD) };
  }
  const those = standing.filter((each) => chosen.includes(each));
  const isByNumber = those.every((each, index) => each === standing[index]);
  return isByNumber ? { count: those.length, ticked: [] } : { count: 0, ticked: idsOf(those) };
}

function codeLine(
  { language, words }: DeskRequest,
  record: TicketOfOrder,
  { postponedFrom }: TicketNames,
  ticked: readonly string[],
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
    checked: ticked.includes(ticketId),
  };
  const box = record.state !== 'void' && html`<input type="checkbox"${attributes(tied)}> `;
  return html`<li>${box}${ticketLink(record.ticket)} <span class="quiet">${state.filter(Boolean).join(', ')}</span></li>\n`;
}

/** How many of a row are chosen. */
function howMany(
  desk: DeskRequest,
  row: OrderRow,
  names: ItemNames,
  chosen: readonly TicketOfOrder[] | undefined,
): Html | string {
  const { field, standing, item } = row;
  const say = orderTexts(desk.language);
  const most = standing.length;
  if (most === 0) return '';
  const what = `${categoryOf(desk, item, names)}, ${whatInWords(desk, item, names)}`;
  const tied = {
    name: field,
    min: 0,
    max: most,
    value: choiceIn(desk, row, chosen).count || '',
    placeholder: '0',
    'aria-label': say('howManyChosen', { what }),
  };
  const input = html`<input type="number" inputmode="numeric" autocomplete="off"${attributes(tied)}>`;
  return html`<span class="unbroken">${input} ${say('ofThose', { count: most })}</span>`;
}

/** The buttons for those that are chosen, for whoever may do that. Each opens the form that says what it will do. */
function acts(
  { actor, language, mail }: DeskRequest,
  { order, email }: OrderRecord,
  open: OpenAct | undefined,
): Html {
  const say = orderTexts(language);
  const isMailed = mail !== undefined && email !== undefined;
  const offered = (Object.keys(ACTS) as Act[]).filter(
    (act) => may(actor.role, ACTS[act]) && (act !== 'mail' || isMailed),
  );
  const button = (act: Act) => {
    const tied = {
      form: FORM,
      formaction: chosenAddress(order.orderId, act),
      'aria-current': act === open?.act && 'true',
    };
    return html`<button${attributes(tied)}>${say(`${act}Chosen`)}</button>\n`;
  };
  const counted = {
    'data-chosen': JSON.stringify(orderTexts.texts[language].ticketsChosen),
    'data-none': say('withChosen'),
  };
  const chosen = open ? say('ticketsChosen', { count: open.tickets.length }) : say('withChosen');
  return html`
    <div class="acts" role="group" aria-label="${say('withChosen')}">
      <strong aria-live="polite"${attributes(counted)}>${chosen}</strong>
      <p class="actions">${offered.map(button)}</p>
      ${open && html`<div class="act">${open.content}</div>`}
    </div>
  `;
}

export function chosenAddress(orderId: Uuid, act: Act): string {
  return `${orderAddress(orderId)}/chosen/${act}`;
}
