import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { type Asker, type Museum, openMuseum as openInstance } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { checkMuseum } from '../../src/check/index.ts';
import { inspectStore, type Queries } from '../../src/store/index.ts';
import { ContactHashes } from '../../src/tickets/index.ts';

const forToday = (changes = {}) => generalPurchase({ ticketDate: TODAY, ...changes });

describeOnDatabase((openMuseum) => {
  it('shows a ticket with all that is known of it', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum);
    const sold = await buyTicket(museum, eventPurchase(event.eventId, { phone: '112 34' }), 'partner');
    const path = `/tickets/${sold.ticketId}`;
    const answer = await museum.api('GET', path, { as: 'partner' });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json, {
      ticketId: sold.ticketId,
      ticketType: 'event',
      ticketDate: '2027-03-14',
      eventId: event.eventId,
      eventName: event.name,
      category: 'standard',
      places: 1,
      confirmationCode: sold.confirmationCode,
      orderId: sold.ticketId,
      price: 25,
      currency: 'EUR',
      soldAt: '2027-03-01T10:00:00.000Z',
      soldBy: 'partner',
      state: 'valid',
      email: 'ada@example.com',
      phone: '112 34',
      admissions: [],
    });
    const headers = { 'if-none-match': answer.headers.etag };
    assert.equal((await museum.api('GET', path, { headers })).status, 304);
    const seen = await Promise.all(
      (['other-partner', 'cashier', 'gate', 'viewer', 'nobody'] as const).map((as) =>
        museum.api('GET', path, { as }),
      ),
    );
    assert.deepEqual(statuses(seen), [404, 200, 403, 403, 401]);
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    assert.equal((await museum.api('GET', path, { headers })).json.state, 'cancelled');
    const general = await buyTicket(museum, forToday());
    museum.clock.advance(86_400_000);
    assert.equal((await museum.api('GET', `/tickets/${general.ticketId}`)).json.state, 'expired');
  });

  it('finds tickets by code, address and day, the newest first, page by page', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum);
    const tickets = [];
    for (const email of ['Ada@Example.com', 'ada@example.COM', 'bob@example.com', 'ada@example.com'])
      tickets.push(
        await buyTicket(museum, forToday({ email }), email.startsWith('bob') ? 'partner' : 'admin'),
      );
    const evening = await buyTicket(museum, eventPurchase(event.eventId));
    const [one, two, bobs, four] = tickets.map(({ ticketId }) => ticketId);
    const find = async (query: string, as: Asker = 'cashier') => {
      const { status, json, headers } = await museum.api('GET', `/tickets?${query}`, { as });
      assert.equal(status, 200, JSON.stringify(json));
      return { found: json.map(({ ticketId }: { ticketId: string }) => ticketId), link: headers.link };
    };
    const byEmail = await find('email=ADA@example.com&ticketDate=2027-03-01');
    assert.deepEqual(byEmail.found, [four, two, one]);
    assert.deepEqual((await find('email=ada@example.com')).found, [evening.ticketId, four, two, one]);
    assert.deepEqual((await find('email=da@example.com')).found, []);
    assert.deepEqual((await find('email=ada@localhost')).found, [], 'version 1.0 sold to such too');
    assert.deepEqual((await find(`confirmationCode=${tickets[0].confirmationCode}`)).found, [one]);
    const { confirmationCode } = tickets[0];
    assert.deepEqual((await find(`confirmationCode=%20${confirmationCode.toUpperCase()}`)).found, [one]);
    assert.deepEqual((await find(`confirmationCode=${confirmationCode.slice(-12)}`)).found, [one]);
    const both = (email: string) => find(`confirmationCode=${confirmationCode}&email=${email}`);
    assert.deepEqual((await both('ADA@example.com')).found, [one]);
    assert.deepEqual((await both('bob@example.com')).found, []);
    assert.deepEqual((await find('confirmationCode=nonsense')).found, []);
    assert.deepEqual((await find(`ticketDate=${TODAY}`)).found, [four, bobs, two, one]);
    assert.deepEqual((await find(`ticketDate=2027-03-14&eventId=${event.eventId}`)).found, [
      evening.ticketId,
    ]);
    assert.deepEqual((await find(`ticketDate=${TODAY}&eventId=${event.eventId}`)).found, []);
    assert.deepEqual((await find(`ticketDate=${TODAY}`, 'partner')).found, [bobs]);
    assert.deepEqual((await find('email=ada@example.com', 'partner')).found, []);

    for (const query of [`ticketDate=${TODAY}`, `email=ada@example.com&ticketDate=${TODAY}`]) {
      const all = (await find(query)).found;
      const pages: string[] = [];
      for (let address: string | undefined = `${query}&limit=1`; address !== undefined; ) {
        const { found, link }: { found: string[]; link?: unknown } = await find(address);
        assert.equal(found.length, 1);
        pages.push(...found);
        address = /^<\/v1\.1\/tickets\?(.+)>; rel="next"$/.exec(`${link ?? ''}`)?.[1];
      }
      assert.deepEqual(pages, all);
    }
    for (const [query, ...places] of [
      ['', 'query '],
      [`eventId=${event.eventId}`, 'query '],
      ['limit=0', 'query ', 'query /limit'],
      [`ticketDate=${TODAY}&after=x`, 'query /after'],
      ['ticketDate=x&after=x', 'query /ticketDate', 'query /after'],
      ['email=x', 'query /email'],
      ['email=a@b.c&limit=0', 'query /limit'],
    ] as const)
      assertRefused(await museum.api('GET', `/tickets?${query}`), 400, 'invalid-request', places);
  });

  it('refuses to look for a confirmation code with U+0000 in it', async (test) => {
    const museum = await openMuseum(test);
    const answer = await museum.api('GET', '/tickets?confirmationCode=a%00b');
    assertRefused(answer, 400, 'invalid-request', ['query /confirmationCode']);
  });

  it('makes a ticket void once, puts its place on sale again and takes its image away', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum);
    await museum.api('PUT', `/capacity/events/${event.eventId}`, { body: { capacity: 1 } });
    const { ticketId } = await buyTicket(museum, eventPurchase(event.eventId));
    const image = `/tickets/${ticketId}/qr`;
    assert.equal((await museum.api('GET', image)).status, 200);
    const makeVoid = (as: Asker, body: unknown = { reason: 'Ill' }) =>
      museum.api('POST', `/tickets/${ticketId}/void`, { body, as });
    const refused = await Promise.all((['partner', 'gate', 'viewer'] as const).map((as) => makeVoid(as)));
    assert.deepEqual(statuses(refused), [404, 403, 403]); // a partner sees its own only
    assert.equal((await makeVoid('cashier', { reason: '' })).status, 400);
    const made = await makeVoid('cashier');
    assert.deepEqual([made.status, made.json.state], [200, 'void']);
    const again = await makeVoid('cashier');
    assert.deepEqual([again.status, again.json.type], [409, '/problems/ticket-void']);
    const gone = await museum.api('GET', image);
    assert.deepEqual([gone.status, gone.json.type, gone.json.status], [410, '/problems/ticket-void', 410]);
    await buyTicket(museum, eventPurchase(event.eventId));
    await nothingDiffers(museum);
  });

  it('makes a ticket that was used void only for a manager or admin who insists', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    await museum.api('POST', '/check-ins', { body: { ticketId }, as: 'gate' });
    const attempts: [Asker, object, number][] = [
      ['cashier', {}, 409],
      ['cashier', { force: true }, 409],
      ['manager', {}, 409],
      ['manager', { force: true }, 200],
    ];
    for (const [as, more, status] of attempts) {
      const body = { reason: 'Mistake', ...more };
      const answer = await museum.api('POST', `/tickets/${ticketId}/void`, { body, as });
      assert.equal(answer.status, status, answer.text);
      if (status === 409) assert.equal(answer.json.type, '/problems/ticket-admitted');
    }
    await nothingDiffers(museum);
  });

  it('exchanges no ticket that was used, whoever asks', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    await museum.api('POST', '/check-ins', { body: { ticketId }, as: 'gate' });
    const body = { ticketType: 'general', ticketDate: '2027-03-05', reason: 'Rain' };
    for (const as of ['cashier', 'manager', 'admin'] as const) {
      const answer = await museum.api('POST', `/tickets/${ticketId}/exchange`, { body, as });
      assert.deepEqual([answer.status, answer.json.type], [409, '/problems/ticket-admitted'], as);
    }
  });

  it('finds an address that enters the index while it is looked for', async (test) => {
    const museum = await openMuseum(test);
    const { store, clock } = museum;
    const { ticketId } = await buyTicket(museum, forToday({ email: 'ada@example.com' }));
    const contacts = await ContactHashes.open(store, clock);
    await store.transaction((tx) => tx.run('UPDATE contacts SET email_hash = NULL'));
    const whileItIsFilled: Queries = {
      get: (sql, values) => store.get(sql, values),
      async all(sql, values) {
        const rows = await store.all(sql, values);
        await store.transaction((tx) => contacts.fill(tx));
        return rows as never;
      },
    };
    const numbers = await contacts.numbersOf(whileItIsFilled, 'Ada@example.com', Number.MAX_SAFE_INTEGER, 10);
    assert.equal(numbers.length, 1, ticketId);
  });

  it('exchanges a ticket for another, all or nothing, and once for each key', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum);
    await museum.api('PUT', `/capacity/events/${event.eventId}`, { body: { capacity: 0 } });
    const old = await buyTicket(museum, forToday({ phone: '112 34' }), 'partner');
    const path = `/tickets/${old.ticketId}/exchange`;
    const full = { ticketType: 'event', eventId: event.eventId, ticketDate: '2027-03-14', reason: 'Rain' };
    const exchangeForFull = () =>
      museum.api('POST', path, { body: full, as: 'cashier', headers: { 'idempotency-key': 'full' } });
    const soldOut = await exchangeForFull();
    assert.deepEqual([soldOut.status, soldOut.json.type], [409, '/problems/sold-out']);
    assert.equal((await museum.api('GET', `/tickets/${old.ticketId}`)).json.state, 'valid');
    await museum.api('PUT', `/capacity/events/${event.eventId}`, { body: { capacity: 1 } });
    assert.equal((await exchangeForFull()).text, soldOut.text);

    const body = { ticketType: 'general', ticketDate: '2027-03-05', reason: 'Train cancelled' };
    const headers = { 'idempotency-key': 'exchange-1' };
    const made = await museum.api('POST', path, { body, as: 'cashier', headers });
    assert.equal(made.status, 201, made.text);
    const { ticketId, replaces, email, phone, soldBy, state } = made.json;
    assert.deepEqual(
      [replaces, email, phone, soldBy, state],
      [old.ticketId, 'ada@example.com', '112 34', 'cashier', 'valid'],
    );
    assert.equal(made.headers.location, `/v1.1/tickets/${ticketId}`);
    assert.equal((await museum.api('POST', path, { body, as: 'cashier', headers })).text, made.text);
    const before = (await museum.api('GET', `/tickets/${old.ticketId}`)).json;
    assert.deepEqual([before.state, before.replacedBy], ['void', ticketId]);
    const again = await museum.api('POST', path, { body, as: 'cashier' });
    assert.deepEqual([again.status, again.json.type], [409, '/problems/ticket-void']);
    const other = await museum.api('POST', path, { body: { ...body, reason: 'x' }, as: 'cashier', headers });
    assert.equal(other.status, 422);
    await nothingDiffers(museum);
  });

  it('exchanges a ticket for its own place, on a day that is full or nearly', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', '/capacity/general/2027-03-05', { body: { capacity: 2 } });
    const body = { ticketType: 'general', ticketDate: '2027-03-05' };
    let { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-05' }));
    const exchange = async () => {
      const answer = await museum.api('POST', `/tickets/${ticketId}/exchange`, { body });
      ticketId = answer.json.ticketId;
      return answer.status;
    };
    assert.equal(await exchange(), 201);
    assert.deepEqual((await museum.api('GET', '/journal?kind=day.sold-out')).json, []);
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-05' }));
    assert.equal(await exchange(), 201);
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.state, 'valid');
    const [{ sold, left }] = (await museum.api('GET', '/availability?startDate=2027-03-05&limit=1')).json;
    assert.deepEqual([sold, left], [2, 0]);
  });

  it('lists the newest ticket first, whichever instance has sold it', async (test) => {
    const one = await openMuseum(test);
    const { clock } = one;
    const other = await otherInstance(test, one);
    const sold: string[] = [];
    for (const museum of [one, other, one, other]) {
      clock.advance(1_000);
      sold.unshift(`${(await buyTicket(museum, forToday())).ticketId}`);
    }
    const found = (await one.api('GET', `/tickets?ticketDate=${TODAY}`)).json;
    assert.deepEqual(
      found.map(({ ticketId }: { ticketId: string }) => ticketId),
      sold,
    );
  });

  it('lists the newest ticket first also after the clock of one of two instances was set back', async (test) => {
    const one = await openMuseum(test);
    const other = await otherInstance(test, one, manualClock());
    const sold = [`${(await buyTicket(one, forToday())).ticketId}`];
    one.clock.advance(-60_000);
    for (const museum of [other, one, other, one, other, one]) {
      for (const { clock } of new Set([one, other])) clock.advance(10_000);
      sold.unshift(`${(await buyTicket(museum, forToday())).ticketId}`);
    }
    const found = (await one.api('GET', `/tickets?ticketDate=${TODAY}`)).json;
    assert.deepEqual(
      found.map(({ ticketId }: { ticketId: string }) => ticketId),
      sold,
    );
  });
});

