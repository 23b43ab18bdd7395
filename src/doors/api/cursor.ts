import { BASE_PATH } from './contract/index.ts';

/** Where a list goes on, for clients to send back as it is: a number that is nobody's business, and what it is about. */
export function writeCursor(about: string, number: number): string {
  return Buffer.from(`${about} ${number}`).toString('base64url');
}

/** The number; undefined when it is no such cursor. */
export function readCursor(about: string, text: string): number | undefined {
  const words = Buffer.from(text, 'base64url').toString('latin1');
  const number = words.startsWith(`${about} `) ? Number(words.slice(about.length + 1)) : Number.NaN;
  return Number.isSafeInteger(number) && writeCursor(about, number) === text ? number : undefined;
}

/** The header Link (RFC 8288) to where a list goes on: the same question below the base path, from `after` on. */
export function nextLink(path: string, query: object, after: string): { readonly link: string } {
  const given = Object.entries({ ...query, after });
  const parameters = given.map(([name, value]): [string, string] => [name, `${value}`]);
  return { link: `<${BASE_PATH}${path}?${new URLSearchParams(parameters)}>; rel="next"` };
}
