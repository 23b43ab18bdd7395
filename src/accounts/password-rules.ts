import { readFileSync } from 'node:fs';
import { normalPassword, PASSWORD_MAX_BYTES, type PasswordFault } from './account.ts';

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
 * Why `password` can't be a new one (NIST SP 800-63B, section 5.1.1.2); undefined when it can. What was set before this rule goes
 * on.
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
 * Why the password of the first account, which stands in a setting, can't be one, as a sentence without its subject. What 0.2 took
 * still starts a museum, so that a file of settings that worked goes on to work: whoever starts it is warned.
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
