import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../fixtures/client.ts';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { createEvent, eventPurchase, generalPurchase, newEvent } from '../../fixtures/samples.ts';

const HOUR = 3_600_000;

/** All of an answer that a client could tell apart: not the date, nor the request’s own id. */
function whole({ status, headers, text }: Answer) {
  const { date, 'x-request-id': _id, ...kept } = headers;
  return { status, headers: kept, text };
}

const REQUESTS = { '/tickets': generalPurchase(), '/special-events': newEvent() };
const post = (museum: Museum, path: string, key: string, body: unknown, as: Asker = 'admin') =>
  museum.api('POST', path, { body, as, headers: { 'idempotency-key': key } });
const count = async ({ store }: Museum, path: string) => {
  const table = path === '/tickets' ? 'tickets' : 'special_events';
  return Number((await store.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))?.count);
};

describeOnDatabase((openMuseum) => {
  for (const [path, body] of Object.entries(REQUESTS)) {
    it(`answers POST ${path} with the same key again, byte for byte, and does it once`, async (test) => {
      const museum = await openMuseum(test);
      const first = await post(museum, path, 'k', body);
      assert.equal(first.status, 201);
      assert.deepEqual(whole(await post(museum, path, 'k', body)), whole(first));
      const reordered = Object.fromEntries(Object.entries(body).reverse());
      assert.deepEqual(whole(await post(museum, path, 'k', reordered)), whole(first));
      const spaced = JSON.stringify(body, undefined, 2);
      const headers = { 'idempotency-key': 'k', 'content-type': 'application/json' };
      assert.deepEqual(whole(await museum.api('POST', path, { body: spaced, headers })), whole(first));
      assert.equal(await count(museum, path), 1);
      assert.notDeepEqual((await post(museum, path, 'K', body)).text, first.text);
      assert.equal(await count(museum, path), 2);
    });

    it(`answers POST ${path} the same after a restart, for 48 hours`, async (test) => {
      const museum = await openMuseum(test);
      const first = await post(museum, path, 'k', body);
      await museum.restart();
      museum.clock.advance(48 * HOUR - 1);
      const late = path === '/tickets' ? generalPurchase() : body;
      assert.deepEqual(whole(await post(museum, path, 'k', late)), whole(first));
      museum.clock.advance(1);
      const after = path === '/tickets' ? generalPurchase({ ticketDate: '2027-03-03' }) : body;
      const anew = await post(museum, path, 'k', after);
      assert.equal(anew.status, 201);
      assert.notEqual(anew.text, first.text);
      assert.deepEqual(whole(await post(museum, path, 'k', after)), whole(anew));
      assert.equal(await count(museum, path), 2);
    });

    it(`answers POST ${path} the same when the clock was set ahead by days, until it has gone on so for one`, async (test) => {
      const museum = await openMuseum(test);
      const first = await post(museum, path, 'k', body);
      museum.clock.setAhead(72 * HOUR);
      assert.deepEqual(whole(await post(museum, path, 'k', body)), whole(first));
      museum.clock.advance(24 * HOUR);
      const late = path === '/tickets' ? generalPurchase({ ticketDate: '2027-03-08' }) : body;
      assert.equal((await post(museum, path, 'k', late)).status, 201);
      assert.equal(await count(museum, path), 2);
    });

    it(`refuses a different POST ${path} with the same key`, async (test) => {
      const museum = await openMuseum(test);
      await post(museum, path, 'k', body);
      const assertUnchanged = await rememberContents(museum);
      const others =
        path === '/tickets'
          ? [{ phone: '112' }, { email: 'ADA@example.com' }]
          : [{ price: 26 }, { dates: [] }];
      for (const other of others) {
        const refused = await post(museum, path, 'k', { ...body, ...other });
        assertRefused(refused, 422, 'idempotency-key-reused');
      }
      const otherOperation = path === '/tickets' ? '/special-events' : '/tickets';
      const elsewhere = await post(museum, otherOperation, 'k', REQUESTS[otherOperation]);
      assertRefused(elsewhere, 422, 'idempotency-key-reused');
      await assertUnchanged();
    });

    it(`keeps the keys of one account apart from those of another on POST ${path}`, async (test) => {
      const museum = await openMuseum(test);
      const first = await post(museum, path, 'k', body, 'admin');
      const other = await post(museum, path, 'k', body, 'manager');
      assert.equal(other.status, 201);
      assert.notEqual(other.text, first.text);
      assert.equal(await count(museum, path), 2);
    });

    it(`remembers nothing of a POST ${path} that was not valid`, async (test) => {
      const museum = await openMuseum(test);
      assert.equal((await post(museum, path, 'k', {})).status, 400);
      assert.equal((await post(museum, path, 'k', body, 'viewer')).status, 403);
      assert.equal((await post(museum, path, 'k', body)).status, 201);
    });

    it(`names a key that is none on POST ${path}`, async (test) => {
      const museum = await openMuseum(test);
      const assertUnchanged = await rememberContents(museum);
      for (const key of ['', 'two words', 'k'.repeat(256), 'clé', 'tab\tbed']) {
        const refused = await post(museum, path, key, body);
        assertRefused(refused, 400, 'invalid-request', ['header /idempotency-key']);
      }
      const twice = await museum.api('POST', path, { body, headers: { 'idempotency-key': ['a', 'b'] } });
      assertRefused(twice, 400, 'malformed-request');
      await assertUnchanged();
      for (const key of ['!', '~'.repeat(255), '"quoted,=;key"'])
        assert.equal((await post(museum, path, key, body)).status, 201);
    });
  }

  it('gives a refusal again that was decided on, whatever has changed since', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 0 } });
    const first = await post(museum, '/tickets', 'k', eventPurchase(eventId));
    assertRefused(first, 409, 'sold-out');
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 1 } });
    assert.deepEqual(whole(await post(museum, '/tickets', 'k', eventPurchase(eventId))), whole(first));
    assert.equal((await post(museum, '/tickets', 'l', eventPurchase(eventId))).status, 201);
  });

  it('a sale that named an unknown category can be corrected under its key', async (test) => {
    const museum = await openMuseum(test);
    assert.equal((await post(museum, '/tickets', 'k', generalPurchase({ category: 'alien' }))).status, 400);
    assert.equal((await post(museum, '/tickets', 'k', generalPurchase())).status, 201);
  });

  it('keeps no answer for longer than it is good for', async (test) => {
    const museum = await openMuseum(test);
    const keptAnswers = async () => (await museum.store.all('SELECT 1 FROM kept_answers')).length;
    await post(museum, '/tickets', 'k', generalPurchase());
    museum.clock.advance(48 * HOUR - 1);
    await museum.restart();
    assert.equal(await keptAnswers(), 1);
    museum.clock.advance(1);
    await museum.restart();
    while ((await keptAnswers()) > 0) await sleep(5);
    assert.equal(await count(museum, '/tickets'), 1);
  });
});

describeOnEachDatabase((openMuseum) => {
  for (const [path, body] of Object.entries(REQUESTS)) {
    it(`does one thing for fifty POST ${path} with the same key at once`, async (test) => {
      const museum = await openMuseum(test);
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(museum, path, 'k', body)));
      const [first] = answers as [Answer];
      assert.equal(first.status, 201, first.text);
      for (const answer of answers) assert.deepEqual(whole(answer), whole(first));
      assert.equal(await count(museum, path), 1);
    });
  }

  it('tells one of two different requests with the same key at once that the key is taken', async (test) => {
    const museum = await openMuseum(test);
    const dates = Array.from({ length: 20 }, (_, index) => `2027-03-${String(index + 2).padStart(2, '0')}`);
    const answers = await Promise.all(
      dates.map((ticketDate) => post(museum, '/tickets', 'k', generalPurchase({ ticketDate }))),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertRefused(answer, 422, 'idempotency-key-reused');
    }
    assert.equal(await count(museum, '/tickets'), 1);
  });
});
