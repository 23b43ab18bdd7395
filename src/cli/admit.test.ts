import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type RunningMuseum, runMuseum, startMuseum } from '../../test/support/process.ts';
import { scan } from '../../test/support/scan.ts';

const BERLIN = { MUSEUM_TIME_ZONE: 'Europe/Berlin' };
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format();

/** A museum that runs; `admit` runs the command beside it. */
async function openMuseum(t: TestContext) {
  const museum = await startMuseum(t, { env: BERLIN });
  await ask(museum, 'PUT', `/museum-hours/${today()}`, { timeOpen: '00:00', timeClose: '23:59' });
  const env = { MUSEUM_DATA_DIR: museum.dataDir, ...BERLIN };
  const admit = (args: readonly string[], input = '') => runMuseum(t, ['admit', ...args], { env, input });
  return { museum, admit };
}

function ask({ baseAddress, authorization }: RunningMuseum, method: string, path: string, body?: object) {
  return fetch(baseAddress + path, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function buy(museum: RunningMuseum): Promise<{ ticketId: string; confirmationCode: string }> {
  const order = { ticketType: 'general', ticketDate: today(), email: 'ada@example.com' };
  return (await (await ask(museum, 'POST', '/tickets', order)).json()) as Awaited<ReturnType<typeof buy>>;
}

test('museum admit does what a gate does, and says by its exit code whether the visitor may pass', async (t) => {
  const { museum, admit } = await openMuseum(t);
  const { ticketId, confirmationCode } = await buy(museum);
  const first = await admit([` ${confirmationCode.toUpperCase()} `, '--gate', 'East door']);
  assert.deepEqual([first.code, first.stderr], [0, '']);
  assert.match(first.stdout, new RegExp(`^ADMITTED\nGeneral entry, .+\\.\nticket  ${confirmationCode}\n$`));
  const second = await admit([ticketId]);
  assert.equal(second.code, 1);
  assert.match(
    second.stdout,
    /^REFUSED {2}already-admitted\nAdmitted at \d\d:\d\d at East door, \d+ seconds? ago\./,
  );
  const left = await admit([ticketId, '--out']);
  assert.deepEqual([left.code, left.stdout.split('\n')[0]], [0, 'LEFT']);
  const picture = await ask(museum, 'GET', `/tickets/${ticketId}/qr`);
  const code = await scan(new Uint8Array(await picture.arrayBuffer()));
  const again = await admit(['-', '--json'], `${code}\n`);
  assert.equal(again.code, 0);
  const { checkInId, message, ...told } = JSON.parse(again.stdout);
  assert.deepEqual(told, { verdict: 'admitted', reason: null, ticketId });
  const database = new DatabaseSync(join(museum.dataDir, 'museum.db'), { readOnly: true });
  t.after(() => database.close());
  const doors = database
    .prepare(`SELECT door FROM journal WHERE kind IN ('tickets.admitted', 'tickets.left')`)
    .all();
  assert.deepEqual(
    doors.map(({ door }) => door),
    ['cli', 'cli', 'cli'],
  );
  assert.equal(database.prepare('SELECT count(*) AS scans FROM check_ins').get()?.scans, 4);
});

test('museum admit refuses what is no ticket, and says in one line what is wrong with its arguments', async (t) => {
  const { admit } = await openMuseum(t);
  const nothing = await admit(['-'], 'https://example.com');
  assert.deepEqual([nothing.code, nothing.stdout], [1, 'REFUSED  unreadable\nThis is not a ticket code.\n']);
  const unknown = await admit(['ticket-general-222222-22222']);
  assert.deepEqual([unknown.code, unknown.stdout.split('\n')[0]], [1, 'REFUSED  unknown-ticket']);
  for (const gate of ['', ' ', 'x'.repeat(61)]) {
    const { code, stdout, stderr } = await admit(['x', '--gate', gate]);
    assert.deepEqual(
      [code, stdout, stderr],
      [2, '', 'museum: --gate: the name of a door has 1 to 60 characters.\n'],
    );
  }
  const missing = await admit([]);
  assert.deepEqual([missing.code, missing.stdout], [2, '']);
  assert.match(missing.stderr, /missing required argument 'code'/);
});

test('museum admit makes no museum where there is none', async (t) => {
  const { code, stderr } = await runMuseum(t, ['admit', 'x'], {
    env: { MUSEUM_DATA_DIR: '/tmp/there-is-none' },
  });
  assert.equal(code, 1);
  assert.match(stderr, /^museum: there is no database at .+\n$/);
});
