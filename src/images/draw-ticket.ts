/**
 * Draws a ticket: a portrait page of one text column, as wide as the QR symbol below it, so that everything
 * on it shares two edges. The same face always gives the same bytes.
 */
import { LRUCache } from 'lru-cache';
import { encode } from 'uqr';
import { ACCENT, Canvas, type Colour, INK, PAPER_SHADE, paletteWith } from './canvas.ts';
import { Coverage } from './coverage.ts';
import { type FittedText, fitText, LINE_HEIGHT } from './fit-text.ts';
import { CODE_FONT, EM, loadFont } from './fonts.ts';
import type { PlacedGlyph, ShapedLine, Weight } from './paragraph.ts';
import { type Band, compressBand, FASTEST, SMALLEST, writePng } from './png.ts';
import type { TicketFace } from './ticket-face.ts';
import { CODE_PLACE, DATE, LOCATION, LOGO, MUSEUM, PAGE, PRICE, TITLE } from './ticket-layout.ts';

const MODULES = 41;
export const MODULE = PAGE.symbol.size / MODULES;
const BELOW_SYMBOL = PAGE.symbol.y + PAGE.symbol.size;

// Text may reach this far out of its box (accents, descenders) before it is cut off.
const OVERHANG = 6;
// Ascender and descender of Noto Sans in em; other scripts are set on the same baseline.
const [ASCENT, DESCENT] = [1.069, 0.293];

/** How many event days are cached; each takes some 5 kB. */
const WORDS_CACHE_SIZE = 500;

/** The text that tickets of one event day share. */
type SharedText = Omit<TicketFace, 'code' | 'confirmationCode' | 'colour'>;

type Logo = NonNullable<TicketFace['logo']>;

/** It drawn: all text except the confirmation code. */
interface SharedWords {
  /** Everything above the QR symbol. */
  readonly top: Band;
  /** Everything below the confirmation code. */
  readonly bottom: Band;
}

/**
 * Draws tickets. It caches the shared text of the last 500 event days, and the glyphs of confirmation codes.
 */
export class TicketRenderer {
  readonly #words = new LRUCache<string, SharedWords>({ max: WORDS_CACHE_SIZE });
  readonly #letters = new Map<string, Canvas>();
  // Reused for each ticket: new memory would be allocated faster than it is collected.
  readonly #coverage = new Coverage();
  readonly #page = new Canvas(PAGE.width, PAGE.height);
  readonly #symbol = new Canvas(PAGE.width, MODULES);
  readonly #confirmation = new Canvas(PAGE.width, CODE_PLACE.bottom - BELOW_SYMBOL);

