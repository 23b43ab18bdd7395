import type { FastifyRequest } from 'fastify';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { MOST_TICKETS, type OrderRecord } from '../../orders/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { choices } from '../../pages/parts.ts';
import {
  ADMITS_TO,
  factLine,
  getTicket,
  holds,
  type TicketRecord,
  ticketFacts,
} from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { keepingSale, paymentsInWords, undoAddress } from './last-sale.ts';
import { idsIn, orderLink, pathId, ticketAddress } from './links.ts';
import { type RecentSale, saleWith } from './order.ts';
import { orderTexts } from './order-texts.ts';
import { formTo } from './post-form.ts';
import { sameAgain } from './sale-form.ts';
import { sellTexts } from './sell-texts.ts';
import { mailLine, mailScripts, type ShownMail, shownMail } from './ticket-mail.ts';

const PAPERS = ['a4', 'a6', 'roll'] as const;
type Paper = (typeof PAPERS)[number];

/** Tickets ready for the printer. */
export async function showPrint(desk: DeskRequest): Promise<Answer> {
  const { query, actor } = desk;
  const today = await desk.days.current();
  const ids = ticketsIn(query);
  const records = await Promise.all(ids.map((id) => getTicket(desk.store, actor, id, today)));
  const wanted = query.get('paper');
  const paper = PAPERS.find((each) => each === (wanted ?? keptPaper(desk.request))) ?? 'a4';
  const isSold = query.get('sold') === '1';
  const orderId = isSold ? records[0]?.ticket.orderId : undefined;
  const sale = orderId ? await saleWith(desk, orderId) : undefined;
  const given = Number(/^\d{1,9}$/.exec(query.get('given') ?? '')?.[0] ?? 0);
  const mail = isSold ? await shownMail(desk, records) : undefined;
  const answer = printPage(desk, records, { paper, isSold, sale, given, mail });
  if (wanted !== null) return keepingPaper(answer, paper);
  return sale === undefined ? answer : keepingSale(answer, sale.record.order.orderId);
}

/** The picture of a ticket. */
export async function showPicture(desk: DeskRequest): Promise<Answer> {
  const { actor, images } = desk;
  const draft = await images.draft(actor, pathId(desk.request, 'ticketId'));
  const headers = {
    'content-type': 'image/png',
    etag: `"${draft.tag}"`,
    'cache-control': 'private, no-cache',
  };
  const known = readOnCondition(desk.request, { status: 200, headers });
  return known.status === 304 ? known : { ...known, body: await images.image(actor, draft) };
}

/** Tickets as a PDF file, a page each. */
export async function showPdf({ query, actor, images }: DeskRequest): Promise<Answer> {
  const ids = ticketsIn(query);
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="tickets.pdf"',
    'cache-control': 'no-store',
  };
  return { status: 200, headers, body: await images.pdf(actor, ids) };
}

/** @throws HttpRefusal not-found when they are no tickets' ids, or too many */
function ticketsIn(query: URLSearchParams): Uuid[] {
  const ids = idsIn(query.get('tickets') ?? '');
  if (ids.length > MOST_TICKETS) throw new HttpRefusal('not-found', { missing: 'operation' });
  return ids;
}

/** The paper that was chosen last, from a cookie: a till has one printer. */
function keptPaper({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)museum_paper=(\w+)/.exec(headers.cookie ?? '')?.[1];
}

function keepingPaper(answer: Answer, paper: Paper): Answer {
  const cookie = `museum_paper=${paper}; Path=/desk; Max-Age=31536000; SameSite=Strict; HttpOnly`;
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
}

interface Printing {
  readonly paper: Paper;
  /** Whether they were sold just now, and are to be paid; a reprint was paid long ago. */
  readonly isSold: boolean;
  /** The order, and whether its seller may still take it back. */
  readonly sale: RecentSale | undefined;
  /** What was handed over in cash, in cents; 0: nothing was typed. */
  readonly given: number;
  readonly mail: ShownMail | undefined;
}

