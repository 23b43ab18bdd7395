import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import type { Gate } from '../../src/gate/index.ts';
import { MuseumDays } from '../../src/hours/index.ts';
import { Readings } from '../../src/journal/index.ts';
import { VersionedCache } from '../../src/store/index.ts';
import { type CompressedAnswer, gateHandlers } from '../../src/web/api/gate/handlers.ts';

const TICKETS = 20_000;

describeOnDatabase((openMuseum) => {
  it('is at most 600 kB compressed for a day of 20,000 tickets that all came in, and changes of one under 1 kB', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await letIn(museum, ticketId);
    await sealEverything(museum.store);
    const answer = await museum.api('GET', '/gate/snapshot', { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(answer.status, 200);
    const { admitted, admittedAt, admittedGates, gates, cursor } = JSON.parse(
      gunzipSync(answer.bytes).toString(),
    );
    assert.deepEqual([admitted.length, admittedAt.length, admittedGates.length], [TICKETS, TICKETS, TICKETS]);
    assert.equal(gates.length, 6);
    assert.ok(answer.bytes.length <= 600_000, `${answer.bytes.length} bytes`);
    const { status } = await museum.api('GET', '/gate/snapshot', {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': answer.headers.etag },
    });
    assert.equal(status, 304);

    await museum.api('POST', '/check-ins', { body: { ticketId, gate: 'East door, the upper one' } });
    await sealEverything(museum.store);
    const changes = await museum.api('GET', `/gate/news?since=${cursor}`);
    assert.deepEqual(changes.json.admitted, [ticketId]);
    assert.ok(changes.bytes.length < 1_000, `${changes.bytes.length} bytes`);
  });
});

describeOnDatabase((openMuseum) => {
  it('is made at most twice for all gates that ask at the same time, and again when somebody has passed', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const { mock } = test.mock.method(museum.store, 'all');
    const readings = () =>
      mock.calls.filter(({ arguments: [sql] }) => sql.includes('WHERE ticket_date = ?')).length;
    const { store, clock } = museum;
    const days = new MuseumDays(store, clock, 'Europe/Berlin');
    const gate = { rules: { entry: { early: 0, late: 0 } } } as unknown as Gate;
    const snapshots = new Readings<CompressedAnswer>(store, 4);
    const cardLists = new VersionedCache<CompressedAnswer, ''>({ maxBytes: 1, sizeOf: () => 1 });
    const { getGateSnapshot } = gateHandlers({ store, clock, days, gate, snapshots, cardLists });
    const actor = { accountId: uuidV7(0), role: 'gate', channel: 'api' } as const;
    const ask = async () => {
      const { body } = await getGateSnapshot(
        { actor, path: {}, query: {}, header: {}, body: {} },
        { 'accept-encoding': 'gzip' },
      );
      return gunzipSync(body as Uint8Array).toString();
    };
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    assert.equal(new Set(answers).size, 1);
    // Once, or twice if the journal grew meanwhile.
    const first = readings();
    assert.ok(first <= 2, `${first} readings`);
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    const later = await Promise.all(Array.from({ length: 20 }, ask));
    assert.deepEqual([JSON.parse(later[0] as string).admitted, new Set(later).size], [[ticketId], 1]);
    const more = readings() - first;
    assert.ok(more >= 1 && more <= 2, `${more} more readings`);
  });
});

/** As many tickets like that one as make a full day, sold over months and admitted in two hours. */
async function letIn({ store, clock }: Museum, model: string): Promise<void> {
  const [ticket] = (await store.all('SELECT * FROM tickets WHERE ticket_id = ?', [model])) as [Row];
  const tickets = Array.from({ length: TICKETS }, (_, index) => ({
    ...ticket,
    number: Number(ticket.number) + index + 1,
    ticket_id: uuidV7(clock.now() - 90 * 86_400_000 + index * 388_000 + (index % 1_000)),
  }));
  await store.transaction(async (tx) => {
    await tx.insert('tickets', Object.keys(ticket), tickets.map(Object.values) as never);
    await tx.insert(
      'check_ins',
      CHECK_IN,
      tickets.map(({ number, ticket_id }, index) => {
        const at = clock.now() - 7_200_000 + Math.floor((index * 7_919) % TICKETS) * 360;
        const gate = `Door ${index % 6}`;
        return [uuidV7(at), '', number, ticket_id, TODAY, 1, 'in', 'admitted', '', gate, TODAY, at, at, 0];
      }),
    );
  });
}

type Row = Readonly<Record<string, string | number | null>>;

const CHECK_IN = [
  ...['check_in_id', 'scan_hash', 'number', 'ticket_id', 'ticket_date', 'turn', 'direction', 'verdict'],
  ...['message', 'gate', 'day', 'at', 'recorded_at', 'is_conflict'],
];
