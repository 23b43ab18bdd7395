/**
 * Measures how long visitors wait at the gate's page: from the camera's frame that shows the code to the verdict, a
 * hundred tickets, each held still before the camera for two thirds of a second: `node scripts/measure-gate-camera.ts`.
 * The figures stand in docs/gate.md.
 */
import { cpus } from 'node:os';
import { test } from 'node:test';
import type { Page } from '../fixtures/browser.ts';
import { film } from '../fixtures/film.ts';
import { museumWithGate, openGate, ticketWithCode } from '../fixtures/gate-page.ts';

const TICKETS = 100;
const BLANK = 10;
const SHOWN = 20;

/** Instants in milliseconds, by the page's clock. */
interface Scan {
  /** When the camera had the first frame with the code. */
  readonly captured: number;
  /** When the page could show it. */
  readonly presented: number;
  readonly read: number;
  readonly verdict: number;
}

test('measures from the code in view to the verdict', async (t) => {
  const museum = await museumWithGate(t);
  const tickets = [];
  for (let count = 0; count < TICKETS; count++) tickets.push(await ticketWithCode(museum));
  const pictures = await Promise.all(
    tickets.map(async ({ ticketId }) => (await museum.api('GET', `/tickets/${ticketId}/qr`)).bytes),
  );
  const blank = { of: undefined, frames: BLANK };
  const camera = await film(
    t,
    pictures.flatMap((picture) => [
      blank,
      { of: picture, frames: SHOWN, turned: 8, blurred: 0.8, light: 0.8 },
    ]),
  );
  const page = await openGate(t, museum, { camera, width: 412, height: 860 });
  await page.evaluate(WATCH);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  report('online, the service decides', await scansOf(page, TICKETS / 2));
  await page.context().setOffline(true);
  report('without a network, the page decides', await scansOf(page, TICKETS / 2));
  console.log(`${cpus().length} cores of ${cpus()[0]?.model}`);
});

/** The next scans, but for the first, which waits for what reads codes to be loaded. */
async function scansOf(page: Page, count: number): Promise<Scan[]> {
  const all = () => page.evaluate<Scan[]>('scans');
  const first = (await all()).length + 1;
  let scans = await all();
  for (; scans.length < first + count; scans = await all()) await page.waitForTimeout(500);
  return scans.slice(first, first + count);
}

function report(how: string, scans: readonly Scan[]): void {
  const line = (name: string, of: (scan: Scan) => number) => {
    const times = scans.map(of).sort((one, other) => one - other);
    const at = (share: number) => `${Math.round(times[Math.ceil(times.length * share) - 1] as number)} ms`;
    console.log(`  ${name}: median ${at(0.5)}, 95 % ${at(0.95)}, worst ${at(1)}`);
  };
  console.log(`${how}, ${scans.length} tickets`);
  line('from the frame at the camera to the verdict', ({ captured, verdict }) => verdict - captured);
  line('from the frame in the page to the verdict', ({ presented, verdict }) => verdict - presented);
  line('of that, until the code is read', ({ presented, read }) => read - presented);
}

/** Notes when a ticket comes into view, and when the verdict is there. */
const WATCH = `
  var scans = [];
  (() => {
    const video = document.querySelector('video');
    const canvas = new OffscreenCanvas(16, 9);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    let seen, read;
    let wasBlank = true;
    const look = (now, { captureTime }) => {
      context.drawImage(video, 0, 0, 16, 9);
      const reds = context.getImageData(0, 0, 16, 9).data.filter((_, index) => index % 4 === 0);
      const isBlank = Math.max(...reds) - Math.min(...reds) < 30;
      if (wasBlank && !isBlank) seen = { captured: captureTime ?? now, presented: now };
      wasBlank = isBlank;
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    const status = document.querySelector('[role=status]');
    new MutationObserver(() => {
      if (status.dataset.verdict === undefined) read = performance.now();
      else if (seen) {
        scans.push({ ...seen, read, verdict: performance.now() });
        seen = undefined;
      }
    }).observe(status, { attributes: true, attributeFilter: ['data-verdict'] });
  })();
`;
