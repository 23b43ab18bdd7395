/** The lists that are paged by a falling number. */
export type CursorList = 'tickets' | 'journal';

/** Makes an opaque cursor for clients to send back: the kind of list and the number to go on before. */
export function writeCursor(list: CursorList, number: number): string {
  return Buffer.from(`${list} before ${number}`).toString('base64url');
}

/** The number in the cursor; undefined when it is no cursor of this kind. */
export function readCursor(list: CursorList, text: string): number | undefined {
  const words = Buffer.from(text, 'base64url').toString('latin1');
  const number = Number(words.slice(`${list} before `.length));
  return Number.isSafeInteger(number) && writeCursor(list, number) === text ? number : undefined;
}

/** The header Link (RFC 8288) to the next page: the same query at `path`, from the cursor `after` on. */
export function nextLink(path: string, query: object, after: string): { readonly link: string } {
  const given = Object.entries({ ...query, after });
  const parameters = given.map(([name, value]): [string, string] => [name, `${value}`]);
  return { link: `<${path}?${new URLSearchParams(parameters)}>; rel="next"` };
}
