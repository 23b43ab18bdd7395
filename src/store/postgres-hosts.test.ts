import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PostgresHost, PostgresHosts } from './postgres-hosts.ts';

const [ONE, TWO, THREE] = ['one', 'two', 'three'].map(
  (label): PostgresHost => ({ label, host: label, port: 5432, tls: [false] }),
) as [PostgresHost, PostgresHost, PostgresHost];

/** Attempts that the test lets succeed or fail, in the order in which they were begun. */
function begin(t: TestContext, hosts: PostgresHosts) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const attempts: {
    readonly host: PostgresHost;
    readonly end: PromiseWithResolvers<string>;
    readonly signal: AbortSignal;
  }[] = [];
  const outcome = hosts.firstOf((host, signal) => {
    const end = Promise.withResolvers<string>();
    attempts.push({ host, end, signal });
    return end.promise;
  });
  const tried = () => attempts.map(({ host }) => host);
  const attempt = (index: number) => attempts[index]?.end as PromiseWithResolvers<string>;
  const wait = async () => {
    t.mock.timers.tick(500);
    await nextTurn();
  };
  const isGivenUp = (index: number) => attempts[index]?.signal.aborted;
  return { outcome, tried, attempt, isGivenUp, wait };
}

test('the next server is tried when the one before has failed', async (t) => {
  const { outcome, tried, attempt } = begin(t, new PostgresHosts([ONE, TWO, THREE]));
  attempt(0).reject(new Error('refused'));
  await nextTurn();
  assert.deepEqual(tried(), [ONE, TWO]);
  attempt(1).resolve('connected');
  assert.deepEqual(await outcome, { success: 'connected' });
  assert.deepEqual(tried(), [ONE, TWO]);
});

test('the next server is tried beside one that lets one wait, which may still be the first to succeed', async (t) => {
  const { outcome, tried, attempt, wait } = begin(t, new PostgresHosts([ONE, TWO]));
  await wait();
  assert.deepEqual(tried(), [ONE, TWO]);
  attempt(1).reject(new Error('a standby'));
  await nextTurn();
  attempt(0).resolve('connected');
  assert.deepEqual(await outcome, { success: 'connected' });
});

test('a server that has failed is asked again while another lets one wait: it may have been promoted', async (t) => {
  const { outcome, tried, attempt, isGivenUp, wait } = begin(t, new PostgresHosts([ONE, TWO]));
  await wait();
  for (const index of [1, 2]) {
    attempt(index).reject(new Error('a standby'));
    await nextTurn();
    await wait();
  }
  assert.deepEqual(tried(), [ONE, TWO, TWO, TWO]);
  attempt(3).resolve('connected');
  assert.deepEqual(await outcome, { success: 'connected' });
  assert.deepEqual([isGivenUp(0), isGivenUp(3)], [true, false]);
});

test('servers that let one wait for ever are not asked again without end', async (t) => {
  const { outcome, tried, attempt, isGivenUp, wait } = begin(t, new PostgresHosts([ONE, TWO]));
  await wait();
  attempt(0).reject('no response');
  await nextTurn();
  await wait();
  assert.deepEqual(tried(), [ONE, TWO, ONE]);
  attempt(1).reject('no response');
  assert.ok('failures' in (await outcome));
  assert.equal(isGivenUp(2), true);
});

test('the other attempts are given up once one has succeeded', async (t) => {
  const hosts = new PostgresHosts([ONE, TWO]);
  const { outcome, attempt, isGivenUp, wait } = begin(t, hosts);
  await wait();
  assert.equal(isGivenUp(0), false);
  attempt(1).resolve('connected');
  assert.deepEqual(await outcome, { success: 'connected' });
  assert.equal(isGivenUp(0), true);
  attempt(0).reject(new Error('given up'));
  await nextTurn();
  assert.deepEqual(hosts.inOrder, [TWO, ONE]);
});

test('when all have failed, each says why', async (t) => {
  const { outcome, attempt, wait } = begin(t, new PostgresHosts([ONE, TWO]));
  await wait();
  attempt(1).reject('a standby');
  await nextTurn();
  attempt(0).reject('refused');
  const ended = await outcome;
  assert.ok('failures' in ended);
  assert.deepEqual(Object.fromEntries([...ended.failures].map(([{ label }, why]) => [label, why])), {
    one: 'refused',
    two: 'a standby',
  });
});

test('the last good server is tried first, and the one that failed last at the end', () => {
  const hosts = new PostgresHosts([ONE, TWO, THREE]);
  hosts.failed(ONE);
  assert.deepEqual(hosts.inOrder, [TWO, THREE, ONE]);
  hosts.found(THREE);
  assert.deepEqual(hosts.inOrder, [THREE, TWO, ONE]);
});

test('a server is left once another one was found, and not before', () => {
  const hosts = new PostgresHosts([ONE, TWO]);
  assert.equal(hosts.hasLeft(ONE), false);
  hosts.found(ONE);
  hosts.failed(ONE);
  assert.equal(hosts.hasLeft(ONE), false);
  hosts.found(TWO);
  assert.deepEqual([hosts.hasLeft(ONE), hosts.hasLeft(TWO)], [true, false]);
});
