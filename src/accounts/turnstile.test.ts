import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../core/refusal.ts';
import { Turnstile } from './turnstile.ts';

/** Work that is done when `finish` is called. */
function openWork(log: string[], name: string) {
  const { promise, resolve: finish } = Promise.withResolvers<string>();
  const work = () => {
    log.push(name);
    return promise;
  };
  return { work, finish: () => finish(name) };
}

describe('the turnstile', () => {
  test('lets so many through at a time, the others in order of arrival', async () => {
    const turnstile = new Turnstile(2, 10);
    const begun: string[] = [];
    const works = ['a', 'b', 'c', 'd'].map((name) => openWork(begun, name));
    const passes = works.map(({ work }) => turnstile.pass(work));
    await settle();
    assert.deepEqual(begun, ['a', 'b']);
    works[1]?.finish();
    await settle();
    assert.deepEqual(begun, ['a', 'b', 'c']);
    for (const { finish } of works) finish();
    assert.deepEqual(await Promise.all(passes), ['a', 'b', 'c', 'd']);
  });

  test('turns away whoever finds every waiting place taken, and takes the next one again', async () => {
    const turnstile = new Turnstile(1, 1);
    const begun: string[] = [];
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => openWork(begun, name));
    assert(a && b && c && d);
    const passes = [turnstile.pass(a.work), turnstile.pass(b.work)];
    await assert.rejects(turnstile.pass(c.work), (error) => {
      assert(error instanceof Refusal);
      assert.equal(error.kind, 'overloaded');
      assert.deepEqual(error.facts, { work: 'sign-ins' });
      return true;
    });
    a.finish();
    await passes[0];
    const last = turnstile.pass(d.work);
    b.finish();
    d.finish();
    assert.deepEqual(await Promise.all([...passes, last]), ['a', 'b', 'd']);
    assert.deepEqual(begun, ['a', 'b', 'd']);
  });

  test('gives the place on when work fails', async () => {
    const turnstile = new Turnstile(1, 1);
    const failing = turnstile.pass(() => Promise.reject(new Error('no luck')));
    const next = turnstile.pass(async () => 'next');
    await assert.rejects(failing, /no luck/);
    assert.equal(await next, 'next');
    assert.equal(await turnstile.pass(async () => 'again'), 'again');
  });
});

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
