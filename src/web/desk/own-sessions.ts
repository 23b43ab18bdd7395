import {
  AccountRefused,
  findProvided,
  findSecondFactor,
  PASSWORD_MIN_CHARACTERS,
} from '../../accounts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { sessionCookie } from '../../http/sessions.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { section } from '../../pages/parts.ts';
import { signInFault } from '../../pages/sign-in.ts';
import { unseenCaption } from '../../pages/table.ts';
import type { DeskRequest, Handler } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { done } from './done.ts';
import { formTo, postForm } from './post-form.ts';
import { SECOND_FACTOR } from './second-factor.ts';
import { secondFactorTexts } from './second-factor-texts.ts';
import { sessionsTable } from './sessions-table.ts';
import { sessionsTexts } from './sessions-texts.ts';

const ADDRESS = '/desk/sessions';

type Name = 'current' | 'wanted' | 'again';

/** The page of one's own sessions: ending the others, and changing the password. */
export async function showOwnSessions(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, session, words } = desk;
  const [say, factorSay] = [sessionsTexts(language), secondFactorTexts(language)];
  const { accountId } = desk.actor;
  const isProvided = (await findProvided(desk.store)).has(accountId);
  const factor = await findSecondFactor(desk.store, accountId);
  const listed = await desk.sessions.list(accountId);
  const others = listed.filter(({ sessionId }) => sessionId !== session.sessionId).length;
  const fields = fieldsOf<Name>(language, submitted);
  const end = html`
    <p>${say('means', { count: others })}</p>
    <button class="action">${say('endOthers')}</button>
  `;
  const main = html`
    ${sessionsTable(desk, unseenCaption(say('title')), listed)}
    ${others > 0 && formTo(desk, ADDRESS, end)}
    ${isProvided && html`<p>${say('byProvider')}</p>`}
    ${!isProvided && passwordPart(desk, fields)}
    ${
      !isProvided &&
      section(
        factorSay('title'),
        html`<p>${factor === undefined ? factorSay('off') : factorSay('isOn', { day: words.dayOf(factor.setAt) })}</p>`,
        html`<p><a href="${SECOND_FACTOR}">${factorSay(factor === undefined ? 'turnOn' : 'manage')}</a></p>`,
      )
    }
    <p class="check" data-shortcuts hidden>
      <input type="checkbox" id="shortcuts"><label for="shortcuts">${say('shortcuts')}</label>
    </p>
  `;
  return deskPage(desk, { title: say('title'), main, form: fields });
}

function passwordPart(desk: Clerk, fields: Fields<Name>): Html {
  const { language, session } = desk;
  const say = sessionsTexts(language);
  const count = PASSWORD_MIN_CHARACTERS;
  const hidden = (autocomplete: string) => ({ type: 'password', required: true, autocomplete });
  const wanted = {
    label: say('wanted'),
    hint: say('wantedHint', { count }),
    with: { ...hidden('new-password'), minlength: count },
  };
  const content = html`
    <input type="text" name="username" value="${session.username}" autocomplete="username" hidden>
    ${fields.input('current', { label: say('current'), with: hidden('current-password') })}
    ${fields.input('wanted', wanted)}
    ${fields.input('again', { label: say('again'), with: hidden('new-password') })}
    <p>${say('changeMeans')}</p>
    <button>${say('change')}</button>
  `;
  return section(say('password'), formTo(desk, `${ADDRESS}/password`, content));
}

export const endOtherSessions: Handler = async ({ session, sessions }) => {
  await sessions.endOthers(session);
  return done(ADDRESS, 'sessionsEnded');
};

export const changePassword = postForm<Name>(
  async ({ session, language, sessions, request }, { form, again }) => {
    const [current, password, repeated] = ['current', 'wanted', 'again'].map(
      (name) => form.get(name) ?? '',
    ) as [string, string, string];
    if (password !== repeated) return again({ faults: { again: sessionsTexts(language)('differs') } });
    const browser = request.headers['user-agent'];
    const { token } = await sessions.changePassword(session, { current, password }, request.ip, browser);
    const { headers, ...answer } = done(ADDRESS, 'passwordChanged');
    return { ...answer, headers: { ...headers, 'set-cookie': sessionCookie(request, token) } };
  },
  showOwnSessions,
  (error, { language }) => {
    const say = sessionsTexts(language);
    if (error instanceof AccountRefused && error.password !== undefined)
      return { faults: { wanted: say(error.password as 'short', { count: PASSWORD_MIN_CHARACTERS }) } };
    const refused = signInFault(error, language);
    return refused?.status === 401 ? { faults: { current: say('wrongCurrent') } } : refused;
  },
);
