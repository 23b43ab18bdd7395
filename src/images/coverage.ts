/**
 * Outlines to pixels: how much of each pixel a set of glyphs covers, from 0 to 1. Every edge adds to the
 * pixels it crosses the area to its right; summing up a row then gives the coverage. The method is that of
 * font-rs (R. Levien). Only + - * / are used, so that every machine gets the same pixels.
 */
import { DrawFuncs } from 'harfbuzzjs';
import { EM, loadFont } from './fonts.ts';
import type { PlacedGlyph } from './paragraph.ts';

// Pieces that a curve is cut into: at 64 pixels the error is below a fiftieth of a pixel.
const CURVE_STEPS = 8;

/** The position of a pen on the coverage, and the scale from font units to pixels. */
interface Pen {
  readonly coverage: Coverage;
  readonly scale: number;
  readonly originX: number;
  readonly originY: number;
  startX: number;
  startY: number;
  x: number;
  y: number;
}

/** Reused for all texts: new memory for each would be allocated faster than it is collected. */
export class Coverage {
  #width = 0;
  #height = 0;
  // Two more columns than pixels: an edge at the right end still writes beside itself.
  #stride = 0;
  #areas = new Float32Array();

  /** Begins again, with nothing covered. */
  clear(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    this.#stride = width + 2;
    const length = this.#stride * height;
    if (this.#areas.length < length) this.#areas = new Float32Array(length);
    else this.#areas.fill(0, 0, length);
  }

  /** Adds the glyphs of a line whose left end and baseline are at (`x`, `y`); what is outside is cut off. */
  addGlyphs(glyphs: readonly PlacedGlyph[], x: number, y: number, size: number): void {
    for (const { font, glyph, x: dx, y: dy } of glyphs) {
      const pen: Pen = {
        coverage: this,
        scale: size / EM,
        originX: x + dx * size,
        originY: y - dy * size,
        startX: 0,
        startY: 0,
        x: 0,
        y: 0,
      };
      loadFont(font).drawGlyph(glyph, drawFuncs(), pen);
    }
  }

  /** Calls `paint` for each pixel that is covered at all. */
  forEachPixel(paint: (x: number, y: number, coverage: number) => void): void {
    for (let y = 0; y < this.#height; y += 1) {
      let sum = 0;
      for (let x = 0; x < this.#width; x += 1) {
        sum += this.#areas[y * this.#stride + x] as number;
        const covered = Math.min(1, Math.abs(sum));
        if (covered > 0.01) paint(x, y, covered);
      }
    }
  }

  /** Adds a straight edge. Down counts up and up counts down, so what lies between two edges is covered. */
  addEdge(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    if (y0 < y1) this.#addDescent(x0, y0, x1, y1, 1);
    else this.#addDescent(x1, y1, x0, y0, -1);
  }

  #addDescent(x0: number, y0: number, x1: number, y1: number, sign: number): void {
    const slope = (x1 - x0) / (y1 - y0);
    const bottom = Math.min(this.#height, Math.ceil(y1));
    for (let row = Math.max(0, Math.floor(y0)); row < bottom; row += 1) {
      const top = Math.max(row, y0);
      const end = Math.min(row + 1, y1);
      const enters = this.#clip(x0 + (top - y0) * slope);
      const leaves = this.#clip(x0 + (end - y0) * slope);
      this.#addToRow(row, Math.min(enters, leaves), Math.max(enters, leaves), (end - top) * sign);
    }
  }

  /** Within one row an edge runs from `left` to `right` and is `drop` high. */
  #addToRow(row: number, left: number, right: number, drop: number): void {
    const first = Math.floor(left);
    const past = Math.ceil(right);
    const at = row * this.#stride + first;
    if (past <= first + 1) {
      const away = (left + right) / 2 - first;
      this.#add(at, drop * (1 - away));
      this.#add(at + 1, drop * away);
      return;
    }
    // The edge crosses several pixels. Each gets the area to the right of the edge in it, less that in the pixel
    // before, so that the sum up to a pixel is its coverage.
    const perPixel = 1 / (right - left);
    let given = 0;
    for (let pixel = first; pixel < past; pixel += 1) {
      const until = coveredUntil(pixel + 1 - left, right - left) * perPixel;
      this.#add(at + pixel - first, drop * (until - given));
      given = until;
    }
    this.#add(at + past - first, drop * (1 - given));
  }

  #add(index: number, amount: number): void {
    this.#areas[index] = (this.#areas[index] as number) + amount;
  }

  #clip(x: number): number {
    return Math.min(this.#width, Math.max(0, x));
  }
}

/**
 * For an edge that moves `length` pixels to the right while it drops by one: how much of the pixel that ends
 * `distance` behind the edge's left end lies to the right of the edge, times `length`.
 */
function coveredUntil(distance: number, length: number): number {
  const before = Math.max(0, distance - 1);
  const inside = Math.min(distance, length);
  return (inside * inside - before * before) / 2 + Math.max(0, distance - length) * length;
}

let funcs: DrawFuncs | undefined;

function drawFuncs(): DrawFuncs {
  if (funcs !== undefined) return funcs;
  funcs = new DrawFuncs();
  funcs.setMoveToFunc((x, y, pen) => moveTo(pen as Pen, x, y));
  funcs.setLineToFunc((x, y, pen) => lineTo(pen as Pen, x, y));
  funcs.setQuadraticToFunc((cx, cy, x, y, pen) => quadraticTo(pen as Pen, cx, cy, x, y));
  funcs.setCubicToFunc((ax, ay, bx, by, x, y, pen) => cubicTo(pen as Pen, ax, ay, bx, by, x, y));
  funcs.setClosePathFunc((pen) => lineTo(pen as Pen, (pen as Pen).startX, (pen as Pen).startY));
  return funcs;
}

function moveTo(pen: Pen, x: number, y: number): void {
  pen.x = pen.startX = x;
  pen.y = pen.startY = y;
}

function lineTo(pen: Pen, x: number, y: number): void {
  const { coverage, scale, originX, originY } = pen;
  coverage.addEdge(
    originX + pen.x * scale,
    originY - pen.y * scale,
    originX + x * scale,
    originY - y * scale,
  );
  pen.x = x;
  pen.y = y;
}

function quadraticTo(pen: Pen, cx: number, cy: number, x: number, y: number): void {
  const { x: x0, y: y0 } = pen;
  for (let step = 1; step <= CURVE_STEPS; step += 1) {
    const t = step / CURVE_STEPS;
    const u = 1 - t;
    lineTo(pen, u * u * x0 + 2 * u * t * cx + t * t * x, u * u * y0 + 2 * u * t * cy + t * t * y);
  }
}

function cubicTo(pen: Pen, ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
  const { x: x0, y: y0 } = pen;
  for (let step = 1; step <= CURVE_STEPS; step += 1) {
    const t = step / CURVE_STEPS;
    const u = 1 - t;
    const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    lineTo(pen, p * x0 + q * ax + r * bx + s * x, p * y0 + q * ay + r * by + s * y);
  }
}
