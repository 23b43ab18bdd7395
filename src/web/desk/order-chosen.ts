import { randomUUID } from 'node:crypto';
import { maskedEmail } from '../../core/email.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import { type CheckedIn, NotAllAdmitted } from '../../gate/index.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { seeOther } from '../../http/sessions.ts';
import { once } from '../../idempotency/index.ts';
import { type OrderRecord, type OrderState, type TicketOfOrder, voidOrder } from '../../orders/index.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { stateText } from '../../tickets/index.ts';
import type { DeskRequest, Handler } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { done } from './done.ts';
import { formOnce } from './form-once.ts';
import { idsIn, orderAddress, pathId, printAddress } from './links.ts';
import { dueFor, itemNames, recordOf, showOrder, ticketRecords } from './order.ts';
import { chosenAmong, idsOf, type OrderRow, orderRows, TICKET_FIELD } from './order-rows.ts';
import { orderTexts } from './order-texts.ts';
import { type Act, categoryOf, chosenAddress, type ItemNames, whatInWords } from './order-tickets.ts';
import { type Explain, formsOf, formTo, type ThingAction } from './post-form.ts';
import { whyNot } from './ticket.ts';
import { planMail } from './ticket-mail.ts';
import { ticketMailTexts } from './ticket-mail-texts.ts';
import { readVoid, type VoidField, voidFields } from './void-form.ts';

/** `tickets`: the ids of those that are chosen; `checkIns`: an id for the scan of each; the others are typed. */
export type ChosenField = 'tickets' | 'checkIns' | 'date' | 'time' | 'money' | 'more' | 'key' | VoidField;

/** Tickets of an order that something is done with together. */
export interface ChosenTickets {
  readonly record: OrderRecord;
  readonly rows: readonly OrderRow[];
  readonly tickets: readonly TicketOfOrder[];
}

/** Those that the form has carried, or that were chosen on the order's page. What is void is left out. */
export async function readChosen(
  desk: DeskRequest,
  submitted?: Submitted<ChosenField>,
): Promise<ChosenTickets> {
  const record = await recordOf(desk, pathId(desk.request, 'orderId'));
  const rows = orderRows(record);
  const carried = submitted?.values?.tickets;
  const asked = carried?.split(',').map((ticketId): [string, string] => [TICKET_FIELD, ticketId]);
  return { record, rows, tickets: chosenAmong(rows, asked ? new URLSearchParams(asked) : desk.query) };
}

export async function printChosen(desk: DeskRequest): Promise<Answer> {
  const { tickets } = await readChosen(desk);
  return tickets.length === 0 ? nothingChosen(desk) : seeOther(printAddress(idsOf(tickets)));
}

/** Says what making the tickets void does, and asks why. */
export async function showVoidChosen(desk: DeskRequest, submitted?: Submitted<ChosenField>): Promise<Answer> {
  const chosen = await readChosen(desk, submitted);
  const { record, tickets } = chosen;
  const say = orderTexts(desk.language);
  const due = await dueFor(desk, record, idsOf(tickets));
  const isUsed = tickets.some((ticket) => ticket.isUsed);
  return actPage(desk, 'void', chosen, submitted, {
    means: say('voidMeans', { count: tickets.length }),
    content: (fields) => html`${fields.hidden('key', randomUUID())}${voidFields(desk, fields, due, isUsed)}`,
  });
}

/** Makes those tickets void, or all of the order that are not; and pays back once for all. */
export const voidChosen = chosenForm(showVoidChosen, async (desk, orderId, { values, again }) => {
  const record = await recordOf(desk, orderId);
  const ticketIds = values.tickets === undefined ? undefined : idsIn(values.tickets);
  const wish = readVoid(desk, values, await dueFor(desk, record, ticketIds));
  if ('wrong' in wish) return again(wish.wrong);
  const { tickets, reason, refund, amount, force, key } = values;
  const content = { orderId, tickets, reason, refund, amount, force };
  const request = formOnce<OrderState>(desk, 'void', key, content, String);
  const outcome = await once(desk, desk.actor, request, async ({ tx }) => {
    await voidOrder(tx, desk.actor, orderId, { ...wish, ticketIds }, desk.selling);
    return { outcome: (await recordOf(desk, orderId, tx)).order.state };
  });
  const at = orderAddress(orderId);
  return (typeof outcome === 'string' ? outcome : outcome.kept) === 'void'
    ? done(at, 'orderVoid')
    : done(at, 'ticketsVoid', { count: new Set(ticketIds).size });
});

/** Says who is admitted. */
export async function showAdmitChosen(
  desk: DeskRequest,
  submitted?: Submitted<ChosenField>,
): Promise<Answer> {
  const chosen = await readChosen(desk, submitted);
  const value = chosen.tickets.map(() => randomUUID()).join(',');
  return actPage(desk, 'admit', chosen, submitted, {
    means: orderTexts(desk.language)('admitMeans', { count: chosen.tickets.length }),
    content: () => html`<input type="hidden" name="checkIns" value="${value}">`,
  });
}

