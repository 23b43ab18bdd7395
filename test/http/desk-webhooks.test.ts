import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { startReceiver } from '../../fixtures/receiver.ts';
import { buyTicket, generalPurchase } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { until } from '../../fixtures/until.ts';
import { deliveriesTexts, troubleTexts } from '../../src/web/desk/deliveries-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { webhooksTexts } from '../../src/web/desk/webhooks-texts.ts';

const sayDone = doneTexts('en');

const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;
const WEBHOOKS = '/desk/webhooks';
const say = webhooksTexts('en');
const sayOf = deliveriesTexts('en');

type Form = Record<string, string>;

describeOnSqlite((openMuseum) => {
  async function open(t: TestContext) {
    const museum = await openMuseum(t, { settings: { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' } });
    const receiver = await startReceiver(t);
    const admin = await signInStaff(museum, 'admin');
    /** Adds one by the form. */
    const add = async (form: Form = {}) => {
      const webhookId = (await admin.get(`${WEBHOOKS}/new`)).value('webhookId') as string;
      const wishes = { url: receiver.url, description: 'Shop', all: 'on', ...form };
      const page = await admin.post(`${WEBHOOKS}/new`, { webhookId, ...wishes });
      return { page, webhookId, at: `${WEBHOOKS}/${webhookId}` };
    };
    return { museum, receiver, admin, add };
  }

  function untilTried({ store }: Museum, count: number, state: string): Promise<void> {
    const tried = 'SELECT delivery_id FROM deliveries WHERE state = ? AND attempts > 0';
    return until(async () => (await store.all(tried, [state])).length >= count);
  }

  test('a webhook is added, and its secret shown this once; the form sent twice adds one', async (t) => {
    const { museum, admin, add } = await open(t);
    assert.deepEqual((await admin.get(WEBHOOKS)).rows(), []);
    const { page, webhookId, at } = await add();
    assert.equal(page.message(), say('added'));
    assert.match(page.text(), SECRET);
    const form = { webhookId, url: 'http://127.0.0.1/', all: 'on' };
    const again = await admin.post(`${WEBHOOKS}/new`, form);
    assert.equal(again.location, `${at}?done=webhookAlready`);
    assert.equal((await admin.get(`${again.location}`)).message(), sayDone('webhookAlready'));
    const listed = await admin.get(WEBHOOKS);
    assert.notEqual(listed.row('Shop'), undefined);
    assert.deepEqual(listed.links(at), [at]);
    for (const each of [listed, await admin.get(at), await admin.get(`${at}/edit`)])
      assert.doesNotMatch(each.html, SECRET);
    const [{ types, enabled }] = (await museum.api('GET', '/webhooks')).json;
    assert.deepEqual([types, enabled], [['*'], true]);
  });

  test('a webhook hears of the sales of one account, if that is chosen', async (t) => {
    const { museum, admin, add } = await open(t);
    const { at } = await add({ seller: 'partner' });
    const seller = async () => (await museum.api('GET', '/webhooks')).json[0].seller;
    assert.equal(await seller(), 'partner');
    assert.match((await admin.get(at)).text(), /Sales of\s*partner/);
    assert.equal((await admin.get(`${at}/edit`)).value('seller'), 'partner');
    const form = { url: 'https://1.1.1.1/news', all: 'on' };
    const wrong = await admin.post(`${at}/edit`, { ...form, seller: 'nobody' });
    assert.equal(wrong.fault('seller'), say('sellerFault'));
    await admin.post(`${at}/edit`, { ...form, seller: '' });
    assert.equal(await seller(), undefined);
  });

  test('what is wrong with the form is said beside its field, and what was typed stays', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const wrong = async (form: Form) => {
      const page = await admin.post(`${WEBHOOKS}/new`, form);
      assert.equal(page.status, 400, JSON.stringify(form));
      return page;
    };
    const good = { url: 'https://1.1.1.1/news', 'ticket.sold': 'on' };
    for (const [url, ...faults] of [
      ['', 'malformed'],
      ['shop', 'malformed'],
      ['http://1.1.1.1/', 'not-https'],
      ['https://a:b@1.1.1.1/', 'credentials'],
      ['https://0x7f.1/', 'private'],
      ['http://a:b@1.1.1.1/', 'credentials', 'not-https'],
    ] as const) {
      const page = await wrong({ ...good, url });
      assert.equal(page.fault('url'), faults.map((fault) => say(fault)).join(' '), url);
      assert.equal(page.value('ticket.sold'), 'on');
    }
    assert.deepEqual((await wrong({ url: good.url })).faultyFields(), ['all']);
    const long = await wrong({ ...good, description: 'a'.repeat(201) });
    assert.deepEqual(long.faultyFields(), ['description']);
    assert.deepEqual((await museum.api('GET', '/webhooks')).json, []);
  });

  test('its page shows what failed and why, and sends it again, one or all', async (t) => {
    const { museum, receiver, admin, add } = await open(t);
    const { at } = await add({ description: '<script>alert(1)</script>' });
    receiver.behave(() => (_, response) => response.writeHead(500).end('<script>alert("broken")</script>'));
    await admin.post(`${at}/test`);
    await untilTried(museum, 1, 'waiting');
    const waiting = await admin.get(at);
    const row = waiting.row('webhook.test')?.join(' ') ?? '';
    assert.ok(row.includes(`${sayOf('waiting')} · ${sayOf('attempts', { count: 1 })}`), row);
    assert.match(row, /Monday 1 March 2027.*HTTP 500: <script>alert\("broken"\)<\/script>/);
    for (const path of [at, WEBHOOKS, `${at}/edit`])
      assert.doesNotMatch((await admin.get(path)).html, /<script>/, path);
    const [deliveryId = ''] = waiting.buttons('deliveryId');
    receiver.behave(() => 204);
    const again = await admin.post(`${at}/retry`, { deliveryId });
    assert.equal(again.location, `${at}?done=resending`);
    await untilTried(museum, 1, 'delivered');
    const delivered = (await admin.get(`${at}?state=delivered`)).row('webhook.test')?.join(' ') ?? '';
    assert.ok(
      delivered.includes(`${sayOf('delivered')} · ${sayOf('attempts', { count: 1 })} HTTP 204`),
      delivered,
    );
    assert.deepEqual((await admin.get(`${at}?state=failed`)).rows(), []);
    await museum.store.transaction((tx) => tx.run("UPDATE deliveries SET state = 'failed'"));
    assert.deepEqual((await admin.get(at)).buttons('failed'), ['all']);
    const all = await admin.post(`${at}/retry`, { failed: 'all' });
    assert.equal((await admin.get(`${all.location}`)).message(), sayDone('resendingAll'));
    await receiver.has(3);
    for (const form of [{ deliveryId: NO_ID }, { deliveryId: '"' }, {}] as Form[])
      assert.equal((await admin.post(`${at}/retry`, form)).status, 404);
    await untilTried(museum, 1, 'delivered');
    await admin.post(`${at}/retry`, { failed: 'all' });
    const { json: told } = await museum.api('GET', `/journal?subject=${at.split('/').at(-1)}`);
    assert.deepEqual(
      told.slice(0, 3).map(({ kind, details }: Record<string, unknown>) => [kind, details]),
      [
        ['webhook.retried', { deliveries: 1 }],
        ['webhook.retried', { deliveryId }],
        ['webhook.tested', { deliveryId }],
      ],
    );
  });

  test('it is changed, turned off and on, told again, given a new secret and removed', async (t) => {
    const { museum, receiver, admin, add } = await open(t);
    await buyTicket(museum, generalPurchase());
    const { webhookId, at } = await add();
    /** What the page says after the form was accepted. */
    const messageAfter = async (path: string, form: Form = {}) =>
      (await admin.get(`${(await admin.post(path, form)).location}`)).message();
    const wanted = { url: receiver.url, description: 'Till', 'ticket.sold': 'on', 'ticket.void': 'on' };
    assert.equal(await messageAfter(`${at}/edit`, wanted), sayDone('webhookChanged'));
    const edited = await admin.get(`${at}/edit`);
    assert.deepEqual(
      ['ticket.void', 'all', 'day.sold-out'].map((type) => edited.value(type)),
      ['on', undefined, undefined],
    );
    for (const since of ['', 'soon', '2027-02-30T10:00', '2027-03-02T10:00']) {
      const wrong = await admin.post(`${at}/replay`, { since });
      assert.equal(wrong.status, 400, since);
      assert.equal(wrong.fault('since'), say('sinceFault'));
    }
    assert.match((await messageAfter(`${at}/replay`, { since: '2027-03-01T00:00' })) ?? '', /\d/);
    await receiver.has(1);
    assert.equal(receiver.received[0]?.json.type, 'ticket.sold');
    const rotated = await admin.post(`${at}/rotate`);
    assert.equal(rotated.message(), say('rotated'));
    assert.match(rotated.text(), SECRET);
    assert.match(rotated.headers['cache-control'] ?? '', /no-store/);
    assert.equal(await messageAfter(`${at}/turn-off`), sayDone('webhookOff'));
    const off = await admin.get(at);
    assert.deepEqual(off.buttons('deliveryId'), []);
    assert.ok(off.actions().includes(`${at}/turn-on`));
    const refused = await admin.post(`${at}/test`);
    assert.equal(refused.status, 409);
    assert.ok(refused.problem()?.includes(say('isDisabled')));
    assert.equal(await messageAfter(`${at}/turn-on`), sayDone('webhookOn'));
    assert.equal(await messageAfter(`${at}/remove`), sayDone('webhookRemoved'));
    assert.deepEqual((await admin.get(WEBHOOKS)).rows(), []);
    assert.equal((await admin.get(at)).status, 404);
    assert.equal((await museum.api('GET', `/webhooks/${webhookId}`)).status, 404);
  });

  test('why nothing arrived is said in the language of the page where it is one of the usual reasons', async (t) => {
    const { museum, receiver, admin, add } = await open(t);
    const { at } = await add({ url: 'http://127.0.0.1:9/nobody-listens' });
    await admin.post(`${at}/test`);
    await untilTried(museum, 1, 'waiting');
    const inGerman = { 'accept-language': 'de' };
    const page = await admin.get(at, inGerman);
    assert.ok(page.text().includes(troubleTexts('de')('refused')));
    assert.deepEqual(page.inEnglish(), []);
    const other = await add({ url: receiver.url });
    receiver.behave(() => 500);
    await admin.post(`${other.at}/test`);
    await untilTried(museum, 2, 'waiting');
    assert.deepEqual((await admin.get(other.at, inGerman)).inEnglish(), ['HTTP 500']);
  });

  test('one that answered 410 says so', async (t) => {
    const { receiver, admin, add } = await open(t);
    const { at } = await add();
    receiver.behave(() => 410);
    await admin.post(`${at}/test`);
    await until(async () => (await admin.get(WEBHOOKS)).row(say('gone')));
    assert.match((await admin.get(`${at}?state=failed`)).row('webhook.test')?.join(' ') ?? '', /HTTP 410/);
  });

  test('webhooks are for admins alone', async (t) => {
    const { museum, add } = await open(t);
    const { at } = await add();
    for (const role of ['manager', 'cashier', 'partner', 'viewer', 'gate']) {
      const staff = await signInStaff(museum, role);
      for (const path of [WEBHOOKS, `${WEBHOOKS}/new`, at, `${at}/edit`])
        assert.equal((await staff.get(path)).status, 403, `${role} ${path}`);
      const form = { url: 'http://127.0.0.1/', all: 'on', failed: 'all', since: '2027-03-01T00:00' };
      const actions = ['test', 'turn-on', 'turn-off', 'rotate', 'replay', 'retry', 'remove', 'edit'];
      for (const path of [`${WEBHOOKS}/new`, ...actions.map((action) => `${at}/${action}`)])
        assert.equal((await staff.post(path, form)).status, 403, `${role} ${path}`);
    }
  });
});
