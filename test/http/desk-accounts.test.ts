import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { PASSWORD } from '../../fixtures/museum.ts';
import { PageReader } from '../../fixtures/page-reader.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { ROLES } from '../../src/core/roles.ts';
import { roleMeansTexts, roleTexts } from '../../src/pages/role-texts.ts';
import { accountsTexts } from '../../src/web/desk/accounts-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { browserName } from '../../src/web/desk/sessions-table.ts';
import { sessionsTexts } from '../../src/web/desk/sessions-texts.ts';

const sayDone = doneTexts('en');

const PASSWORD_AT = '/desk/sessions/password';
const say = accountsTexts('en');
const sayOf = sessionsTexts('en');

function signedIn(name: string, role: 'admin' | 'cashier' | 'viewer'): string {
  return `${name} · ${roleTexts('en')(role)}`;
}

/** The address of an account's page. */
async function addressOf(admin: Staff, username: string): Promise<string> {
  const page = await admin.get('/desk/accounts');
  const at = page.rows().findIndex(([name]) => name === username);
  return page.links('/desk/accounts/')[at] ?? assert.fail(page.text());
}

function passwordIn(page: PageReader): string {
  const [password] = page.codes();
  assert.match(`${password}`, /^\w{20}$/);
  return password as string;
}

