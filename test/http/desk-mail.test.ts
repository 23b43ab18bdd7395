import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { until } from '../../fixtures/until.ts';
import { NOT_SENT } from '../../src/mail/index.ts';
import { deliveriesTexts, troubleTexts } from '../../src/web/desk/deliveries-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { mailTexts } from '../../src/web/desk/mail-texts.ts';

const sayDone = doneTexts('en');

const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const MAIL = '/desk/mail';
const say = mailTexts('en');
const sayOf = deliveriesTexts('en');
const trouble = troubleTexts('en');
const NO_SERVER = trouble('noServer');

/** How the page says what became of a mail. */
function stateOf(state: 'waiting' | 'failed' | 'delivered', attempts: number): string {
  return `${sayOf(state)} · ${sayOf('attempts', { count: attempts })}`;
}

describeOnSqlite((openMuseum) => {
  async function open(t: TestContext, parameters = '') {
    const server = await startMailServer(t);
    const settings = { MUSEUM_SMTP_URL: server.url + parameters, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { settings });
    return { museum, server, admin: await signInStaff(museum, 'admin') };
  }

  function untilTried({ store }: Museum, count: number, state: string): Promise<void> {
    const tried = 'SELECT delivery_id FROM deliveries WHERE state = ? AND attempts > 0';
    return until(async () => (await store.all(tried, [state])).length >= count);
  }

  test('the page shows what failed and why, and sends it again, one or all', async (t) => {
    const { museum, server, admin } = await open(t);
    const empty = await admin.get(MAIL);
    assert.match(empty.lead() ?? '', /tickets@museum\.example.*127\.0\.0\.1:\d+/);
    assert.deepEqual(empty.rows(), []);
    server.decide((to) => `550 <b>No such user</b> ${to}`);
    const { confirmationCode } = await buyTicket(museum, generalPurchase());
    await buyTicket(museum, generalPurchase());
    await untilTried(museum, 2, 'failed');
    const page = await admin.get(`${MAIL}?state=failed`);
    assert.deepEqual(page.figures(), ['0', '2']);
    const row = page.row(confirmationCode)?.join(' ') ?? '';
    assert.ok(row.includes(`${stateOf('failed', 1)} 550 <b>No such user</b> …`), row);
    assert.ok(!page.html.includes('ada@example'));
    assert.deepEqual((await admin.get(`${MAIL}?state=waiting`)).rows(), []);
    const [one = ''] = page.buttons('deliveryId');
    server.decide(() => undefined);
    const again = await admin.post(`${MAIL}/retry`, { deliveryId: one });
    assert.deepEqual([again.status, again.location], [303, `${MAIL}?done=resending`]);
    await server.has(1);
    assert.deepEqual(page.buttons('failed'), ['all']);
    const all = await admin.post(`${MAIL}/retry`, { failed: 'all' });
    assert.equal((await admin.get(`${all.location}`)).message(), sayDone('resendingAll'));
    await server.has(2);
    await untilTried(museum, 2, 'delivered');
    const delivered = (await admin.get(MAIL)).row(stateOf('delivered', 1));
    assert.match(delivered?.join(' ') ?? '', /250 taken/);
    for (const form of [{ deliveryId: 'x' }, { deliveryId: NO_ID }, {}] as Record<string, string>[])
      assert.equal((await admin.post(`${MAIL}/retry`, form)).status, 404);
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
    await untilTried(museum, 1, 'waiting');
    const row = (await admin.get(MAIL)).row(stateOf('waiting', 1))?.join(' ') ?? '';
    assert.match(row, /Monday 1 March 2027, 11:0\d.*450 Come back later/);
  });

  test('a server without TLS, where that is required, gets nothing: it waits for three days, then has failed', async (t) => {
    const { museum, server, admin } = await open(t, '?requireTLS=true');
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-09' }));
    await untilTried(museum, 1, 'waiting');
    assert.ok((await admin.get(MAIL)).row(stateOf('waiting', 1))?.join(' ').includes(NO_SERVER));
    museum.clock.advance(73 * 3_600_000);
    await untilTried(museum, 1, 'failed');
    const later = await signInStaff(museum, 'admin');
    assert.ok((await later.get(MAIL)).row(stateOf('failed', 2))?.join(' ').includes(NO_SERVER));
    assert.equal(server.offered(), 0);
  });

  test('a mail’s own page says what it would say now, escaped, or why it would not be sent', async (t) => {
    const { museum, server, admin } = await open(t);
    server.decide(() => '550 No');
    const { eventId } = await createEvent(museum, { name: '<script>alert(1)</script>' });
    await buyTicket(museum, eventPurchase(eventId));
    await untilTried(museum, 1, 'failed');
    const [path = ''] = (await admin.get(MAIL)).links(`${MAIL}/`);
    const page = await admin.get(path);
    assert.match(page.text(), /<script>alert\(1\)<\/script>.*East wing, room 4/s);
    await museum.api('DELETE', `/special-events/${eventId}`);
    assert.notEqual((await admin.get(path)).text(), page.text());
    museum.clock.advance(30 * 86_400_000);
    const later = await signInStaff(museum, 'admin');
    const why = trouble('dayOver');
    assert.ok((await later.get(path)).text().includes(say('notNow', { why })));
    assert.equal((await later.get(`${MAIL}/${NO_ID}`)).status, 404);
  });

  test('why a mail was not sent is said in the language of the page, whenever it was noted', async (t) => {
    const { museum, server, admin } = await open(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await server.has(1);
    await untilTried(museum, 1, 'delivered');
    const [path = ''] = (await admin.get(MAIL)).links(`${MAIL}/`);
    const inGerman = { 'accept-language': 'de' };
    const note = (answer: string) =>
      museum.store.transaction((tx) =>
        tx.run("UPDATE deliveries SET state = 'dropped', answer = ?", [answer]),
      );
    const reasons = Object.keys(NOT_SENT) as (keyof typeof NOT_SENT)[];
    assert.ok(reasons.length > 6);
    for (const reason of reasons) {
      await note(NOT_SENT[reason]);
      const said = troubleTexts('de')(reason);
      for (const address of [MAIL, path]) {
        const page = await admin.get(address, inGerman);
        assert.ok(page.text().includes(said), reason);
        assert.deepEqual(page.inEnglish(), [], reason);
      }
    }
    await note(`${NOT_SENT.noServer} Greeting never received`);
    const other = await admin.get(path, inGerman);
    assert.ok(other.text().includes(troubleTexts('de')('noServer')));
    assert.deepEqual(other.inEnglish(), ['Greeting never received']);
    const body = { ticketType: 'general', ticketDate: '2027-03-02', reason: 'They asked' };
    await museum.api('POST', `/tickets/${ticketId}/exchange`, { body });
    const why = troubleTexts('de')('exchanged');
    assert.ok((await admin.get(path, inGerman)).text().includes(mailTexts('de')('notNow', { why })));
  });

  test('a test says what the mail server said', async (t) => {
    const { server, admin } = await open(t);
    assert.equal((await admin.post(`${MAIL}/test`, { to: 'nobody' })).fault('to'), say('addressFault'));
    const taken = await admin.post(`${MAIL}/test`, { to: 'me@example.com' });
    assert.equal(taken.location, `${MAIL}?done=mailTest`);
    assert.equal(server.arrived[0]?.to, 'me@example.com');
    server.decide(() => '554 <i>Spam</i>');
    const refused = await admin.post(`${MAIL}/test`, { to: 'me@example.com' });
    assert.equal(refused.status, 409);
    assert.match(refused.fault('to') ?? '', /554 <i>Spam<\/i>/);
    assert.equal(refused.value('to'), 'me@example.com');
  });

  test('odd addresses of the page show what it shows without them', async (t) => {
    const { admin } = await open(t);
    for (const query of ['state=lost', 'before=x', `before=${NO_ID}`]) {
      const page = await admin.get(`${MAIL}?${query}`);
      assert.deepEqual([page.status, page.rows()], [200, []], query);
    }
  });

  test('without a mail server the page says so, and what to set', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const page = await admin.get(MAIL);
    assert.equal(page.lead(), say('notSet'));
    assert.equal(page.hasField('to'), false);
    assert.equal((await admin.post(`${MAIL}/test`, { to: 'me@example.com' })).status, 404);
  });

  test('mail is for admins alone, also in the navigation', async (t) => {
    const museum = await openMuseum(t);
    for (const role of ['manager', 'cashier', 'partner', 'viewer', 'gate']) {
      const staff = await signInStaff(museum, role);
      const { html } = await staff.get('/desk/sessions');
      assert.doesNotMatch(html, /\/desk\/(mail|webhooks)/, role);
      for (const path of [MAIL, `${MAIL}/${NO_ID}`])
        assert.equal((await staff.get(path)).status, 403, `${role} ${path}`);
      for (const path of [`${MAIL}/retry`, `${MAIL}/test`])
        assert.equal(
          (await staff.post(path, { failed: 'all', to: 'me@example.com' })).status,
          403,
          `${role} ${path}`,
        );
    }
    const admin = await signInStaff(museum, 'admin');
    assert.deepEqual((await admin.get('/desk/settings')).links(MAIL), [MAIL]);
    assert.equal((await admin.get(MAIL)).here(), '/desk/settings');
  });
});