/** Admits all of them or none. Sent twice, it is one scan of each. */
export const admitChosen = chosenForm(
  showAdmitChosen,
  async (desk, orderId, { values: { tickets = '', checkIns = '' } }) => {
    const record = await recordOf(desk, orderId);
    const ids = idsIn(tickets);
    const checkInIds = idsIn(checkIns);
    if (ids.length !== checkInIds.length || ids.some((id) => !record.tickets.has(id)))
      throw new HttpRefusal('malformed-request', { fault: 'Each ticket of the order needs a check-in.' });
    const scans = ids.map((ticketId, index) => ({ ticketId, checkInId: checkInIds[index] as Uuid }));
    await desk.gate.admitAll(desk.actor, scans);
    return done(orderAddress(orderId), 'ticketsAdmitted', { count: ids.length });
  },
  (error, desk) =>
    error instanceof NotAllAdmitted
      ? {
          fault: orderTexts(desk.language)('notAdmitted', { why: whyNone(desk, error.refused) }),
          status: 409,
        }
      : undefined,
);

/** Which of them the gate has refused, and why. */
function whyNone(desk: Clerk, refused: readonly CheckedIn[]): string {
  const byReason = Map.groupBy(refused, (outcome) => whyNot(desk, outcome));
  return [...byReason]
    .map(([why, those]) => `${those.map(({ ticket }) => ticket?.confirmationCode).join(', ')}: ${why}`)
    .join(' ');
}

/** Says where the mail goes. */
export async function showMailChosen(desk: DeskRequest, submitted?: Submitted<ChosenField>): Promise<Answer> {
  if (desk.mail === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  const chosen = await readChosen(desk, submitted);
  const count = chosen.tickets.length;
  const to = maskedEmail(chosen.record.email ?? '');
  return actPage(desk, 'mail', chosen, submitted, {
    means: orderTexts(desk.language)('mailMeans', { count, to }),
  });
}

/** Mails them in one mail. */
export const mailChosen = chosenForm(showMailChosen, async (desk, orderId, { values, again }) => {
  if (desk.mail === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  const only = idsIn(values.tickets ?? '');
  const records = await ticketRecords(desk, await recordOf(desk, orderId));
  const chosen = records.filter(({ ticket }) => only.includes(ticket.ticketId));
  if (!(await planMail(desk, chosen, { only })))
    return again({ fault: ticketMailTexts(desk.language)('notNow'), status: 409 });
  return 'resending';
});

/** The form of an act, on its page. */
export function chosenForm(
  page: (desk: DeskRequest, submitted?: Submitted<ChosenField>) => Promise<Answer>,
  act: ThingAction<ChosenField>,
  explain: Explain<ChosenField> = changedMeanwhile,
): Handler {
  return formsOf<ChosenField>({ id: 'orderId', at: orderAddress, page, explain })(act);
}

/** Some of them have become void since they were chosen: the page shows what is left. */
function changedMeanwhile(error: unknown, { language }: Clerk): Submitted<ChosenField> | undefined {
  if (!(error instanceof Refusal) || error.kind !== 'ticket-void') return undefined;
  return { fault: orderTexts(language)('chosenChanged'), status: 409 };
}

export function nothingChosen(desk: DeskRequest, submitted?: Submitted<ChosenField>): Promise<Answer> {
  const { fault = orderTexts(desk.language)('chooseTickets'), status = 400 } = submitted ?? {};
  return showOrder(desk, { fault, status });
}

/** What the page of an act says. */
interface ActParts {
  readonly means: string;
  /** Whether it can be done as it is. */
  readonly isOffered?: boolean;
  readonly content?: (fields: Fields<ChosenField>) => Html;
}

/** The order's page, with what an act will do, with which tickets, and the button that does it. */
export async function actPage(
  desk: DeskRequest,
  act: Exclude<Act, 'print'>,
  { record, rows, tickets }: ChosenTickets,
  submitted: Submitted<ChosenField> | undefined,
  { means, isOffered = true, content }: ActParts,
): Promise<Answer> {
  if (tickets.length === 0) return nothingChosen(desk, submitted);
  const { language } = desk;
  const say = orderTexts(language);
  const fields = fieldsOf<ChosenField>(language, submitted);
  const { order } = record;
  const title = say(`${act}Title`, { count: tickets.length });
  const names = await itemNames(desk, record);
  const controls = html`
    <input type="hidden" name="tickets" value="${idsOf(tickets).join(',')}">
    ${content?.(fields)}
    <p class="actions">
      ${isOffered && html`<button class="action">${title}</button>`}
      <a class="button" href="${orderAddress(order.orderId)}">${say('back')}</a>
    </p>
  `;
  const whole = html`
    <h2 tabindex="-1"${attributes({ autofocus: !fields.isFaulty })}>${title}</h2>
    <ul>${rows.flatMap((row) => linesOf(desk, row, tickets, names))}</ul>
    <p>${means}</p>
    ${formTo(desk, chosenAddress(order.orderId, act), controls)}
  `;
  return showOrder(desk, undefined, { act, record, tickets, content: whole, form: fields });
}

/** How many of a row are chosen, and how they stand. */
function linesOf(
  desk: Clerk,
  { item, standing }: OrderRow,
  tickets: readonly TicketOfOrder[],
  names: ItemNames,
): Piece[] {
  const chosen = standing.filter((each) => tickets.includes(each));
  const byState = Map.groupBy(chosen, (each) => stateText(desk.language, each));
  const what = `${categoryOf(desk, item, names)}, ${whatInWords(desk, item, names)}`;
  return [...byState].map(
    ([state, those]) => html`<li>${those.length} × ${what} <span class="quiet">${state}</span></li>\n`,
  );
}
