/** Tickets that take places of general entry too are sold, given back and exchanged while others are after the same places. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { createEvent } from '../fixtures/samples.ts';
import { assertSound } from '../fixtures/sound.ts';
import { put } from '../fixtures/timed-tickets.ts';

const [DAY, LATER] = ['2027-03-15', '2027-03-16'];

describeOnEachDatabase((openMuseum) => {
  /** An event on two days, each with so many places, and so many of general entry. */
  const arranged = async (museum: Museum, ofEvent: number, ofEntry: number): Promise<string> => {
    const { eventId } = await createEvent(museum, { dates: [DAY, LATER] });
    await put(museum, `/capacity/events/${eventId}`, { capacity: ofEvent });
    await put(museum, '/capacity/general', { capacity: ofEntry });
    await put(museum, `/special-events/${eventId}/entry`, { includesEntry: true, takesPlace: true });
    return eventId;
  };
  const item = (eventId: string | undefined, ticketDate: string, quantity: number) => ({
    ...(eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId }),
    ...{ ticketDate, quantity },
  });
  const order = async (museum: Museum, items: object[], more: object = { paidBy: 'cash' }) => {
    const { status, json } = await museum.api('POST', '/orders', { body: { items, ...more } });
    assert.ok(status === 201 || json.type === '/problems/sold-out', `${status} ${json.type}`);
    return status === 201 ? json : undefined;
  };
  const soldOn = async (museum: Museum, day: string) => {
    const offers = (await museum.api('GET', `/availability?startDate=${day}&endDate=${day}`)).json;
    const sold = (type: string) =>
      offers.find(({ ticketType }: { ticketType: string }) => ticketType === type).sold as number;
    return { ofEvent: sold('event'), ofEntry: sold('general') };
  };

  it('of many who buy the last places at once, each has all that the ticket takes, or nothing', async (t) => {
    const museum = await openMuseum(t);
    const eventId = await arranged(museum, 6, 9);
    const wishes = Array.from({ length: 24 }, (_, index) =>
      order(museum, [item(index % 2 === 0 ? eventId : undefined, DAY, 1 + (index % 3 === 0 ? 1 : 0))]),
    );
    const made = (await Promise.all(wishes)).filter((each) => each !== undefined);
    const { ofEvent, ofEntry } = await soldOn(museum, DAY);
    assert.ok(ofEvent <= 6 && ofEntry === 9, `${ofEvent} of 6 and ${ofEntry} of 9`);
    const quantity = made.flatMap(({ items }) => items).reduce((sum, each) => sum + each.quantity, 0);
    assert.equal(quantity, 9);
    await assertSound(museum);
  });

  it('buying, holding, exchanging and giving back at once leaves no place taken that nobody has', async (t) => {
    const museum = await openMuseum(t);
    const eventId = await arranged(museum, 10, 12);
    const first = await Promise.all([DAY, DAY, LATER].map((day) => order(museum, [item(eventId, day, 2)])));
    const orders = first.filter((each) => each !== undefined);
    const [toVoid, toMove, back] = orders.map(({ orderId }) => orderId);
    const post = (path: string, body: object) => museum.api('POST', path, { body });
    await Promise.all([
      post(`/orders/${toVoid}/void`, { reason: 'Ill' }),
      post(`/orders/${toMove}/exchange`, { ticketDate: LATER, reason: 'Ill' }),
      post(`/orders/${back}/exchange`, { ticketDate: DAY, reason: 'Ill' }),
      post(`/orders/${back}/exchange`, { ticketType: 'general', ticketDate: LATER, reason: 'Ill' }),
      ...[DAY, LATER].flatMap((day) => [
        order(museum, [item(eventId, day, 3), item(undefined, day, 2)]),
        order(museum, [item(undefined, LATER, 2), item(eventId, DAY, 2)]),
        order(museum, [item(eventId, day, 2)], { hold: 60 }),
      ]),
      put(museum, `/special-events/${eventId}/entry`, { includesEntry: true, takesPlace: false }),
      put(museum, '/capacity/general', { capacity: 11 }),
    ]);
    await assertSound(museum);
    museum.clock.advance(61_000);
    await Promise.all([order(museum, [item(eventId, DAY, 10)]), order(museum, [item(undefined, LATER, 11)])]);
    await assertSound(museum);
  });
});
