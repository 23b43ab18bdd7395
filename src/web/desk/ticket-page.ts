import { may, scopeOf } from '../../core/permissions.ts';
import type { Answer } from '../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { type Fact, factList, section } from '../../pages/parts.ts';
import { table } from '../../pages/table.ts';
import { methodsOf, type Payment } from '../../payments/index.ts';
import {
  ADMITS_TO,
  chooseFacts,
  factLine,
  factTexts,
  freesPlace,
  holds,
  isExchangeable,
  type TicketFacts,
  type TicketHappening,
  type TicketRecord,
  ticketFacts,
} from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { orderLink, printLinks, ticketAddress } from './links.ts';
import { moneyTexts } from './money-texts.ts';
import { orderTexts } from './order-texts.ts';
import { formTo } from './post-form.ts';
import type { Sum } from './refund-fields.ts';
import { mailPart, mailScripts, type ShownMail } from './ticket-mail.ts';
import { ticketTexts } from './ticket-texts.ts';
import { mayForce, reasonInput, type VoidField, voidForm } from './void-form.ts';

export type TicketField = 'override' | 'checkInId' | 'email' | VoidField;

export interface ShownTicket {
  readonly record: TicketRecord;
  readonly happenings: readonly TicketHappening[];
  /** The id of the scan that the form makes: sent twice, it is one scan. */
  readonly checkInId: string;
  /** The id of the scan that the form makes which overrides a refusal. */
  readonly overrideId: string;
  /** With a value for `override` when the gate has refused for a reason that may be overridden. */
  readonly submitted?: Submitted<TicketField> | undefined;
  readonly mail?: ShownMail | undefined;
  readonly message?: string;
  /** For its order, and for an exchange that made it. */
  readonly payments: readonly Payment[];
  /** Its order’s; none if it was sold alone. */
  readonly orderCode: string | null | undefined;
  /** What goes back when it is made void. */
  readonly due: Sum;
}

export function ticketPage(desk: DeskRequest, shown: ShownTicket): Answer {
  const { language, words } = desk;
  const { record, submitted, mail, message } = shown;
  const { ticket, state } = record;
  const facts = ticketFacts(record, words);
  const fields = fieldsOf<TicketField>(language, submitted);
  const at = ticketAddress(ticket.ticketId);
  const main = html`
    ${isOverridable(shown) && overrideForm(desk, at, shown, fields)}
    ${details(desk, shown, facts)}
    ${actions(desk, at, shown)}
    ${mail && mailPart(desk, mail, { at, fields })}
    ${history(desk, shown)}
    ${state !== 'void' && mayVoid(desk) && voidPart(desk, at, shown, fields)}
  `;
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

function details(
  { actor, language, words }: Clerk,
  { record, payments, orderCode }: ShownTicket,
  facts: TicketFacts,
): Html {
  const { ticket, replaces, replacedBy } = record;
  const [say, sayOrder] = [ticketTexts(language), orderTexts(language)];
  // Exchanges are made by the museum, so the other ticket is none of a partner's sales.
  const sees = scopeOf(actor.role, 'fetch-tickets') === 'all';
  const other = (id: string | undefined, text: string) =>
    id && html`<p>${sees ? html`<a href="${ticketAddress(id)}">${text}</a>` : text}</p>`;
  const shown = chooseFacts(facts, ['importedCode', 'price', 'soldBy', 'email']);
  const methods = methodsOf(payments).map((method) => moneyTexts(language)(method));
  const paid = methods.length > 0 ? words.list(methods) : ticket.priceCents > 0 && say('collected');
  return html`
    ${factList('facts', [
      [sayOrder('order'), ticket.orderId && orderCode && orderLink(ticket.orderId, orderCode)],
      ...shown.map(({ label, value }): Fact => [label, value]),
      [sayOrder('paid'), paid],
    ])}
    ${other(replaces, say('replaces'))}
    ${other(replacedBy, say('replacedBy'))}
  `;
}

function overrideForm(
  desk: Clerk,
  at: string,
  { overrideId }: ShownTicket,
  fields: Fields<TicketField>,
): Html | undefined {
  if (!may(desk.actor.role, 'override-refusals')) return undefined;
  const say = ticketTexts(desk.language);
  const content = html`
    ${checkIn(overrideId)}
    ${reasonInput(desk, fields, 'override', { hint: say('overrideHint') })}
    <button class="action">${say('override')}</button>
  `;
  return section(say('override'), formTo(desk, `${at}/override`, content));
}

function checkIn(id: string): Html {
  return html`<input type="hidden" name="checkInId" value="${id}">`;
}

/** The actions of one press. */
function actions(desk: Clerk, at: string, shown: ShownTicket): Html {
  const { language, actor } = desk;
  const say = ticketTexts(language);
  const { record, happenings, checkInId } = shown;
  const { ticket, state } = record;
  const admits = may(actor.role, 'admit-visitors');
  const last = happenings.findLast(({ what, isUndone }) => what === 'in' && !isUndone);
  const form = (action: 'admit' | 'undo', id: string, isMain: boolean) => {
    const button = html`<button${attributes({ class: isMain && 'action' })}>${say(action)}</button>`;
    return formTo(desk, `${at}/${action}`, html`${checkIn(id)}${button}`);
  };
  const isUsable = holds(state);
  return html`
    <div class="actions">
      ${admits && isUsable && form('admit', checkInId, state === 'valid' && !isOverridable(shown))}
      ${admits && last?.checkInId !== undefined && form('undo', last.checkInId, false)}
      ${isUsable && printLinks(language, [ticket.ticketId])}
      ${isExchangeable(record) && mayVoid(desk) && html`<a class="button" href="${at}/exchange">${say('exchange')}</a>`}
    </div>
  `;
}

function history(desk: Clerk, { happenings }: ShownTicket): Html {
  const { language, words } = desk;
  const say = ticketTexts(language);
  return table(say('history'), happenings, [
    { head: say('at'), cell: ({ at }) => words.instant(at) },
    { head: say('happening'), cell: (each) => happened(desk, each) },
    { head: say('who'), cell: ({ by, gate }) => [by, gate].filter(Boolean).join(', ') },
  ]);
}

function happened(
  { language, words }: Clerk,
  { what, reason = '', isUndone, from }: TicketHappening,
): string {
  const say = ticketTexts(language);
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
    case 'postponed': {
      const day = from === undefined ? '' : words.day(from);
      return [factTexts(language)('postponedFrom', { day }), reason].filter(Boolean).join(': ');
    }
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

function voidPart(
  desk: DeskRequest,
  at: string,
  { record, due }: ShownTicket,
  fields: Fields<TicketField>,
): Html {
  const { calendar, language } = desk;
  const say = ticketTexts(language);
  const { isUsed } = record;
  const title = say('makeVoid');
  if (isUsed && !mayForce(desk)) return section(title, html`<p>${deskTexts(language)('ticketAdmitted')}</p>`);
  const means = say(freesPlace(record, calendar.today()) ? 'voidMeans' : 'voidMeansOver');
  return voidForm(desk, fields, { at, title, means, due, isUsed });
}
