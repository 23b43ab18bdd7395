import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnDatabase, describeOnSqlite } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { startReceiver } from '../../fixtures/receiver.ts';
import { buyTicket, generalPurchase, TODAY, WITH_WEBHOOKS } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { until } from '../../fixtures/until.ts';
import { firstStepsTexts } from '../../src/web/desk/first-steps-texts.ts';

const say = firstStepsTexts('en');
const STEPS = '/desk/first-steps';
const TRY = `${STEPS}/gate`;

const heading = (count: number) => say('title', { count });
const asides = (page: { actions(): string[] }) => page.actions().filter((at) => at.startsWith(STEPS));

/** What every interface says of sales, visits and places. */
async function figuresOf(museum: Museum): Promise<string> {
  const range = `startDate=${TODAY}&endDate=${TODAY}`;
  const asked = [
    ...['sales', 'visits', 'payments', 'money'].map((name) => `/reports/${name}?${range}`),
    `/reports/sales?${range}&by=seller`,
    '/occupancy',
    `/availability?startDate=${TODAY}&limit=1`,
  ];
  const answers = [];
  for (const path of asked) {
    const answer = await museum.api('GET', path);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    answers.push(answer.json);
  }
  return JSON.stringify(answers);
}

describeOnSqlite((openMuseum) => {
  test('a new museum has first steps, each with what is true now, until each is done or put aside', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '0' } });
    const admin = await signInStaff(museum, 'admin');
    const first = await admin.get('/desk');
    assert.ok(first.subheadings().includes(heading(8)));
    assert.equal(asides(first).length, 8);
    assert.ok(first.text().includes(say('museumNow', { name: 'Museum', address: say('noAddress') })));
    await museum.api('PATCH', '/settings', { body: { name: 'Sea', address: 'Quay 1' } });
    await museum.api('PUT', '/capacity/general', { body: { capacity: 50 } });
    const second = await admin.get('/desk');
    assert.ok(second.subheadings().includes(heading(6)));
    assert.ok(second.text().includes('Sea, Quay 1.'));
    for (const step of ['hours', 'prices', 'mail', 'texts', 'shop'])
      assert.equal((await admin.post(`${STEPS}/${step}/aside`)).location, '/desk');
    const [last] = asides(await (await signInStaff(museum, 'manager')).get('/desk'));
    assert.equal(last, `${STEPS}/gate/aside`);
    await admin.post(`${STEPS}/gate/aside`);
    assert.deepEqual(asides(await admin.get('/desk')), []);
    assert.equal((await admin.post(`${STEPS}/nonsense/aside`)).status, 404);
    const { json } = await museum.api('GET', '/journal?kind=first-step.put-aside');
    assert.equal(json.length, 6);
  });

  test('cashiers, viewers and gates have no first steps', async (t) => {
    const museum = await openMuseum(t);
    for (const role of ['cashier', 'viewer']) {
      const staff = await signInStaff(museum, role);
      assert.deepEqual(asides(await staff.get('/desk')), [], role);
      assert.equal((await staff.post(TRY)).status, 403, role);
      assert.equal((await staff.post(`${STEPS}/shop/aside`)).status, 403, role);
    }
  });

  test('mail was tried once the mail server has accepted a test', async (t) => {
    const server = await startMailServer(t);
    const settings = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { settings });
    const admin = await signInStaff(museum, 'admin');
    assert.ok(
      (await admin.get('/desk')).text().includes(say('mailNow', { sender: 'tickets@museum.example' })),
    );
    assert.equal((await admin.post('/desk/mail/test', { to: 'ada@example.com' })).status, 303);
    assert.ok(!asides(await admin.get('/desk')).includes(`${STEPS}/mail/aside`));
  });
});

describeOnDatabase((openMuseum) => {
  test('a ticket is tried at the gate, becomes void by itself, and is in no figure', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 1 } });
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const before = await figuresOf(museum);
    const manager = await signInStaff(museum, 'manager');
    assert.deepEqual((await manager.get(TRY)).images(), []);
    for (let time = 0; time < 2; time += 1) assert.equal((await manager.post(TRY)).location, TRY);
    const page = await manager.get(TRY);
    const [image = ''] = page.images();
    assert.equal((await manager.visitor.get(image)).status, 200);
    const ticketId = image.split('/')[3];
    const { json: ticket } = await museum.api('GET', `/tickets/${ticketId}`);
    assert.deepEqual([ticket.soldBy, ticket.price, ticket.state], [':trial', 0, 'valid']);
    assert.equal(await figuresOf(museum), before);
    const snapshot = await museum.api('GET', '/gate/snapshot', { as: 'gate' });
    assert.equal(snapshot.status, 200);
    const scanned = await museum.api('POST', '/check-ins', { body: { ticketId }, as: 'gate' });
    assert.deepEqual([scanned.status, scanned.json.verdict], [201, 'admitted']);
    await until(async () => (await museum.api('GET', `/tickets/${ticketId}`)).json.state === 'void');
    assert.equal(await figuresOf(museum), before);
    await assertSound(museum);
    await assertTried(manager);
  });

  async function assertTried(manager: Staff): Promise<void> {
    assert.ok((await manager.get(TRY)).text().includes(say('tried')));
    assert.ok(!asides(await manager.get('/desk')).includes(`${STEPS}/gate/aside`));
  }

  test('nothing of a ticket that is tried is told to other systems', async (t) => {
    const receiver = await startReceiver(t);
    const museum = await openMuseum(t, { settings: WITH_WEBHOOKS });
    await museum.api('POST', '/webhooks', { body: { url: receiver.url, types: ['ticket.sold'] } });
    const manager = await signInStaff(museum, 'manager');
    await manager.post(TRY);
    const tried = (await manager.get(TRY)).images()[0]?.split('/')[3];
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await receiver.has(1);
    const told = receiver.received.map(({ text }) => text).join();
    assert.ok(told.includes(ticketId));
    assert.ok(!told.includes(`${tried}`));
  });

  test('a ticket that nobody scanned becomes void when its day is over', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    await manager.post(TRY);
    const [image = ''] = (await manager.get(TRY)).images();
    museum.clock.advance(86_400_000);
    const ticketId = image.split('/')[3];
    await until(async () => (await museum.api('GET', `/tickets/${ticketId}`)).json.state === 'void');
    assert.ok(
      asides(await (await signInStaff(museum, 'manager')).get('/desk')).includes(`${STEPS}/gate/aside`),
    );
  });
});
