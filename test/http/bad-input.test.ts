import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rememberContents } from '../support/contents.ts';
import { describeOnDatabase } from '../support/databases.ts';
import { assertRefused, type FaultPlace } from '../support/refused.ts';
import { createEvent, eventPurchase, generalPurchase, newEvent } from '../support/samples.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const EVENT_FIELDS = ['name', 'location', 'eventDescription', 'dates', 'price'];
const DAYS_367 = Array.from({ length: 367 }, (_, day) =>
  new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
);
const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';

type BadValues = [value: unknown, ...at: string[]][];

const BAD_DATES: BadValues = [
  ['2027-03-14'],
  [null],
  [{}],
  [{ 0: '2027-03-14', length: 1 }],
  [['2027-02-29'], '/0'],
  [['2027-13-01'], '/0'],
  [['2027-00-10'], '/0'],
  [['2027-04-31'], '/0'],
  [['1900-02-29'], '/0'],
  [['0000-01-01'], '/0'],
  [['27-1-1'], '/0'],
  [['2027-3-1'], '/0'],
  [['20270314'], '/0'],
  [['2027-W10-1'], '/0'],
  [['10000-01-01'], '/0'],
  [['+002027-03-14'], '/0'],
  [['-2027-03-14'], '/0'],
  [['2027-03-14T00:00:00Z'], '/0'],
  [['2027-03-14T10:00'], '/0'],
  [['2027-03-14 '], '/0'],
  [[' 2027-03-14'], '/0'],
  [['2027-03-14\n'], '/0'],
  [['２０２７-03-14'], '/0'],
  [['2027/03/14'], '/0'],
  [['tomorrow'], '/0'],
  [[''], '/0'],
  [[1_804_982_400_000], '/0'],
  [[null], '/0'],
  [[['2027-03-14']], '/0'],
  [['2027-03-14', '2027-03-14'], '/1'],
  [['2027-03-14', 'x', '2027-03-14', 5], '/1', '/2', '/3'],
  [DAYS_367],
];

/** Values that each field of an event must refuse, with where the faults are when not at the field itself. */
const BAD_FIELDS: Record<string, BadValues> = {
  name: [
    [''],
    ['   '],
    ['\t\n\u00a0\u3000'],
    ['x'.repeat(201)],
    ['a\0b'],
    ['\ud800'],
    ['a\udc00'],
    [1],
    [true],
    [null],
    [[]],
    [{}],
  ],
  location: [
    [''],
    ['   '],
    ['x'.repeat(201)],
    ['\0'],
    ['\udfff\ud800'],
    [0],
    [false],
    [null],
    [['Hall']],
    [{}],
  ],
  eventDescription: [['   '], ['x'.repeat(5_001)], ['a\0b'], ['\ud800'], [1], [null], [[]]],
  dates: BAD_DATES,
  price: [
    ['25'],
    [''],
    [-1],
    [-0.01],
    [0.001],
    [25.001],
    [1e-7],
    [1_000_000.01],
    [1e300],
    [true],
    [null],
    [[25]],
    [{}],
  ],
};

