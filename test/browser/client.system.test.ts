import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openPage } from '../support/browser.ts';
import { PASSWORD } from '../support/museum.ts';
import { openForTest } from '../support/museum-client.ts';
import { ROOT } from '../support/process.ts';
import { createEvent } from '../support/samples.ts';

/** A shop of another origin, which is the client as it stands. */
async function openShop(test: TestContext): Promise<string> {
  const server = createServer(async ({ url = '' }, response) => {
    if (!url.endsWith('.js')) return response.end('<!doctype html><title>Shop</title>');
    const script = await readFile(join(ROOT, 'client', url));
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a page of a shop sells with the client, as it stands', async (t) => {
  const shop = await openShop(t);
  const museum = await openForTest(t, { settings: { MUSEUM_CORS_ORIGINS: shop } });
  const { eventId } = await createEvent(museum);
  const page = await openPage(t, shop);
  await page.goto('/');
  const options = {
    baseUrl: `http://127.0.0.1:${museum.port}/v1.1`,
    username: 'partner',
    password: PASSWORD,
  };
  const purchase = { ticketType: 'event', eventId, ticketDate: '2027-03-14', email: 'ada@example.com' };
  const seen = await page.evaluate(`(async () => {
    const { MuseumClient } = await import('/index.js');
    const museum = new MuseumClient(${JSON.stringify(options)});
    const read = await museum.getSpecialEvent({ eventId: '${eventId}' }).result();
    const again = await museum.getSpecialEvent({ eventId: '${eventId}' }, { ifNoneMatch: read.etag });
    const { ticketId } = await museum.buyMuseumTickets(${JSON.stringify(purchase)});
    const { bytes, mediaType } = await museum.getTicketCode({ ticketId });
    const picture = await createImageBitmap(new Blob([bytes], { type: mediaType }));
    const refused = await museum.createSpecialEvent({}).catch(({ problem }) => problem.type);
    return { name: read.data.name, again, picture: picture.width > 0, refused };
  })()`);
  assert.deepEqual(seen, {
    ...{ name: 'Sorolla and the sea', again: undefined, picture: true },
    refused: '/problems/forbidden',
  });
});
