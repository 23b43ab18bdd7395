import { randomUUID } from 'node:crypto';
import { Refusal } from '../../core/refusal.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { type CheckedIn, OVERRIDABLE, undoAdmission } from '../../gate/index.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { GENERAL } from '../../offers/index.ts';
import { backFor, differenceFor, findAccount, type OrderAccount, voidTicket } from '../../orders/index.ts';
import type { Submitted } from '../../pages/forms.ts';
import { runAction } from '../../store/index.ts';
import { getTicket, getTicketHistory, orderOf, type TicketRecord } from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { type Done, doneIn, doneMessage } from './done.ts';
import { pathId, ticketAddress } from './links.ts';
import { formsOf, type Sent } from './post-form.ts';
import { type Sum, sumBack } from './refund-fields.ts';
import { sentenceOf } from './refusals.ts';
import { orderCodesOf } from './sold-with.ts';
import { mailForms, shownMail } from './ticket-mail.ts';
import { type TicketField, ticketPage } from './ticket-page.ts';
import { settlementInWords, ticketTexts } from './ticket-texts.ts';
import { mayForce, readVoid, reasonFault, reasonIn } from './void-form.ts';

/** A ticket, what happened to it, and what can be done with it. */
export async function showTicket(desk: DeskRequest, submitted?: Submitted<TicketField>): Promise<Answer> {
  const { store, days } = desk;
  const ticketId = pathId(desk.request, 'ticketId');
  const history = await getTicketHistory(store, desk.actor, ticketId, await days.current());
  const scans = { checkInId: randomUUID(), overrideId: randomUUID() };
  const settled = doneIn(desk.query) === 'ticketExchanged' && (await settlement(desk, history.record));
  const mail = await shownMail(desk, [history.record]);
  const { ticket } = history.record;
  const account = await findAccount(store, orderOf(ticket));
  const orderCode = ticket.orderId && (await orderCodesOf(store, [ticket])).get(ticket.orderId);
  const due = dueFor(ticket, account);
  const shown = { ...history, ...scans, submitted, mail, payments: account.payments, orderCode, due };
  return ticketPage(desk, { ...shown, ...(settled && { message: settled }) });
}

/** What goes back when the ticket is made void. */
function dueFor(ticket: TicketRecord['ticket'], { facts, payments }: OrderAccount): Sum {
  const cents = backFor(facts, [ticket.ticketId]);
  return sumBack(payments, { cents, currency: ticket.currency });
}

/** That the ticket was exchanged, and what is to be paid or given back. */
async function settlement(
  { actor, language, words, query, store, days }: DeskRequest,
  { ticket, replaces }: TicketRecord,
): Promise<string | undefined> {
  if (replaces === undefined) return undefined;
  const { ticket: old } = await getTicket(store, actor, replaces, await days.current());
  const { facts } = await findAccount(store, orderOf(old));
  const more = differenceFor(facts, [[old.ticketId, ticket.priceCents]]);
  const settled = settlementInWords(language, words, { old, made: ticket, more });
  const sentences = settled.map((sentence) => `${sentence}.`);
  return [doneMessage(language, query), ...sentences].join(' ');
}

/** A form on the ticket's page. */
const ticketForm = formsOf<TicketField>({
  id: 'ticketId',
  at: ticketAddress,
  page: showTicket,
  explain(error, desk) {
    if (!(error instanceof Refusal) || error.kind !== 'ticket-admitted' || !mayForce(desk)) return undefined;
    const { status, sentence } = sentenceOf(error, desk.language, desk.words);
    return { faults: { force: sentence }, status };
  },
});

export const admit = ticketForm(async (desk, ticketId, sent) => {
  const scan = { ticketId, ...scanId(sent) };
  return told(desk, sent, await desk.gate.scan(desk.actor, scan));
});

/** Overrides a refusal of the gate, with a reason. */
export const override = ticketForm(async (desk, ticketId, sent) => {
  const reason = reasonIn(sent.values.override);
  if (reason === undefined) return sent.again({ faults: { override: reasonFault(desk) } });
  const scan = { ticketId, override: reason, ...scanId(sent) };
  return told(desk, sent, await desk.gate.scan(desk.actor, scan));
});

