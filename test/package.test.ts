/** What `npm pack` makes, installed by npm in an empty folder. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, startMuseum } from './support/process.ts';
import { temporaryFolder } from './support/temporary-store.ts';

const DATA_HOME = process.platform === 'darwin' ? 'Library/Application Support' : '.local/share';
const NOWHERE_SET = { MUSEUM_DATA_DIR: undefined, XDG_DATA_HOME: undefined };

describe('the packed package', () => {
  test('holds what its users need and nothing of whoever packed it', async (t) => {
    const { folder } = await install(t);
    const root = join(folder, 'node_modules/museum');
    const shipped = [
      ...['.env.example', 'LICENSE', 'README.md', 'bin', 'deploy', 'docs', 'migrations', 'openapi.json'],
      ...['package.json', 'src'],
    ];
    assert.deepEqual(await readdir(root), shipped);
    assert.deepEqual(await readdir(join(root, 'deploy')), ['Caddyfile', 'nginx.conf', 'systemd']);
  });

  test('works where npm installs it, without a warning, and keeps its data in the user’s data folder', async (t) => {
    const { folder, program } = await install(t);
    const before = await readdir(folder);
    const home = await temporaryFolder(t);
    const museum = await startMuseum(t, { program, dataDir: folder, env: { ...NOWHERE_SET, HOME: home } });
    const headers = { authorization: museum.authorization, 'content-type': 'application/json' };
    const order = { ticketType: 'general', ticketDate: '2035-05-05', email: 'ada@example.com' };
    const sold = await fetch(`${museum.baseAddress}/tickets`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify(order),
    });
    assert.equal(sold.status, 201);
    const picture = new URL(sold.headers.get('location') ?? '', museum.address);
    for (const address of [picture, `${museum.address}/docs`, `${museum.address}/docs/guides/gate`])
      assert.equal((await fetch(address, { headers })).status, 200, `${address}`);
    await museum.stop();
    assert.equal(museum.stderr(), '');
    assert.deepEqual(await readdir(folder), before);
    const data = join(home, DATA_HOME, 'museum');
    assert.deepEqual(await readdir(data), ['museum.db']);
    assert.match(museum.stdout(), new RegExp(`^This is a new museum: its data is in ${data}\\.`, 'm'));
  });

  test('does not pass over a museum where it is started in silence', async (t) => {
    const { folder, program } = await install(t);
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'museum.db'), '');
    const home = await temporaryFolder(t);
    const museum = await startMuseum(t, { program, dataDir: folder, env: { ...NOWHERE_SET, HOME: home } });
    await museum.says(/^There is another one in \S+\/data, which MUSEUM_DATA_DIR=\.\/data opens\.$/m);
    const there = await startMuseum(t, { program, dataDir: folder, env: { MUSEUM_DATA_DIR: './data' } });
    assert.doesNotMatch(there.stdout(), /There is another/);
  });
});

/** An empty folder in which npm has installed the package, with the dependencies of this checkout. */
async function install(t: TestContext): Promise<{ folder: string; program: string }> {
  const folder = await temporaryFolder(t);
  const archives = await temporaryFolder(t);
  await npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', archives);
  const [archive = ''] = await readdir(archives);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, overrides: ownDependencies() }),
  );
  await npm(folder, 'install', '--offline', '--ignore-scripts', '--no-package-lock', join(archives, archive));
  return { folder, program: join(folder, 'node_modules/.bin/museum') };
}

/** Each dependency as the folder in which it is installed, so that npm need not ask for it. */
function ownDependencies(): Record<string, string> {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const folders = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => [
    name,
    join(ROOT, 'node_modules', name),
  ]);
  return Object.fromEntries(
    folders.filter(([, path = '']) => existsSync(path)).map(([name, path]) => [name, `file:${path}`]),
  );
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  await promisify(execFile)('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd, env });
}
