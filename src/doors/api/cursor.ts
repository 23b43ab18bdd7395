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
