import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { selfSigned } from '../../fixtures/certificate.ts';
import { linesOf, runCheck } from '../../fixtures/doctor.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { NETWORK_CHECKS } from '../cli/doctor/network.ts';
import type { Environment } from './config.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => Date.now() + days * DAY_MS + 60_000;

const seen = async (env: Environment) => linesOf(await runCheck(NETWORK_CHECKS, 'certificates', env));

async function listening(t: TestContext, server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** What speaks of PostgreSQL as much as is needed for TLS. */
function databaseServer({ cert, key }: ReturnType<typeof selfSigned>): Server {
  return createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (asked) => {
      assert.equal(asked.toString('hex'), '0000000804d2162f');
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => {});
    });
  });
}

test('the museum’s own certificate and its chain are ok, expire soon, or have expired', async (t) => {
  const folder = await temporaryFolder(t);
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const look = async (...days: number[]) => {
    const chain = days.map((each) => selfSigned(`in-${each}.example`, inDays(each)));
    await writeFile(cert, chain.map((each) => each.cert).join(''));
    await writeFile(key, chain[0]?.key ?? '');
    return seen({ MUSEUM_TLS_CERT: cert, MUSEUM_TLS_KEY: key });
  };
  assert.match(
    await look(22, 20),
    /^ok certificates: in-22\.example, at .*cert\.pem, expires in 22 days, on .*Z\.\nwarning certificates: in-20\.example, .* expires in 20 days, .* → Renew it, .* MUSEUM_TLS_CERT /,
  );
  assert.match(
    await look(-3),
    /^fault certificates: in--3\.example, at .*, expired 2 days ago, on .* → Renew/,
  );
});

test('the certificates of the mail server are seen, with TLS from the start and with STARTTLS, valid or not', async (t) => {
  const { cert, key } = selfSigned('mail.example', inDays(-3));
  for (const isImplicit of [true, false]) {
    const tls = { cert: Buffer.from(cert), key: Buffer.from(key), isImplicit };
    const server = await startMailServer(t, { tls, password: 'needed for mails' });
    const env = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'museum@example.org' };
    assert.match(
      await seen(env),
      /^fault certificates: mail\.example, at 127\.0\.0\.1:\d+, expired 2 days ago, .* → Ask /,
    );
  }
});

test('the certificates of PostgreSQL are seen, and those in the files that its address names', async (t) => {
  const folder = await temporaryFolder(t);
  const [root, old] = [selfSigned('root.example', inDays(5)), selfSigned('old-root.example', inDays(-900))];
  await writeFile(join(folder, 'roots.pem'), root.cert + old.cert);
  const port = await listening(t, databaseServer(selfSigned('db.example', inDays(2.5))));
  const address = `postgres://museum@127.0.0.1:${port}/museum?sslmode=verify-full&sslrootcert=${folder}/roots.pem`;
  const lines = (await seen({ MUSEUM_DATABASE_URL: address })).split('\n');
  assert.equal(lines.length, 2);
  assert.match(
    `${lines[0]}`,
    /^warning certificates: db\.example, at 127\.0\.0\.1:\d+, expires in 2 days, .* → /,
  );
  assert.match(`${lines[1]}`, /^warning certificates: root\.example, at sslrootcert, expires in 5 days, /);
});

test('the certificate of MUSEUM_PUBLIC_URL is seen', async (t) => {
  const server = createTlsServer(selfSigned('tickets.example', inDays(1)));
  const port = await listening(t, server);
  assert.match(
    await seen({ MUSEUM_PUBLIC_URL: `https://127.0.0.1:${port}` }),
    /^warning certificates: tickets\.example, at https:\/\/127\.0\.0\.1:\d+, expires in 24 hours, .* → .*proxy/,
  );
});

test('what is away, or speaks no TLS, has no certificate', async (t) => {
  const plain = await startMailServer(t);
  const env = {
    MUSEUM_SMTP_URL: plain.url,
    MUSEUM_MAIL_FROM: 'museum@example.org',
    MUSEUM_DATABASE_URL: `postgres://museum@127.0.0.1:${await freePort()}/museum`,
    MUSEUM_PUBLIC_URL: `https://127.0.0.1:${await freePort()}`,
  };
  const none = 'ok certificates: None was seen: nothing here speaks TLS.';
  assert.equal(await seen(env), none);
  const roots = join(await temporaryFolder(t), 'roots.pem');
  await writeFile(roots, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  const broken = `${env.MUSEUM_DATABASE_URL}?sslmode=verify-ca&sslrootcert=${roots}`;
  assert.equal(await seen({ MUSEUM_DATABASE_URL: broken }), none);
});
