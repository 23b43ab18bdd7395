import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { passWithCode } from '../../fixtures/passes.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { type Operation, operations } from '../../src/web/api/contract/index.ts';

/** Bodies that change something, where the example of the operation names what this museum has not. */
const BODIES: Readonly<Record<string, object>> = {
  setDayCapacity: { capacity: 7 },
  setCategories: [{ category: 'standard', name: 'Grown-ups', unitType: 'ADULT' }],
  setGeneralPrices: [{ category: 'standard', price: 13 }],
  setDayPrices: [{ category: 'standard', price: 14 }],
  setPriceRules: [{ name: 'Free', prices: [{ category: 'standard', price: 0 }] }],
  setEventPrices: [{ category: 'standard', price: 15 }],
  setEventTimes: { times: ['11:00'] },
  setEventVisibility: { visibility: 'unlisted' },
  updateWebhook: { description: 'The new one' },
  updateSettings: { name: 'Museum of the Sea' },
};

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
      '/capacity/general',
      '/categories',
      '/reports/sales',
      `/tickets/${ticketId}`,
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

  it('changes each rule only for who has seen what it is now', async (test) => {
    const museum = await openMuseum(test, { settings: { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' } });
    const { eventId } = await createEvent(museum, { dates: ['2027-03-20'] });
    const webhook = { url: 'http://127.0.0.1:9/news', types: ['*'], enabled: false };
    const { webhookId } = (await museum.api('POST', '/webhooks', { body: webhook })).json;
    await museum.api('PUT', '/settings/texts/imprint', { body: { texts: { en: 'Museum' } } });
    const annual = operations.setPassTypes.examples.request.museum.value.map((type) => ({
      ...type,
      price: 40,
    }));
    await museum.api('PUT', '/pass-types', { body: annual });
    const { passId } = await passWithCode(museum, 'annual');
    const at = { eventId, webhookId, passId, date: '2027-03-20', name: 'imprint' };
    const rules = Object.values<Operation>(operations).filter(
      ({ shownBy, path }) => shownBy !== undefined && !/\/(?:picture|logo)$/.test(path), // pictures.test.ts
    );
    // What is removed is there, and an event and a webhook are removed last.
    const order = ['PUT', 'PATCH', 'DELETE'];
    rules.sort((one, other) => {
      const isRemoved = one.method === 'DELETE' && other.method === 'DELETE';
      if (isRemoved) return other.path.length - one.path.length;
      return order.indexOf(one.method) - order.indexOf(other.method);
    });
    assert.ok(rules.length >= 18, `${rules.length}`);
    for (const { id, method, path: template, examples, success } of rules) {
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => at[name as keyof typeof at]);
      const [example] = Object.values(examples.request ?? {});
      const body = BODIES[id] ?? example?.value;
      const ask = (condition: Record<string, string>) =>
        museum.api(method, path, { headers: condition, ...(body !== undefined && { body: body as object }) });
      const { headers, bytes } = await museum.api('GET', path);
      const tag = headers.etag as string;
      for (const wrong of ['"bad"', `W/${tag}`, '']) {
        const refused = await ask({ 'if-match': wrong });
        assertRefused(refused, 412, 'precondition-failed');
        assert.ok(refused.json.detail.endsWith(`but the entity tag is now ${tag}.`), id);
      }
      assertRefused(await ask({ 'if-none-match': '*' }), 412, 'precondition-failed');
      assert.ok((await museum.api('GET', path)).bytes.equals(bytes), `${id} changed something`);
      const changed = await ask({ 'if-match': `"other", ${tag}` });
      assert.equal(changed.status, success.status, `${id}: ${changed.text}`);
      const now = await museum.api('GET', path);
      assert.notEqual(now.headers.etag, tag, id);
      if (method === 'PATCH') assert.equal(changed.headers.etag, now.headers.etag, id);
      if (now.status === 200 && method !== 'DELETE')
        assert.equal((await ask({ 'if-match': '*' })).status, success.status, id);
    }
  });

  it('makes what is not there for who has seen that, and for nobody who has seen it otherwise', async (test) => {
    const museum = await openMuseum(test);
    const path = '/settings/texts/imprint';
    const put = (headers: Record<string, string>) =>
      museum.api('PUT', path, { headers, body: { texts: { en: 'Museum' } } });
    assertRefused(await put({ 'if-match': '*' }), 412, 'precondition-failed');
    assert.equal((await put({ 'if-none-match': '*' })).status, 200);
    assertRefused(await put({ 'if-none-match': '*' }), 412, 'precondition-failed');
  });

  it('says why a change that is not allowed is refused, also with the right tag', async (test) => {
    const museum = await openMuseum(test);
    const headers = { 'if-match': '*' };
    const none = await museum.api('DELETE', '/capacity/general/2027-03-20', { headers });
    assertRefused(none, 404, 'exception-not-found');
    const gone = '/capacity/events/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
    assertRefused(await museum.api('PUT', gone, { headers, body: { capacity: 1 } }), 404, 'event-not-found');
    const body = { capacity: 1 };
    for (const as of ['cashier', 'viewer'] as const)
      assertRefused(await museum.api('PUT', '/capacity/general', { as, headers, body }), 403, 'forbidden');
    const unread = await museum.api('PUT', '/capacity/general', { headers, body: {} });
    assertRefused(unread, 400, 'invalid-request', ['body /capacity']);
  });

  it('refuses If-Match on what has no entity tag, and says so, and ignores If-None-Match there', async (test) => {
    const museum = await openMuseum(test);
    const placed = { items: [{ ticketType: 'general', ticketDate: TODAY, quantity: 1 }], hold: 600 };
    const { orderId } = (await museum.api('POST', '/orders', { body: placed })).json;
    const purchase = generalPurchase();
    const assertUnchanged = await rememberContents(museum);
    const wanted = [
      ['POST', '/tickets', purchase],
      ['POST', '/orders', placed],
      ['POST', `/orders/${orderId}/release`],
      ['PUT', `/orders/${orderId}/items`, { items: placed.items }],
      ['POST', '/check-ins', { code: 'x' }],
    ] as const;
    for (const [method, path, body] of wanted)
      for (const condition of ['"x"', 'W/"x"', '']) {
        const asked = { headers: { 'if-match': condition }, ...(body && { body }) };
        const refused = await museum.api(method, path, asked);
        assertRefused(refused, 412, 'precondition-failed');
        assert.equal(refused.json.title, 'The precondition does not hold');
        assert.match(refused.json.detail, /there is no entity tag at this address/);
      }
    const any = { 'if-match': '*' };
    assertRefused(
      await museum.api('POST', `/orders/${orderId}/release`, { headers: any }),
      412,
      'precondition-failed',
    );
    await assertUnchanged();
    assert.equal((await museum.api('POST', '/tickets', { headers: any, body: purchase })).status, 201);
    const onlyNew = { 'if-none-match': '*' };
    for (const [path, body] of [
      ['/tickets', purchase],
      ['/orders', placed],
    ] as const)
      assert.equal((await museum.api('POST', path, { headers: onlyNew, body })).status, 201, path);
    const released = await museum.api('POST', `/orders/${orderId}/release`, { headers: onlyNew });
    assert.equal(released.status, 200);
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
