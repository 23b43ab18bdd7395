import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { keyboardsNamed, typedWith } from '../../fixtures/keyboards.ts';
import { openMuseumToday } from '../../fixtures/museum-today.ts';
import { callMuseum, runMuseum } from '../../fixtures/process.ts';
import { buyTicket, generalPurchase } from '../../fixtures/samples.ts';
import { scan } from '../../fixtures/scan.ts';

/** A museum whose doors are open, and the command line beside it. */
async function open(t: TestContext) {
  const { museum, env, today } = await openMuseumToday(t);
  const hours = { timeOpen: '00:00', timeClose: '23:59' };
  await museum.api('PUT', `/museum-hours/${today}`, { body: hours });
  const admit = (args: readonly string[], input = '') => callMuseum(['admit', ...args], { env, input });
  return { museum, env, today, admit };
}

test('museum admit does what a gate does, and says by its exit code whether the visitor may pass', async (t) => {
  const { museum, env, today, admit } = await open(t);
  const { ticketId, confirmationCode } = await buyTicket(museum, generalPurchase({ ticketDate: today }));
  const typed = ` ${confirmationCode.toUpperCase()} `;
  const first = await runMuseum(t, ['admit', typed, '--gate', 'East door'], { env });
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
  const code = await scan((await museum.api('GET', `/tickets/${ticketId}/qr`)).bytes);
  const again = await admit(['-', '--json'], `${code}\n`);
  assert.equal(again.code, 0);
  const { checkInId, message, ...told } = JSON.parse(again.stdout);
  assert.deepEqual(told, { verdict: 'admitted', reason: null, ticketId });
  const channels = await museum.store.all(
    `SELECT channel FROM journal WHERE kind IN ('tickets.admitted', 'tickets.left')`,
  );
  assert.deepEqual(
    channels.map(({ channel }) => channel),
    ['cli', 'cli', 'cli'],
  );
  assert.equal((await museum.store.get('SELECT count(*) AS scans FROM check_ins'))?.scans, 4);
});

test('museum admit understands a scanner with another keyboard layout', async (t) => {
  const { museum, today, admit } = await open(t);
  const { ticketId, confirmationCode } = await buyTicket(museum, generalPurchase({ ticketDate: today }));
  const code = await scan((await museum.api('GET', `/tickets/${ticketId}/qr`)).bytes);
  const [onGerman, onFrench] = [keyboardsNamed('US on German'), keyboardsNamed('US on French')];
  const typed = [typedWith(onGerman, code), typedWith(onFrench, confirmationCode), `]Q1${ticketId}`];
  const outcomes = [];
  for (const text of typed) outcomes.push((await admit(['-'], text)).stdout.split('\n')[0]);
  const used = 'REFUSED  already-admitted';
  assert.deepEqual(outcomes, ['ADMITTED', used, used]);
});

test('museum admit refuses what is no ticket, and says in one line what is wrong with its arguments', async (t) => {
  const { admit } = await open(t);
  const nothing = await admit(['-'], 'https://example.com');
  assert.deepEqual([nothing.code, nothing.stdout], [1, 'REFUSED  unreadable\nThis is not a ticket code.\n']);
  const unknown = await admit(['ticket-general-222222-22222']);
  assert.deepEqual([unknown.code, unknown.stdout.split('\n')[0]], [1, 'REFUSED  unknown-ticket']);
  for (const gate of ['', ' ', 'x'.repeat(61)]) {
    const { code, stdout, stderr } = await admit(['x', '--gate', gate]);
    assert.deepEqual(
      [code, stdout, stderr],
      [2, '', 'museum: --gate: the name of a door must have 1 to 60 characters.\n'],
    );
  }
  const missing = await admit([]);
  assert.deepEqual([missing.code, missing.stdout], [2, '']);
  assert.match(missing.stderr, /missing required argument 'code'/);
});

test('museum admit makes no museum where there is none', async () => {
  const { code, stderr } = await callMuseum(['admit', 'x'], {
    env: { MUSEUM_DATA_DIR: '/tmp/there-is-none' },
  });
  assert.equal(code, 1);
  assert.match(stderr, /^museum: there is no database at .+\n$/);
});
