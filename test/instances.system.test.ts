import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Answer } from '../fixtures/client.ts';
import { type Instance, runMuseumOn, startInstances } from '../fixtures/instances.ts';
import { NOON_DAY } from '../fixtures/noon.ts';
import { freshDatabase } from '../fixtures/postgres.ts';
import { basic } from '../fixtures/process.ts';
import { newEvent } from '../fixtures/samples.ts';
import { checkMuseum } from '../src/check/index.ts';
import { addDays } from '../src/core/calendar-day.ts';
import { inspectStore, openStore, type Store } from '../src/store/index.ts';
import { readMigrations } from '../src/store/migrations.ts';

const [DAY, OTHER_DAY] = [addDays(NOON_DAY, 2), addDays(NOON_DAY, 3)];

test('instances that start together on an empty database make one museum', async (t) => {
  const url = await freshDatabase();
  const nobody = { MUSEUM_ADMIN_USERNAME: undefined, MUSEUM_ADMIN_PASSWORD: undefined };
  const instances = await startInstances(t, url, 3, nobody);

  const passwords = instances.flatMap((each) => /Password +(\S+) +\(shown/.exec(each.stdout())?.[1] ?? []);
  assert.equal(passwords.length, 1, 'one of them made the first account and said so');
  const authorization = basic('admin', passwords[0] as string);
  for (const instance of instances) {
    assert.equal((await instance.api('GET', '/special-events', { headers: { authorization } })).status, 200);
    const bought = await instance.api('POST', '/tickets', { headers: { authorization }, body: general() });
    assert.equal(bought.status, 201, bought.text);
  }

  const store = await storeOn(t, url);
  assert.equal(await count(store, 'migrations'), readMigrations().length);
  assert.equal(await count(store, 'accounts'), 1);
  assert.equal(await count(store, 'signing_keys'), 1);
  assert.equal(await count(store, 'tickets'), 3);
  // Had each a secret of its own, the audit would not find the tickets' numbers in their confirmation codes.
  await nothingDiffers(url);
});

test('three instances on one database are one museum', async (t) => {
  const url = await freshDatabase();
  const store = await storeOn(t, url);
  const instances = await startInstances(t, url, 3);
  const [first, second, third] = instances as [Instance, Instance, Instance];
  const everywhere = <T>(ask: (instance: Instance) => Promise<T>) => Promise.all(instances.map(ask));

  await t.test('an event changed through one is seen at once through the others', async () => {
    const { eventId } = await announce(first);
    const [event, list] = [`/special-events/${eventId}`, `/special-events?startDate=${DAY}`];
    for (let round = 0; round < 6; round++) {
      const [changer, witness, other] = rotated(instances, round);
      // All have the page and the event at hand before it changes.
      const before = await everywhere((each) => each.api('GET', event));
      await everywhere((each) => each.api('GET', list));
      const changed = await changer.api('PATCH', event, { body: { name: `Evening ${round}` } });
      assert.equal(changed.status, 200);
      const [seen, listed] = await Promise.all([witness.api('GET', event), other.api('GET', list)]);
      assert.equal(seen.text, changed.text);
      assert.equal(seen.headers.etag, changed.headers.etag);
      assert.deepEqual(listed.json, [changed.json]);
      const [stale, fresh] = await Promise.all([
        other.api('GET', event, { headers: { 'if-none-match': before[0]?.headers.etag } }),
        witness.api('GET', event, { headers: { 'if-none-match': changed.headers.etag } }),
      ]);
      assert.deepEqual([stale.status, fresh.status], [200, 304]);
    }
    assert.equal((await third.api('DELETE', event)).status, 204);
    const gone = await everywhere((each) => each.api('GET', event));
    assert.deepEqual(statuses(gone), { 404: 3 });
    for (const answer of await everywhere((each) => each.api('GET', list))) assert.deepEqual(answer.json, []);
  });

  await t.test('one that stood still meanwhile gives the new answer when it goes on', async () => {
    const { eventId } = await announce(first);
    const path = `/special-events/${eventId}`;
    for (const round of [1, 2, 3]) {
      await everywhere((each) => each.api('GET', path)); // all have a copy that they may use for a while
      third.send('SIGSTOP');
      const changed = await first.api('PATCH', path, { body: { name: `Evening ${round}` } });
      const seen = Promise.all([second.api('GET', path), third.api('GET', path)]);
      third.send('SIGCONT');
      for (const { text } of await seen) assert.equal(text, changed.text);
    }
  });

  await t.test('of changes to one version of an event through all at once, one is made', async () => {
    const { eventId, etag } = await announce(first);
    const answers = await everywhere((each) =>
      each.api('PATCH', `/special-events/${eventId}`, {
        body: { name: `By ${each.port}`, location: `By ${each.port}` },
        headers: { 'if-match': etag },
      }),
    );
    assert.deepEqual(statuses(answers), { 200: 1, 412: 2 });
    const { name, location } = (await second.api('GET', `/special-events/${eventId}`)).json;
    assert.equal(name, location);
  });

  await t.test('a day closed through one is sold by none', async () => {
    const closed = await first.api('PUT', `/museum-hours/${OTHER_DAY}`, {
      body: { closed: true, reason: 'Flood' },
    });
    assert.equal(closed.status, 200, closed.text);
    const body = general({ ticketDate: OTHER_DAY });
    const refused = await everywhere((each) => each.api('POST', '/tickets', { body }));
    assert.deepEqual(statuses(refused), { 409: 3 });
    await second.api('DELETE', `/museum-hours/${OTHER_DAY}`);
    const sold = await everywhere((each) => each.api('POST', '/tickets', { body }));
    assert.deepEqual(statuses(sold), { 201: 3 });
  });

  await t.test('an account is refused everywhere as soon as it is disabled', async (t) => {
    const museum = async (args: string[], input?: string) => {
      const { code, stderr } = await runMuseumOn(t, url, ['accounts', ...args], input);
      assert.equal(code, 0, stderr);
    };
    const password = 'a desk of its own';
    await museum(['add', 'desk', '--role', 'cashier', '--password-stdin'], `${password}\n`);
    const headers = { authorization: basic('desk', password) };
    const signIn = () => everywhere((each) => each.api('GET', '/special-events', { headers }));
    // Twice, so that each instance remembers that the password was right.
    assert.deepEqual(statuses([...(await signIn()), ...(await signIn())]), { 200: 6 });
    await museum(['disable', 'desk']);
    assert.deepEqual(statuses(await signIn()), { 401: 3 });
    await museum(['enable', 'desk']);
    assert.deepEqual(statuses(await signIn()), { 200: 3 });
    await museum(['role', 'desk', '--role', 'viewer']);
    const sales = await everywhere((each) => each.api('POST', '/tickets', { headers, body: general() }));
    assert.deepEqual(statuses(sales), { 403: 3 });
  });

  await t.test('a purchase sent fifty times at once to all of them is one ticket', async () => {
    for (const key of ['order-1', 'order-2']) {
      const headers = { 'idempotency-key': key };
      const body = general({ email: `${key}@example.com` });
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          rotated(instances, index)[0].api('POST', '/tickets', { headers, body }),
        ),
      );
      const [told, waiting] = partition(answers, ({ status }) => status === 201);
      for (const { status, headers } of waiting) {
        assert.equal(status, 409);
        assert.match(headers['retry-after'] ?? '', /^\d+$/);
      }
      const again = await everywhere((each) => each.api('POST', '/tickets', { headers, body }));
      assert.equal(new Set([...told, ...again].map(({ text }) => text)).size, 1);
      assert.equal(await count(store, `contacts WHERE email = '${key}@example.com'`), 1);
      const other = general({ email: 'somebody.else@example.com' });
      const reused = await everywhere((each) => each.api('POST', '/tickets', { headers, body: other }));
      assert.deepEqual(statuses(reused), { 422: 3 });
    }
  });

  await t.test('an event announced several times at once under one key is one event', async () => {
    const headers = { 'idempotency-key': 'announcement' };
    const body = newEvent({ name: 'Only once', dates: [DAY] });
    const answers = await everywhere((each) => each.api('POST', '/special-events', { headers, body }));
    assert.deepEqual(statuses(answers), { 201: 3 });
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(await count(store, `special_events WHERE name = 'Only once'`), 1);
  });

  await t.test('all sign with the same key, and with the next one once it is rotated', async (t) => {
    const keySets = async () => {
      const answers = await everywhere((each) => each.ask('GET', '/.well-known/jwks.json'));
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      return answers[0]?.json.keys.map(({ kid }: { kid: string }) => kid) as string[];
    };
    const sellEverywhere = async () => {
      const sold = await everywhere((each) => each.api('POST', '/tickets', { body: general() }));
      return Promise.all(sold.map(({ json }) => keyOf(store, json.ticketId)));
    };
    const [oldKey] = await keySets();
    assert.deepEqual(await sellEverywhere(), [oldKey, oldKey, oldKey]);
    const { code, stderr } = await runMuseumOn(t, url, ['keys', 'rotate']);
    assert.equal(code, 0, stderr);
    const [newKey, ...rest] = await keySets();
    assert.notEqual(newKey, oldKey);
    assert.deepEqual(rest, [oldKey]);
    assert.deepEqual(await sellEverywhere(), [newKey, newKey, newKey]);
  });

  await t.test('the image of a ticket is the same from whichever is asked', async () => {
    const { ticketId } = (await first.api('POST', '/tickets', { body: general() })).json;
    const images = await everywhere((each) => each.api('GET', `/tickets/${ticketId}/qr`));
    assert.deepEqual(statuses(images), { 200: 3 });
    assert.equal(new Set(images.map(({ bytes }) => hash('sha256', bytes))).size, 1);
    assert.equal(new Set(images.map(({ headers }) => headers.etag)).size, 1);
  });

  await t.test('sells the last ten places once, whichever is asked', async () => {
    for (let round = 0; round < 2; round++) {
      const { eventId } = await announce(first);
      const limited = await second.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 10 } });
      assert.equal(limited.status, 200);
      const buyers = Array.from({ length: 300 }, (_, buyer) =>
        rotated(instances, buyer)[0].api('POST', '/tickets', {
          body: { ticketType: 'event', eventId, ticketDate: DAY, email: `buyer-${buyer}@example.com` },
        }),
      );
      const answers = await Promise.all(buyers);
      assert.deepEqual(statuses(answers), { 201: 10, 409: 290 });
      const row = await store.get('SELECT sold FROM slots WHERE product = ?', [eventId]);
      assert.equal(row?.sold, 10);
      assert.equal(await count(store, `tickets WHERE event_id = '${eventId}'`), 10);
    }
  });

  await t.test('what one has sold, the others do once it is gone', async () => {
    const headers = { 'idempotency-key': 'before-the-end' };
    const body = general();
    const sold = await third.api('POST', '/tickets', { headers, body });
    assert.equal(sold.status, 201);
    await third.stop('SIGKILL');
    instances.pop();
    const again = await everywhere((each) => each.api('POST', '/tickets', { headers, body }));
    for (const { text } of again) assert.equal(text, sold.text);
  });

  // Last, because from then on this machine has to wait.
  await t.test('wrong passwords are counted together', async () => {
    const guess = (password: string, at: Instance) =>
      at.api('GET', '/special-events', { headers: { authorization: basic('admin', password) } });
    // Nine at each of two, which would cost no waiting if each counted for itself.
    const guesses = await Promise.all(
      Array.from({ length: 18 }, (_, index) => guess(`guess ${index}`, rotated(instances, index)[0])),
    );
    const refused = partition(guesses, ({ status }) => status === 429)[0];
    assert.ok(refused.length > 0, JSON.stringify(statuses(guesses)));
    for (const { headers } of refused) assert.match(headers['retry-after'] ?? '', /^\d+$/);
  });

  await nothingDiffers(url);
});

