import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkMuseum } from '../src/check/index.ts';
import { inspectStore, type Store } from '../src/store/index.ts';
import { type Answer, Connections } from './support/client.ts';
import { describeOnEachDatabase } from './support/databases.ts';
import { credentials, type Museum } from './support/museum.ts';

const DAY = '2027-03-05';
const OTHER_DAY = '2027-03-06';
const PLACES = 10;
const BUYERS = 1_000;
const ROUNDS = 2;
const LATECOMERS = 40;

describeOnEachDatabase((openMuseum, shareOf) => {
  const rounds = shareOf(ROUNDS);

  it('sells more places than there are when whoever sells looks first and writes then', async (test) => {
    const museum = await openMuseum(test);
    const eventId = await announce(museum);
    const sold = await Promise.all(
      Array.from({ length: 100 }, () => sellWithoutGuard(museum.store, eventId, DAY)),
    );
    assert.ok(
      sold.filter(Boolean).length > PLACES,
      'this race must be there for the next tests to mean anything',
    );
    assert.ok((await counterOf(museum, eventId, DAY)) > PLACES);
  });

  it('sells the last ten places to ten of a thousand buyers who come at once, round after round', async (test) => {
    const museum = await openMuseum(test);
    const crowd = openDoors(museum);
    test.after(() => crowd.goHome());
    for (let round = 1; round <= rounds; round++) {
      const eventId = await announce(museum);
      const answers = await crowd.buy(eventId, DAY);
      assert.deepEqual(countStatuses(answers), { 201: PLACES, 409: BUYERS - PLACES });
      for (const { status, json } of answers) {
        if (status === 409) assert.equal(json.type, '/problems/sold-out');
      }
      assert.equal(await counterOf(museum, eventId, DAY), PLACES);
      assert.equal((await ticketsFor(museum, eventId, DAY)).length, PLACES);
    }
    await nothingDiffers(museum);
  });

  it('sells no place too many while capacity and dates change under the crowd', async (test) => {
    const museum = await openMuseum(test);
    const crowd = openDoors(museum);
    test.after(() => crowd.goHome());
    for (let round = 1; round <= rounds; round++) {
      const eventId = await announce(museum);
      const [answers] = await Promise.all([
        crowd.buy(eventId, DAY),
        rearrange(museum, eventId, [4, 12, 7, 12, 9]),
      ]);
      const sold = answers.filter(({ status }) => status === 201);
      for (const { status, json } of answers) {
        if (status !== 201) assert.match(json.type, /\/(sold-out|not-an-event-day)$/);
      }
      assert.ok(sold.length <= 12);
      assert.equal(await counterOf(museum, eventId, DAY), sold.length);
      assert.deepEqual(await ticketsFor(museum, eventId, DAY), ticketIds(sold));
      // What is left can be bought after, and no more.
      await limitEvent(museum, eventId, 12);
      assert.equal(countStatuses(await crowd.buy(eventId, DAY, LATECOMERS))[201] ?? 0, 12 - sold.length);
      assert.equal(await counterOf(museum, eventId, DAY), 12);
    }
    await nothingDiffers(museum);
  });

  it('sells nothing for an event once it is cancelled, however many are buying', async (test) => {
    const museum = await openMuseum(test);
    const crowd = openDoors(museum);
    test.after(() => crowd.goHome());
    for (let round = 1; round <= rounds; round++) {
      const eventId = await announce(museum);
      await limitEvent(museum, eventId, null);
      const [answers, cancelled] = await Promise.all([
        crowd.buy(eventId, DAY),
        museum.api('DELETE', `/special-events/${eventId}`),
      ]);
      assert.equal(cancelled.status, 204);
      const sold = answers.filter(({ status }) => status === 201);
      for (const { status, json } of answers) {
        if (status !== 201) assert.equal(json.type, '/problems/event-not-found');
      }
      assert.deepEqual(await ticketsFor(museum, eventId, DAY), ticketIds(sold));
      assert.equal(countStatuses(await crowd.buy(eventId, DAY, LATECOMERS))[404], LATECOMERS);
    }
    await nothingDiffers(museum);
  });

  it('sells general entry up to the capacity and not on closed days, while both change', async (test) => {
    const museum = await openMuseum(test);
    const crowd = openDoors(museum);
    test.after(() => crowd.goHome());
    for (let round = 1; round <= rounds; round++) {
      const day = `2027-04-0${round}`;
      await museum.api('PUT', `/capacity/general/${day}`, { body: { capacity: PLACES } });
      const [answers, told] = await Promise.all([crowd.buy(undefined, day), closeAndOpen(museum, day)]);
      const sold = answers.filter(({ status }) => status === 201);
      for (const { status, json } of answers) {
        if (status !== 201) assert.match(json.type, /\/(sold-out|museum-closed)$/);
      }
      for (const ticketsSold of told) assert.ok(ticketsSold <= sold.length);
      assert.ok(sold.length <= PLACES);
      assert.deepEqual(await ticketsFor(museum, null, day), ticketIds(sold));
      assert.equal(
        countStatuses(await crowd.buy(undefined, day, LATECOMERS))[201] ?? 0,
        PLACES - sold.length,
      );
      assert.equal((await ticketsFor(museum, null, day)).length, PLACES);
      const closed = await museum.api('PUT', `/museum-hours/${day}`, {
        body: { closed: true, reason: 'Full' },
      });
      assert.equal(closed.json.ticketsSold, PLACES);
    }
    await nothingDiffers(museum);
  });
});

