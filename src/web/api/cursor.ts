/** The lists that are paged by a falling number, or by falling ids. */
export type CursorList = 'tickets' | 'journal' | 'orders' | 'codes' | 'passes';

/** Makes an opaque cursor for clients to send back: the kind of list and what to go on before. */
export function writeCursor(list: CursorList, before: number | string): string {
  return Buffer.from(`${list} before ${before}`).toString('base64url');
}

/** What to go on before; undefined when it is no cursor of this kind. */
export function readTextCursor(list: CursorList, cursor: string): string | undefined {
  const before = Buffer.from(cursor, 'base64url').toString('latin1').slice(`${list} before `.length);
  return writeCursor(list, before) === cursor ? before : undefined;
}

/** The number in the cursor; undefined when it is no cursor of this kind. */
export function readCursor(list: CursorList, cursor: string): number | undefined {
  const number = Number(readTextCursor(list, cursor));
  return Number.isSafeInteger(number) && writeCursor(list, number) === cursor ? number : undefined;
}

/** The header Link (RFC 8288) to the next page: the same query at `path`, from the cursor `after` on. */
export function nextLink(path: string, query: object, after: string): { readonly link: string } {
  const given = Object.entries({ ...query, after });
  const parameters = given.map(([name, value]): [string, string] => [name, `${value}`]);
  return { link: `<${path}?${new URLSearchParams(parameters)}>; rel="next"` };
}
