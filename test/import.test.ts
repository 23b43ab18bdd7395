import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase, type OpenMuseum } from '../fixtures/databases.ts';
import { importInto, readTickets, writeTickets } from '../fixtures/importing.ts';
import type { Museum } from '../fixtures/museum.ts';
import { termsIn } from '../fixtures/offer-terms.ts';
import { buyTicket, createEvent, generalPurchase, TODAY, YESTERDAY } from '../fixtures/samples.ts';
import { sealEverything } from '../fixtures/sealing.ts';
import { getAccount } from '../src/accounts/index.ts';
import { checkMuseum } from '../src/check/index.ts';
import { OPERATOR } from '../src/core/actor.ts';
import { LONGEST_RECORD } from '../src/core/csv-reader.ts';
import { ImportRefused, MOST_IMPORTED, readImport } from '../src/imports/index.ts';
import { inspectStore } from '../src/store/index.ts';

const HEAD = 'code,ticketType,ticketDate';
const ALL = `${HEAD},eventId,entryTime,category,price,email,phone`;
const ONE = `${HEAD}\nABC-1,general,${TODAY}\n`;
const EVENT_DAY = '2027-03-14';
const CATEGORIES = [
  { category: 'standard', name: 'Adult', unitType: 'ADULT' },
  { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 },
  { category: 'child', name: 'Child', unitType: 'CHILD' },
];

/** A museum with categories, and an event with two entry times that costs 25. */
async function open(test: TestContext, openMuseum: OpenMuseum) {
  const museum = await openMuseum(test);
  const put = async (path: string, body: object) =>
    assert.equal((await museum.api('PUT', path, { body })).status, 200, path);
  await put('/categories', CATEGORIES);
  const prices = [
    { category: 'standard', price: 12 },
    { category: 'family', price: 30.5, vat: 7 },
  ];
  await put('/general-entry/prices', prices);
  await put('/museum-hours/2027-03-05', { closed: true, reason: 'Works' });
  const { eventId } = await createEvent(museum);
  await put(`/special-events/${eventId}/times`, { times: ['11:00', '14:30'], minutes: 60 });
  const read = (file: string | Uint8Array) => readTickets(museum, file);
  return { museum, eventId: eventId as string, read };
}

