/** What `npm pack` makes, installed by npm in an empty folder. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { relativeLinks } from '../fixtures/document-links.ts';
import { ADMIN, ROOT, start, startMuseum } from '../fixtures/process.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const DATA_HOME = process.platform === 'darwin' ? 'Library/Application Support' : '.local/share';
const NOWHERE_SET = { MUSEUM_DATA_DIR: undefined, XDG_DATA_HOME: undefined };
const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;

describe('the packed package', () => {
  let folder = '';
  let program = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'museum-package-'));
    await install(folder);
    program = join(folder, 'node_modules/.bin/museum');
  });
  after(() => rm(folder, { recursive: true }));

  /** A folder with the package and nothing else. */
  async function withoutDependencies(t: TestContext): Promise<string> {
    const alone = await temporaryFolder(t);
    await cp(join(folder, 'node_modules/museum'), join(alone, 'node_modules/museum'), { recursive: true });
    return alone;
  }

  test('holds what its users need and nothing of whoever packed it', async () => {
    const root = join(folder, 'node_modules/museum');
    const shipped = [
      ...[
        '.env.example',
        'CHANGELOG.md',
        'CONTRIBUTING.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'bin',
        'client',
        'deploy',
      ],
      ...['docs', 'languages', 'migrations', 'openapi.json', 'package.json', 'scripts', 'src'],
    ];
    assert.deepEqual(await readdir(root), shipped);
    assert.deepEqual(await readdir(join(root, 'scripts')), ['clients']);
  });

  test('holds all that its documents link to', async () => {
    const root = join(folder, 'node_modules/museum');
    const links = globSync('{*.md,docs/**/*.md}', { cwd: root }).flatMap((file) =>
      relativeLinks(readFileSync(join(root, file), 'utf8')).map((target) => ({ file, target })),
    );
    assert.ok(links.length > 100, 'they were found');
    const missing = links.filter(({ file, target }) => !existsSync(join(root, dirname(file), target)));
    assert.deepEqual(missing, []);
  });

  test('works where npm installs it, without a warning, and keeps its data in the user’s data folder', async (t) => {
    const [home, here] = [await temporaryFolder(t), await temporaryFolder(t)];
    const museum = await startMuseum(t, {
      program,
      dataDir: here,
      env: { ...NOWHERE_SET, PATH, HOME: home },
    });
    const headers = { authorization: museum.authorization, 'content-type': 'application/json' };
    const order = { ticketType: 'general', ticketDate: '2035-05-05', email: 'ada@example.com' };
    const sold = await fetch(`${museum.baseAddress}/tickets`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify(order),
    });
    assert.equal(sold.status, 201);
    for (const path of [sold.headers.get('location'), '/docs', '/docs/guides/gate', '/desk', '/gate'])
      assert.equal((await fetch(museum.address + path, { headers })).status, 200, `${path}`);
    const logo = await fetch(`${museum.baseAddress}/museum/logo?alt.en=Logo`, {
      ...{ method: 'PUT', headers: { ...headers, 'content-type': 'image/svg+xml' } },
      body: readFileSync(join(ROOT, 'fixtures/logo.svg')),
    });
    assert.equal(logo.status, 200);
    await museum.stop();
    assert.equal(museum.stderr(), '');
    assert.deepEqual(await readdir(here), []);
    const data = join(home, DATA_HOME, 'museum');
    assert.deepEqual(await readdir(data), ['museum.db']);
    assert.match(museum.said(), new RegExp(`^This is a new museum\\. Its data is in ${data}\\.`, 'm'));
  });

  test('does not pass over a museum where it is started in silence', async (t) => {
    const [home, here] = [await temporaryFolder(t), await temporaryFolder(t)];
    await mkdir(join(here, 'data'));
    await writeFile(join(here, 'data', 'museum.db'), '');
    const museum = await startMuseum(t, {
      program,
      dataDir: here,
      env: { ...NOWHERE_SET, PATH, HOME: home },
    });
    await museum.says(
      /^There is another museum in \S+\/data\. To open that one, set MUSEUM_DATA_DIR=\.\/data\.$/m,
    );
    const there = await startMuseum(t, { program, dataDir: here, env: { PATH, MUSEUM_DATA_DIR: './data' } });
    assert.doesNotMatch(there.stdout(), /There is another/);
  });

  test('has a client that a program of the machine’s own Node uses, installed or copied, without any dependency', async (t) => {
    const alone = await withoutDependencies(t);
    await writeFile(join(alone, 'package.json'), '{ "type": "commonjs" }');
    await cp(join(alone, 'node_modules/museum/client'), join(alone, 'client'), { recursive: true });
    const museum = await startMuseum(t);
    const options = JSON.stringify({ baseUrl: museum.baseAddress, ...ADMIN });
    for (const client of ['museum/client', './client/index.js']) {
      const program = `
        import { MuseumClient } from '${client}';
        const [day] = await new MuseumClient(${options}).getMuseumHours();
        console.log(day.date);`;
      await writeFile(join(alone, 'shop.mjs'), program);
      const shop = start(t, 'node', ['shop.mjs'], { cwd: alone, env: { PATH: machinesPath() } });
      assert.equal((await shop.exit).code, 0, shop.stderr());
      assert.match(shop.stdout(), /^\d{4}-\d\d-\d\d\n$/);
      assert.equal(shop.stderr(), '');
    }
  });

  test('has types that programs of any kind compile with', async (t) => {
    const alone = await withoutDependencies(t);
    await copyFile(join(ROOT, 'test/client/types.ts'), join(alone, 'program.mts'));
    for (const settings of [
      ['--module', 'nodenext', '--lib', 'es2022,dom'],
      ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom'],
      ['--module', 'nodenext', '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')],
    ]) {
      const types = settings.includes('--types') ? [] : ['--types', ''];
      const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
      const compiler = start(
        t,
        join(ROOT, 'node_modules/.bin/tsc'),
        [...strict, ...types, ...settings, 'program.mts'],
        {
          cwd: alone,
        },
      );
      assert.equal((await compiler.exit).code, 0, compiler.stdout());
    }
  });
});

/**
 * Has npm install the package in an empty folder. Its dependencies are there already, copied from this checkout, so that
 * npm need not ask for them; those whose links in .bin are missing it would fetch all the same. Of what is optional, the parts of
 * sharp for this machine are copied afterwards, and a Node of its own is left out, which is large, and the same as the one that runs
 * this.
 */
async function install(folder: string): Promise<void> {
  await npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const [archive = ''] = await readdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  for (const path of ['node_modules/.bin', ...dependencies()])
    await cp(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  const options = ['--offline', '--omit=optional', '--ignore-scripts', '--no-package-lock'];
  await npm(folder, 'install', ...options, join(folder, archive));
  for (const path of globSync('node_modules/@img/sharp-*', { cwd: ROOT }))
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
}

/** The folders of what the service needs, without the packages inside of others, which come along with them. */
function dependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => {
    const { dev, devOptional, optional } = packages[path];
    return /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional && !optional;
  });
}

/** Without what an npm that runs this tells its scripts: it would lead this one to the checkout. */
async function npm(cwd: string, ...args: string[]): Promise<void> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_TEST_CONTEXT$)/.test(name));
  const options = { cwd, env: Object.fromEntries(kept) };
  await promisify(execFile)('npm', [...args, '--silent', '--no-audit', '--no-fund'], options);
}

/** Where the machine has its programs: those of this checkout, such as its Node, come last. */
function machinesPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));
  return [...folders, dirname(process.execPath)].join(delimiter);
}
