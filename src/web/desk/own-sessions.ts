import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AccountRefused, PASSWORD_MIN_CHARACTERS } from '../../accounts/index.ts';
import { type Answer, send } from '../../http/answer.ts';
import { formOf, seeOther, sessionCookie } from '../../http/sessions.ts';
import { csrfField, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { html } from '../../pages/html.ts';
import { signInFault } from '../../pages/sign-in.ts';
import { unseenCaption } from '../../pages/table.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf, deskPage } from './desk-page.ts';
import { sessionsTable } from './sessions-table.ts';
import { sessionsTexts } from './sessions-texts.ts';

const ADDRESS = '/desk/sessions';

type PasswordFields = Submitted<'current' | 'wanted' | 'again'>;

/** The page of one's own sessions: ending the others, and changing the password. */
export function routeOwnSessions(app: FastifyInstance, desk: DeskOptions): void {
  app.get(ADDRESS, async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const { done } = request.query as { done?: string };
    const message = (['ended', 'changed'] as const).find((each) => each === done);
    send(
      request,
      reply,
      await show(clerk, desk, { message: message && sessionsTexts(clerk.language)(message) }),
    );
  });
  app.post(ADDRESS, async (request, reply) => {
    await desk.sessions.endOthers(clerkOf(request, desk).session);
    send(request, reply, seeOther(`${ADDRESS}?done=ended`));
  });
  app.post(`${ADDRESS}/password`, async (request, reply) => {
    send(request, reply, await changePassword(request, desk));
  });
}

async function changePassword(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  const say = sessionsTexts(clerk.language);
  const form = formOf(request);
  const read = (name: keyof NonNullable<PasswordFields['faults']>) => form.get(name) ?? '';
  const passwords = { current: read('current'), password: read('wanted') };
  const refuse = (submitted: PasswordFields, status: number, headers = {}) =>
    show(clerk, desk, { submitted }, status, headers);
  if (passwords.password !== read('again')) return refuse({ faults: { again: say('differs') } }, 400);
  try {
    const { session } = clerk;
    const { token } = await desk.sessions.changePassword(
      session,
      passwords,
      request.ip,
      request.headers['user-agent'],
    );
    return seeOther(`${ADDRESS}?done=changed`, { 'set-cookie': sessionCookie(request, token) });
  } catch (error) {
    if (error instanceof AccountRefused)
      return refuse({ faults: { wanted: say('unusable', { count: PASSWORD_MIN_CHARACTERS }) } }, 400);
    const refused = signInFault(error, clerk.language);
    if (refused === undefined) throw error;
    const { status, fault, headers } = refused;
    if (status === 401) return refuse({ faults: { current: say('wrongCurrent') } }, 400);
    return refuse({ fault }, status, headers);
  }
}

async function show(
  clerk: Clerk,
  desk: DeskOptions,
  { submitted, message }: { readonly submitted?: PasswordFields; readonly message?: string | undefined },
  status = 200,
  headers = {},
): Promise<Answer> {
  const { language, session } = clerk;
  const say = sessionsTexts(language);
  const listed = await desk.sessions.list(clerk.actor.accountId);
  const others = listed.filter(({ sessionId }) => sessionId !== session.sessionId).length;
  const fields = fieldsOf(language, submitted);
  const hidden = (autocomplete: string) => ({ type: 'password', required: true, autocomplete });
  const main = html`${fields.faults()}${sessionsTable(clerk, unseenCaption(say('title')), listed, '')}${
    others > 0 &&
    html`<form method="post" action="${ADDRESS}">${csrfField(session.csrfToken)}
<p>${say('means', { count: others })}</p>
<button class="action">${say('endOthers')}</button></form>\n`
  }<section>
<h2>${say('password')}</h2>
<form method="post" action="${ADDRESS}/password">${csrfField(session.csrfToken)}
<input type="text" name="username" value="${session.username}" autocomplete="username" hidden>
${fields.input('current', { label: say('current'), with: hidden('current-password') })}${fields.input(
  'wanted',
  {
    label: say('wanted'),
    hint: say('wantedHint', { count: PASSWORD_MIN_CHARACTERS }),
    with: { ...hidden('new-password'), minlength: PASSWORD_MIN_CHARACTERS },
  },
)}${fields.input('again', { label: say('again'), with: hidden('new-password') })}<p>${say('changeMeans')}</p>
<button>${say('change')}</button></form>
</section>
<p class="check" data-shortcuts hidden><input type="checkbox" id="shortcuts" autocomplete="off"><label for="shortcuts">${say('shortcuts')}</label></p>`;
  const { isFaulty } = fields;
  const answer = deskPage(clerk, desk, { title: say('title'), main, isFaulty, message }, status);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