  /**
   * The ticket as a PNG file.
   * @throws RangeError when the face can't be drawn: a code that needs more than 41 x 41 modules, or a
   *   confirmation code that is not ASCII.
   */
  draw(face: TicketFace): Uint8Array {
    const { top, bottom } = this.#sharedWords(face);
    drawSymbol(this.#symbol, face.code);
    this.#writeConfirmationCode(face.confirmationCode);
    const symbol = compressBand(this.#symbol, FASTEST, MODULE);
    const bands = [top, symbol, compressBand(this.#confirmation, FASTEST), bottom];
    return writePng(PAGE.width, paletteWith(face.colour), bands);
  }

  #sharedWords(face: TicketFace): SharedWords {
    const { confirmationCode: _confirmation, code: _code, colour: _colour, ...shared } = face;
    const key = JSON.stringify(shared);
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const drawn = this.#drawSharedWords(shared);
    this.#words.set(key, drawn);
    return drawn;
  }

  #drawSharedWords(shared: SharedText): SharedWords {
    const page = this.#page;
    page.pixels.fill(PAPER_SHADE);
    page.fill(0, 0, PAGE.width, PAGE.bar, ACCENT);
    for (const text of setWords(shared)) drawText(page, text, this.#coverage);
    if (shared.logo !== undefined) drawLogo(page, shared.logo);
    return {
      top: compressBand(rowsOf(page, 0, PAGE.symbol.y), SMALLEST),
      bottom: compressBand(rowsOf(page, CODE_PLACE.bottom, PAGE.height), SMALLEST),
    };
  }

  #writeConfirmationCode(code: string): void {
    const { size, advance } = setConfirmation(code);
    this.#confirmation.pixels.fill(PAPER_SHADE);
    Array.from(code).forEach((letter, index) => {
      const x = PAGE.margin + index * advance;
      this.#confirmation.place(this.#letter(letter, size, advance), x, CODE_PLACE.y - BELOW_SYMBOL);
    });
  }

  #letter(letter: string, size: number, advance: number): Canvas {
    const key = `${size}${letter}`;
    const known = this.#letters.get(key);
    if (known !== undefined) return known;
    const drawn = drawLetter(letter, size, advance, this.#coverage);
    this.#letters.set(key, drawn);
    return drawn;
  }
}

/** The size of the letters of a confirmation code, and how far each is from the next, in pixels. @throws RangeError */
export function setConfirmation(code: string): { readonly size: number; readonly advance: number } {
  if (!/^[\x20-\x7e]*$/.test(code)) throw new RangeError('A confirmation code is ASCII text');
  const size = Math.min(CODE_PLACE.size, Math.floor(PAGE.column / (0.6 * code.length)));
  return { size, advance: Math.round(0.6 * size) };
}

export interface SetText {
  readonly text: FittedText;
  readonly y: number;
  readonly colour: Colour;
  /** The width of its place; the whole column when left out. */
  readonly width?: number;
}

/** All words but the confirmation code, fitted into their places. */
export function setWords(words: SharedText): SetText[] {
  const language = languageOf(words);
  const fit = (
    text: string,
    height: number,
    sizes: readonly number[],
    weight: Weight,
    width: number = PAGE.column,
  ) => fitText(text, { width, height, sizes, weight }, language);

  const besideLogo = PAGE.column - (words.logo === undefined ? 0 : widthOf(words.logo) + LOGO.gap);
  const museum = fit(words.museumName, MUSEUM.height, MUSEUM.sizes, 'medium', besideLogo);
  const location = words.location === '' ? undefined : fitLocation(words.location, fit);
  const taken = location === undefined ? 0 : Math.ceil(heightOf(location)) + LOCATION.gap;
  const title = fit(words.title, TITLE.bottom - TITLE.y - taken, TITLE.sizes, 'bold');
  const date = fit(words.date, DATE.height, DATE.sizes, 'bold');
  const price = fitPrice(words.price, fit);

  const locationY = TITLE.y + Math.ceil(heightOf(title)) + LOCATION.gap;
  return [
    { text: museum, y: MUSEUM.y, colour: ACCENT, width: besideLogo },
    { text: title, y: TITLE.y, colour: INK },
    ...(location === undefined ? [] : [{ text: location, y: locationY, colour: INK }]),
    { text: date, y: DATE.y, colour: INK },
    { text: price, y: PRICE.y, colour: INK },
  ];
}

/** On one line if all of it fits, else on two: the rest of the room is the title's. */
function fitLocation(
  location: string,
  fit: (text: string, height: number, sizes: readonly number[], weight: Weight) => FittedText,
): FittedText {
  const oneLine = fit(location, LOCATION.oneLine, LOCATION.sizes, 'medium');
  return oneLine.isCut ? fit(location, LOCATION.twoLines, LOCATION.sizes, 'medium') : oneLine;
}

/** A long category leaves the price its place: then the text is small, on several lines. */
function fitPrice(
  price: string,
  fit: (text: string, height: number, sizes: readonly number[], weight: Weight) => FittedText,
): FittedText {
  const oneLine = fit(price, PRICE.oneLine, PRICE.sizes, 'bold');
  return oneLine.isCut ? fit(price, PRICE.severalLines, PRICE.smallSizes, 'bold') : oneLine;
}

/** Writes text from `y` down. */
function drawText(page: Canvas, set: SetText, coverage: Coverage): void {
  const { text, y, colour } = set;
  coverage.clear(PAGE.column + 2 * OVERHANG, Math.ceil(heightOf(text)) + 2 * OVERHANG);
  text.lines.forEach((line, index) => {
    const left = lineLeft(set, line);
    coverage.addGlyphs(line.glyphs, OVERHANG + left, OVERHANG + baseline(text.size, index), text.size);
  });
  page.paint(coverage, PAGE.margin - OVERHANG, y - OVERHANG, colour);
}

/**
 * Where a line begins in the column: at the left edge of its place, or to end at the right one for Hebrew and Arabic.
 */
export function lineLeft({ text, width = PAGE.column }: SetText, line: ShapedLine): number {
  return text.isRightToLeft ? width - line.width * text.size : 0;
}

function drawLogo(page: Canvas, logo: Logo): void {
  const tile = new Canvas(widthOf(logo), logo.length, Uint8Array.from(logo.join(''), Number));
  page.place(tile, logoLeft(logo), LOGO.y);
}

/** At the right edge of the column. */
export function logoLeft(logo: Logo): number {
  return PAGE.margin + PAGE.column - widthOf(logo);
}

function widthOf([row = '']: Logo): number {
  return row.length;
}

export function baseline(size: number, line: number): number {
  return size * (LINE_HEIGHT * (line + 0.5) + (ASCENT - DESCENT) / 2);
}

function heightOf({ size, lines }: FittedText): number {
  return size * LINE_HEIGHT * lines.length;
}

/** Draws the symbol's rows of modules, each one pixel high, across the whole page. */
function drawSymbol(canvas: Canvas, code: string): void {
  const { modules, margin } = symbolOf(code);
  canvas.pixels.fill(PAPER_SHADE);
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) canvas.fill(PAGE.symbol.x + (x + margin) * MODULE, y + margin, MODULE, 1, INK);
    });
  });
}