describeOnDatabase((openMuseum) => {
  it('refuses every wrong value of every field of an event, new or changed, and names the place', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    for (const [field, values] of Object.entries(BAD_FIELDS)) {
      for (const [value, ...at] of values) {
        const places = (at.length === 0 ? [''] : at).map((each): FaultPlace => `body /${field}${each}`);
        const created = await museum.api('POST', '/special-events', { body: newEvent({ [field]: value }) });
        assertRefused(created, 400, 'invalid-request', places);
        const changed = await museum.api('PATCH', `/special-events/${eventId}`, { body: { [field]: value } });
        assertRefused(changed, 400, 'invalid-request', places);
      }
    }
    await assertUnchanged();
  });

  it('refuses every wrong value of a purchase and names the place', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    const wrong: [Record<string, unknown>, ...FaultPlace[]][] = [
      [{}, 'body /ticketType', 'body /ticketDate', 'body /email'],
      [generalPurchase({ ticketType: 'annual' }), 'body /ticketType'],
      [generalPurchase({ ticketType: 'General' }), 'body /ticketType'],
      [generalPurchase({ ticketType: '' }), 'body /ticketType'],
      [generalPurchase({ ticketType: 1 }), 'body /ticketType'],
      [generalPurchase({ ticketType: null }), 'body /ticketType'],
      [generalPurchase({ ticketType: ['general'] }), 'body /ticketType'],
      [generalPurchase({ eventId }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: undefined }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: null }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: '' }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: 'nine' }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: `{${eventId}}` }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: eventId.replaceAll('-', '') }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: `urn:uuid:${eventId}` }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: `${eventId} ` }), 'body /eventId'],
      [eventPurchase(eventId, { eventId: 9 }), 'body /eventId'],
      ...BAD_DATES.filter(([, at]) => at === '/0').map(([value]): [Record<string, unknown>, FaultPlace] => [
        generalPurchase({ ticketDate: (value as unknown[])[0] }),
        'body /ticketDate',
      ]),
      ...[
        '',
        'ada',
        '@',
        'ada@',
        'a@b@c',
        'a b@c',
        'Ada <a@b.c>',
        'a@b\0',
        'a@b\ud800',
        'a@b,c@d',
        `${'a'.repeat(250)}@b.de`,
        5,
        null,
      ].map((email): [Record<string, unknown>, FaultPlace] => [generalPurchase({ email }), 'body /email']),
      ...[
        '12',
        'call me',
        '+-() /.',
        '1 2',
        '+49 30 1234 ext. 5',
        '1'.repeat(33),
        '112\0',
        '١١٢',
        112,
        null,
      ].map((phone): [Record<string, unknown>, FaultPlace] => [generalPurchase({ phone }), 'body /phone']),
      [generalPurchase({ quantity: 2 }), 'body /quantity'],
      [generalPurchase({ Email: 'a@b' }), 'body /Email'],
      [
        { ticketType: 'event', ticketDate: 'x', email: 'x', phone: 'x', price: 1 },
        'body /eventId',
        'body /ticketDate',
        'body /email',
        'body /phone',
        'body /price',
      ],
    ];
    for (const [body, ...places] of wrong) {
      const answer = await museum.api('POST', '/tickets', { body });
      const once = [
        ...new Set(
          answer.json.errors?.map((each: { in: string; pointer: string }) => `${each.in} ${each.pointer}`),
        ),
      ];
      assert.deepEqual(once.toSorted(), places.toSorted(), `${JSON.stringify(body)} ${answer.text}`);
      assertRefused(
        answer,
        400,
        'invalid-request',
        answer.json.errors.map((each: { in: string; pointer: string }) => `${each.in} ${each.pointer}`),
      );
    }
    await assertUnchanged();
  });

  it('names every missing and every unknown member at once', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    const body = `{"Name":"A","__proto__":{"name":"A"},"constructor":1,"toString":1,"a/b":1,"":2,"price ":3,"eventId":"${NO_ID}"}`;
    const unknown = ['/Name', '/__proto__', '/constructor', '/toString', '/a~1b', '/', '/price ', '/eventId'];
    const places = unknown.map((each): FaultPlace => `body ${each}`);
    const changed = await museum.api('PATCH', `/special-events/${eventId}`, { body, headers: JSON_TYPE });
    assertRefused(changed, 400, 'invalid-request', places);
    const created = await museum.api('POST', '/special-events', { body, headers: JSON_TYPE });
    const missing = EVENT_FIELDS.map((each): FaultPlace => `body /${each}`);
    assertRefused(created, 400, 'invalid-request', [...places, ...missing]);
    await assertUnchanged();
  });

  it('tells how many faults there are that it does not name', async (test) => {
    const museum = await openMuseum(test);
    const body = Object.fromEntries(Array.from({ length: 6_500 }, (_, index) => [`a${index}`, 1]));
    const answer = await museum.api('POST', '/special-events', { body });
    assert.equal(answer.status, 400);
    assert.equal(answer.json.errors.length, 100);
    assert.match(answer.json.detail, /There are 6504 more faults; "errors" names the first 100\.$/);
  });

  it('refuses bodies that are no JSON object', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    const addresses = [
      ['POST', '/special-events'],
      ['PATCH', `/special-events/${eventId}`],
      ['POST', '/tickets'],
    ] as const;
    const event = JSON.stringify(newEvent());
    const malformed: (string | Buffer)[] = [
      '{',
      '}',
      '{]',
      '{"name"}',
      '{"name":}',
      "{'name':'A'}",
      '{name:"A"}',
      '{"name":"A",}',
      '[1,]',
      'name=A',
      'undefined',
      '{"price":NaN}',
      '{"price":Infinity}',
      '{"price":-}',
      '{"price":.5}',
      '{"price":5.}',
      '{"price":+5}',
      '{"price":05}',
      '{"price":0x19}',
      '{"price":1e}',
      '{"price":1_000}',
      '{"name":"a\nb"}',
      '{"name":"\\x41"}',
      '{"name":"\\u12"}',
      '/* A */{}',
      '{} {}',
      '{}x',
      '\ufeff\ufeff{}',
      '{"a":1 "b":2}',
      ' ',
      '\n',
      'nul',
      '"',
      '\0',
      `${event}\0`,
      event.slice(0, -1),
      '['.repeat(10_000),
      `${'['.repeat(10_000)}${']'.repeat(9_999)}`,
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), // {"\xff":1}
      Buffer.from(event, 'utf16le'),
      Buffer.from(newEvent({ name: '@' }) && event.replace('Sorolla', 'Künste'), 'latin1'),
      Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1'), // a surrogate, in what only looks like UTF-8
      Buffer.from('{"name":"\xc0\x80"}', 'latin1'), // an overlong NUL
      Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
    ];
    const wrongType = [
      '',
      'null',
      'true',
      '5',
      '"text"',
      '[]',
      '[{}]',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      `[${event}]`,
      '1e999',
    ];
    for (const [method, path] of addresses) {
      for (const body of malformed) {
        const answer = await museum.api(method, path, { body, headers: JSON_TYPE });
        assertRefused(answer, 400, 'malformed-request');
      }
      for (const body of wrongType) {
        const answer = await museum.api(method, path, { body, headers: JSON_TYPE });
        assertRefused(answer, 400, 'invalid-request', ['body ']);
      }
      assertRefused(await museum.api(method, path), 400, 'invalid-request', ['body ']);
    }
    await assertUnchanged();
  });

  it('repeats nothing of a malformed body, and says where it goes wrong', async (test) => {
    const museum = await openMuseum(test);
    const body = '{\n  "email": "ada@example.com",\n  "phone": oops\n}';
    const answer = await museum.api('POST', '/tickets', { body, headers: JSON_TYPE });
    assertRefused(answer, 400, 'malformed-request');
    assert.match(answer.json.detail, /line 3, column 12/);
    assert.doesNotMatch(answer.text, /ada|oops/);
  });

  it('reads numbers that no double can hold as what they are: too large', async (test) => {
    const museum = await openMuseum(test);
    const assertUnchanged = await rememberContents(museum);
    for (const price of ['1e999', '-1e999', '9'.repeat(400), '1000000.001', '1e7']) {
      const body = JSON.stringify(newEvent({ price: 0 })).replace('"price":0', `"price":${price}`);
      const answer = await museum.api('POST', '/special-events', { body, headers: JSON_TYPE });
      assert.equal(answer.status, 400);
      assert.ok(
        answer.json.errors.every(({ pointer }: { pointer: string }) => pointer === '/price'),
        answer.text,
      );
    }
    await assertUnchanged();
  });

  it('takes a body with a byte order mark, an escaped name and any amount of white space', async (test) => {
    const museum = await openMuseum(test);
    const event = JSON.stringify(newEvent());
    for (const body of [`\ufeff${event}`, ` \r\n\t${event}\n\n`, event.replace('"name"', '"\\u006eame"')]) {
      const answer = await museum.api('POST', '/special-events', { body, headers: JSON_TYPE });
      assert.equal(answer.status, 201, answer.text);
    }
  });

  it('takes bodies of up to 64 KiB and refuses larger ones', async (test) => {
    const museum = await openMuseum(test);
    const event = JSON.stringify(newEvent());
    const largest = await museum.api('POST', '/special-events', {
      body: event.padEnd(65_536),
      headers: JSON_TYPE,
    });
    assert.equal(largest.status, 201);
    const assertUnchanged = await rememberContents(museum);
    for (const length of [65_537, 1_000_000]) {
      for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }]) {
        const answer = await museum.api('POST', '/special-events', { body: event.padEnd(length), headers });
        assertRefused(answer, 413, 'body-too-large');
      }
    }
    await assertUnchanged();
  });

  it('refuses bodies that do not say that they are JSON in UTF-8', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    const types = [
      undefined,
      '',
      'text/plain',
      'text/json',
      'json',
      'application/',
      'application/jsonx',
      'application/json+x',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/vnd.museum+json',
      'application/json, text/plain',
      'application/json; charset=utf-16',
      'application/json; charset=iso-8859-1',
      '*/*',
    ];
    for (const type of types) {
      const headers = type === undefined ? {} : { 'content-type': type };
      for (const [method, path] of [
        ['POST', '/special-events'],
        ['PATCH', `/special-events/${eventId}`],
        ['POST', '/tickets'],
      ] as const) {
        const answer = await museum.api(method, path, { body: JSON.stringify(newEvent()), headers });
        assertRefused(answer, 415, 'unsupported-media-type');
        const taken = method === 'PATCH' ? 'application/json, application/merge-patch+json' : undefined;
        assert.equal(answer.headers['accept-patch'], taken);
        if (method === 'PATCH' && type === 'text/plain')
          assert.equal(
            answer.json.detail,
            'The body needs the header Content-Type: application/json or application/merge-patch+json.',
          );
      }
    }
    for (const coding of ['gzip', 'br', 'x-unknown', 'identity, gzip']) {
      const headers = { ...JSON_TYPE, 'content-encoding': coding };
      const answer = await museum.api('POST', '/special-events', {
        body: JSON.stringify(newEvent()),
        headers,
      });
      assertRefused(answer, 415, 'unsupported-media-type');
    }
    const patch = { 'content-type': 'application/merge-patch+json' };
    const created = await museum.api('POST', '/special-events', {
      body: JSON.stringify(newEvent()),
      headers: patch,
    });
    assertRefused(created, 415, 'unsupported-media-type');
    await assertUnchanged();
    for (const type of [
      'application/json;charset=utf-8',
      'APPLICATION/JSON',
      'application/json; charset="UTF-8"',
    ]) {
      const headers = { 'content-type': type, 'content-encoding': 'identity' };
      const answer = await museum.api('POST', '/special-events', {
        body: JSON.stringify(newEvent()),
        headers,
      });
      assert.equal(answer.status, 201, answer.text);
    }
  });

  it('refuses wrong parameters of a listing, all of them at once', async (test) => {
    const museum = await openMuseum(test);
    const wrong: [string, ...FaultPlace[]][] = [
      ...['0', '-1', '31', '1000', 'abc', '', '5.5', '5e0', '+5', '0x5', ' 5', '５', 'NaN', '1,2'].map(
        (limit): [string, FaultPlace] => [`limit=${encodeURIComponent(limit)}`, 'query /limit'],
      ),
      ...['0', '-1', 'one', '', '1.5', '1e1', 'null'].map((page): [string, FaultPlace] => [
        `page=${page}`,
        'query /page',
      ]),
      ...[
        '',
        'today',
        '2027-02-29',
        '2027-13-01',
        '27-1-1',
        '2027-3-1',
        '2027-03-14T00:00:00Z',
        '20270314',
        '%00',
        '%zz',
      ].map((day): [string, FaultPlace] => [`startDate=${day}`, 'query /startDate']),
      ['limit=5&limit=6', 'query /limit'],
      ['limit=5&limit=5', 'query /limit'],
      ['limit&limit=5', 'query /limit'],
      ['startDate=2027-03-01&startDate=2027-03-01', 'query /startDate'],
      ['limit=0&page=0&startDate=x', 'query /limit', 'query /page', 'query /startDate'],
      ['page=1&page=2&limit=abc&startDate=2027-02-29', 'query /page', 'query /limit', 'query /startDate'],
    ];
    for (const path of ['/special-events', '/museum-hours']) {
      for (const [query, ...places] of wrong) {
        const answer = await museum.api('GET', `${path}?${query}`);
        assertRefused(answer, 400, 'invalid-request', places);
      }
    }
    const ranges: [string, ...FaultPlace[]][] = [
      ['startDate=2027-03-02&endDate=2027-03-01', 'query /endDate'],
      ['startDate=2027-03-02&endDate=2027-03-01&limit=31', 'query /endDate', 'query /limit'],
      ['endDate=2027-02-28', 'query /endDate'],
      ['endDate=x&startDate=x', 'query /endDate', 'query /startDate'],
      ['endDate=2027-03-09&endDate=2027-03-10', 'query /endDate'],
    ];
    for (const [query, ...places] of ranges) {
      assertRefused(await museum.api('GET', `/special-events?${query}`), 400, 'invalid-request', places);
    }
  });

  it('refuses ids in a path that are no UUIDs', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const ids = [
      'nine',
      '9',
      '*',
      eventId.slice(1),
      `${eventId}0`,
      eventId.replaceAll('-', ''),
      `{${eventId}}`,
      `${eventId}%20`,
      `%20${eventId}`,
      `${eventId}%00`,
      `${eventId}%0a`,
      eventId.replace('-', '_'),
      `g${eventId.slice(1)}`,
      'a%2Fb',
      '%2e%2e',
      'a'.repeat(4_000),
      'a'.repeat(12_000),
      '%F0%9F%8F%9B',
      "1'%20OR%201=1",
      'null',
      'undefined',
    ];
    for (const id of ids) {
      for (const method of ['GET', 'DELETE']) {
        const answer = await museum.api(method, `/special-events/${id}`);
        assertRefused(answer, 400, 'invalid-request', ['path /eventId']);
      }
      const both = await museum.api('PATCH', `/special-events/${id}`, { body: { price: -1 } });
      assertRefused(both, 400, 'invalid-request', ['path /eventId', 'body /price']);
      const image = await museum.api('GET', `/tickets/${id}/qr`);
      assertRefused(image, 400, 'invalid-request', ['path /ticketId']);
    }
    for (const id of ['%', '%z', '%zz', '%f', '%ff', '%c3%28', '%ed%a0%80', '%E0%80%80']) {
      assertRefused(await museum.api('GET', `/special-events/${id}`), 400, 'malformed-request');
      assertRefused(await museum.api('GET', `/tickets/${id}/qr`), 400, 'malformed-request');
    }
  });

  it('knows its paths to the letter', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const unknown = [
      '/v1.1',
      '/v1.1/',
      '/v1',
      '/v1.0/special-events',
      '/v1.2/special-events',
      '/special-events',
      '/V1.1/special-events',
      '/v1.1/Special-Events',
      '/v1.1/special-events/',
      `/v1.1/special-events/${eventId}/`,
      '/v1.1//special-events',
      '//v1.1/special-events',
      '/v1.1/special_events',
      '/v1.1/events',
      '/v1.1/tickets/',
      `/v1.1/tickets/${NO_ID}/`,
      `/v1.1/tickets/${NO_ID}/qr/`,
      '/v1.1/tickets//qr',
      `/v1.1/tickets/${NO_ID}/QR`,
      `/v1.1/tickets/${NO_ID}/qr.png`,
      '/v1.1/../v1.1/special-events',
      '/v1.1/special-events/..',
      '/.env',
      '/v1.1/special-events;x=1',
      '/v1.1/special-events%2F',
      '/favicon.ico.bak',
      '/%00',
      '/wp-login.php',
    ];
    for (const path of unknown) {
      if (path === '/v1.1/special-events/..') continue; // one segment like any other: no UUID
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']) {
        for (const as of ['admin', 'nobody'] as const) {
          const body = method === 'POST' ? '{"not json' : undefined;
          const answer = await museum.ask(method, path, {
            as,
            body,
            headers: body ? { 'content-type': 'text/plain' } : {},
          });
          assertRefused(answer, 404, 'not-found');
        }
      }
    }
  });

  it('says of a path without /v1.1 that operations are under it, and of others not', async (test) => {
    const museum = await openMuseum(test);
    const detailOf = async (path: string) => {
      const answer = await museum.ask('GET', path, {});
      assertRefused(answer, 404, 'not-found');
      return answer.json.detail;
    };
    const hint = 'No operation has this path. Operations are under /v1.1. The reference is at /docs.';
    for (const path of ['/tickets', '/tickets?email=a', `/tickets/${NO_ID}/qr`, '/check-ins'])
      assert.equal(await detailOf(path), hint, path);
    for (const path of ['/v1.2/tickets', '/tickets/', '//tickets', '/v1.1', '/v1.1/v1.1/tickets', '/.env'])
      assert.equal(await detailOf(path), 'No operation has this path. The reference is at /docs.', path);
  });

  it('answers the wrong method on a path with 405, and says which are right', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const { ticketId } = (await museum.api('POST', '/tickets', { body: generalPurchase() })).json;
    const assertUnchanged = await rememberContents(museum);
    const methods = [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'QUERY',
      'LOCK',
      'M-SEARCH',
    ];
    for (const [path, allow] of [
      ['/special-events', 'GET, HEAD, POST'],
      [`/special-events/${eventId}`, 'GET, HEAD, PATCH, DELETE'],
      ['/special-events/nine', 'GET, HEAD, PATCH, DELETE'],
      ['/tickets', 'GET, HEAD, POST'],
      [`/tickets/${ticketId}/void`, 'POST'],
      ['/check-ins', 'POST'],
      ['/gate/snapshot', 'GET, HEAD'],
      [`/tickets/${ticketId}/qr`, 'GET, HEAD'],
      ['/museum-hours', 'GET, HEAD'],
    ] as const) {
      for (const method of methods.filter((each) => !allow.split(', ').includes(each))) {
        const answer = await museum.api(method, path, {
          body: 'x',
          headers: { 'content-type': 'text/plain' },
        });
        assert.deepEqual([answer.status, answer.headers.allow], [405, allow], `${method} ${path}`);
        if (method !== 'HEAD') assertRefused(answer, 405, 'method-not-allowed');
      }
    }
    await assertUnchanged();
  });
});