function scanId({ values }: Sent<TicketField>): { readonly checkInId?: Uuid } {
  const checkInId = parseUuid(values.checkInId ?? '');
  return checkInId === undefined ? {} : { checkInId };
}

/** What the gate has decided. With a field for it on the page, some refusals may be overridden. */
function told(
  clerk: Clerk,
  { again }: Sent<TicketField>,
  outcome: CheckedIn,
): Done | Answer | Promise<Answer> {
  const { verdict, reason } = outcome.checkIn;
  if (verdict === 'admitted') return 'ticketAdmitted';
  const isOverridable = reason !== null && OVERRIDABLE.includes(reason);
  return again({
    fault: ticketTexts(clerk.language)('notAdmitted', { why: whyNot(clerk, outcome) }),
    status: 409,
    values: { override: isOverridable ? '' : undefined },
  });
}

/** Why the gate has not admitted the ticket, in words. */
export function whyNot({ language, words }: Clerk, { checkIn: { reason }, ticket }: CheckedIn): string {
  const say = ticketTexts(language);
  switch (reason) {
    case 'void':
      return say('whyVoid');
    case 'cancelled':
      return say(ticket?.product === GENERAL ? 'whyClosed' : 'whyCancelled');
    case 'already-admitted':
      return say('whyAgain');
    case 'wrong-day':
      return ticket === undefined ? say('whyOther') : say('whyDay', { day: words.day(ticket.day) });
    case 'too-early':
    case 'too-late':
      return say(reason === 'too-early' ? 'whyEarly' : 'whyLate', { time: ticket?.entryTime ?? '' });
    default:
      return say('whyOther');
  }
}

export const undo = ticketForm(async (desk, ticketId, sent) => {
  const { checkInId } = scanId(sent);
  if (checkInId === undefined) throw new HttpRefusal('malformed-request', { fault: 'No check-in is named.' });
  const { store, gate, clock } = desk;
  try {
    await runAction({ store, clock }, desk.actor, (context) => undoAdmission(context, checkInId, gate.rules));
  } catch (error) {
    if (!(await wasUndone(desk, ticketId, checkInId, error))) throw error;
  }
  return 'ticketUndone';
});

/** Whether an earlier sending of the same form has done it. */
async function wasUndone(desk: DeskRequest, ticketId: Uuid, checkInId: Uuid, error: unknown) {
  if (!(error instanceof Refusal) || error.kind !== 'not-undoable') return false;
  const { happenings, last } = await lastBy(desk, ticketId);
  const meant = happenings.find((each) => each.checkInId === checkInId);
  return last?.what === 'undone' && meant?.isUndone === true;
}

export const makeVoid = ticketForm(async (desk, ticketId, { values, again }) => {
  const record = await getTicket(desk.store, desk.actor, ticketId, await desk.days.current());
  const account = await findAccount(desk.store, orderOf(record.ticket));
  const wish = readVoid(desk, values, dueFor(record.ticket, account));
  if ('wrong' in wish) return again(wish.wrong);
  try {
    await desk.store.transaction((tx) => voidTicket(tx, desk.actor, ticketId, wish, desk.selling));
  } catch (error) {
    if (!(await wasVoided(desk, ticketId, wish.reason, error))) throw error;
  }
  return 'ticketVoid';
});

/** Whether an earlier sending of the form has done it. */
async function wasVoided(desk: DeskRequest, ticketId: Uuid, reason: string, error: unknown) {
  if (!(error instanceof Refusal) || error.kind !== 'ticket-void') return false;
  const { last } = await lastBy(desk, ticketId);
  return last?.what === 'void' && last.reason === reason;
}

export const { mailAgain, correctAddress } = mailForms<TicketField>(
  async ({ actor, store, days, request }) => [
    await getTicket(store, actor, pathId(request, 'ticketId'), await days.current()),
  ],
  showTicket,
);

/** What happened to the ticket; `last` only if it was this person who did it. */
async function lastBy({ actor, session, store, days }: DeskRequest, ticketId: Uuid) {
  const { happenings } = await getTicketHistory(store, actor, ticketId, await days.current());
  const last = happenings.at(-1);
  return { happenings, last: last?.by === session.username ? last : undefined };
}
