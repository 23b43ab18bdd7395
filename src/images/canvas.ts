import type { Coverage } from './coverage.ts';

/** Red, green and blue. */
type Rgb = readonly [number, number, number];

/** Sixteen colours: paper, nine inks from faint to full, six accents from faint to full. */
export type Palette = readonly Rgb[];

/** @param accent the museum's own colour (#rrggbb); left out: red */
export function paletteWith(accent = '#b2341e'): Palette {
  return [[255, 255, 255], ...shades([20, 24, 31], 9), ...shades(rgbOf(accent), 6)];
}

function rgbOf(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = Buffer.from(colour.slice(1), 'hex');
  return [red, green, blue];
}

/** Palette indices from the faintest shade of a colour to the colour itself. */
export interface Colour {
  readonly faintest: number;
  readonly full: number;
}

export const PAPER_SHADE = 0;
export const INK: Colour = { faintest: 1, full: 9 };
export const ACCENT: Colour = { faintest: 10, full: 15 };

/** A picture of palette indices, one byte a pixel, paper to begin with. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number, pixels: Uint8Array = new Uint8Array(width * height)) {
    this.width = width;
    this.height = height;
    this.pixels = pixels;
  }

  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    for (let row = y; row < y + height; row += 1) {
      this.pixels.fill(colour.full, row * this.width + x, row * this.width + x + width);
    }
  }

  /** Paints what `coverage` covers, its left upper corner at (`x`, `y`); what is outside is cut off. */
  paint(coverage: Coverage, x: number, y: number, colour: Colour): void {
    const shadeCount = colour.full - colour.faintest + 1;
    coverage.forEachPixel((dx, dy, covered) => {
      const [column, row] = [x + dx, y + dy];
      if (column < 0 || column >= this.width || row < 0 || row >= this.height) return;
      const shade = Math.round(covered * shadeCount);
      if (shade > 0) this.pixels[row * this.width + column] = colour.faintest + shade - 1;
    });
  }

  /** Copies all of `tile` to (`x`, `y`), where it must fit. */
  place(tile: Canvas, x: number, y: number): void {
    for (let row = 0; row < tile.height; row += 1) {
      const line = tile.pixels.subarray(row * tile.width, (row + 1) * tile.width);
      this.pixels.set(line, (y + row) * this.width + x);
    }
  }
}

/** `colour` on white paper at 1/count, 2/count, ... of its strength. */
function shades(colour: Rgb, count: number): Rgb[] {
  return Array.from({ length: count }, (_, index) => {
    const strength = (index + 1) / count;
    const mix = (channel: number) => Math.round(255 + (channel - 255) * strength);
    return [mix(colour[0]), mix(colour[1]), mix(colour[2])];
  });
}
