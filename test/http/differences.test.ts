import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Museum, openMuseum } from '../../fixtures/museum.ts';
import { createEvent, eventPurchase, generalPurchase, newEvent, TODAY } from '../../fixtures/samples.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';

/** What docs/differences.md says to those who have written a client from the public description. */

const ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';

async function opened(t: TestContext): Promise<Museum> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path } });
  t.after(() => museum.close());
  return museum;
}

test('members that 1.2.1 lets a body have are refused by name', async (t) => {
  const museum = await opened(t);
  const event = await museum.api('POST', '/special-events', { body: newEvent({ eventId: ID }) });
  assert.deepEqual([event.status, event.json.errors[0].pointer], [400, '/eventId']);
  const ticket = await museum.api('POST', '/tickets', { body: generalPurchase({ ticketId: ID }) });
  assert.deepEqual([ticket.status, ticket.json.errors[0].pointer], [400, '/ticketId']);
  const { email: _left, ...anonymous } = generalPurchase();
  const unnamed = await museum.api('POST', '/tickets', { body: anonymous });
  assert.deepEqual([unnamed.status, unnamed.json.errors[0].pointer], [400, '/email']);
});

test('a purchase is answered as 1.1.1 has it, with the name of the event and without its id', async (t) => {
  const museum = await opened(t);
  const { eventId } = await createEvent(museum, { dates: [TODAY] });
  const sold = await museum.api('POST', '/tickets', {
    body: eventPurchase(eventId, { ticketDate: TODAY, phone: '+44 20 7946 0018' }),
  });
  assert.equal(sold.status, 201);
  assert.deepEqual(Object.keys(sold.json).sort(), [
    ...['confirmationCode', 'eventName', 'message', 'ticketDate', 'ticketId', 'ticketType'],
  ]);
  const whole = (await museum.api('GET', `/tickets/${sold.json.ticketId}`)).json;
  assert.deepEqual([whole.eventId, whole.eventName], [eventId, sold.json.eventName]);
});

test('a list of nothing is empty, and a range the wrong way round is refused', async (t) => {
  const museum = await opened(t);
  const none = await museum.api('GET', '/special-events?startDate=2027-06-01');
  assert.deepEqual([none.status, none.json], [200, []]);
  const turned = await museum.api('GET', '/special-events?startDate=2027-06-02&endDate=2027-06-01');
  assert.equal(turned.status, 400);
});
