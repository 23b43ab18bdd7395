import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { keyboardsNamed, typedWith } from '../../fixtures/keyboards.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { openMuseumToday } from '../../fixtures/museum-today.ts';
import { callMuseum, runMuseum, startMuseum } from '../../fixtures/process.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase } from '../../fixtures/samples.ts';
import { scan } from '../../fixtures/scan.ts';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const VERSION_2 = 'version 2: a special event with an entry time and a category';
const PURCHASE = generalPurchase({ ticketDate: TOMORROW });

/** A museum that is open and has sold one ticket; `cli` calls commands beside it. */
async function museumThatSold(t: TestContext) {
  const { museum, env, file } = await openMuseumToday(t);
  const { ticketId } = await buyTicket(museum, PURCHASE);
  const ticket = { ticketId: `${ticketId}`, image: await fetchImage(museum, ticketId) };
  const cli = (...args: string[]) => callMuseum(args, { env });
  return { museum, ticket, env, cli, file };
}

/** A service in a process of its own that has sold one ticket. */
async function serviceThatSold(t: TestContext) {
  const service = await startMuseum(t);
  const { baseAddress, authorization, dataDir } = service;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify(PURCHASE);
  assert.equal((await fetch(`${baseAddress}/tickets`, { method: 'POST', headers, body })).status, 201);
  return { service, env: { MUSEUM_DATA_DIR: dataDir }, database: join(dataDir, 'museum.db') };
}

const fetchImage = async (museum: Museum, ticketId: string): Promise<Uint8Array> =>
  (await museum.api('GET', `/tickets/${ticketId}/qr`)).bytes;

const publishedKeys = async (museum: Museum) => (await museum.ask('GET', '/.well-known/jwks.json')).text;

