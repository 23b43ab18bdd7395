import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parseEnv, promisify } from 'node:util';
import { readConfig, SETTINGS } from '../src/config.ts';
import { ROOT, startMuseum } from './support/process.ts';

const DOCUMENTS = [...globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })].sort();
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

test('operations.md describes every setting that is read, and no other', async () => {
  const described = (await read('docs/operations.md'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  assert.deepEqual(described.sort(), [...SETTINGS].sort());
});

test('.env.example names every setting once, with the default that it has', async () => {
  const lines = (await read('.env.example')).split('\n').filter((line) => /^#?\w+=/.test(line));
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('#')),
    [],
    'a copy changes nothing',
  );
  const example = parseEnv(lines.map((line) => line.slice(1)).join('\n'));
  assert.deepEqual(lines.map((line) => line.slice(1).split('=')[0]).sort(), [...SETTINGS].sort());
  assert.deepEqual(readConfig(example), readConfig({}));
  const defaults = (await read('docs/operations.md')).matchAll(/^\| `([A-Z_]+)` \| `([^`]+)`/gm);
  for (const [, name = '', value] of defaults) assert.equal(example[name], value, name);
});

test('no document links to a file that is not there, nor names one', async () => {
  let [links, names] = [0, 0];
  for (const file of DOCUMENTS) {
    const text = await read(file);
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue;
      links++;
      assert.ok(existsSync(join(ROOT, dirname(file), target)), `${file} links to ${target}`);
    }
    if (file === 'CHANGELOG.md') continue; // tells of what was
    for (const [, target = ''] of text.matchAll(
      /`((?:src|test|docs|scripts|migrations|deploy)\/[\w./-]+)`/g,
    )) {
      names++;
      assert.ok(existsSync(join(ROOT, target)), `${file} names ${target}`);
    }
  }
  assert.ok(links > 20, 'links were found');
  assert.ok(names > 20, 'names were found');
});

test('no document names a function that there is not', async () => {
  const files = globSync(['{src,test,bench}/**/*.ts', 'migrations/*.sql'], { cwd: ROOT });
  const code = new Set(files.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(/\w+/g) ?? []));
  let names = 0;
  for (const file of DOCUMENTS.filter((each) => each !== 'CHANGELOG.md')) {
    for (const [, name = ''] of (await read(file)).matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)) {
      if (/^[a-z]+X$/.test(name)) continue; // `findX` stands for all of them
      names++;
      assert.ok(code.has(name), `${file} names ${name}`);
    }
  }
  assert.ok(names > 3, 'names were found');
});

test('architecture.md has every folder of the source on its map, and no other', async () => {
  const [, map = ''] = /^src\/\n([\s\S]*?)^\S/m.exec(await read('docs/architecture.md')) ?? [];
  const drawn = [...map.matchAll(/^ {2}(\w[\w./-]*) /gm)].map(([, name = '']) => name);
  const there = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'doors') return readdirSync(join(ROOT, 'src/doors')).map((door) => `doors/${door}/`);
    if (entry.name.endsWith('.test.ts')) return [];
    return entry.isDirectory() ? `${entry.name}/` : entry.name;
  });
  assert.deepEqual(drawn.sort(), there.sort());
});

test('the walks in architecture.md name files that exist and hold the names given', async () => {
  const plan = await read('docs/architecture.md');
  const named = [...plan.matchAll(/`(src\/[\w./-]+\.ts)`:? \(?`(\w+)`/g)];
  assert.ok(named.length >= 10, 'they were found');
  for (const [, file = '', name = ''] of named) {
    assert.match(await read(file), new RegExp(`\\b${name}\\b`), `${file} holds ${name}`);
  }
});

test('the documents name only npm scripts and commands that there are', async () => {
  const { scripts } = JSON.parse(await read('package.json'));
  const text = (await Promise.all(DOCUMENTS.map(read))).join('\n');
  const named = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
  const [npmRuns, commands] = [named(/npm run (\w+)/g), named(/bin\/museum (\w+)/g)];
  for (const name of npmRuns) assert.ok(name in scripts, `npm run ${name}`);
  for (const name of commands) assert.ok(existsSync(join(ROOT, 'src/cli', `${name}.ts`)), `museum ${name}`);
  assert.ok(npmRuns.has('check') && commands.has('accounts'), 'they were found');
});

test('what the README sells is sold as printed', async (t) => {
  const [script = ''] = /museum=http[\s\S]*?(?=```)/.exec(await read('README.md')) ?? [];
  const museum = await startMuseum(t, { env: { MUSEUM_ADMIN_PASSWORD: 'correct-horse-battery' } });
  const folder = await mkdtemp(join(tmpdir(), 'museum-readme-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const printed = script.replaceAll('http://127.0.0.1:8080', museum.address);
  // Whoever pastes it a second time sells once more.
  for (const time of ['first', 'second']) {
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', printed], { cwd: folder });
    assert.match(stdout, /"price":20/, time);
    assert.match(stdout, /Museum general entry ticket purchased/, time);
    assert.doesNotMatch(stdout, /problems/, time);
  }
  const image = await readFile(join(folder, 'ticket.png'));
  assert.equal(image.subarray(1, 4).toString(), 'PNG');
});
