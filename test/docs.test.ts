import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { SETTINGS } from '../src/config.ts';
import { ROOT, startMuseum } from './support/process.ts';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/domain.md',
  'docs/operations.md',
];
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

test('operations.md describes every setting that is read, and no other', async () => {
  const described = (await read('docs/operations.md'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  assert.deepEqual(described.sort(), [...SETTINGS].sort());
});

test('no document links to a file that is not there', async () => {
  for (const file of DOCUMENTS) {
    for (const [, target = ''] of (await read(file)).matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue;
      assert.ok(existsSync(join(ROOT, dirname(file), target)), `${file} links to ${target}`);
    }
  }
});

test('the README names only npm scripts and commands that there are', async () => {
  const { scripts } = JSON.parse(await read('package.json'));
  const readme = await read('README.md');
  for (const [, name = ''] of readme.matchAll(/npm run (\w+)/g))
    assert.ok(name in scripts, `npm run ${name}`);
  for (const [, name = ''] of readme.matchAll(/bin\/museum (\w+)/g)) {
    assert.ok(existsSync(join(ROOT, 'src/cli', `${name}.ts`)), `museum ${name}`);
  }
});

test('what the README sells is sold as printed', async (t) => {
  const [script = ''] = /museum=http[\s\S]*?(?=```)/.exec(await read('README.md')) ?? [];
  const museum = await startMuseum(t, { env: { MUSEUM_ADMIN_PASSWORD: 'correct-horse-battery' } });
  const folder = await mkdtemp(join(tmpdir(), 'museum-readme-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const printed = script
    .replaceAll('http://127.0.0.1:8080', museum.address)
    .replaceAll('curl -s', 'curl -sf');
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', printed], { cwd: folder });
  assert.match(stdout, /"price":20/);
  assert.match(stdout, /Museum general entry ticket purchased/);
  const image = await readFile(join(folder, 'ticket.png'));
  assert.equal(image.subarray(1, 4).toString(), 'PNG');
});
