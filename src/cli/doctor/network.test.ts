import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describeOnSqlite } from '../../../fixtures/databases.ts';
import { linesOf, runCheck } from '../../../fixtures/doctor.ts';
import { freePort } from '../../../fixtures/free-port.ts';
import { startMailServer } from '../../../fixtures/mail-server.ts';
import { manualClock } from '../../../fixtures/manual-clock.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Environment, readConfig } from '../../app/config.ts';
import { openFakeProviders } from '../../demo/index.ts';
import type { Fetch } from '../../payments/index.ts';
import { NETWORK_CHECKS, paymentFindings } from './network.ts';

const file = (name: string) => readFileSync(new URL(`../../../fixtures/tls/${name}`, import.meta.url));
const tls = { key: file('server-key.pem'), cert: file('server.pem') };

const seen = async (name: 'port' | 'proxy' | 'mail', env: Environment) =>
  linesOf(await runCheck(NETWORK_CHECKS, name, env));

/** A server on 127.0.0.1 that goes with the test. @returns its port */
async function serve(test: TestContext, listener: RequestListener, isSecure = false): Promise<number> {
  const server = isSecure ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A proxy with TLS before the service at `port`, which sends those headers besides what it gets. */
function startProxy(
  test: TestContext,
  port: number,
  headers: (from: { host: string | undefined }) => Record<string, string>,
): Promise<number> {
  const forward: RequestListener = (from, to) => {
    const options = { port, host: '127.0.0.1', method: 'POST', path: from.url };
    const sent = { ...from.headers, ...headers({ host: from.headers.host }) };
    const onward = request({ ...options, headers: sent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.once('error', () => to.writeHead(502).end());
    from.pipe(onward);
  };
  return serve(test, forward, true);
}

describeOnSqlite((openMuseum) => {
  test('at its port the service is told from another program, another version, and nothing', async (t) => {
    const museum = await openMuseum(t);
    const at = (port: number, HOST?: string) => seen('port', { PORT: `${port}`, HOST });
    const version = packageJson.version.replaceAll('.', '\\.');
    assert.match(
      await at(museum.port),
      new RegExp(`^ok port: The service answers at port ${museum.port} on 127.0.0.1, version ${version}\\.$`),
    );
    assert.match(
      await at(await freePort()),
      /^ok port: The service does not run; port \d+ on 127\.0\.0\.1 is free\.$/,
    );
    assert.match(await at(0), /^ok port: PORT is 0/);
    assert.match(
      await at(8080, '192.0.2.1'),
      /^fault port: HOST: "192\.0\.2\.1" is not an address of this machine/,
    );
    const other = await serve(t, (_, response) => response.end('hello'));
    assert.match(await at(other), /^fault port: Another program answers at port \d+ .* → Stop that program/);
    const noHttp = createTcpServer((socket) => socket.on('error', () => {}).end('220 hello\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(noHttp, 'listening');
    t.after(() => noHttp.close());
    assert.match(await at((noHttp.address() as AddressInfo).port), /^fault port: Another program answers/);

    const answers: Record<string, [number, object]> = {
      '/healthz': [200, { status: 'ok', version: '0.1.0' }],
      '/readyz': [503, { detail: 'The database is away.' }],
    };
    const old = await serve(t, ({ url = '' }, response) => {
      const [status, body] = answers[url] ?? [404, {}];
      response.writeHead(status).end(JSON.stringify(body));
    });
    assert.match(
      await at(old),
      /^fault port: .* version 0\.1\.0, but it is not ready: The database is away\. → See/,
    );
    answers['/readyz'] = [200, {}];
    assert.match(
      await at(old),
      /^warning port: .* version 0\.1\.0; this is version .* → Restart the service/,
    );
    const health = JSON.stringify({ status: 'ok', version: packageJson.version });
    const secure = await serve(t, (_, response) => response.end(health), true);
    const withTls = { MUSEUM_TLS_CERT: 'cert.pem', MUSEUM_TLS_KEY: 'key.pem' };
    assert.match(
      await seen('port', { PORT: `${secure}`, ...withTls }),
      /^ok port: The service answers at port/,
    );
    assert.match(
      await seen('port', { PORT: `${old}`, ...withTls }),
      /^fault port: Another program answers at port/,
    );
  });

  test('through the proxy, one request tells whether Host and X-Forwarded-Proto come through', async (t) => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, file('ca.pem').toString()]);
    t.after(() => setDefaultCACertificates(before));
    const museum = await openMuseum(t, { trustProxy: 1 });
    const through = async (
      headers: Parameters<typeof startProxy>[2],
      env: Environment = {},
      port = museum.port,
    ) => {
      const MUSEUM_PUBLIC_URL = `https://localhost:${await startProxy(t, port, headers)}`;
      return seen('proxy', { PORT: `${museum.port}`, MUSEUM_TRUST_PROXY: '1', MUSEUM_PUBLIC_URL, ...env });
    };
    const right = () => ({ 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' });
    const found = await through(right);
    assert.match(found, /^ok clock: The clock agrees with that of https:\/\/localhost:\d+\.$/m);
    assert.match(found, /^ok proxy: .* reaches the service, which gets Host and X-Forwarded-Proto\.$/m);
    assert.match(
      await through(() => ({ 'x-forwarded-for': '192.0.2.7' })),
      /^fault proxy: .* its cookies are not Secure\. → Let the proxy send X-Forwarded-Proto/m,
    );
    assert.match(
      await through(() => ({}), { MUSEUM_TRUST_PROXY: 'off' }),
      /^fault proxy: .* its cookies are not Secure\. → Set MUSEUM_TRUST_PROXY=1 /m,
    );
    assert.match(
      await through(() => ({ ...right(), host: '127.0.0.1' })),
      /^fault proxy: The service does not get the Host of .* → Let the proxy forward Host/m,
    );
    assert.match(
      await through(right, {}, await freePort()),
      /^fault proxy: .* answered 502, .* → The proxy does not reach the service/m,
    );
    const other = await serve(t, (_, response) => response.end('hello'));
    assert.match(
      await through(right, {}, other),
      /^fault proxy: .* answered 200, .* → Another service answers/m,
    );
    const journal = await museum.store.all('SELECT kind FROM journal');
    assert.deepEqual(journal, []);
  });

  test('the address of the public needs no proxy, and is not asked while the service does not run', async (t) => {
    const museum = await openMuseum(t);
    const env = { PORT: `${museum.port}` };
    const direct = `http://127.0.0.1:${museum.port}`;
    assert.match(await seen('proxy', env), /^ok proxy: MUSEUM_PUBLIC_URL is not set/);
    assert.match(
      await seen('proxy', { ...env, MUSEUM_PUBLIC_URL: direct }),
      /^ok proxy: .* without TLS, on this machine\.$/m,
    );
    const away = `http://127.0.0.1:${await freePort()}`;
    assert.match(
      await seen('proxy', { ...env, MUSEUM_PUBLIC_URL: away }),
      /^fault proxy: .* gave no answer \(ECONNREFUSED\)\. → Look whether the proxy runs/,
    );
    const stopped = { PORT: `${await freePort()}`, MUSEUM_PUBLIC_URL: direct };
    assert.match(await seen('proxy', stopped), /^ok proxy: Not asked: the service behind .* does not run\.$/);
    const untrusted = `https://localhost:${await startProxy(t, museum.port, () => ({}))}`;
    assert.match(
      await seen('proxy', { ...env, MUSEUM_PUBLIC_URL: untrusted }),
      /^fault proxy: .* \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\. → Its certificate is not valid/,
    );
  });
});

test('a clock that differs from the Date of the public address is told', async (t) => {
  const port = await serve(t, (_, response) => {
    response
      .setHeader('date', new Date(Date.now() + 600_000).toUTCString())
      .writeHead(404)
      .end();
  });
  const MUSEUM_PUBLIC_URL = `http://127.0.0.1:${port}`;
  assert.match(
    await seen('proxy', { PORT: '0', MUSEUM_PUBLIC_URL }),
    /^fault clock: The clock is \d+ minutes behind /m,
  );
});

test('the mail server is greeted and signed in to, and gets no mail', async (t) => {
  const server = await startMailServer(t, { tls, password: 'secret' });
  const at = (MUSEUM_SMTP_URL: string) =>
    seen('mail', { MUSEUM_SMTP_URL, MUSEUM_MAIL_FROM: 'tickets@example.org' });
  const url = (user: string, query = '') => `smtp://${user}127.0.0.1:${server.port}${query}`;
  assert.equal(await seen('mail', {}), 'ok mail: MUSEUM_SMTP_URL is not set: no mail is sent.');
  assert.match(
    await at(url('ada:secret@')),
    /^ok mail: .* answers \(EHLO, STARTTLS, AUTH\)\. No mail was sent\.$/,
  );
  assert.match(await at(url('')), /^ok mail: .* answers \(EHLO, STARTTLS\)\. No mail was sent\.$/);
  assert.match(await at(url('ada:wrong@')), /^fault mail: .* can’t be used: .* → Correct MUSEUM_SMTP_URL/);
  assert.match(
    await at(url('ada:secret@', '?requireTLS=true')),
    /^fault mail: .* can’t be used: unable to verify the first certificate/,
  );
  assert.match(
    await at(`smtp://127.0.0.1:${await freePort()}`),
    /^fault mail: .* can’t be used: .*ECONNREFUSED/,
  );
  const plain = await startMailServer(t);
  assert.match(await at(plain.url), /^ok mail: .* answers \(EHLO, no encryption\)\./); // on this machine
  assert.deepEqual([server.offered(), plain.offered()], [0, 0]);
});

test('a payment provider tells whether it takes the key, and the key whether money is taken', async () => {
  const fakes = await openFakeProviders({ clock: manualClock(), pageOf: () => '' });
  const shop = { MUSEUM_SHOP: 'on', MUSEUM_PUBLIC_URL: 'https://tickets.example.org' };
  const keys = {
    MUSEUM_PAYMENTS: 'stripe,mollie',
    MUSEUM_STRIPE_KEY: 'sk_test_1',
    MUSEUM_MOLLIE_KEY: 'test_1',
  };
  const found = async (env: Environment, fetch: Fetch = fakes.fetch) =>
    linesOf([await paymentFindings(readConfig({ MUSEUM_TIME_ZONE: 'UTC', ...env }), fetch)].flat());
  assert.match(await found(shop), /^ok payments: No payment provider is set/);
  const lines = await found({ ...shop, ...keys });
  assert.match(lines, /^warning payments: Stripe takes the key, which is for tests: no money is taken\. → /m);
  assert.match(lines, /^warning payments: MUSEUM_STRIPE_WEBHOOK_SECRET is not set, .* → Set it /m);
  assert.match(lines, /^warning payments: Mollie takes the key, which is for tests/m);
  const live = { ...shop, ...keys, MUSEUM_STRIPE_KEY: 'rk_live_1', MUSEUM_STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  assert.match(await found(live), /^fault payments: Stripe answered 401: .* → Correct MUSEUM_STRIPE_KEY/m);
  fakes.mollie.isAway = true;
  assert.match(
    await found(live),
    /^fault payments: Mollie gave no answer: .* → Look whether this machine reaches/m,
  );
  const takesAll: Fetch = async () => Response.json({ data: [] });
  assert.match(
    await found(live, takesAll),
    /^fault payments: Mollie answered 200, but not with its list of payment methods\. → Look whether/m,
  );
  assert.equal(
    await found({ ...live, MUSEUM_PAYMENTS: 'stripe', MUSEUM_MOLLIE_KEY: '' }, takesAll),
    'ok payments: Stripe takes the key, which is live.',
  );
});
