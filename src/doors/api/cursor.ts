/** Lists that go on before a number. */
export type CursorList = 'tickets' | 'journal';

/** Where a list goes on, for clients to send back as it is: a number that is nobody's business, and what it is of. */
export function writeCursor(list: CursorList, number: number): string {
  return Buffer.from(`${list} before ${number}`).toString('base64url');
}

/** The number; undefined when it is no such cursor. */
export function readCursor(list: CursorList, text: string): number | undefined {
  const words = Buffer.from(text, 'base64url').toString('latin1');
  const number = Number(words.slice(`${list} before `.length));
  return Number.isSafeInteger(number) && writeCursor(list, number) === text ? number : undefined;
}

/** The header Link (RFC 8288) to where a list goes on: the same question at `path`, from `after` on. */
export function nextLink(path: string, query: object, after: string): { readonly link: string } {
  const given = Object.entries({ ...query, after });
  const parameters = given.map(([name, value]): [string, string] => [name, `${value}`]);
  return { link: `<${path}?${new URLSearchParams(parameters)}>; rel="next"` };
}
