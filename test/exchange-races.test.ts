/** Tickets are exchanged while something else happens to the same order, day or event. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { createEvent } from '../fixtures/samples.ts';
import { assertSound } from '../fixtures/sound.ts';
import { put } from '../fixtures/timed-tickets.ts';

const DAY = '2027-03-14';
const LATER = '2027-03-15';
const ROUNDS = 4;

interface Shown {
  readonly orderId: string;
  readonly state: string;
  readonly account: Readonly<Record<'worth' | 'paid' | 'due' | 'kept', number>>;
  readonly items: readonly {
    readonly ticketDate: string;
    readonly tickets: readonly { readonly ticketId: string; readonly state: string }[];
  }[];
}

const general = (more: object = {}) => ({ ticketType: 'general', ticketDate: DAY, ...more });
const order = async (museum: Museum, item: object): Promise<Shown> => {
  const placed = await museum.api('POST', '/orders', { body: { items: [item], paidBy: 'cash' } });
  assert.equal(placed.status, 201, placed.text);
  return placed.json;
};
const read = async (museum: Museum, { orderId }: Shown): Promise<Shown> =>
  (await museum.api('GET', `/orders/${orderId}`)).json;
const does = async (museum: Museum, { orderId }: Shown, what: 'exchange' | 'void', body: object) => {
  const { status, json } = await museum.api('POST', `/orders/${orderId}/${what}`, { body });
  return status === 200 ? what : json.type;
};
const idsIn = ({ items }: Shown) => items.flatMap(({ tickets }) => tickets.map(({ ticketId }) => ticketId));
const validOn = ({ items }: Shown, day: string) =>
  items
    .filter(({ ticketDate }) => ticketDate === day)
    .flatMap(({ tickets }) => tickets.filter(({ state }) => state === 'valid')).length;

describeOnEachDatabase((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) =>
    openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });

  it('of clerks who exchange and void the same tickets at once, one does it', async (t) => {
    const museum = await opened(t);
    for (let round = 0; round < ROUNDS; round++) {
      const sold = await order(museum, general({ quantity: 3 }));
      const ticketIds = idsIn(sold);
      const [some, reason] = [ticketIds.slice(1), 'They asked'];
      const done = await Promise.all([
        does(museum, sold, 'exchange', { ticketIds, ticketDate: LATER }),
        does(museum, sold, 'void', { ticketIds, reason }),
        does(museum, sold, 'exchange', { ticketIds: some.toReversed(), ticketDate: LATER }),
        does(museum, sold, 'exchange', { ticketIds, ticketDate: LATER }),
      ]);
      const refused = done.filter((each) => each.startsWith('/problems/'));
      assert.deepEqual(refused, Array(3).fill('/problems/ticket-void'), `${done}`);
      const { state, account } = await read(museum, sold);
      assert.equal(account.paid, account.worth + account.kept);
      assert.equal(state, done[1] === 'void' ? 'void' : 'sold');
    }
    await assertSound(museum);
  });

  it('what is exchanged while its event is called off is moved or due, and never both', async (t) => {
    const museum = await opened(t);
    for (let round = 0; round < ROUNDS; round++) {
      const { eventId } = await createEvent(museum, { dates: [DAY, LATER], price: 12 });
      const tour = { ticketType: 'event', eventId, ticketDate: DAY, quantity: 2 };
      const [leaves, comes] = [
        await order(museum, tour),
        await order(museum, { ...tour, ticketDate: LATER }),
      ];
      const [left, came] = await Promise.all([
        does(museum, leaves, 'exchange', { ticketDate: LATER }),
        does(museum, comes, 'exchange', { ticketDate: DAY }),
        museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: [LATER] } }),
      ]);
      assert.equal(left, 'exchange'); // before or after: it is moved
      assert.equal(validOn(await read(museum, leaves), LATER), 2);
      assert.ok(['exchange', '/problems/not-an-event-day'].includes(came), came);
      const { account } = await read(museum, comes);
      const due = came === 'exchange' ? 24 : 0;
      assert.deepEqual(account, { worth: 24 - due, paid: 24, due, kept: 0 });
    }
    await assertSound(museum);
  });

  it('an exchange has the last places together or not at all, while others buy them', async (t) => {
    const museum = await opened(t);
    for (const [round, day] of ['2027-03-20', '2027-03-21', '2027-03-22', '2027-03-23'].entries()) {
      await put(museum, `/capacity/general/${day}`, { capacity: 3 });
      const sold = await order(museum, general({ quantity: 3 }));
      const buy = async () => {
        const body = { ...general({ ticketDate: day }), email: 'ada@example.com' };
        return (await museum.api('POST', '/tickets', { body })).status;
      };
      const buyers = [buy(), ...(round % 2 === 0 ? [] : [buy(), buy()])];
      const move = does(museum, sold, 'exchange', { ticketDate: day });
      const bought = (await Promise.all([...buyers, buy()])).filter((status) => status === 201).length;
      const moved = (await move) === 'exchange' ? 3 : 0;
      assert.equal(validOn(await read(museum, sold), day), moved);
      assert.ok(moved + bought <= 3, `${moved} ${bought}`);
      assert.ok(moved === 3 || bought > 0, 'nobody has them');
    }
    await assertSound(museum);
  });

  it('exchanges in opposite directions, of tickets of several days each, all come to an end', async (t) => {
    const museum = await opened(t);
    for (let round = 0; round < ROUNDS; round++) {
      const orders = await Promise.all([
        order(museum, general({ quantity: 2 })),
        order(museum, general({ ticketDate: LATER, quantity: 2 })),
        order(museum, general({ quantity: 2 })),
      ]);
      const days = [LATER, DAY, LATER];
      const done = await Promise.all(
        orders.map((sold, index) => does(museum, sold, 'exchange', { ticketDate: days[index] })),
      );
      assert.deepEqual(done, Array(3).fill('exchange'));
      for (const [index, sold] of orders.entries())
        assert.equal(validOn(await read(museum, sold), days[index] as string), 2);
    }
    await assertSound(museum);
  });
});
