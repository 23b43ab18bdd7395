import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { credentials } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, generalPurchase, newEvent } from '../../fixtures/samples.ts';
import { SHOP_SETTINGS } from '../../fixtures/shop.ts';

const SIGNED = `Host: museum.example\r\nAuthorization: ${credentials('admin')}\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';
const READ = `GET /v1.1/museum-hours?limit=1 HTTP/1.1\r\n${SIGNED}\r\n`;
const SALE = JSON.stringify(generalPurchase());
const PURCHASE = `POST /v1.1/tickets HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Content-Length: ${SALE.length}\r\n\r\n${SALE}`;
const STATUS_LINE_AT_MOST = /^(HTTP\/1\.1 4\d\d [\w ]+\r\nConnection: close\r\n\r\n)?$/;

describeOnSqlite((openMuseum, shareOf) => {
  const NOT_HTTP = {
    'words that are no request': 'hello museum\r\n\r\n',
    'a TLS handshake': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a space in the address': `GET /v1.1/special events HTTP/1.1\r\n${SIGNED}\r\n`,
    'bytes that no address may hold': `GET /v1.1/special-events/\xff HTTP/1.1\r\n${SIGNED}\r\n`,
    'an address without its slash': `GET v1.1/special-events HTTP/1.1\r\n${SIGNED}\r\n`,
    'no address': `GET  HTTP/1.1\r\n${SIGNED}\r\n`,
    'a header name with a space': `GET /v1.1/special-events HTTP/1.1\r\n${SIGNED}X y: z\r\n\r\n`,
    'a NUL in a header': `GET /v1.1/special-events HTTP/1.1\r\n${SIGNED}X: a\0b\r\n\r\n`,
    'a folded header': `GET /v1.1/special-events HTTP/1.1\r\n${SIGNED}X: a\r\n  b\r\n\r\n`,
    'lines that end with LF alone': `GET /v1.1/special-events HTTP/1.1\nHost: x\n\n`,
    'two lengths': `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a negative length': `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}Content-Length: -2\r\n\r\n{}`,
    'a length and chunks': `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a transfer coding that does not end in chunked': `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Transfer-Encoding: gzip\r\n\r\n{}`,
    'a chunk without a size': `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  };
  it('ends the connection for what is no request, with a status line at most, and changes nothing', async (test) => {
    const museum = await openMuseum(test);
    const assertUnchanged = await rememberContents(museum);
    for (const [what, request] of Object.entries(NOT_HTTP)) {
      await test.test(what, async () => {
        const connection = await museum.connect();
        connection.send(request);
        assert.match(await connection.rest(), STATUS_LINE_AT_MOST);
      });
    }
    await assertUnchanged();
  });

  const UNSOUND = {
    'no Host': `GET /v1.1/special-events HTTP/1.1\r\nConnection: close\r\n\r\n`,
    'two Hosts': `GET /v1.1/special-events HTTP/1.1\r\nHost: b.example\r\nConnection: close\r\n${SIGNED}\r\n`,
    'a Host with a space': `GET /v1.1/special-events HTTP/1.1\r\nHost: b .example\r\nConnection: close\r\n\r\n`,
    'a Host with a user name': `GET /v1.1/special-events HTTP/1.1\r\nHost: ada@b.example\r\nConnection: close\r\n\r\n`,
    'a Host with a path': `GET /v1.1/special-events HTTP/1.1\r\nHost: b.example/a\r\nConnection: close\r\n\r\n`,
    'a Host whose port is no number': `GET /v1.1/special-events HTTP/1.1\r\nHost: b.example:http\r\nConnection: close\r\n\r\n`,
    'a transfer coding beside chunked': `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Connection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'two content types': `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}${JSON_TYPE}content-type: text/plain\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
  };
  it('answers a request whose headers say two things, or too little, with 400', async (test) => {
    const museum = await openMuseum(test);
    const assertUnchanged = await rememberContents(museum);
    for (const [what, request] of Object.entries(UNSOUND)) {
      await test.test(what, async () => {
        const connection = await museum.connect();
        connection.send(request);
        assertRefused(await connection.answer(), 400, 'malformed-request');
        assert.equal(await connection.rest(), '');
      });
    }
    await assertUnchanged();
  });

  it('takes any Host that is one, also of a proxy or an address, and an empty one', async (test) => {
    const museum = await openMuseum(test);
    for (const host of [
      '',
      'museum',
      'museum_app:8080',
      '127.0.0.1:80',
      '[::1]:8080',
      '[fe80::1%25eth0]',
      'xn--mnchen-3ya.example:',
    ]) {
      const connection = await museum.connect();
      connection.send(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      assert.equal((await connection.answer()).status, 200, host);
    }
  });

  it('takes credentials that are given twice for none, and says how to sign in', async (test) => {
    const museum = await openMuseum(test, { settings: { MUSEUM_MOCK: 'on' } });
    for (const base of ['/v1.1', '/mock/v1.1']) {
      for (const other of ['Basic eDp5', credentials('admin'), '', 'Bearer x']) {
        const connection = await museum.connect();
        connection.send(
          `GET ${base}/special-events HTTP/1.1\r\n${SIGNED}Authorization: ${other}\r\nConnection: close\r\n\r\n`,
        );
        const answer = await connection.answer();
        assertRefused(answer, 401, 'unauthorized');
        assert.equal(answer.headers['www-authenticate'], 'Basic realm="museum", charset="UTF-8"');
        assert.match(answer.json.detail, /several such headers/);
      }
    }
  });

  it('ends the connection of a body that breaks off, and changes nothing', async (test) => {
    const museum = await openMuseum(test);
    const assertUnchanged = await rememberContents(museum);
    for (const [framing, start] of [
      ['Content-Length: 200\r\n', ''],
      ['Transfer-Encoding: chunked\r\n', 'ff\r\n'],
    ]) {
      const connection = await museum.connect();
      connection.send(
        `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}${JSON_TYPE}${framing}\r\n${start}{"name":`,
      );
      connection.finish();
      assert.match(await connection.rest(), STATUS_LINE_AT_MOST);
    }
    await assertUnchanged();
  });

  for (const [what, request] of Object.entries({
    'a header of 20 kB': `GET /v1.1/special-events HTTP/1.1\r\n${SIGNED}X: ${'a'.repeat(20_000)}\r\n\r\n`,
    'a header of 4 MB': `GET /v1.1/special-events HTTP/1.1\r\n${SIGNED}X: ${'a'.repeat(4_000_000)}\r\n\r\n`,
    'five thousand headers': `GET /v1.1/special-events HTTP/1.1\r\n${SIGNED}${'a:b\r\n'.repeat(5_000)}\r\n`,
    'an address of 20 kB': `GET /v1.1/${'a'.repeat(20_000)} HTTP/1.1\r\n${SIGNED}\r\n`,
  })) {
    it(`ends the connection for ${what}, and goes on`, async (test) => {
      const museum = await openMuseum(test);
      const connection = await museum.connect();
      await connection.flush(Buffer.from(request));
      assert.match(await connection.rest(), STATUS_LINE_AT_MOST);
      await buyTicket(museum, generalPurchase());
    });
  }

  it('lets a client that sends a megabyte read the 413, whether it waits, sends in chunks or closes', async (test) => {
    const museum = await openMuseum(test);
    const assertUnchanged = await rememberContents(museum);
    const head = `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}${JSON_TYPE}`;
    const megabyte = Buffer.alloc(1_000_000, ' ');
    const chunk = Buffer.concat([Buffer.from('f4240\r\n'), megabyte, Buffer.from('\r\n0\r\n\r\n')]);
    for (const closing of ['', 'Connection: close\r\n']) {
      for (const [framing, body] of [
        ['Content-Length: 1000000\r\n', megabyte],
        ['Transfer-Encoding: chunked\r\n', chunk],
      ] as const) {
        const connection = await museum.connect();
        connection.send(`${head}${closing}${framing}\r\n`);
        await connection.flush(body);
        assertRefused(await connection.answer(), 413, 'body-too-large');
        if (closing === '') {
          connection.send(READ); // the connection is as good as before
          assert.equal((await connection.answer()).status, 200);
        } else {
          assert.equal(await connection.rest(), '');
        }
      }
    }
    await assertUnchanged();
  });

  it('answers a request that needs no body before one that it announces has come', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/v1.1/special-events/${eventId}`;
    for (const [method, status] of [
      ['HEAD', 200],
      ['GET', 200],
      ['DELETE', 204],
      ['DELETE', 404],
    ] as const) {
      const connection = await museum.connect();
      connection.send(`${method} ${path} HTTP/1.1\r\n${SIGNED}Content-Length: 1000000\r\n\r\n`);
      assert.equal((await connection.answer(method)).status, status);
      await connection.flush(Buffer.alloc(1_000_000, ' '));
      connection.send(READ);
      assert.equal((await connection.answer()).status, 200);
    }
  });

  it('also lets a client that is refused for another reason finish its body', async (test) => {
    const museum = await openMuseum(test);
    const body = Buffer.alloc(1_000_000, ' ');
    for (const [status, slug, request] of [
      [401, 'unauthorized', `POST /v1.1/special-events HTTP/1.1\r\nHost: x\r\n`],
      [404, 'not-found', `POST /v1.1/nothing HTTP/1.1\r\n${SIGNED}`],
      [405, 'method-not-allowed', `PUT /v1.1/special-events HTTP/1.1\r\n${SIGNED}`],
      [
        415,
        'unsupported-media-type',
        `POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}Content-Type: text/csv\r\n`,
      ],
    ] as const) {
      const connection = await museum.connect();
      connection.send(`${request}Connection: close\r\nContent-Length: 1000000\r\n\r\n`);
      await connection.flush(body);
      assertRefused(await connection.answer(), status, slug);
      assert.equal(await connection.rest(), '');
    }
  });

  it('says 100 Continue to a client that asks, but not for a body that would be too large', async (test) => {
    const museum = await openMuseum(test);
    const body = JSON.stringify(generalPurchase());
    const head = `POST /v1.1/tickets HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Expect: 100-continue\r\n`;
    const connection = await museum.connect();
    connection.send(`${head}Content-Length: ${body.length}\r\n\r\n`);
    assert.equal((await connection.answer()).status, 100);
    connection.send(body);
    assert.equal((await connection.answer()).status, 201);
    connection.send(`${head}Content-Length: 1000000\r\n\r\n`);
    assertRefused(await connection.answer(), 413, 'body-too-large');
    assert.equal(await connection.rest(), '');
  });

  it('answers any other expectation with 417', async (test) => {
    const museum = await openMuseum(test);
    const assertUnchanged = await rememberContents(museum);
    const headers = { expect: 'tea' };
    assertRefused(await museum.api('GET', '/special-events', { headers }), 417, 'expectation-failed');
    const refused = await museum.api('POST', '/special-events', { headers, body: newEvent() });
    assertRefused(refused, 417, 'expectation-failed');
    await assertUnchanged();
    const withShop = await openMuseum(test, { settings: SHOP_SETTINGS });
    for (const page of ['/', '/visit', '/desk', '/sign-in'])
      assert.equal((await withShop.ask('GET', page, { as: 'nobody', headers })).status, 417, page);
  });

  for (const [what, last] of Object.entries({
    'a request for a tunnel': 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
    'what is no request': 'what is this\r\n\r\n',
    'a body that is broken': `POST /v1.1/tickets HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  })) {
    it(`answers the purchases before ${what}, and ends the connection behind them`, async (test) => {
      const museum = await openMuseum(test);
      const connection = await museum.connect();
      connection.send(`${READ}${PURCHASE}GET /nothing HTTP/1.1\r\n${SIGNED}\r\n${PURCHASE}${last}`);
      assert.equal((await connection.answer()).status, 200);
      assert.equal((await connection.answer()).status, 201);
      assertRefused(await connection.answer(), 404, 'not-found');
      assert.equal((await connection.answer()).status, 201);
      assert.equal(await connection.rest(), '');
    });
  }

  it('survives clients that ask for a tunnel and go, however they go', async (test) => {
    const museum = await openMuseum(test);
    for (let round = 0; round < 50; round += 1) {
      const connection = await museum.connect();
      connection.send(`${round % 2 === 0 ? READ : ''}CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
      if (round % 3 > 0) await setImmediate();
      connection.reset();
    }
    await buyTicket(museum, generalPurchase());
  });

  it('keeps the connection after a refusal', async (test) => {
    const museum = await openMuseum(test);
    const connection = await museum.connect();
    connection.send(`POST /v1.1/special-events HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Content-Length: 1\r\n\r\n{`);
    assertRefused(await connection.answer(), 400, 'malformed-request');
    connection.send(`GET /v1.1/special-events/%zz HTTP/1.1\r\n${SIGNED}\r\n`);
    assertRefused(await connection.answer(), 400, 'malformed-request');
    connection.send(READ);
    assert.equal((await connection.answer()).status, 200);
  });

  it('ends the connection for methods that HTTP does not have, whatever the address', async (test) => {
    const museum = await openMuseum(test);
    for (const method of ['BREW', 'get', 'Post', 'X-TAKE', 'VERYLONGMETHODNAME'.repeat(20)]) {
      for (const address of ['/v1.1/special-events', '/nothing', '/%zz', '*']) {
        const connection = await museum.connect();
        connection.send(`${method} ${address} HTTP/1.1\r\n${SIGNED}\r\n`);
        assert.match(await connection.rest(), STATUS_LINE_AT_MOST);
      }
    }
  });

  it('stays with HTTP/1.1 when asked to upgrade, and speaks HTTP/1.0 without a Host', async (test) => {
    const museum = await openMuseum(test);
    const connection = await museum.connect();
    connection.send(
      `GET /v1.1/museum-hours HTTP/1.1\r\n${SIGNED}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    assert.equal((await connection.answer()).status, 200);
    const old = await museum.connect();
    old.send(`GET /v1.1/museum-hours HTTP/1.0\r\nAuthorization: ${credentials('admin')}\r\n\r\n`);
    assert.equal((await old.answer()).status, 200);
    assert.equal(await old.rest(), '');
  });

  it('stands whatever comes over the wire, and answers none of it with a fault of its own', async (test) => {
    const museum = await openMuseum(test);
    const body = JSON.stringify(generalPurchase());
    const whole = `POST /v1.1/tickets HTTP/1.1\r\n${SIGNED}${JSON_TYPE}Content-Length: ${body.length}\r\n\r\n${body}${READ}`;
    const junk = fc.oneof(
      fc.constantFrom(
        '',
        '\r\n',
        '\r\n\r\n',
        ': ',
        '\0',
        '\n',
        'Transfer-Encoding: chunked\r\n',
        'Expect: x\r\n',
        '%',
        '\xff',
      ),
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    const wound = fc.tuple(fc.nat(whole.length), fc.nat(20), junk);
    await fc.assert(
      fc.asyncProperty(fc.array(wound, { minLength: 1, maxLength: 3 }), async (wounds) => {
        let request = whole;
        for (const [at, length, put] of wounds)
          request = request.slice(0, at) + put + request.slice(at + length);
        const connection = await museum.connect();
        connection.send(request);
        connection.finish();
        for (const [, status] of (await connection.rest()).matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
          assert.ok(Number(status) < 500, `${status} for ${JSON.stringify(request)}`);
        }
      }),
      { numRuns: shareOf(200) },
    );
    await buyTicket(museum, generalPurchase());
  });

  it('sells while another client sends nonsense without end', async (test) => {
    const museum = await openMuseum(test);
    const connection = await museum.connect();
    for (let round = 0; round < 3; round += 1) await connection.flush(Buffer.alloc(9_000, 'nonsense '));
    assert.match(await connection.rest(), STATUS_LINE_AT_MOST);
    await buyTicket(museum, generalPurchase());
  });
});
