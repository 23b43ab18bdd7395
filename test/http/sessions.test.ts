import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { holdNextRead } from '../../fixtures/held-read.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { PageReader } from '../../fixtures/page-reader.ts';
import { until } from '../../fixtures/until.ts';
import { disableAccount, enableAccount, Sessions, setPassword, setRole } from '../../src/accounts/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import type { Uuid } from '../../src/core/uuid.ts';
import { signInTexts } from '../../src/pages/sign-in-texts.ts';
import { StoreUnavailable } from '../../src/store/index.ts';
import { deskTexts } from '../../src/web/desk/desk-texts.ts';

const HOURS = 60 * 60_000;
const say = signInTexts('en');

/** Whether the visitor's session is known: then there is nobody to sign in. */
async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.get('/sign-in')).status === 303;
}

async function signedIn(museum: Museum, username = 'cashier'): Promise<Visitor> {
  const visitor = new Visitor(museum);
  assert.equal((await visitor.signIn(username)).status, 303);
  return visitor;
}

describeOnSqlite((openMuseum) => {
  test('somebody signs in, is where they wanted to be, and signs out again', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    const answer = await visitor.signIn('cashier', '/docs?a=b');
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, '/docs?a=b');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.match(
      `${answer.headers['set-cookie']}`,
      /^museum_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    assert.ok(await isSignedIn(visitor));
    const token = visitor.cookies.get('museum_session') as string;
    const session = await sessionsOf(museum).find(token);
    const signedOut = await visitor.post('/sign-out', { csrf: session?.csrfToken ?? '' });
    assert.equal(signedOut.headers.location, '/');
    assert.equal(visitor.cookies.has('museum_session'), false);
    visitor.cookies.set('museum_session', token);
    assert.equal(await isSignedIn(visitor), false);
  });

  test('behind a proxy that speaks TLS the cookie is Secure, and the origin is that of the proxy', async (t) => {
    const museum = await openMuseum(t, { trustProxy: 1 });
    const proxied = {
      'x-forwarded-proto': 'https',
      host: 'museum.example',
      origin: 'https://museum.example',
    };
    const answer = await new Visitor(museum, proxied).signIn('cashier');
    assert.equal(answer.status, 303);
    assert.match(`${answer.headers['set-cookie']}`, /; Secure$/);
  });

  test('the database holds neither the token nor what forms carry', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await signedIn(museum);
    const rows = JSON.stringify(await museum.store.all('SELECT * FROM sessions'));
    const token = visitor.cookies.get('museum_session') as string;
    const session = await sessionsOf(museum).find(token);
    assert.equal(rows.includes(token), false);
    assert.equal(rows.includes(session?.csrfToken as string), false);
    assert.equal(rows.includes('argon2'), false);
  });

  test('a session ends after 12 hours, and is swept away', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await signedIn(museum);
    museum.clock.advance(12 * HOURS - 1);
    assert.ok(await isSignedIn(visitor));
    museum.clock.advance(1);
    assert.equal(await isSignedIn(visitor), false);
    await museum.restart();
    const ended = async () => (await museum.store.all('SELECT session_hash FROM sessions')).length === 0;
    await until(ended);
  });

  test('whoever sends a form after their session has ended reads that nothing was done, and comes back to it', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await signedIn(museum);
    const csrf = await visitor.token('/desk/events/new');
    museum.clock.advance(12 * HOURS);
    const referer = `http://127.0.0.1:${museum.port}/desk/events/new`;
    const sent = await visitor.post('/desk/events/new', { csrf, name: 'Sorolla' }, { referer });
    assert.equal(sent.status, 401);
    const page = new PageReader(sent);
    assert.ok(page.problem()?.includes(say('signedOut')));
    assert.equal(page.value('to'), '/desk/events/new');
    assert.equal(new PageReader(await visitor.get('/desk/events/new')).problem(), undefined);
  });

  test('a form that comes back after signing in does nothing, whatever it was for', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await signedIn(museum, 'admin');
    const csrf = await visitor.token('/desk/sessions');
    const filled = await visitor.post('/desk/settings/places', { csrf, capacity: '7', step: 'again' });
    assert.equal(filled.status, 200);
    assert.equal(new PageReader(filled).value('capacity'), '7');
    assert.ok(new PageReader(filled).problem()?.includes(deskTexts('en')('filledAgain')));
    assert.equal((await museum.api('GET', '/capacity/general')).json.capacity, null);
    const other = await signedIn(museum, 'admin');
    const led = await visitor.post('/desk/sessions', { csrf, step: 'again' });
    assert.deepEqual([led.status, led.headers.location], [303, '/desk']);
    assert.ok(await isSignedIn(other));
  });

  test('a session outlives a restart, but neither its password nor the use of its account', async (t) => {
    const museum = await openMuseum(t);
    const { store, clock } = museum;
    const [cashier, manager, viewer] = [
      await signedIn(museum),
      await signedIn(museum, 'manager'),
      await signedIn(museum, 'viewer'),
    ];
    await museum.restart();
    for (const visitor of [cashier, manager, viewer]) assert.ok(await isSignedIn(visitor));
    await setPassword(store, OPERATOR, 'cashier', 'close sesame', clock.now());
    await disableAccount(store, OPERATOR, 'manager', clock.now());
    assert.equal(await isSignedIn(cashier), false);
    assert.equal(await isSignedIn(manager), false);
    await enableAccount(store, OPERATOR, 'manager', clock.now());
    assert.equal(await isSignedIn(manager), false);
    assert.ok(await isSignedIn(viewer));
    await setRole(store, OPERATOR, 'viewer', 'gate', clock.now());
    const session = await sessionsOf(museum).find(viewer.cookies.get('museum_session') as string);
    assert.equal(session?.role, 'gate');
  });

  test('a session that is looked up while its account is disabled is not known afterwards', async (t) => {
    const museum = await openMuseum(t);
    const { store, clock } = museum;
    const token = (await signedIn(museum)).cookies.get('museum_session') as string;
    const sessions = sessionsOf(museum);
    const { isRead, goOn } = holdNextRead(t, store, 'sessions');
    const before = sessions.find(token);
    await isRead;
    await disableAccount(store, OPERATOR, 'cashier', clock.now());
    assert.equal(await sessions.find(token), undefined);
    goOn();
    assert.equal((await before)?.username, 'cashier');
    assert.equal(await sessions.find(token), undefined);
  });

  test('a password or an account that is changed by other means ends it as well', async (t) => {
    const museum = await openMuseum(t);
    const [visitor, other] = [await signedIn(museum), await signedIn(museum, 'viewer')];
    await museum.store.transaction(async (tx) => {
      await tx.run("UPDATE accounts SET password_hash = 'another' WHERE username = 'cashier'");
      await tx.run("UPDATE accounts SET disabled_at = 1 WHERE username = 'viewer'");
    });
    assert.equal(await isSignedIn(visitor), false);
    assert.equal(await isSignedIn(other), false);
  });

  test('whoever is signed in stays so while nothing can be written', async (t) => {
    const museum = await openMuseum(t);
    const token = (await signedIn(museum)).cookies.get('museum_session') as string;
    const sessions = sessionsOf(museum);
    await sessions.find(token);
    museum.clock.advance(5 * 60_000);
    const full = () => Promise.reject(new StoreUnavailable('the disk is full'));
    const writing = t.mock.method(museum.store, 'transaction', full);
    assert.equal((await sessions.find(token))?.username, 'cashier');
    assert.equal(writing.mock.callCount(), 1);
    writing.mock.restore();
  });

  test('an account has a list of its sessions, and ends the others', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum, { 'user-agent': `Till\t1 ${'x'.repeat(300)}` });
    await visitor.signIn('cashier');
    const other = await signedIn(museum);
    const stranger = await signedIn(museum, 'viewer');
    const sessions = sessionsOf(museum);
    const own = await sessions.find(visitor.cookies.get('museum_session') as string);
    assert.ok(own !== undefined);
    museum.clock.advance(5 * 60_000);
    await isSignedIn(visitor);
    const listed = await sessions.list(own.accountId as Uuid);
    assert.equal(listed.length, 2);
    assert.equal(listed[0]?.sessionId, own.sessionId);
    assert.equal(listed[0]?.seenAt, museum.clock.now());
    assert.equal(listed[0]?.userAgent, `Till 1 ${'x'.repeat(113)}`);
    assert.ok(await isSignedIn(other));
    await sessions.endOthers(own);
    assert.deepEqual(
      [await isSignedIn(visitor), await isSignedIn(other), await isSignedIn(stranger)],
      [true, false, true],
    );
    await sessions.endOthers(own);
    const { json: told } = await museum.api('GET', '/journal?kind=account.sessions-ended');
    assert.deepEqual(
      told.map(({ subject, details, account }: Record<string, unknown>) => [subject, details, account]),
      [[own.accountId, { name: 'cashier' }, 'cashier']],
    );
  });

  test('an account has twenty sessions at most: one more ends the oldest, at once', async (t) => {
    const museum = await openMuseum(t);
    const other = await signedIn(museum, 'viewer');
    const visitors: Visitor[] = [];
    for (let count = 0; count < 22; count += 1) {
      museum.clock.advance(1);
      visitors.push(await signedIn(museum));
      assert.ok((await isSignedIn(visitors[0] as Visitor)) === count < 20);
    }
    const known = await Promise.all(visitors.map(isSignedIn));
    assert.deepEqual(
      known,
      visitors.map((_, index) => index > 1),
    );
    assert.ok(await isSignedIn(other));
    const { cashier } = Object.fromEntries(
      (
        await museum.store.all<{ username: string; sessions: number }>(
          'SELECT username, count(*) AS sessions FROM sessions JOIN accounts USING (account_id) GROUP BY username',
        )
      ).map(({ username, sessions }) => [username, sessions]),
    );
    assert.equal(cashier, 20);
    const noted = (await museum.api('GET', '/journal?kind=account.signed-in&limit=100')).json;
    assert.deepEqual(
      noted.slice(0, 3).map(({ details }: { details: { ended?: number } }) => details.ended),
      [1, 1, undefined],
    );
  });

  test('wrong credentials bring the form back, and many wrong ones a wait that both doors count', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    const page = new PageReader(await visitor.signIn('<cashier>', '/docs', 'wrong'));
    assert.equal(page.status, 401);
    assert.ok(page.problem()?.includes(say('wrong')));
    assert.deepEqual(
      ['username', 'to', 'password'].map((name) => page.value(name)),
      ['<cashier>', '/docs', undefined],
    );
    const wrong = `Basic ${Buffer.from('cashier:wrong').toString('base64')}`;
    for (let time = 0; time < 5; time += 1) {
      const headers = { authorization: wrong };
      assert.equal((await museum.api('GET', '/museum-hours', { as: 'nobody', headers })).status, 401);
      assert.equal((await visitor.signIn('cashier', '/', 'wrong')).status, 401);
    }
    const slowed = await visitor.signIn('cashier');
    assert.equal(slowed.status, 429);
    assert.equal(slowed.headers['retry-after'], '1');
    assert.match(new PageReader(slowed).problem() ?? '', /\b1\b/);
    await museum.restart(); // nobody waits for the journal, but the end of the service
    const { json: told } = await museum.api('GET', '/journal?kind=account.sign-in-failed');
    assert.deepEqual(
      told.map(({ subject, account }: Record<string, string>) => [typeof subject, account]),
      Array(5).fill(['string', undefined]),
      'those that were looked at, by nobody who is known',
    );
  });

  test('a session is always a new one: none can be put on somebody', async (t) => {
    const museum = await openMuseum(t);
    const [mine, yours] = [await signedIn(museum), new Visitor(museum)];
    const fixed = mine.cookies.get('museum_session') as string;
    yours.cookies.set('museum_session', fixed);
    mine.cookies.clear();
    mine.cookies.set('another_museum_session', 'x'.repeat(43)).set('museum_session', fixed);
    assert.ok(await isSignedIn(mine), 'by the cookie of that very name');
    await yours.signIn('admin');
    assert.notEqual(yours.cookies.get('museum_session'), fixed);
    assert.equal(await isSignedIn(mine), false);
    const made = new Visitor(museum);
    made.cookies.set('museum_session', 'A'.repeat(43));
    await made.signIn('admin');
    assert.notEqual(made.cookies.get('museum_session'), 'A'.repeat(43));
  });

  test('what another site sends is refused, and so is a form without the session’s token', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await signedIn(museum);
    const token = visitor.cookies.get('museum_session') as string;
    const csrf = (await sessionsOf(museum).find(token))?.csrfToken as string;
    const host = `127.0.0.1:${museum.port}`;
    for (const headers of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: `http://${host}` },
    ]) {
      const answer = await visitor.post('/sign-out', { csrf }, { host, ...headers });
      assert.equal(answer.status, 403, JSON.stringify(headers));
      const signIn = { username: 'cashier', password: 'correct horse' };
      assert.equal((await visitor.post('/sign-in', signIn, { host, ...headers })).status, 403);
    }
    for (const form of [{}, { csrf: '' }, { csrf: `${csrf}a` }, { csrf: token }]) {
      assert.equal((await visitor.post('/sign-out', form)).status, 403);
    }
    assert.ok(await isSignedIn(visitor));
    const headers = { host, origin: `http://${host}`, 'x-csrf-token': csrf };
    assert.equal((await visitor.post('/sign-out', {}, headers)).status, 303);
  });

  test('signing in leads to no other site', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      'javascript:alert(1)',
      'desk',
      '',
    ]) {
      assert.equal((await visitor.signIn('cashier', to)).headers.location, '/', to);
    }
    const asked = await visitor.get('/sign-in?to=//evil.example');
    assert.equal(asked.headers.location, '/');
  });

  test('a choice of language is kept, and leads on to the page itself', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    const chosen = await visitor.get('/sign-in?to=%2Fdocs&language=de');
    assert.equal(chosen.status, 303);
    assert.equal(chosen.headers.location, '/sign-in?to=%2Fdocs');
    const form = await visitor.get('/sign-in?to=%2Fdocs');
    const page = new PageReader(form);
    assert.deepEqual([page.heading(), page.value('to')], [signInTexts('de')('signIn'), '/docs']);
    assert.match(form.text, /<html lang="de"/);
    assert.equal(form.headers['cache-control'], 'no-store');
    assert.match(`${form.headers['content-security-policy']}`, /frame-ancestors 'none'/);
  });

  test('a form is 64 KiB at most, and nothing but a form', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    const tooLong = await visitor.signIn('x'.repeat(70_000));
    assert.equal(tooLong.status, 413);
    assert.equal(tooLong.headers['content-type'], 'text/html; charset=utf-8');
    const sentAs = async (type: string) =>
      (await visitor.post('/sign-in', { username: 'cashier' }, { 'content-type': type })).status;
    assert.equal(await sentAs('application/json'), 400);
    assert.equal(await sentAs('text/plain'), 415);
    const object = await museum.ask('POST', '/sign-in', { as: 'nobody', body: { username: 'cashier' } });
    assert.equal(object.status, 415);
  });

  test('U+0000 is read nowhere, neither in a form nor in an address', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    const form = await visitor.signIn('cash\0ier');
    assert.deepEqual([form.status, form.headers['content-type']], [400, 'text/html; charset=utf-8']);
    assert.equal((await visitor.get('/sign-in?to=%00')).status, 400);
    const admin = await signedIn(museum, 'admin');
    for (const query of ['subject=%00', 'account=a%00b', 'from=%00'])
      assert.equal((await admin.get(`/desk/journal?${query}`)).status, 400, query);
    for (const room of ['tickets', 'events', 'accounts', 'webhooks', 'calendar'])
      assert.equal((await admin.get(`/desk/${room}/%00`)).status, 404, room);
  });

  test('a parameter that is given twice is refused on every page, also to strangers', async (t) => {
    const museum = await openMuseum(t);
    const [stranger, admin] = [new Visitor(museum), await signedIn(museum, 'admin')];
    const asked = await stranger.get('/sign-in?to=/desk&to=/gate');
    assert.deepEqual([asked.status, asked.headers['content-type']], [400, 'text/html; charset=utf-8']);
    const [some] = await museum.store.all<{ id: string }>('SELECT account_id AS id FROM accounts');
    for (const [page, name] of [
      ['accounts', 'done'],
      [`accounts/${some?.id}`, 'done'],
      ['calendar', 'date'],
      ['calendar/week', 'done'],
      ['calendar/2027-03-02', 'done'],
      ['events', 'name'],
      ['events/new', 'copy'],
      ['journal', 'subject'],
      ['mail', 'before'],
      ['print', 'tickets'],
      ['reports', 'from'],
      ['reports.csv', 'by'],
      ['sell', 'date'],
      ['webhooks', 'done'],
      ['tickets', 'unknown'],
    ]) {
      assert.equal((await admin.get(`/desk/${page}?${name}=a&b=c&${name}=a`)).status, 400, page);
      assert.notEqual((await admin.get(`/desk/${page}?b=c`)).status, 400, page);
    }
    assert.equal((await admin.get('/gate?door=a&door=b')).status, 400);
  });

  test('HEAD is answered as GET is, signed in or not', async (t) => {
    const museum = await openMuseum(t);
    for (const visitor of [new Visitor(museum), await signedIn(museum)])
      for (const path of ['/desk', '/desk/journal', '/gate', '/sign-in', '/desk?language=de', '/nowhere']) {
        const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const ask = (method: string) => museum.ask(method, path, { as: 'nobody', headers: { cookie } });
        const [get, head] = [await ask('GET'), await ask('HEAD')];
        assert.deepEqual([path, head.status, head.text], [path, get.status, '']);
        assert.equal(head.headers.location, get.headers.location);
      }
  });
});

/** The service's sessions, seen from outside: the secret is in the database. */
function sessionsOf({ store, clock }: Museum): Sessions {
  const notHere = () => Promise.reject(new Error('not here'));
  const signIn = { signIn: notHere, signInAs: notHere, signInWithToken: notHere };
  return new Sessions({ store, clock, signIn, settings: { now: { name: 'Museum' } } });
}
