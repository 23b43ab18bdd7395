import type { FastifyRequest } from 'fastify';
import {
  AccountRefused,
  addAccount,
  addToken,
  disableAccount,
  enableAccount,
  endSessions,
  findPresence,
  findProvided,
  findSecondFactor,
  generatePassword,
  type ListedAccount,
  listAccounts,
  listTokens,
  MAILINGS,
  resetSecondFactor,
  revokeToken,
  setMailing,
  setPassword,
  setRole,
  USERNAME_CHARACTERS,
} from '../../accounts/index.ts';
import { ROLES } from '../../core/roles.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import type { Submitted } from '../../pages/forms.ts';
import { ACCOUNTS, type AccountField, accountPage, accountsPage, secretPage } from './accounts-page.ts';
import { accountsTexts, FAULTS } from './accounts-texts.ts';
import type { DeskOptions, DeskRequest, Handler } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { done } from './done.ts';
import { ChangedMeanwhile, requireSeen } from './edit-conflict.ts';
import { pathId } from './links.ts';
import { postForm, type Sent } from './post-form.ts';

/** The accounts, for admins. */
export async function showAccounts(desk: DeskRequest, submitted?: Submitted<AccountField>): Promise<Answer> {
  const accounts = await listAccounts(desk.store);
  const ids = accounts.map(({ accountId }) => accountId);
  const presence = await findPresence(desk.store, ids, desk.clock.now());
  return accountsPage(desk, { accounts, presence, submitted });
}

export const add = postForm<AccountField>(
  async (desk, { form }) => {
    const password = generatePassword();
    const role = chosen(ROLES, form.get('role'));
    const wanted = { username: form.get('username') ?? '', password, role };
    const made = await addAccount(desk.store, desk.actor, wanted, desk.clock.now());
    return secretPage(desk, made, 'password', password);
  },
  showAccounts,
  (error, desk) => {
    const fault = faultOf(error, desk);
    return fault === undefined ? undefined : { faults: { username: fault }, status: 409 };
  },
);

/** One account, and what can be done with it. */
export async function showAccount(desk: DeskRequest, submitted?: Submitted<never>): Promise<Answer> {
  const account = await accountIn(desk.request, desk);
  const [presence, sessions, tokens, factor, provided] = await Promise.all([
    findPresence(desk.store, [account.accountId], desk.clock.now()),
    desk.sessions.list(account.accountId),
    listTokens(desk.store, account.accountId),
    findSecondFactor(desk.store, account.accountId),
    findProvided(desk.store),
  ]);
  const { lastSignInAt } = presence.get(account.accountId) ?? {};
  return accountPage(desk, {
    ...{ account, lastSignInAt, sessions, tokens, hasSecondFactor: factor !== undefined },
    isProvided: provided.has(account.accountId),
    fault: submitted?.fault,
  });
}

/** @throws HttpRefusal not-found */
async function accountIn(request: FastifyRequest, { store }: DeskOptions): Promise<ListedAccount> {
  const accountId = pathId(request, 'accountId');
  const account = (await listAccounts(store)).find((each) => each.accountId === accountId);
  if (account === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return account;
}

/** A form on the account's page. @param sentBefore what is said when it was sent before */
function accountForm(
  act: (desk: DeskRequest, account: ListedAccount, sent: Sent<'seen'>) => Promise<Answer>,
  sentBefore: 'noOtherPassword' | 'noOtherToken' = 'noOtherPassword',
): Handler {
  return postForm<'seen'>(
    async (desk, sent) => act(desk, await accountIn(desk.request, desk), sent),
    showAccount,
    (error, clerk) => explain(error, clerk, sentBefore),
  );
}

/** A form that changes an account. */
function changeForm(
  change: (desk: DeskRequest, username: string, form: URLSearchParams, now: number) => Promise<void>,
): Handler {
  return accountForm(async (desk, { accountId, username }, { form }) => {
    await change(desk, username, form, desk.clock.now());
    return done(`${ACCOUNTS}/${accountId}`, 'accountChanged');
  });
}

export const changeRole = changeForm(({ store, actor }, username, form, now) =>
  setRole(store, actor, username, chosen(ROLES, form.get('role')), now),
);
export const changeMailing = changeForm(({ store, actor }, username, form, now) =>
  setMailing(store, actor, username, chosen(MAILINGS, form.get('mails')), now),
);
export const disable = changeForm(({ store, actor }, username, _form, now) =>
  disableAccount(store, actor, username, now),
);
export const enable = changeForm(({ store, actor }, username, _form, now) =>
  enableAccount(store, actor, username, now),
);
export const endAllSessions = changeForm(({ store, actor }, username, _form, now) =>
  endSessions(store, actor, username, now),
);
export const resetFactor = changeForm(({ store, actor }, username, _form, now) =>
  resetSecondFactor(store, actor, username, now),
);

/** Runs once for each time that the page is shown: a form that is sent twice makes only one new password. */
export const givePassword = accountForm(async (desk, account, { values: { seen } }) => {
  const password = generatePassword();
  await setPassword(desk.store, desk.actor, account.username, password, desk.clock.now(), (before) =>
    requireSeen(before.changedAt, seen),
  );
  return secretPage(desk, account, 'password', password);
});

/** Like a new password, made once for each time that the page is shown. */
export const giveToken = accountForm(async (desk, account, { values: { seen } }) => {
  const token = await addToken(desk.store, desk.actor, account.username, desk.clock, (count) =>
    requireSeen(count, seen),
  );
  return secretPage(desk, account, 'token', token);
}, 'noOtherToken');

export const takeToken = changeForm(({ store, actor }, username, form, now) =>
  revokeToken(store, actor, username, form.get('token') ?? '', now),
);

/** The choice that `text` names; a form of the page sends no other. @throws HttpRefusal malformed-request */
function chosen<Choice extends string>(choices: readonly Choice[], text: string | null): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined)
    throw new HttpRefusal('malformed-request', { fault: `It must be one of ${choices.join(', ')}.` });
  return choice;
}

function explain(
  error: unknown,
  clerk: Clerk,
  sentBefore: 'noOtherPassword' | 'noOtherToken',
): Submitted<never> | undefined {
  const fault =
    error instanceof ChangedMeanwhile ? accountsTexts(clerk.language)(sentBefore) : faultOf(error, clerk);
  return fault === undefined ? undefined : { fault, status: 409 };
}

/** The reason of an AccountRefused, in words; undefined for any other error. */
function faultOf(error: unknown, { language }: Clerk): string | undefined {
  if (!(error instanceof AccountRefused)) return undefined;
  return accountsTexts(language)(FAULTS[error.fault] as 'username', { most: USERNAME_CHARACTERS });
}
