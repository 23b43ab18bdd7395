import { confirmationCode, looksLikeConfirmationCode } from '../../codes/index.ts';

const CODE_CHARACTERS = 11;
const LEFT = 6;

/**
 * The confirmation codes that somebody may mean who spells one: with spaces, capitals and dashes as they like, with or
 * without the words before it. None when it can't be one.
 */
export function meantCodes(spelled: string): string[] {
  const plain = spelled
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^ticket(?:general|event)?/, '');
  if (plain.length !== CODE_CHARACTERS) return [];
  const code = `${plain.slice(0, LEFT)}-${plain.slice(LEFT)}`;
  if (!looksLikeConfirmationCode(code)) return [];
  return [confirmationCode('general', code), confirmationCode('event', code)];
}
