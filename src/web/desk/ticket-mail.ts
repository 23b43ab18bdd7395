import { EMAIL_CHARACTERS, isEmail, maskedEmail } from '../../core/email.ts';
import { may } from '../../core/permissions.ts';
import type { Uuid } from '../../core/uuid.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { findTicketMail, isMailable, mailTicketAgain, type TicketMail } from '../../mail/index.ts';
import { correctContact } from '../../orders/index.ts';
import { EMAIL_INPUT, type Fields } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { section } from '../../pages/parts.ts';
import type { TicketRecord } from '../../tickets/index.ts';
import { answerIn } from './deliveries.ts';
import type { DeskOptions, DeskRequest, Handler } from './desk-options.ts';
import { deskAssets } from './desk-page.ts';
import { done } from './done.ts';
import { type FormPage, formTo, postForm } from './post-form.ts';
import { ticketMailTexts } from './ticket-mail-texts.ts';

/** The mail with tickets that were sold together, as a page shows it. */
export interface ShownMail {
  readonly mail: TicketMail;
  /** Whether one more can be sent now. */
  readonly isSendable: boolean;
}

/** The mail with the first of those tickets that can still be mailed, or else with the first. */
export async function shownMail(
  { store, clock, days, mail: isSetUp }: DeskOptions,
  records: readonly TicketRecord[],
): Promise<ShownMail | undefined> {
  const today = await days.current();
  const chosen = mailableAmong(records, today) ?? records.find(({ contact }) => contact !== undefined);
  const mail = chosen && (await findTicketMail(store, chosen, clock.now()));
  return mail && { mail, isSendable: isSetUp !== undefined && isMailable(chosen, today) };
}

function mailableAmong(
  records: readonly TicketRecord[],
  today: Parameters<typeof isMailable>[1],
): TicketRecord | undefined {
  return records.find((record) => isMailable(record, today));
}

/** The script that keeps the line of a mail that waits up to date. */
export function mailScripts({ mail }: ShownMail): string[] {
  return mail.state === 'waiting' ? [deskAssets.address('mail-state.js')] : [];
}

/** What became of the mail, in one line. */
export function mailLine(desk: DeskRequest, { mail }: ShownMail): Html {
  const { mail: isSetUp } = desk;
  const say = ticketMailTexts(desk.language);
  const { state, answer } = mail;
  const said = { to: maskedEmail(mail.to) };
  if (state !== 'delivered' && isSetUp === undefined)
    return html`<p class="unprinted">${say('notSet')}</p>\n`;
  const isExplained = answer !== null && state !== 'delivered';
  const why = isExplained && html` ${answerIn(desk, answer)}`;
  return html`<p class="unprinted" role="status" data-mail="${state}">${say(state, said)}${why}</p>\n`;
}

/** The state of the mail with what can be done about it, for whoever may do that. @param at where the forms are sent to */
export function mailPart(
  desk: DeskRequest,
  shown: ShownMail,
  { at, fields }: { readonly at: string; readonly fields: Fields<'email'> },
): Html {
  const say = ticketMailTexts(desk.language);
  const isOffered = shown.isSendable && may(desk.actor.role, 'mail-tickets');
  const email = { ...EMAIL_INPUT, required: true, autocomplete: 'off', maxlength: EMAIL_CHARACTERS };
  const correct = html`
    <p>${say('correctMeans')}</p>
    ${fields.input('email', { label: say('address'), with: email })}
    <button>${say('correctAndSend')}</button>
  `;
  const offered = html`
    ${formTo(desk, `${at}/mail`, html`<button>${say('again')}</button>\n`)}
    <details${attributes({ open: fields.isFaulty })}>
      <summary>${say('correct')}</summary>
      ${formTo(desk, `${at}/address`, correct)}
    </details>
  `;
  return section(say('mail'), mailLine(desk, shown), isOffered && offered);
}

/** The tickets that a form is about, of one sale. */
type FindRecords = (desk: DeskRequest) => Promise<readonly TicketRecord[]>;

/** The forms "Send again" and "Correct the address" of a page. */
export function mailForms<Name extends string>(
  find: FindRecords,
  page: FormPage<Name | 'email'>,
): { readonly mailAgain: Handler; readonly correctAddress: Handler } {
  const send = (correctTo: 'email' | undefined) =>
    postForm<Name | 'email'>(async (desk, { values, again }) => {
      if (desk.mail === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
      const say = ticketMailTexts(desk.language);
      const email = correctTo && (values.email ?? '');
      if (email !== undefined && !isEmail(email)) return again({ faults: { email: say('addressFault') } });
      if (!(await planMail(desk, await find(desk), { email })))
        return again({ fault: say('notNow'), status: 409 });
      const { request } = desk;
      const at = request.url.slice(0, request.url.lastIndexOf('/'));
      return done(at, email === undefined ? 'resending' : 'addressCorrected');
    }, page);
  return { mailAgain: send(undefined), correctAddress: send('email') };
}

/**
 * Plans a mail with the first of the tickets that can be mailed, and those that go with it. No address is corrected that is not
 * mailed to: the mail takes the address when it is sent. It brings only the given tickets, or all.
 * @returns whether one was planned
 */
export async function planMail(
  { actor, store, selling, clock, days }: DeskRequest,
  records: readonly TicketRecord[],
  { email, only }: { readonly email?: string | undefined; readonly only?: readonly Uuid[] },
): Promise<boolean> {
  const today = await days.current();
  const ticket = mailableAmong(records, today)?.ticket;
  if (ticket === undefined) return false;
  return store.transaction(async (tx) => {
    if (!(await mailTicketAgain(tx, actor, ticket, { today, now: clock.now(), only }))) return false;
    return email === undefined || correctContact(tx, actor, ticket, email, selling);
  });
}
