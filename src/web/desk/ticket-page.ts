import { may, scopeOf } from '../../core/permissions.ts';
import { REASON_CHARACTERS } from '../../core/text.ts';
import type { Answer } from '../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import {
  ADMITS_TO,
  chooseFacts,
  factLine,
  freesPlace,
  isExchangeable,
  mayAdmit,
  type TicketFacts,
  type TicketHappening,
  type TicketRecord,
  ticketFacts,
} from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { formTo } from './post-form.ts';
import { type RefundField, refundFields, type Sum } from './refund-fields.ts';
import { mailPart, mailScripts, type ShownMail } from './ticket-mail.ts';
import { ticketTexts } from './ticket-texts.ts';

export type TicketField = 'reason' | 'force' | 'override' | 'checkInId' | 'email' | RefundField;

export interface ShownTicket {
  readonly record: TicketRecord;
  readonly happenings: readonly TicketHappening[];
  /** The id of the scan that the form makes: sent twice, it is one scan. */
  readonly checkInId: string;
  /** The same for the form that overrides a refusal. */
  readonly overrideId: string;
  /** With a value for `override` when the gate has refused for a reason that may be overridden. */
  readonly submitted?: Submitted<TicketField> | undefined;
  readonly mail?: ShownMail | undefined;
  readonly message?: string;
  /** What goes back when it is made void. */
  readonly due: Sum;
}

export function ticketPage(desk: DeskRequest, shown: ShownTicket): Answer {
  const { language, words } = desk;
  const { record, submitted, mail, message } = shown;
  const { ticket, state } = record;
  const facts = ticketFacts(record, words);
  const fields = fieldsOf<TicketField>(language, submitted);
  const main = html`${isOverridable(shown) && overrideForm(desk, shown, fields)}${details(desk, record, facts)}${actions(desk, shown)}${
    mail && mailPart(desk, mail, { at: `/desk/tickets/${ticket.ticketId}`, fields })
  }${history(desk, shown)}${state !== 'void' && mayVoid(desk) && voidForm(desk, shown, fields)}`;
  return deskPage(desk, {
    title: `${ticketTexts(language)('ticket')} ${ticket.confirmationCode}`,
    lead: factLine(facts, [...ADMITS_TO, 'state']),
    main,
    here: '/desk/tickets',
    form: fields,
    ...(mail && { scripts: mailScripts(mail) }),
    ...(message !== undefined && { message }),
  });
}

function isOverridable({ submitted }: ShownTicket): boolean {
  return submitted?.values?.override !== undefined;
}

function mayVoid({ actor: { role } }: Clerk): boolean {
  return may(role, 'void-tickets');
}

/** Whether this person may make a used ticket void: the form then has a checkbox for it. */
export function mayForce({ actor: { role } }: Clerk): boolean {
  return may(role, 'void-used-tickets');
}

function details(
  { actor, language }: Clerk,
  { replaces, replacedBy }: TicketRecord,
  facts: TicketFacts,
): Html {
  const say = ticketTexts(language);
  // Exchanges are made by the museum, so the other ticket is none of a partner's sales.
  const sees = scopeOf(actor.role, 'fetch-tickets') === 'all';
  const other = (id: string | undefined, text: string) =>
    id && html`<p>${sees ? html`<a href="/desk/tickets/${id}">${text}</a>` : text}</p>\n`;
  const shown = chooseFacts(facts, ['importedCode', 'price', 'soldBy', 'email']);
  return html`<dl class="facts">
${shown.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>
${other(replaces, say('replaces'))}${other(replacedBy, say('replacedBy'))}`;
}

function overrideForm(
  clerk: Clerk,
  { record, overrideId }: ShownTicket,
  fields: Fields<TicketField>,
): Html | undefined {
  const { actor, language } = clerk;
  if (!may(actor.role, 'override-refusals')) return undefined;
  const say = ticketTexts(language);
  const why = { required: true, maxlength: REASON_CHARACTERS, autocomplete: 'off' };
  return html`<section>
<h2>${say('override')}</h2>
${formTo(
  clerk,
  `/desk/tickets/${record.ticket.ticketId}/override`,
  html`${checkIn(overrideId)}${fields.input('override', { label: say('reason'), hint: say('overrideHint'), with: why })}<button class="action">${say('override')}</button>
`,
)}</section>
`;
}

