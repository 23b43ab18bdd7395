import assert from 'node:assert/strict';
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { start } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { AtomicFile, removeAbandoned } from './atomic-file.ts';

test('what a killed process left is removed by the next one that writes the same file, and nothing else is', async (t) => {
  const folder = await temporaryFolder(t);
  const [file, others] = [
    join(folder, 'museum.db'),
    ['museum.db.copy.partial', 'museum.db2', 'my-museum.db'],
  ];
  for (const name of others) await writeFile(join(folder, name), '');
  const killed = await makeElsewhere(t, file);
  await writeFile(`${killed.path}-journal`, '');
  await killed.kill();
  assert.equal((await readdir(folder)).length, others.length + 3);

  AtomicFile.begin(file).commit();
  assert.deepEqual(await readdir(folder), ['museum.db', ...others]);
});

test('while a process writes a file, no other writes it or removes its temporary files', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'museum.db');
  const making = await makeElsewhere(t, file);
  const during = await readdir(folder);
  assert.throws(() => AtomicFile.begin(file), /museum\.db is being written by another command\. Wait/);
  removeAbandoned(file);
  assert.deepEqual(await readdir(folder), during);
  AtomicFile.begin(join(folder, 'other.db')).discard();
  assert.deepEqual(await readdir(folder), during);

  await making.kill();
  removeAbandoned(file);
  assert.deepEqual(await readdir(folder), []);
});

test('discard never fails, and what it can’t remove is removed by the next process that writes the file', async (t) => {
  const file = join(await temporaryFolder(t), 'museum.db');
  const listeners = process.listenerCount('SIGTERM');
  const making = AtomicFile.begin(file);
  const beside = [making.path, `${file}.partial-lock`];
  for (const path of beside) await rm(path).then(() => mkdir(path));
  making.discard();
  assert.equal(process.listenerCount('SIGTERM'), listeners);

  for (const path of beside) await rmdir(path).then(() => writeFile(path, ''));
  AtomicFile.begin(file).commit();
  assert.deepEqual(await readdir(dirname(file)), ['museum.db']);
});

/** Another process that has begun to make the file. */
async function makeElsewhere(t: TestContext, file: string) {
  const module = new URL('./atomic-file.ts', import.meta.url);
  const script = `
    const { AtomicFile } = await import('${module}');
    const { path } = AtomicFile.begin(${JSON.stringify(file)});
    console.log(\`Begun: \${path}\`);
    setInterval(() => {}, 60_000);`;
  const running = start(t, process.execPath, ['--input-type=module', '--eval', script]);
  const [, path = ''] = await running.says(/Begun: (.*)\n/);
  return {
    path,
    async kill() {
      running.child.kill('SIGKILL');
      await running.exit;
    },
  };
}
