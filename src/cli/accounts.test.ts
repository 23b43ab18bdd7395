import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { freshDatabase } from '../../fixtures/postgres.ts';
import { callMuseum, type Finished, runMuseum, startUnwritable } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { addAccount, createSignIn, listAccounts } from '../accounts/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import { inspectStore, openStore, type Store } from '../store/index.ts';

const password = 'open sesame';

/** A museum with an admin, and the command line on it. */
async function open(t: TestContext) {
  const dataDir = await temporaryFolder(t);
  const store = await openStore({ kind: 'sqlite', path: join(dataDir, 'museum.db') });
  t.after(() => store.close());
  await addAccount(store, OPERATOR, { username: 'root', password, role: 'admin' }, systemClock.now());
  const env = { MUSEUM_DATA_DIR: dataDir, MUSEUM_TIME_ZONE: 'Europe/Berlin' };
  return {
    store,
    dataDir,
    accounts: (args: readonly string[], input?: string) =>
      callMuseum(['accounts', ...args], input === undefined ? { env } : { env, input }),
  };
}

async function canSignIn(store: Store, username: string, secret: string): Promise<boolean> {
  try {
    await createSignIn({ store, clock: systemClock }).signIn({ username, password: secret }, '127.0.0.1');
    return true;
  } catch {
    return false;
  }
}

