import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnDatabase, describeOnEachDatabase, type OpenMuseum } from '../../fixtures/databases.ts';
import { startIdentityProvider } from '../../fixtures/identity-provider.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { signInTexts } from '../../src/pages/sign-in-texts.ts';

const say = signInTexts('en');
const MINUTE_MS = 60_000;
const CLERK = { subject: 'person-1', name: 'cashier', groups: ['everybody', 'desk'] };

/** A museum that knows a provider, and is known by it. Tokens say the time of this machine. */
async function openBoth(t: TestContext, openMuseum: OpenMuseum, { isOnly = false, clockIsOff = 0 } = {}) {
  const provider = await startIdentityProvider(t);
  const settings = { ...provider.settings, MUSEUM_OIDC_ONLY: isOnly ? 'on' : 'off' };
  const museum = await openMuseum(t, { settings, clock: manualClock(Date.now() + clockIsOff) });
  await provider.open(museum);
  return { provider, museum };
}

describeOnEachDatabase((openMuseum) => {
  it('makes an account of its own for a person, however it is called, with the role that the groups have now', async (t) => {
    const { provider, museum } = await openBoth(t, openMuseum);
    const { visitor, answer } = await provider.signIn(museum, CLERK, '/desk/sell');
    assert.deepEqual([answer.status, answer.headers.refresh], [200, '0; url=/desk/sell']);
    assert.match((await visitor.get('/desk/sell')).text, /cashier \(2\) · cashier/i);
    await provider.signIn(museum, { ...CLERK, name: 'Renamed', groups: ['desk', 'office'] });
    const added = await museum.api('GET', '/journal?kind=account.added');
    assert.deepEqual(
      added.json.filter(({ details }: { details: { name: string } }) => details.name === 'cashier (2)')
        .length,
      1,
    );
    assert.match(
      (await visitor.get('/desk')).text,
      /cashier \(2\) · manager/i,
      'in the session that was there too',
    );
  });

  it('lets nobody in without a group that may, and signs out whoever has lost the last one', async (t) => {
    const { provider, museum } = await openBoth(t, openMuseum);
    const { visitor } = await provider.signIn(museum, CLERK);
    assert.equal((await visitor.get('/desk/sell')).status, 200);
    const { answer } = await provider.signIn(museum, { ...CLERK, groups: ['everybody'] });
    assert.equal(answer.status, 403);
    assert.ok(answer.text.includes(say('noRole')), answer.text);
    assert.ok((await visitor.get('/desk/sell')).text.includes(say('userName')));
  });

  it('ends the sessions that the provider ends, those of one browser there or all of a person', async (t) => {
    const { provider, museum } = await openBoth(t, openMuseum);
    const [one, other, another] = [
      await provider.signIn(museum, CLERK),
      await provider.signIn(museum, CLERK),
      await provider.signIn(museum, { ...CLERK, subject: 'person-2' }),
    ];
    const areIn = () =>
      Promise.all(
        [one, other, another].map(
          async ({ visitor }) => !(await visitor.get('/desk')).text.includes(say('userName')),
        ),
      );
    const [session] = await museum.store.all<{ provider_session: string }>(
      'SELECT provider_session FROM sessions ORDER BY made_at, session_hash LIMIT 1',
    );
    assert.ok(session?.provider_session);
    await provider.logOut(CLERK.subject, session.provider_session);
    assert.equal((await areIn()).filter(Boolean).length, 2);
    await provider.logOut('person-2');
    await provider.logOut(CLERK.subject);
    assert.deepEqual(await areIn(), [false, false, false]);
  });
});

describeOnDatabase((openMuseum) => {
  it('believes an answer once, in the browser that has asked, with the keys of now and a clock that is three minutes off', async (t) => {
    const { provider, museum } = await openBoth(t, openMuseum, { clockIsOff: 3 * MINUTE_MS });
    const { answer, back, visitor } = await provider.signIn(museum, CLERK);
    assert.equal(answer.status, 200);
    assert.equal((await visitor.get(back)).status, 403, 'the code was used');
    const elsewhere = await new Visitor(museum).get(back);
    assert.deepEqual([elsewhere.status, elsewhere.text.includes(say('tookTooLong'))], [400, true]);
    const mixed = await visitor.get(back.replace(/state=[^&]*/, 'state=guessed'));
    assert.deepEqual([mixed.status, mixed.text.includes(say('untrusted'))], [403, true]);
    const denied = await visitor.get(back.replace(/code=[^&]*/, 'error=access_denied'));
    assert.deepEqual([denied.status, denied.text.includes(say('refused'))], [403, true]);
    await provider.changeKeys();
    assert.equal((await provider.signIn(museum, CLERK)).answer.status, 200);
    await assert.rejects(provider.logOut(CLERK.subject, undefined, 'other'), 'a token for another client');
    assert.ok(!(await visitor.get('/desk')).text.includes(say('userName')), 'is signed in still');
  });

  it('keeps everybody signed in while the provider is down, and admins sign in with their password', async (t) => {
    const { provider, museum } = await openBoth(t, openMuseum, { isOnly: true });
    const { visitor } = await provider.signIn(museum, CLERK);
    provider.goDown();
    const { answer } = await provider.signIn(museum, CLERK);
    assert.deepEqual([answer.status, answer.text.includes(say('unreachable'))], [503, true]);
    assert.match((await visitor.get('/desk')).text, /cashier \(2\)/);
    const page = await new Visitor(museum).get('/desk');
    assert.ok(page.text.includes(say('byProvider')) && !page.text.includes(say('userName')));
    assert.ok((await new Visitor(museum).get('/sign-in?local')).text.includes(say('userName')));
    assert.equal((await new Visitor(museum).signIn('admin')).status, 303);
    const clerk = await new Visitor(museum).signIn('cashier');
    assert.deepEqual([clerk.status, clerk.text.includes(say('providerOnly'))], [403, true]);
    const program = await museum.api('GET', '/special-events', { as: 'cashier' });
    assert.equal(program.status, 200, 'programs go on as before');
  });
});