/** Whether the account gets in with the password. */
async function getsIn(...account: Parameters<typeof signInStaff>): Promise<boolean> {
  return !(await (await signInStaff(...account)).get('/desk')).asksToSignIn();
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
    const admin = await signInStaff(museum, 'admin');
    await signInStaff(museum, 'admin');
    assert.ok((await admin.get('/desk/sessions')).text().includes(sayOf('means', { count: 1 })));
    const username = 'Ada & <Bo>';
    const added = await admin.post('/desk/accounts', { username, role: 'cashier' });
    assert.equal(added.status, 200);
    assert.equal(added.headers['cache-control'], 'no-store');
    const first = passwordIn(added);
    const ada = await signInStaff(museum, username, first);
    const shown = async () => (await ada.get('/desk')).account();
    assert.equal(await shown(), signedIn(username, 'cashier'));
    const address = await addressOf(admin, username);
    assert.ok((await admin.get(address)).text().includes('Monday 1 March 2027, 11:00'));

    const change = async (action: string, form: Record<string, string> = {}) => {
      const { status, location } = await admin.post(`${address}/${action}`, form);
      assert.deepEqual([status, location], [303, `${address}?done=accountChanged`]);
    };
    await change('role', { role: 'viewer' });
    assert.equal(await shown(), signedIn(username, 'viewer'));
    await change('mail', { mails: 'self' });
    assert.equal((await admin.get(address)).value('mails'), 'self');
    await change('end-sessions');
    assert.ok((await ada.get('/desk')).asksToSignIn());

    const seen = (await admin.get(address)).value('seen') as string;
    const second = passwordIn(await admin.post(`${address}/password`, { seen }));
    assert.notEqual(second, first);
    assert.equal(await getsIn(museum, username, first), false);
    await change('disable');
    const day = 'Monday 1 March 2027';
    assert.ok((await admin.get(address)).text().includes(say('disabledOn', { day })));
    assert.equal(await getsIn(museum, username, second), false);
    await change('enable');
    assert.equal(await getsIn(museum, username, second), true);
  });

  test('a new password that is asked for again by a reload stays what it was, and is not shown again', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const address = await addressOf(admin, 'viewer');
    const give = async (seen: string | undefined) => {
      museum.clock.advance(1);
      return admin.post(`${address}/password`, { seen: seen as string });
    };
    const seen = (await admin.get(address)).value('seen');
    const answers = await Promise.all([give(seen), give(seen)]);
    const [first, again] = answers.toSorted((one, other) => one.status - other.status) as [
      PageReader,
      PageReader,
    ];
    const password = passwordIn(first);
    assert.deepEqual([first.status, again.status, (await give(seen)).status], [200, 409, 409]);
    assert.ok(again.problem()?.includes(say('noOtherPassword')));
    assert.deepEqual(again.codes(), []);
    assert.ok(await getsIn(museum, 'viewer', password));
    assert.notEqual(passwordIn(await give(again.value('seen'))), password);
  });

  test('a partner is given tokens, each shown once, and they are revoked', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const address = await addressOf(admin, 'partner');
    const seen = async () => ({ seen: (await admin.get(address)).value('seen') as string });
    const form = await seen();
    const [token = ''] = (await admin.post(`${address}/token`, form)).codes();
    assert.match(token, /^museum_/);
    const again = await admin.post(`${address}/token`, form);
    assert.deepEqual([again.status, again.problem()?.includes(say('noOtherToken'))], [409, true]);
    const whoIs = (secret: string) =>
      museum.api('GET', '/museum', { as: 'nobody', headers: { authorization: `Bearer ${secret}` } });
    assert.equal((await whoIs(token)).status, 200);
    const page = await admin.get(address);
    assert.ok(!page.html.includes(token));
    assert.ok(page.text().includes(`${token.slice(0, 15)}…`));
    const revoked = await admin.post(`${address}/revoke-token`, { token: token.slice(0, 15) });
    assert.equal(revoked.status, 303);
    const refused = await whoIs(token);
    assert.equal(refused.status, 401);
    assert.match(refused.json.detail, /token is wrong or was revoked/);
    const gone = await admin.post(`${address}/revoke-token`, { token: token.slice(0, 15) });
    assert.ok(gone.problem()?.includes(say('unknownToken')));
    const desk = await addressOf(admin, 'cashier');
    assert.ok((await admin.post(`${desk}/token`, { seen: '0' })).problem()?.includes(say('notAPartner')));
  });

  test('somebody changes the own password: other browsers are signed out, this one goes on', async (t) => {
    const museum = await openMuseum(t);
    const [mira, elsewhere] = [await signInStaff(museum, 'viewer'), await signInStaff(museum, 'viewer')];
    const wanted = 'six tired elephants';
    const { cookies } = mira.visitor;
    const before = cookies.get('museum_session');
    const changed = await mira.post(PASSWORD_AT, { current: PASSWORD, wanted, again: wanted });
    assert.equal(changed.location, '/desk/sessions?done=passwordChanged');
    assert.notEqual(cookies.get('museum_session'), before);
    assert.equal((await mira.get(changed.location as string)).message(), sayDone('passwordChanged'));
    assert.equal((await museum.store.all('SELECT 1 AS session FROM sessions')).length, 1);
    assert.ok((await elsewhere.get('/desk')).asksToSignIn());
    const revived = new Visitor(museum);
    revived.cookies.set('museum_session', before as string);
    assert.ok(new PageReader(await revived.get('/desk')).asksToSignIn());
    assert.equal(await getsIn(museum, 'viewer'), false);
    assert.equal(await getsIn(museum, 'viewer', wanted), true);
    const [set] = await museum.store.all<{ account_id: string; subject: string }>(
      `SELECT account_id, subject FROM journal WHERE kind = 'account.password-set'`,
    );
    assert.ok(set !== undefined && set.account_id === set.subject);
  });

  test('the own password stays when the old one is wrong, or the new one can’t be one or is typed otherwise', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_NAME: 'Tides & Moons' } });
    const mira = await signInStaff(museum, 'viewer');
    const wanted = 'six tired elephants';
    const attempt = (form: Record<string, string>) =>
      mira.post(PASSWORD_AT, { current: PASSWORD, wanted, again: wanted, ...form });
    for (const [form, field, fault] of [
      [{ current: 'a wrong password' }, 'current', sayOf('wrongCurrent')],
      [{ wanted: 'too short', again: 'too short' }, 'wanted', sayOf('short', { count: 10 })],
      [{ wanted: 'Password123', again: 'Password123' }, 'wanted', sayOf('common')],
      [{ wanted: 'Viewer-2027', again: 'Viewer-2027' }, 'wanted', sayOf('name')],
      [{ wanted: 'tides & moons', again: 'tides & moons' }, 'wanted', sayOf('name')],
      [{ again: 'six tired elefants' }, 'again', sayOf('differs')],
    ] as const) {
      const refused = await attempt(form);
      assert.equal(refused.status, 400);
      assert.deepEqual([refused.faultyFields(), refused.fault(field)], [[field], fault]);
      assert.doesNotMatch(refused.html, /elephants|a wrong password/);
    }
    assert.ok(await getsIn(museum, 'viewer'));
    assert.equal((await mira.get(`${PASSWORD_AT}?language=de`)).location, PASSWORD_AT);
    assert.equal((await mira.get(PASSWORD_AT)).location, '/desk/sessions');
    assert.equal((await mira.get('/desk/sessions/nothing')).status, 404);
    await mira.get('/desk/sessions?language=en');
    const guess = () => attempt({ current: 'a wrong password' });
    while ((await guess()).status === 400);
    const slowed = await guess();
    assert.deepEqual([slowed.status, slowed.headers['retry-after']], [429, '1']);
    assert.equal((await mira.get('/desk')).status, 200);
  });

  test('beside the choice of a role stands what it may and may not', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const page = await admin.get('/desk/accounts');
    const account = await admin.get(page.links('/desk/accounts/')[0] ?? '');
    for (const shown of [page, account])
      assert.deepEqual(
        shown.options('role').map(({ value, text }) => [value, text.split(': ')[1]]),
        ROLES.map((role) => [role, roleMeansTexts('en')(role)]),
      );
    assert.equal(page.value('role'), 'cashier');
  });

  test('the last admin can neither be disabled nor be given another role', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const address = await addressOf(admin, 'admin');
    for (const [action, form] of [
      ['disable', {}],
      ['role', { role: 'viewer' }],
    ] as const) {
      const refused = await admin.post(`${address}/${action}`, form);
      assert.equal(refused.status, 409);
      assert.ok(refused.problem()?.includes(say('lastAdmin')));
    }
    assert.equal((await admin.get('/desk/accounts')).account(), signedIn('admin', 'admin'));
  });

  test('nobody but an admin sees accounts or changes them, and no form works without its token', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const address = await addressOf(admin, 'gate');
    assert.equal((await admin.visitor.post(`${address}/disable`)).status, 403);
    for (const role of ['manager', 'viewer', 'partner']) {
      const staff = await signInStaff(museum, role);
      assert.equal((await staff.get('/desk/accounts')).status, 403);
      assert.equal((await staff.get(address)).status, 403);
      for (const action of [
        'role',
        'mail',
        'disable',
        'enable',
        'end-sessions',
        'password',
        'token',
        'revoke-token',
      ])
        assert.equal((await staff.post(`${address}/${action}`, { role: 'admin' })).status, 403);
      const added = await staff.post('/desk/accounts', { username: 'x', role: 'admin' });
      assert.equal(added.status, 403);
    }
  });

  test('a name that can’t be used or is taken is said beside what was typed', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const add = (username: string, role = 'gate') => admin.post('/desk/accounts', { username, role });
    const taken = await add('gate');
    assert.deepEqual([taken.faultyFields(), taken.fault('username')], [['username'], say('taken')]);
    const wrong = await add('a:<b>');
    assert.equal(wrong.status, 409);
    assert.equal(wrong.fault('username'), say('username', { most: 64 }));
    assert.deepEqual([wrong.value('username'), wrong.value('role')], ['a:<b>', 'gate']);
    assert.equal((await add('x', 'king')).status, 400);
    assert.equal((await admin.get('/desk/accounts/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27')).status, 404);
  });

  test('signing in on the pages, failing to and signing out stand in the journal', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    await visitor.signIn('cashier', '/', 'a wrong password');
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
