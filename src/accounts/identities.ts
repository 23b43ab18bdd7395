import { SERVICE } from '../core/actor.ts';
import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Store, Transaction } from '../store/index.ts';
import { generatePassword, normalUsername, USERNAME_CHARACTERS, usernameFault } from './account.ts';
import { type AccountWithPassword, changeAccounts, insertAccount, recordRole } from './account-store.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './session-store.ts';

/** A person at the museum's identity provider. Issuer and subject stay the same, whatever the person's name is. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Whom the identity provider has just signed in. */
export interface SignedInPerson extends Identity {
  /** What a new account is to be called: the first of them that can be a user name. */
  readonly names: readonly string[];
  /** By the person's groups; undefined: none of them may use the service. */
  readonly role: Role | undefined;
  /** The session at the provider, if it tells. */
  readonly providerSession: string | undefined;
}

/** Whose sessions the identity provider has ended: those of a person, of one session there, or both. */
export interface SignedOutPerson {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
}

/** Somebody may not sign in, or not so: `provider-only` is for a right password where only admins have one. */
export class PersonRefused extends Error {
  override readonly name = 'PersonRefused';
  readonly because: 'no-role' | 'disabled' | 'provider-only';

  constructor(because: PersonRefused['because']) {
    super(because);
    this.because = because;
  }
}

interface IdentityRow {
  readonly account_id: Uuid;
  readonly username: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly disabled_at: number | null;
}

/**
 * The account of a person: made at the first sign-in, and with the role of the person's groups at each.
 * @throws PersonRefused
 */
export async function accountOfPerson(
  store: Store,
  person: SignedInPerson,
  now: number,
): Promise<AccountWithPassword> {
  const known = await findRow(store, person);
  if (known !== undefined && known.role === person.role) return usable(known);
  const passwordHash = await hashPassword(generatePassword()); // which nobody knows
  const row = await changeAccounts(store, SERVICE, async (tx) => {
    const context = { tx, actor: SERVICE, now };
    const row = await findRow(tx, person); // another sign-in may have made it
    return row === undefined ? add(context, person, passwordHash) : follow(context, row, person.role);
  });
  if (row === undefined) throw new PersonRefused('no-role');
  return usable(row);
}

/** The accounts that were made for people at the identity provider. */
export async function findProvided(queries: Queries): Promise<ReadonlySet<Uuid>> {
  const rows = await queries.all<{ account_id: Uuid }>('SELECT DISTINCT account_id FROM identities');
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Ends the sessions of a person, or those that began with one session at the provider. @returns how many */
export async function endProvidedSessions(
  store: Store,
  { issuer, subject, providerSession }: SignedOutPerson,
  now: number,
): Promise<number> {
  return changeAccounts(store, SERVICE, async (tx) => {
    const rows = await tx.all<{ session_hash: string; account_id: Uuid; username: string }>(
      `SELECT session_hash, accounts.account_id, username FROM identities
         JOIN accounts ON accounts.account_id = identities.account_id
         JOIN sessions ON sessions.account_id = identities.account_id
        WHERE issuer = ? AND (subject = ? OR provider_session = ?)`,
      [issuer, providerSession === undefined ? (subject ?? null) : null, providerSession ?? null],
    );
    if (rows.length === 0) return 0;
    await tx.run('DELETE FROM sessions WHERE session_hash IN ?', [
      rows.map(({ session_hash }) => session_hash),
    ]);
    for (const [subject, name] of new Map(rows.map(({ account_id, username }) => [account_id, username])))
      await record(
        { tx, actor: SERVICE, now },
        { kind: 'account.sessions-ended', subject, details: { name } },
      );
    return rows.length;
  });
}

function findRow(queries: Queries, { issuer, subject }: Identity): Promise<IdentityRow | undefined> {
  return queries.get<IdentityRow>(
    `SELECT accounts.account_id, username, role, password_hash, disabled_at
       FROM identities JOIN accounts ON accounts.account_id = identities.account_id
      WHERE issuer = ? AND subject = ?`,
    [issuer, subject],
  );
}

async function add(
  context: ActionContext,
  { issuer, subject, names, role }: SignedInPerson,
  password_hash: string,
): Promise<IdentityRow | undefined> {
  if (role === undefined) return undefined;
  const username = await freeUsername(context.tx, names);
  const { accountId: account_id } = await insertAccount(context, {
    username,
    passwordHash: password_hash,
    role,
  });
  await context.tx.insert(
    'identities',
    ['issuer', 'subject', 'account_id', 'made_at'],
    [[issuer, subject, account_id, context.now]],
  );
  return { account_id, username, role, password_hash, disabled_at: null };
}

/**
 * Who may do what is the provider's to say, also when no admin is left: the command line makes one. Whoever lost the last
 * role is signed out.
 */
async function follow(
  context: ActionContext,
  row: IdentityRow,
  role: Role | undefined,
): Promise<IdentityRow | undefined> {
  if (role === undefined) {
    await endSessionsOf(context.tx, row.account_id);
    const details = { name: row.username };
    await record(context, { kind: 'account.sessions-ended', subject: row.account_id, details });
    return undefined;
  }
  if (role !== row.role) await recordRole(context, row, role);
  return { ...row, role };
}

function usable({ disabled_at, ...row }: IdentityRow): AccountWithPassword {
  if (disabled_at !== null) throw new PersonRefused('disabled');
  const { account_id: accountId, username, role, password_hash: passwordHash } = row;
  return { accountId, username, role, passwordHash, isDisabled: false };
}

/** A name that no account has: nobody becomes somebody else by being called the same. */
async function freeUsername(tx: Transaction, names: readonly string[]): Promise<string> {
  const wanted = names.map(asUsername).find((name) => usernameFault(name) === undefined) ?? 'person';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    const taken = await tx.get('SELECT account_id FROM accounts WHERE username = ?', [name]);
    if (taken === undefined) return name;
  }
}

/** Short enough to be followed by a number. */
function asUsername(name: string): string {
  const characters = [...normalUsername(name.slice(0, USERNAME_CHARACTERS * 2)).replaceAll(':', ' ')];
  return characters
    .slice(0, USERNAME_CHARACTERS - 8)
    .join('')
    .trim();
}
