import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Visitor } from '../support/browsing.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import type { Museum } from '../support/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../support/samples.ts';

const SCAN = '/gate/api/check-ins';

async function signedIn(museum: Museum, username = 'gate') {
  const visitor = new Visitor(museum);
  await visitor.signIn(username);
  const cookie = `museum_session=${visitor.cookies.get('museum_session')}`;
  const { json } = await museum.ask('GET', '/gate/session', { as: 'nobody', headers: { cookie } });
  return { cookie, token: json.csrfToken as string };
}

describeOnEachDatabase((openMuseum) => {
  it('what the page asks for is done for whoever is signed in, through the door of the gate', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const { cookie, token } = await signedIn(museum);
    const headers = { cookie, 'x-csrf-token': token };
    const { status, json } = await museum.ask('POST', SCAN, { as: 'nobody', headers, body: { ticketId } });
    assert.deepEqual([status, json.verdict], [201, 'admitted']);
    const [entry] = await museum.store.all(`SELECT door FROM journal WHERE kind = 'tickets.admitted'`);
    assert.deepEqual({ ...entry }, { door: 'gate' });
    const undo = `${SCAN}/${json.checkInId}/undo`;
    assert.equal((await museum.ask('POST', undo, { as: 'nobody', headers })).status, 200);
    for (const path of ['gate/snapshot', 'occupancy'])
      assert.equal((await museum.ask('GET', `/gate/api/${path}`, { as: 'nobody', headers })).status, 200);
  });

  it('nothing is done without a session, without its token, or for another site', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const { cookie, token } = await signedIn(museum);
    const asked = (headers: Record<string, string>) =>
      museum.ask('POST', SCAN, {
        as: 'nobody',
        headers: { accept: 'application/json', ...headers },
        body: { ticketId },
      });
    for (const [headers, status] of [
      [{}, 401],
      [{ 'x-csrf-token': token }, 401],
      [{ cookie }, 403],
      [{ cookie, 'x-csrf-token': `${token}x` }, 403],
      [{ cookie, 'x-csrf-token': token, origin: 'https://example.com' }, 403],
      [{ cookie, 'x-csrf-token': token, 'sec-fetch-site': 'same-site' }, 403],
    ] as const) {
      const answer = await asked(headers);
      assert.equal(answer.status, status, JSON.stringify(headers));
      assert.equal(answer.headers['www-authenticate'], undefined);
    }
    assert.deepEqual(await museum.store.all('SELECT * FROM check_ins'), []);
  });

  it('an account that may not check tickets gets neither the page nor what it asks for', async (t) => {
    const museum = await openMuseum(t);
    const { cookie, token } = await signedIn(museum, 'partner');
    const headers = { cookie, 'x-csrf-token': token };
    assert.equal((await museum.ask('GET', '/gate', { as: 'nobody', headers })).status, 403);
    const scan = { as: 'nobody', headers, body: { code: 'x' } } as const;
    assert.equal((await museum.ask('POST', SCAN, scan)).status, 403);
  });

  it('what a device keeps of the page holds nothing of anybody', async (t) => {
    const museum = await openMuseum(t);
    for (const path of ['page-en', 'worker-en.js', 'manifest-en.webmanifest']) {
      const { status, text } = await museum.ask('GET', `/gate/${path}`, { as: 'nobody' });
      assert.equal(status, 200);
      assert.doesNotMatch(text, /csrf"|sign-out/);
    }
  });
});
