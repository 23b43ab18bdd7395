import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAddrSpec } from '../../core/email.ts';
import { requirePermission } from '../../core/permissions.ts';
import type { Uuid } from '../../core/uuid.ts';
import { labelled } from '../../core/words.ts';
import type { Delivery } from '../../deliveries/index.ts';
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import {
  countUndeliveredMails,
  getMail,
  listMails,
  MailRefused,
  type NotSent,
  previewMail,
  retryFailedMails,
  retryMail,
  type WrittenLetter,
} from '../../mail/index.ts';
import { csrfField, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import {
  type Asked,
  answerIn,
  askedFor,
  deliveriesPart,
  NEWEST,
  stateOf,
  wantedAgain,
} from './deliveries.ts';
import { deliveriesTexts, troubleTexts } from './deliveries-texts.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf, deskPage } from './desk-page.ts';
import { mailTexts } from './mail-texts.ts';
import { pathId } from './path-id.ts';

const ADDRESS = '/desk/mail';

/** The pages about mail: waiting and failed mails, and the test mail. */
export function routeMail(app: FastifyInstance, desk: DeskOptions): void {
  app.get(ADDRESS, async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const { done } = request.query as { done?: string };
    const message = doneOf(clerk, done);
    send(request, reply, await mailPage(clerk, desk, { asked: askedFor(request), message }));
  });
  app.get(`${ADDRESS}/:deliveryId`, async (request, reply) =>
    send(request, reply, await letterPage(clerkOf(request, desk), desk, pathId(request, 'deliveryId'))),
  );
  app.post(`${ADDRESS}/retry`, async (request, reply) =>
    send(request, reply, await retry(clerkOf(request, desk), desk, formOf(request))),
  );
  app.post(`${ADDRESS}/test`, async (request, reply) =>
    send(request, reply, await test(clerkOf(request, desk), desk, request)),
  );
}

function doneOf({ language }: Clerk, done: string | undefined): string | undefined {
  switch (done) {
    case 'again':
      return deliveriesTexts(language)('doneAgain');
    case 'all':
      return deliveriesTexts(language)('doneAllAgain');
    case 'test':
      return mailTexts(language)('doneTest');
    default:
      return undefined;
  }
}

function unknown(): never {
  throw new HttpRefusal('not-found', { missing: 'operation' });
}

async function retry({ actor }: Clerk, { store, clock }: DeskOptions, form: URLSearchParams) {
  const wanted = wantedAgain(form) ?? unknown();
  if (wanted === 'all') await retryFailedMails(store, actor, clock.now());
  else await retryMail(store, actor, wanted, clock.now());
  return seeOther(`${ADDRESS}?done=${wanted === 'all' ? 'all' : 'again'}`);
}

async function test(clerk: Clerk, desk: DeskOptions, request: FastifyRequest): Promise<Answer> {
  requirePermission(clerk.actor, 'manage-mail');
  const say = mailTexts(clerk.language);
  const to = (formOf(request).get('to') ?? '').trim();
  const again = (fault: string, status: number) =>
    mailPage(clerk, desk, { asked: NEWEST, submitted: { values: { to }, faults: { to: fault } } }, status);
  if (!isAddrSpec(to) || to.length > 254) return again(say('addressFault'), 400);
  try {
    await (desk.mail ?? unknown()).sendTest(clerk.actor, to);
    return seeOther(`${ADDRESS}?done=test`);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return again(say('refused', { answer: error.message }), 409);
  }
}

interface Parts {
  readonly asked: Asked;
  readonly message?: string | undefined;
  readonly submitted?: Submitted<'to'>;
}

async function mailPage(
  clerk: Clerk,
  desk: DeskOptions,
  { asked, message, submitted }: Parts,
  status = 200,
): Promise<Answer> {
  const { language, actor } = clerk;
  const say = mailTexts(language);
  const { store, mail } = desk;
  const [found, undelivered] = await Promise.all([
    listMails(store, actor, asked),
    countUndeliveredMails(store, actor),
  ]);
  const fields = fieldsOf<'to'>(language, submitted);
  const sent = deliveriesPart(clerk, {
    ...{ at: ADDRESS, asked, found, undelivered, isOpen: mail !== undefined, what: say('what') },
    describe: (delivery) => [
      kindOf(clerk, delivery),
      html`<a href="${ADDRESS}/${delivery.deliveryId}">${delivery.subject}</a>`,
    ],
  });
  const without = desk.isDemo ? say('demo') : say('notSet');
  const lead = mail === undefined ? without : say('goesOut', { sender: mail.sender, server: mail.server });
  const main = html`${fields.faults()}<dl class="figures">
<div><dt>${say('waiting')}</dt><dd>${clerk.words.number(undelivered.waiting)}</dd></div>
<div><dt>${say('failed', { count: undelivered.failed })}</dt><dd>${clerk.words.number(undelivered.failed)}</dd></div>
</dl>
${sent}${mail !== undefined && testForm(clerk, fields)}`;
  const { isFaulty } = fields;
  return deskPage(clerk, desk, { title: say('title'), lead, main, here: ADDRESS, message, isFaulty }, status);
}

function kindOf({ language }: Clerk, { kind }: Delivery): string {
  return mailTexts(language)(kind as 'ticket');
}

function testForm({ language, session }: Clerk, fields: Fields<'to'>): Html {
  const say = mailTexts(language);
  const to = { type: 'email', required: true, autocomplete: 'email', maxlength: 254 };
  return html`<section>
<h2>${say('test')}</h2>
<p>${say('testHint')}</p>
<form method="post" action="${ADDRESS}/test">${csrfField(session.csrfToken)}
${fields.input('to', { label: say('address'), with: to })}<button>${say('send')}</button>
</form>
</section>
`;
}

/** One mail: its result, and a preview as of now. */
async function letterPage(clerk: Clerk, desk: DeskOptions, deliveryId: Uuid): Promise<Answer> {
  const { language, actor, session } = clerk;
  const say = mailTexts(language);
  const delivery = await getMail(desk.store, actor, deliveryId);
  const letter = desk.mail && (await previewMail(desk.mail.room, actor, deliveryId));
  const main = html`${delivery.answer !== null && html`<p>${answerIn(clerk, delivery.answer)}</p>\n`}${
    desk.mail !== undefined &&
    html`<form method="post" action="${ADDRESS}/retry">${csrfField(session.csrfToken)}<button class="action" name="deliveryId" value="${deliveryId}">${deliveriesTexts(language)('sendAgain')}</button></form>\n`
  }${letter !== undefined && letterPart(clerk, letter)}<p><a href="${ADDRESS}">${say('toAll')}</a></p>\n`;
  return deskPage(clerk, desk, {
    title: labelled(language, kindOf(clerk, delivery), delivery.subject),
    lead: stateOf(clerk, delivery),
    main,
    here: ADDRESS,
  });
}

function letterPart({ language }: Clerk, letter: WrittenLetter | NotSent): Html {
  const say = mailTexts(language);
  if (typeof letter === 'string')
    return html`<p>${say('notNow', { why: troubleTexts(language)(letter) })}</p>\n`;
  return html`<section>
<h2>${say('asNow')}</h2>
<p>${say('subject')}: <strong dir="auto">${letter.subject}</strong></p>
<pre class="letter" dir="auto" tabindex="0" aria-label="${say('asNow')}">${letter.text}</pre>
</section>
`;
}
