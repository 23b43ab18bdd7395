import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryFolder, temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import { isUuid } from '../core/uuid.ts';
import { openStore, type Store } from '../store/index.ts';
import { AccountRefused } from './account.ts';
import {
  addAccount,
  disableAccount,
  enableAccount,
  ensureFirstAccount,
  findAccountWithPassword,
  listAccounts,
  setOwnPassword,
  setPassword,
  setRole,
} from './account-store.ts';
import { isPassword } from './passwords.ts';

const clock = manualClock();
const password = 'open sesame';

async function openWithAdmin(t: TestContext): Promise<Store> {
  const store = await temporaryStore(t);
  await addAccount(store, OPERATOR, { username: 'root', password, role: 'admin' }, clock.now());
  return store;
}

/** Whether `change` moves the revision, as every change must, and nothing else. */
async function movesRevision(store: Store, change: () => Promise<unknown>): Promise<boolean> {
  const before = await store.revision('accounts');
  await change().catch(() => {});
  return (await store.revision('accounts')) !== before;
}

describe('an account', () => {
  test('is added with a role and a password, and listed by name', async (t) => {
    const store = await openWithAdmin(t);
    const account = await addAccount(
      store,
      OPERATOR,
      { username: 'Zoe\u0308', password, role: 'cashier' },
      clock.now(),
    );
    assert(isUuid(account.accountId));
    assert.deepEqual(account, { accountId: account.accountId, username: 'Zo\u00eb', role: 'cashier' });
    const listed = await listAccounts(store);
    assert.deepEqual(
      listed.map(({ username, role, disabledAt }) => ({ username, role, disabledAt })),
      [
        { username: 'Zo\u00eb', role: 'cashier', disabledAt: undefined },
        { username: 'root', role: 'admin', disabledAt: undefined },
      ],
    );
    assert.equal(listed[0]?.createdAt, clock.now());
    assert.equal(JSON.stringify(listed).includes('argon2'), false);
  });

  test('is refused when the name is taken or can’t be used, or the password can’t', async (t) => {
    const store = await openWithAdmin(t);
    const add = (username: string, secret = password) =>
      addAccount(store, OPERATOR, { username, password: secret, role: 'viewer' }, clock.now());
    await assert.rejects(add('root'), {
      name: 'AccountRefused',
      message: 'There is already an account named "root".',
    });
    await assert.rejects(add('a:b'), /The user name contains a colon/);
    await assert.rejects(add('desk', 'short'), /The password is shorter than 10 characters/);
    assert.equal((await listAccounts(store)).length, 1);
  });

  test('gets a new password, and with it a new hash', async (t) => {
    const store = await openWithAdmin(t);
    await setPassword(store, OPERATOR, 'root', 'close sesame', clock.now());
    const found = await findAccountWithPassword(store, 'root');
    assert.equal(await isPassword('close sesame', found?.passwordHash), true);
    assert.equal(await isPassword(password, found?.passwordHash), false);
    await assert.rejects(setPassword(store, OPERATOR, 'root', 'short', clock.now()), /shorter than 10/);
    await assert.rejects(
      setPassword(store, OPERATOR, 'nobody', password, clock.now()),
      /There is no account named "nobody"/,
    );
  });

  test('can’t set its own password over one that an admin gave it, or while it is disabled', async (t) => {
    const store = await openWithAdmin(t);
    const proven = (await findAccountWithPassword(store, 'root')) ?? assert.fail();
    const setOwn = () => setOwnPassword(store, OPERATOR, proven, 'by themselves', clock.now());
    await setPassword(store, OPERATOR, 'root', 'given by an admin', clock.now());
    await assert.rejects(setOwn(), { kind: 'unauthorized' });
    const given = await findAccountWithPassword(store, 'root');
    assert.equal(await isPassword('given by an admin', given?.passwordHash), true);
    await store.transaction((tx) => tx.run('UPDATE accounts SET password_hash = ?', [proven.passwordHash]));
    const { passwordHash } = await setOwn();
    assert.equal(await isPassword('by themselves', passwordHash), true);
    await addAccount(store, OPERATOR, { username: 'other', password, role: 'admin' }, clock.now());
    await disableAccount(store, OPERATOR, 'root', clock.now());
    const disabled = { ...proven, passwordHash };
    await assert.rejects(setOwnPassword(store, OPERATOR, disabled, 'again', clock.now()), AccountRefused);
    await assert.rejects(setOwnPassword(store, OPERATOR, disabled, 'once again', clock.now()), {
      kind: 'unauthorized',
    });
  });

  test('is disabled and enabled again, each only once', async (t) => {
    const store = await openWithAdmin(t);
    await addAccount(store, OPERATOR, { username: 'desk', password, role: 'cashier' }, clock.now());
    await disableAccount(store, OPERATOR, 'desk', clock.now());
    assert.equal((await findAccountWithPassword(store, 'desk'))?.isDisabled, true);
    assert.equal((await listAccounts(store))[0]?.disabledAt, clock.now());
    await assert.rejects(disableAccount(store, OPERATOR, 'desk', clock.now()), /"desk" is already disabled/);
    await enableAccount(store, OPERATOR, 'desk', clock.now());
    assert.equal((await findAccountWithPassword(store, 'desk'))?.isDisabled, false);
    await assert.rejects(enableAccount(store, OPERATOR, 'desk', clock.now()), /"desk" is not disabled/);
    await assert.rejects(disableAccount(store, OPERATOR, 'nobody', clock.now()), /no account named "nobody"/);
    await assert.rejects(enableAccount(store, OPERATOR, 'nobody', clock.now()), /no account named "nobody"/);
  });

  test('keeps the museum an admin: the last one in use is neither disabled nor given another role', async (t) => {
    const store = await openWithAdmin(t);
    await addAccount(store, OPERATOR, { username: 'second', password, role: 'admin' }, clock.now());
    await disableAccount(store, OPERATOR, 'second', clock.now());
    await assert.rejects(
      disableAccount(store, OPERATOR, 'root', clock.now()),
      /"root" is the last admin that is not disabled/,
    );
    await assert.rejects(
      setRole(store, OPERATOR, 'root', 'manager', clock.now()),
      /"root" is the last admin that is not disabled/,
    );
    await setRole(store, OPERATOR, 'root', 'admin', clock.now());
    await enableAccount(store, OPERATOR, 'second', clock.now());
    await setRole(store, OPERATOR, 'root', 'manager', clock.now());
    assert.equal((await findAccountWithPassword(store, 'root'))?.role, 'manager');
  });

  test('and another admin can’t disable each other at the same moment', async (t) => {
    const store = await openWithAdmin(t);
    await addAccount(store, OPERATOR, { username: 'second', password, role: 'admin' }, clock.now());
    const outcomes = await Promise.allSettled([
      disableAccount(store, OPERATOR, 'root', clock.now()),
      disableAccount(store, OPERATOR, 'second', clock.now()),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  test('changes the revision with every change, and not with a refused one', async (t) => {
    const store = await openWithAdmin(t);
    const add = () =>
      addAccount(store, OPERATOR, { username: 'desk', password, role: 'cashier' }, clock.now());
    assert.equal(await movesRevision(store, add), true);
    assert.equal(await movesRevision(store, add), false);
    assert.equal(
      await movesRevision(store, () => setPassword(store, OPERATOR, 'desk', 'close sesame', clock.now())),
      true,
    );
    assert.equal(
      await movesRevision(store, () => setRole(store, OPERATOR, 'desk', 'viewer', clock.now())),
      true,
    );
    assert.equal(
      await movesRevision(store, () => disableAccount(store, OPERATOR, 'desk', clock.now())),
      true,
    );
    assert.equal(
      await movesRevision(store, () => disableAccount(store, OPERATOR, 'desk', clock.now())),
      false,
    );
    assert.equal(await movesRevision(store, () => enableAccount(store, OPERATOR, 'desk', clock.now())), true);
    assert.equal(await movesRevision(store, () => listAccounts(store)), false);
  });
});

describe('the first account', () => {
  test('is named admin and has a generated password, which is given only once', async (t) => {
    const store = await temporaryStore(t);
    const first = await ensureFirstAccount(store, clock.now(), undefined);
    assert.equal(first?.username, 'admin');
    const found = await findAccountWithPassword(store, 'admin');
    assert.equal(found?.role, 'admin');
    assert.equal(await isPassword(first?.password ?? '', found?.passwordHash), true);
    assert.equal(await ensureFirstAccount(store, clock.now(), undefined), undefined);
  });

  test('is the one of the settings, whose password is not given back', async (t) => {
    const store = await temporaryStore(t);
    const first = await ensureFirstAccount(store, clock.now(), { username: 'head', password });
    assert.deepEqual(first, { username: 'head' });
    assert.equal((await findAccountWithPassword(store, 'head'))?.role, 'admin');
  });

  test('is not made when there is any, even a disabled one', async (t) => {
    const store = await openWithAdmin(t);
    assert.equal(await ensureFirstAccount(store, clock.now(), { username: 'head', password }), undefined);
    assert.equal((await listAccounts(store)).length, 1);
  });

  test('can’t be made from settings that no account could have', async (t) => {
    const store = await temporaryStore(t);
    await assert.rejects(ensureFirstAccount(store, clock.now(), { username: 'a:b', password }), /colon/);
    await assert.rejects(ensureFirstAccount(store, clock.now(), { username: 'a', password: 'b' }), /shorter/);
    assert.deepEqual(await listAccounts(store), []);
  });

  test('is one, however many processes start at once', async (t) => {
    const path = join(await temporaryFolder(t), 'museum.db');
    const stores = await Promise.all([1, 2, 3].map(() => openStore({ kind: 'sqlite', path })));
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const made = await Promise.all(stores.map((store) => ensureFirstAccount(store, clock.now(), undefined)));
    const [first] = made.filter((account) => account !== undefined);
    assert.equal(made.filter((account) => account !== undefined).length, 1);
    const [store] = stores as [Store];
    assert.equal((await listAccounts(store)).length, 1);
    const found = await findAccountWithPassword(store, 'admin');
    assert.equal(await isPassword(first?.password ?? '', found?.passwordHash), true);
  });
});
