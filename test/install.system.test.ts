import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { ROOT, type RunningProcess, start } from '../fixtures/process.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

interface LockEntry {
  readonly version: string;
  readonly integrity: string;
  readonly dev?: true;
  readonly optional?: true;
}
type Packages = Readonly<Record<string, LockEntry>>;

const entry = (name: string): LockEntry => ({ version: '1.0.0', integrity: `sha512-${name}` });
const WANTED: Packages = {
  'node_modules/a': entry('a'),
  'node_modules/@scope/b': entry('b'),
  'node_modules/tool': { ...entry('tool'), dev: true },
  'node_modules/for-another-system': { ...entry('other'), optional: true },
};

/**
 * What npm does when it is asked: notes how, waits as long as there is a file `npm-waits`, and ends with the code in
 * the file `npm-ends-with`.
 */
const NPM = `
  const { appendFileSync, existsSync, readFileSync } = require('node:fs');
  appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
  const end = () => process.exit(existsSync('npm-ends-with') ? Number(readFileSync('npm-ends-with', 'utf8')) : 0);
  setInterval(() => existsSync('npm-waits') || end(), 10);
`;

/** A checkout that wants four packages and has none, with an npm that only notes how it is called. */
async function checkout(t: TestContext) {
  const folder = await temporaryFolder(t);
  const write = async (file: string, text: string) => {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  await mkdir(join(folder, 'scripts'));
  await copyFile(join(ROOT, 'scripts/install.mjs'), join(folder, 'scripts/install.mjs'));
  await write('package-lock.json', JSON.stringify({ packages: { '': {}, ...WANTED } }));
  await write('npm-cli.js', NPM);
  await write('package.json', '{ "type": "commonjs" }');
  const begin = (...args: string[]) => {
    const env = { npm_execpath: join(folder, 'npm-cli.js'), npm_node_execpath: process.execPath };
    return start(t, process.execPath, [join(folder, 'scripts/install.mjs'), ...args], { env });
  };
  return {
    folder,
    write,
    async installed(packages: Packages) {
      await write('node_modules/.package-lock.json', JSON.stringify({ packages }));
      for (const path of Object.keys(packages)) await write(`${path}/package.json`, '{}');
    },
    begin,
    /** How npm was called; empty when it was not. */
    async run(...args: string[]) {
      const script = begin(...args);
      const { code } = await script.exit;
      const calls = join(folder, 'npm-calls');
      const npm = existsSync(calls) ? (await readFile(calls, 'utf8')).trim() : '';
      await rm(calls, { force: true });
      return { code, npm, stdout: script.stdout(), stderr: script.stderr() };
    },
  };
}

/** Resolves once the process has written that to standard error; rejects when it ends before. */
function complains({ child, exit, stderr }: RunningProcess, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    exit.then(() => reject(new Error(`It ended without ${pattern}: ${stderr()}`)));
    const look = () => pattern.test(stderr()) && resolve();
    child.stderr?.on('data', look);
    look();
  });
}

const { 'node_modules/for-another-system': _, ...DEVELOPING } = WANTED;
const { 'node_modules/tool': __, ...RUNNING } = DEVELOPING;

describe('before npm start', () => {
  test('a checkout with nothing installed gets what running needs, and says so', async (t) => {
    const { run } = await checkout(t);
    const { code, npm, stdout, stderr } = await run();
    assert.match(npm, /^ci --omit=dev --loglevel=error/);
    assert.match(stderr, /^museum: installing packages/);
    assert.deepEqual([code, stdout], [0, '']);
  });

  test('nothing happens when everything is there', async (t) => {
    const { installed, run } = await checkout(t);
    for (const packages of [RUNNING, DEVELOPING]) {
      await installed(packages);
      assert.deepEqual(await run(), { code: 0, npm: '', stdout: '', stderr: '' });
    }
  });

  test('an install that is out of date, half finished or damaged is made anew', async (t) => {
    const { folder, write, installed, run } = await checkout(t);
    await installed({ ...RUNNING, 'node_modules/a': { ...entry('a'), version: '0.9.0' } });
    assert.match((await run()).npm, /^ci/);
    await installed({ ...RUNNING, 'node_modules/a': { ...entry('a'), integrity: 'sha512-x' } });
    assert.match((await run()).npm, /^ci/);
    await installed({ 'node_modules/a': entry('a') });
    assert.match((await run()).npm, /^ci/);
    await installed(RUNNING);
    await rm(join(folder, 'node_modules/@scope/b'), { recursive: true });
    assert.match((await run()).npm, /^ci/);
    await write('node_modules/.package-lock.json', '{"packages":');
    assert.match((await run()).npm, /^ci/);
  });

  test('whoever has the tools for development keeps them', async (t) => {
    const { installed, run } = await checkout(t);
    await installed({ ...DEVELOPING, 'node_modules/a': { ...entry('a'), version: '0.9.0' } });
    assert.match((await run()).npm, /^ci --include=dev/);
  });

  test('a failing install is one line after npm’s own, and nothing is started', async (t) => {
    const { write, run } = await checkout(t);
    await write('npm-ends-with', '7');
    const { code, stderr } = await run();
    assert.equal(code, 1);
    assert.match(stderr, /\nmuseum: the packages could not be installed: npm ci ended with code 7\.\n$/);
  });

  test('two at once take turns, and the second finds everything there', async (t) => {
    const { folder, write, installed, begin } = await checkout(t);
    await write('npm-waits', '');
    const first = begin();
    await complains(first, /installing packages/);
    const second = begin();
    await complains(second, /^museum: waiting for another command, which installs the packages /);
    await installed(RUNNING);
    await rm(join(folder, 'npm-waits'));
    for (const { exit } of [first, second]) assert.equal((await exit).code, 0);
    assert.equal((await readFile(join(folder, 'npm-calls'), 'utf8')).split('\n').length, 2);
    assert.equal(existsSync(join(folder, '.installing')), false);
  });

  test('one that was killed keeps nobody waiting', async (t) => {
    const { folder, write, begin, run } = await checkout(t);
    await write('npm-waits', '');
    const killed = begin();
    await complains(killed, /installing packages/);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    assert.equal(existsSync(join(folder, '.installing')), true);
    // Its npm may go on by itself, and holds its standard error until it ends.
    await rm(join(folder, 'npm-waits'));
    await killed.exit;
    const { code, npm } = await run();
    assert.equal(code, 0);
    assert.match(npm, /^ci /);
    assert.equal(existsSync(join(folder, '.installing')), false);
  });

  test('a Node among the packages that can’t run here makes way for the machine’s', async (t) => {
    const { folder, write, installed, run } = await checkout(t);
    await installed(RUNNING);
    const own = 'node_modules/.bin/node';
    await write(own, '#!/no/such/loader\n');
    await chmod(join(folder, own), 0o755);
    assert.equal((await run()).code, 0);
    assert.equal(existsSync(join(folder, own)), false);
  });
});

describe('before npm test', () => {
  test('the tools for development are wanted too', async (t) => {
    const { installed, run } = await checkout(t);
    await installed(RUNNING);
    assert.match((await run('--with-dev')).npm, /^ci --include=dev/);
    await installed(DEVELOPING);
    assert.deepEqual(await run('--with-dev'), { code: 0, npm: '', stdout: '', stderr: '' });
  });
});
