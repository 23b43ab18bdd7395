import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  AccountRefused,
  addAccount,
  disableAccount,
  enableAccount,
  endSessions,
  findPresence,
  generatePassword,
  type ListedAccount,
  listAccounts,
  MAILINGS,
  setMailing,
  setPassword,
  setRole,
} from '../../accounts/index.ts';
import type { Actor } from '../../core/actor.ts';
import { requirePermission } from '../../core/permissions.ts';
import { ROLES } from '../../core/roles.ts';
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import type { Store } from '../../store/index.ts';
import {
  ACCOUNTS,
  type AccountFields,
  accountPage,
  accountsPage,
  passwordPage,
  seenOf,
} from './accounts-page.ts';
import { accountsTexts, FAULTS } from './accounts-texts.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf } from './desk-page.ts';
import { ChangedMeanwhile } from './edit-conflict.ts';
import { pathId } from './path-id.ts';

/** The accounts, for admins. */
export function routeAccounts(app: FastifyInstance, desk: DeskOptions): void {
  app.get(ACCOUNTS, async (request, reply) => {
    send(request, reply, await list(adminOf(request, desk), desk, {}));
  });
  app.post(ACCOUNTS, async (request, reply) => send(request, reply, await add(request, desk)));
  app.get(`${ACCOUNTS}/:accountId`, async (request, reply) => {
    const clerk = adminOf(request, desk);
    const isDone = (request.query as { done?: string }).done === '1';
    send(request, reply, await show(clerk, desk, await accountIn(request, desk), { isDone }));
  });
  for (const action of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
    app.post(`${ACCOUNTS}/:accountId/${action}`, async (request, reply) =>
      send(request, reply, await change(request, desk, ACTIONS[action])),
    );
  }
  app.post(`${ACCOUNTS}/:accountId/password`, async (request, reply) =>
    send(request, reply, await givePassword(request, desk)),
  );
}

/** @throws Refusal forbidden */
function adminOf(request: FastifyRequest, desk: DeskOptions): Clerk {
  const clerk = clerkOf(request, desk);
  requirePermission(clerk.actor, 'manage-accounts');
  return clerk;
}

/** @throws HttpRefusal not-found */
async function accountIn(request: FastifyRequest, { store }: DeskOptions): Promise<ListedAccount> {
  const accountId = pathId(request, 'accountId');
  const account = (await listAccounts(store)).find((each) => each.accountId === accountId);
  if (account === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return account;
}

type Submission = { readonly values?: AccountFields; readonly faults?: AccountFields };

async function list(clerk: Clerk, desk: DeskOptions, submitted: Submission, status = 200): Promise<Answer> {
  const accounts = await listAccounts(desk.store);
  const ids = accounts.map(({ accountId }) => accountId);
  const presence = await findPresence(desk.store, ids, desk.clock.now());
  return accountsPage(clerk, desk, { accounts, presence, submitted }, status);
}

async function show(
  clerk: Clerk,
  desk: DeskOptions,
  account: ListedAccount,
  parts: { readonly isDone?: boolean; readonly fault?: string },
  status = 200,
): Promise<Answer> {
  const [presence, sessions] = await Promise.all([
    findPresence(desk.store, [account.accountId], desk.clock.now()),
    desk.sessions.list(account.accountId),
  ]);
  const known = { account, lastSignInAt: presence.get(account.accountId)?.lastSignInAt, sessions };
  return accountPage(clerk, desk, { ...known, ...parts }, status);
}

async function add(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = adminOf(request, desk);
  const form = formOf(request);
  const values = { username: form.get('username') ?? '', role: form.get('role') ?? '' };
  const password = generatePassword();
  try {
    const role = chosen(ROLES, values.role);
    const { username } = values;
    const made = await addAccount(desk.store, clerk.actor, { username, password, role }, desk.clock.now());
    return passwordPage(clerk, desk, { ...made, password });
  } catch (error) {
    return list(clerk, desk, { values, faults: { username: faultOf(error, clerk) } }, 409);
  }
}

/** Runs once for each time that the page is shown: a form that is sent twice makes only one new password. */
async function givePassword(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = adminOf(request, desk);
  const account = await accountIn(request, desk);
  const password = generatePassword();
  const seen = formOf(request).get('seen');
  const expect = (before: ListedAccount) => {
    if (seenOf(before) !== seen) throw new ChangedMeanwhile(before);
  };
  try {
    await setPassword(desk.store, clerk.actor, account.username, password, desk.clock.now(), expect);
    return passwordPage(clerk, desk, { ...account, password });
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const fault = accountsTexts(clerk.language)('noOtherPassword');
    return show(clerk, desk, error.now as ListedAccount, { fault }, 409);
  }
}

type Action = (
  store: Store,
  actor: Actor,
  username: string,
  form: URLSearchParams,
  now: number,
) => Promise<void>;

const ACTIONS = {
  role: (store, actor, username, form, now) =>
    setRole(store, actor, username, chosen(ROLES, form.get('role')), now),
  mail: (store, actor, username, form, now) =>
    setMailing(store, actor, username, chosen(MAILINGS, form.get('mails')), now),
  disable: (store, actor, username, _form, now) => disableAccount(store, actor, username, now),
  enable: (store, actor, username, _form, now) => enableAccount(store, actor, username, now),
  'end-sessions': (store, actor, username, _form, now) => endSessions(store, actor, username, now),
} as const satisfies Record<string, Action>;

/** Runs the action, and shows a refusal on the account's page. */
async function change(request: FastifyRequest, desk: DeskOptions, action: Action): Promise<Answer> {
  const clerk = adminOf(request, desk);
  const account = await accountIn(request, desk);
  try {
    await action(desk.store, clerk.actor, account.username, formOf(request), desk.clock.now());
    return seeOther(`${ACCOUNTS}/${account.accountId}?done=1`);
  } catch (error) {
    return show(clerk, desk, account, { fault: faultOf(error, clerk) }, 409);
  }
}

/** The choice that `text` names; a form of the page sends no other. @throws HttpRefusal malformed-request */
function chosen<Choice extends string>(choices: readonly Choice[], text: string | null): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined)
    throw new HttpRefusal('malformed-request', { fault: `It must be one of ${choices.join(', ')}.` });
  return choice;
}

/** The reason of an AccountRefused, in words. @throws any other error */
function faultOf(error: unknown, { language }: Clerk): string {
  if (error instanceof AccountRefused) return accountsTexts(language)(FAULTS[error.fault]);
  throw error;
}