describeOnDatabase((openMuseum) => {
  it('reads tickets on the terms that they have here, unless the file says otherwise', async (test) => {
    const { read, eventId } = await open(test, openMuseum);
    const { tickets, faults } = await read(
      [
        ALL,
        `"A ""1"", x",general,${TODAY},,,,,,`,
        ` AB-2 ,general,${TODAY},,,family,,ada@example.com,+49 30 123`,
        `AB-3,event,${EVENT_DAY},${eventId.toUpperCase()},14:30,standard,19.90,,`,
        `AB-4,event,${EVENT_DAY},${eventId},,child,,,`,
      ].join('\r\n'),
    );
    const usual = { product: 'general', day: TODAY, entryTime: null, email: null, phone: null, vat: null };
    const standard = { category: 'standard', categoryNumber: 0, places: 1 };
    assert.deepEqual(faults, []);
    assert.deepEqual(tickets, [
      { ...usual, ...standard, code: 'A "1", x', priceCents: 1_200 },
      {
        ...{ ...usual, code: 'AB-2', category: 'family', categoryNumber: 1, places: 4, priceCents: 3_050 },
        ...{ vat: 700, email: 'ada@example.com', phone: '+49 30 123' },
      },
      {
        ...{ ...usual, ...standard, code: 'AB-3', priceCents: 1_990 },
        ...{ product: eventId, day: EVENT_DAY, entryTime: '14:30' },
      },
      {
        ...{ ...usual, code: 'AB-4', category: 'child', categoryNumber: 2, places: 1, priceCents: 0 },
        ...{ product: eventId, day: EVENT_DAY },
      },
    ]);
  });

  it('names every fault with its line', async (test) => {
    const { museum, read, eventId } = await open(test, openMuseum);
    await importInto(museum, `${HEAD}\nold-1,general,${TODAY}`);
    const { confirmationCode } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const unknown = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
    const lines = [
      `abc,general,${TODAY},,,,,,`,
      `${confirmationCode.toUpperCase()},general,${TODAY},,,,,,`,
      `ab-4,General,14.03.2027,,,,,,`,
      `ab-5,event,${EVENT_DAY},,,,,,`,
      `ab-6,general,${TODAY},${eventId},,,,,`,
      `ab-7,event,${EVENT_DAY},${unknown},,,,,`,
      `ab-8,event,${TODAY},${eventId},,,,,`,
      `ab-9,event,${EVENT_DAY},${eventId},12:00,,,,`,
      `ab-10,general,${TODAY},,12:00,,,,`,
      `ab-11,general,${YESTERDAY},,,,,,`,
      'ab-12,general,2029-03-01,,,,,,',
      'ab-13,general,2027-03-05,,,,,,',
      `ab-14,general,${TODAY},,,seniors,"12,50",ada,12`,
      `ab-15,general,${TODAY},,,,,,+49 30 123`,
      `ab-4,general,${TODAY},,,,,,`,
      ` old-1,general,${TODAY},,,,,,`,
      `ab-18,general,${TODAY}`,
      `ab-19"x,general,${TODAY},,,,,,`,
      `ab-20,general,${TODAY},,,,1000001,,`,
    ];
    const { tickets, faults } = await read([ALL, ...lines].join('\n'));
    assert.deepEqual(tickets, []);
    assert.deepEqual(faults, [
      '2: code "abc" must have 4 to 200 characters.',
      `3: code "${confirmationCode.toUpperCase()}" reads like a code of this museum: it must be one of another system.`,
      '4: ticketType "General" must be general or event.',
      '4: ticketDate "14.03.2027" must be a day, such as 2027-03-14.',
      '5: eventId must be the eventId of a special event, a UUID.',
      `6: eventId "${eventId}" must be empty for general entry.`,
      '7: event-not-found',
      '8: not-an-event-day',
      '9: entryTime "12:00" is no entry time. Those of that day are 11:00, 14:30.',
      '10: entryTime "12:00" is no entry time. There are none that day: leave it empty for the whole day.',
      '11: date-past',
      '12: too-far-ahead',
      '13: museum-closed',
      '14: price "12,50" must be an amount in EUR of at most 1000000, such as 12.50.',
      '14: email "ada" must be an e-mail address, such as ada@example.com.',
      '14: phone "12" must be a telephone number of 3 to 32 characters.',
      '15: phone "+49 30 123" needs an e-mail address beside it, by which it can be found and erased.',
      '16: code is the same as on line 4.',
      '17: code was imported before.',
      '18: The line has 3 cells, but the head has 9.',
      '19: The quotes are wrong: text with a quote in it must be in quotes, and the quote doubled.',
      '20: price "1000001" must be an amount in EUR of at most 1000000, such as 12.50.',
    ]);
    const other = await read(`${ALL}\na-21,general,${TODAY},,,seniors,,,`);
    assert.deepEqual(other.faults, ['2: category-unknown']);
  });

  it('refuses a code that could be the number of a card', async (test) => {
    const { read, museum } = await open(test, openMuseum);
    const card = { card: 'city-card', name: 'City Card', pattern: 'CC-#{6}', category: 'standard' };
    await museum.api('PUT', '/cards', { body: [{ ...card, mode: 'show', perDay: 1, offline: 'admit' }] });
    const { faults } = await read(
      [HEAD, `cc-123456,general,${TODAY}`, `CC-12345,general,${TODAY}`].join('\n'),
    );
    assert.deepEqual(faults, ['2: code could be the number of a card: City Card.']);
  });

  it('takes whole amounts only where the currency has no others', async (test) => {
    const { museum } = await open(test, openMuseum);
    const file = `${HEAD},price\na-1_,general,${TODAY},12.5\na-2_,general,${TODAY},1200`;
    const { tickets, faults } = await readTickets(museum, file, termsIn(museum.clock, { currency: 'JPY' }));
    assert.deepEqual(faults, ['2: price "12.5" must be an amount in JPY of at most 1000000, such as 1200.']);
    assert.deepEqual(
      tickets.map(({ priceCents }) => priceCents),
      [120_000],
    );
  });

  it('takes codes of other systems as they are, and apostrophes off only where the export puts them', async (test) => {
    const { read } = await open(test, openMuseum);
    const codesIn = async (head: string, line: string) => {
      const { tickets, faults } = await read(`${head}\n${line}`);
      assert.deepEqual(faults, []);
      return tickets.map(({ code, phone }) => `${code} ${phone}`);
    };
    const own = `'-1234,general,${TODAY},ada@example.com,'+49 30 1`;
    const head = 'code,ticketType,ticketDate,email,phone';
    assert.deepEqual(await codesIn(head, own), ["'-1234 +49 30 1"]);
    assert.deepEqual(await codesIn(`${head},soldAt`, `${own},`), ['-1234 +49 30 1']);
  });

  it('reads JSON Lines, and names every fault with its line', async (test) => {
    const { museum, eventId } = await open(test, openMuseum);
    const lines = [
      `{"code":"AB-1","ticketType":"event","ticketDate":"${EVENT_DAY}","eventId":"${eventId}","price":19.9}`,
      '',
      '[1]',
      '{"code":',
      `{"code":12345,"ticketType":"general","ticketDate":"${TODAY}"}`,
      `{"code":"AB-2","ticketType":"general","ticketDate":"${TODAY}","colour":"red","price":null}`,
      `{"code":"AB-3","ticketType":"general","ticketDate":"${TODAY}","price":"12.50","phone":"'+49 30 1"}`,
      `{"code":"AB-4","ticketType":"general","ticketDate":"${TODAY}","state":"void","currency":"USD"}`,
      `{"code":"AB-1","ticketType":"general","ticketDate":"${TODAY}"}`,
      `{"code":"AB\\ud800","ticketType":"general","ticketDate":"${TODAY}"}`,
      `{"code":"AB\\u0000","ticketType":"general","ticketDate":"${TODAY}"}`,
    ];
    const { tickets, faults } = await readTickets(
      museum,
      `\uFEFF${lines.join('\n')}`,
      termsIn(museum.clock),
      'jsonl',
    );
    assert.deepEqual(
      tickets.map(({ code, priceCents }) => [code, priceCents]),
      [['AB-1', 1_990]],
    );
    assert.deepEqual(faults, [
      '3: The line is no JSON object, such as {"code":"A-1"}.',
      '4: The line is no JSON object, such as {"code":"A-1"}.',
      '5: code must be a text.',
      '6: There is no column "colour".',
      `7: phone "'+49 30 1" must be a telephone number of 3 to 32 characters.`,
      '8: state "void" admits nobody any more: leave the line out.',
      '8: currency "USD" must be EUR, as everything here.',
      '9: code is the same as on line 1.',
      ...[10, 11].map(
        (line) =>
          `${line}: code has a character that no text can have: U+0000, or half of a pair (a lone surrogate).`,
      ),
    ]);
    const none = readTickets(museum, '\n \n', termsIn(museum.clock), 'jsonl');
    await assert.rejects(none, new ImportRefused('The file is empty.'));
    const endless = await readTickets(museum, 'x'.repeat(LONGEST_RECORD + 1), termsIn(museum.clock), 'jsonl');
    assert.match(endless.faults.join(), /^1: The line is longer than 10000 characters/);
  });

  it('reads UTF-8 with a mark at its beginning, and refuses other encodings', async (test) => {
    const { read } = await open(test, openMuseum);
    const { tickets } = await read(`\uFEFF${HEAD}\r\nÄÖÜ-1,general,${TODAY}\r\n\r\n`);
    assert.deepEqual(
      tickets.map(({ code }) => code),
      ['ÄÖÜ-1'],
    );
    const latin1 = await read(Buffer.from(`${HEAD}\nÄÖÜ-1,general,${TODAY}\n`, 'latin1'));
    assert.deepEqual(latin1.faults, ['2: code is not in UTF-8: save the file as CSV in UTF-8.']);
    await assert.rejects(read(Buffer.from(`\uFEFF${ONE}`, 'utf16le')), {
      message: /^The file is not in UTF-8\. The first line must be the head/,
    });
  });

  it('refuses a file without a head, with columns that it does not know, or without tickets', async (test) => {
    const { read } = await open(test, openMuseum);
    const cases: readonly (readonly [string, RegExp])[] = [
      ['', /^The file is empty\.$/],
      ['\n\n', /^The file is empty\.$/],
      [HEAD, /^The file has no tickets, only its head\.$/],
      [`ABC-1,general,${TODAY}`, /^There is no column "ABC-1"\. The first line must be the head/],
      [
        HEAD.replaceAll(',', ';'),
        /^There is no column "code;ticketType;ticketDate"\. .* separated by commas/,
      ],
      [`${HEAD},seat`, /^There is no column "seat"\./],
      [`${HEAD},code`, /^The column code is there twice\./],
      ['code,ticketDate', /^The column ticketType is missing\./],
      ['x'.repeat(LONGEST_RECORD + 1), /^The line is longer than 10000 characters/],
    ];
    for (const [file, message] of cases)
      await assert.rejects(read(file), (error) => {
        assert.ok(error instanceof ImportRefused);
        assert.match(error.message, message);
        return true;
      });
    const cut = await read(`${ONE}"${'x'.repeat(LONGEST_RECORD)}`);
    assert.match(
      cut.faults.join(),
      /^3: The line is longer than 10000 characters: .*Nothing behind it was read\.$/,
    );
  });

  it('stops reading at more tickets than can be written at once', async (test) => {
    const { museum } = await open(test, openMuseum);
    const endless = (async function* () {
      yield Buffer.from(`${HEAD}\n`);
      const block = Array.from({ length: 1_000 }, (_, line) => `code ${line},general\n`).join('');
      for (;;) yield Buffer.from(block);
    })();
    let faults = 0;
    const reading = readImport(museum.store, OPERATOR, endless, termsIn(museum.clock));
    await assert.rejects(
      async () => {
        for await (const _ of reading) faults++;
      },
      { name: 'ImportRefused', message: 'The file has more than 100,000 tickets. Split it into several.' },
    );
    assert.equal(faults, MOST_IMPORTED);
  });
});

