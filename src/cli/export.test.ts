import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { openMuseumToday } from '../../fixtures/museum-today.ts';
import { callMuseum, MUSEUM, start } from '../../fixtures/process.ts';
import { buyTicket } from '../../fixtures/samples.ts';
import { scan } from '../../fixtures/scan.ts';

const IMPORTED = 'code,ticketType,ticketDate,eventId,entryTime,category,price,email,phone';
const TICKETS = `${IMPORTED},ticketId,confirmationCode,eventName,places,currency,vat,state,soldAt,soldBy,orderId,because`;
const PAYMENTS = 'paymentId,orderId,method,amount,currency,day,at,account,providerReference';

/** A museum with a ticket for today that was imported, and one for tomorrow that was sold here and made void. */
async function open(t: TestContext) {
  const { museum, env, today, file } = await openMuseumToday(t);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const cli = (...args: string[]) => callMuseum(args, { env });
  await writeFile(file('old.csv'), `${IMPORTED}\n=old-1,general,${today},,,,7.50,ada@example.com,+49 30 123`);
  assert.equal((await cli('import', 'tickets', file('old.csv'), '--seller', 'partner')).code, 0);
  await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12.5 }] });
  const sold = await buyTicket(museum, {
    ticketType: 'general',
    ticketDate: tomorrow,
    email: '-1@example.com',
  });
  const code = await scan((await museum.api('GET', `/tickets/${sold.ticketId}/qr`)).bytes);
  const refund = { method: 'cash', amount: 12.5 };
  const body = { reason: 'Ill', refund };
  assert.equal((await museum.api('POST', `/tickets/${sold.ticketId}/void`, { body })).status, 200);
  return { museum, env, today, tomorrow, cli, sold, code, file };
}

test('museum export tickets prints what the import reads and more, in CSV without formulas and as JSON Lines', async (t) => {
  const { museum, today, tomorrow, cli, sold, code } = await open(t);
  const at = new Date(museum.clock.now()).toISOString();
  const { stdout, stderr } = await cli('export', 'tickets');
  const [head, first = '', second = '', ...rest] = stdout.split('\r\n');
  assert.deepEqual([stderr, head, rest], ['', TICKETS, ['']]);
  assert.match(
    first,
    new RegExp(
      `^'=old-1,general,${today},,,standard,7\\.5,ada@example\\.com,'\\+49 30 123,[0-9a-f-]{36},ticket-general-[^,]+,,1,EUR,,valid,[^,]+,partner,,$`,
    ),
  );
  assert.equal(
    second,
    `${code},general,${tomorrow},,,standard,12.5,'-1@example.com,,${sold.ticketId},${sold.confirmationCode},,1,EUR,,void,${at},admin,,voided`,
  );
  const lines = async (...args: string[]) => {
    const printed = await cli('export', 'tickets', '--format', 'jsonl', ...args);
    return printed.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };
  const [imported] = await lines('--to', today);
  assert.deepEqual(
    [imported.code, imported.phone, imported.price, 'eventId' in imported],
    ['=old-1', '+49 30 123', 7.5, false],
  );
  assert.deepEqual(
    (await lines('--from', tomorrow)).map(({ ticketId }) => ticketId),
    [sold.ticketId],
  );
});

test('what was exported is imported in another museum as it was, from CSV and from JSON Lines', async (t) => {
  const { museum, env, today, file } = await openMuseumToday(t);
  const other = await openMuseumToday(t);
  const body = [
    { category: 'standard', name: 'Adult', unitType: 'ADULT' },
    { category: 'family-2', name: '=Family', unitType: 'FAMILY', places: 4 },
  ];
  for (const each of [museum, other.museum]) await each.api('PUT', '/categories', { body });
  const codes = [
    '=1+1',
    "'=1+1",
    '+49 1',
    '-12345',
    '@SUM(A1)',
    '1,2;=3',
    'a "b" c',
    "it's",
    '\u{1F3DB} été',
    '＝1xy',
  ];
  const contacts = [
    { email: '-1@example.com', phone: '+49 30 123' },
    { email: '=a@example.com', phone: '-123-4' },
    { email: "'+a@example.com", phone: '(030) 12' },
    {},
  ];
  const rows = codes.map((code, index) => ({
    ...{
      code,
      ticketType: 'general',
      ticketDate: today,
      category: body[index % 2]?.category,
      price: index / 4,
    },
    ...contacts[index % contacts.length],
  }));
  await writeFile(file('old.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const importing = (path: string, into: typeof env, ...more: string[]) =>
    callMuseum(['import', 'tickets', path, '--seller', 'partner', ...more], { env: into });
  const exporting = async (from: typeof env, format: string) =>
    (await callMuseum(['export', 'tickets', '--format', format], { env: from })).stdout;
  assert.equal((await importing(file('old.jsonl'), env)).stderr, '');
  const jsonl = await exporting(env, 'jsonl');
  const imported = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((all) => IMPORTED.split(',').map((name) => all[name]));
  assert.deepEqual(
    imported(jsonl),
    rows.map((row) => IMPORTED.split(',').map((name) => (row as Record<string, unknown>)[name])),
  );
  await writeFile(file('again.jsonl'), jsonl);
  assert.equal((await importing(file('again.jsonl'), other.env, '--dry-run')).stderr, '');
  await writeFile(file('again.csv'), await exporting(env, 'csv'));
  assert.equal((await importing(file('again.csv'), other.env)).stderr, '');
  assert.deepEqual(imported(await exporting(other.env, 'jsonl')), imported(jsonl));
});

test('museum export payments prints what was paid and paid back', async (t) => {
  const { museum, today, tomorrow, cli, sold } = await open(t);
  const at = new Date(museum.clock.now()).toISOString();
  const { stdout } = await cli('export', 'payments', '--from', today, '--to', today);
  const [head, line = ''] = stdout.split('\r\n');
  assert.equal(head, PAYMENTS);
  assert.equal(line.slice(37), `${sold.ticketId},cash,-12.5,EUR,${today},${at},admin,`);
  assert.equal((await cli('export', 'payments', '--from', tomorrow)).stdout, `${PAYMENTS}\r\n`);
});

test('museum export refuses days in the wrong order, and ends quietly when nobody reads on', async (t) => {
  const { env, today, tomorrow, cli, file } = await open(t);
  const wrong = await cli('export', 'tickets', '--from', tomorrow, '--to', today);
  assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
  assert.equal(wrong.stderr, `museum: --to must not be before --from, which is ${tomorrow}.\n`);
  const many = Array.from({ length: 5_000 }, (_, index) => `many-${index},general,${today},,,,,,`);
  await writeFile(file('many.csv'), [IMPORTED, ...many].join('\n'));
  assert.equal((await cli('import', 'tickets', file('many.csv'), '--seller', 'partner')).code, 0);
  const { exit, stderr, stdout } = start(t, '/bin/sh', ['-c', `"${MUSEUM}" export tickets | head -1`], {
    env,
  });
  assert.deepEqual([(await exit).code, stderr(), stdout()], [0, '', `${TICKETS}\r\n`]);
});