/** The rows of dark and light modules of the code, and how many light ones are left and above. @throws RangeError */
export function symbolOf(code: string): {
  readonly modules: readonly (readonly boolean[])[];
  readonly margin: number;
} {
  const { data, size } = encode(code, { ecc: 'M', border: 0, boostEcc: false });
  if (size > MODULES)
    throw new RangeError(`The code needs ${size} x ${size} modules; there is room for ${MODULES}`);
  return { modules: data, margin: Math.floor((MODULES - size) / 2) };
}

function drawLetter(letter: string, size: number, advance: number, coverage: Coverage): Canvas {
  const tile = new Canvas(advance, Math.ceil(size * LINE_HEIGHT));
  coverage.clear(tile.width, tile.height);
  coverage.addGlyphs([glyphOf(letter, size, advance)], 0, baseline(size, 0), size);
  tile.paint(coverage, 0, 0, INK);
  return tile;
}

/** A letter of a confirmation code, in the middle of its place. */
export function glyphOf(letter: string, size: number, advance: number): PlacedGlyph {
  const glyph = loadFont(CODE_FONT).glyph(letter.codePointAt(0) as number) ?? 0;
  const inset = (advance / size - loadFont(CODE_FONT).glyphHAdvance(glyph) / EM) / 2;
  return { font: CODE_FONT, glyph, x: inset, y: 0 };
}

/** The regional forms of Chinese characters, by currency; by default those of mainland China. */
const REGIONAL_FORMS: Readonly<Record<string, string>> = {
  JPY: 'ja',
  KRW: 'ko',
  TWD: 'zh-Hant',
  HKD: 'zh-HK',
  MOP: 'zh-HK',
};

/**
 * The language whose regional forms Chinese characters take. Kana, Hangul or Bopomofo anywhere on the ticket mean
 * Japanese, Korean or traditional Chinese; otherwise the currency decides.
 */
function languageOf({ museumName, title, location, currency }: SharedText): string {
  const all = `${museumName} ${title} ${location}`;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(all)) return 'ja';
  if (/\p{Script=Hangul}/u.test(all)) return 'ko';
  if (/\p{Script=Bopomofo}/u.test(all)) return 'zh-Hant';
  return REGIONAL_FORMS[currency] ?? 'zh-Hans';
}

function rowsOf(page: Canvas, start: number, end: number): Canvas {
  return new Canvas(page.width, end - start, page.pixels.subarray(start * page.width, end * page.width));
}
