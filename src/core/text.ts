/** By code point, as both databases and most other languages do; `<` would go by UTF-16 unit. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const SPECIAL = /[&<>"']/;

/** Text as HTML, also between quotes. */
export function escapeHtml(text: string): string {
  // Most texts hold none of them, and to look is a fifth of the work.
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
}
