import {
  type Account,
  isBuiltIn,
  type ListedAccount,
  type ListedSession,
  type ListedToken,
  type Presence,
  USERNAME_CHARACTERS,
} from '../../accounts/index.ts';
import { ROLES } from '../../core/roles.ts';
import type { Uuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted, VERBATIM_INPUT } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { factList, section } from '../../pages/parts.ts';
import { roleMeansTexts, roleTexts } from '../../pages/role-texts.ts';
import { type Column, table, unseenCaption } from '../../pages/table.ts';
import { accountsTexts } from './accounts-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from './desk-page.ts';
import { seenAs } from './edit-conflict.ts';
import { formTo } from './post-form.ts';
import { sessionsTable } from './sessions-table.ts';

export const ACCOUNTS = '/desk/accounts';

export type AccountField = 'username' | 'role';

export interface ShownAccounts {
  readonly accounts: readonly ListedAccount[];
  readonly presence: ReadonlyMap<Uuid, Presence>;
  readonly submitted: Submitted<AccountField> | undefined;
}

/** Every account, and a form for another. */
export function accountsPage(desk: DeskRequest, { accounts, presence, submitted }: ShownAccounts): Answer {
  const { language, words } = desk;
  const say = accountsTexts(language);
  const columns: Column<ListedAccount>[] = [
    { head: say('name'), cell: ({ accountId, username }) => accountLink(accountId, username) },
    { head: say('role'), cell: ({ role }) => roleTexts(language)(role) },
    { head: say('state'), cell: (account) => stateOf(desk, account) },
    {
      head: say('lastSignIn'),
      cell: ({ accountId }) => signInAt(desk, presence.get(accountId)?.lastSignInAt),
    },
    {
      head: say('sessions'),
      cell: ({ accountId }) => words.number(presence.get(accountId)?.sessions ?? 0),
      isNumber: true,
    },
  ];
  const fields = fieldsOf<AccountField>(language, submitted);
  const username = {
    label: say('name'),
    hint: say('nameHint', { most: USERNAME_CHARACTERS }),
    with: { required: true, maxlength: USERNAME_CHARACTERS, ...VERBATIM_INPUT },
  };
  const content = html`
    ${fields.input('username', username)}
    ${fields.choice('role', { label: say('role'), value: 'cashier', options: roles(desk) })}
    <button class="action">${say('addIt')}</button>
  `;
  const main = html`
    ${table(unseenCaption(say('accounts')), accounts, columns)}
    ${section(say('add'), formTo(desk, ACCOUNTS, content))}
  `;
  return deskPage(desk, { title: say('accounts'), main, here: SETTINGS_PAGE, form: fields });
}

export function accountLink(accountId: string, name: string): Html {
  return html`<a href="${ACCOUNTS}/${accountId}">${name}</a>`;
}

function signInAt({ language, words }: Clerk, at: number | undefined): string {
  return at === undefined ? accountsTexts(language)('notKnown') : words.instant(at);
}

export interface ShownAccount {
  readonly account: ListedAccount;
  readonly lastSignInAt: number | undefined;
  readonly sessions: readonly ListedSession[];
  readonly tokens: readonly ListedToken[];
  readonly hasSecondFactor: boolean;
  /** Whether the person signs in at the museum's identity provider. */
  readonly isProvided: boolean;
  readonly fault: string | undefined;
}

/** One account, and what can be done with it. */
export function accountPage(desk: DeskRequest, shown: ShownAccount): Answer {
  const { language, words } = desk;
  const say = accountsTexts(language);
  const { account, lastSignInAt, hasSecondFactor, isProvided, fault } = shown;
  const { username, role, createdAt } = account;
  const fields = fieldsOf<'role' | 'mails'>(language, { fault, status: 409 });
  const main = html`
    ${factList('facts', [
      [say('role'), roleTexts(language)(role)],
      [say('state'), stateOf(desk, account)],
      [say('since'), words.instant(createdAt)],
      [say('lastSignIn'), signInAt(desk, lastSignInAt)],
      [say('signsInWith'), isProvided && say('withProvider')],
      [say('secondFactor'), !isProvided && say(hasSecondFactor ? 'factorOn' : 'factorOff')],
    ])}
    ${isBuiltIn(account) ? html`<p>${say('builtIn')}</p>` : changes(desk, shown, fields)}
    <p><a href="/desk/journal?${new URLSearchParams({ account: username }).toString()}">${say('didWhat')}</a></p>
  `;
  return deskPage(desk, { title: username, main, here: SETTINGS_PAGE, form: fields });
}