function printPage(
  desk: DeskRequest,
  records: readonly TicketRecord[],
  { paper, isSold, sale, given, mail }: Printing,
): Answer {
  const { language, words } = desk;
  const say = sellTexts(language);
  // One that admits nobody has no picture, and nothing is paid for it.
  const admitting = records.filter(({ state }) => holds(state));
  const others = records.filter(({ state }) => !holds(state));
  const cents = admitting.reduce((total, { ticket }) => total + ticket.priceCents, 0);
  const sum = words.money(cents, admitting[0]?.ticket.currency); // tickets of one sale have the same currency
  const isPrinted = admitting.length > 0;
  const again = sameAgain(records.map(({ ticket }) => ticket));
  const main = html`
    ${isSold && html`<p class="sum">${say('toPay')} <strong>${sum}</strong></p>`}
    ${sale && saleLines(desk, sale.record, given)}
    ${mail && mailLine(desk, mail)}
    ${others.map((record) => notPrinted(desk, record))}
    <p class="unprinted">
      ${isPrinted && html`<button class="action" data-print="next" hidden>${say('print')}</button>`}
      <a class="button" href="/desk/sell">${say('nextSale')}</a>
      ${isSold && html`<a class="button" href="${again}">${say('sameAgain')}</a>`}
    </p>
    ${isPrinted && html`<p class="quiet unprinted" data-print-hint>${say('printHint')}</p>`}
    ${sale?.isUndoable && undoForm(desk, sale.record.order.orderId)}
    ${isPrinted && choosePaper(desk, records, { paper, isSold, given })}
    <div class="sheets">${admitting.map((record) => sheet(desk, record))}</div>
  `;
  return deskPage(desk, {
    title: say('ticketsOf'),
    main,
    here: '/desk/sell',
    styles: [deskAssets.address('print.css'), deskAssets.address(`paper-${paper}.css`)],
    scripts: [deskAssets.address('print.js'), ...(mail ? mailScripts(mail) : [])],
    ...(isSold && { message: say('sold', { count: records.length }) }),
  });
}

/** The code of the order, how it was paid, and what goes back of the cash. */
function saleLines(desk: Clerk, { order, payments }: OrderRecord, given: number): Html {
  const { language, words } = desk;
  const say = sellTexts(language);
  const money = (cents: number) => words.money(cents, order.currency);
  const cash = payments.reduce((sum, { method, cents }) => sum + (method === 'cash' ? cents : 0), 0);
  const paid = paymentsInWords(desk, { order, payments });
  const change = html`${say('given')} ${money(given)} · ${say('change')} <strong>${money(given - cash)}</strong>`;
  return html`
    ${given > 0 && cash > 0 && given >= cash && html`<p class="sum unprinted">${change}</p>`}
    <p class="unprinted">
      ${orderTexts(language)('order')} ${orderLink(order.orderId, order.orderCode)}${paid.map((each) => ` · ${each}`)}
    </p>
  `;
}

function undoForm(desk: Clerk, orderId: Uuid): Html {
  const say = sellTexts(desk.language);
  const content = html`<p>${say('undoMeans')} <button class="plain">${say('undo')}</button></p>`;
  return html`<div class="unprinted">${formTo(desk, undoAddress(orderId), content)}</div>`;
}

function notPrinted({ language, words }: Clerk, record: TicketRecord): Html {
  const facts = ticketFacts(record, words);
  const text = sellTexts(language)('notPrinted', { code: facts.code.value, why: facts.state.value });
  return html`<p class="unprinted"><a href="${ticketAddress(record.ticket.ticketId)}">${text}</a></p>\n`;
}

function choosePaper(
  { language }: Clerk,
  records: readonly TicketRecord[],
  chosen: Pick<Printing, 'paper' | 'isSold' | 'given'>,
): Html {
  const say = sellTexts(language);
  const ids = records.map(({ ticket }) => ticket.ticketId).join(',');
  const sold = chosen.isSold ? `&sold=1&given=${chosen.given}` : '';
  const address = (paper: Paper) => `/desk/print?tickets=${ids}${sold}&paper=${paper}`;
  const links = PAPERS.map((paper) => ({ href: address(paper), text: say(paper) }));
  return choices(say('paper'), links, address(chosen.paper));
}

function sheet({ language, words }: Clerk, record: TicketRecord): Html {
  const facts = ticketFacts(record, words);
  const code = facts.code.value;
  const at = ticketAddress(record.ticket.ticketId);
  const alt = sellTexts(language)('pictureOf', { code });
  return html`
    <article class="sheet">
      <img src="${at}/image.png" width="602" height="960" alt="${alt}">
      <p>${factLine(facts, [...ADMITS_TO, 'price'])}<br><a href="${at}"><code>${code}</code></a></p>
    </article>
  `;
}
