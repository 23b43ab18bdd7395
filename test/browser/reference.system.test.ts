import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { assertSoundInEveryLook, openPage, type Page, wideElements } from '../../fixtures/browser.ts';
import { openMuseum } from '../../fixtures/museum.ts';
import { ROOT } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { readDocument } from '../../src/contract/openapi-text.ts';
import { routeAssets } from '../../src/pages/assets.ts';
import { siteAssets } from '../../src/pages/layout.ts';
import { GUIDES, guideAddress } from '../../src/web/open/guide-pages.ts';
import { NO_MUSEUM, routePublic } from '../../src/web/open/public-page.ts';
import type { ReferenceDocument } from '../../src/web/open/reference-document.ts';
import { referencePage } from '../../src/web/open/reference-page.ts';

async function openReference(t: TestContext): Promise<Page> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path } });
  t.after(() => museum.close());
  return openPage(t, `http://127.0.0.1:${museum.port}`);
}

test('guides can be read by everybody, on small screens too', async (t) => {
  const page = await openReference(t);
  for (const name of Object.keys(GUIDES)) {
    await page.goto(guideAddress(name));
    await assertSoundInEveryLook(page);
  }
});

test('no word of code in a table of a guide is broken in two', async (t) => {
  const page = await openReference(t);
  for (const width of [1280, 1000, 660]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of Object.keys(GUIDES)) {
      await page.goto(guideAddress(name));
      const codes = page.locator(':is(th, td) code');
      const broken = codes.evaluateAll((all) =>
        all.filter((code) => code.getClientRects().length > 1).map(({ textContent }) => textContent),
      );
      assert.deepEqual(
        (await broken).filter((word) => /^\w+$/.test(word)),
        [],
        `${name} at ${width}`,
      );
      assert.deepEqual(await wideElements(page), [], `${name} at ${width}`);
    }
  }
});

test('a problem page leads to the operation in the reference', async (t) => {
  const page = await openReference(t);
  await page.goto('/problems/sold-out');
  await page.getByRole('link', { name: 'Buy museum tickets' }).click();
  assert.equal(new URL(page.url()).hash, '#buyMuseumTickets');
  await page.getByRole('heading', { name: 'Buy museum tickets' }).waitFor();
});

test('an operation of the reference fits on a phone', async (t) => {
  const page = await openReference(t);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto('/docs#buyMuseumTickets');
  assert.ok(await page.getByRole('heading', { name: 'Buy museum tickets' }).isVisible());
  assert.deepEqual(await wideElements(page), []);
});

test('an operation, a message and a schema of the reference can be read by everybody', async (t) => {
  const document = readDocument<ReferenceDocument>(await readFile(join(ROOT, 'openapi.json'), 'utf8'));
  const { paths, webhooks, components, ...rest } = document;
  const few = {
    ...rest,
    paths: { '/tickets': paths['/tickets'] },
    webhooks: { 'ticket.sold': webhooks['ticket.sold'] },
    components: { schemas: { Purchase: components.schemas.Purchase, Order: components.schemas.Order } },
  } as ReferenceDocument;
  const server = fastify();
  t.after(() => server.close());
  routeAssets(server, [siteAssets]);
  routePublic(server, '/docs', () => referencePage(NO_MUSEUM, few));
  const page = await openPage(t, await server.listen({ port: 0, host: '127.0.0.1' }));
  await page.goto('/docs');
  await assertSoundInEveryLook(page);
});

test('a click on a command of the reference selects all of it', async (t) => {
  const page = await openReference(t);
  await page.goto('/docs#buyMuseumTickets');
  const command = page.locator('section[aria-labelledby=buyMuseumTickets] pre.command').first();
  await command.click();
  assert.equal(await page.evaluate('getSelection().toString()'), await command.innerText());
});
