import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserName } from '../../src/doors/desk/sessions-table.ts';
import { hiddenField, Visitor } from '../support/browsing.ts';
import type { Answer } from '../support/client.ts';
import { describeOnSqlite } from '../support/databases.ts';
import { type Museum, PASSWORD } from '../support/museum.ts';

const PASSWORD_AT = '/desk/sessions/password';

async function at(museum: Museum, username: string, password = PASSWORD): Promise<Visitor> {
  const visitor = new Visitor(museum);
  await visitor.signIn(username, '/desk', password);
  return visitor;
}

/** The address of an account's page. */
async function addressOf(admin: Visitor, username: string): Promise<string> {
  const { text } = await admin.get('/desk/accounts');
  const found = new RegExp(`<a href="(/desk/accounts/[^"]+)">${username}</a>`).exec(text);
  assert.ok(found, text);
  return found[1] as string;
}

function passwordIn(text: string): string {
  return /<code>(\w{20})<\/code>/.exec(text)?.[1] ?? assert.fail(text);
}

test('a browser is named in words where it is plain which it is, and else by what it calls itself', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
  const named = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0': 'Firefox on Linux',
    [`${windows} ${webKit}`]: 'Chrome on Windows',
    [`${windows} ${webKit} Edg/149.0.0.0`]: 'Edge on Windows',
    [`Mozilla/5.0 (Linux; Android 16; K) ${webKit}`]: 'Chrome on Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1':
      'Safari on iPhone',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15':
      'Safari on macOS',
    'Mozilla/5.0 (X11; FreeBSD amd64; rv:150.0) Gecko/20100101 Firefox/150.0': 'Firefox',
    'curl/8.5.0': 'curl/8.5.0',
    'Linux <b>': 'Linux <b>',
    '': 'not named',
  };
  for (const [userAgent, name] of Object.entries(named)) assert.equal(browserName(userAgent, 'en'), name);
});

