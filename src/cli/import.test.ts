import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { openMuseumToday } from '../../fixtures/museum-today.ts';
import { callMuseum, MUSEUM, start } from '../../fixtures/process.ts';
import { createEvent } from '../../fixtures/samples.ts';

const HEAD = 'code,ticketType,ticketDate,eventId,entryTime,category,price,email,phone';

/** A museum that is open, and the command line beside it. */
async function open(t: TestContext) {
  const { museum, env, today, file } = await openMuseumToday(t);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const write = async (...lines: string[]) => {
    await writeFile(file('tickets.csv'), [HEAD, ...lines].join('\n'));
    return file('tickets.csv');
  };
  const cli = (args: readonly string[], input = '') => callMuseum(args, { env, input });
  const importing = (path: string, ...more: string[]) =>
    cli(['import', 'tickets', path, '--seller', 'partner', ...more]);
  const sold = async () => Number((await museum.store.get('SELECT count(*) AS n FROM tickets'))?.n);
  return { museum, env, today, tomorrow, file, write, cli, importing, sold };
}

test('museum import tickets checks a file, imports it beside the service, and the gate admits them', async (t) => {
  const { museum, today, tomorrow, write, importing, sold, cli } = await open(t);
  await museum.api('PUT', `/museum-hours/${today}`, { body: { timeOpen: '00:00', timeClose: '23:59' } });
  const path = await write(
    `=old-1,general,${today},,,,,ada@example.com,`,
    `01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27,general,${tomorrow},,,,7.50,,`,
  );
  const dry = await importing(path, '--dry-run');
  const two = `2 tickets for 2 days, from ${today} to ${tomorrow}`;
  assert.deepEqual([dry.code, dry.stderr, dry.stdout], [0, '', `OK: ${two}. Nothing was imported.\n`]);
  assert.equal(await sold(), 0);
  const done = await importing(path);
  assert.deepEqual([done.code, done.stderr, done.stdout], [0, '', `Imported ${two}, as sales of partner.\n`]);
  assert.equal(await sold(), 2);
  assert.match((await cli(['admit', '=old-1'])).stdout, /^ADMITTED\n/);
  const id = await cli(['admit', '01A0D5C4-9C00-7A3E-8B51-0C9D1F3A6E27']);
  assert.match(id.stdout, /^REFUSED {2}unknown-ticket\n/, 'in other letters it is an id');
  assert.match(
    (await cli(['admit', '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27'])).stdout,
    /^REFUSED {2}wrong-day\n/,
  );
});

test('museum import tickets says every fault with its line on standard error, and imports nothing', async (t) => {
  const { museum, today, write, importing, sold, file, cli } = await open(t);
  const { eventId } = await createEvent(museum, { name: 'Sorolla\u202e\u0007 II', dates: ['2999-01-01'] });
  const path = await write(
    `old-1,general,${today},,,,,,`,
    `old-2,event,${today},${eventId},,,,,`,
    `old-1,general,${today},,,kid,,,`,
  );
  const { code, stdout, stderr } = await importing(path);
  assert.deepEqual([code, stdout], [1, '']);
  assert.deepEqual(stderr.split('\n'), [
    `line 3: "Sorolla II" does not take place on ${today}. Its dates are 2999-01-01.`,
    'line 4: code is the same as on line 2.',
    'line 4: category must be one of standard, not kid.',
    'museum: found 3 faults. Nothing was imported.',
    '',
  ]);
  const others = [
    [
      ['import', 'tickets', file('none.csv'), '--seller', 'partner'],
      `can’t read ${file('none.csv')} (ENOENT).`,
    ],
    [['import', 'tickets', file('.'), '--seller', 'partner'], `can’t read ${file('.')} (EISDIR).`],
    [['import', 'tickets', path, '--seller', 'nobody'], 'There is no account named "nobody".'],
  ] as const;
  for (const [args, message] of others) {
    const failed = await cli(args);
    assert.deepEqual([failed.code, failed.stdout, failed.stderr], [1, '', `museum: ${message}\n`]);
  }
  const empty = await cli(['import', 'tickets', '-', '--seller', 'partner']);
  assert.deepEqual([empty.code, empty.stderr], [1, 'museum: The file is empty.\n']);
  assert.equal(await sold(), 0);
});

test('museum import tickets imports nothing when it is interrupted', async (t) => {
  const { env, today, sold } = await open(t);
  const args = ['import', 'tickets', '-', '--seller', 'partner'];
  const { child, exit, stderr } = start(t, MUSEUM, args, { env, stdin: 'pipe' });
  child.stdin?.write(`${HEAD}\nold-1,general,${today},,,,,,\nx,general,${today},,,,,,\n`);
  await once(child.stderr as Readable, 'data'); // the fault: it waits for more
  child.kill('SIGINT');
  assert.deepEqual(await exit, { code: 130, signal: null });
  assert.match(stderr(), /^line 3: .*\nmuseum: interrupted\. Nothing was imported\.\n$/);
  assert.equal(await sold(), 0);
});
