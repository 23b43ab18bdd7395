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
import { fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { roleMeansTexts, roleTexts } from '../../pages/role-texts.ts';
import { table, unseenCaption } from '../../pages/table.ts';
import { accountsTexts } from './accounts-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { seenAs } from './edit-conflict.ts';
import { formTo } from './post-form.ts';
import { sessionsTable } from './sessions-table.ts';

export const ACCOUNTS = '/desk/accounts';

export type AccountField = 'username' | 'role';

/** Every account, and a form for another. */
export function accountsPage(
  desk: DeskRequest,
  {
    accounts,
    presence,
    submitted,
  }: {
    readonly accounts: readonly ListedAccount[];
    readonly presence: ReadonlyMap<Uuid, Presence>;
    readonly submitted: Submitted<AccountField> | undefined;
  },
): Answer {
  const { language, words } = desk;
  const say = accountsTexts(language);
  const rows = accounts.map((account) => {
    const known = presence.get(account.accountId);
    return [
      html`<a href="${`${ACCOUNTS}/${account.accountId}`}">${account.username}</a>`,
      roleTexts(language)(account.role),
      stateOf(desk, account),
      known?.lastSignInAt === undefined ? say('notKnown') : words.instant(known.lastSignInAt),
      words.number(known?.sessions ?? 0),
    ];
  });
  const columns = [
    { text: say('name') },
    { text: say('role') },
    { text: say('state') },
    { text: say('lastSignIn') },
    { text: say('sessions'), isNumber: true },
  ];
  const fields = fieldsOf<AccountField>(language, submitted);
  const plain = {
    required: true,
    maxlength: USERNAME_CHARACTERS,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
  };
  const main = html`${table(unseenCaption(say('accounts')), columns, rows, '')}<section>
<h2>${say('add')}</h2>
${formTo(
  desk,
  ACCOUNTS,
  html`${fields.input('username', { label: say('name'), hint: say('nameHint', { most: USERNAME_CHARACTERS }), with: plain })}${fields.choice(
    'role',
    { label: say('role'), value: 'cashier', options: roles(desk) },
  )}<button class="action">${say('addIt')}</button>
`,
)}</section>
`;
  return deskPage(desk, { title: say('accounts'), main, here: ACCOUNTS, form: fields });
}

/** One account, and what can be done with it. */
export function accountPage(
  desk: DeskRequest,
  shown: {
    readonly account: ListedAccount;
    readonly lastSignInAt: number | undefined;
    readonly sessions: readonly ListedSession[];
    readonly tokens: readonly ListedToken[];
    readonly hasSecondFactor: boolean;
    readonly fault: string | undefined;
  },
): Answer {
  const { language, words } = desk;
  const say = accountsTexts(language);
  const { account, lastSignInAt, sessions, tokens, hasSecondFactor, fault } = shown;
  const { username, role, disabledAt, createdAt, mails, accountId } = account;
  const fields = fieldsOf<'role' | 'mails'>(language, { fault, status: 409 });
  const facts: [string, Piece][] = [
    [say('role'), roleTexts(language)(role)],
    [say('state'), stateOf(desk, account)],
    [say('since'), words.instant(createdAt)],
    [say('lastSignIn'), lastSignInAt === undefined ? say('notKnown') : words.instant(lastSignInAt)],
    [say('secondFactor'), say(hasSecondFactor ? 'factorOn' : 'factorOff')],
  ];
  const form = (action: string, content: Piece) =>
    formTo(desk, `${ACCOUNTS}/${accountId}/${action}`, content);
  const mailings = [
    { value: 'museum', text: say('byMuseum') },
    { value: 'self', text: say('bySelf') },
  ];
  const changes = html`${form(
    'role',
    html`${fields.choice('role', { label: say('role'), value: role, options: roles(desk) })}<button>${say('setRole')}</button>`,
  )}${form(
    'mail',
    html`${fields.select('mails', { label: say('mails'), value: mails, options: mailings })}<button>${say('setMails')}</button>`,
  )}${role === 'partner' && tokensOf(desk, tokens, form)}<section>
<h2>${say('signingIn')}</h2>
${sessionsTable(desk, say('sessions'), sessions, say('noSessions'))}${
  sessions.length > 0 &&
  form('end-sessions', html`<p>${say('endMeans')}</p>\n<button>${say('endSessions')}</button>`)
}${form(
  'password',
  html`<input type="hidden" name="seen" value="${seenAs(account.changedAt)}"><p>${say('passwordMeans')}</p>\n<button>${say('newPassword')}</button>`,
)}${
  hasSecondFactor &&
  form('second-factor', html`<p>${say('resetMeans')}</p>\n<button>${say('resetFactor')}</button>`)
}${
  disabledAt === undefined
    ? form(
        'disable',
        html`<p>${say('disableMeans', { name: username })}</p>\n<button>${say('disable')}</button>`,
      )
    : form('enable', html`<p>${say('enableMeans')}</p>\n<button>${say('enable')}</button>`)
}</section>
`;
  const main = html`<dl class="facts">
${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>\n`)}</dl>
${isBuiltIn(account) ? html`<p>${say('builtIn')}</p>\n` : changes}<p><a href="${`/desk/journal?${new URLSearchParams({ account: username })}`}">${say('didWhat')}</a></p>
`;
  return deskPage(desk, { title: username, main, here: ACCOUNTS, form: fields });
}

/** The tokens of a partner's programs. */
function tokensOf(
  { language, words }: Clerk,
  tokens: readonly ListedToken[],
  form: (action: string, content: Piece) => Html,
): Html {
  const say = accountsTexts(language);
  const columns = [
    { text: say('token') },
    { text: say('tokenAdded') },
    { text: say('tokenUsed') },
    { text: '' },
  ];
  const rows = tokens.map(({ tokenId, madeAt, usedAt }) => [
    html`<code>${tokenId}…</code>`,
    words.instant(madeAt),
    usedAt === null ? say('neverUsed') : words.instant(usedAt),
    form(
      'revoke-token',
      html`<input type="hidden" name="token" value="${tokenId}"><button class="plain" aria-label="${say('revokeToken', { token: tokenId })}">${say('revoke')}</button>`,
    ),
  ]);
  return html`<section>
<h2>${say('tokens')}</h2>
<p>${say('tokensMean')}</p>
${table(unseenCaption(say('tokens')), columns, rows, say('noTokens'))}${form(
  'token',
  html`<input type="hidden" name="seen" value="${seenAs(tokens.length)}"><button>${say('newToken')}</button>`,
)}</section>
`;
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
  const main = html`<p>${say(isPassword ? 'passwordOf' : 'tokenOf', { name: username })}</p>
<p class="password"><code>${secret}</code></p>
<p>${say('shownOnce')}</p>
<p><a href="${`${ACCOUNTS}/${accountId}`}">${say('toAccount')}</a></p>
`;
  const title = say(isPassword ? 'newPassword' : 'newToken');
  return deskPage(desk, { title, main, here: ACCOUNTS });
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
