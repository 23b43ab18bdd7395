import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import type { Page } from './browser.ts';
import { museumWithDesk, openDesk } from './desk-pages.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from './samples.ts';

/** What is left of a paper within its margins, in CSS pixels. */
const millimetres = (width: number) => Math.round((width / 25.4) * 96);
export const PAPERS = { a4: millimetres(180), a6: millimetres(93), roll: millimetres(72) } as const;
export type Paper = keyof typeof PAPERS;

export const PRINTS = new URL('../fixtures/prints/', import.meta.url);

const pictureOf = (name: string) => readFileSync(new URL(`../../docs/tickets/${name}.png`, import.meta.url));

/** The page of two tickets to be printed, with pictures that are the same each time. */
export async function openPrintPage(t: TestContext): Promise<{ page: Page; address: string }> {
  const museum = await museumWithDesk(t);
  await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
  const { eventId } = await createEvent(museum, { dates: [TODAY] });
  const day = { ticketDate: TODAY };
  const general = await buyTicket(museum, generalPurchase(day));
  const event = await buyTicket(museum, eventPurchase(eventId, day));
  const page = await openDesk(t, museum, '/desk', { as: 'cashier' });
  for (const [{ ticketId }, name] of [
    [general, 'general-entry'],
    [event, 'special-event'],
  ] as const)
    await page.route(`**/${ticketId}/image.png`, (route) =>
      route.fulfill({ contentType: 'image/png', body: pictureOf(name) }),
    );
  return { page, address: `/desk/print?tickets=${general.ticketId},${event.ticketId}` };
}

/** What is printed on that paper, its sheets below each other. */
export async function printed(page: Page, address: string, paper: Paper): Promise<Buffer> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: PAPERS[paper], height: 400 });
  await page.goto(`${address}&paper=${paper}`);
  await page.waitForLoadState('networkidle');
  return page.screenshot({ fullPage: true });
}

interface Pixels {
  readonly data: Buffer;
  readonly size: string;
}

export async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png)
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, size: `${info.width} x ${info.height}` };
}

/** By how much a pixel may be darker or lighter. */
const SAME = 48;

/** The share of pixels that are not the same, of 1; pictures of different sizes have none in common. */
export function difference(one: Pixels, other: Pixels): number {
  if (one.size !== other.size) return 1;
  const others = one.data.filter((value, index) => Math.abs(value - (other.data[index] as number)) > SAME);
  return others.length / one.data.length;
}