describe('museum keys', () => {
  test('rotates the key of a service that is running: old tickets stay as they are, both keys are published', async (t) => {
    const { museum, ticket, cli } = await museumThatSold(t);
    const [old] = JSON.parse((await cli('keys', 'list', '--json')).stdout);
    assert.match(
      (await cli('keys', 'rotate')).stdout,
      /^Tickets sold from now on are signed with the new key [0-9A-Z]{2}\./,
    );
    const keys = JSON.parse((await cli('keys', 'list', '--json')).stdout);
    assert.deepEqual(
      keys.map(({ isCurrent, isPublished }: Record<string, boolean>) => [isCurrent, isPublished]),
      [
        [true, true],
        [false, true],
      ],
    );
    assert.equal(keys[1].keyId, old.keyId);
    const published = JSON.parse(await publishedKeys(museum));
    assert.deepEqual(
      published.keys.map(({ kid }: { kid: string }) => kid),
      keys.map(({ keyId }: { keyId: string }) => keyId),
    );
    assert.deepEqual(await fetchImage(museum, ticket.ticketId), ticket.image);
  });

  test('revokes the key of a service that is running, and says what depended on it', async (t) => {
    const { museum, ticket, cli } = await museumThatSold(t);
    const old = await scan(ticket.image);
    const keyId = old.slice(1, 3);
    const listed = async () => JSON.parse((await cli('keys', 'list', '--json')).stdout);
    assert.deepEqual(
      (await listed()).map(({ ticketsToCome, lastDay, revoked }: Record<string, unknown>) => [
        ticketsToCome,
        lastDay,
        revoked,
      ]),
      [[1, TOMORROW, null]],
    );
    const refused = async (...args: string[]) => {
      const { code, stderr } = await cli('keys', 'revoke', ...args);
      return [code, stderr];
    };
    const reason = ['--reason', 'A backup was lost'];
    assert.deepEqual(await refused('ZZZ', ...reason), [
      1,
      'museum: there is no key ZZZ. "museum keys list" lists all of them.\n',
    ]);
    assert.deepEqual(await refused(keyId, '--reason', ' '), [
      2,
      'museum: the reason must have 1 to 200 characters.\n',
    ]);
    assert.deepEqual(await refused(keyId, ...reason, '--mail'), [
      1,
      'museum: no mail server is set. Set MUSEUM_SMTP_URL and MUSEUM_MAIL_FROM.\n',
    ]);
    const { stdout } = await cli('keys', 'revoke', keyId.toLowerCase(), ...reason);
    assert.match(
      stdout,
      /^The key \w\w is revoked: no code [\s\S]+\n1 ticket to come has a new code, signed with the new key \w\w\.\n/,
    );
    const [current, revoked] = await listed();
    assert.deepEqual(
      [current.isCurrent, current.ticketsToCome, current.lastDay, current.revoked],
      [true, 1, TOMORROW, null],
    );
    assert.deepEqual(
      [revoked.keyId, revoked.isPublished, revoked.ticketsToCome, revoked.revoked.replacedBy],
      [keyId, false, 0, current.keyId],
    );
    assert.match(
      (await cli('keys', 'list')).stdout,
      new RegExp(`${keyId} +revoked, ${current.keyId} signs instead .* A backup was lost`),
    );
    assert.equal(
      (await cli('tickets', 'verify', await scan(await fetchImage(museum, ticket.ticketId)))).code,
      0,
    );
    const withdrawn = await cli('tickets', 'verify', old);
    assert.deepEqual(
      [withdrawn.code, withdrawn.stdout],
      [1, `REFUSED  unknown-key: Withdrawn code: the key ${keyId} was revoked. Ask for the new ticket.\n`],
    );
    assert.match(
      (await refused(keyId, ...reason))[1] as string,
      /^museum: the key \w\w is revoked already\./,
    );
  });

  test('never show a private key', async (t) => {
    const { service, env, database: path } = await serviceThatSold(t);
    const database = new DatabaseSync(path, { readOnly: true });
    const row = database.prepare('SELECT private_key FROM signing_keys').get() as { private_key: string };
    database.close();
    const shown = [
      (await runMuseum(t, ['keys', 'list'], { env })).stdout,
      (await callMuseum(['keys', 'list', '--json'], { env })).stdout,
      await (await fetch(`${service.address}/.well-known/jwks.json`)).text(),
      service.stdout(),
      service.stderr(),
    ];
    for (const text of shown) assert.ok(!text.includes(row.private_key));
  });

  test('that are damaged keep the service from starting, which says so', async (t) => {
    const { service, env, database: path } = await serviceThatSold(t);
    await service.stop();
    const database = new DatabaseSync(path);
    database.exec(`UPDATE signing_keys SET private_key = '${'A'.repeat(43)}'`); // 32 zero bytes
    database.close();
    const { code, stdout, stderr } = await callMuseum(['serve'], { env });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^museum: A ticket key can't be used: [^\n]+\n$/);
  });
});

