import packageJson from '../../package.json' with { type: 'json' };
import type { FirstAccount } from '../accounts/index.ts';
import { BASE_PATH } from '../web/api/contract/index.ts';
import { shellQuoted } from './completion/posix-shell.ts';

/**
 * Where the service listens, and the first account, which is shown only once. `address` is http://HOST:PORT, or
 * undefined when it could not listen; `notes` are sentences for the operator.
 */
export function banner(
  address: string | undefined,
  account: FirstAccount | undefined,
  notes: readonly string[] = [],
): string {
  const lines = address === undefined ? [] : whereabouts(address);
  if (account !== undefined) lines.push(...introduction(address, account));
  if (notes.length > 0) lines.push('', ...notes);
  return `${lines.join('\n')}\n`;
}

function whereabouts(address: string): string[] {
  return [
    `Museum ${packageJson.version} is running.`,
    '',
    `  Start page     ${address}/`,
    `  Base address   ${address}${BASE_PATH}`,
    `  Documentation  ${address}/docs`,
  ];
}

function introduction(address: string | undefined, { username, password }: FirstAccount): string[] {
  // curl prompts for a password that is left out.
  const credentials = password === undefined ? username : `${username}:${password}`;
  return [
    '',
    'This is the first start, so an admin account was created.',
    '',
    `  User name      ${username}`,
    `  Password       ${password === undefined ? 'the one in MUSEUM_ADMIN_PASSWORD' : `${password}   (shown only once)`}`,
    ...(address === undefined
      ? []
      : [
          '',
          `  curl -u ${shellQuoted(credentials)} ${shellQuoted(`${address}${BASE_PATH}/special-events`)}`,
        ]),
  ];
}
