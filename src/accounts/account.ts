import { randomInt } from 'node:crypto';
import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';

/** A person or a program that may use the service as its role allows. */
export interface Account {
  readonly accountId: Uuid;
  readonly username: string;
  readonly role: Role;
}

/** User name and password of a sign-in. The name is in its normal form. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export const MAILINGS = ['museum', 'self'] as const;
export type Mailing = (typeof MAILINGS)[number];

/** An account as it is listed. Instants are milliseconds UTC; `disabledAt` is undefined while it is in use. */
export interface ListedAccount extends Account {
  readonly createdAt: number;
  readonly changedAt: number;
  readonly disabledAt: number | undefined;
  /** Who mails the tickets that it sells: the museum, or the seller itself. */
  readonly mails: Mailing;
}

/** Why a change to the accounts can't be made. */
export type AccountFault =
  | 'unknown'
  | 'taken'
  | 'username'
  | 'password'
  | 'last-admin'
  | 'already-so'
  | 'built-in'
  | 'not-a-partner'
  | 'unknown-token'
  | 'wrong-code'
  | 'no-second-factor';

/** Why a new password is refused. */
export type PasswordFault = 'short' | 'long' | 'control' | 'common' | 'name';

/** A change to the accounts that can't be made. The message is a sentence for the person who asked for it. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
  readonly fault: AccountFault;
  /** Why the password is refused. */
  readonly password: PasswordFault | undefined;

  constructor(fault: AccountFault, message: string, password?: PasswordFault) {
    super(message);
    this.fault = fault;
    this.password = password;
  }
}

/** The user name of the account that sells in the shop. With its colon, no other account can have it. */
export const SHOP_ACCOUNT = ':shop';

/** Its id where it was made by this version, so that every instance knows it before it is made. */
export const SHOP_ACCOUNT_ID = '00000000-0000-8000-8000-000000000001' as Uuid;

/** The user name of the account that makes the ticket with which a gate is tried. */
export const TRIAL_ACCOUNT = ':trial';

/** Whether the account belongs to the service: nobody signs in with it, and it is never changed. */
export function isBuiltIn({ username }: Pick<Account, 'username'>): boolean {
  return username === SHOP_ACCOUNT || username === TRIAL_ACCOUNT;
}

export const USERNAME_CHARACTERS = 64;
/** In UTF-16 code units, before normalisation: decomposed, a character has at most four of two units. */
const TYPED_USERNAME_LENGTH = USERNAME_CHARACTERS * 8;
export const PASSWORD_MAX_BYTES = 1024;
// Control characters that a terminal would act on, and invisible marks that make a name look like another one.
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}]/u;
/**
 * Without the look-alikes 0 O 1 l I, and without characters that are special in a shell. 20 of them have 116 bits of
 * entropy.
 */
export const PLAIN_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const GENERATED_LENGTH = 20;

/**
 * A user name as it is stored and compared: in NFC, as RFC 8265, section 3.4.2 requires. One that is too long for any
 * account stays as it is, because the time of normalising grows with the square of the length.
 */
export function normalUsername(username: string): string {
  return username.length > TYPED_USERNAME_LENGTH ? username : username.normalize('NFC');
}

/** Whether they are longer than those of any account, so that there is nothing to verify. */
export function areTooLong({ username, password }: Credentials): boolean {
  return username.length > TYPED_USERNAME_LENGTH || Buffer.byteLength(password) > PASSWORD_MAX_BYTES;
}

/**
 * A password as it is hashed: in NFC (RFC 8265, section 4.2.2), so that it does not matter how a keyboard composes
 * accents.
 */
export function normalPassword(password: string): string {
  return password.normalize('NFC');
}

/** Why `username` can't name an account, as a sentence without its subject; undefined when it can. */
export function usernameFault(username: string): string | undefined {
  if (username === '') return 'is empty.';
  if ([...username].length > USERNAME_CHARACTERS) {
    return `is longer than ${USERNAME_CHARACTERS} characters.`;
  }
  if (username.includes(':')) return 'contains a colon, which HTTP Basic does not allow (RFC 7617).';
  if (INVISIBLE.test(username)) return 'contains a control character.';
  if (username.trim() !== username) return 'begins or ends with a space.';
  return undefined;
}

/** A new random password of letters and digits, which needs no quoting anywhere. */
export function generatePassword(): string {
  return Array.from({ length: GENERATED_LENGTH }, () =>
    PLAIN_LETTERS.charAt(randomInt(PLAIN_LETTERS.length)),
  ).join('');
}
