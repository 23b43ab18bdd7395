/** By code point, as both databases and most other languages do; `<` would go by UTF-16 unit. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/**
 * White space and control characters become single spaces, so a name can't start a new line or paragraph. The
 * overrides that turn letters around (U+202D, U+202E) are left out: no script needs them, and a name could
 * use them to read as something else. The gentler directional controls stay.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u{202D}\u{202E}]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
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
