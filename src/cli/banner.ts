import packageJson from '../../package.json' with { type: 'json' };
import type { FirstAccount } from '../accounts/index.ts';
import { BASE_PATH } from '../doors/api/contract/index.ts';
import { printSurely } from './output.ts';

/**
 * Tells where the service listens, and the first account once. `address` is http://HOST:PORT, or undefined
 * when it could not listen; `notes` are sentences for whoever started it.
 */
export function printBanner(
  address: string | undefined,
  account: FirstAccount | undefined,
  notes: readonly string[] = [],
): Promise<void> {
  const lines = address === undefined ? [] : whereabouts(address);
  if (account !== undefined) lines.push(...introduction(address, account));
  if (notes.length > 0) lines.push('', ...notes);
  return printSurely(`${lines.join('\n')}\n`);
}

function whereabouts(address: string): string[] {
  return [
    `Museum ${packageJson.version} is open.`,
    '',
    `  Start page     ${address}/`,
    `  Base address   ${address}${BASE_PATH}`,
    `  Documentation  ${address}/docs`,
  ];
}

function introduction(address: string | undefined, { username, password }: FirstAccount): string[] {
  // Without a password, curl asks for it.
  const credentials = password === undefined ? username : `${username}:${password}`;
  return [
    '',
    'This is the first start, so the first account was made. It is an admin.',
    '',
    `  User name      ${username}`,
    `  Password       ${password === undefined ? 'the one in MUSEUM_ADMIN_PASSWORD' : `${password}   (shown only this once)`}`,
    ...(address === undefined
      ? []
      : ['', `  curl -u ${quote(credentials)} ${quote(`${address}${BASE_PATH}/special-events`)}`]),
  ];
}

/** One word for any POSIX shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