function checkIn(id: string): Html {
  return html`<input type="hidden" name="checkInId" value="${id}">\n`;
}

/** The actions of one press. */
function actions(clerk: Clerk, shown: ShownTicket): Html {
  const { language, actor } = clerk;
  const say = ticketTexts(language);
  const { record, happenings, checkInId } = shown;
  const { ticket, state } = record;
  const at = `/desk/tickets/${ticket.ticketId}`;
  const admits = may(actor.role, 'admit-visitors');
  const last = happenings.findLast(({ what, isUndone }) => what === 'in' && !isUndone);
  const form = (action: string, id: string, text: string, isMain: boolean) =>
    formTo(
      clerk,
      `${at}/${action}`,
      html`${checkIn(id)}<button${attributes({ class: isMain && 'action' })}>${text}</button>`,
    );
  const isUsable = mayAdmit(state);
  return html`<div class="actions">
${admits && isUsable && form('admit', checkInId, say('admit'), state === 'valid' && !isOverridable(shown))}${
  admits && last?.checkInId !== undefined && form('undo', last.checkInId, say('undo'), false)
}${isUsable && html`<a class="button" href="/desk/print?tickets=${ticket.ticketId}">${say('reprint')}</a>\n<a class="button" href="/desk/print.pdf?tickets=${ticket.ticketId}">${say('pdf')}</a>\n`}${
  isExchangeable(state) &&
  mayVoid(clerk) &&
  html`<a class="button" href="${at}/exchange">${say('exchange')}</a>\n`
}</div>
`;
}

function history({ language, words }: Clerk, { happenings }: ShownTicket): Html {
  const say = ticketTexts(language);
  const columns = [{ text: say('at') }, { text: say('happening') }, { text: say('who') }];
  const rows = happenings.map((each) => [
    words.instant(each.at),
    happened(say, each),
    [each.by, each.gate].filter(Boolean).join(', '),
  ]);
  return table(say('history'), columns, rows, '');
}

function happened(
  say: ReturnType<typeof ticketTexts>,
  { what, reason = '', isUndone }: TicketHappening,
): string {
  switch (what) {
    case 'sold':
      return say('sold');
    case 'in':
      if (isUndone) return say('cameUndone');
      return reason === '' ? say('came') : say('cameAnyway', { reason });
    case 'out':
      return say('left');
    case 'undone':
      return say('tookBack');
    case 'mailed':
      return say('mailed');
    case 'corrected':
      return say('corrected');
    case 'void':
      return reason === '' ? say('wasVoided') : say('voided', { reason });
    case 'exchanged':
      return reason === '' ? say('wasExchanged') : say('exchanged', { reason });
  }
}

/** The form that makes the ticket void, with the consequences: it can't be taken back. */
function voidForm(desk: DeskRequest, { record, due }: ShownTicket, fields: Fields<TicketField>): Html {
  const { calendar, language } = desk;
  const { ticket, state } = record;
  const say = ticketTexts(language);
  if (state === 'admitted' && !mayForce(desk)) {
    return html`<section>
<h2>${say('makeVoid')}</h2>
<p>${deskTexts(language)('ticketAdmitted')}</p>
</section>
`;
  }
  const means = say(freesPlace(record, calendar.today()) ? 'voidMeans' : 'voidMeansOver');
  return html`<section>
<h2>${say('makeVoid')}</h2>
<p>${means}</p>
${formTo(
  desk,
  `/desk/tickets/${ticket.ticketId}/void`,
  html`${fields.input('reason', { label: say('reason'), with: { required: true, maxlength: REASON_CHARACTERS, autocomplete: 'off' } })}${refundFields(desk, fields, due)}${
    state === 'admitted' && fields.checkbox('force', { label: say('force') })
  }<button>${say('makeVoid')}</button>
`,
)}</section>
`;
}
