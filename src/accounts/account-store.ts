import { type Actor, OPERATOR, SERVICE } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Role } from '../core/roles.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Store, Transaction } from '../store/index.ts';
import {
  type Account,
  AccountRefused,
  generatePassword,
  isBuiltIn,
  type ListedAccount,
  type Mailing,
  normalPassword,
  normalUsername,
  SHOP_ACCOUNT,
  SHOP_ACCOUNT_ID,
  TRIAL_ACCOUNT,
  usernameFault,
} from './account.ts';
import { findPasswordFault, firstPasswordFault, hashPassword, passwordFault } from './passwords.ts';
import { endSessionsOf } from './session-store.ts';

/** The first account of a museum. `password` is given only when it was generated, to be shown once. */
export interface FirstAccount {
  readonly username: string;
  readonly password?: string;
}

/** An account with the hash of its password. */
export interface AccountWithPassword extends Account {
  readonly passwordHash: string;
  readonly isDisabled: boolean;
}

interface AccountRow {
  readonly account_id: Uuid;
  readonly username: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly created_at: number;
  readonly changed_at: number;
  readonly disabled_at: number | null;
  readonly mails: Mailing;
}

const FIRST_USERNAME = 'admin';

/** Every account, disabled ones too, by name. */
export async function listAccounts(store: Store): Promise<ListedAccount[]> {
  const rows = await store.all<AccountRow>('SELECT * FROM accounts ORDER BY username');
  return rows.map(listedAccountOf);
}

/** User names of those accounts, by id. */
export async function findUsernames(
  queries: Queries,
  accountIds: readonly Uuid[],
): Promise<Map<Uuid, string>> {
  const rows = await queries.all<{ account_id: Uuid; username: string }>(
    `SELECT account_id, username FROM accounts WHERE account_id IN ?`,
    [accountIds],
  );
  return new Map(rows.map(({ account_id, username }) => [account_id, username]));
}

