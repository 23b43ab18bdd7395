import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rememberContents } from '../support/contents.ts';
import { describeOnDatabase } from '../support/databases.ts';
import { assertRefused } from '../support/refused.ts';
import { buyTicket, createEvent, eventPurchase } from '../support/samples.ts';

describeOnDatabase((openMuseum) => {
  it('answers 304 while what the client has is still right, with the headers of the 200 but no body', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-02'] });
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-02' }));
    for (const path of [
      `/special-events/${eventId}`,
      '/special-events',
      '/special-events?page=9',
      '/museum-hours',
      '/availability',
      `/tickets/${ticketId}/qr`,
    ]) {
      const { headers } = await museum.api('GET', path);
      const tag = headers.etag as string;
      for (const method of ['GET', 'HEAD']) {
        for (const condition of [tag, `W/${tag}`, `"x", ${tag}`, `"a,b" ,W/${tag},"z"`, '*', ' * ']) {
          const answer = await museum.api(method, path, { headers: { 'if-none-match': condition } });
          assert.equal(answer.status, 304, `${method} ${path} ${condition}`);
          assert.equal(answer.bytes.length, 0);
          assert.equal(answer.headers['content-type'], undefined);
          for (const name of ['etag', 'link', 'cache-control', 'vary'])
            assert.equal(answer.headers[name], headers[name], `${path} ${name}`);
        }
        const lines = await museum.api(method, path, { headers: { 'If-None-Match': ['"x"', tag] } });
        assert.equal(lines.status, 304);
        for (const condition of ['"x"', `W/"x", "y"`, tag.slice(1, -1), `"${tag}"`, '""', '']) {
          const answer = await museum.api(method, path, { headers: { 'if-none-match': condition } });
          assert.equal(answer.status, 200, `${method} ${path} ${condition}`);
        }
      }
    }
  });

  it('gives a new tag when anything has changed, and the old one when it is changed back', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-02'], price: 5 });
    const tags = async () => [
      (await museum.api('GET', `/special-events/${eventId}`)).headers.etag,
      (await museum.api('GET', '/special-events')).headers.etag,
    ];
    const before = await tags();
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { price: 6 } });
    const between = await tags();
    assert.notEqual(between[0], before[0]);
    assert.notEqual(between[1], before[1]);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { price: 5 } });
    assert.deepEqual(await tags(), before);
  });

  it('refuses a stale If-Match with 412 and changes nothing', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}`;
    const stale = (await museum.api('GET', path)).headers.etag as string;
    await museum.api('PATCH', path, { body: { price: 6 } });
    const current = (await museum.api('GET', path)).headers.etag as string;
    const assertUnchanged = await rememberContents(museum);
    for (const condition of [
      stale,
      `"x", ${stale}`,
      `W/${current}`,
      '""',
      'nonsense',
      current.slice(1, -1),
      '',
    ]) {
      const headers = { 'if-match': condition };
      const patched = await museum.api('PATCH', path, { body: { price: 7 }, headers });
      assertRefused(patched, 412, 'precondition-failed');
      assert.equal(
        patched.json.detail,
        `If-Match is ${condition || 'empty'}, but the entity tag is now ${current}.`,
      );
      assertRefused(await museum.api('DELETE', path, { headers }), 412, 'precondition-failed');
      assertRefused(await museum.api('PATCH', path, { body: {}, headers }), 412, 'precondition-failed');
    }
    await assertUnchanged();
  });

  it('refuses to change an event whose tag If-None-Match names, or any with *', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}`;
    const tag = (await museum.api('GET', path)).headers.etag as string;
    const assertUnchanged = await rememberContents(museum);
    for (const condition of ['*', tag, `W/${tag}`, `"x", ${tag}`]) {
      const headers = { 'if-none-match': condition };
      const patched = await museum.api('PATCH', path, { body: { price: 7 }, headers });
      assertRefused(patched, 412, 'precondition-failed');
      assertRefused(await museum.api('DELETE', path, { headers }), 412, 'precondition-failed');
    }
    await assertUnchanged();
    const headers = { 'if-match': tag, 'if-none-match': '"x"' };
    assert.equal((await museum.api('PATCH', path, { body: { price: 7 }, headers })).status, 200);
    assert.equal((await museum.api('DELETE', path, { headers: { 'if-none-match': tag } })).status, 204);
  });

  it('answers a read with 412 when If-Match does not name what is there', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-02'] });
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-02' }));
    for (const path of [
      `/special-events/${eventId}`,
      '/special-events',
      '/museum-hours',
      '/availability',
      `/tickets/${ticketId}/qr`,
    ]) {
      const tag = (await museum.api('GET', path)).headers.etag as string;
      for (const stale of ['"x"', `W/${tag}`]) {
        const headers = { 'if-match': stale, 'if-none-match': tag };
        assertRefused(await museum.api('GET', path, { headers }), 412, 'precondition-failed');
      }
      for (const right of [tag, '*']) {
        const read = (others: object) =>
          museum.api('GET', path, { headers: { 'if-match': right, ...others } });
        assert.equal((await read({})).status, 200, path);
        assert.equal((await read({ 'if-none-match': tag })).status, 304, path);
      }
    }
    const gone = await museum.api('GET', '/special-events/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27', {
      headers: { 'if-match': '*' },
    });
    assertRefused(gone, 404, 'event-not-found');
    const page = await museum.ask('GET', '/problems', { headers: { 'if-match': '"x"' } });
    assertRefused(page, 412, 'precondition-failed');
  });

  it('changes what still has one of the tags of If-Match', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}`;
    let price = 1;
    for (const list of [(tag: string) => tag, (tag: string) => `"x",${tag}`, () => '*']) {
      const tag = (await museum.api('GET', path)).headers.etag as string;
      const headers = { 'if-match': list(tag) };
      const changed = await museum.api('PATCH', path, { body: { price: ++price }, headers });
      assert.deepEqual([changed.status, changed.json.price], [200, price]);
    }
    const headers = { 'if-match': (await museum.api('GET', path)).headers.etag };
    assert.equal((await museum.api('DELETE', path, { headers })).status, 204);
    const gone = await museum.api('PATCH', path, { body: {}, headers: { 'if-match': '*' } });
    assertRefused(gone, 404, 'event-not-found');
  });

  it('answers HEAD wherever it answers GET, with the same headers', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId));
    const comparable = ({ date, 'x-request-id': _id, ...headers }: NodeJS.Dict<string | string[]>) => headers;
    for (const path of [
      `/special-events/${eventId}`,
      '/special-events?startDate=2027-03-10',
      `/tickets/${ticketId}/qr`,
      '/museum-hours',
      '/special-events/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27',
      '/special-events?limit=31',
      '/tickets/nine/qr',
      '/nothing',
      '/tickets',
    ]) {
      const got = await museum.api('GET', path);
      const head = await museum.api('HEAD', path);
      assert.equal(head.status, got.status, path);
      assert.equal(head.bytes.length, 0);
      if (got.status !== 405) assert.deepEqual(comparable(head.headers), comparable(got.headers), path);
    }
    assert.equal((await museum.api('HEAD', '/special-events', { as: 'nobody' })).status, 401);
    assert.equal((await museum.api('HEAD', `/tickets/${ticketId}/qr`, { as: 'gate' })).status, 403);
  });
});
