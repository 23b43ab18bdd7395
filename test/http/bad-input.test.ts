import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { assertRefused, type FaultPlace } from '../../fixtures/refused.ts';
import { createEvent, eventPurchase, generalPurchase, newEvent } from '../../fixtures/samples.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';

// Which values are wrong is asked of the request checker, in src/web/api/wrong-values.test.ts.
describeOnSqlite((openMuseum) => {
  it('names the places of all faults of a body, a path and a query, and changes nothing', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    const event = `/special-events/${eventId}`;
    const wrong: [method: string, path: string, body: unknown, ...FaultPlace[]][] = [
      [
        'POST',
        '/special-events',
        newEvent({ name: '\ud800', dates: ['2027-03-14', 'x'], price: -1, colour: 'blue' }),
        'body /name',
        'body /dates/1',
        'body /price',
        'body /colour',
      ],
      ['PATCH', event, '{"__proto__":{"name":"A"},"a/b":1}', 'body /__proto__', 'body /a~1b'],
      ['PATCH', '/special-events/nine', { price: -1 }, 'path /eventId', 'body /price'],
      ['GET', `/special-events/${'a'.repeat(12_000)}`, undefined, 'path /eventId'],
      ['DELETE', `/special-events/${eventId}%00`, undefined, 'path /eventId'],
      ['GET', '/tickets/a%2Fb/qr', undefined, 'path /ticketId'],
      ['POST', '/tickets', generalPurchase({ email: 'a@b\0', phone: 112 }), 'body /email', 'body /phone'],
      ['POST', '/tickets', eventPurchase(`{${eventId}}`), 'body /eventId'],
      ['GET', '/special-events?limit=0&page=%zz', undefined, 'query /limit', 'query /page'],
      ['GET', '/museum-hours?startDate=%00&limit&limit=5', undefined, 'query /startDate', 'query /limit'],
      ['GET', '/special-events?endDate=2027-02-28', undefined, 'query /endDate'],
    ];
    for (const [method, path, body, ...places] of wrong)
      assertRefused(
        await museum.api(method, path, { body, headers: JSON_TYPE }),
        400,
        'invalid-request',
        places,
      );
    for (const id of ['%', '%z', '%zz', '%f', '%ff', '%c3%28', '%ed%a0%80', '%E0%80%80'])
      assertRefused(await museum.api('GET', `/special-events/${id}`), 400, 'malformed-request');
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
    const event = JSON.stringify(newEvent());
    const malformed: (string | Buffer)[] = [
      '{',
      ' ',
      'name=A',
      '{"price":NaN}',
      '{"name":"a\nb"}',
      '{} {}',
      '\ufeff\ufeff{}',
      `${event}\0`,
      event.slice(0, -1),
      '['.repeat(10_000),
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
    for (const body of malformed) {
      const answer = await museum.api('POST', '/special-events', { body, headers: JSON_TYPE });
      assertRefused(answer, 400, 'malformed-request');
    }
    for (const body of wrongType) {
      const answer = await museum.api('POST', '/special-events', { body, headers: JSON_TYPE });
      assertRefused(answer, 400, 'invalid-request', ['body ']);
    }
    for (const [method, path] of [
      ['POST', '/special-events'],
      ['PATCH', `/special-events/${eventId}`],
      ['POST', '/tickets'],
    ] as const)
      assertRefused(await museum.api(method, path), 400, 'invalid-request', ['body ']);
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
