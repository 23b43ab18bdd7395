/** By code point, as both databases and most other languages do; `<` would go by UTF-16 unit. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
