import { escapeHtml } from '../core/text.ts';

/** Text that is HTML already; what is not is escaped where it is put in. Only `html` and `attributes` make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What can stand in HTML. Lists are joined; undefined, null and false print nothing. */
export type Piece = Html | string | number | false | null | undefined | readonly Piece[];

/**
 * HTML with pieces in it, each escaped for text and for attributes in quotes.
 * @throws TypeError where a piece is an attribute's value without quotes, or a tag's or an attribute's name
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  checkPlaces(strings);
  return new Html(
    strings.reduce((text, string, index) => text + printed(pieces[index - 1]) + string), // the first is the start
  );
}

/** Attributes of a tag, each with a space before it; undefined and false are left out, true has no value. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  return new Html(
    present
      .map(([name, value]) => ` ${name}${value === true ? '' : `="${escapeHtml(`${value}`)}"`}`)
      .join(''),
  );
}

function printed(piece: Piece): string {
  if (piece === undefined || piece === null || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(printed).join('');
  return escapeHtml(`${piece}`);
}

const checked = new WeakSet<TemplateStringsArray>();

function checkPlaces(strings: TemplateStringsArray): void {
  if (checked.has(strings)) return;
  for (let end = 1; end < strings.length; end++) {
    const before = strings.slice(0, end).join('');
    const unquoted = /<[^<>"]*(?:"[^"]*"[^<>"]*)*=\s*$/.test(before);
    if (unquoted || /<\/?$/.test(before)) throw new TypeError(`A piece needs quotes behind ${before}`);
  }
  checked.add(strings);
}
