import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseCalendarDay } from '../../core/calendar-day.ts';
import { isAddrSpec } from '../../core/email.ts';
import { requirePermission } from '../../core/permissions.ts';
import { type Answer, send } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { csrfField, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import { findTickets, recordsOf, type Ticket, type TicketRecord } from '../../tickets/index.ts';
import type { DeskOptions } from './desk.ts';
import { type Clerk, clerkOf, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { findTexts } from './find-texts.ts';
import { meantCodes } from './spelled-code.ts';

const SHOWN = 100;

type Name = 'code' | 'email' | 'date';
type Asked = Readonly<Record<Name, string>>;

/** Finding tickets. What is looked for is posted, so that no address of anybody stands in an address. */
export function routeTickets(app: FastifyInstance, desk: DeskOptions): void {
  app.get('/desk/tickets', async (request, reply) => {
    const clerk = clerkOf(request, desk);
    requirePermission(clerk.actor, 'fetch-tickets');
    send(request, reply, findPage(clerk, desk, {}));
  });
  app.post('/desk/tickets', async (request, reply) => send(request, reply, await find(request, desk)));
}

async function find(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  requirePermission(clerk.actor, 'fetch-tickets');
  const form = formOf(request);
  const read = (name: Name) => (form.get(name) ?? '').trim();
  const values: Asked = { code: read('code'), email: read('email'), date: read('date') };
  const submitted = { values, ...wrongIn(clerk, values) };
  if (submitted.fault ?? submitted.faults) return findPage(clerk, desk, submitted, undefined, 400);
  const found = await search(clerk, desk, values);
  const [only] = found;
  if (values.code !== '' && only !== undefined && found.length === 1)
    return seeOther(`/desk/tickets/${only.ticketId}`);
  const records = await recordsOf(desk.store, found.slice(0, SHOWN), await desk.days.current());
  return findPage(clerk, desk, submitted, { records, isAll: found.length <= SHOWN });
}

function wrongIn({ language }: Clerk, { code, email, date }: Asked): Submitted<Name> {
  const say = findTexts(language);
  if (code === '' && email === '' && date === '') return { fault: say('nothingAsked') };
  const faults = {
    ...(code !== '' && meantCodes(code).length === 0 && { code: say('codeFault') }),
    ...(email !== '' && !isAddrSpec(email) && { email: say('emailFault') }),
    ...(date !== '' && parseCalendarDay(date) === undefined && { date: say('dayFault') }),
  };
  return Object.keys(faults).length > 0 ? { faults } : {};
}

async function search({ actor }: Clerk, { store, finder }: DeskOptions, asked: Asked): Promise<Ticket[]> {
  const ticketDate = parseCalendarDay(asked.date);
  const filters = {
    limit: SHOWN + 1,
    ...(asked.email !== '' && { email: asked.email }),
    ...(ticketDate !== undefined && { ticketDate }),
  };
  if (asked.code === '') return findTickets(store, actor, filters, finder);
  const codes = meantCodes(asked.code);
  const found = codes.map((confirmationCode) =>
    findTickets(store, actor, { ...filters, confirmationCode }, finder),
  );
  return (await Promise.all(found)).flat();
}

interface Found {
  readonly records: readonly TicketRecord[];
  readonly isAll: boolean;
}

function findPage(
  clerk: Clerk,
  desk: DeskOptions,
  submitted: Submitted<Name>,
  found?: Found,
  status = 200,
): Answer {
  const { language, session } = clerk;
  const say = findTexts(language);
  const fields = fieldsOf<Name>(language, submitted);
  const code = {
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    autofocus: !found && !fields.isFaulty,
  };
  const main = html`${fields.faults()}<form method="post" action="/desk/tickets">
${csrfField(session.csrfToken)}${fields.input('code', { label: say('code'), hint: say('codeHint'), with: code })}${fields.input(
  'email',
  { label: say('email'), with: { type: 'email', autocomplete: 'off' } },
)}${fields.input('date', { label: say('day'), with: { type: 'date' } })}<button class="action">${say('find')}</button>
</form>
${found && foundTickets(clerk, found)}`;
  const title = deskTexts(language)('tickets');
  const { isFaulty } = fields;
  return deskPage(
    clerk,
    desk,
    { title, lead: say('findHint'), main, here: '/desk/tickets', isFaulty },
    status,
  );
}

function foundTickets({ language, words }: Clerk, { records, isAll }: Found): Html {
  const say = findTexts(language);
  const columns = [
    { text: say('code') },
    { text: say('what') },
    { text: say('day') },
    { text: say('state') },
    { text: say('price'), isNumber: true },
  ];
  const rows = records.map(({ ticket, eventName, state }) => [
    html`<a href="/desk/tickets/${ticket.ticketId}">${ticket.confirmationCode}</a>`,
    eventName ?? deskTexts(language)('generalEntry'),
    words.day(ticket.ticketDate),
    say(state),
    words.money(ticket.priceCents),
  ]);
  return html`<section aria-live="polite">
${table(say('found'), columns, rows, say('none'))}${!isAll && html`<p>${say('more')}</p>\n`}</section>
`;
}
