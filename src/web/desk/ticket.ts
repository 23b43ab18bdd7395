import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requirePermission } from '../../core/permissions.ts';
import { Refusal } from '../../core/refusal.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { type CheckedIn, OVERRIDABLE, undoAdmission } from '../../gate/index.ts';
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import type { Submitted } from '../../pages/forms.ts';
import { getTicket, getTicketHistory, type TicketRecord, voidTicket } from '../../tickets/index.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf } from './desk-page.ts';
import { pathId } from './path-id.ts';
import { sentenceOf } from './refusals.ts';
import { mayForce, type TicketFields, ticketPage } from './ticket-page.ts';
import { settlementInWords, ticketTexts } from './ticket-texts.ts';

const REASON_CHARACTERS = 200;

const DONE = {
  admitted: 'doneAdmitted',
  undone: 'doneUndone',
  void: 'doneVoid',
  exchanged: 'doneExchanged',
} as const;

/** A ticket's page, and what is done from there. */
export function routeTicket(app: FastifyInstance, desk: DeskOptions): void {
  app.get('/desk/tickets/:ticketId', async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const { done = '' } = request.query as { done?: string };
    const justDone = Object.hasOwn(DONE, done) ? (done as keyof typeof DONE) : undefined;
    send(request, reply, await show(clerk, desk, pathId(request, 'ticketId'), { justDone }));
  });
  const actions = { admit, override, undo, void: makeVoid };
  for (const [name, action] of Object.entries(actions)) {
    app.post(`/desk/tickets/:ticketId/${name}`, async (request, reply) =>
      send(request, reply, await orRefused(request, desk, action)),
    );
  }
}

interface Parts {
  /** What was done just now. */
  readonly justDone?: keyof typeof DONE | undefined;
  readonly submitted?: Submitted<TicketFields>;
  readonly isOverridable?: boolean;
}

async function show(
  clerk: Clerk,
  desk: DeskOptions,
  ticketId: Uuid,
  { justDone, ...parts }: Parts,
  status = 200,
): Promise<Answer> {
  const history = await getTicketHistory(desk.store, clerk.actor, ticketId, await desk.days.current());
  const scans = { checkInId: randomUUID(), overrideId: randomUUID() };
  const message = justDone && (await messageOf(clerk, desk, justDone, history.record));
  return ticketPage(clerk, desk, { ...history, ...scans, ...parts, message }, status);
}

/** What was done, and after an exchange what is to be paid or given back. */
async function messageOf(
  { actor, language, words }: Clerk,
  { store, days }: DeskOptions,
  justDone: keyof typeof DONE,
  { ticket, replaces }: TicketRecord,
): Promise<string> {
  const message = ticketTexts(language)(DONE[justDone]);
  if (justDone !== 'exchanged' || replaces === undefined) return message;
  const { ticket: old } = await getTicket(store, actor, replaces, await days.current());
  const settlement = settlementInWords(language, words, old, ticket).map((sentence) => `${sentence}.`);
  return [message, ...settlement].join(' ');
}

type Action = (clerk: Clerk, desk: DeskOptions, ticketId: Uuid, form: URLSearchParams) => Promise<Answer>;

/** Runs the action, and shows a refusal on the ticket's page, with what was typed. */
async function orRefused(request: FastifyRequest, desk: DeskOptions, action: Action): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  const ticketId = pathId(request, 'ticketId');
  const form = formOf(request);
  try {
    return await action(clerk, desk, ticketId, form);
  } catch (error) {
    if (!(error instanceof Refusal) || ['forbidden', 'ticket-not-found'].includes(error.kind)) throw error;
    const didBefore = await findDone(clerk, desk, ticketId, form, error);
    if (didBefore !== undefined) return done(ticketId, didBefore);
    const { status, sentence } = sentenceOf(error, clerk.language, clerk.words);
    const read = (name: TicketFields) => form.get(name) ?? undefined;
    const values = { reason: read('reason'), force: read('force'), override: read('override') };
    const isOverridable = values.override !== undefined;
    const isForced = error.kind === 'ticket-admitted' && mayForce(clerk);
    const wrong = isForced ? { faults: { force: sentence } } : { fault: sentence };
    return show(clerk, desk, ticketId, { submitted: { values, ...wrong }, isOverridable }, status);
  }
}

