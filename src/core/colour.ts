/** The background of pages in light, and in the dark. */
export const PAGE_BACKGROUND = '#fbfaf7';
const DARK_BACKGROUND = '#14181f';

/** WCAG 2.2, success criterion 1.4.3: text and its background. */
const LEAST_CONTRAST = 4.5;

export const COLOUR_PATTERN = '^#[0-9a-fA-F]{6}$';

/**
 * What is wrong with a colour (#rrggbb) in which text stands on the pages, and the nearest that is right: as much darker
 * as it has to be. Undefined: it can be read.
 */
export function colourFault(colour: string): string | undefined {
  const ratio = contrast(colour, PAGE_BACKGROUND);
  if (ratio >= LEAST_CONTRAST) return undefined;
  return `is too light to be read: its contrast with the page is ${ratio.toFixed(1)}, and must be ${LEAST_CONTRAST} or more. The nearest that has it is ${readableColour(colour)}`;
}

/** The nearest colour that is dark enough for text on the pages: itself, if it is. */
export function readableColour(colour: string): string {
  const shades = Array.from({ length: 256 }, (_, lighter) => shaded(colour, 255 - lighter));
  return shades.find((shade) => contrast(shade, PAGE_BACKGROUND) >= LEAST_CONTRAST) ?? '#000000';
}

/** @param light 0 to 255: how much of its light is left */
function shaded(colour: string, light: number): string {
  const channels = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  const hex = channels.map((each) =>
    Math.round((each * light) / 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

/** A colour with as little white in it as it takes to be read in the dark. */
export function lightened(colour: string): string {
  const channels = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  for (let white = 0; white < 1; white += 0.05) {
    const mixed = channels.map((channel) => Math.round(channel + (255 - channel) * white));
    const text = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(text, DARK_BACKGROUND) >= LEAST_CONTRAST) return text;
  }
  return '#ffffff';
}

/** The contrast of two colours (#rrggbb), 1 to 21: WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((less, more) => less - more) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const channel = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
