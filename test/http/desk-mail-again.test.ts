import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { contentsOf } from '../../fixtures/contents.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { openForResellers } from '../../fixtures/reseller.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { until } from '../../fixtures/until.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { orderTexts } from '../../src/web/desk/order-texts.ts';
import { ticketMailTexts } from '../../src/web/desk/ticket-mail-texts.ts';
import { ticketTexts } from '../../src/web/desk/ticket-texts.ts';

const say = ticketMailTexts('en');
const sayOrder = orderTexts('en');
const sayTicket = ticketTexts('en');
const sayDone = doneTexts('en');
const WRONG = 'aad@example.com';
const RIGHT = 'ada@example.org';

describeOnDatabase((openMuseum) => {
  async function open(t: TestContext) {
    const server = await startMailServer(t);
    const settings = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { settings });
    return { museum, server, clerk: await signInStaff(museum, 'cashier') };
  }

  /** Sells tickets at the desk. @returns the page that follows */
  async function sell(clerk: Staff, count: number, email: string): Promise<string> {
    const sale = { date: TODAY, key: randomUUID(), general: `${count}`, email };
    return (await clerk.post('/desk/sell', sale)).location as string;
  }

  function ticketsIn(location: string): string[] {
    return (new URLSearchParams(location.split('?')[1]).get('tickets') ?? '').split(',');
  }

  async function untilSays(clerk: Staff, path: string, sentence: string): Promise<void> {
    await until(async () => (await clerk.get(path)).text().includes(sentence));
  }

  function untilState({ store }: Museum, state: string, count: number): Promise<void> {
    const asked = 'SELECT delivery_id FROM deliveries WHERE state = ?';
    return until(async () => (await store.all(asked, [state])).length === count);
  }

  /** Every text that the database holds. */
  async function everything({ store }: Museum): Promise<string> {
    const tables = Object.keys(await contentsOf(store));
    return JSON.stringify(await Promise.all(tables.map((table) => store.all(`SELECT * FROM ${table}`))));
  }

  const journal = async (museum: Museum, kind: string) =>
    (await museum.api('GET', `/journal?kind=${kind}`)).json;

  test('beside the field for an address, and after a sale, the desk says that no mail is set up', async (t) => {
    const museum = await openMuseum(t);
    const clerk = await signInStaff(museum, 'cashier');
    assert.ok((await clerk.get('/desk/sell')).text().includes(say('notSet')));
    const location = await sell(clerk, 1, RIGHT);
    const page = await clerk.get(location);
    assert.ok(page.text().includes(say('notSet')));
    assert.ok(!page.text().includes(RIGHT));
    const ticket = `/desk/tickets/${ticketsIn(location)[0]}`;
    assert.ok(!(await clerk.get(ticket)).text().includes(say('again')));
    for (const form of ['mail', 'address'])
      assert.equal((await clerk.post(`${ticket}/${form}`, { email: RIGHT })).status, 404);
    assert.ok(!(await clerk.get(await sell(clerk, 1, ''))).text().includes(say('notSet')));
  });

  test('after a sale the desk says whether the tickets were mailed, without showing the address', async (t) => {
    const { museum, server, clerk } = await open(t);
    const held = Promise.withResolvers<undefined>();
    server.decide(() => held.promise);
    const location = await sell(clerk, 2, RIGHT);
    const to = 'a…@example.org';
    const page = await clerk.get(location);
    assert.ok(page.text().includes(say('waiting', { to })), page.text());
    assert.ok(!page.text().includes(RIGHT));
    held.resolve(undefined);
    await untilSays(clerk, location, say('delivered', { to }));
    assert.deepEqual([server.arrived.length, server.arrived[0]?.to], [1, RIGHT]);
    const { orderId } = (await museum.api('GET', `/tickets/${ticketsIn(location)[0]}`)).json;
    for (const path of [...ticketsIn(location).map((id) => `/desk/tickets/${id}`), `/desk/orders/${orderId}`])
      assert.ok((await clerk.get(path)).text().includes(say('delivered', { to })), path);
    // Deliveries are deleted after a month; that it was mailed is still known.
    await museum.store.transaction((tx) => tx.run('DELETE FROM deliveries'));
    assert.ok((await clerk.get(location)).text().includes(say('delivered', { to })));
  });

  test('a mail that did not arrive says why, and is sent again at the desk, an order’s tickets in one', async (t) => {
    const { museum, server, clerk } = await open(t);
    server.decide((to) => `550 mailbox unknown: ${to}`);
    const location = await sell(clerk, 2, RIGHT);
    const failed = `${say('failed', { to: 'a…@example.org' })} 550 mailbox unknown: …`;
    await untilSays(clerk, location, failed);
    const [first, second] = ticketsIn(location).map((id) => `/desk/tickets/${id}`) as [string, string];
    server.decide(() => undefined);
    const again = await clerk.post(`${second}/mail`);
    assert.equal(again.location, `${second}?done=resending`);
    await untilSays(clerk, first, say('delivered', { to: 'a…@example.org' }));
    assert.equal(server.arrived.length, 1);
    assert.equal(
      server.arrived[0]?.mail.attachments.filter(({ filename }) => filename?.endsWith('.png')).length,
      4,
    );
    const page = await clerk.get(first);
    assert.ok(page.row(sayTicket('mailed'))?.includes('cashier'), page.text());
    const [entry] = await journal(museum, 'ticket.mailed-again');
    assert.deepEqual([entry.account, entry.details.tickets.length], ['cashier', 2]);
    // The mail that failed is nobody's task any more, and sending it again does not mail twice.
    await untilState(museum, 'failed', 0);
    const admin = await signInStaff(museum, 'admin');
    const { deliveryId } = (await museum.store.get<{ deliveryId: string }>(
      'SELECT delivery_id AS "deliveryId" FROM deliveries WHERE state = \'dropped\'',
    )) as { deliveryId: string };
    await admin.post('/desk/mail/retry', { deliveryId });
    await untilState(museum, 'dropped', 1);
    // One that has arrived is sent once more, with an id of its own: mail programs would hide it otherwise.
    await clerk.post(`/desk/orders/${entry.subject}/mail`);
    await server.has(2);
    assert.equal(new Set(server.arrived.map(({ mail }) => mail.messageId)).size, 2);
    await assertSound(museum);
  });

  test('of an order’s tickets those that are chosen are mailed, and the mail that waits still brings the others', async (t) => {
    const { museum, server, clerk } = await open(t);
    server.decide(() => '450 Come back later');
    const location = await sell(clerk, 3, RIGHT);
    await untilSays(clerk, location, '450 Come back later');
    server.decide(() => undefined);
    const { orderId } = (await museum.api('GET', `/tickets/${ticketsIn(location)[0]}`)).json;
    const address = `/desk/orders/${orderId}/chosen/mail`;
    const asked = await clerk.get(`${address}?of.0=2`);
    assert.ok(asked.text().includes(sayOrder('mailMeans', { count: 2, to: 'a…@example.org' })), asked.text());
    const done = await clerk.post(address, asked.form(address) as Record<string, string>);
    assert.equal(done.location, `/desk/orders/${orderId}?done=resending`);
    await server.has(1);
    museum.clock.advance(3_600_000);
    await buyTicket(museum, generalPurchase({ email: 'last@example.com' }));
    await until(async () => server.arrived.filter(({ to }) => to === RIGHT).length === 2);
    const brought = server.arrived
      .filter(({ to }) => to === RIGHT)
      .map(({ mail }) => mail.text?.match(/ticket-general-[2-9a-z]{6}-[2-9a-z]{5}/g) ?? []);
    assert.deepEqual(
      brought.map((codes) => new Set(codes).size),
      [2, 1],
    );
    await assertSound(museum);
  });

  test('a wrong address is corrected: one more mail, and the old address is nowhere and gets nothing more', async (t) => {
    const { museum, server, clerk } = await open(t);
    const location = await sell(clerk, 2, WRONG);
    await server.has(1);
    await untilState(museum, 'delivered', 1);
    const [first = '', second = ''] = ticketsIn(location);
    const { ticketId: exchanged } = (
      await museum.api('POST', `/tickets/${second}/exchange`, {
        body: { ticketType: 'general', ticketDate: '2027-03-03', reason: 'Ill' },
      })
    ).json;
    await server.has(2);
    await untilState(museum, 'delivered', 2);
    const address = `/desk/tickets/${first}`;
    const wrong = await clerk.post(`${address}/address`, { email: 'ada@' });
    assert.deepEqual([wrong.status, wrong.fault('email')], [400, say('addressFault')]);
    assert.equal(wrong.value('email'), 'ada@');
    const done = await clerk.post(`${address}/address`, { email: RIGHT });
    assert.equal(done.location, `${address}?done=addressCorrected`);
    assert.equal((await clerk.get(done.location as string)).message(), sayDone('addressCorrected'));
    await untilSays(clerk, address, say('delivered', { to: 'a…@example.org' }));
    const { orderId } = (await museum.api('GET', `/tickets/${first}`)).json;
    for (const id of [first, second, exchanged])
      assert.equal((await museum.api('GET', `/tickets/${id}`)).json.email, RIGHT);
    assert.equal((await museum.api('GET', `/orders/${orderId}`)).json.email, RIGHT);
    const [entry] = await journal(museum, 'contact.corrected');
    assert.deepEqual([entry.account, entry.subject, entry.details.tickets.length], ['cashier', orderId, 3]);
    assert.ok((await clerk.get(address)).row(sayTicket('corrected'))?.includes('cashier'));
    // Of the new ticket the exchange is told again, in a mail of its own.
    await server.has(4);
    await untilSays(clerk, `/desk/tickets/${exchanged}`, say('delivered', { to: 'a…@example.org' }));
    // The ticket that was exchanged belongs to the order too: one mail says that all are void.
    await museum.api('POST', `/orders/${orderId}/void`, { body: { reason: 'Ill' } });
    await server.has(5);
    assert.deepEqual(
      server.arrived.map(({ to }) => to),
      [WRONG, WRONG, RIGHT, RIGHT, RIGHT],
    );
    // It is found, and may be erased, by the new address, and the old one is not kept.
    const finds = async (email: string) => (await museum.api('GET', `/tickets?email=${email}`)).json.length;
    assert.deepEqual([await finds(WRONG), await finds(RIGHT)], [0, 3]);
    const orders = async (email: string) => (await museum.api('GET', `/orders?email=${email}`)).json.length;
    assert.deepEqual([await orders(WRONG), await orders(RIGHT)], [0, 1]);
    assert.ok(!(await everything(museum)).includes('aad@'));
    await assertSound(museum);
  });

  test('a mail that still waits goes to the corrected address alone, and once', async (t) => {
    const { museum, server, clerk } = await open(t);
    server.decide((to) => (to === WRONG ? '450 Come back later' : undefined));
    const location = await sell(clerk, 1, WRONG);
    await untilSays(clerk, location, '450 Come back later');
    const address = `/desk/tickets/${ticketsIn(location)[0]}`;
    await clerk.post(`${address}/address`, { email: RIGHT });
    await server.has(1);
    await untilState(museum, 'delivered', 1);
    server.decide(() => undefined);
    museum.clock.advance(3_600_000);
    await buyTicket(museum, generalPurchase({ email: 'last@example.com' }));
    await server.has(2);
    assert.deepEqual(
      server.arrived.map(({ to }) => to),
      [RIGHT, 'last@example.com'],
    );
  });

  test('a mail that was not even planned when its address was corrected is not sent besides', async (t) => {
    const { museum, server, clerk } = await open(t);
    const location = await sell(clerk, 1, WRONG);
    // Right away: the journal's entry of the sale may not have been read yet.
    await clerk.post(`/desk/tickets/${ticketsIn(location)[0]}/address`, { email: RIGHT });
    await untilState(museum, 'delivered', 1);
    await until(async () => (await museum.store.all('SELECT delivery_id FROM deliveries')).length === 2);
    await untilState(museum, 'dropped', 1);
    assert.deepEqual(
      server.arrived.map(({ to }) => to),
      [RIGHT],
    );
  });

  test('what a reseller has said of the buyer is corrected with it', async (t) => {
    const server = await startMailServer(t);
    const settings = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const { museum, reseller } = await openForResellers(openMuseum, t, settings);
    const booked = await reseller.reserve();
    await reseller.confirm(booked, { emailReceipt: true, contact: { emailAddress: WRONG, fullName: 'Ada' } });
    await server.has(1);
    const clerk = await signInStaff(museum, 'cashier');
    await clerk.post(`/desk/orders/${booked.id}/address`, { email: RIGHT });
    await server.has(2);
    assert.equal(server.arrived[1]?.to, RIGHT);
    const { contact } = await reseller.get('GET', `/bookings/${booked.uuid}`);
    assert.deepEqual([contact.emailAddress, contact.fullName], [RIGHT, 'Ada']);
    assert.ok(!(await everything(museum)).includes('aad@'));
  });

  test('who may not mail tickets sees what became of the mail, and no form', async (t) => {
    const { museum, server } = await open(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ email: RIGHT }), 'partner');
    await server.has(1);
    const partner = await signInStaff(museum, 'partner');
    const address = `/desk/tickets/${ticketId}`;
    await untilSays(partner, address, say('delivered', { to: 'a…@example.org' }));
    assert.ok(!(await partner.get(address)).text().includes(say('again')));
    for (const form of ['mail', 'address'])
      assert.equal((await partner.post(`${address}/${form}`, { email: WRONG })).status, 403);
  });

  test('a ticket that admits nobody any more is not mailed, and says so', async (t) => {
    const { museum, server, clerk } = await open(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ email: WRONG }));
    await server.has(1);
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Ill' } });
    const address = `/desk/tickets/${ticketId}`;
    assert.ok(!(await clerk.get(address)).text().includes(say('again')));
    for (const form of ['mail', 'address']) {
      const refused = await clerk.post(`${address}/${form}`, { email: RIGHT });
      assert.equal(refused.status, 409);
      assert.ok(refused.problem()?.includes(say('notNow')));
    }
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.email, WRONG);
  });
});
