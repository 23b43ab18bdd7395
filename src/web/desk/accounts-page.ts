import type { Account, ListedAccount, ListedSession, Presence } from '../../accounts/index.ts';
import { ROLES } from '../../core/roles.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { csrfField, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { roleTexts } from '../../pages/role-texts.ts';
import { table, unseenCaption } from '../../pages/table.ts';
import { accountsTexts } from './accounts-texts.ts';
import { type Clerk, type DeskWords, deskPage } from './desk-page.ts';
import { sessionsTable } from './sessions-table.ts';

export const ACCOUNTS = '/desk/accounts';

export interface AccountFields {
  readonly username?: string;
  readonly role?: string;
}

/** Every account, and a form for another. */
export function accountsPage(
  clerk: Clerk,
  desk: DeskWords,
  {
    accounts,
    presence,
    submitted,
  }: {
    readonly accounts: readonly ListedAccount[];
    readonly presence: ReadonlyMap<Uuid, Presence>;
    readonly submitted: Submitted<keyof AccountFields>;
  },
  status: number,
): Answer {
  const { language, session, words } = clerk;
  const say = accountsTexts(language);
  const rows = accounts.map((account) => {
    const known = presence.get(account.accountId);
    return [
      html`<a href="${`${ACCOUNTS}/${account.accountId}`}">${account.username}</a>`,
      roleTexts(language)(account.role),
      stateOf(clerk, account),
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
  const fields = fieldsOf<keyof AccountFields>(language, submitted);
  const plain = {
    required: true,
    maxlength: 64,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
  };
  const main = html`${fields.faults()}${table(unseenCaption(say('accounts')), columns, rows, '')}<section>
<h2>${say('add')}</h2>
<form method="post" action="${ACCOUNTS}">
${csrfField(session.csrfToken)}${fields.input('username', { label: say('name'), hint: say('nameHint'), with: plain })}${fields.select(
  'role',
  { label: say('role'), value: 'cashier', options: roles(clerk) },
)}<button class="action">${say('addIt')}</button>
</form>
</section>
`;
  const { isFaulty } = fields;
  return deskPage(clerk, desk, { title: say('accounts'), main, here: ACCOUNTS, isFaulty }, status);
}

/** One account, and what can be done with it. */
export function accountPage(
  clerk: Clerk,
  desk: DeskWords,
  shown: {
    readonly account: ListedAccount;
    readonly lastSignInAt: number | undefined;
    readonly sessions: readonly ListedSession[];
    readonly isDone?: boolean;
    readonly fault?: string;
  },
  status: number,
): Answer {
  const { language, session, words } = clerk;
  const say = accountsTexts(language);
  const { account, lastSignInAt, sessions, isDone = false, fault } = shown;
  const { username, role, disabledAt, createdAt, mails, accountId } = account;
  const fields = fieldsOf<'role' | 'mails'>(language, { fault });
  const facts: [string, Piece][] = [
    [say('role'), roleTexts(language)(role)],
    [say('state'), stateOf(clerk, account)],
    [say('since'), words.instant(createdAt)],
    [say('lastSignIn'), lastSignInAt === undefined ? say('notKnown') : words.instant(lastSignInAt)],
  ];
  const form = (action: string, content: Piece) =>
    html`<form method="post" action="${`${ACCOUNTS}/${accountId}/${action}`}">${csrfField(session.csrfToken)}
${content}</form>
`;
  const mailings = [
    { value: 'museum', text: say('byMuseum') },
    { value: 'self', text: say('bySelf') },
  ];
  const main = html`${fields.faults()}<dl class="facts">
${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>\n`)}</dl>
${form(
  'role',
  html`${fields.select('role', { label: say('role'), value: role, options: roles(clerk) })}<button>${say('setRole')}</button>`,
)}${form(
  'mail',
  html`${fields.select('mails', { label: say('mails'), value: mails, options: mailings })}<button>${say('setMails')}</button>`,
)}<section>
<h2>${say('signingIn')}</h2>
${sessionsTable(clerk, say('sessions'), sessions, say('noSessions'))}${
  sessions.length > 0 &&
  form('end-sessions', html`<p>${say('endMeans')}</p>\n<button>${say('endSessions')}</button>`)
}${form(
  'password',
  html`<input type="hidden" name="seen" value="${seenOf(account)}"><p>${say('passwordMeans')}</p>\n<button>${say('newPassword')}</button>`,
)}${
  disabledAt === undefined
    ? form(
        'disable',
        html`<p>${say('disableMeans', { name: username })}</p>\n<button>${say('disable')}</button>`,
      )
    : form('enable', html`<p>${say('enableMeans')}</p>\n<button>${say('enable')}</button>`)
}</section>
<p><a href="${`/desk/journal?${new URLSearchParams({ account: username })}`}">${say('didWhat')}</a></p>
`;
  const message = isDone && !fields.isFaulty ? say('done') : undefined;
  const { isFaulty } = fields;
  return deskPage(clerk, desk, { title: username, main, here: ACCOUNTS, isFaulty, message }, status);
}

/** A value that changes with each change of the account, its password too. */
export function seenOf({ changedAt }: ListedAccount): string {
  return `${changedAt}`;
}

/** Shows a new password, which can't be shown again. */
export function passwordPage(
  clerk: Clerk,
  desk: DeskWords,
  { username, accountId, password }: Account & { readonly password: string },
): Answer {
  const say = accountsTexts(clerk.language);
  const main = html`<p>${say('passwordOf', { name: username })}</p>
<p class="password"><code>${password}</code></p>
<p>${say('shownOnce')}</p>
<p><a href="${`${ACCOUNTS}/${accountId}`}">${say('toAccount')}</a></p>
`;
  return deskPage(clerk, desk, { title: say('newPassword'), main, here: ACCOUNTS });
}

function stateOf({ language, words }: Clerk, { disabledAt }: ListedAccount): Html {
  const say = accountsTexts(language);
  const text = disabledAt === undefined ? say('inUse') : say('disabledOn', { day: words.dayOf(disabledAt) });
  return html`<span${attributes({ class: disabledAt === undefined ? undefined : 'quiet' })}>${text}</span>`;
}

function roles({ language }: Clerk) {
  return ROLES.map((role) => ({ value: role, text: roleTexts(language)(role) }));
}
