/**
 * The ticket as an SVG file: its picture in outlines. Words are paths too, so that they look the same wherever the file
 * is shown, and nothing is fetched for it.
 */
import { DrawFuncs } from 'harfbuzzjs';
import { ACCENT, INK, PAPER_SHADE, type Palette, paletteWith } from './canvas.ts';
import {
  baseline,
  glyphOf,
  lineLeft,
  logoLeft,
  MODULE,
  setConfirmation,
  setWords,
  symbolOf,
} from './draw-ticket.ts';
import { EM, loadFont } from './fonts.ts';
import type { PlacedGlyph } from './paragraph.ts';
import type { TicketFace } from './ticket-face.ts';
import { CODE_PLACE, LOGO, PAGE } from './ticket-layout.ts';

/**
 * A face always gives the same bytes.
 * @throws RangeError when the face can't be drawn, as `TicketRenderer.draw`
 */
export function ticketSvg(face: TicketFace): Uint8Array {
  const { museumName, title, date, confirmationCode } = face;
  const { width, height, bar } = PAGE;
  const palette = paletteWith(face.colour);
  const path = (colour: number, parts: readonly string[], attributes = '') =>
    pathIn(palette, colour, parts, attributes);
  const words = setWords(face).map(
    (set) =>
      [
        set.colour.full,
        set.text.lines.map((line, index) =>
          outlines(
            line.glyphs,
            PAGE.margin + lineLeft(set, line),
            set.y + baseline(set.text.size, index),
            set.text.size,
          ),
        ),
      ] as const,
  );
  const paths = [
    path(PAPER_SHADE, [block(0, 0, width, height)]),
    path(ACCENT.full, [block(0, 0, width, bar)]),
    ...words.map(([colour, lines]) => path(colour, lines)),
    ...logoPaths(face.logo ?? [], palette),
    path(INK.full, symbolBlocks(face.code), CRISP),
    path(INK.full, letterOutlines(confirmationCode)),
  ];
  const name = escaped([`${museumName}: ${title}`, date, confirmationCode].join(', '));
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${name}</title>\n${paths.join('')}</svg>\n`,
  );
}

/** Modules and pixels have sharp edges, however large they are shown. */
const CRISP = ' shape-rendering="crispEdges"';

/** @param colour index in the palette. @param parts of its outline */
function pathIn(palette: Palette, colour: number, parts: readonly string[], attributes: string): string {
  const rgb = (palette[colour] ?? []).map((channel) => channel.toString(16).padStart(2, '0')).join('');
  return `<path fill="#${rgb}"${attributes} d="${parts.join('')}"/>\n`;
}

function block(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

function symbolBlocks(code: string): string[] {
  const { modules, margin } = symbolOf(code);
  const at = (module: number) => (module + margin) * MODULE;
  return modules.flatMap((row, y) =>
    runsOf(row, true).map(({ from, length }) =>
      block(PAGE.symbol.x + at(from), PAGE.symbol.y + at(y), length * MODULE, MODULE),
    ),
  );
}

/** A path for each shade of the logo, pixel by pixel. */
function logoPaths(logo: NonNullable<TicketFace['logo']>, palette: Palette): string[] {
  const left = logoLeft(logo);
  return Array.from({ length: INK.full }, (_, index) => index + 1).flatMap((shade) => {
    const blocks = logo.flatMap((row, y) =>
      runsOf([...row], `${shade}`).map(({ from, length }) => block(left + from, LOGO.y + y, length, 1)),
    );
    return blocks.length === 0 ? [] : [pathIn(palette, shade, blocks, CRISP)];
  });
}

/** Where the value stands, and how often in a row. */
function runsOf<Value>(values: readonly Value[], wanted: Value): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  values.forEach((value, at) => {
    if (value !== wanted) return;
    const last = runs.at(-1);
    if (last !== undefined && last.from + last.length === at) last.length += 1;
    else runs.push({ from: at, length: 1 });
  });
  return runs;
}

function letterOutlines(code: string): string[] {
  const { size, advance } = setConfirmation(code);
  const y = CODE_PLACE.y + baseline(size, 0);
  return Array.from(code, (letter, index) =>
    outlines([glyphOf(letter, size, advance)], PAGE.margin + index * advance, y, size),
  );
}

/** Path data (SVG 2, section 9.3). */
interface Pen {
  data: string;
  readonly toX: (x: number) => string;
  readonly toY: (y: number) => string;
}

/** The outlines of the glyphs of a line whose left end and baseline are at (`x`, `y`). */
function outlines(glyphs: readonly PlacedGlyph[], x: number, y: number, size: number): string {
  const scale = size / EM;
  return glyphs
    .map(({ font, glyph, x: dx, y: dy }) => {
      const pen: Pen = {
        data: '',
        toX: (unit) => decimal(x + dx * size + unit * scale),
        toY: (unit) => decimal(y - dy * size - unit * scale),
      };
      loadFont(font).drawGlyph(glyph, drawFuncs(), pen);
      return pen.data;
    })
    .join('');
}

let funcs: DrawFuncs | undefined;

function drawFuncs(): DrawFuncs {
  if (funcs !== undefined) return funcs;
  funcs = new DrawFuncs();
  const write = (pen: unknown, command: string, ...points: number[]) => {
    const { toX, toY } = pen as Pen;
    const written = points.map((unit, at) => (at % 2 === 0 ? toX(unit) : toY(unit)));
    (pen as Pen).data += `${command}${written.join(' ')}`;
  };
  funcs.setMoveToFunc((x, y, pen) => write(pen, 'M', x, y));
  funcs.setLineToFunc((x, y, pen) => write(pen, 'L', x, y));
  funcs.setQuadraticToFunc((cx, cy, x, y, pen) => write(pen, 'Q', cx, cy, x, y));
  funcs.setCubicToFunc((ax, ay, bx, by, x, y, pen) => write(pen, 'C', ax, ay, bx, by, x, y));
  funcs.setClosePathFunc((pen) => write(pen, 'Z'));
  return funcs;
}

/** Hundredths of a pixel are finer than any printer. */
function decimal(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** Text of an element, without what XML 1.0 has no characters for. */
function escaped(text: string): string {
  const characters = text.replaceAll(
    /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
    '\uFFFD',
  );
  return characters.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