describeOnEachDatabase((openMuseum) => {
  it('imports tickets like those that are sold here, whatever is left, and neither mails nor sends messages', async (test) => {
    const { museum, eventId } = await open(test, openMuseum);
    await museum.api('POST', '/webhooks', {
      body: { url: 'https://shop.example', types: ['*'], enabled: true },
    });
    await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 1 } });
    await importInto(
      museum,
      [
        ALL,
        `AB-1,general,${TODAY},,,family,,Ada@example.com,+49 30 123`,
        `AB-2,event,${EVENT_DAY},${eventId},14:30,,,,`,
        `AB-3,event,${EVENT_DAY},${eventId},,,,,`,
      ].join('\n'),
    );
    const [ticket] = (await museum.api('GET', '/tickets?email=ada@EXAMPLE.com')).json;
    const { category, places, price, soldBy, state, email, phone } = ticket;
    assert.deepEqual(
      { category, places, price, soldBy, state, email, phone },
      {
        ...{ category: 'family', places: 4, price: 30.5, soldBy: 'partner', state: 'valid' },
        ...{ email: 'Ada@example.com', phone: '+49 30 123' },
      },
    );
    assert.equal((await museum.api('GET', `/tickets/${ticket.ticketId}/qr`)).status, 200);
    const offers = async (day: string) =>
      (await museum.api('GET', `/availability?startDate=${day}&endDate=${day}`)).json;
    const [general] = await offers(TODAY);
    assert.deepEqual([general.sold, general.left], [4, 0]);
    const event = (await offers(EVENT_DAY)).find((each: { eventId?: string }) => each.eventId === eventId);
    assert.deepEqual([event.sold, event.times.map(({ sold }: { sold: number }) => sold)], [2, [0, 1]]);
    assert.deepEqual(await differences(museum), []);
    await sealEverything(museum.store);
    const entries = (await museum.api('GET', `/journal?subject=${ticket.ticketId}`)).json;
    assert.deepEqual(
      entries.map(({ kind, details }: { kind: string; details: { name: string; count: number } }) => [
        kind,
        details.name,
        details.count,
      ]),
      [['tickets.imported', 'partner', 3]],
    );
    const { rows } = (await museum.api('GET', `/reports/sales?startDate=${TODAY}&endDate=${TODAY}&by=seller`))
      .json;
    assert.deepEqual(
      rows.map(({ seller, sold, revenue }: Record<string, unknown>) => [seller, sold, revenue]),
      [['partner', 3, 80.5]],
    );
    const { sold } = (await museum.store.get<{ sold: number }>(
      "SELECT count(*) AS sold FROM journal WHERE kind IN ('tickets.sold', 'day.sold-out')",
    )) ?? { sold: undefined };
    assert.equal(Number(sold), 0); // mails and messages are planned from these
  });

  it('imports all or nothing', async (test) => {
    const { museum, eventId } = await open(test, openMuseum);
    const count = async () => Number((await museum.store.get('SELECT count(*) AS n FROM tickets'))?.n);
    const stop = new AbortController();
    const many = Array.from({ length: 1_200 }, (_, index) => `many-${index},general,${TODAY}`);
    const stopped = { signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) };
    await assert.rejects(importInto(museum, [HEAD, ...many].join('\n'), stopped), /stopped/);
    await importInto(museum, `${HEAD}\ntwice,general,${TODAY}`);
    const read = (file: string) => readTickets(museum, `${HEAD},eventId\n${file}`);
    const twice = await read(`new-1,general,${TODAY},\ntwice-2,general,${TODAY},`);
    await importInto(museum, `${HEAD}\ntwice-2,general,${TODAY}`);
    const cancelled = await read(`new-2,general,${TODAY},\nnew-3,event,${EVENT_DAY},${eventId}`);
    await museum.api('DELETE', `/special-events/${eventId}`);
    for (const { tickets } of [twice, cancelled])
      await assert.rejects(writeTickets(museum, tickets), {
        name: 'ImportRefused',
        message: /Nothing was imported/,
      });
    assert.equal(await count(), 2);
    assert.deepEqual(await differences(museum), []);
  });

  it('takes two imports at the same moment: of one code only the first', async (test) => {
    const { museum } = await open(test, openMuseum);
    const file = `${HEAD}\nrace-1,general,${TODAY}\nrace-2,general,2027-03-02`;
    const { tickets } = await readTickets(museum, file);
    const outcomes = await Promise.allSettled([
      writeTickets(museum, tickets),
      writeTickets(museum, tickets.toReversed()),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.deepEqual(await differences(museum), []);
  });

  it('sells on with higher numbers, so that tickets stay in the order of their sale', async (test) => {
    const { museum } = await open(test, openMuseum);
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    museum.clock.advance(3_600_000);
    await importInto(museum, ONE);
    museum.clock.advance(3_600_000);
    const last = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const [newest] = (await museum.api('GET', `/tickets?ticketDate=${TODAY}`)).json;
    assert.equal(newest.ticketId, last.ticketId);
  });

  it('is refused for a seller that sells nothing', async (test) => {
    const { museum } = await open(test, openMuseum);
    await assert.rejects(importInto(museum, ONE, { seller: await getAccount(museum.store, 'gate') }), {
      name: 'ImportRefused',
    });
  });
});

async function differences(museum: Museum): Promise<string[]> {
  const found: string[] = [];
  await inspectStore(museum.database, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) found.push(difference);
  });
  return found;
}
