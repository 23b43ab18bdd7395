import { confirmationCode, spelledCode } from '../../codes/index.ts';

/** The confirmation codes that somebody may mean who spells one; none when it can't be one. */
export function meantCodes(spelled: string): string[] {
  const code = spelledCode(spelled);
  return code === undefined ? [] : [confirmationCode('general', code), confirmationCode('event', code)];
}
