import {
  AccountRefused,
  findSecondFactor,
  isTotpSecret,
  newTotpSecret,
  type SecondFactor,
  totpAddress,
} from '../../accounts/index.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Answer } from '../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { qrCode } from '../../pages/qr-code.ts';
import { signInFault } from '../../pages/sign-in.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { done } from './done.ts';
import { type Explain, formTo, postForm, type Sent } from './post-form.ts';
import { secondFactorTexts } from './second-factor-texts.ts';

export const SECOND_FACTOR = '/desk/second-factor';
const SESSIONS = '/desk/sessions';

type Name = 'secret' | 'code' | 'password';

/** The page of one's own second factor: setting it up, or what can be done with it. */
export async function showSecondFactor(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, actor } = desk;
  const known = await findSecondFactor(desk.store, actor.accountId);
  const fields = fieldsOf<Name>(language, submitted);
  const secret = submitted?.values?.secret;
  const main = known === undefined ? setUp(desk, fields, secret) : change(desk, known, fields);
  return deskPage(desk, { title: secondFactorTexts(language)('title'), main, form: fields });
}

function setUp(desk: DeskRequest, fields: Fields<Name>, submitted: string | undefined): Html {
  const say = secondFactorTexts(desk.language);
  const secret = submitted !== undefined && isTotpSecret(submitted) ? submitted : newTotpSecret();
  const address = totpAddress(secret, desk.settings.now.name, desk.session.username);
  const code = { required: true, autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 10 };
  const content = html`
    <p>${say('scan')}</p>
    ${qrCode(address, say('picture'))}
    <p>${say('key', { key: (secret.match(/.{4}/g) ?? []).join(' ') })}</p>
    <input type="hidden" name="secret" value="${secret}">
    ${fields.input('code', { label: say('code'), with: code })}
    ${passwordField(desk, fields)}
    <p>${say('setUpMeans')}</p>
    <button class="action">${say('confirm')}</button>
  `;
  return html`
    <p>${say('off')}</p>
    ${formTo(desk, SECOND_FACTOR, content)}
  `;
}

function change(desk: Clerk, { setAt, recoveryCodes }: SecondFactor, fields: Fields<Name>): Html {
  const { language, words } = desk;
  const say = secondFactorTexts(language);
  const content = html`
    ${passwordField(desk, fields)}
    <p>${say('renewMeans')}</p>
    <button name="wish" value="renew">${say('renew')}</button>
    <p>${say('turnOffMeans')}</p>
    <button name="wish" value="remove">${say('turnOff')}</button>
  `;
  return html`
    <p>${say('isOn', { day: words.dayOf(setAt) })} ${say('left', { count: recoveryCodes })}</p>
    ${formTo(desk, `${SECOND_FACTOR}/change`, content)}
  `;
}

function passwordField({ language }: Clerk, fields: Fields<Name>): Html {
  const password = { type: 'password', required: true, autocomplete: 'current-password' };
  return fields.input('password', { label: secondFactorTexts(language)('password'), with: password });
}

const explain: Explain<Name> = (error, { language }) => {
  const say = secondFactorTexts(language);
  if (error instanceof AccountRefused && error.fault === 'wrong-code')
    return { faults: { code: say('wrongCode') } };
  // Somebody has set it up or removed it in another browser: the page shows how it is now.
  if (error instanceof AccountRefused) return {};
  if (error instanceof Refusal && error.kind === 'unauthorized')
    return { faults: { password: say('wrongPassword') }, status: 401 };
  return signInFault(error, language);
};

export const setSecondFactor = postForm<Name>(
  async (desk, sent) => {
    const { session, actor } = desk;
    await confirmPassword(desk, sent);
    const { secret = '', code = '' } = sent.values;
    const codes = await desk.sessions.secondFactors.set(actor, session, secret, code);
    await desk.sessions.endOthers(session);
    return codesPage(desk, codes);
  },
  showSecondFactor,
  explain,
);

export const changeSecondFactor = postForm<Name>(
  async (desk, sent) => {
    const { session, actor } = desk;
    await confirmPassword(desk, sent);
    if (sent.form.get('wish') === 'renew')
      return codesPage(desk, await desk.sessions.secondFactors.renewRecoveryCodes(actor, session));
    await desk.sessions.secondFactors.remove(actor, session);
    return done(SESSIONS, 'secondFactorOff');
  },
  showSecondFactor,
  explain,
);

/** Not trimmed, as values are: a password may begin or end with a space. */
function confirmPassword({ session, sessions, request }: DeskRequest, { form }: Sent<Name>): Promise<void> {
  return sessions.confirmPassword(session, form.get('password') ?? '', request.ip);
}

/** Shows recovery codes, which can't be shown again. */
function codesPage(desk: DeskRequest, codes: readonly string[]): Answer {
  const say = secondFactorTexts(desk.language);
  const main = html`
    <p>${say('codesMean')}</p>
    <ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ul>
    <p><a href="${SESSIONS}">${say('toSessions')}</a></p>
  `;
  return deskPage(desk, { title: say('codes'), main });
}