describeOnEachDatabase((openMuseum) => {
  it('finds tickets by when they were sold, page by page, also where the clock was set back', async (test) => {
    const museum = await openMuseum(test);
    const sold: { at: string; email: string; as: string; ticketId: string }[] = [];
    const sell = async (email: string, as: Asker = 'cashier') => {
      const at = new Date(museum.clock.now()).toISOString();
      const { ticketId } = await buyTicket(museum, generalPurchase({ email }), as);
      sold.push({ at, email, as: `${as}`, ticketId });
    };
    for (const minutes of [0, 60, 60, -90, 30, 60, 180, 600]) {
      museum.clock.advance(minutes * 60_000);
      await sell('ada@example.com');
      await sell('bob@example.com', 'partner');
    }
    const instants = [...new Set(sold.map(({ at }) => at))].toSorted();
    const wantedOf = (isWanted: (ticket: (typeof sold)[number]) => boolean) =>
      sold
        .filter(isWanted)
        .map(({ ticketId }) => ticketId)
        .toReversed();
    const find = async (query: Record<string, string>, as: Asker = 'cashier') => {
      const answer = await museum.api('GET', `/tickets?${new URLSearchParams(query)}`, { as });
      assert.equal(answer.status, 200, answer.text);
      return answer.json.map(({ ticketId }: { ticketId: string }) => ticketId);
    };
    for (const soldFrom of instants) {
      assert.deepEqual(
        await find({ soldFrom }),
        wantedOf(({ at }) => at >= soldFrom),
      );
      assert.deepEqual(
        await find({ soldTo: soldFrom }),
        wantedOf(({ at }) => at < soldFrom),
      );
      for (const soldTo of instants.filter((at) => at >= soldFrom)) {
        const period = { soldFrom, soldTo };
        const isWithin = ({ at }: { at: string }) => at >= soldFrom && at < soldTo;
        assert.deepEqual(await find(period), wantedOf(isWithin), `${soldFrom} ${soldTo}`);
        const isOfAda = (ticket: (typeof sold)[number]) => isWithin(ticket) && ticket.email.startsWith('ada');
        assert.deepEqual(await find({ ...period, email: 'ada@example.com' }), wantedOf(isOfAda));
        const isOfPartner = (ticket: (typeof sold)[number]) => isWithin(ticket) && ticket.as === 'partner';
        assert.deepEqual(
          await find({ ...period, ticketDate: '2027-03-02' }, 'partner'),
          wantedOf(isOfPartner),
        );
      }
    }
    const pages: string[] = [];
    for (let path: string | undefined = `/tickets?limit=3&soldTo=${instants[4]}`; path !== undefined; ) {
      const { json, headers } = await museum.api('GET', path, { as: 'cashier' });
      pages.push(...json.map(({ ticketId }: { ticketId: string }) => ticketId));
      path = /<\/v1\.1(.*)>/.exec(`${headers.link}`)?.[1];
    }
    assert.deepEqual(
      pages,
      wantedOf(({ at }) => at < (instants[4] as string)),
    );
    const [soldTo, soldFrom] = instants as [string, string];
    const wrong = await museum.api('GET', `/tickets?${new URLSearchParams({ soldFrom, soldTo })}`);
    assertRefused(wrong, 400, 'invalid-request', ['query /soldTo']);
  });

  it('exchanges a ticket once for a key that comes several times at the same moment', async (test) => {
    const museum = await openMuseum(test);
    const body = { ticketType: 'general', ticketDate: '2027-03-05', reason: 'Train cancelled' };
    for (const key of ['one', 'two', 'three']) {
      const { ticketId } = await buyTicket(museum, forToday());
      const headers = { 'idempotency-key': key };
      const exchange = () => museum.api('POST', `/tickets/${ticketId}/exchange`, { body, headers });
      const [first, ...others] = await Promise.all([exchange(), exchange(), exchange()]);
      assert.equal(first?.status, 201, first?.text);
      for (const other of others) assert.deepEqual([other.status, other.text], [201, first?.text]);
    }
    await nothingDiffers(museum);
  });

  it('makes one ticket void once, and never one that is being admitted', async (test) => {
    const museum = await openMuseum(test);
    for (let round = 0; round < 5; round++) {
      const { ticketId } = await buyTicket(museum, forToday());
      const makeVoid = () =>
        museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'x' }, as: 'cashier' });
      const scan = () => museum.api('POST', '/check-ins', { body: { ticketId }, as: 'gate' });
      const answers = await Promise.all([makeVoid(), scan(), makeVoid(), scan(), makeVoid()]);
      const voided = answers.filter(({ status }) => status === 200).length;
      const admitted = answers.filter(({ json }) => json.verdict === 'admitted').length;
      assert.equal(voided + admitted, 1);
    }
    await nothingDiffers(museum);
  });
});

/** Another one on the same database; on SQLite there is one. */
async function otherInstance(test: TestContext, one: Museum, clock = one.clock): Promise<Museum> {
  const { database } = one;
  if (database.kind === 'sqlite') return one;
  const other = await openInstance({ database, clock, hasAccounts: true });
  test.after(() => other.close());
  return other;
}

function statuses(answers: readonly { status: number }[]): number[] {
  return answers.map(({ status }) => status);
}

async function nothingDiffers({ database }: Museum): Promise<void> {
  const differences: string[] = [];
  await inspectStore(database, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) differences.push(difference);
  });
  assert.deepEqual(differences, []);
}
