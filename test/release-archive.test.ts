import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { readAr, readTar } from '../fixtures/archives.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { type Member, membersOf, tar, writeAr } from '../scripts/release/archive.ts';

const SECONDS = 1_800_000_000;
const packed = (members: readonly Member[]) => buffer(tar(members, SECONDS));

async function folderOf(t: TestContext, time: number): Promise<string> {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/program'), 'x'.repeat(513));
  await chmod(join(folder, 'bin/program'), 0o700);
  await writeFile(join(folder, 'empty'), '');
  await writeFile(join(folder, 'Über.txt'), 'ü');
  await symlink('bin/program', join(folder, 'link'));
  for (const file of ['empty', 'Über.txt', 'bin/program']) await utimes(join(folder, file), time, time);
  return folder;
}

describe('an archive of a release', () => {
  test('holds files, programs, links and their folders, owned by root and all of one time', async (t) => {
    const entries = readTar(await packed(membersOf(await folderOf(t, 1), 'museum')));
    const told = entries.map(({ name, mode, type, link, content }) => [
      ...[name, mode.toString(8), type, link, content.length],
    ]);
    assert.deepEqual(told, [
      ['museum/', '755', '5', '', 0],
      ['museum/bin/', '755', '5', '', 0],
      ['museum/bin/program', '755', '0', '', 513],
      ['museum/empty', '644', '0', '', 0],
      ['museum/link', '777', '2', 'bin/program', 0],
      ['museum/Über.txt', '644', '0', '', 2],
    ]);
    for (const { owner, time } of entries) assert.deepEqual([owner, time], ['0:0 root:root', SECONDS]);
  });

  test('has the same bytes in whatever order and at whatever time its files were written', async (t) => {
    const [first, second] = [await folderOf(t, 1), await folderOf(t, 2_000_000)];
    const members = membersOf(second, 'museum');
    assert.ok((await packed(membersOf(first, 'museum'))).equals(await packed(members.toReversed())));
  });

  test('divides long names at a slash, and refuses those that do not fit', async () => {
    const name = `${'folder/'.repeat(20)}${'f'.repeat(100)}`;
    const entries = readTar(await packed([{ name, mode: 0o644, content: 'text' }]));
    assert.equal(entries.at(-1)?.name, name);
    assert.equal(entries.at(-1)?.content.toString(), 'text');
    await assert.rejects(
      packed([{ name: 'f'.repeat(101), content: '' }]),
      /^Error: Too long for a tar archive: f/,
    );
    await assert.rejects(packed([{ name: 'l', content: { link: 'f'.repeat(101) } }]), /^Error: Too long/);
  });

  test('of Debian has its members at even places', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'data'), 'odd');
    const file = join(folder, 'archive');
    const members = [
      { name: 'debian-binary', content: '2.0\n' },
      { name: 'data', content: { file: join(folder, 'data') } },
      { name: 'last', content: 'end' },
    ];
    await writeAr(file, members, SECONDS);
    const read = readAr(await readFile(file)).map(({ name, content }) => [name, content.toString()]);
    assert.deepEqual(read, [
      ['debian-binary', '2.0\n'],
      ['data', 'odd'],
      ['last', 'end'],
    ]);
  });
});