/** A form below the page of the account. */
type AccountForm = (action: string, content: Piece) => Html;

function changes(desk: Clerk, shown: ShownAccount, fields: Fields<'role' | 'mails'>): Html {
  const say = accountsTexts(desk.language);
  const { account, sessions, tokens, hasSecondFactor } = shown;
  const { username, role, disabledAt, mails, accountId } = account;
  const form: AccountForm = (action, content) => formTo(desk, `${ACCOUNTS}/${accountId}/${action}`, content);
  const act = (action: string, means: string, button: string) =>
    form(
      action,
      html`
        <p>${means}</p>
        <button>${button}</button>
      `,
    );
  const roleField = fields.choice('role', { label: say('role'), value: role, options: roles(desk) });
  const mailings = [
    { value: 'museum', text: say('byMuseum') },
    { value: 'self', text: say('bySelf') },
  ];
  const mailsField = fields.select('mails', { label: say('mails'), value: mails, options: mailings });
  const newPassword = html`
    <input type="hidden" name="seen" value="${seenAs(account.changedAt)}">
    <p>${say('passwordMeans')}</p>
    <button>${say('newPassword')}</button>
  `;
  return html`
    ${form('role', html`${roleField}<button>${say('setRole')}</button>`)}
    ${form('mail', html`${mailsField}<button>${say('setMails')}</button>`)}
    ${role === 'partner' && tokensOf(desk, tokens, form)}
    ${section(
      say('signingIn'),
      sessionsTable(desk, say('sessions'), sessions, say('noSessions')),
      sessions.length > 0 && act('end-sessions', say('endMeans'), say('endSessions')),
      form('password', newPassword),
      hasSecondFactor && act('second-factor', say('resetMeans'), say('resetFactor')),
      disabledAt === undefined
        ? act('disable', say('disableMeans', { name: username }), say('disable'))
        : act('enable', say('enableMeans'), say('enable')),
    )}
  `;
}

/** The tokens of a partner's programs. */
function tokensOf({ language, words }: Clerk, tokens: readonly ListedToken[], form: AccountForm): Html {
  const say = accountsTexts(language);
  const revoke = (token: string) => {
    const label = say('revokeToken', { token });
    return form(
      'revoke-token',
      html`
        <input type="hidden" name="token" value="${token}">
        <button class="plain" aria-label="${label}">${say('revoke')}</button>
      `,
    );
  };
  const columns: Column<ListedToken>[] = [
    { head: say('token'), cell: ({ tokenId }) => html`<code>${tokenId}…</code>` },
    { head: say('tokenAdded'), cell: ({ madeAt }) => words.instant(madeAt) },
    {
      head: say('tokenUsed'),
      cell: ({ usedAt }) => (usedAt === null ? say('neverUsed') : words.instant(usedAt)),
    },
    { head: '', cell: ({ tokenId }) => revoke(tokenId) },
  ];
  const newToken = html`
    <input type="hidden" name="seen" value="${seenAs(tokens.length)}">
    <button>${say('newToken')}</button>
  `;
  return section(
    say('tokens'),
    html`<p>${say('tokensMean')}</p>`,
    table(unseenCaption(say('tokens')), tokens, columns, say('noTokens')),
    form('token', newToken),
  );
}

/** Shows a new password or token, which can't be shown again. */
export function secretPage(
  desk: DeskRequest,
  { username, accountId }: Account,
  which: 'password' | 'token',
  secret: string,
): Answer {
  const say = accountsTexts(desk.language);
  const isPassword = which === 'password';
  const main = html`
    <p>${say(isPassword ? 'passwordOf' : 'tokenOf', { name: username })}</p>
    <p class="password"><code>${secret}</code></p>
    <p>${say('shownOnce')}</p>
    <p>${accountLink(accountId, say('toAccount'))}</p>
  `;
  const title = say(isPassword ? 'newPassword' : 'newToken');
  return deskPage(desk, { title, main, here: SETTINGS_PAGE });
}

function stateOf({ language, words }: Clerk, { disabledAt }: ListedAccount): Html {
  const say = accountsTexts(language);
  const text = disabledAt === undefined ? say('inUse') : say('disabledOn', { day: words.dayOf(disabledAt) });
  return html`<span${attributes({ class: disabledAt === undefined ? undefined : 'quiet' })}>${text}</span>`;
}

function roles({ language }: Clerk) {
  const [say, means] = [roleTexts(language), roleMeansTexts(language)];
  return ROLES.map((role) => {
    return { value: role, text: means('option', { role: asHeading(say(role)), means: means(role) }) };
  });
}
