import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type Page, wideElements } from '../support/browser.ts';
import { Visitor } from '../support/browsing.ts';
import { crawl } from '../support/crawl.ts';
import { writtenMuseum } from '../support/hostile-museum.ts';
import type { Museum } from '../support/museum.ts';
import { TODAY } from '../support/samples.ts';

const WORD = 'Wunderkammer'.repeat(4);
const EMAIL = `${'maximiliane.'.repeat(5)}m@${'beispielmuseum'.repeat(4)}.example.org`;

/** Every page of the desk, and where the error of a form comes back. */
async function everyPage(museum: Museum): Promise<{ admin: Visitor; paths: string[] }> {
  const admin = new Visitor(museum);
  await admin.signIn('admin');
  const tickets = (await museum.api('GET', `/tickets?ticketDate=${TODAY}`)).json as { ticketId: string }[];
  const starts = [
    ...['/desk', '/desk/sessions', '/desk/reports?by=event', '/desk/reports?by=seller', '/desk/nothing'],
    ...tickets.map(({ ticketId }) => `/desk/tickets/${ticketId}`),
  ];
  const found = await crawl(admin, starts);
  return { admin, paths: found.map(({ path }) => path).filter((path) => path.startsWith('/desk')) };
}

async function lookAt(page: Page, path: string, language: string): Promise<void> {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}language=${language}`);
  assert.equal(await page.locator('html').getAttribute('lang'), language, path);
}

test('every page of the desk fits on the smallest phone, however long words, names and addresses are', async (t) => {
  const { museum } = await writtenMuseum(t, WORD, EMAIL);
  const { admin, paths } = await everyPage(museum);
  assert.ok(paths.length > 60, `${paths.length} pages`);
  const url = `http://127.0.0.1:${museum.port}`;
  const page = await openPage(t, url, { width: 320, touch: true });
  await page
    .context()
    .addCookies([{ name: 'museum_session', value: `${admin.cookies.get('museum_session')}`, url }]);
  const wide: Record<string, string[]> = {};
  for (const path of paths) {
    await lookAt(page, path, 'de');
    const found = await wideElements(page);
    if (found.length > 0) wide[path] = found;
  }
  assert.deepEqual(wide, {});
});
