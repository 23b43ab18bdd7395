import { escapeHtml } from '../core/text.ts';

/** Text that is HTML already, made only by the functions here. Any other text is escaped when it is inserted. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A value to insert into HTML. Lists are joined; undefined, null and false print nothing. */
export type Piece = Html | string | number | false | null | undefined | readonly Piece[];

/**
 * A template tag for HTML. Each piece is escaped for text and for attribute values in quotes.
 *
 * Templates are indented like code: a line's indentation is not printed. Its line break is, except
 * - at the start of the template, behind an opening tag and before a closing tag, where nothing is printed;
 * - within a tag, where a space is.
 * Text of `<pre>` and `<textarea>` that has lines of its own must be a piece.
 *
 * @throws TypeError where a piece is an attribute value without quotes, or the name of a tag or an attribute
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    printedStrings(strings).reduce((text, string, index) => text + printed(pieces[index - 1]) + string),
  );
}

/** Attributes of a tag, each with a space before it; undefined and false are left out, true has no value. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escapeHtml(`${value}`)}"`;
  }
  return new Html(text);
}

/** Data for programs that read the page, such as search engines: a script that browsers do not run. */
export function dataBlock(type: string, data: object): Html {
  return new Html(
    `<script type="${escapeHtml(type)}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`,
  );
}

function printed(piece: Piece): string {
  if (piece === undefined || piece === null || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(printed).join('');
  return escapeHtml(`${piece}`);
}

const cache = new WeakMap<TemplateStringsArray, readonly string[]>();

/** A template's own text as it is printed, found out once for each template. */
function printedStrings(strings: TemplateStringsArray): readonly string[] {
  const cached = cache.get(strings);
  if (cached !== undefined) return cached;
  checkPlaces(strings);
  const text = withoutIndentation(strings.join(PLACE)).split(PLACE);
  cache.set(strings, text);
  return text;
}

function checkPlaces(strings: TemplateStringsArray): void {
  for (let end = 1; end < strings.length; end++) {
    const before = strings.slice(0, end).join('');
    const unquoted = /<[^<>"]*(?:"[^"]*"[^<>"]*)*=\s*$/.test(before);
    if (unquoted || /<\/?$/.test(before)) throw new TypeError(`A piece needs quotes behind ${before}`);
  }
}

/** Stands for a piece. HTML does not allow this character. */
const PLACE = '\0';
const TAG = /<[/!]?[a-z](?:"[^"]*"|[^">])*>/gi;
/** A tag that content follows, but none whose line break HTML drops itself: their content may begin with another. */
const OPENING = /(<(?!(?:br|hr|img|input|link|meta|pre|textarea)\b)[a-z](?:"[^"]*"|[^">/])*>)\s*\n\s*/g;

function withoutIndentation(template: string): string {
  return template
    .replace(TAG, (tag) => tag.replace(/\s*\n\s*(?=\/?>)/, '').replace(/\s*\n\s*/g, ' '))
    .replace(/^\s*\n\s*/, '')
    .replace(OPENING, '$1')
    .replace(/\s*\n\s*(?=<\/)/g, '')
    .replace(/[ \t]*\n\s*/g, '\n');
}
