import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parseEnv, promisify } from 'node:util';
import { type Called, everyCommand } from '../fixtures/command-line.ts';
import { relativeLinks } from '../fixtures/document-links.ts';
import { ROOT, startMuseum } from '../fixtures/process.ts';
import { readConfig, SETTINGS } from '../src/app/config.ts';
import { COMMANDS } from '../src/cli/program.ts';
import { scopeOf } from '../src/core/permissions.ts';
import { PERMISSIONS, type Permission, ROLES } from '../src/core/roles.ts';
import { settingsOf } from '../src/settings/index.ts';
import { placeOf } from '../src/web/open/markdown.ts';

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
  const [{ fixed, ...rest }, { fixed: none, ...usual }] = [readConfig(example), readConfig({})];
  assert.deepEqual(rest, usual);
  assert.deepEqual(settingsOf(fixed, {}), settingsOf(none, {}));
  const defaults = (await read('docs/operations.md')).matchAll(/^\| `([A-Z_]+)` \| `([^`]+)`/gm);
  for (const [, name = '', value] of defaults) assert.equal(example[name], value, name);
});

test('operations.md says of each role what it may do, and nothing else', async () => {
  const [, heads = '', rows = ''] =
    /^### Roles\n[\s\S]*?\n\|([^\n]*)\|\n\|[-|]+\n((?:\|.*\n)+)/m.exec(await read('docs/operations.md')) ??
    [];
  const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim());
  assert.deepEqual(cellsOf(heads), ['permission', ...ROLES]);
  const told = { all: 'yes', own: 'its own sales', none: '' };
  const may = Object.entries(PERMISSIONS).map(([permission, work]) => [
    work,
    ...ROLES.map((role) => told[scopeOf(role, permission as Permission) ?? 'none']),
  ]);
  const described = rows
    .trimEnd()
    .split('\n')
    .map((row) => cellsOf(row).slice(1, -1));
  assert.deepEqual(described, may);
});

test('operations.md lists every command as it is called, in the order of the help, and no other', async () => {
  const described = [...(await read('docs/operations.md')).matchAll(/^\| `(museum .*)` \| (.*) \|$/gm)];
  assert.deepEqual(
    described.map(([, usage, summary]) => [usage, summary]),
    (await everyCommand()).map(({ usage, summary }) => [usage, summary]),
  );
});

test('what the documents call exists: each command with its options and so many words', async () => {
  const commands = await everyCommand();
  let calls = 0;
  for (const file of DOCUMENTS) {
    for (const [, call = ''] of (await read(file)).matchAll(
      /^(?:\S+=\S+ )*(?:\S*\/)?bin\/museum (?!-)(.*)$/gm,
    )) {
      calls++;
      const words = call.replace(/ +[#<>|].*$/, '').match(/"[^"]*"|\S+/g) ?? [];
      const called = commands.find(({ name }) => words.join(' ').concat(' ').startsWith(`${name} `));
      assert.ok(called !== undefined, `${file} calls museum ${call}`);
      assert.deepEqual(faultsOf(called, words.slice(called.name.split(' ').length)), [], `${file}: ${call}`);
    }
  }
  assert.ok(calls > 30, 'calls were found');
});

test('a call that no command takes is noticed', async () => {
  const commands = await everyCommand();
  for (const [name, words, fault] of [
    ['keys list', ['--jsn'], '--jsn is no option'],
    ['keys rotate', ['now'], 'now is too many'],
    ['accounts add', ['desk'], '--role is missing'],
    ['backup', ['--force'], 'a word is missing'],
  ] as const)
    assert.deepEqual(faultsOf(commands.find((each) => each.name === name) as Called, words), [fault]);
});

/** What the command would say of being called with those words, but for what is in them. */
function faultsOf({ command }: Called, words: readonly string[]): string[] {
  const faults: string[] = [];
  const operands: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    const option = command.options.find(({ long }) => long === word);
    if (/^--/.test(word) && option === undefined) faults.push(`${word} is no option`);
    else if (option === undefined) operands.push(word);
    else if (option.required) index += 1;
  }
  const takes = command.registeredArguments;
  if (operands.length > takes.length) faults.push(`${operands.at(-1)} is too many`);
  if (operands.length < takes.filter(({ required }) => required).length) faults.push('a word is missing');
  for (const { mandatory, long } of command.options)
    if (mandatory && !words.includes(`${long}`)) faults.push(`${long} is missing`);
  return faults;
}

test('after a restore the guides start the service, which brings it up to date, and then recount', async () => {
  const restores = [
    /^museum restore --force /m,
    /^docker compose run --rm backup restore /m,
    /^pg_restore /m,
  ];
  const guides = (await read('docs/deploy.md')) + (await read('docs/operations.md'));
  const blocks = [...guides.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  for (const restore of restores) {
    const found = blocks.filter((block) => restore.test(block));
    assert.equal(found.length, 1, `${restore}`);
    assert.match(found[0] ?? '', /restore [\s\S]* start museum[\s\S]*\bmuseum check$/m);
  }
});

test('no document links to a file that is not there, nor names one', async () => {
  let [links, names] = [0, 0];
  for (const file of DOCUMENTS) {
    const text = await read(file);
    for (const target of relativeLinks(text)) {
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

test('security.md has each requirement once and in order, and for each that is met a file that shows it', async () => {
  const rows = [
    ...(await read('docs/security.md')).matchAll(/^\| v(5\.0\.0-\d+\.\d+\.\d+) \|(.*)\|(.*)\|(.*)\|$/gm),
  ];
  assert.ok(rows.length > 100, 'they were found');
  const numbers = rows.map(([, number = '']) => number);
  const inOrder = [...new Set(numbers)].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  assert.deepEqual(numbers, inOrder);
  for (const [, number, met = '', how = '', files = ''] of rows) {
    assert.ok(['yes', 'partly', 'no', 'deployment'].includes(met.trim()), `${number}: ${met}`);
    assert.notEqual(how.trim(), '', number);
    const named = [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    assert.equal(named.length === 0, met.trim() === 'no', `${number} names ${named}`);
    for (const file of named) assert.ok(existsSync(join(ROOT, file)), `${number} names ${file}`);
  }
});

test('only the command line starts a program, and what makes pictures smaller, as security.md says', () => {
  const sources = globSync('src/**/*.{ts,js}', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|^src\/cli\/|^src\/pictures\/picture-renderer\.ts$/.test(file),
  );
  assert.ok(sources.length > 100, 'they were found');
  for (const file of sources)
    assert.doesNotMatch(readFileSync(join(ROOT, file), 'utf8'), /child_process/, file);
});

test('no document links to a place that is not in the document that it names', async () => {
  let places = 0;
  for (const file of DOCUMENTS) {
    for (const [, target = '', place = ''] of (await read(file)).matchAll(/\]\(([^)#:\s]*)#([^)]+)\)/g)) {
      places++;
      const headings =
        (await read(target === '' ? file : join(dirname(file), target))).match(/^#+ .*/gm) ?? [];
      assert.ok(headings.map(placeOf).includes(place), `${file} links to ${target}#${place}`);
    }
  }
  assert.ok(places > 20, 'places were found');
});

