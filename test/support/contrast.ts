import sharp, { type Region } from 'sharp';
import type { Page } from './browser.ts';

/** The contrast (WCAG 2.2) between the darkest and the lightest of what is painted in a field, inside its border and left of its arrow. */
export async function contrastOf(page: Page, css: string): Promise<number> {
  const place = `document.querySelector('${css}').getBoundingClientRect().toJSON()`;
  const { left, top, width, height } = await page.evaluate<Region>(place);
  const inside = { left: left + 4, top: top + 4, width: width * 0.7, height: height - 8 };
  const pixels = Object.fromEntries(
    Object.entries(inside).map(([side, length]) => [side, Math.round(length)]),
  );
  const picture = sharp(await page.screenshot()).extract(pixels as unknown as Region);
  const { data } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const lights = Array.from({ length: data.length / 3 }, (_, at) =>
    luminance(data.subarray(at * 3, at * 3 + 3)),
  );
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

function luminance(channels: Uint8Array): number {
  const [red = 0, green = 0, blue = 0] = Array.from(channels, (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