describe('museum tickets', () => {
  test('saves the image that the service hands out, and refuses what is no ticket', async (t) => {
    const { ticket, env, cli, file } = await museumThatSold(t);
    const args = ['tickets', 'image', ticket.ticketId, '-o', file('ticket.png')];
    const saved = await runMuseum(t, args, { env });
    assert.match(saved.stdout, /^Saved .*ticket\.png \(\d+ bytes\)\.\n$/);
    assert.deepEqual(await readFile(file('ticket.png')), ticket.image);
    const malformed = await cli('tickets', 'image', 'x', '-o', file('no.png'));
    assert.deepEqual(
      [malformed.code, malformed.stderr],
      [2, 'museum: "x" is not a ticketId: it must be a UUID.\n'],
    );
    const unknown = await cli(
      'tickets',
      'image',
      '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27',
      '-o',
      file('no.png'),
    );
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, `museum: there is no ticket 01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27 in ${file('museum.db')}.\n`],
    );
  });

  test('says what it has proved of a code: the signature and, beside the database, whether it admits', async (t) => {
    const { museum, cli, file } = await museumThatSold(t);
    const { eventId } = await createEvent(museum, { name: 'Sorolla', dates: [TOMORROW] });
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: TOMORROW }));
    const code = await scan(await fetchImage(museum, ticketId));
    await writeFile(file('jwks.json'), await publishedKeys(museum));
    assert.match(
      (await cli('tickets', 'verify', code)).stdout,
      /^VALID [\s\S]+\nadmits {3}on \d{4}-\d\d-\d\d\n$/,
    );
    await museum.api('DELETE', `/special-events/${eventId}`);
    const refused = await cli('tickets', 'verify', code);
    assert.match(
      refused.stdout,
      /^REFUSED {2}cancelled: The code is genuine, but "Sorolla" was cancelled, or no longer takes place on \d{4}-\d\d-\d\d\.\n$/,
    );
    assert.equal(refused.code, 1);
    const offline = await cli('tickets', 'verify', code, '--jwks', file('jwks.json'));
    assert.match(offline.stdout, /^VALID {4}signed by this museum\n[\s\S]+\nadmits {3}unknown/);
    const database = new DatabaseSync(file('museum.db'));
    database.exec('DELETE FROM contacts; DELETE FROM tickets');
    database.close();
    assert.match((await cli('tickets', 'verify', code)).stdout, /^REFUSED {2}unknown-ticket: /);
  });

  test('proves what a scanner with another keyboard layout has typed', async (t) => {
    const { ticket, cli } = await museumThatSold(t);
    const typed = typedWith(keyboardsNamed('US on German'), await scan(ticket.image));
    assert.match((await cli('tickets', 'verify', typed)).stdout, /^VALID {4}signed by this museum\n/);
  });

  test('says the entry time and the category that a code carries', async (t) => {
    const { cli, file } = await museumThatSold(t);
    const vectors = JSON.parse(
      await readFile(new URL('../../docs/ticket-code-vectors.json', import.meta.url), 'utf8'),
    );
    await writeFile(file('jwks.json'), JSON.stringify(vectors.jwks));
    const { code } = vectors.signing.find(({ name }: { name: string }) => name === VERSION_2);
    const { stdout } = await cli('tickets', 'verify', code, '--jwks', file('jwks.json'));
    assert.match(stdout, /\ndate {5}2026-03-14\ntime {5}11:00\nevent {4}\S+\ncategory 1\n/);
  });

  test('says of a void ticket that it admits no one', async (t) => {
    const { museum, ticket, cli } = await museumThatSold(t);
    await museum.api('POST', `/tickets/${ticket.ticketId}/void`, { body: { reason: 'Bought twice' } });
    const { code, stdout } = await cli('tickets', 'verify', await scan(ticket.image));
    assert.equal(code, 1);
    assert.equal(stdout, 'REFUSED  void: The code is genuine, but the ticket is void.\n');
  });

  test('says what is wrong with a code, also without a database', async (t) => {
    const { museum, ticket, file } = await museumThatSold(t);
    await writeFile(file('jwks.json'), await publishedKeys(museum));
    const verify = (code: string) => callMuseum(['tickets', 'verify', code, '--jwks', file('jwks.json')]);
    const refused = await verify('HELLO');
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /^REFUSED {2}not-a-ticket: /);
    const typed = await verify('TICKET-GENERAL-PFN465-7CHKS');
    assert.deepEqual([typed.code, typed.stdout], [1, '']);
    assert.match(typed.stderr, /^museum: that is a confirmation code, .* "museum admit CODE"/);
    const input = (text: string) =>
      callMuseum(['tickets', 'verify', '-', '--jwks', file('jwks.json')], { input: text });
    const code = await scan(ticket.image);
    assert.equal((await input(` ${code}\r\n`)).code, 0);
    assert.match((await input(`\u00a0${code}`)).stdout, /^REFUSED/);
    for (const [text, fault] of [
      ['{}', 'The file is not a JWK Set'],
      ['no', 'The file is not JSON text'],
    ] as const) {
      await writeFile(file('jwks.json'), text);
      const { code, stderr } = await verify('HELLO');
      assert.deepEqual(
        [code, stderr.split(fault)[0]],
        [1, `museum: can’t read the keys in ${file('jwks.json')}. `],
      );
    }
  });
});
