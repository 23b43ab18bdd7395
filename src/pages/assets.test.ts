import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { createServer } from '../http/server.ts';
import { problemAnswer } from '../web/api/problems.ts';
import { openAssets, routeAssets } from './assets.ts';

async function assetsOf(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const assets = openAssets([pathToFileURL(`${folder}/`)]);
  const fastify = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: 0,
    renderRefusal: problemAnswer,
  });
  routeAssets(fastify, [openAssets([]), assets]);
  return {
    ...assets,
    get: (url: string, headers: Record<string, string> = {}) => fastify.inject({ url, headers }),
  };
}

test('serves a file for a year at an address that changes with it', async (t) => {
  const one = await assetsOf(t, { 'gate.css': 'p { color: red }' });
  const other = await assetsOf(t, { 'gate.css': 'p { color: blue }' });
  const address = one.address('gate.css');
  assert.match(address, /^\/assets\/gate-[0-9a-f]{16}\.css$/);
  assert.notEqual(address, other.address('gate.css'));
  const answer = await one.get(address);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.body, 'p { color: red }');
  assert.equal(answer.headers['content-type'], 'text/css; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  const again = await one.get(address, { 'if-none-match': `${answer.headers.etag}` });
  assert.equal(again.statusCode, 304);
});

test('knows an address before any page has asked for it, as after a restart', async (t) => {
  const files = { 'gate.js': 'export {};' };
  const address = (await assetsOf(t, files)).address('gate.js');
  assert.equal((await (await assetsOf(t, files)).get(address)).statusCode, 200);
});

test('says 404 to what is not there, or not any more, and serves nothing but assets', async (t) => {
  const { get } = await assetsOf(t, { 'gate.css': 'p {}', 'secret.txt': 'secret' });
  const made = '0123456789abcdef';
  for (const file of [
    `gate-${made}.css`,
    'gate.css',
    `secret-${made}.txt`,
    'secret.txt',
    '..%2Fsecret.txt',
    '__proto__',
  ])
    assert.equal((await get(`/assets/${file}`)).statusCode, 404, file);
});

test('sends each client the smallest encoding that it accepts', async (t) => {
  const text = 'p { color: red }\n'.repeat(100);
  const { get, address } = await assetsOf(t, { 'gate.css': text });
  const ask = (accepted: string) => get(address('gate.css'), { 'accept-encoding': accepted });
  const [br, gzip, plain] = [
    await ask('gzip, deflate, br, zstd'),
    await ask('br;q=0, gzip'),
    await ask('identity'),
  ];
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), text);
  assert.equal(gunzipSync(gzip.rawPayload).toString(), text);
  assert.equal(plain.body, text);
  assert.deepEqual(
    [br, gzip, plain].map(({ headers }) => headers['content-encoding']),
    ['br', 'gzip', undefined],
  );
  assert.equal(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size, 3);
  assert.equal(br.headers.vary, 'Accept-Encoding');
});

test('scripts import each other, and their address changes with what they import', async (t) => {
  const gate = "import { read } from './code.js';\nimport '../other.js';";
  const one = await assetsOf(t, { 'gate.js': gate, 'code.js': 'export const read = 1;' });
  const { body } = await one.get(one.address('gate.js'));
  assert.equal(body, `import { read } from '${one.address('code.js')}';\nimport '../other.js';`);
  const other = await assetsOf(t, { 'gate.js': gate, 'code.js': 'export const read = 2;' });
  assert.notEqual(other.address('gate.js'), one.address('gate.js'));
});

test('a missing file is an error of the program', () => {
  assert.throws(() => openAssets([]).address('gate.css'), TypeError);
});
