import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../fixtures/samples.ts';

const DAY = '2027-03-02';

async function standing(museum: Museum, ticketId: string) {
  const { state, because } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
  return because === undefined ? state : `${state}, ${because}`;
}

async function setHours(museum: Museum, day: string, body: object): Promise<void> {
  const answer = await museum.api('PUT', `/museum-hours/${day}`, { body });
  assert.equal(answer.status, 200, answer.text);
}

const CLOSED = { closed: true, reason: 'water leak' };
const OPEN = { timeOpen: '10:00', timeClose: '17:00' };

describeOnEachDatabase((openMuseum) => {
  it('cancels tickets for general entry on a day that is closed, and takes them up when it is opened again', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: DAY }));
    const event = await buyTicket(museum, eventPurchase(eventId, { ticketDate: DAY }));
    await setHours(museum, DAY, CLOSED);
    assert.equal(await standing(museum, ticketId), 'cancelled, day-closed');
    assert.equal(await standing(museum, event.ticketId), 'valid', 'events are untouched by a closed day');
    await setHours(museum, DAY, OPEN);
    assert.equal(await standing(museum, ticketId), 'valid');
    const monday = { ...(await museum.api('GET', '/weekly-hours')).json, tuesday: null };
    assert.equal((await museum.api('DELETE', `/museum-hours/${DAY}`)).status, 204);
    assert.equal((await museum.api('PUT', '/weekly-hours', { body: monday })).status, 200);
    assert.equal(await standing(museum, ticketId), 'cancelled, day-closed');
  });

  it('says why tickets for an event are cancelled', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [DAY, '2027-03-03'] });
    const [first, second] = [
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: DAY })),
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-03' })),
    ];
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: ['2027-03-03'] } });
    assert.equal(await standing(museum, first.ticketId), 'cancelled, date-removed');
    assert.equal(await standing(museum, second.ticketId), 'valid');
    assert.equal((await museum.api('DELETE', `/special-events/${eventId}`)).status, 204);
    assert.equal(await standing(museum, second.ticketId), 'cancelled, event-cancelled');
  });

  it('leaves a ticket admitted that was used before, and refuses the others at the gate', async (t) => {
    const museum = await openMuseum(t);
    const used = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const other = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const scan = async (ticketId: string, more: object = {}) => {
      const { verdict, reason, message } = (
        await museum.api('POST', '/check-ins', { body: { ticketId, ...more } })
      ).json;
      return [verdict, reason, message];
    };
    assert.equal((await scan(used.ticketId))[0], 'admitted');
    museum.clock.advance(60_000);
    await setHours(museum, TODAY, CLOSED);
    assert.equal(await standing(museum, used.ticketId), 'admitted');
    const refusal = ['refused', 'cancelled', 'The museum is closed on Monday 1 March: water leak.'];
    assert.deepEqual(await scan(other.ticketId), refusal);
    assert.deepEqual(await scan(other.ticketId, { override: 'They insist.' }), refusal);
    const snapshot = (await museum.api('GET', `/gate/snapshot?day=${TODAY}`)).json;
    assert.deepEqual(snapshot.closedDays, [{ date: TODAY, reason: 'water leak' }]);
  });

  it('has no picture for a cancelled ticket, and one for a ticket that was used before', async (t) => {
    const museum = await openMuseum(t);
    const [used, other] = [
      await buyTicket(museum, generalPurchase({ ticketDate: TODAY })),
      await buyTicket(museum, generalPurchase({ ticketDate: TODAY })),
    ];
    const { checkInId } = (await museum.api('POST', '/check-ins', { body: { ticketId: used.ticketId } }))
      .json;
    await setHours(museum, TODAY, CLOSED);
    const picture = async (ticketId: string) => (await museum.api('GET', `/tickets/${ticketId}/qr`)).status;
    assert.deepEqual([await picture(used.ticketId), await picture(other.ticketId)], [200, 410]);
    assert.equal((await museum.api('POST', `/check-ins/${checkInId}/undo`)).status, 200);
    assert.equal(await standing(museum, used.ticketId), 'cancelled, day-closed');
    const entries = await museum.store.all<{ details: string }>(
      "SELECT details FROM journal WHERE kind = 'tickets.called-off'",
    );
    const named = entries.flatMap(({ details }) => JSON.parse(details).tickets);
    assert.equal(new Set(named).size, 2, 'the one whose admission was taken back, too');
  });

  it('says in the journal that a cancelled ticket was made void', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: DAY }));
    await setHours(museum, DAY, CLOSED);
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Paid back.' } });
    assert.equal(await standing(museum, ticketId), 'void, voided');
    const entry = await museum.store.get<{ details: string }>(
      "SELECT details FROM journal WHERE kind = 'ticket.void'",
    );
    assert.equal(JSON.parse(entry?.details ?? '{}').was, 'cancelled');
  });

  it('never changes a past day, whatever is closed or cancelled later', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [TODAY, '2027-03-05'] });
    const general = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const event = await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    museum.clock.advance(86_400_000);
    const { json: week } = await museum.api('GET', '/weekly-hours');
    await museum.api('PUT', '/weekly-hours', { body: { ...week, monday: null } });
    assert.equal((await museum.api('DELETE', `/special-events/${eventId}`)).status, 204);
    assert.equal(await standing(museum, general.ticketId), 'expired');
    assert.equal(await standing(museum, event.ticketId), 'expired');
    const hours = (await museum.api('GET', `/museum-hours/${TODAY}`)).json;
    assert.deepEqual(hours, { date: TODAY, ...week.monday });
    assert.equal((await museum.api('GET', '/museum-hours/2027-03-08')).json.closed, true);
    for (const changed of [
      await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { closed: true } }),
      await museum.api('DELETE', `/museum-hours/${TODAY}`),
    ])
      assert.deepEqual([changed.status, changed.json.type], [409, '/problems/date-past']);
    assert.equal(await standing(museum, general.ticketId), 'expired');
    assert.deepEqual((await museum.api('GET', `/museum-hours/${TODAY}`)).json, hours);
  });

  it('takes only what does not take place out of a held order, and releases one that has nothing left', async (t) => {
    const museum = await openMuseum(t);
    const hold = async (days: readonly string[]) => {
      const items = days.map((ticketDate) => ({ ticketType: 'general', ticketDate, quantity: 2 }));
      return (await museum.api('POST', '/orders', { body: { items, hold: 600 } })).json.orderId;
    };
    const [both, one] = [await hold([DAY, '2027-03-03']), await hold([DAY])];
    await setHours(museum, DAY, CLOSED);
    const order = async (id: string) => (await museum.api('GET', `/orders/${id}`)).json;
    const [left, released] = [await order(both), await order(one)];
    assert.equal(left.state, 'held');
    assert.deepEqual(
      left.items.map(({ ticketDate }: { ticketDate: string }) => ticketDate),
      ['2027-03-03'],
    );
    assert.deepEqual([released.state, released.releasedBy], ['released', 'event']);
    const sold = await museum.api('POST', `/orders/${both}/confirm`, { body: { paidBy: 'cash' } });
    assert.equal(sold.json.total, left.total);
  });

  it('writes in the journal which tickets are cancelled, and which are valid again', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: DAY }));
    await setHours(museum, DAY, CLOSED);
    await setHours(museum, DAY, OPEN);
    for (const [kind, because] of [
      ['tickets.called-off', 'day-closed'],
      ['tickets.taken-up', 'day-closed'],
    ]) {
      const entry = await museum.store.get<{ details: string }>(
        'SELECT details FROM journal WHERE kind = ?',
        [kind as string],
      );
      const { tickets, ...details } = JSON.parse(entry?.details ?? '{}');
      assert.deepEqual(details, { day: DAY, because });
      const ticket = await museum.store.get('SELECT ticket_id FROM tickets WHERE number = ?', [tickets[0]]);
      assert.deepEqual({ ...ticket }, { ticket_id: ticketId });
    }
  });

  it('knows what was called off before the upgrade, on past days too', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [TODAY, DAY] });
    const tickets = [TODAY, DAY].map((ticketDate) =>
      buyTicket(museum, eventPurchase(eventId, { ticketDate })),
    );
    const [first, second] = await Promise.all(tickets);
    const general = await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-04' }));
    await museum.api('DELETE', `/special-events/${eventId}`);
    await setHours(museum, '2027-03-04', CLOSED);
    await museum.store.transaction((tx) => tx.run('DELETE FROM called_off'));
    museum.clock.advance(86_400_000);
    await museum.restart();
    for (const { ticketId } of [first, second])
      assert.equal(await standing(museum, ticketId), 'cancelled, event-cancelled');
    assert.equal(await standing(museum, general.ticketId), 'cancelled, day-closed');
  });
});
