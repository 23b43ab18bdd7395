import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runMuseum, startMuseum } from '../fixtures/process.ts';
import { scan } from '../fixtures/scan.ts';

/** One visit from the first start to the last ticket, with the service killed in the middle. */
test('a museum opens, sells, is killed, and opens again with everything that it sold', async (t) => {
  const museum = await startMuseum(t);
  const { authorization, dataDir } = museum;
  let base = museum.baseAddress;
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method,
      headers: {
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const [first, last] = [dayFromNow(1), dayFromNow(2)];
  const announcement = {
    name: 'Sorolla 🌊 سورولا',
    location: 'East wing',
    eventDescription: '',
    dates: [first, last],
    price: 12.34,
  };
  const created = await ask('POST', '/special-events', announcement);
  assert.equal(created.status, 201, await created.clone().text());
  const event = (await created.json()) as { eventId: string };
  assert.deepEqual(event, { eventId: event.eventId, ...announcement });

  const listed = await ask('GET', '/special-events');
  assert.deepEqual(await listed.json(), [event]);
  const changed = await ask('PATCH', `/special-events/${event.eventId}`, { price: 20 });
  assert.deepEqual(await changed.json(), { ...event, price: 20 });
  await ask('PUT', `/capacity/events/${event.eventId}`, { capacity: 2 });

  const purchase = {
    ticketType: 'event',
    eventId: event.eventId,
    ticketDate: first,
    email: 'ada@example.com',
  };
  const bought = await ask('POST', '/tickets', purchase, { 'idempotency-key': 'order-1' });
  assert.equal(bought.status, 201);
  const ticket = await bought.text();
  const location = bought.headers.get('location') as string;
  const image = await fetchImage(museum.address + location, authorization);

  await museum.stop('SIGKILL');
  const reopened = await startMuseum(t, { dataDir });
  base = reopened.baseAddress;

  const repeated = await ask('POST', '/tickets', purchase, { 'idempotency-key': 'order-1' });
  assert.equal(repeated.status, 201);
  assert.equal(await repeated.text(), ticket, 'the same key gives the same ticket after the kill');
  assert.deepEqual(await fetchImage(reopened.address + location, authorization), image);

  const general = await ask('POST', '/tickets', {
    ticketType: 'general',
    ticketDate: first,
    email: 'ada@example.com',
  });
  assert.equal(general.status, 201);
  assert.equal((await ask('POST', '/tickets', purchase)).status, 201);
  const refused = await ask('POST', '/tickets', purchase);
  assert.equal(refused.status, 409);
  assert.deepEqual(((await refused.json()) as { otherDates: unknown }).otherDates, [{ date: last, left: 2 }]);

  const jwks = await (await fetch(`${reopened.address}/.well-known/jwks.json`)).text();
  const { ticketId } = JSON.parse(ticket);
  const verified = await runMuseum(t, ['tickets', 'verify', await scan(image), '--json'], {
    env: { MUSEUM_DATA_DIR: dataDir },
  });
  assert.deepEqual(JSON.parse(verified.stdout), {
    ticketId,
    ticketType: 'event',
    ticketDate: first,
    eventId: event.eventId,
    admits: true,
  });
  assert.match(jwks, /"kty":"OKP"/);

  assert.equal((await ask('DELETE', `/special-events/${event.eventId}`)).status, 204);
  assert.equal((await ask('GET', `/special-events/${event.eventId}`)).status, 404);
  assert.equal((await fetch(reopened.address + location, { headers: { authorization } })).status, 410);

  const checked = await runMuseum(t, ['check'], { env: { MUSEUM_DATA_DIR: dataDir } });
  assert.equal(checked.code, 0, checked.stdout + checked.stderr);
  assert.deepEqual(await reopened.stop(), { code: 0, signal: null });
});

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function fetchImage(address: string, authorization: string): Promise<Uint8Array> {
  const answer = await fetch(address, { headers: { authorization } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  return answer.bytes();
}