describeOnSqlite((openMuseum) => {
  test('an account is added, given other passwords and roles, disabled and enabled', async (t) => {
    const museum = await openMuseum(t);
    const admin = await at(museum, 'admin');
    const csrf = await admin.token('/desk/accounts');
    assert.match((await admin.get('/desk/accounts')).text, />Open sessions<\/th>/);
    await at(museum, 'admin');
    assert.match((await admin.get('/desk/sessions')).text, /This signs out 1 other browser;/);
    const added = await admin.post('/desk/accounts', { csrf, username: 'Ada & <Bo>', role: 'cashier' });
    assert.equal(added.status, 200);
    assert.equal(added.headers['cache-control'], 'no-store');
    const first = passwordIn(added.text);
    const ada = await at(museum, 'Ada & <Bo>', first);
    assert.match((await ada.get('/desk')).text, /Ada &amp; &lt;Bo&gt; · cashier/);
    const address = await addressOf(admin, 'Ada &amp; &lt;Bo&gt;');
    const page = (await admin.get(address)).text;
    assert.match(page, /Monday 1 March 2027, 11:00/);

    const done = { status: 303, location: `${address}?done=1` };
    const change = async (deed: string, form: Record<string, string> = {}) => {
      const { status, headers } = await admin.post(`${address}/${deed}`, { csrf, ...form });
      assert.deepEqual({ status, location: headers.location }, done);
    };
    await change('role', { role: 'viewer' });
    assert.match((await ada.get('/desk')).text, /· viewer/);
    await change('mail', { mails: 'self' });
    assert.match((await admin.get(address)).text, /<option value="self" selected>/);
    await change('end-sessions');
    assert.match((await ada.get('/desk')).text, /<h1>Sign in<\/h1>/);

    const seen = hiddenField((await admin.get(address)).text, 'seen');
    const second = passwordIn((await admin.post(`${address}/password`, { csrf, seen })).text);
    assert.notEqual(second, first);
    assert.match((await (await at(museum, 'Ada & <Bo>', first)).get('/desk')).text, /<h1>Sign in<\/h1>/);
    await change('disable');
    assert.match((await admin.get(address)).text, /disabled since Monday 1 March 2027/);
    assert.match((await (await at(museum, 'Ada & <Bo>', second)).get('/desk')).text, /<h1>Sign in<\/h1>/);
    await change('enable');
    assert.match((await (await at(museum, 'Ada & <Bo>', second)).get('/desk')).text, /· viewer/);
  });

  test('a new password that is asked for again by a reload stays what it was, and is not shown again', async (t) => {
    const museum = await openMuseum(t);
    const admin = await at(museum, 'admin');
    const csrf = await admin.token('/desk/accounts');
    const address = await addressOf(admin, 'viewer');
    const give = async (seen: string) => {
      museum.clock.advance(1);
      return admin.post(`${address}/password`, { csrf, seen });
    };
    const seen = hiddenField((await admin.get(address)).text, 'seen');
    const answers = await Promise.all([give(seen), give(seen)]);
    const [first, again] = answers.toSorted((one, other) => one.status - other.status) as [Answer, Answer];
    const password = passwordIn(first.text);
    assert.deepEqual([first.status, again.status, (await give(seen)).status], [200, 409, 409]);
    assert.match(again.text, /No other password was made:/);
    assert.doesNotMatch(again.text, /<code>/);
    assert.match((await (await at(museum, 'viewer', password)).get('/desk')).text, /viewer · viewer/);
    assert.notEqual(passwordIn((await give(hiddenField(again.text, 'seen'))).text), password);
  });

  test('somebody changes the own password: other browsers are signed out, this one goes on', async (t) => {
    const museum = await openMuseum(t);
    const [mira, elsewhere] = [await at(museum, 'viewer'), await at(museum, 'viewer')];
    const csrf = await mira.token('/desk/sessions');
    const wanted = 'six tired elephants';
    const before = mira.cookies.get('museum_session');
    const changed = await mira.post(PASSWORD_AT, { csrf, current: PASSWORD, wanted, again: wanted });
    assert.equal(changed.headers.location, '/desk/sessions?done=changed');
    assert.notEqual(mira.cookies.get('museum_session'), before);
    assert.match((await mira.get('/desk/sessions?done=changed')).text, /Your password is changed\./);
    assert.equal((await museum.store.all('SELECT 1 AS session FROM sessions')).length, 1);
    assert.match((await elsewhere.get('/desk')).text, /<h1>Sign in<\/h1>/);
    const revived = new Visitor(museum);
    revived.cookies.set('museum_session', before as string);
    assert.match((await revived.get('/desk')).text, /<h1>Sign in<\/h1>/);
    assert.match((await (await at(museum, 'viewer')).get('/desk')).text, /<h1>Sign in<\/h1>/);
    assert.match((await (await at(museum, 'viewer', wanted)).get('/desk')).text, /viewer · viewer/);
    const [set] = await museum.store.all<{ account_id: string; subject: string }>(
      `SELECT account_id, subject FROM journal WHERE kind = 'account.password-set'`,
    );
    assert.ok(set !== undefined && set.account_id === set.subject);
  });

  test('the own password stays when the old one is wrong, or the new one can’t be one or is typed otherwise', async (t) => {
    const museum = await openMuseum(t);
    const mira = await at(museum, 'viewer');
    const csrf = await mira.token('/desk/sessions');
    const wanted = 'six tired elephants';
    const attempt = (form: Record<string, string>) =>
      mira.post(PASSWORD_AT, { csrf, current: PASSWORD, wanted, again: wanted, ...form });
    for (const [form, fault] of [
      [{ current: 'a wrong password' }, /<a href="#current">That is not your current password\./],
      [
        { wanted: 'short', again: 'short' },
        /<a href="#wanted">That can’t be a password\. It takes at least 8/,
      ],
      [{ again: 'six tired elefants' }, /<a href="#again">It differs from the new password above\./],
    ] as const) {
      const refused = await attempt(form);
      assert.equal(refused.status, 400);
      assert.match(refused.text, fault);
      assert.doesNotMatch(refused.text, /elephants|a wrong password/);
    }
    assert.match((await (await at(museum, 'viewer')).get('/desk')).text, /viewer · viewer/);
    const inGerman = await mira.get(`${PASSWORD_AT}?language=de`);
    assert.equal(inGerman.headers.location, PASSWORD_AT);
    assert.equal((await mira.get(PASSWORD_AT)).headers.location, '/desk/sessions');
    assert.equal((await mira.get('/desk/sessions/nothing')).status, 404);
    await mira.get('/desk/sessions?language=en');
    const guess = () => attempt({ current: 'a wrong password' });
    while ((await guess()).status === 400);
    const slowed = await guess();
    assert.deepEqual([slowed.status, slowed.headers['retry-after']], [429, '1']);
    assert.match(slowed.text, /Too many attempts have failed\. Try again in \d+ second/);
    assert.equal((await mira.get('/desk')).status, 200);
  });

  test('the last admin can neither be disabled nor be given another role', async (t) => {
    const museum = await openMuseum(t);
    const admin = await at(museum, 'admin');
    const csrf = await admin.token('/desk/accounts');
    const address = await addressOf(admin, 'admin');
    for (const [deed, form] of [
      ['disable', {}],
      ['role', { role: 'viewer' }],
    ] as const) {
      const answer = await admin.post(`${address}/${deed}`, { csrf, ...form });
      assert.equal(answer.status, 409);
      assert.match(answer.text, /This is the last admin\./);
    }
    assert.match((await admin.get('/desk/accounts')).text, /admin · admin/);
  });

  test('nobody but an admin sees accounts or changes them, and no form works without its token', async (t) => {
    const museum = await openMuseum(t);
    const admin = await at(museum, 'admin');
    const address = await addressOf(admin, 'gate');
    assert.equal((await admin.post(`${address}/disable`)).status, 403);
    for (const role of ['manager', 'viewer', 'partner']) {
      const visitor = await at(museum, role);
      const csrf = await visitor.token(role === 'partner' ? '/desk/sell' : '/desk');
      assert.equal((await visitor.get('/desk/accounts')).status, 403);
      assert.equal((await visitor.get(address)).status, 403);
      for (const deed of ['role', 'mail', 'disable', 'enable', 'end-sessions', 'password'])
        assert.equal((await visitor.post(`${address}/${deed}`, { csrf, role: 'admin' })).status, 403);
      const added = await visitor.post('/desk/accounts', { csrf, username: 'x', role: 'admin' });
      assert.equal(added.status, 403);
    }
  });

  test('a name that can’t be used or is taken is said beside what was typed', async (t) => {
    const museum = await openMuseum(t);
    const admin = await at(museum, 'admin');
    const csrf = await admin.token('/desk/accounts');
    const add = (username: string, role = 'gate') => admin.post('/desk/accounts', { csrf, username, role });
    assert.match(
      (await add('gate')).text,
      /<a href="#username">There is an account of that name already\..*id="username-fault">There is/s,
    );
    const wrong = await add('a:<b>');
    assert.equal(wrong.status, 409);
    assert.match(wrong.text, /That can’t be a user name\..*value="a:&lt;b&gt;"/s);
    assert.match(wrong.text, /<option value="gate" selected>/);
    assert.equal((await add('x', 'king')).status, 400);
    assert.equal((await admin.get('/desk/accounts/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27')).status, 404);
  });

  test('signing in on the pages, failing to and signing out stand in the journal', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await at(museum, 'cashier', 'a wrong password');
    await visitor.signIn('nobody-knows', '/', 'hunter2');
    await visitor.signIn('cashier');
    await visitor.post('/sign-out', { csrf: await visitor.token('/desk/sessions') });
    const rows = await museum.store.all<{ kind: string; details: string }>(
      `SELECT kind, details FROM journal WHERE kind LIKE 'account.%' ORDER BY position`,
    );
    assert.deepEqual(
      rows.map(({ kind, details }) => [kind, JSON.parse(details)]),
      ['account.sign-in-failed', 'account.signed-in', 'account.signed-out'].map((kind) => [
        kind,
        { name: 'cashier' },
      ]),
    );
  });
});
