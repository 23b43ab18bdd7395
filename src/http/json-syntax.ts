/**
 * Where a text stops being JSON (RFC 8259), for which JSON.parse has no dependable answer. It is asked only about
 * texts that JSON.parse has refused.
 */

const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259, section 7, leaves them out
const STRING_START = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const ESCAPE_START = /\\(?:u[0-9a-fA-F]{0,3})?/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** What begins a number, as far as it goes: "-", "1.", "1e+". */
const NUMBER_START = /-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?)?/y;
const LITERALS = ['true', 'false', 'null'];

/** Offset of the first character that can't follow what is before it; the length when the text only ends too early. */
export function findSyntaxError(text: string): number {
  return new Scan(text).run();
}

class Scan {
  readonly #text: string;
  #at = 0;
  /** What closes the arrays and objects that are open. */
  readonly #closers: ('}' | ']')[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** One round for each value: what leads up to it, the value, and what closes after it. */
  run(): number {
    for (let isFirst = false; ; ) {
      this.#skip(SPACE);
      if (isFirst && this.#take(this.#closers.at(-1))) {
        this.#closers.pop();
      } else {
        if (this.#closers.at(-1) === '}' && !this.#memberName()) return this.#at;
        if (this.#open()) {
          isFirst = true;
          continue;
        }
        if (!this.#scalar()) return this.#at;
      }
      isFirst = false;
      this.#close();
      if (this.#closers.length === 0 || !this.#take(',')) return this.#at;
    }
  }

  #open(): boolean {
    if (this.#take('{')) this.#closers.push('}');
    else if (this.#take('[')) this.#closers.push(']');
    else return false;
    return true;
  }

  #close(): void {
    this.#skip(SPACE);
    while (this.#closers.length > 0 && this.#take(this.#closers.at(-1))) {
      this.#closers.pop();
      this.#skip(SPACE);
    }
  }

  #memberName(): boolean {
    if (!this.#string()) return false;
    this.#skip(SPACE);
    if (!this.#take(':')) return false;
    this.#skip(SPACE);
    return true;
  }

  #scalar(): boolean {
    const character = this.#text[this.#at] ?? '';
    if (character === '"') return this.#string();
    if (/[-0-9]/.test(character)) return this.#number();
    return this.#literal();
  }

  #string(): boolean {
    if (!this.#skip(STRING_START)) return false;
    if (this.#take('"')) return true;
    this.#skip(ESCAPE_START);
    return false;
  }

  #number(): boolean {
    const start = this.#at;
    const isWhole = this.#skip(NUMBER);
    const end = this.#at;
    this.#at = start;
    this.#skip(NUMBER_START);
    return isWhole && this.#at === end;
  }

  #literal(): boolean {
    const word = LITERALS.find((literal) => literal[0] === this.#text[this.#at]) ?? '';
    const matching = [...word].findIndex((letter, index) => this.#text[this.#at + index] !== letter);
    this.#at += matching === -1 ? word.length : matching;
    return word !== '' && matching === -1;
  }

  #take(character: string | undefined): boolean {
    if (this.#text[this.#at] !== character || character === undefined) return false;
    this.#at += 1;
    return true;
  }

  /** @returns whether there was any */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found !== '';
  }
}
