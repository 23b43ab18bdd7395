import type { FastifyInstance } from 'fastify';
import type { ListedSession } from '../../accounts/index.ts';
import { type Answer, send } from '../../http/answer.ts';
import { seeOther } from '../../http/sessions.ts';
import { csrfField } from '../../pages/forms.ts';
import { html } from '../../pages/html.ts';
import { unseenCaption } from '../../pages/table.ts';
import type { DeskOptions } from './desk.ts';
import { type Clerk, clerkOf, deskPage } from './desk-page.ts';
import { sessionsTable } from './sessions-table.ts';
import { sessionsTexts } from './sessions-texts.ts';

const ADDRESS = '/desk/sessions';

/** Where somebody is signed in, and the end of it everywhere else. */
export function routeOwnSessions(app: FastifyInstance, desk: DeskOptions): void {
  app.get(ADDRESS, async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const listed = await desk.sessions.list(clerk.actor.accountId);
    const isDone = (request.query as { ended?: string }).ended === '1';
    send(request, reply, sessionsPage(clerk, desk, listed, isDone));
  });
  app.post(ADDRESS, async (request, reply) => {
    await desk.sessions.endOthers(clerkOf(request, desk).session);
    send(request, reply, seeOther(`${ADDRESS}?ended=1`));
  });
}

function sessionsPage(
  clerk: Clerk,
  desk: DeskOptions,
  listed: readonly ListedSession[],
  isDone: boolean,
): Answer {
  const { language, session } = clerk;
  const say = sessionsTexts(language);
  const others = listed.filter(({ sessionId }) => sessionId !== session.sessionId).length;
  const main = html`${sessionsTable(clerk, unseenCaption(say('title')), listed, '')}${
    others > 0 &&
    html`<form method="post" action="${ADDRESS}">${csrfField(session.csrfToken)}
<p>${say('means', { count: others })}</p>
<button class="action">${say('endOthers')}</button></form>\n`
  }<p class="check" data-shortcuts hidden><input type="checkbox" id="shortcuts" autocomplete="off"><label for="shortcuts">${say('shortcuts')}</label></p>`;
  return deskPage(clerk, desk, { title: say('title'), main, ...(isDone && { message: say('ended') }) });
}
