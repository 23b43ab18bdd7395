import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { type RunningMuseum, runMuseum, startMuseum } from '../../test/support/process.ts';
import { scan } from '../../test/support/scan.ts';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** A museum that runs and has sold one ticket; `cli` runs commands beside it. */
async function museumThatSold(t: TestContext) {
  const museum = await startMuseum(t);
  const ticket = await sell(museum);
  const cli = (...args: string[]) => runMuseum(t, args, { env: { MUSEUM_DATA_DIR: museum.dataDir } });
  return { museum, ticket, cli, file: (name: string) => join(museum.dataDir, name) };
}

async function sell(museum: RunningMuseum): Promise<{ ticketId: string; image: Uint8Array }> {
  const order = { ticketType: 'general', ticketDate: TOMORROW, email: 'ada@example.com' };
  const { ticketId = '' } = await post(museum, '/tickets', order);
  return { ticketId, image: await fetchImage(museum, ticketId) };
}

async function sellEventTicket(museum: RunningMuseum): Promise<{ eventId: string; image: Uint8Array }> {
  const event = { name: 'Sorolla', location: 'Hall', eventDescription: '', dates: [TOMORROW], price: 5 };
  const { eventId = '' } = await post(museum, '/special-events', event);
  const order = { ticketType: 'event', eventId, ticketDate: TOMORROW, email: 'ada@example.com' };
  const { ticketId = '' } = await post(museum, '/tickets', order);
  return { eventId, image: await fetchImage(museum, ticketId) };
}

async function post({ baseAddress, authorization }: RunningMuseum, path: string, body: object) {
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(baseAddress + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, string>;
}

async function fetchImage(
  { baseAddress, authorization }: Pick<RunningMuseum, 'baseAddress' | 'authorization'>,
  ticketId: string,
): Promise<Uint8Array> {
  return (await fetch(`${baseAddress}/tickets/${ticketId}/qr`, { headers: { authorization } })).bytes();
}

const publishedKeys = async ({ address }: RunningMuseum) =>
  (await fetch(`${address}/.well-known/jwks.json`)).text();

describe('museum keys', () => {
  test('rotates the key of a service that is running: old tickets stay as they are, both keys are published', async (t) => {
    const { museum, ticket, cli } = await museumThatSold(t);
    const [old] = JSON.parse((await cli('keys', 'list', '--json')).stdout);
    assert.match(
      (await cli('keys', 'rotate')).stdout,
      /^Tickets are signed with the new key [0-9A-Z]{2} from now on\./,
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

  test('never show a private key', async (t) => {
    const { museum, cli, file } = await museumThatSold(t);
    const database = new DatabaseSync(file('museum.db'), { readOnly: true });
    const row = database.prepare('SELECT private_key FROM signing_keys').get() as { private_key: string };
    database.close();
    const shown = [
      (await cli('keys', 'list')).stdout,
      (await cli('keys', 'list', '--json')).stdout,
      await publishedKeys(museum),
      museum.stdout(),
      museum.stderr(),
    ];
    for (const text of shown) assert.ok(!text.includes(row.private_key));
  });

  test('that are damaged keep the service from starting, which says so', async (t) => {
    const { museum, cli, file } = await museumThatSold(t);
    await museum.stop();
    const database = new DatabaseSync(file('museum.db'));
    database.exec("UPDATE signing_keys SET private_key = 'A' || substr(private_key, 2, 41) || 'A'");
    database.close();
    const { code, stdout, stderr } = await cli('serve');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^museum: A ticket key can't be used: [^\n]+\n$/);
  });
});

describe('museum tickets', () => {
  test('saves the image that the service hands out, and refuses what is no ticket', async (t) => {
    const { ticket, cli, file } = await museumThatSold(t);
    const saved = await cli('tickets', 'image', ticket.ticketId, '-o', file('ticket.png'));
    assert.match(saved.stdout, /^Saved .*ticket\.png \(\d+ bytes\)\.\n$/);
    assert.deepEqual(new Uint8Array(await readFile(file('ticket.png'))), ticket.image);
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
    const { eventId, image } = await sellEventTicket(museum);
    const code = await scan(image);
    await writeFile(file('jwks.json'), await publishedKeys(museum));
    assert.match(
      (await cli('tickets', 'verify', code)).stdout,
      /^VALID [\s\S]+\nadmits {3}on \d{4}-\d\d-\d\d\n$/,
    );
    await fetch(`${museum.baseAddress}/special-events/${eventId}`, {
      method: 'DELETE',
      headers: { authorization: museum.authorization },
    });
    const refused = await cli('tickets', 'verify', code);
    assert.match(
      refused.stdout,
      /^REFUSED {2}cancelled: The code is genuine, but "Sorolla" was cancelled, or is not on \d{4}-\d\d-\d\d any more\.\n$/,
    );
    assert.equal(refused.code, 1);
    const offline = await cli('tickets', 'verify', code, '--jwks', file('jwks.json'));
    assert.match(offline.stdout, /^VALID {4}signed by this museum\n[\s\S]+\nadmits {3}not known/);
    const database = new DatabaseSync(file('museum.db'));
    database.exec('DELETE FROM contacts; DELETE FROM tickets');
    database.close();
    assert.match((await cli('tickets', 'verify', code)).stdout, /^REFUSED {2}unknown-ticket: /);
  });

  test('says of a void ticket that it admits no one', async (t) => {
    const { museum, ticket, cli } = await museumThatSold(t);
    await fetch(`${museum.baseAddress}/tickets/${ticket.ticketId}/void`, {
      method: 'POST',
      headers: { authorization: museum.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Bought twice' }),
    });
    const { code, stdout } = await cli('tickets', 'verify', await scan(ticket.image));
    assert.equal(code, 1);
    assert.equal(stdout, 'REFUSED  void: The code is genuine, but the ticket was made void.\n');
  });

  test('says what is wrong with a code, also without a database', async (t) => {
    const { museum, ticket, file } = await museumThatSold(t);
    await writeFile(file('jwks.json'), await publishedKeys(museum));
    const verify = (code: string) => runMuseum(t, ['tickets', 'verify', code, '--jwks', file('jwks.json')]);
    const refused = await verify('HELLO');
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /^REFUSED {2}not-a-ticket: /);
    const typed = await verify('TICKET-GENERAL-PFN465-7CHKS');
    assert.deepEqual([typed.code, typed.stdout], [1, '']);
    assert.match(typed.stderr, /^museum: that is a confirmation code, .* "museum admit CODE" checks it in/);
    const input = (text: string) =>
      runMuseum(t, ['tickets', 'verify', '-', '--jwks', file('jwks.json')], { input: text });
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
        [1, `museum: can’t take keys from ${file('jwks.json')}. `],
      );
    }
  });
});