function succeeded({ code, stderr, stdout }: Finished): string {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

function refused({ code, stderr, stdout }: Finished, line: RegExp, exitCode = 1): void {
  assert.deepEqual({ code, stdout }, { code: exitCode, stdout: '' });
  assert.match(stderr, /^museum: [^\n]+\n$/);
  assert.match(stderr, line);
}

describe('museum accounts', () => {
  test('adds tokens of a partner, each alone on the last line, lists and revokes them', async (t) => {
    const { store, accounts } = await open(t);
    const now = systemClock.now();
    await addAccount(store, OPERATOR, { username: 'tours', password, role: 'partner' }, now);
    assert.equal(succeeded(await accounts(['token', 'list', 'tours'])), 'The account has no tokens.\n');
    const token =
      succeeded(await accounts(['token', 'add', 'tours']))
        .trimEnd()
        .split('\n')
        .at(-1) ?? '';
    const signIn = createSignIn({ store, clock: systemClock });
    assert.equal((await signIn.signInWithToken(token, '127.0.0.1')).username, 'tours');
    const [heads, row] = succeeded(await accounts(['token', 'list', 'tours'])).split('\n');
    assert.match(`${heads}`, /^TOKEN +ADDED +LAST USED$/);
    assert.match(`${row}`, /^museum_\w{8} +\d{4}-\d\d-\d\d \d\d:\d\d +\d{4}/);
    const [listed] = JSON.parse(succeeded(await accounts(['token', 'list', 'tours', '--json'])));
    assert.ok(token.startsWith(listed.token));
    succeeded(await accounts(['token', 'revoke', 'tours', listed.token]));
    await assert.rejects(async () => signIn.signInWithToken(token, '127.0.0.1'));
    refused(await accounts(['token', 'revoke', 'tours', listed.token]), /no token/);
    refused(await accounts(['token', 'add', 'root']), /Only partners have tokens/);
  });

  test('lists accounts as a table, or as JSON', async (t) => {
    const { store, accounts } = await open(t);
    await addAccount(store, OPERATOR, { username: '博物館', password, role: 'gate' }, systemClock.now());
    succeeded(await accounts(['disable', '博物館']));
    const lines = succeeded(await accounts(['list'])).split('\n');
    assert.match(lines[0] ?? '', /^NAME +ROLE +STATE +ADDED +MAIL BY$/);
    assert.match(lines[1] ?? '', /^root +admin +active +\d{4}-\d\d-\d\d \d\d:\d\d +museum$/);
    assert.match(lines[2] ?? '', /^博物館 +gate +disabled \d{4}-\d\d-\d\d \d\d:\d\d +\d{4}/);
    const [root, gate] = JSON.parse(succeeded(await accounts(['list', '--json'])));
    assert.deepEqual(Object.keys(root), [
      'accountId',
      'username',
      'role',
      'mails',
      'createdAt',
      'changedAt',
      'disabledAt',
    ]);
    assert.deepEqual([root.username, root.role, root.disabledAt], ['root', 'admin', null]);
    assert.equal(new Date(gate.disabledAt).toISOString(), gate.disabledAt);
  });

  test('says so when there are none yet', async (t) => {
    const dataDir = await temporaryFolder(t);
    await (await openStore({ kind: 'sqlite', path: join(dataDir, 'museum.db') })).close();
    const env = { MUSEUM_DATA_DIR: dataDir };
    assert.match(succeeded(await runMuseum(t, ['accounts', 'list'], { env })), /^There are no accounts yet/);
    assert.equal(succeeded(await callMuseum(['accounts', 'list', '--json'], { env })), '[]\n');
  });

  test('makes no museum where there is none', async (t) => {
    const dataDir = join(await temporaryFolder(t), 'elsewhere');
    for (const args of [['list'], ['add', 'desk', '--role', 'cashier'], ['disable', 'desk']]) {
      const outcome = await callMuseum(['accounts', ...args], { env: { MUSEUM_DATA_DIR: dataDir } });
      refused(outcome, /there is no database at .*elsewhere\/museum\.db yet/);
    }
    assert.equal(existsSync(dataDir), false);
    const database = await freshDatabase();
    const env = { MUSEUM_DATABASE_URL: database };
    refused(await callMuseum(['accounts', 'list'], { env }), /it contains no museum yet/);
    await assert.rejects(
      inspectStore({ kind: 'postgres', url: database }, async () => {}),
      /no museum/,
    );
  });

  test('adds an account whose password is made up and printed once', async (t) => {
    const { store, accounts } = await open(t);
    const output = succeeded(await accounts(['add', 'front desk', '--role', 'cashier']));
    const [, made = ''] =
      /^The new password, which is shown only once: (\S+)\nAdded the account "front desk" with the role cashier\.\n$/.exec(
        output,
      ) ?? [];
    assert.equal(await canSignIn(store, 'front desk', made), true);
  });

  test('changes nothing when a password that is made up can’t be shown', async (t) => {
    const { store, dataDir } = await open(t);
    const env = { MUSEUM_DATA_DIR: dataDir };
    for (const args of [
      ['add', 'desk', '--role', 'gate'],
      ['password', 'root', '--generate'],
    ]) {
      const running = startUnwritable(t, ['accounts', ...args], env);
      assert.equal((await running.exit).code, 1);
      assert.match(
        running.stderr(),
        /^museum: can’t write to standard output \(\w+\)\.\nmuseum: .* Nothing was changed\.\n$/,
      );
    }
    assert.equal(await canSignIn(store, 'root', password), true);
    assert.equal((await listAccounts(store)).length, 1);
  });

  test('fails in a line when its output can’t be written', async (t) => {
    const { dataDir } = await open(t);
    const running = startUnwritable(t, ['accounts', 'list'], { MUSEUM_DATA_DIR: dataDir });
    assert.equal((await running.exit).code, 1);
    assert.match(running.stderr(), /^museum: can’t write to standard output \(\w+\)\.\n$/);
  });

  test('adds an account whose password comes from standard input, and does not print it', async (t) => {
    const { store, accounts } = await open(t);
    const output = succeeded(
      await accounts(['add', 'Zoë', '--role', 'gate', '--password-stdin'], 'pässwort 🎟\n'),
    );
    assert.equal(output, 'Added the account "Zoë" with the role gate.\n');
    assert.equal(await canSignIn(store, 'Zoë', 'pässwort 🎟'), true);
  });

  test('adds none under a name that is taken or can’t be one, nor with a password that can’t be one', async (t) => {
    const { accounts } = await open(t);
    refused(await accounts(['add', 'root', '--role', 'gate']), /already an account named "root"/);
    refused(await accounts(['add', 'a:b', '--role', 'gate']), /user name contains a colon/, 2);
    refused(await accounts(['add', '', '--role', 'gate']), /user name is empty/, 2);
    const short = await accounts(['add', 'desk', '--role', 'gate', '--password-stdin'], 'short\n');
    refused(short, /password is shorter than 10 characters/);
    for (const [typed, fault] of [
      ['password123', /one of the most common passwords/],
      ['Front Desk 1', /little more than the name/],
    ] as const)
      refused(
        await accounts(['add', 'front-desk', '--role', 'gate', '--password-stdin'], `${typed}\n`),
        fault,
      );
    assert.equal(JSON.parse(succeeded(await accounts(['list', '--json']))).length, 1);
  });

  test('gives an account a new password', async (t) => {
    const { store, accounts } = await open(t);
    succeeded(await accounts(['password', 'root', '--password-stdin'], 'close sesame'));
    assert.equal(await canSignIn(store, 'root', password), false);
    assert.equal(await canSignIn(store, 'root', 'close sesame'), true);
    const made =
      /^The new password, .*: (\S+)$/m.exec(
        succeeded(await accounts(['password', 'root', '--generate'])),
      )?.[1] ?? '';
    assert.equal(await canSignIn(store, 'root', made), true);
    refused(await accounts(['password', 'nobody', '--generate']), /no account named "nobody"/);
  });

  test('disables and enables, and gives another role, but leaves the museum an admin', async (t) => {
    const { accounts } = await open(t);
    refused(await accounts(['disable', 'root']), /"root" is the last admin that is not disabled/);
    refused(
      await accounts(['role', 'root', '--role', 'gate']),
      /"root" is the last admin that is not disabled/,
    );
    succeeded(await accounts(['add', 'second', '--role', 'viewer']));
    assert.equal(
      succeeded(await accounts(['role', 'second', '--role', 'admin'])),
      'The account "second" now has the role admin.\n',
    );
    assert.equal(succeeded(await accounts(['disable', 'root'])), 'The account "root" has been disabled.\n');
    refused(await accounts(['disable', 'root']), /"root" is already disabled/);
    assert.equal(succeeded(await accounts(['enable', 'root'])), 'The account "root" can sign in again.\n');
    refused(await accounts(['enable', 'root']), /"root" is not disabled/);
    refused(await accounts(['enable', 'nobody']), /no account named "nobody"/);
  });
});
