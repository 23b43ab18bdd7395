import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { addAccounts } from '../../fixtures/museum.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import { StoreUnavailable } from '../store/index.ts';
import { disableAccount, enableAccount, setRole } from './account-store.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { addToken, listTokens, revokeToken, tokenIdOf } from './tokens.ts';

const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';

async function open(t: TestContext) {
  const store = await temporaryStore(t);
  const clock = manualClock();
  await addAccounts(store, clock, [
    { username: 'tours', role: 'partner' },
    { username: 'desk', role: 'cashier' },
  ]);
  const signIn = createSignIn({ store, clock });
  const add = () => addToken(store, OPERATOR, 'tours', clock);
  return { store, clock, signIn, add };
}

/** The user name of whom the token stands for, or the kind of the refusal. */
async function whoseIs(signIn: SignIn, token: string, address = HERE): Promise<string> {
  try {
    return (await signIn.signInWithToken(token, address)).username;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.kind;
  }
}

/** A token of the right form that was never made. */
function guess(number: number): string {
  return `museum_${`${number}`.replaceAll(/[01]/g, 'x').padEnd(40, 'A')}`;
}

describe('a token', () => {
  test('signs its partner in until it is revoked, beside others', async (t) => {
    const { store, clock, signIn, add } = await open(t);
    const [one, other] = [await add(), await add()];
    assert.match(one, /^museum_[A-Za-z2-9]{40}$/);
    for (const token of [one, other]) assert.equal(await whoseIs(signIn, token), 'tours');
    await revokeToken(store, OPERATOR, 'tours', tokenIdOf(one) as string, clock.now());
    assert.equal(await whoseIs(signIn, one), 'unauthorized');
    assert.equal(await whoseIs(signIn, other), 'tours');
  });

  test('signs nobody in while its account is disabled, or is no partner', async (t) => {
    const { store, clock, signIn, add } = await open(t);
    const token = await add();
    await disableAccount(store, OPERATOR, 'tours', clock.now());
    assert.equal(await whoseIs(signIn, token), 'unauthorized');
    await enableAccount(store, OPERATOR, 'tours', clock.now());
    assert.equal(await whoseIs(signIn, token), 'tours');
    await setRole(store, OPERATOR, 'tours', 'manager', clock.now());
    assert.equal(await whoseIs(signIn, token), 'unauthorized');
  });

  test('is made for partners only, and is not stored', async (t) => {
    const { store, clock, add } = await open(t);
    await assert.rejects(addToken(store, OPERATOR, 'desk', clock), { fault: 'not-a-partner' });
    await assert.rejects(addToken(store, OPERATOR, 'nobody', clock), { fault: 'unknown' });
    const token = await add();
    const stored = JSON.stringify([
      await store.all('SELECT * FROM account_tokens'),
      await store.all('SELECT * FROM journal'),
    ]);
    assert.ok(stored.includes(tokenIdOf(token) as string));
    assert.ok(!stored.includes(token));
    await assert.rejects(revokeToken(store, OPERATOR, 'tours', 'museum_nothing', clock.now()), {
      fault: 'unknown-token',
    });
  });

  test('shows when it was used last', async (t) => {
    const { store, clock, signIn, add } = await open(t);
    const token = await add();
    const { accountId } = await signIn.signInWithToken(token, HERE);
    const usedAt = async () => (await listTokens(store, accountId))[0]?.usedAt;
    assert.equal(await usedAt(), clock.now());
    clock.advance(5 * 60_000);
    await signIn.signInWithToken(token, HERE);
    assert.equal(await usedAt(), clock.now());
    const signedIn = signIn.signInWithToken(token, HERE);
    assert.ok(!(signedIn instanceof Promise), 'is known without a query');
  });

  test('is guessed as slowly as a password, by address', async (t) => {
    const { signIn, add } = await open(t);
    const token = await add();
    const outcomes: string[] = [];
    for (let number = 0; number < 102; number += 1) outcomes.push(await whoseIs(signIn, guess(number)));
    assert.deepEqual(outcomes, [
      ...Array(100).fill('unauthorized'),
      'too-many-sign-ins',
      'too-many-sign-ins',
    ]);
    assert.equal(await whoseIs(signIn, token), 'too-many-sign-ins');
    assert.equal(await whoseIs(signIn, token, ELSEWHERE), 'tours');
    assert.equal(await whoseIs(signIn, 'no token at all'), 'unauthorized');
  });

  test('that was right a short while ago is right during guesses, and while the database can’t be written', async (t) => {
    const { store, clock, signIn, add } = await open(t);
    const token = await add();
    assert.equal(await whoseIs(signIn, token), 'tours');
    for (let number = 0; number < 101; number += 1) await whoseIs(signIn, guess(number));
    clock.advance(6 * 60_000);
    t.mock.method(store, 'transaction', () => Promise.reject(new StoreUnavailable('the disk is full')));
    assert.equal(await whoseIs(signIn, token), 'tours');
  });
});
