import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openPage } from '../../fixtures/browser.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { PASSWORD } from '../../fixtures/museum.ts';
import { openForTest } from '../../fixtures/museum-client.ts';
import { ROOT } from '../../fixtures/process.ts';
import { createEvent } from '../../fixtures/samples.ts';

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

test('a page that the museum refuses is told which setting is missing', async (t) => {
  const shop = await openShop(t);
  const refusing = await openForTest(t);
  const page = await openPage(t, shop);
  await page.goto('/');
  const errorAt = (port: number, headers = {}) =>
    page.evaluate(`(async () => {
      const { MuseumClient } = await import('/index.js');
      const baseUrl = 'http://127.0.0.1:${port}/v1.1';
      const museum = new MuseumClient({ baseUrl, username: 'partner', password: '${PASSWORD}', retryFor: 0 });
      const call = museum.getMuseum({}, { headers: ${JSON.stringify(headers)} });
      return call.then(() => 'read', ({ message, isOriginRefused }) => [isOriginRefused, message]);
    })()`);
  const setting = new RegExp(`must name ${shop} in its setting MUSEUM_CORS_ORIGINS`);
  const [isRefused, message] = (await errorAt(refusing.port)) as [boolean, string];
  assert.equal(isRefused, true);
  assert.match(message, setting);
  const naming = await openForTest(t, { settings: { MUSEUM_CORS_ORIGINS: shop } });
  const trace = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  assert.equal(await errorAt(naming.port, trace), 'read');
  const [isOther, other] = (await errorAt(naming.port, { 'x-other': '1' })) as [boolean, string];
  assert.deepEqual([isOther, /may send only the headers/.test(other)], [true, true]);
  const [isAway] = (await errorAt(await freePort())) as [boolean];
  assert.equal(isAway, false);
});
