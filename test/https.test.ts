import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get, request } from 'node:https';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { selfSigned } from '../fixtures/certificate.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { until } from '../fixtures/until.ts';
import { createApp } from '../src/app/app.ts';
import { readConfig } from '../src/app/config.ts';
import { readTls, watchTls } from '../src/app/tls.ts';

/** The files of a certificate, which the test replaces. */
async function certificateFiles(t: TestContext) {
  const folder = await temporaryFolder(t);
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  return {
    folder,
    files,
    async put({ cert, key }: { readonly cert?: string; readonly key?: string }) {
      if (cert !== undefined) await writeFile(files.cert, cert);
      if (key !== undefined) await writeFile(files.key, key);
    },
  };
}

/** A museum that speaks https with the certificate in the files. */
async function openWith(t: TestContext, { folder, files }: Awaited<ReturnType<typeof certificateFiles>>) {
  const config = readConfig({
    PORT: '0',
    MUSEUM_TIME_ZONE: 'Europe/Berlin',
    MUSEUM_DATA_DIR: folder,
    MUSEUM_TLS_CERT: files.cert,
    MUSEUM_TLS_KEY: files.key,
    MUSEUM_ADMIN_USERNAME: 'admin',
    MUSEUM_ADMIN_PASSWORD: 'correct horse',
  });
  const app = await createApp(config, { log: pino({ level: 'silent' }) });
  t.after(() => app.close());
  return { app, address: await app.listen() };
}

/** The name in the certificate of a new connection. */
async function nameAt(address: string): Promise<string | undefined> {
  const { port, hostname } = new URL(address);
  const socket: TLSSocket = connect({ port: Number(port), host: hostname, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return `${subject.CN}`;
}

describe('https', () => {
  test('is spoken by the service itself, whose session cookie is Secure, until its requests are answered', async (t) => {
    const certificate = await certificateFiles(t);
    await certificate.put(selfSigned('tickets.museum.example'));
    const { app, address } = await openWith(t, certificate);
    assert.match(address, /^https:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(await nameAt(address), 'tickets.museum.example');
    const [health] = await once(
      get(`${address}/healthz`, { rejectUnauthorized: false, agent: false }),
      'response',
    );
    assert.equal(health.statusCode, 200);
    health.resume();
    const body = new URLSearchParams({ username: 'admin', password: 'correct horse' }).toString();
    const options = {
      ...{ method: 'POST', rejectUnauthorized: false, agent: false },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length },
    };
    // It is on its way when the service is told to stop.
    const asked = request(`${address}/sign-in`, options);
    asked.flushHeaders();
    await until(async () => (await connections(app)) > 0);
    const closed = app.close();
    asked.end(body);
    const [answer] = await once(asked, 'response');
    answer.resume();
    await closed;
    assert.ok([303, 503].includes(answer.statusCode), `${answer.statusCode}`);
    if (answer.statusCode === 303) assert.match(`${answer.headers['set-cookie']}`, /; Secure$/);
  });

  test('gets a renewed certificate without a restart, and keeps the old one until the new pair is whole', async (t) => {
    const certificate = await certificateFiles(t);
    const [old, renewed] = [selfSigned('old.example'), selfSigned('renewed.example')];
    await certificate.put(old);
    const { app, address } = await openWith(t, certificate);
    const log: { level: number; msg: string; reason?: string }[] = [];
    const lines = pino({ level: 'info' }, { write: (line: string) => void log.push(JSON.parse(line)) });
    const server = app.fastify.server as never;
    t.after(watchTls(server, certificate.files, await readTls(certificate.files), lines, 5));
    for (const broken of [{ cert: renewed.cert }, { cert: '' }]) {
      const before = log.length;
      await certificate.put(broken);
      await until(async () => log.length > before);
      assert.match(
        log.at(-1)?.msg ?? '',
        /^The renewed certificate can’t be used; the old one stays in use\.$/,
      );
      assert.match(log.at(-1)?.reason ?? '', /^MUSEUM_TLS_(KEY|CERT)/);
      assert.equal(await nameAt(address), 'old.example');
    }
    await certificate.put(renewed);
    await until(async () => log.at(-1)?.level === 30);
    assert.equal(await nameAt(address), 'renewed.example');
    assert.ok(!JSON.stringify(log).includes('PRIVATE KEY'));
  });

  test('is refused with one line when a file is missing, wrong, or not for the other', async (t) => {
    const { files, put } = await certificateFiles(t);
    const one = selfSigned('one.example');
    const refused = (why: RegExp) => assert.rejects(readTls(files), { name: 'ConfigError', message: why });
    await refused(/^MUSEUM_TLS_CERT: .+ can’t be read \(ENOENT\)/);
    await put({ cert: one.cert });
    await refused(/^MUSEUM_TLS_KEY: .+ can’t be read \(ENOENT\)/);
    await put({ key: 'nonsense' });
    await refused(/^MUSEUM_TLS_KEY: .+ is not a private key without a passphrase/);
    await put({ key: selfSigned('other.example').key });
    await refused(/^MUSEUM_TLS_KEY: .+ is not the key of the certificate in /);
    await put({ cert: '', key: one.key });
    await refused(/^MUSEUM_TLS_CERT: .+ is not a certificate/);
    await put({ cert: one.key });
    await refused(/^MUSEUM_TLS_CERT: .+ is not a certificate/);
    await put(one);
    assert.deepEqual(await readTls(files), one);
    assert.throws(() => readConfig({ MUSEUM_TLS_CERT: files.cert }), /MUSEUM_TLS_KEY.+Set both or neither/);
  });
});

function connections({ fastify }: Awaited<ReturnType<typeof createApp>>): Promise<number> {
  return new Promise((resolve, reject) =>
    fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