/** How it must not be done: what the till does, with the guard before the write instead of in it. */
async function sellWithoutGuard(store: Store, eventId: string, day: string): Promise<boolean> {
  const row = await store.get<{ places_left: number }>(
    'SELECT capacity - sold AS places_left FROM event_days WHERE event_id = ? AND day = ?',
    [eventId, day],
  );
  if (row === undefined || row.places_left < 1) return false;
  await store.transaction((tx) =>
    tx.run('UPDATE event_days SET sold = sold + 1 WHERE event_id = ? AND day = ?', [eventId, day]),
  );
  return true;
}

async function announce(museum: Museum): Promise<string> {
  const body = { name: 'Night', location: 'Hall', eventDescription: '', dates: [DAY, OTHER_DAY], price: 1 };
  const { eventId } = (await museum.api('POST', '/special-events', { body })).json;
  await limitEvent(museum, eventId, PLACES);
  return eventId;
}

async function limitEvent(museum: Museum, eventId: string, capacity: number | null): Promise<void> {
  const { status } = await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity } });
  assert.equal(status, 200);
}

/** Changes the capacity again and again, and takes the day off and puts it back in between. */
async function rearrange(museum: Museum, eventId: string, capacities: readonly number[]): Promise<void> {
  for (const capacity of capacities) {
    await limitEvent(museum, eventId, capacity);
    for (const dates of [[OTHER_DAY], [OTHER_DAY, DAY]]) {
      const changed = await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates } });
      assert.deepEqual(changed.json.dates, dates);
    }
  }
}

/** @returns how many tickets were sold for the day each time that it was closed */
async function closeAndOpen(museum: Museum, day: string): Promise<number[]> {
  const told: number[] = [];
  for (let time = 1; time <= 5; time++) {
    const closed = await museum.api('PUT', `/museum-hours/${day}`, {
      body: { closed: true, reason: 'Flood' },
    });
    told.push(closed.json.ticketsSold);
    const { status } = await museum.api('DELETE', `/museum-hours/${day}`);
    assert.equal(status, 204);
  }
  return told;
}

/** A thousand buyers, each with a connection of its own. */
function openDoors(museum: Museum) {
  const connections = new Connections(BUYERS);
  return {
    goHome: () => connections.close(),
    /** Each asks for one ticket, all at once. Without an event it is for general entry. */
    async buy(eventId: string | undefined, ticketDate: string, buyers = BUYERS): Promise<Answer[]> {
      const kind = eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId };
      return Promise.all(
        Array.from({ length: buyers }, (_, buyer) =>
          connections.ask(museum.port, 'POST', '/v1.1/tickets', {
            headers: { authorization: credentials('cashier') },
            body: { ...kind, ticketDate, email: `buyer-${buyer}@example.com` },
          }),
        ),
      );
    },
  };
}

function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function ticketIds(answers: readonly Answer[]): string[] {
  return answers.map(({ json }) => json.ticketId).sort();
}

async function counterOf({ store }: Museum, eventId: string, day: string): Promise<number> {
  const row = await store.get<{ sold: number }>(
    'SELECT sold FROM event_days WHERE event_id = ? AND day = ?',
    [eventId, day],
  );
  return row?.sold ?? 0;
}

/** The ids of the tickets, in order. Without an event, of general entry. */
async function ticketsFor({ store }: Museum, eventId: string | null, day: string): Promise<string[]> {
  const rows = await store.all<{ ticket_id: string }>(
    `SELECT ticket_id FROM tickets WHERE ticket_date = ? AND event_id IS ${eventId === null ? '' : 'NOT '}NULL
        AND coalesce(event_id, '') = ? ORDER BY ticket_id`,
    [day, eventId ?? ''],
  );
  return rows.map(({ ticket_id }) => ticket_id);
}

async function nothingDiffers({ database }: Museum): Promise<void> {
  const differences: string[] = [];
  await inspectStore(database, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) differences.push(difference);
  });
  assert.deepEqual(differences, []);
}
