import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type Page } from '../../fixtures/browser.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { photograph } from '../../fixtures/photographs.ts';
import { createEvent, TODAY } from '../../fixtures/samples.ts';
import { museumWithVisitors } from '../../fixtures/shop-pages.ts';

/** What a visitor's first page may weigh, with all that it loads. */
const MOST_BYTES = 400_000;

test('the first page with a dozen events and their pictures is light, moves nothing, and says what they show', async (t) => {
  const museum = await museumWithVisitors(t);
  await addPicture(museum, '/museum', 0);
  for (let number = 1; number <= 12; number += 1) {
    const { eventId } = await createEvent(museum, { name: `Tide ${number}`, dates: [TODAY, '2027-03-03'] });
    await addPicture(museum, `/special-events/${eventId}`, number);
  }
  for (const look of [
    { width: 390, height: 844, scale: 3, touch: true },
    { width: 1280, height: 800, scale: 1 },
  ]) {
    const page = await openPage(t, `http://127.0.0.1:${museum.port}`, look);
    const { bytes, pictures } = await load(page, '/');
    t.diagnostic(`${look.width} x ${look.height}: ${bytes} bytes, of ${pictures} pictures`);
    assert.ok(pictures >= 2, `${pictures} pictures`);
    assert.ok(bytes < MOST_BYTES, `${look.width} x ${look.height}: ${bytes} bytes`);
    assert.equal(await movedBy(page), 0);
    const alts = await page
      .locator('picture img')
      .evaluateAll((all) => all.map((img) => img.getAttribute('alt')));
    assert.ok(alts.length >= 9 && alts.every((alt) => /^Waves \d+$/.test(alt ?? '')), alts.join());
  }
});

async function addPicture(museum: Museum, path: string, number: number): Promise<void> {
  const put = await museum.api('PUT', `${path}/picture?alt.en=Waves%20${number}`, {
    body: await photograph(number),
    headers: { 'content-type': 'image/jpeg' },
  });
  assert.equal(put.status, 200, put.text);
}

/** Loads a page with an empty cache and without scrolling: what came over the network, headers too. */
async function load(page: Page, path: string): Promise<{ bytes: number; pictures: number }> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  let [bytes, pictures] = [0, 0];
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  network.on('Network.responseReceived', ({ response }) => {
    if (new URL(response.url).pathname.startsWith('/pictures/')) pictures += 1;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return { bytes, pictures };
}

/** The cumulative layout shift. */
function movedBy(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 200);
  })`);
}
