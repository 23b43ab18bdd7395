import { BASE_PATH } from '../src/web/api/contract/index.ts';
import { CREDENTIALS } from './seed-rows.ts';

/** Requests as text in HTTP/1.1, with the credentials of the seeded account. */

export const AUTHORIZATION = `Basic ${Buffer.from(`${CREDENTIALS.username}:${CREDENTIALS.password}`).toString('base64')}`;

export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  return `GET ${BASE_PATH}${path} HTTP/1.1\r\n${headerLines(headers)}\r\n`;
}

export function postRequest(path: string, value: unknown): string {
  const body = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(body)}` };
  return `POST ${BASE_PATH}${path} HTTP/1.1\r\n${headerLines(headers)}\r\n${body}`;
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries({ Host: 'museum.example', Authorization: AUTHORIZATION, Accept: '*/*', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** The date so many days from today, in UTC. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