/** The accounts that mail the tickets that they sell themselves. */
export async function findSelfMailing(queries: Queries): Promise<ReadonlySet<Uuid>> {
  const rows = await queries.all<{ account_id: Uuid }>(
    "SELECT account_id FROM accounts WHERE mails = 'self'",
  );
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Whoever locks the same account waits until this transaction has ended. */
export async function lockAccount(tx: Transaction, accountId: Uuid): Promise<void> {
  await tx.get(`SELECT account_id FROM accounts WHERE account_id = ?${tx.dialect.lockForUpdate}`, [
    accountId,
  ]);
}

/** The id of the account of that name, disabled or not. */
export async function findAccountId(queries: Queries, username: string): Promise<Uuid | undefined> {
  return (await findRow(queries, username))?.account_id;
}

/** @throws AccountRefused when there is no account of that name. */
export async function getAccount(store: Store, username: string): Promise<ListedAccount> {
  return listedAccountOf(await getRow(store, username));
}

/** @throws AccountRefused when no account can be added under that name, because it is taken or can't be one. */
export async function requireFreeUsername(queries: Queries, username: string): Promise<string> {
  const name = requireUsername(username);
  if ((await findRow(queries, name)) === undefined) return name;
  throw new AccountRefused('taken', `There is already an account named ${JSON.stringify(name)}.`);
}

/**
 * As every change here, throws Refusal forbidden too.
 * @throws AccountRefused when the name is taken, or name or password can't be used.
 */
export async function addAccount(
  store: Store,
  actor: Actor,
  { username, password, role }: { username: string; password: string; role: Role },
  now: number,
): Promise<Account> {
  requirePermission(actor, 'manage-accounts');
  const passwordHash = await hashPassword(requirePassword(password, [username]));
  return changeAccounts(store, actor, async (tx) => {
    const name = await requireFreeUsername(tx, username);
    return insertAccount({ tx, actor, now }, { username: name, passwordHash, role });
  });
}

/**
 * @param expect called with the account before the change; throws when the caller meant another state of it
 * @throws AccountRefused when there is no such account or the password can't be used.
 */
export async function setPassword(
  store: Store,
  actor: Actor,
  username: string,
  password: string,
  now: number,
  expect?: (before: ListedAccount) => void,
): Promise<void> {
  requirePermission(actor, 'manage-accounts');
  const passwordHash = await hashPassword(requirePassword(password, [username]));
  await changeAccounts(store, actor, async (tx) => {
    const row = await getRowToChange(tx, username);
    expect?.(listedAccountOf(row));
    await replacePassword({ tx, actor, now }, row, passwordHash);
  });
}

/**
 * Changes the account's own password. `proven` is the account as it was when its old password was verified.
 * @throws Refusal unauthorized when it was disabled or got another password meanwhile. @throws AccountRefused when the
 * new password can't be used.
 * @param museumName which is no password either
 */
export async function setOwnPassword(
  store: Store,
  actor: Actor,
  proven: AccountWithPassword,
  password: string,
  now: number,
  museumName = '',
): Promise<AccountWithPassword> {
  const names = [proven.username, museumName];
  const passwordHash = await hashPassword(requirePassword(password, names));
  await store.transaction(async (tx) => {
    await tx.touch('accounts');
    const row = await getRow(tx, proven.username);
    if (row.password_hash !== proven.passwordHash || row.disabled_at !== null)
      throw new Refusal('unauthorized', {});
    await replacePassword({ tx, actor, now }, row, passwordHash);
  });
  return { ...proven, passwordHash };
}

async function replacePassword(
  context: ActionContext,
  { account_id, username: name }: AccountRow,
  passwordHash: string,
): Promise<void> {
  const { tx, now } = context;
  await update(tx, account_id, { password_hash: passwordHash, changed_at: now });
  await endSessionsOf(tx, account_id);
  await record(context, { kind: 'account.password-set', subject: account_id, details: { name } });
}

/** @throws AccountRefused when there is no such account, or no admin would be left. */
export async function setRole(
  store: Store,
  actor: Actor,
  username: string,
  role: Role,
  now: number,
): Promise<void> {
  await changeAccounts(store, actor, async (tx) => {
    const row = await getRowToChange(tx, username);
    if (role !== 'admin') await requireAnotherAdmin(tx, row);
    await recordRole({ tx, actor, now }, row, role);
  });
}

/** Sets the role of the account as it is read in this transaction. */
export async function recordRole(
  context: ActionContext,
  row: Pick<AccountRow, 'account_id' | 'username' | 'role'>,
  role: Role,
): Promise<void> {
  await update(context.tx, row.account_id, { role, changed_at: context.now });
  const details = { name: row.username, before: row.role, after: role };
  await record(context, { kind: 'account.role-set', subject: row.account_id, details });
}

/**
 * Sets who mails the tickets that the account sells from now on.
 * @throws AccountRefused when there is no such account.
 */
export async function setMailing(
  store: Store,
  actor: Actor,
  username: string,
  mails: Mailing,
  now: number,
): Promise<void> {
  await changeAccounts(store, actor, async (tx) => {
    const row = await getRowToChange(tx, username);
    await update(tx, row.account_id, { mails, changed_at: now });
    const details = { name: row.username, before: row.mails, after: mails };
    await record({ tx, actor, now }, { kind: 'account.mailing-set', subject: row.account_id, details });
  });
}

/**
 * From now on the account can't sign in. What it did stays on record.
 * @throws AccountRefused when there is no such account, it is disabled already, or no admin would be left.
 */
export async function disableAccount(
  store: Store,
  actor: Actor,
  username: string,
  now: number,
): Promise<void> {
  await changeAccounts(store, actor, async (tx) => {
    const row = await getRowToChange(tx, username);
    if (row.disabled_at !== null) {
      throw new AccountRefused(
        'already-so',
        `The account ${JSON.stringify(row.username)} is already disabled.`,
      );
    }
    await requireAnotherAdmin(tx, row);
    await update(tx, row.account_id, { disabled_at: now, changed_at: now });
    const details = { name: row.username };
    await endSessionsOf(tx, row.account_id);
    await record({ tx, actor, now }, { kind: 'account.disabled', subject: row.account_id, details });
  });
}

/** @throws AccountRefused when there is no such account or it is not disabled. */
export async function enableAccount(
  store: Store,
  actor: Actor,
  username: string,
  now: number,
): Promise<void> {
  await changeAccounts(store, actor, async (tx) => {
    const row = await getRowToChange(tx, username);
    if (row.disabled_at === null) {
      throw new AccountRefused('already-so', `The account ${JSON.stringify(row.username)} is not disabled.`);
    }
    await update(tx, row.account_id, { disabled_at: null, changed_at: now });
    const details = { name: row.username };
    await endSessionsOf(tx, row.account_id);
    await record({ tx, actor, now }, { kind: 'account.enabled', subject: row.account_id, details });
  });
}

/**
 * Signs the account out wherever it is signed in on the pages.
 * @throws AccountRefused when there is no such account.
 */
export async function endSessions(store: Store, actor: Actor, username: string, now: number): Promise<void> {
  await changeAccounts(store, actor, async (tx) => {
    const { account_id, username: name } = await getRowToChange(tx, username);
    await endSessionsOf(tx, account_id);
    await record(
      { tx, actor, now },
      { kind: 'account.sessions-ended', subject: account_id, details: { name } },
    );
  });
}

/**
 * Makes the first account when there is none: `admin` as given, or the name admin with a generated password.
 * However many processes start at once, one of them makes it; the others get undefined, as later starts do.
 * @throws AccountRefused when the name or the password given can't be used.
 */
export async function ensureFirstAccount(
  store: Store,
  now: number,
  admin: { readonly username: string; readonly password: string } | undefined,
): Promise<FirstAccount | undefined> {
  if (await hasAccounts(store)) return undefined;
  const username = requireUsername(admin?.username ?? FIRST_USERNAME);
  const password = normalPassword(admin?.password ?? generatePassword());
  const fault = firstPasswordFault(password);
  if (fault !== undefined)
    throw new AccountRefused('password', `The password ${fault}`, findPasswordFault(password, []));
  const passwordHash = await hashPassword(password);
  const isMade = await changeAccounts(store, OPERATOR, async (tx) => {
    if (await hasAccounts(tx)) return false;
    await insertAccount({ tx, actor: OPERATOR, now }, { username, passwordHash, role: 'admin' });
    return true;
  });
  if (!isMade) return undefined;
  return admin === undefined ? { username, password } : { username };
}

/** The id of the account that sells in the shop, or that it gets when it is made. */
export async function findShopAccount(store: Store): Promise<Uuid> {
  return (await findRow(store, SHOP_ACCOUNT))?.account_id ?? SHOP_ACCOUNT_ID;
}

/** The account that sells in the shop. @returns its id */
export function ensureShopAccount(store: Store, now: number): Promise<Uuid> {
  return ensureBuiltIn(store, { accountId: SHOP_ACCOUNT_ID, username: SHOP_ACCOUNT }, now);
}

/** The account that makes the ticket with which a gate is tried. @returns its id */
export function ensureTrialAccount(store: Store, now: number): Promise<Uuid> {
  return ensureBuiltIn(store, { username: TRIAL_ACCOUNT }, now);
}

/** Makes it when there is none. Nobody can sign in with it: its password is random and never shown. */
async function ensureBuiltIn(
  store: Store,
  named: { readonly accountId?: Uuid; readonly username: string },
  now: number,
): Promise<Uuid> {
  const { username } = named;
  const known = await findRow(store, username);
  if (known !== undefined) return known.account_id;
  const passwordHash = await hashPassword(generatePassword());
  return changeAccounts(store, SERVICE, async (tx) => {
    const row = await findRow(tx, username);
    if (row !== undefined) return row.account_id;
    const account = { ...named, passwordHash, role: 'partner' } as const;
    return (await insertAccount({ tx, actor: SERVICE, now }, account)).accountId;
  });
}

/** For a sign-in: the account of that name, disabled or not. */
export async function findAccountWithPassword(
  store: Store,
  username: string,
): Promise<AccountWithPassword | undefined> {
  const row = await findRow(store, username);
  if (row === undefined) return undefined;
  return { ...accountOf(row), passwordHash: row.password_hash, isDisabled: row.disabled_at !== null };
}

/**
 * Every change runs in here. It touches the revision first, whose row is the lock that serialises changes to accounts,
 * so that what a change has read still holds when it writes (two admins can't disable each other).
 */
export function changeAccounts<T>(
  store: Store,
  actor: Actor,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  requirePermission(actor, 'manage-accounts');
  return store.transaction(async (tx) => {
    await tx.touch('accounts');
    return change(tx);
  });
}

/** Updates some columns of the account. */
function update(tx: Transaction, accountId: string, values: Partial<AccountRow>): Promise<void> {
  const columns = ['account_id', ...Object.keys(values)];
  return tx.update('accounts', columns, [[accountId, ...Object.values(values)]]);
}

async function requireAnotherAdmin(tx: Transaction, row: AccountRow): Promise<void> {
  if (row.role !== 'admin' || row.disabled_at !== null) return;
  const another = await tx.get(
    `SELECT account_id FROM accounts WHERE role = 'admin' AND disabled_at IS NULL AND account_id <> ? LIMIT 1`,
    [row.account_id],
  );
  if (another === undefined) {
    throw new AccountRefused(
      'last-admin',
      `The account ${JSON.stringify(row.username)} is the last admin that is not disabled. Add or enable another admin first.`,
    );
  }
}

export async function insertAccount(
  context: ActionContext,
  {
    accountId = uuidV7(context.now),
    username,
    passwordHash,
    role,
  }: { accountId?: Uuid; username: string; passwordHash: string; role: Role },
): Promise<Account> {
  const { tx, now } = context;
  await tx.insert(
    'accounts',
    ['account_id', 'username', 'role', 'password_hash', 'created_at', 'changed_at'],
    [[accountId, username, role, passwordHash, now, now]],
  );
  const details = { name: username, role };
  await record(context, { kind: 'account.added', subject: accountId, details });
  return { accountId, username, role };
}

async function hasAccounts(queries: Queries): Promise<boolean> {
  const row = await queries.get('SELECT account_id FROM accounts WHERE username <> ? LIMIT 1', [
    SHOP_ACCOUNT,
  ]);
  return row !== undefined;
}

function findRow(queries: Queries, username: string): Promise<AccountRow | undefined> {
  return queries.get<AccountRow>('SELECT * FROM accounts WHERE username = ?', [normalUsername(username)]);
}

async function getRow(queries: Queries, username: string): Promise<AccountRow> {
  const row = await findRow(queries, username);
  if (row === undefined)
    throw new AccountRefused('unknown', `There is no account named ${JSON.stringify(username)}.`);
  return row;
}

/** @throws AccountRefused unknown or built-in */
export async function getRowToChange(queries: Queries, username: string): Promise<AccountRow> {
  const row = await getRow(queries, username);
  if (isBuiltIn(row))
    throw new AccountRefused(
      'built-in',
      `The account ${JSON.stringify(username)} belongs to the shop and can’t be changed.`,
    );
  return row;
}

function accountOf(row: AccountRow): Account {
  return { accountId: row.account_id, username: row.username, role: row.role };
}

function listedAccountOf(row: AccountRow): ListedAccount {
  return {
    ...accountOf(row),
    createdAt: row.created_at,
    changedAt: row.changed_at,
    disabledAt: row.disabled_at ?? undefined,
    mails: row.mails,
  };
}

function requireUsername(username: string): string {
  const name = normalUsername(username);
  const fault = usernameFault(name);
  if (fault !== undefined) throw new AccountRefused('username', `The user name ${fault}`);
  return name;
}

/** @param names that are no passwords */
function requirePassword(password: string, names: readonly string[]): string {
  const fault = findPasswordFault(password, names);
  if (fault !== undefined)
    throw new AccountRefused('password', `The password ${passwordFault(password, names)}`, fault);
  return normalPassword(password);
}
