import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { PageReader } from '../../fixtures/page-reader.ts';
import { signInTexts } from '../../src/pages/sign-in-texts.ts';

/** The time of normalising it grows with the square of its length: the marks are in the wrong order. */
function marks(count: number): string {
  return `a${'\u0300'.repeat(count)}${'\u0316'.repeat(count)}`;
}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

describeOnSqlite((openMuseum) => {
  test('nothing normalises a text that is too long for what is asked', async (t) => {
    const museum = await openMuseum(t);
    const admin = new Visitor(museum);
    await admin.signIn('admin');
    const csrf = await admin.token('/desk/accounts');
    const { mock } = t.mock.method(String.prototype, 'normalize');
    const asked = [
      await admin.post('/sign-in', { username: marks(1_000), password: 'x' }),
      await admin.post('/sign-in', { username: 'admin', password: marks(1_000) }),
      await museum.api('GET', '/special-events', { headers: { authorization: basic(marks(2_500), 'x') } }),
      await museum.api('GET', '/special-events', {
        headers: { authorization: basic('admin', marks(2_500)) },
      }),
      await admin.post('/desk/accounts', { csrf, username: marks(5_000), role: 'cashier' }),
      await admin.post('/desk/tickets', { csrf, code: marks(5_000) }),
      await admin.get(`/desk/events?by=name&name=${encodeURIComponent(marks(1_000))}`),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      [401, 401, 401, 401, 409, 400, 200],
    );
    const lengths = mock.calls.map(({ this: text }) => `${text}`.length);
    assert.ok(Math.max(...lengths) <= 1_600, `${Math.max(...lengths)} characters were normalised`);
  });

  test('an over-long user name or password is as wrong as any other', async (t) => {
    const museum = await openMuseum(t);
    const answerTo = async (authorization: string) => {
      const { status, text, headers } = await museum.api('GET', '/special-events', {
        headers: { authorization },
      });
      return { status, text, challenge: headers['www-authenticate'] };
    };
    const wrong = await answerTo(basic('admin', 'wrong'));
    assert.equal(wrong.status, 401);
    const visitor = new Visitor(museum);
    for (const [username, password] of [
      ['x'.repeat(5_000), 'x'],
      ['admin', 'x'.repeat(1_025)],
    ] as const) {
      assert.deepEqual(await answerTo(basic(username, password)), wrong);
      const answer = await visitor.signIn(username, '/', password);
      assert.equal(answer.status, 401);
      assert.ok(new PageReader(answer).problem()?.includes(signInTexts('en')('wrong')));
    }
  });

  test('an over-long user name is not counted against anybody', async (t) => {
    const museum = await openMuseum(t);
    await asOften(150, () =>
      museum.api('GET', '/special-events', { headers: { authorization: basic('x'.repeat(600), 'x') } }),
    );
    assert.equal((await museum.api('GET', '/special-events')).status, 200);
    assert.deepEqual(await failures(museum), []);
  });

  test('the sign-in form takes no more than it needs', async (t) => {
    const museum = await openMuseum(t);
    const answer = await new Visitor(museum).post('/sign-in', {
      username: 'x'.repeat(17_000),
      password: 'x',
    });
    assert.equal(answer.status, 413);
  });
});

async function asOften(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work();
}

function failures({ store }: Museum) {
  return store.all('SELECT * FROM failed_sign_ins');
}
