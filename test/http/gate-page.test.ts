import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { gateAssets } from '../../src/web/gate/index.ts';

const SCAN = '/gate/api/check-ins';

async function signedIn(museum: Museum, username = 'gate') {
  const visitor = new Visitor(museum);
  await visitor.signIn(username);
  const cookie = `museum_session=${visitor.cookies.get('museum_session')}`;
  const { json } = await museum.ask('GET', '/gate/session', { as: 'nobody', headers: { cookie } });
  return { cookie, token: json.csrfToken as string };
}

describeOnSqlite((openMuseum) => {
  it('what the page asks for is done for whoever is signed in, through the channel of the gate', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const { cookie, token } = await signedIn(museum);
    const headers = { cookie, 'x-csrf-token': token };
    const { status, json } = await museum.ask('POST', SCAN, { as: 'nobody', headers, body: { ticketId } });
    assert.deepEqual([status, json.verdict], [201, 'admitted']);
    const [entry] = await museum.store.all(`SELECT channel FROM journal WHERE kind = 'tickets.admitted'`);
    assert.deepEqual({ ...entry }, { channel: 'gate' });
    const undo = `${SCAN}/${json.checkInId}/undo`;
    assert.equal((await museum.ask('POST', undo, { as: 'nobody', headers })).status, 200);
    for (const path of ['gate/snapshot', 'occupancy'])
      assert.equal((await museum.ask('GET', `/gate/api/${path}`, { as: 'nobody', headers })).status, 200);
  });

  it('no cache on the way gives what somebody was answered to others', async (t) => {
    const museum = await openMuseum(t);
    const { cookie } = await signedIn(museum);
    for (const [path, status, kept] of [
      ['occupancy', 200, 'no-store'],
      ['occupancy?date=x', 400, 'no-store'],
      ['gate/snapshot', 200, 'no-cache'], // the page's browser asks whether it is still right
    ]) {
      const answer = await museum.ask('GET', `/gate/api/${path}`, { as: 'nobody', headers: { cookie } });
      assert.deepEqual([answer.status, answer.headers['cache-control']], [status, kept], `${path}`);
    }
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

  it('whoever types a slash behind its address is led to the page', async (t) => {
    const museum = await openMuseum(t);
    const { cookie } = await signedIn(museum);
    const { status, headers } = await museum.ask('GET', '/gate/', { as: 'nobody', headers: { cookie } });
    assert.deepEqual([status, headers.location], [308, '/gate']);
  });

  it('the role of whoever is signed in is told in the page’s language', async (t) => {
    const museum = await openMuseum(t);
    const { cookie } = await signedIn(museum, 'cashier');
    const headers = { cookie, 'accept-language': 'de' };
    for (const path of ['/gate', '/gate/occupancy'])
      assert.match((await museum.ask('GET', path, { as: 'nobody', headers })).text, />cashier · Kasse</);
  });

  it('a verdict is told in the page’s language, kept as it was told, and in English by the interface', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const { cookie, token } = await signedIn(museum);
    const scanIn = (language: string, body: object) =>
      museum.ask('POST', SCAN, {
        as: 'nobody',
        headers: { cookie, 'x-csrf-token': token, 'accept-language': language },
        body,
      });
    const checkInId = '0199f3a2-7b1c-7d3e-8f4a-000000000001';
    const admitted = await scanIn('de', { ticketId, checkInId, gate: 'Osttür' });
    assert.equal(admitted.json.message, 'Eintritt, Montag, 1. März.');
    assert.equal((await scanIn('fr', { ticketId, checkInId, gate: 'Osttür' })).text, admitted.text);
    museum.clock.advance(34 * 60_000);
    for (const [language, message] of [
      ['de', 'Eingelassen um 11:00 (Osttür), vor 34 Minuten.'],
      ['fr', 'Admis à 11:00 (Osttür), il y a 34 minutes.'],
      ['es', 'Admitida a las 11:00 (Osttür), hace 34 minutos.'],
      ['nl', 'Binnengelaten om 11:00 (Osttür), 34 minuten geleden.'],
      ['en', 'Admitted at 11:00 at Osttür, 34 minutes ago.'],
    ] as const)
      assert.equal((await scanIn(language, { ticketId })).json.message, message);
    const headers = { 'accept-language': 'de' };
    const { json } = await museum.api('POST', '/check-ins', { headers, body: { ticketId } });
    assert.equal(json.message, 'Admitted at 11:00 at Osttür, 34 minutes ago.');
  });

  it('how many visitors are inside can be seen without scripts, by whoever may', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    const look = async (username: string) => {
      const { cookie } = await signedIn(museum, username);
      return museum.ask('GET', '/gate/occupancy', { as: 'nobody', headers: { cookie } });
    };
    for (const username of ['admin', 'manager', 'cashier', 'gate', 'viewer']) {
      const { status, text } = await look(username);
      assert.equal(status, 200, username);
      assert.match(text, /<noscript><meta http-equiv="refresh" content="30"><\/noscript>/);
      assert.match(text, /inside now<\/dt><dd>1</);
      assert.equal(text.includes('href="/gate"'), username !== 'viewer', username);
    }
    const partner = await look('partner');
    assert.equal(partner.status, 403);
    assert.match(partner.text, /may not see how many/);
    assert.match((await museum.ask('GET', '/gate/occupancy', { as: 'nobody' })).text, /name="password"/);
  });

  it('what a device keeps of the page holds nothing of anybody', async (t) => {
    const museum = await openMuseum(t);
    for (const path of ['page-en', 'worker-en.js', 'manifest-en.webmanifest']) {
      const { status, text } = await museum.ask('GET', `/gate/${path}`, { as: 'nobody' });
      assert.equal(status, 200);
      assert.doesNotMatch(text, /csrf"|sign-out/);
    }
    const { text: worker } = await museum.ask('GET', '/gate/worker-en.js', { as: 'nobody' });
    const scripts = readdirSync(new URL('../../src/web/gate/assets/', import.meta.url)).filter(
      (name) => name.endsWith('.js') && !['worker.js', 'occupancy.js'].includes(name),
    );
    for (const name of [...scripts, 'zxing.wasm'])
      assert.ok(worker.includes(`"${gateAssets.address(name)}"`), `${name} is not kept`);
  });
});
