import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hiddenField, Visitor } from '../../fixtures/browsing.ts';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import { type Museum, PASSWORD } from '../../fixtures/museum.ts';
import { stepAt, totpCode } from '../../src/accounts/totp.ts';
import { signInTexts } from '../../src/pages/sign-in-texts.ts';
import { secondFactorTexts } from '../../src/web/desk/second-factor-texts.ts';

const PAGE = '/desk/second-factor';
const STEP = 30_000;
const [say, saySignIn] = [secondFactorTexts('en'), signInTexts('en')];

/** Somebody who has set up a second factor, with the app's secret and the recovery codes. */
async function secured(museum: Museum, username = 'cashier') {
  const visitor = new Visitor(museum);
  await visitor.signIn(username);
  const page = (await visitor.get(PAGE)).text;
  const [csrf, secret] = [hiddenField(page, 'csrf'), hiddenField(page, 'secret')];
  const codeNow = (off = 0) => totpCode(secret, stepAt(museum.clock.now()) + off);
  const answer = await visitor.post(PAGE, { csrf, secret, code: codeNow(), password: PASSWORD });
  assert.equal(answer.status, 200, answer.text);
  const recovery = [...answer.text.matchAll(/<code>([a-z2-9]{5}-[a-z2-9]{5})<\/code>/g)].map(
    ([, code]) => code as string,
  );
  assert.equal(recovery.length, 10);
  return { visitor, secret, codeNow, recovery };
}

/** The password, and then the code. */
async function signIn(museum: Museum, code: string, username = 'cashier') {
  const visitor = new Visitor(museum);
  const asked = await visitor.signIn(username, '/desk/sell');
  assert.equal(asked.status, 200);
  assert.equal(visitor.cookies.size, 0, 'the password alone begins no session');
  const pass = hiddenField(asked.text, 'pass');
  const answer = await visitor.post('/sign-in/code', { pass, code, to: hiddenField(asked.text, 'to') });
  return { visitor, pass, answer };
}