async function announce(instance: Instance): Promise<{ eventId: string; etag: string }> {
  const { status, text, json, headers } = await instance.api('POST', '/special-events', {
    body: newEvent({ dates: [DAY] }),
  });
  assert.equal(status, 201, text);
  return { eventId: json.eventId, etag: headers.etag as string };
}

function general(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ticketType: 'general', ticketDate: DAY, email: 'ada@example.com', ...changes };
}

/** The instances, beginning with another one each round. */
function rotated(instances: readonly Instance[], round: number): [Instance, Instance, Instance] {
  const from = round % instances.length;
  return [...instances.slice(from), ...instances.slice(0, from)] as [Instance, Instance, Instance];
}

function statuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function partition<T>(all: readonly T[], isIn: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isIn), all.filter((one) => !isIn(one))];
}

async function storeOn(test: TestContext, url: string): Promise<Store> {
  const store = await openStore({ kind: 'postgres', url });
  test.after(() => store.close());
  return store;
}

async function count(store: Store, what: string): Promise<number> {
  const row = await store.get<{ count: number }>(`SELECT count(*) AS count FROM ${what}`);
  return row?.count ?? 0;
}

async function keyOf(store: Store, ticketId: string): Promise<string | undefined> {
  const row = await store.get<{ key_id: string }>('SELECT key_id FROM tickets WHERE ticket_id = ?', [
    ticketId,
  ]);
  return row?.key_id;
}

async function nothingDiffers(url: string): Promise<void> {
  const differences: string[] = [];
  await inspectStore({ kind: 'postgres', url }, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) differences.push(difference);
  });
  assert.deepEqual(differences, []);
}
