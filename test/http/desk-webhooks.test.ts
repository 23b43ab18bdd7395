import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hiddenField, Visitor } from '../support/browsing.ts';
import { describeOnSqlite } from '../support/databases.ts';
import type { Museum } from '../support/museum.ts';
import { startReceiver } from '../support/receiver.ts';
import { buyTicket, generalPurchase } from '../support/samples.ts';

const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;

type Form = Record<string, string>;

async function adminAt(museum: Museum) {
  const visitor = new Visitor(museum);
  await visitor.signIn('admin');
  const csrf = hiddenField((await visitor.get('/desk/sessions')).text, 'csrf');
  const get = async (path = '/desk/webhooks', headers: Form = {}) => (await visitor.get(path, headers)).text;
  const post = (path: string, form: Form = {}) => visitor.post(path, { csrf, ...form });
  return { get, post };
}

describeOnSqlite((openMuseum) => {
  async function open(t: TestContext) {
    const museum = await openMuseum(t, { settings: { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' } });
    const receiver = await startReceiver(t);
    const admin = await adminAt(museum);
    /** Adds one by the form. */
    const add = async (form: Form = {}) => {
      const webhookId = hiddenField(await admin.get('/desk/webhooks/new'), 'webhookId');
      const wishes = { url: receiver.url, description: 'Shop', all: 'on', ...form };
      const answer = await admin.post('/desk/webhooks/new', { webhookId, ...wishes });
      return { answer, webhookId, at: `/desk/webhooks/${webhookId}` };
    };
    return { museum, receiver, admin, add };
  }

  async function until(museum: Museum, count: number, state: string): Promise<void> {
    const found = () =>
      museum.store.all('SELECT delivery_id FROM deliveries WHERE state = ? AND attempts > 0', [state]);
    while ((await found()).length < count) await sleep(10);
  }

  test('a webhook is added, and its secret shown this once; the form sent twice adds one', async (t) => {
    const { museum, admin, add } = await open(t);
    assert.match(await admin.get(), /No other system is told anything yet/);
    const { answer, webhookId, at } = await add();
    assert.match(answer.text, /The webhook is added\./);
    assert.match(answer.text, SECRET);
    const form = { webhookId, url: 'http://127.0.0.1/', all: 'on' };
    const again = await admin.post('/desk/webhooks/new', form);
    assert.equal(again.headers.location, `${at}?done=already`);
    assert.match(await admin.get(again.headers.location), /This webhook was added a moment ago/);
    const listed = await admin.get();
    assert.match(listed, new RegExp(`href="${at}" dir="auto">Shop</a>`));
    for (const page of [listed, await admin.get(at), await admin.get(`${at}/edit`)])
      assert.doesNotMatch(page, SECRET);
    const [{ types, enabled }] = (await museum.api('GET', '/webhooks')).json;
    assert.deepEqual([types, enabled], [['*'], true]);
  });

  test('what is wrong with the form is said beside its field, and what was typed stays', async (t) => {
    const museum = await openMuseum(t);
    const admin = await adminAt(museum);
    const wrong = async (form: Form) => {
      const { status, text } = await admin.post('/desk/webhooks/new', form);
      assert.equal(status, 400, JSON.stringify(form));
      return text;
    };
    const good = { url: 'https://1.1.1.1/news', 'ticket.sold': 'on' };
    for (const [url, fault] of [
      ['', /Enter a whole address/],
      ['shop', /Enter a whole address/],
      ['http://1.1.1.1/', /begins with https/],
      ['https://a:b@1.1.1.1/', /Leave user name and password out/],
      ['https://0x7f.1/', /leads into a private network/],
      ['http://a:b@1.1.1.1/', /Leave user name and password out of the address. .*begins with https/],
    ] as const) {
      const page = await wrong({ ...good, url });
      assert.match(page, new RegExp(`<p class="fault" id="url-fault">[^<]*${fault.source}`), url);
      assert.match(page, /type="checkbox" checked id="ticket\.sold"/);
    }
    assert.match(await wrong({ url: good.url }), /<a href="#all">Choose at least one kind of news/);
    assert.match(await wrong({ ...good, description: 'a'.repeat(201) }), /at most 200 characters/);
    assert.deepEqual((await museum.api('GET', '/webhooks')).json, []);
  });

  test('its page shows what failed and why, and sends it again, one or all', async (t) => {
    const { museum, receiver, admin, add } = await open(t);
    const { at } = await add({ description: '<script>alert(1)</script>' });
    receiver.behave(() => (_, response) => response.writeHead(500).end('<script>alert("broken")</script>'));
    await admin.post(`${at}/test`);
    await until(museum, 1, 'waiting');
    const waiting = await admin.get(at);
    assert.match(waiting, /Waiting · 1 attempt · next Monday 1 March 2027/);
    assert.match(waiting, /HTTP 500: &lt;script&gt;alert\(&quot;broken&quot;\)&lt;\/script&gt;/);
    for (const path of [at, '/desk/webhooks', `${at}/edit`])
      assert.doesNotMatch(await admin.get(path), /<script>/, path);
    const [, deliveryId = ''] = /name="deliveryId" value="([^"]+)"/.exec(waiting) ?? [];
    receiver.behave(() => 204);
    const again = await admin.post(`${at}/retry`, { deliveryId });
    assert.equal(again.headers.location, `${at}?done=again`);
    await until(museum, 1, 'delivered');
    assert.match(
      await admin.get(`${at}?state=delivered`),
      /webhook\.test<br>[\s\S]+Delivered · 1 attempt<br><small><span[^>]*>HTTP 204/,
    );
    assert.match(await admin.get(`${at}?state=failed`), /There is nothing here/);
    await museum.store.transaction((tx) => tx.run("UPDATE deliveries SET state = 'failed'"));
    assert.match(await admin.get(at), /Resend the 1 that failed/);
    const all = await admin.post(`${at}/retry`, { failed: 'all' });
    assert.match(await admin.get(all.headers.location), /All that had failed is sent again/);
    await receiver.has(3);
    for (const form of [{ deliveryId: NO_ID }, { deliveryId: '"' }, {}] as Form[])
      assert.equal((await admin.post(`${at}/retry`, form)).status, 404);
    await until(museum, 1, 'delivered');
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
    const saved = await admin.post(`${at}/edit`, {
      ...{ url: receiver.url, description: 'Till', 'ticket.sold': 'on', 'ticket.void': 'on' },
    });
    assert.match(await admin.get(saved.headers.location), /The webhook is changed\./);
    const edited = await admin.get(`${at}/edit`);
    assert.match(edited, /checked id="ticket\.void"/);
    assert.doesNotMatch(edited, /checked id="(?:all|day\.sold-out)"/);
    for (const since of ['', 'soon', '2027-02-30T10:00', '2027-03-02T10:00']) {
      const wrong = await admin.post(`${at}/replay`, { since });
      assert.equal(wrong.status, 400, since);
      assert.match(wrong.text, /Enter a day and a time that is over\./);
    }
    const replayed = await admin.post(`${at}/replay`, { since: '2027-03-01T00:00' });
    assert.match(await admin.get(replayed.headers.location), /It is told again: \d+ entr/);
    await receiver.has(1);
    assert.equal(receiver.received[0]?.json.type, 'ticket.sold');
    const rotated = await admin.post(`${at}/rotate`);
    assert.match(rotated.text, /The webhook has a new secret\./);
    assert.match(rotated.text, SECRET);
    assert.match(rotated.headers['cache-control'] ?? '', /no-store/);
    const off = await admin.post(`${at}/turn-off`);
    const page = await admin.get(off.headers.location);
    assert.match(page, /The webhook is off\.[\s\S]+<dd>off<\/dd>[\s\S]+Turn it on/);
    assert.doesNotMatch(page, /Send again/);
    const refused = await admin.post(`${at}/test`);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /The webhook is off\. Turn it on first\./);
    assert.match(
      await admin.get((await admin.post(`${at}/turn-on`)).headers.location),
      /It is told what happens from now on/,
    );
    const removed = await admin.post(`${at}/remove`);
    assert.match(await admin.get(removed.headers.location), /The webhook is removed\.[\s\S]+No other system/);
    assert.match(await admin.get(at), /There is no such page/);
    assert.equal((await museum.api('GET', `/webhooks/${webhookId}`)).status, 404);
  });

  test('why nothing arrived is said in the language of the page where it is one of the usual reasons', async (t) => {
    const { museum, receiver, admin, add } = await open(t);
    const { at } = await add({ url: 'http://127.0.0.1:9/nobody-listens' });
    await admin.post(`${at}/test`);
    await until(museum, 1, 'waiting');
    const inGerman = { 'accept-language': 'de' };
    assert.match(await admin.get(at, inGerman), /<small>Die Verbindung wurde abgelehnt\.<\/small>/);
    const other = await add({ url: receiver.url });
    receiver.behave(() => 500);
    await admin.post(`${other.at}/test`);
    await until(museum, 2, 'waiting');
    assert.match(
      await admin.get(other.at, inGerman),
      /<small><span lang="en" dir="auto">HTTP 500<\/span><\/small>/,
    );
  });

  test('one that answered 410 says so', async (t) => {
    const { receiver, admin, add } = await open(t);
    const { at } = await add();
    receiver.behave(() => 410);
    await admin.post(`${at}/test`);
    while (!(await admin.get()).includes('off: it answered 410')) await sleep(10);
    assert.match(await admin.get(`${at}?state=failed`), /HTTP 410: the webhook is gone/);
  });

  test('webhooks are for admins alone', async (t) => {
    const { museum, add } = await open(t);
    const { at } = await add();
    for (const role of ['manager', 'cashier', 'partner', 'viewer', 'gate']) {
      const visitor = new Visitor(museum);
      await visitor.signIn(role);
      const csrf = hiddenField((await visitor.get('/desk/sessions')).text, 'csrf');
      for (const path of ['/desk/webhooks', '/desk/webhooks/new', at, `${at}/edit`])
        assert.equal((await visitor.get(path)).status, 403, `${role} ${path}`);
      const form = { csrf, url: 'http://127.0.0.1/', all: 'on', failed: 'all', since: '2027-03-01T00:00' };
      const deeds = ['test', 'turn-on', 'turn-off', 'rotate', 'replay', 'retry', 'remove', 'edit'];
      for (const path of ['/desk/webhooks/new', ...deeds.map((deed) => `${at}/${deed}`)])
        assert.equal((await visitor.post(path, form)).status, 403, `${role} ${path}`);
    }
  });
});