describeOnDatabase((openMuseum) => {
  it('is set up with a code of the app, and asked for after the password, at the desk and at the gate', async (t) => {
    const museum = await openMuseum(t);
    const { codeNow } = await secured(museum);
    museum.clock.advance(STEP);
    const { visitor, answer } = await signIn(museum, codeNow());
    assert.deepEqual([answer.status, answer.headers.location], [303, '/desk/sell']);
    assert.match((await visitor.get('/gate')).text, /data-connection/);
    assert.match(
      (await visitor.get('/desk/sessions')).text,
      /Since .+, you sign in with your password and a code/,
    );
    const kinds = await museum.api('GET', '/journal?kind=account.second-factor-set');
    assert.equal(kinds.json.length, 1);
    assert.equal(
      (await museum.api('GET', '/special-events', { as: 'cashier' })).status,
      200,
      'programs go on as before',
    );
  });

  it('accepts each recovery code once, in any spelling, until there are new ones', async (t) => {
    const museum = await openMuseum(t);
    const { recovery, visitor } = await secured(museum);
    const [first, second] = recovery as [string, string];
    assert.equal((await signIn(museum, first.toUpperCase().replace('-', ' '))).answer.status, 303);
    assert.equal((await signIn(museum, first)).answer.status, 401);
    const page = await visitor.get(PAGE);
    assert.ok(page.text.includes(say('left', { count: 9 })));
    const csrf = hiddenField(page.text, 'csrf');
    const renewed = await visitor.post(`${PAGE}/change`, { csrf, password: PASSWORD, wish: 'renew' });
    const newer = /<code>([a-z2-9-]{11})<\/code>/.exec(renewed.text)?.[1] as string;
    assert.equal((await signIn(museum, second)).answer.status, 401);
    assert.equal((await signIn(museum, newer)).answer.status, 303);
    const stored = await museum.store.all<{ code_hash: string }>('SELECT code_hash FROM recovery_codes');
    assert.equal(stored.length, 9);
    assert.ok(stored.every(({ code_hash }) => /^[\w-]{43}$/.test(code_hash)));
  });

  it('makes whoever guesses wait, from whatever address, and the password of no use meanwhile', async (t) => {
    const museum = await openMuseum(t, { trustProxy: 1 });
    const { codeNow } = await secured(museum);
    museum.clock.advance(STEP);
    const wrong = codeNow() === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 6; guess += 1) {
      const visitor = new Visitor(museum, { 'x-forwarded-for': `192.0.2.${guess}` });
      const pass = hiddenField((await visitor.signIn('cashier')).text, 'pass');
      const { status } = await visitor.post('/sign-in/code', { pass, code: wrong });
      assert.equal(status, guess < 5 ? 401 : 429);
    }
    const { answer } = await signIn(museum, codeNow());
    assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '1']);
    museum.clock.advance(1_000);
    assert.equal((await signIn(museum, codeNow())).answer.status, 303);
  });

  it('forgets a password that waits for its code too long, is changed, or was never proven', async (t) => {
    const museum = await openMuseum(t);
    const { codeNow } = await secured(museum);
    const { visitor, pass } = await signIn(museum, '000000');
    museum.clock.advance(5 * 60_000);
    const complete = (with_: string) => visitor.post('/sign-in/code', { pass: with_, code: codeNow() });
    const late = await complete(pass);
    assert.equal(late.status, 401);
    assert.ok(late.text.includes(saySignIn('tookTooLong')));
    const [name, , mac] = pass.split('.');
    const forged = `${name}.${museum.clock.now() + 1_000}.${mac}`;
    for (const other of ['', '..', 'x', forged]) assert.equal((await complete(other)).status, 401);
    assert.equal(visitor.cookies.size, 0);
    assert.equal((await visitor.get('/sign-in/code')).headers.location, '/sign-in');
  });

  it('is not set up with a wrong code or password, nor turned off without the password', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    await visitor.signIn('cashier');
    const page = (await visitor.get(PAGE)).text;
    assert.match(page, /<svg class="qr" role="img" aria-label="[^"]+" viewBox="0 0 \d+ \d+"/);
    const [csrf, secret] = [hiddenField(page, 'csrf'), hiddenField(page, 'secret')];
    const code = totpCode(secret, stepAt(museum.clock.now()));
    const wrongCode = await visitor.post(PAGE, { csrf, secret, code: '1', password: PASSWORD });
    assert.equal(wrongCode.status, 400);
    assert.equal(hiddenField(wrongCode.text, 'secret'), secret, 'the app goes on with the same secret');
    assert.ok(wrongCode.text.includes(say('wrongCode')));
    const wrongPassword = await visitor.post(PAGE, { csrf, secret, code, password: 'x' });
    assert.equal(wrongPassword.status, 401);
    assert.ok(wrongPassword.text.includes(say('wrongPassword')));
    const unknownSecret = await visitor.post(PAGE, { csrf, secret: 'A', code, password: PASSWORD });
    assert.equal(unknownSecret.status, 400);
    assert.equal((await new Visitor(museum).signIn('cashier')).status, 303, 'nothing is set up');
    assert.equal((await visitor.post(PAGE, { csrf, secret, code, password: PASSWORD })).status, 200);
    const off = (password: string) => visitor.post(`${PAGE}/change`, { csrf, password, wish: 'remove' });
    assert.equal((await off('x')).status, 401);
    assert.equal((await off(PASSWORD)).headers.location?.startsWith('/desk/sessions'), true);
    assert.equal((await new Visitor(museum).signIn('cashier')).status, 303);
  });

  it('ends the sessions that began without it, and is reset by an admin', async (t) => {
    const museum = await openMuseum(t);
    const elsewhere = new Visitor(museum);
    await elsewhere.signIn('cashier');
    await secured(museum);
    assert.equal((await elsewhere.get('/sign-in')).status, 200, 'signed out');
    const admin = new Visitor(museum);
    await admin.signIn('admin');
    const list = (await admin.get('/desk/accounts')).text;
    const [, address = ''] = /href="(\/desk\/accounts\/[^"]+)">cashier</.exec(list) ?? [];
    const csrf = await admin.token(address);
    assert.match((await admin.get(address)).text, /Reset second factor/);
    assert.equal((await admin.post(`${address}/second-factor`, { csrf })).status, 303);
    assert.doesNotMatch((await admin.get(address)).text, /Reset second factor/);
    assert.equal((await new Visitor(museum).signIn('cashier')).status, 303);
    const { json } = await museum.api('GET', '/journal?kind=account.second-factor-removed');
    assert.deepEqual(
      json.map(({ account }: { account: string }) => account),
      ['admin'],
    );
    assert.equal((await admin.post(`${address}/second-factor`, { csrf })).status, 409);
  });
});

describeOnEachDatabase((openMuseum) => {
  it('accepts each code once, and those of the step before and after', async (t) => {
    const museum = await openMuseum(t);
    const { codeNow } = await secured(museum);
    const used = await signIn(museum, codeNow());
    assert.equal(used.answer.status, 401, 'the code that set it up was used then');
    assert.ok(used.answer.text.includes(saySignIn('wrongCode')));
    const ahead = codeNow(1);
    assert.equal((await signIn(museum, ` ${ahead.slice(0, 3)} ${ahead.slice(3)}`)).answer.status, 303);
    assert.equal((await signIn(museum, ahead)).answer.status, 401);
    museum.clock.advance(3 * STEP);
    const atOnce = await Promise.all(Array.from({ length: 3 }, () => signIn(museum, codeNow())));
    assert.deepEqual(atOnce.map(({ answer }) => answer.status).toSorted(), [303, 401, 401]);
    const failed = await museum.api('GET', '/journal?kind=account.sign-in-failed');
    assert.ok(failed.json.every(({ details }: { details: object }) => 'secondFactor' in details));
  });
});
