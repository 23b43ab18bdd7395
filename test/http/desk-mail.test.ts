import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hiddenField, Visitor } from '../support/browsing.ts';
import { describeOnSqlite } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import type { Museum } from '../support/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../support/samples.ts';

const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';

async function adminAt(museum: Museum) {
  const visitor = new Visitor(museum);
  await visitor.signIn('admin');
  const csrf = hiddenField((await visitor.get('/desk/sessions')).text, 'csrf');
  const get = async (path = '/desk/mail', headers = {}) => (await visitor.get(path, headers)).text;
  const post = (path: string, form: Record<string, string>) => visitor.post(path, { csrf, ...form });
  return { get, post };
}

describeOnSqlite((openMuseum) => {
  async function open(t: TestContext, parameters = '') {
    const server = await startMailServer(t);
    const settings = { MUSEUM_SMTP_URL: server.url + parameters, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { settings });
    return { museum, server, admin: await adminAt(museum) };
  }

  async function until(museum: Museum, count: number, state: string): Promise<void> {
    const found = () =>
      museum.store.all('SELECT delivery_id FROM deliveries WHERE state = ? AND attempts > 0', [state]);
    while ((await found()).length < count) await sleep(10);
  }

  test('the page shows what failed and why, and sends it again, one or all', async (t) => {
    const { museum, server, admin } = await open(t);
    assert.match(
      await admin.get(),
      /From tickets@museum\.example by way of 127\.0\.0\.1:\d+\.[\s\S]+There is nothing here/,
    );
    server.decide((to) => `550 <b>No such user</b> ${to}`);
    const { confirmationCode } = await buyTicket(museum, generalPurchase());
    await buyTicket(museum, generalPurchase());
    await until(museum, 2, 'failed');
    const page = await admin.get('/desk/mail?state=failed');
    assert.match(page, /<dd>2<\/dd>/);
    assert.match(page, /Failed · 1 attempt/);
    assert.match(page, /550 &lt;b&gt;No such user&lt;\/b&gt; …/);
    assert.ok(page.includes(confirmationCode));
    assert.doesNotMatch(page, /ada@example/);
    assert.match(await admin.get('/desk/mail?state=waiting'), /There is nothing here/);
    const [, one = ''] = /name="deliveryId" value="([^"]+)"/.exec(page) ?? [];
    server.decide(() => undefined);
    const again = await admin.post('/desk/mail/retry', { deliveryId: one });
    assert.deepEqual([again.status, again.headers.location], [303, '/desk/mail?done=again']);
    await server.has(1);
    assert.match(page, /Resend the 2 that failed/);
    const all = await admin.post('/desk/mail/retry', { failed: 'all' });
    assert.match(await admin.get(all.headers.location), /All that had failed is sent again/);
    await server.has(2);
    await until(museum, 2, 'delivered');
    assert.match(await admin.get(), /Delivered · 1 attempt[\s\S]+250 taken/);
    for (const form of [{ deliveryId: 'x' }, { deliveryId: NO_ID }, {}] as Record<string, string>[])
      assert.equal((await admin.post('/desk/mail/retry', form)).status, 404);
    await admin.post('/desk/mail/retry', { failed: 'all' });
    const { json: told } = await museum.api('GET', '/journal?kind=mail.retried');
    assert.deepEqual(
      told.map(({ subject, details, account }: Record<string, unknown>) => [subject, details, account]),
      [
        ['mail', { mails: 1 }, 'admin'],
        [one, {}, 'admin'],
      ],
    );
  });

  test('a mail that the server puts off waits, and the page says until when', async (t) => {
    const { museum, server, admin } = await open(t);
    server.decide(() => '450 Come back later');
    await buyTicket(museum, generalPurchase());
    await until(museum, 1, 'waiting');
    const page = await admin.get();
    assert.match(page, /Waiting · 1 attempt · next Monday 1 March 2027, 11:0\d/);
    assert.match(page, /450 Come back later/);
  });

  test('a server without TLS, where that is required, gets nothing: it waits for three days, then has failed', async (t) => {
    const { museum, server, admin } = await open(t, '?requireTLS=true');
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-09' }));
    await until(museum, 1, 'waiting');
    assert.match(await admin.get(), /Waiting · 1 attempt[\s\S]+The mail server can’t be used: /);
    museum.clock.advance(73 * 3_600_000);
    await until(museum, 1, 'failed');
    const later = await adminAt(museum);
    assert.match(await later.get(), /Failed · 2 attempts[\s\S]+The mail server can’t be used: /);
    assert.equal(server.offered(), 0);
  });

  test('a mail’s own page says what it would say now, escaped, or why it would not be sent', async (t) => {
    const { museum, server, admin } = await open(t);
    server.decide(() => '550 No');
    const { eventId } = await createEvent(museum, { name: '<script>alert(1)</script>' });
    await buyTicket(museum, eventPurchase(eventId));
    await until(museum, 1, 'failed');
    const [, path = ''] = /href="(\/desk\/mail\/[0-9a-f-]{36})"/.exec(await admin.get()) ?? [];
    const page = await admin.get(path);
    assert.match(page, /Subject: <strong dir="auto">Your ticket: &lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match(page, /<pre class="letter"[^>]*>[\s\S]+East wing, room 4/);
    await museum.api('DELETE', `/special-events/${eventId}`);
    assert.match(await admin.get(path), /Subject: <strong dir="auto">Cancelled: /);
    museum.clock.advance(30 * 86_400_000);
    const later = await adminAt(museum);
    assert.match(await later.get(path), /It would not be sent now: The day of the ticket is over\./);
    assert.match(await later.get(`/desk/mail/${NO_ID}`), /There is no such page/);
  });

  test('why a mail was not sent is said in the language of the page, whenever it was noted', async (t) => {
    const { museum, server, admin } = await open(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await server.has(1);
    await until(museum, 1, 'delivered');
    const [, path = ''] = /href="(\/desk\/mail\/[0-9a-f-]{36})"/.exec(await admin.get()) ?? [];
    const reasons = [
      ['There is no such ticket.', 'Diese Karte gibt es nicht.'],
      ['The day of the ticket is over.', 'Der Tag der Karte ist vorbei.'],
      ['Nobody left an address, or it was erased.', 'Niemand hat eine Adresse hinterlassen'],
      ['The ticket was exchanged for another.', 'Die Karte wurde gegen eine andere umgetauscht.'],
      ['It is no longer true, or was told already.', 'Es stimmt nicht mehr oder wurde schon mitgeteilt.'],
      ['The picture could not be made just now.', 'Das Bild der Karte ließ sich'],
      ['Its minute was over before it could be handed to the mail server.', 'Die Minute, die ihr zusteht'],
      [
        'The mail server can’t be used: It took longer than a minute.',
        'Der Mailserver lässt sich nicht nutzen: Es',
      ],
    ] as const;
    const inGerman = { 'accept-language': 'de' };
    for (const [noted, said] of reasons) {
      await museum.store.transaction((tx) =>
        tx.run("UPDATE deliveries SET state = 'dropped', answer = ?", [noted]),
      );
      for (const page of [await admin.get('/desk/mail', inGerman), await admin.get(path, inGerman)]) {
        assert.ok(page.includes(said), page);
        assert.doesNotMatch(page, /lang="en" dir="auto"/);
      }
    }
    await museum.store.transaction((tx) =>
      tx.run("UPDATE deliveries SET answer = 'The mail server can’t be used: Greeting never received'"),
    );
    assert.match(
      await admin.get(path, inGerman),
      /<p>Der Mailserver lässt sich nicht nutzen: <span lang="en" dir="auto">Greeting never received<\/span><\/p>/,
    );
    const body = { ticketType: 'general', ticketDate: '2027-03-02', reason: 'They asked' };
    await museum.api('POST', `/tickets/${ticketId}/exchange`, { body });
    assert.match(
      await admin.get(path, inGerman),
      /Sie würde jetzt nicht gesendet: Die Karte wurde gegen eine andere umgetauscht\./,
    );
  });

  test('a test says what the mail server said', async (t) => {
    const { server, admin } = await open(t);
    assert.match((await admin.post('/desk/mail/test', { to: 'nobody' })).text, /Enter an e-mail address/);
    const taken = await admin.post('/desk/mail/test', { to: 'me@example.com' });
    assert.equal(taken.headers.location, '/desk/mail?done=test');
    assert.equal(server.arrived[0]?.to, 'me@example.com');
    server.decide(() => '554 <i>Spam</i>');
    const refused = await admin.post('/desk/mail/test', { to: 'me@example.com' });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /The test was not taken: 554 &lt;i&gt;Spam&lt;\/i&gt;/);
    assert.match(refused.text, /value="me@example.com"/);
  });

  test('odd addresses of the page show what it shows without them', async (t) => {
    const { admin } = await open(t);
    for (const query of ['state=lost', 'before=x', `before=${NO_ID}`])
      assert.match(await admin.get(`/desk/mail?${query}`), /There is nothing here/, query);
  });

  test('without a mail server the page says so, and what to set', async (t) => {
    const museum = await openMuseum(t);
    const admin = await adminAt(museum);
    const page = await admin.get();
    assert.match(page, /No mail server is set, so nobody is mailed\. .*MUSEUM_SMTP_URL/);
    assert.doesNotMatch(page, /Send a test/);
    assert.equal((await admin.post('/desk/mail/test', { to: 'me@example.com' })).status, 404);
  });

  test('mail is for admins alone, also in the navigation', async (t) => {
    const museum = await openMuseum(t);
    for (const role of ['manager', 'cashier', 'partner', 'viewer', 'gate']) {
      const visitor = new Visitor(museum);
      await visitor.signIn(role);
      const sessions = (await visitor.get('/desk/sessions')).text;
      assert.doesNotMatch(sessions, /\/desk\/(mail|webhooks)/, role);
      const csrf = hiddenField(sessions, 'csrf');
      for (const path of ['/desk/mail', `/desk/mail/${NO_ID}`])
        assert.equal((await visitor.get(path)).status, 403, `${role} ${path}`);
      for (const path of ['/desk/mail/retry', '/desk/mail/test'])
        assert.equal(
          (await visitor.post(path, { csrf, failed: 'all', to: 'me@example.com' })).status,
          403,
          `${role} ${path}`,
        );
    }
    const admin = await adminAt(museum);
    assert.match(await admin.get(), /href="\/desk\/webhooks"[\s\S]+href="\/desk\/mail" aria-current="page"/);
  });
});