test('no document names a function that there is not', async () => {
  const files = globSync(['{src,test,fixtures,bench}/**/*.ts', 'migrations/*.sql'], { cwd: ROOT });
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
    if (entry.name === 'web') return readdirSync(join(ROOT, 'src/web')).map((name) => `web/${name}/`);
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
  const npmRuns = named(/npm run (\w+)/g);
  const commands = named(/(?:bin\/|`)museum ([a-z]+)\b(?! code\b)/g);
  for (const name of npmRuns) assert.ok(name in scripts, `npm run ${name}`);
  for (const name of commands) assert.ok(Object.hasOwn(COMMANDS, name) || name === 'help', `museum ${name}`);
  assert.ok(npmRuns.has('check') && commands.has('accounts'), 'they were found');
});

test('the version is the same wherever it stands, and the newest in the changelog', async () => {
  const json = async (file: string) => JSON.parse(await read(file));
  const { version } = await json('package.json');
  const lock = await json('package-lock.json');
  const { examples } = (await json('openapi.json')).paths['/museum'].get.responses[200].content[
    'application/json'
  ];
  const found = {
    'package-lock.json': [lock.version, lock.packages[''].version],
    'client/package.json': [(await json('client/package.json')).version],
    'openapi.json': [
      (await json('openapi.json')).info['x-service-version'],
      ...Object.values<{ value: { version: string } }>(examples).map(({ value }) => value.version),
    ],
    'CHANGELOG.md': /^## (\S+) /m.exec(await read('CHANGELOG.md'))?.slice(1) ?? [],
  };
  for (const [file, versions] of Object.entries(found))
    assert.deepEqual([...new Set(versions)], [version], file);
  for (const file of DOCUMENTS)
    for (const [name, named] of (await read(file)).matchAll(/\bmuseum(?:-client)?[-_](\d+\.\d+\.\d+)\b/g))
      assert.equal(named, version, `${file} names ${name}`);
});

test('the client’s own package has the licence of the whole', async () => {
  assert.equal(await read('client/LICENSE'), await read('LICENSE'));
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
    assert.match(stdout, /"verdict":"admitted"[\s\S]*"reason":"already-admitted"/, time);
    assert.doesNotMatch(stdout, /problems/, time);
  }
  const image = await readFile(join(folder, 'ticket.png'));
  assert.equal(image.subarray(1, 4).toString(), 'PNG');
});
