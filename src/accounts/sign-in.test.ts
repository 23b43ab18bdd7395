import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { holdNextRead } from '../../fixtures/held-read.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { addAccounts, PASSWORD } from '../../fixtures/museum.ts';
import { temporaryFolder, temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import { openStore, type Store, StoreUnavailable } from '../store/index.ts';
import { parseCredentials, requireAuthorization } from '../web/api/credentials.ts';
import { addAccount, disableAccount, enableAccount, setPassword, setRole } from './account-store.ts';
import { hashPassword } from './passwords.ts';
import { createSignIn } from './sign-in.ts';

const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';
const password = PASSWORD;
const desk = basic('desk', password);

function basic(username: string, secret: string): string {
  return `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
}

async function open(t: TestContext, store?: Store) {
  const opened = store ?? (await temporaryStore(t));
  const clock = manualClock();
  await addAccounts(opened, clock, [
    { username: 'root', role: 'admin' },
    { username: 'desk', role: 'cashier' },
  ]);
  return { store: opened, clock, signIn: byHeader({ store: opened, clock }) };
}

/** Sign-in by the header Authorization, as in the API. */
function byHeader(options: Parameters<typeof createSignIn>[0]) {
  const accounts = createSignIn(options);
  return {
    signIn: (authorization: string | undefined, address: string) => {
      const text = requireAuthorization(authorization);
      return accounts.signInAs(text, () => parseCredentials(text), address);
    },
  };
}

async function refusal(attempt: () => unknown): Promise<Refusal> {
  try {
    await attempt();
  } catch (error) {
    assert(error instanceof Refusal, String(error));
    return error;
  }
  return assert.fail('was let in');
}

/** Tries different wrong passwords. @returns the refusal of each */
async function guess(
  signIn: ReturnType<typeof byHeader>,
  times: number,
  username = 'desk',
  address = HERE,
): Promise<string[]> {
  const kinds: string[] = [];
  for (let time = 0; time < times; time += 1) {
    kinds.push((await refusal(() => signIn.signIn(basic(username, `guess ${time}`), address))).kind);
  }
  return kinds;
}

describe('signing in', () => {
  test('takes a password however a keyboard has composed its accents, when it is set and when it is used', async (t) => {
    const { store, clock, signIn } = await open(t);
    // A Vietnamese password as it is typed on Windows, decomposed (NFD) and composed (NFC).
    const spellings = [
      'ph\u00ea\u0301 \u0111\u00f4 Hu\u00ea\u0301',
      'phe\u0302\u0301 \u0111o\u0302 Hue\u0302\u0301',
      'ph\u1ebf \u0111\u00f4 Hu\u1ebf',
    ];
    for (const set of spellings) {
      await setPassword(store, OPERATOR, 'desk', set, clock.now());
      for (const used of spellings)
        assert.equal((await signIn.signIn(basic('desk', used), HERE)).username, 'desk');
    }
    await store.transaction(async (tx) => {
      const kept = await hashPassword(spellings[0] as string);
      await tx.run("UPDATE accounts SET password_hash = ? WHERE username = 'desk'", [kept]);
      await tx.touch('accounts');
    });
    assert.equal((await signIn.signIn(basic('desk', spellings[0] as string), HERE)).username, 'desk');
  });

  test('finds the account, and the second time without a promise', async (t) => {
    const { signIn } = await open(t);
    const first = signIn.signIn(desk, HERE);
    assert(first instanceof Promise);
    const account = await first;
    assert.equal(account.username, 'desk');
    assert.equal(account.role, 'cashier');
    assert.equal(signIn.signIn(desk, HERE), account);
    assert.equal(signIn.signIn(desk, ELSEWHERE), account);
  });

  test('takes no argon2id the second time, however the header is written', async (t) => {
    const { store, clock, signIn } = await open(t);
    await addAccount(store, OPERATOR, { username: 'José', password, role: 'viewer' }, clock.now());
    const account = await signIn.signIn(basic('José', password), HERE);
    for (const name of ['José', 'Jose\u0301'])
      for (const scheme of ['Basic', 'basic', 'bASIC   '])
        assert.equal(signIn.signIn(basic(name, password).replace('Basic', scheme), ELSEWHERE), account);
  });

  test('parses the same header once, if its credentials were right', async (t) => {
    const { store, clock } = await open(t);
    const accounts = createSignIn({ store, clock });
    const read = t.mock.fn((secret: string) => ({ username: 'desk', password: secret }));
    for (const secret of [password, 'wrong'])
      for (let time = 0; time < 2; time += 1)
        await Promise.resolve(accounts.signInAs(secret, () => read(secret), HERE)).catch(() => {});
    assert.deepEqual(
      read.mock.calls.map(({ arguments: [secret] }) => secret),
      [password, 'wrong', 'wrong'],
    );
  });

  test('needs a header Authorization that can be read', async (t) => {
    const { signIn } = await open(t);
    const unreadable = [
      [undefined, 'missing'],
      ['Bearer x', 'other-scheme'],
      ['Basic !', 'not-base64'],
      [basic('desk', 'a\nb'), 'control-character'],
    ] as const;
    for (const [authorization, fault] of unreadable) {
      const problem = await refusal(() => signIn.signIn(authorization, HERE));
      assert.equal(problem.kind, 'unauthorized');
      assert.deepEqual(problem.facts, { fault });
    }
  });

  test('gives the same answer to a wrong password, an unknown name and a disabled account', async (t) => {
    const { store, clock, signIn } = await open(t);
    await addAccount(store, OPERATOR, { username: 'gone', password, role: 'viewer' }, clock.now());
    await disableAccount(store, OPERATOR, 'gone', clock.now());
    const attempts = [basic('desk', 'wrong'), basic('nobody', password), basic('gone', password)];
    const answers = [];
    for (const each of attempts) {
      const problem = await refusal(() => signIn.signIn(each, HERE));
      answers.push({ kind: problem.kind, facts: problem.facts });
    }
    assert.deepEqual(answers[0], { kind: 'unauthorized', facts: {} });
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
  });

  test('is verified again five minutes later', async (t) => {
    const { clock, signIn } = await open(t);
    const account = await signIn.signIn(desk, HERE);
    clock.advance(5 * 60_000);
    const again = signIn.signIn(desk, HERE);
    assert(again instanceof Promise);
    assert.deepEqual(await again, account);
  });

  test('costs one verification when the same credentials arrive many times at once', async (t) => {
    const { signIn } = await open(t);
    const verifications = Array.from({ length: 300 }, () => signIn.signIn(desk, HERE));
    assert.equal(new Set(verifications).size, 1);
    await verifications[0];
  });

  test('counts one failure when the same wrong credentials arrive many times at once', async (t) => {
    const { signIn } = await open(t);
    const wrong = basic('desk', 'wrong');
    const attempts = Array.from({ length: 50 }, () => refusal(() => signIn.signIn(wrong, HERE)));
    for (const problem of await Promise.all(attempts)) assert.equal(problem.kind, 'unauthorized');
    assert.equal((await guess(signIn, 1))[0], 'unauthorized');
  });

  test('counts a failure for each address that the same wrong credentials come from at once', async (t) => {
    const { store, signIn } = await open(t);
    const wrong = basic('desk', 'wrong');
    await Promise.all([HERE, ELSEWHERE].map((address) => refusal(() => signIn.signIn(wrong, address))));
    assert.equal((await store.all('SELECT failures FROM failed_sign_ins')).length, 4); // of the name there, and of all there
  });

  test('verifies others while somebody floods it with guesses from one network', async (t) => {
    const { signIn } = await open(t);
    const flood = Array.from({ length: 300 }, (_, number) =>
      refusal(() => signIn.signIn(basic(`name ${number}`, password), `2001:db8::${number}`)),
    );
    assert.equal((await signIn.signIn(desk, HERE)).username, 'desk');
    const kinds = (await Promise.all(flood)).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'overloaded').length, 250);
    const later = await refusal(() => signIn.signIn(basic('desk', 'wrong'), '2001:db8::1'));
    assert.equal(later.kind, 'unauthorized');
  });

  test('refuses sign-ins when too many wait to be verified', async (t) => {
    const { store, clock, signIn } = await open(t);
    const usernames = Array.from({ length: 204 }, (_, number) => `name ${number}`);
    await addAccounts(
      store,
      clock,
      usernames.map((username) => ({ username, role: 'cashier' })),
    );
    const attempts = usernames.map(async (username, number) => {
      await signIn.signIn(basic(username, password), `2001:db8:0:${number.toString(16)}::1`);
      return 'let in';
    });
    const settled = await Promise.allSettled(attempts);
    const ends = settled.map((end) =>
      end.status === 'fulfilled' ? end.value : (end.reason as Refusal).kind,
    );
    const outcomes = Object.groupBy(ends, (end) => end);
    assert.deepEqual([outcomes['let in']?.length, outcomes.overloaded?.length], [202, 2]);
  });
});

describe('a change of an account', () => {
  test('counts from the next request on: password, role, disabled, enabled', async (t) => {
    const { store, clock, signIn } = await open(t);
    await signIn.signIn(desk, HERE);
    await setRole(store, OPERATOR, 'desk', 'viewer', clock.now());
    assert.equal((await signIn.signIn(desk, HERE)).role, 'viewer');
    await setPassword(store, OPERATOR, 'desk', 'close sesame', clock.now());
    assert.equal((await refusal(() => signIn.signIn(desk, HERE))).kind, 'unauthorized');
    const changed = basic('desk', 'close sesame');
    await signIn.signIn(changed, HERE);
    await disableAccount(store, OPERATOR, 'desk', clock.now());
    assert.equal((await refusal(() => signIn.signIn(changed, HERE))).kind, 'unauthorized');
    await enableAccount(store, OPERATOR, 'desk', clock.now());
    assert.equal((await signIn.signIn(changed, HERE)).username, 'desk');
  });

  test('counts at once also when another process made it', async (t) => {
    const path = join(await temporaryFolder(t), 'museum.db');
    const [here, there] = [
      await openStore({ kind: 'sqlite', path }),
      await openStore({ kind: 'sqlite', path }),
    ];
    t.after(() => Promise.all([here.close(), there.close()]));
    const { clock, signIn } = await open(t, here);
    await signIn.signIn(desk, HERE);
    await disableAccount(there, OPERATOR, 'desk', clock.now());
    assert.equal((await refusal(() => signIn.signIn(desk, HERE))).kind, 'unauthorized');
  });

  test('made during a verification counts for requests that come after it', async (t) => {
    const { store, clock, signIn } = await open(t);
    const { isRead, goOn } = holdNextRead(t, store, 'accounts');
    const before = signIn.signIn(desk, HERE);
    await isRead;
    await disableAccount(store, OPERATOR, 'desk', clock.now());
    const after = refusal(() => signIn.signIn(desk, HERE));
    goOn();
    await before;
    assert.equal((await after).kind, 'unauthorized');
    assert.equal((await refusal(() => signIn.signIn(desk, HERE))).kind, 'unauthorized');
  });

  test('is also seen when the revision must be read from the database', async (t) => {
    const { store, clock } = await open(t);
    const asking: Store = {
      dialect: store.dialect,
      all: (sql, values) => store.all(sql, values),
      get: (sql, values) => store.get(sql, values),
      transaction: (work) => store.transaction(work),
      revision: async (topic) => store.revision(topic),
      contentVersion: () => store.contentVersion(),
      ping: () => store.ping(),
      close: () => store.close(),
    };
    const signIn = byHeader({ store: asking, clock });
    const account = await signIn.signIn(desk, HERE);
    assert.equal(await signIn.signIn(desk, HERE), account);
    await setRole(store, OPERATOR, 'desk', 'viewer', clock.now());
    assert.equal((await signIn.signIn(desk, HERE)).role, 'viewer');
  });
});

describe('guessing passwords', () => {
  test('is delayed after ten failures, and even a right password is refused meanwhile', async (t) => {
    const { clock, signIn } = await open(t);
    assert.deepEqual(new Set(await guess(signIn, 10)), new Set(['unauthorized']));
    const problem = await refusal(() => signIn.signIn(desk, HERE));
    assert.equal(problem.kind, 'too-many-sign-ins');
    assert.deepEqual(problem.facts, { seconds: 1 });
    clock.advance(1000);
    assert.equal((await signIn.signIn(desk, HERE)).username, 'desk');
    assert.deepEqual(await guess(signIn, 10), Array(10).fill('unauthorized'), 'what was before is forgiven');
  });

  test('at an unknown name is delayed just the same', async (t) => {
    const { signIn } = await open(t);
    const kinds = await guess(signIn, 11, 'nobody');
    assert.deepEqual(kinds, [...Array(10).fill('unauthorized'), 'too-many-sign-ins']);
  });

  test('locks out nobody at another address, and nobody who is signed in at this one', async (t) => {
    const { signIn } = await open(t);
    const account = await signIn.signIn(desk, HERE);
    assert.equal((await guess(signIn, 11)).at(-1), 'too-many-sign-ins');
    assert.equal(signIn.signIn(desk, HERE), account);
    assert.equal((await signIn.signIn(basic('root', password), HERE)).username, 'root');
    assert.deepEqual(await guess(signIn, 1, 'desk', ELSEWHERE), ['unauthorized']);
  });

  test('locks out nobody who signed in here a while ago, also when another account has changed since', async (t) => {
    const { store, clock, signIn } = await open(t);
    await signIn.signIn(desk, HERE);
    await guess(signIn, 11);
    clock.advance(6 * 60_000);
    await guess(signIn, 1);
    await setRole(store, OPERATOR, 'root', 'admin', clock.now());
    assert.equal((await signIn.signIn(desk, HERE)).username, 'desk');
    await setPassword(store, OPERATOR, 'desk', 'another word', clock.now());
    assert.notEqual(await refusal(() => signIn.signIn(desk, HERE)), undefined);
  });

  test('many at once gets hardly more attempts than one after another', async (t) => {
    const { signIn } = await open(t);
    const attempts = Array.from({ length: 40 }, (_, number) =>
      refusal(() => signIn.signIn(basic('desk', `guess ${number}`), HERE)),
    );
    const kinds = (await Promise.all(attempts)).map(({ kind }) => kind);
    const lookedAt = kinds.filter((kind) => kind === 'unauthorized').length;
    assert(lookedAt >= 10 && lookedAt <= 11, `${lookedAt} guesses were looked at`);
  });

  test('is not forgotten by a restart', async (t) => {
    const { store, clock, signIn } = await open(t);
    await guess(signIn, 10);
    const restarted = byHeader({ store, clock });
    assert.equal((await refusal(() => restarted.signIn(desk, HERE))).kind, 'too-many-sign-ins');
  });

  test('with headers that can’t be read counts for nothing', async (t) => {
    const { signIn } = await open(t);
    for (let time = 0; time < 120; time += 1) await refusal(() => signIn.signIn('Basic !', HERE));
    assert.equal((await signIn.signIn(desk, HERE)).username, 'desk');
  });
});

describe('while the database can’t be written', () => {
  test('guesses are refused and delayed as ever, and right credentials are accepted', async (t) => {
    const { store, clock, signIn } = await open(t);
    await guess(signIn, 1, 'root');
    t.mock.method(store, 'transaction', () => Promise.reject(new StoreUnavailable('the disk is full')));
    assert.deepEqual(await guess(signIn, 11), [...Array(10).fill('unauthorized'), 'too-many-sign-ins']);
    assert.equal((await signIn.signIn(basic('root', password), HERE)).username, 'root');
    clock.advance(1000);
    assert.equal((await signIn.signIn(desk, HERE)).username, 'desk');
    assert.equal((await guess(signIn, 1))[0], 'unauthorized');
  });

  test('verifications do not wait until the failures of others are written', async (t) => {
    const { store, signIn } = await open(t);
    await guess(signIn, 1, 'gate');
    const { promise, resolve } = Promise.withResolvers<never>();
    const writes = t.mock.method(store, 'transaction', () => promise);
    const wrong = Array.from({ length: 5 }, (_, number) => guess(signIn, 1, `name ${number}`));
    let told = 0;
    for (const each of wrong) each.then(() => told++);
    assert.equal((await signIn.signIn(desk, HERE)).username, 'desk');
    assert(writes.mock.callCount() >= 2);
    assert.equal(told, 0, 'is told before it is written');
    writes.mock.restore();
    resolve(undefined as never);
    await Promise.all(wrong);
  });
});

test('the log has a line for each failed sign-in: with the id of the account, or a hash of a name that is none', async (t) => {
  const { store, clock } = await open(t);
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  const { signIn } = byHeader({ store, clock, log });
  const token = `museum_${'a'.repeat(52)}`;
  for (const claimed of ['desk', 'my secret word', 'my secret word', 'root'])
    await refusal(() => signIn(basic(claimed, 'wrong'), HERE));
  await refusal(() => createSignIn({ store, clock, log }).signInWithToken(token, HERE));
  await signIn(desk, HERE);
  const rows = await store.all<{ account_id: string }>('SELECT account_id FROM accounts ORDER BY username');
  const [ofDesk, ofRoot] = rows.map(({ account_id }) => account_id);
  const [first, second, third, fourth, ...tokens] = lines;
  assert.deepEqual(first, { level: 30, account: ofDesk, address: HERE, msg: 'sign-in failed' });
  assert.match(`${second?.nameHash}`, /^[\w-]{16}$/);
  assert.deepEqual(third, second, 'the same name has the same hash');
  assert.equal(fourth?.account, ofRoot);
  assert.equal(lines.length - tokens.length, 4);
  assert.doesNotMatch(JSON.stringify(lines), /secret|wrong|museum_/);
});
