import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { normalPassword, PASSWORD_MAX_BYTES, type PasswordFault } from './account.ts';

/**
 * Hashes of passwords: argon2id (RFC 9106), stored with its parameters in the PHC string format
 * (github.com/P-H-C/phc-string-format): `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`.
 */

/** A hash with how it was made: memory in KiB, passes and lanes. */
interface PasswordHash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const deriveKey = promisify(argon2);

// The least costly of the settings that OWASP's password storage cheat sheet recommends.
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** What a stored hash may ask for, so that a damaged one can't take all memory. */
const LIMITS = { memory: [8, 262_144], passes: [1, 16], parallelism: [1, 16] } as const;
const PHC =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{43})$/;

/** The PHC string to store for `password`, of whose UTF-8 bytes it is the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { memory, passes, parallelism } = PARAMETERS;
  const hash = await derive(password, { ...PARAMETERS, salt, hash: Buffer.alloc(HASH_BYTES) });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/**
 * Whether `phc` was made from `password`. Without `phc`, for an unknown account, it returns false after the same amount
 * of work, so that the time does not show whether an account exists.
 * @throws Error when `phc` is not a string that hashPassword could have made.
 */
export async function isPassword(password: string, phc: string | undefined): Promise<boolean> {
  const stored = phc === undefined ? DUMMY_HASH : parsePhc(phc);
  const matches = timingSafeEqual(await derive(password, stored), stored.hash);
  return matches && phc !== undefined;
}

const DUMMY_HASH: PasswordHash = {
  ...PARAMETERS,
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
};

function parsePhc(phc: string): PasswordHash {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc) ?? [];
  const stored = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt ?? '', 'base64'),
    hash: Buffer.from(hash ?? '', 'base64'),
  };
  if (!isValid(stored) || encode(stored.salt) !== salt || encode(stored.hash) !== hash) {
    throw new Error('A stored password hash is damaged: it is not an argon2id hash in the PHC string format');
  }
  return stored;
}

function isValid(stored: PasswordHash): boolean {
  const within = (name: keyof typeof LIMITS) =>
    stored[name] >= LIMITS[name][0] && stored[name] <= LIMITS[name][1];
  return (
    within('memory') &&
    within('passes') &&
    within('parallelism') &&
    // RFC 9106, section 3.1: at least 8 blocks of 1 KiB a lane.
    stored.memory >= 8 * stored.parallelism
  );
}

function derive(
  password: string,
  { memory, passes, parallelism, salt, hash }: PasswordHash,
): Promise<Buffer> {
  const message = Buffer.from(password, 'utf8');
  return deriveKey('argon2id', {
    message,
    nonce: salt,
    tagLength: hash.length,
    memory,
    passes,
    parallelism,
  });
}

/** Base64 as the PHC format writes it: without padding. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

export const PASSWORD_MIN_CHARACTERS = 10;
/** In UTF-16 code units: no name of an account or a museum has more. */
const LONGEST_NAME = 512;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** Each fault as a sentence without its subject, with what to do. */
const SENTENCES: Readonly<Record<PasswordFault, string>> = {
  short: `is shorter than ${PASSWORD_MIN_CHARACTERS} characters.`,
  long: `is longer than ${PASSWORD_MAX_BYTES} bytes.`,
  control: 'contains a control character, which HTTP Basic does not allow (RFC 7617).',
  common:
    'is one of the most common passwords, which are guessed first. Use several words that do not belong together.',
  name: 'is little more than the name of the account or the museum. Use several words that do not belong together.',
};

/**
 * Why `password` can't be a new one (NIST SP 800-63B, section 5.1.1.2); undefined when it can. What was set before this
 * rule goes on.
 * @param names of its account and of the museum
 */
export function findPasswordFault(password: string, names: readonly string[]): PasswordFault | undefined {
  if ([...password].length < PASSWORD_MIN_CHARACTERS) return 'short';
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) return 'long';
  if (CONTROL.test(password)) return 'control';
  if (commonPasswords().has(comparable(password))) return 'common';
  return names.some((name) => isNameOf(password, name)) ? 'name' : undefined;
}

/** Below this, a password in a setting is refused; from there on, one that the rules refuse is only warned of. */
const LEAST_IN_SETTINGS = 8;

/**
 * Why the password of the first account, which stands in a setting, can't be one, as a sentence without its subject.
 * What 0.2 took still starts a museum, so that a file of settings that worked goes on to work: whoever starts it is
 * warned.
 */
export function firstPasswordFault(password: string): string | undefined {
  if ([...password].length < LEAST_IN_SETTINGS) return `is shorter than ${LEAST_IN_SETTINGS} characters.`;
  const fault = findPasswordFault(password, []);
  return fault === 'long' || fault === 'control' ? SENTENCES[fault] : undefined;
}

/** Why it can't be a new one, as a sentence without its subject. */
export function passwordFault(password: string, names: readonly string[] = []): string | undefined {
  const fault = findPasswordFault(password, names);
  return fault && SENTENCES[fault];
}

let common: ReadonlySet<string> | undefined;

/** Read when the first new password is set, and not at the start: about 20 kB. */
function commonPasswords(): ReadonlySet<string> {
  if (common === undefined) {
    const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
    common = new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
  }
  return common;
}

function comparable(password: string): string {
  return normalPassword(password).normalize('NFKC').toLowerCase();
}

/** Whether the password is the name, whatever its case, spaces and signs, perhaps with digits around it. */
function isNameOf(password: string, name: string): boolean {
  if (name.length > LONGEST_NAME) return false; // it is refused as a name
  const [letters, wanted] = [lettersOf(password), lettersOf(name)];
  if (wanted === '') return false;
  return letters === wanted || withoutDigits(letters) === (withoutDigits(wanted) || undefined);
}

function lettersOf(text: string): string {
  return comparable(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function withoutDigits(text: string): string {
  return text.replace(/^\p{N}+|\p{N}+$/gu, '');
}
