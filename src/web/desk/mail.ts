import { EMAIL_CHARACTERS, isEmail } from '../../core/email.ts';
import { labelled } from '../../core/words.ts';
import type { Delivery } from '../../deliveries/index.ts';
import { markTried } from '../../first-steps/index.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { formOf } from '../../http/sessions.ts';
import {
  countUndeliveredMails,
  getMail,
  listMails,
  MailRefused,
  type NotSent,
  previewMail,
  retryFailedMails,
  retryMail,
  type WrittenMail,
} from '../../mail/index.ts';
import { EMAIL_INPUT, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { factList, section } from '../../pages/parts.ts';
import { runAction } from '../../store/index.ts';
import { answerIn, askedFor, deliveriesPart, stateOf, wantedAgain } from './deliveries.ts';
import { deliveriesTexts, troubleTexts } from './deliveries-texts.ts';
import type { DeskRequest, Handler } from './desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from './desk-page.ts';
import { done } from './done.ts';
import { pathId } from './links.ts';
import { mailTexts } from './mail-texts.ts';
import { formTo, postForm } from './post-form.ts';

const ADDRESS = '/desk/mail';

/** Waiting and failed mails, and the form for a test. */
export async function showMails(desk: DeskRequest, submitted?: Submitted<'to'>): Promise<Answer> {
  const { language, actor } = desk;
  const say = mailTexts(language);
  const { store, mail } = desk;
  const asked = askedFor(desk);
  const [found, undelivered] = await Promise.all([
    listMails(store, actor, asked),
    countUndeliveredMails(store, actor),
  ]);
  const fields = fieldsOf<'to'>(language, submitted);
  const sent = deliveriesPart(desk, {
    at: ADDRESS,
    asked,
    found,
    undelivered,
    isOpen: mail !== undefined,
    what: say('what'),
    describe: (delivery) => [
      kindOf(desk, delivery),
      html`<a href="${ADDRESS}/${delivery.deliveryId}">${delivery.subject}</a>`,
    ],
  });
  const without = desk.isDemo ? say('demo') : say('notSet');
  const lead = mail === undefined ? without : say('goesOut', { sender: mail.sender, server: mail.server });
  const { waiting, failed } = undelivered;
  const main = html`
    ${factList('figures', [
      [say('waiting'), desk.words.number(waiting)],
      [say('failed', { count: failed }), desk.words.number(failed)],
    ])}
    ${sent}
    ${mail !== undefined && testForm(desk, fields)}
  `;
  return deskPage(desk, { title: say('title'), lead, main, here: SETTINGS_PAGE, form: fields });
}

export const resendMail: Handler = async ({ actor, store, clock, request }) => {
  const wanted = wantedAgain(formOf(request));
  if (wanted === 'all') await retryFailedMails(store, actor, clock.now());
  else await retryMail(store, actor, wanted, clock.now());
  return done(ADDRESS, wanted === 'all' ? 'resendingAll' : 'resending');
};

export const testMail = postForm<'to'>(
  async ({ actor, language, mail, store, clock }, { values: { to = '' }, again }) => {
    if (!isEmail(to)) return again({ faults: { to: mailTexts(language)('addressFault') } });
    if (mail === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
    await mail.sendTest(actor, to);
    await runAction({ store, clock }, actor, (action) => markTried(action, 'mail'));
    return done(ADDRESS, 'mailTest');
  },
  showMails,
  (error, { language }) => {
    if (!(error instanceof MailRefused)) return undefined;
    return { faults: { to: mailTexts(language)('refused', { answer: error.message }) }, status: 409 };
  },
);

function kindOf({ language }: Clerk, { kind }: Delivery): string {
  return mailTexts(language)(kind as 'ticket');
}

function testForm(desk: Clerk, fields: Fields<'to'>): Html {
  const say = mailTexts(desk.language);
  const to = { ...EMAIL_INPUT, required: true, autocomplete: 'email', maxlength: EMAIL_CHARACTERS };
  const content = html`
    ${fields.input('to', { label: say('address'), with: to })}
    <button>${say('send')}</button>
  `;
  return section(say('test'), html`<p>${say('testHint')}</p>`, formTo(desk, `${ADDRESS}/test`, content));
}

/** One mail: its result, and a preview as of now. */
export async function showMail(desk: DeskRequest): Promise<Answer> {
  const { language, actor } = desk;
  const deliveryId = pathId(desk.request, 'deliveryId');
  const say = mailTexts(language);
  const delivery = await getMail(desk.store, actor, deliveryId);
  const letter = desk.mail && (await previewMail(desk.mail.room, actor, deliveryId));
  const tied = attributes({ class: 'action', name: 'deliveryId', value: deliveryId });
  const again = html`<button${tied}>${deliveriesTexts(language)('sendAgain')}</button>`;
  const main = html`
    ${delivery.answer !== null && html`<p>${answerIn(desk, delivery.answer)}</p>`}
    ${desk.mail !== undefined && formTo(desk, `${ADDRESS}/retry`, again)}
    ${letter !== undefined && letterPart(desk, letter)}
    <p><a href="${ADDRESS}">${say('toAll')}</a></p>
  `;
  return deskPage(desk, {
    title: labelled(language, kindOf(desk, delivery), delivery.subject),
    lead: stateOf(desk, delivery),
    main,
    here: SETTINGS_PAGE,
  });
}

function letterPart({ language }: Clerk, letter: WrittenMail | NotSent): Html {
  const say = mailTexts(language);
  if (typeof letter === 'string')
    return html`<p>${say('notNow', { why: troubleTexts(language)(letter) })}</p>`;
  const title = say('asNow');
  return section(
    title,
    html`<p>${say('subject')}: <strong dir="auto">${letter.subject}</strong></p>`,
    html`<pre class="letter" dir="auto" tabindex="0" aria-label="${title}">${letter.text}</pre>`,
  );
}
