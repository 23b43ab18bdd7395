/**
 * Text that a PDF file has behind a picture: it is not seen, but found, copied and read aloud. Its fonts draw nothing,
 * so one serves all scripts, and each of their codes says which character it stands for (ISO 32000-1, sections 9.6.5
 * and 9.10.3).
 */
import { bidi, standIn } from './bidi.ts';
import { type PdfFile, ref, utf16 } from './pdf-file.ts';

/** A code is one byte. */
const CODES_PER_FONT = 256;
/** How many characters one operator of a character map may list. */
const MAPPED_AT_ONCE = 100;

/** The characters of one file. */
export class PdfText {
  readonly #codes = new Map<string, number>();

  /** The operators that show a line, each character one unit wide. @returns also how many characters it has */
  show(line: string): { readonly operators: string; readonly length: number } {
    const codes = inVisualOrder(line).map((character) => this.#codeOf(character));
    const runs: { font: number; hex: string }[] = [];
    for (const code of codes) {
      const font = Math.floor(code / CODES_PER_FONT);
      const hex = (code % CODES_PER_FONT).toString(16).padStart(2, '0');
      const last = runs.at(-1);
      if (last?.font === font) last.hex += hex;
      else runs.push({ font, hex });
    }
    const operators = runs.map(({ font, hex }) => `/F${font} 1 Tf <${hex}> Tj`).join(' ');
    return { operators, length: codes.length };
  }

  /** Adds the fonts of all that was shown. @returns the entries of a dictionary of fonts */
  addFonts(file: PdfFile): string {
    const characters = [...this.#codes.keys()];
    const nothing = file.addText('1 0 d0');
    const fonts: string[] = [];
    for (let from = 0; from < characters.length; from += CODES_PER_FONT) {
      const of = characters.slice(from, from + CODES_PER_FONT);
      fonts.push(`/F${fonts.length} ${ref(addFont(file, of, nothing))}`);
    }
    return fonts.join(' ');
  }

  #codeOf(character: string): number {
    const code = this.#codes.get(character) ?? this.#codes.size;
    this.#codes.set(character, code);
    return code;
  }
}

/** @param nothing number of the glyph that all characters have */
function addFont(file: PdfFile, characters: readonly string[], nothing: number): number {
  const map = file.addText(characterMap(characters));
  const last = characters.length - 1;
  return file.add(`<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0]
/CharProcs << /n ${ref(nothing)} >> /Resources << >> /Encoding << /Type /Encoding /Differences [0${' /n'.repeat(last + 1)}] >>
/FirstChar 0 /LastChar ${last} /Widths [${characters.map(() => 1).join(' ')}] /ToUnicode ${ref(map)} >>`);
}

function characterMap(characters: readonly string[]): string {
  const lines = characters.map(
    (character, code) => `<${code.toString(16).padStart(2, '0')}> <${utf16(character)}>`,
  );
  const blocks: string[] = [];
  for (let from = 0; from < lines.length; from += MAPPED_AT_ONCE) {
    const some = lines.slice(from, from + MAPPED_AT_ONCE);
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<00> <ff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/**
 * The characters from left to right, as readers of PDF files expect them, without those that only control direction.
 */
function inVisualOrder(line: string): string[] {
  const characters = [...line];
  // bidi-js looks at single UTF-16 units: each character becomes one of the same direction.
  const units = characters
    .map((character) => (character.length === 1 ? character : standIn(character)))
    .join('');
  const order = bidi.getReorderedIndices(units, bidi.getEmbeddingLevels(units));
  return order
    .map((index) => characters[index] as string)
    .filter((character) => !/\p{Bidi_Control}/u.test(character));
}
