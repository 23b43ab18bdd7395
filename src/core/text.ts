// Neither U+0000 nor a lone surrogate: PostgreSQL and many other systems can't store them.
const ANY_CHARACTER = '[^\\u0000\\uD800-\\uDFFF]';
/** A text that can be stored, as a regular expression. */
export const ANY_TEXT = `^${ANY_CHARACTER}*$`;
// The meaning of \s differs between the regular expressions of JavaScript, Python and others. This is the union of them.
const BLANK = '\\s\\u001C-\\u001F\\u0085\\uFEFF';
/**
 * A text that is not only white space, as a regular expression. The blanks at the start and the character behind them have
 * nothing in common, so that matching is linear, not quadratic.
 */
export const SOME_INK = `^[${BLANK}]*[^${BLANK}\\u0000\\uD800-\\uDFFF]${ANY_CHARACTER}*$`;

/** The longest reason for voiding or exchanging a ticket, admitting in spite of a refusal, or closing the museum. */
export const REASON_CHARACTERS = 200;

/** Whether the text has `least` to `most` characters (code points). */
export function hasLength(text: string, least: number, most: number): boolean {
  const length = [...text].length;
  return length >= least && length <= most;
}

/** The text with its first letter, of a to z, in upper case. */
export function capitalised<Text extends string>(text: Text): Capitalize<Text> {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}` as Capitalize<Text>;
}

/** Compares by code point, as both databases do; `<` would compare by UTF-16 code unit. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Control characters, other ends of lines, and what changes the direction of the text behind it. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Writes what a terminal would act on as JSON escapes it, such as `\u001b`, but for what is in `kept`. */
export function escapeControls(text: string, kept = ''): string {
  return text.replace(CONTROLS, (control) =>
    kept.includes(control) ? control : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const SPECIAL = /[&<>"']/;

/** Escapes text for HTML, also for attribute values in quotes. */
export function escapeHtml(text: string): string {
  // Most texts hold none of these characters, and testing costs a fifth of replacing.
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
}