/** What an earlier sending of the same form has done, if this one is refused because of it. */
async function findDone(
  { actor, session }: Clerk,
  { store, days }: DeskOptions,
  ticketId: Uuid,
  form: URLSearchParams,
  { kind }: Refusal,
): Promise<'void' | 'undone' | undefined> {
  const { happenings } = await getTicketHistory(store, actor, ticketId, await days.current());
  const last = happenings.at(-1);
  if (last?.by !== session.username) return undefined;
  if (kind === 'ticket-void' && last.what === 'void' && last.reason === reasonIn(form)) return 'void';
  const meant = happenings.find(({ checkInId }) => checkInId === form.get('checkInId'));
  return kind === 'not-undoable' && last.what === 'undone' && meant?.isUndone ? 'undone' : undefined;
}

async function admit(clerk: Clerk, desk: DeskOptions, ticketId: Uuid, form: URLSearchParams) {
  const checkInId = parseUuid(form.get('checkInId') ?? '');
  const scan = { ticketId, ...(checkInId !== undefined && { checkInId }) };
  return told(clerk, desk, ticketId, await desk.gate.scan(clerk.actor, scan));
}

/** Overrides a refusal of the gate, with a reason. */
async function override(clerk: Clerk, desk: DeskOptions, ticketId: Uuid, form: URLSearchParams) {
  requirePermission(clerk.actor, 'override-refusals');
  const reason = reasonIn(form, 'override');
  if (reason === undefined) {
    const values = { override: form.get('override') ?? '' };
    const faults = { override: ticketTexts(clerk.language)('reasonFault') };
    return show(clerk, desk, ticketId, { submitted: { values, faults }, isOverridable: true }, 400);
  }
  const checkInId = parseUuid(form.get('checkInId') ?? '');
  const scan = { ticketId, override: reason, ...(checkInId !== undefined && { checkInId }) };
  return told(clerk, desk, ticketId, await desk.gate.scan(clerk.actor, scan));
}

async function told(clerk: Clerk, desk: DeskOptions, ticketId: Uuid, outcome: CheckedIn): Promise<Answer> {
  const { verdict, reason } = outcome.checkIn;
  if (verdict === 'admitted') return done(ticketId, 'admitted');
  const fault = ticketTexts(clerk.language)('notAdmitted', { why: whyNot(clerk, outcome) });
  const isOverridable = reason !== null && OVERRIDABLE.includes(reason);
  return show(clerk, desk, ticketId, { submitted: { fault }, isOverridable }, 409);
}

function whyNot({ language, words }: Clerk, { checkIn: { reason }, ticket }: CheckedIn): string {
  const say = ticketTexts(language);
  switch (reason) {
    case 'void':
      return say('whyVoid');
    case 'cancelled':
      return say('whyCancelled');
    case 'already-admitted':
      return say('whyAgain');
    case 'wrong-day':
      return ticket === undefined ? say('whyOther') : say('whyDay', { day: words.day(ticket.ticketDate) });
    default:
      return say('whyOther');
  }
}

async function undo({ actor }: Clerk, desk: DeskOptions, ticketId: Uuid, form: URLSearchParams) {
  const checkInId = parseUuid(form.get('checkInId') ?? '');
  if (checkInId === undefined) throw new HttpRefusal('malformed-request', { fault: 'No check-in is named.' });
  await desk.store.transaction((tx) =>
    undoAdmission(tx, actor, checkInId, desk.gate.rules, desk.clock.now()),
  );
  return done(ticketId, 'undone');
}

async function makeVoid(clerk: Clerk, desk: DeskOptions, ticketId: Uuid, form: URLSearchParams) {
  const reason = reasonIn(form);
  const force = form.has('force');
  if (reason === undefined) {
    const values = { reason: form.get('reason') ?? '', force: force ? 'on' : undefined };
    const faults = { reason: ticketTexts(clerk.language)('reasonFault') };
    return show(clerk, desk, ticketId, { submitted: { values, faults } }, 400);
  }
  const order = { ticketId, reason, force };
  await desk.store.transaction((tx) => voidTicket(tx, clerk.actor, order, desk.clock.now()));
  return done(ticketId, 'void');
}

/** The reason that was typed; undefined when it is empty, too long or has control characters. */
export function reasonIn(form: URLSearchParams, name = 'reason'): string | undefined {
  const reason = (form.get(name) ?? '').trim();
  const length = [...reason].length;
  return length >= 1 && length <= REASON_CHARACTERS && !/\p{Cc}/u.test(reason) ? reason : undefined;
}

export function done(ticketId: Uuid, what: keyof typeof DONE): Answer {
  return seeOther(`/desk/tickets/${ticketId}?done=${what}`);
}
