import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { callMuseum, runMuseum } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { loadProgram } from './program.ts';

/** A line before the cursor, and every word that can be put there. */
type Case = readonly [line: readonly string[], offered: readonly string[]];

/** What each command of the program offers, told from the program itself. */
async function everyCase(): Promise<Case[]> {
  const program = await loadProgram();
  return casesOf(program, ['museum']);
}

function casesOf(command: Command, words: readonly string[]): Case[] {
  const long = [...command.options.map((option) => `${option.long}`), '--help'];
  const values = command.options.flatMap(({ long, argChoices }): Case[] =>
    argChoices === undefined ? [] : [[[...words, `${long}`, ''], argChoices]],
  );
  const names = command.commands.map((each) => each.name());
  const below: Case[] =
    names.length === 0 ? [] : [[[...words, ''], words.length > 1 ? names : [...names, 'help']]];
  return [
    [[...words, '--'], long],
    ...below,
    ...values,
    ...command.commands.flatMap((each) => casesOf(each, [...words, each.name()])),
  ];
}

const printed = async (shell: string) => (await callMuseum(['completion', shell])).stdout;

/** Runs a script in bash, and what comes after it. @returns the lines that it prints */
function inBash(script: string, calls: string, cwd?: string): string[] {
  const text = `${script}\n${calls}`;
  return execFileSync('bash', ['--noprofile', '--norc', '-eu', '-s'], {
    input: text,
    cwd,
    encoding: 'utf8',
  }).split('\n');
}

/** The words for an array of bash or zsh. */
const array = (words: readonly string[]) => `(${words.map((word) => `'${word}'`).join(' ')})`;
const sorted = (words: readonly string[]) => words.toSorted().join(' ');

test('in bash, the script offers what each command takes', async (t) => {
  const script = await printed('bash');
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'my backup.db'), '');
  const cases: Case[] = [
    ...(await everyCase()),
    [['museum', 'acc'], ['accounts']],
    [['museum', 'help', 'acc'], ['accounts']],
    [
      ['museum', 'completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['museum', 'doctor', ''],
      ['--timeout', '--json', '--help'],
    ],
    [['museum', 'accounts', 'add', 'desk', '--role', 'ca'], ['cashier']],
    [['museum', 'accounts', 'add', 'desk', '--role', '=', 'ca'], ['cashier']],
    [
      ['museum', 'accounts', 'add', 'desk', '--role', '='],
      ['admin', 'manager', 'cashier', 'partner', 'gate', 'viewer'],
    ],
    [['museum', 'audit', 'list', '--from', ''], []],
    [['museum', 'backup', 'my'], ['my backup.db']],
    [['museum', 'backup', '--keep', '3', 'my'], ['my backup.db']],
    [['museum', 'tickets', 'verify', 'X', '--jwks', 'my'], ['my backup.db']],
    [['museum', 'nothing', 'acc'], ['accounts']],
  ];
  const calls = cases.map(
    ([line]) =>
      `COMP_WORDS=${array(line)} COMP_CWORD=${line.length - 1}; _museum; (IFS='|'; echo "\${COMPREPLY[*]-}")`,
  );
  const offered = inBash(script, calls.join('\n'), folder);
  for (const [index, [line, expected]] of cases.entries())
    assert.equal(sorted((offered[index] ?? '').split('|')), sorted(expected), line.join(' '));
});

/**
 * What the script calls of zsh, in bash, which reads the same syntax: the words that are offered and match are printed
 * in one line.
 */
const ZSH = `
compdef() { :; }
compset() { :; }
_files() { echo FILES; }
_message() { echo; }
compadd() { shift; echo "$*"; }
_describe() {
  if [ "$1" = -o ]; then shift; fi
  eval 'local described=("\${'"$2"'[@]}")'
  local each names=''
  for each in "\${described[@]}"; do names="$names \${each%%:*}"; done
  echo $names
}
`;

test('in zsh, the script offers what each command takes', async () => {
  const script = await printed('zsh');
  assert.match(script, /^#compdef museum\n/);
  const cases: Case[] = [
    ...(await everyCase()),
    [
      ['museum', 'accounts', 'add', 'desk', '--role=ca'],
      ['admin', 'manager', 'cashier', 'partner', 'gate', 'viewer'],
    ],
    [['museum', 'audit', 'list', '--from', ''], []],
    [
      ['museum', 'completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['museum', 'backup', ''], ['FILES']],
    [['museum', 'tickets', 'image', 'X', '--output', ''], ['FILES']],
  ];
  // The first word of an array of zsh has the number 1.
  const calls = cases.map(([line]) => `words=${array(['', ...line])} CURRENT=${line.length}; _museum`);
  const offered = inBash(`${ZSH}funcstack=('')\n${script.replace('$funcstack[1]', '')}`, calls.join('\n'));
  for (const [index, [line, expected]] of cases.entries())
    assert.equal(sorted((offered[index] ?? '').split(' ')), sorted(expected), line.join(' '));
});

/** The words of a line of fish: bare ones, or in single quotes, in which only \\ and ' are escaped. */
function fishWords(line: string): string[] {
  const word = /(?:'((?:[^'\\]|\\['\\])*)'|([\w./=-]+))(?: |$)/y;
  const words: string[] = [];
  while (word.lastIndex < line.length) {
    const at = word.lastIndex;
    const match = word.exec(line);
    assert.ok(match !== null, `fish can't read ${line.slice(at)}`);
    words.push(match[2] ?? (match[1] as string).replace(/\\(['\\])/g, '$1'));
  }
  return words;
}

/** The option of `complete` with what stands behind it. */
const after = (words: readonly string[], option: string) =>
  words.includes(option) ? words[words.indexOf(option) + 1] : undefined;

test('in fish, the script offers what each command takes', async () => {
  const script = await printed('fish');
  const lines = script.split('\n').filter((line) => line.startsWith('complete '));
  const offers = lines.slice(1).map((line) => {
    const words = fishWords(line);
    const [, at = ''] = /^__museum_at "(.+)"$/.exec(after(words, '--condition') ?? '') ?? [];
    const [option, values] = [after(words, '--long-option'), after(words, '--arguments')?.split(' ')];
    assert.ok((after(words, '--description') ?? 'none') !== '', line);
    return { at, option: option === undefined ? undefined : `--${option}`, values, words };
  });
  for (const [line, expected] of await everyCase()) {
    const [last, option] = [line.at(-1), line.at(-2) ?? ''];
    const at = line.slice(0, option.startsWith('--') ? -2 : -1).join(' ');
    const here = offers.filter((offer) => offer.at === at);
    const offered = option.startsWith('--')
      ? here.find((offer) => offer.option === option)?.values
      : here.flatMap((offer) =>
          last === '--' ? (offer.option ?? []) : offer.option === undefined ? (offer.values ?? []) : [],
        );
    assert.equal(sorted(offered ?? []), sorted(expected), line.join(' '));
  }
  const filesAt = offers.filter(({ words }) => words.includes('--force-files')).map(({ at }) => at);
  assert.ok(filesAt.includes('museum backup') && filesAt.includes('museum tickets image'));
  const [walk = ''] = /^ +case (.*)$/m.exec(script)?.slice(1) ?? [];
  const known = fishWords(walk);
  for (const { at } of offers) assert.ok(at === 'museum' || known.includes(at), at);
});

test('a shell that has no script is told the ones that have', async (t) => {
  const { code, stderr } = await runMuseum(t, ['completion', 'powershell']);
  assert.match(stderr, /'powershell' is invalid.*bash, zsh, fish/);
  assert.equal(code, 2);
});
