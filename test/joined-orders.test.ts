/** What instances of version 1.0 have exchanged: the migration joins it, and a job what they exchange beside this version. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { assertSound } from '../fixtures/sound.ts';
import { joinExchangedJob } from '../src/orders/index.ts';
import { readMigrations, statementsOf } from '../src/store/migrations.ts';

const GENERAL = { ticketType: 'general', ticketDate: '2027-03-14' };
const LATER = { ticketType: 'general', ticketDate: '2027-03-15', reason: 'They asked' };

async function migrate({ store }: Museum): Promise<void> {
  const migration = readMigrations().find(({ name }) => name === 'orders-keep-tickets');
  const filling = statementsOf(migration?.sql ?? '').filter((each) => /^(?:WITH|UPDATE)\b/m.test(each));
  assert.equal(filling.length, 2);
  await store.transaction(async (tx) => {
    for (const statement of filling) await tx.run(statement);
  });
}

async function runJob({ store }: Museum): Promise<void> {
  const job = joinExchangedJob(store);
  const lease = { isHeld: () => true, transaction: store.transaction.bind(store) };
  assert.equal(await job.hasWork?.(), true);
  assert.equal(await job.step(lease as never), false);
  assert.equal(await job.hasWork?.(), false);
}

describeOnEachDatabase((openMuseum) => {
  const placed = async (museum: Museum, quantity: number): Promise<{ orderId: string; ids: string[] }> => {
    const { orderId, items } = (
      await museum.api('POST', '/orders', { body: { items: [{ ...GENERAL, quantity }], paidBy: 'cash' } })
    ).json;
    return { orderId, ids: items[0].tickets.map(({ ticketId }: { ticketId: string }) => ticketId) };
  };
  const exchanged = async (museum: Museum, ticketId: string | undefined): Promise<string> => {
    const made = await museum.api('POST', `/tickets/${ticketId}/exchange`, { body: LATER });
    assert.equal(made.status, 201, made.text);
    return made.json.ticketId;
  };
  const orderOf = async (museum: Museum, ticketId: string) =>
    (await museum.api('GET', `/tickets/${ticketId}`)).json.orderId;
  const stateOf = async (museum: Museum, orderId: string) =>
    (await museum.api('GET', `/orders/${orderId}`)).json.state;
  /** To version 1.0 a new ticket belongs to no order, and an order of which only such tickets stand is void. */
  const leaveAsVersion10 = ({ store }: Museum, voidOrders: readonly string[]) =>
    store.transaction(async (tx) => {
      await tx.run('UPDATE tickets SET joined_order = NULL, charged_cents = NULL');
      await tx.run("UPDATE orders SET state = 'void' WHERE order_id IN ?", [voidOrders]);
    });

  for (const [what, join] of [
    ['the migration', migrate],
    ['the job', runJob],
  ] as const)
    it(`${what} joins what was exchanged to the first order of each chain, and what is sold again is not void`, async (t) => {
      const museum = await openMuseum(t);
      const twice = await placed(museum, 2);
      const whole = await placed(museum, 1);
      const ended = await placed(museum, 1);
      const alone = (await museum.api('POST', '/tickets', { body: { ...GENERAL, email: 'ada@example.com' } }))
        .json.ticketId;
      const chain = [await exchanged(museum, twice.ids[0])];
      chain.push(await exchanged(museum, chain[0]));
      const ofWhole = await exchanged(museum, whole.ids[0]);
      const ofEnded = await exchanged(museum, ended.ids[0]);
      await museum.api('POST', `/tickets/${ofEnded}/void`, { body: { reason: 'Ill' } });
      const ofAlone = [await exchanged(museum, alone)];
      ofAlone.push(await exchanged(museum, ofAlone[0]));
      await leaveAsVersion10(museum, [whole.orderId, ended.orderId]);

      await join(museum);
      const joined = [...chain, ofWhole, ofEnded, ...ofAlone];
      const expected = [twice, twice, whole, ended].map(({ orderId }) => orderId);
      assert.deepEqual(await Promise.all(joined.map((each) => orderOf(museum, each))), [
        ...expected,
        alone,
        alone,
      ]);
      assert.equal(await stateOf(museum, twice.orderId), 'sold');
      assert.equal(await stateOf(museum, whole.orderId), 'sold');
      assert.equal(await stateOf(museum, ended.orderId), 'void');
      await assertSound(museum);
    });

  it('an exchange into another currency begins an order of its own', async (t) => {
    const museum = await openMuseum(t);
    const { ids } = await placed(museum, 1);
    const chain = [await exchanged(museum, ids[0])];
    chain.push(await exchanged(museum, chain[0]));
    await museum.store.transaction((tx) =>
      tx.run(
        "UPDATE tickets SET currency = 'CHF', joined_order = NULL, charged_cents = NULL WHERE ticket_id IN ?",
        [chain],
      ),
    );
    await migrate(museum);
    assert.deepEqual(await Promise.all(chain.map((each) => orderOf(museum, each))), [chain[0], chain[0]]);
  });
});
