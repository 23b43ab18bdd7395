import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { contrast, PAGE_BACKGROUND } from '../../src/core/colour.ts';
import { changeSettings } from '../../src/settings/index.ts';
import { openStore } from '../../src/store/index.ts';

const SETTINGS = '/settings';
const change = (museum: Museum, body: object, headers = {}) =>
  museum.api('PATCH', SETTINGS, { body, headers });
const settingsOf = async (museum: Museum) => (await museum.api('GET', SETTINGS)).json.settings;

describeOnEachDatabase((openMuseum) => {
  it('changes one setting for two admins who saw the same, and refuses the second', async (test) => {
    const museum = await openMuseum(test);
    const { etag = '' } = (await museum.api('GET', SETTINGS)).headers as { etag?: string };
    const answers = await Promise.all(
      ['Museum of the Sea', 'Museum of the Sky'].map((name) =>
        change(museum, { name }, { 'if-match': etag }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
    const won = answers.find(({ status }) => status === 200);
    assert.equal((await settingsOf(museum)).name, won?.json.settings.name);
  });

  it('uses what another instance has changed', async (test) => {
    const museum = await openMuseum(test);
    const another = await openStore(museum.database);
    test.after(() => another.close());
    const rules = { fixed: {}, connected: [], countErased: async () => 0, isAllFree: async () => true };
    await another.transaction((tx) =>
      changeSettings({ tx, actor: OPERATOR, now: 0 }, { patch: { name: 'Museum of the Sea' } }, rules),
    );
    const named = async () => (await museum.api('GET', '/museum')).json.name;
    while ((await named()) !== 'Museum of the Sea') await sleep(20);
  });
});

describeOnDatabase((openMuseum) => {
  it('has a default for everything, and nobody has changed it', async (test) => {
    const museum = await openMuseum(test);
    const { json } = await museum.api('GET', SETTINGS, { as: 'manager' });
    assert.deepEqual(json.fixed, []);
    assert.equal(json.changedAt, null);
    assert.equal(json.changedBy, null);
    assert.equal(json.settings.name, 'Museum');
    assert.equal(json.settings.address, null);
    assert.deepEqual(json.settings.languages, ['en', 'de', 'fr', 'es', 'nl']);
    assert.deepEqual(json.settings.shop, {
      open: false,
      payments: [],
      cancelHours: 24,
      moveHours: 24,
      paymentNames: {},
    });
    assert.deepEqual(json.settings.gift, { least: 10, most: 500, years: 3 });
  });

  it('merges what is sent, with and without the member settings, and takes null as the default', async (test) => {
    const museum = await openMuseum(test);
    const first = await change(museum, { name: 'Sea', sentence: { de: 'Schiffe', en: 'Ships' }, vat: 8.1 });
    assert.equal(first.status, 200, first.text);
    assert.equal(first.json.changedBy, 'admin');
    const second = await change(museum, { settings: { sentence: { de: null }, shop: { moveHours: 'off' } } });
    assert.deepEqual(second.json.settings.sentence, { en: 'Ships' });
    assert.equal(second.json.settings.shop.moveHours, 'off');
    assert.equal(second.headers.etag, (await museum.api('GET', SETTINGS)).headers.etag);
    const third = await change(museum, { vat: null, shop: null, name: null });
    assert.deepEqual([third.json.settings.vat, third.json.settings.shop.moveHours], [null, 24]);
    assert.equal(third.json.settings.name, 'Museum');
  });

  it('keeps the museum’s language among those of visitors', async (test) => {
    const museum = await openMuseum(test);
    const { json } = await change(museum, { language: 'nl', languages: ['de'] });
    assert.deepEqual(json.settings.languages, ['de', 'nl']);
  });

  it('names all faults of a change, and does none of it', async (test) => {
    const museum = await openMuseum(test);
    const before = await settingsOf(museum);
    const body = {
      name: ' ',
      website: 'https://%',
      colour: '#ffd700',
      salesDays: 0,
      shop: { open: 'yes' },
      sentence: { it: 'Navi' },
    };
    const answer = await change(museum, { ...body, address: 'Harbour 1' });
    const places = ['/name', '/website', '/colour', '/salesDays', '/shop/open', '/sentence/it'] as const;
    assertRefused(
      answer,
      400,
      'invalid-request',
      places.map((place) => `body ${place}` as const),
    );
    const [nearest = ''] = /(?<=The nearest that has it is )#[0-9a-f]{6}/.exec(answer.text) ?? [];
    assert.ok(contrast(nearest, PAGE_BACKGROUND) >= 4.5, answer.text);
    assert.deepEqual(await settingsOf(museum), before);
  });

  it('refuses ways to pay that are not connected, and gift bounds that contradict each other', async (test) => {
    const museum = await openMuseum(test);
    assertRefused(await change(museum, { shop: { payments: ['stripe'] } }), 400, 'setting-not-possible', [
      'body /shop/payments',
    ]);
    assertRefused(await change(museum, { gift: { most: 5 } }), 400, 'setting-not-possible', [
      'body /gift/least',
    ]);
    assert.equal((await change(museum, { shop: { payments: ['desk'] } })).status, 200);
  });

  it('fixes what the environment sets, and lets staff’s choice hold below it', async (test) => {
    const museum = await openMuseum(test, { settings: { MUSEUM_NAME: 'Sea', MUSEUM_VAT: '8.1' } });
    const { json } = await museum.api('GET', SETTINGS);
    assert.deepEqual(json.fixed, ['name', 'vat']);
    assert.deepEqual([json.settings.name, json.settings.vat], ['Sea', 8.1]);
    const refused = await change(museum, { name: 'Sky', phone: '+49 40 1' });
    assertRefused(refused, 409, 'set-by-operator');
    assert.deepEqual(refused.json.fixed, ['name']);
    assert.equal((await settingsOf(museum)).phone, null);
    assert.equal((await change(museum, { name: 'Sea', phone: '+49 40 123' })).status, 200);
  });

  it('opens the shop only when nothing is missing for it', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    const refused = await change(museum, { shop: { open: true } });
    assertRefused(refused, 409, 'not-ready');
    assert.deepEqual(refused.json.missing, ['name', 'address', 'imprint', 'privacy', 'payments']);
    for (const name of ['imprint', 'privacy'])
      await museum.api('PUT', `/settings/texts/${name}`, { body: { address: 'https://museum.example' } });
    const ready = { name: 'Sea', address: 'Harbour 1', shop: { payments: ['desk'], open: true } };
    const visit = async () => (await museum.ask('GET', '/visit', { as: 'nobody' })).status;
    assert.equal(await visit(), 404);
    const opened = await change(museum, ready);
    assert.equal(opened.json.settings?.shop.open, true, opened.text);
    assert.equal(await visit(), 200);
    const { text } = await museum.ask('GET', '/robots.txt', { as: 'nobody' });
    assert.match(text, /Sitemap: http:\/\/127\.0\.0\.1:\d+\/sitemap\.xml/, 'it is known where it listens');
    await change(museum, { shop: { open: false } });
    assert.equal(await visit(), 404);
  });

  it('erases addresses by fewer days of retention only if it is forced', async (test) => {
    const museum = await openMuseum(test);
    for (const _ of [1, 2]) await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    museum.clock.advance(5 * 86_400_000);
    const refused = await change(museum, { retentionDays: 2 });
    assertRefused(refused, 409, 'would-erase');
    assert.equal(refused.json.addresses, 2);
    assert.equal((await change(museum, { retentionDays: 30 })).status, 200);
    const forced = await museum.api('PATCH', `${SETTINGS}?force=true`, { body: { retentionDays: 2 } });
    assert.equal(forced.json.settings.retentionDays, 2);
  });

  it('writes each change to the journal, with what was before, and what changes nothing not at all', async (test) => {
    const museum = await openMuseum(test);
    await change(museum, { name: 'Sea', salesDays: 90 });
    await change(museum, { name: 'Sea' });
    const { json } = await museum.api('GET', '/journal?kind=settings.changed');
    assert.deepEqual(
      json.map(({ details }: { details: object }) => details),
      [{ before: { name: 'Museum', salesDays: 730 }, after: { name: 'Sea', salesDays: 90 } }],
    );
  });

  it('has texts by language or an address, until they are removed', async (test) => {
    const museum = await openMuseum(test);
    const path = '/settings/texts/terms';
    assertRefused(await museum.api('GET', path), 404, 'text-not-found');
    const body = { texts: { en: '# Terms\n\n<b>none</b>', de: 'Keine' } };
    assert.deepEqual((await museum.api('PUT', path, { body })).json, body);
    assert.deepEqual((await museum.api('GET', path, { as: 'manager' })).json, body);
    assertRefused(await museum.api('PUT', path, { body, as: 'manager' }), 403, 'forbidden');
    const elsewhere = { address: 'https://museum.example/terms' };
    assert.deepEqual((await museum.api('PUT', path, { body: elsewhere })).json, elsewhere);
    for (const address of ['javascript:alert(1)', 'https://', 'ftp://museum.example'])
      assertRefused(await museum.api('PUT', path, { body: { address } }), 400, 'invalid-request', [
        'body /address',
      ]);
    assertRefused(
      await museum.api('PUT', path, { body: { ...body, ...elsewhere } }),
      400,
      'invalid-request',
      ['body '],
    );
    assertRefused(await museum.api('PUT', path, { body: { texts: {} } }), 400, 'invalid-request', [
      'body /texts',
    ]);
    const long = { texts: { en: 'a'.repeat(20_001) } };
    assertRefused(await museum.api('PUT', path, { body: long }), 400, 'invalid-request', ['body /texts/en']);
    assertRefused(await museum.api('PUT', '/settings/texts/nothing', { body }), 400, 'invalid-request', [
      'path /name',
    ]);
    assert.equal((await museum.api('DELETE', path)).status, 204);
    assertRefused(await museum.api('DELETE', path), 404, 'text-not-found');
  });

  it('shows its texts to visitors in their language or the next best, and links them at the foot', async (test) => {
    const museum = await openMuseum(test);
    const page = (path: string, language = 'de') =>
      museum.ask('GET', path, { as: 'nobody', headers: { 'accept-language': language } });
    assert.equal((await page('/imprint')).status, 404);
    const texts = { de: '# Impressum\n\n<script>alert(1)</script>', en: 'Museum of the Sea' };
    await museum.api('PUT', '/settings/texts/imprint', { body: { texts } });
    await museum.api('PUT', '/settings/texts/visit', { body: { address: 'https://museum.example/visit' } });
    const german = await page('/imprint');
    assert.equal(german.status, 200);
    assert.match(german.text, /<h1>Impressum<\/h1>/);
    assert.match(german.text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match((await page('/imprint', 'fr')).text, /lang="en"><p>Museum of the Sea<\/p>/);
    assert.equal((await page('/your-visit')).headers.location, 'https://museum.example/visit');
    assert.match((await page('/')).text, /href="\/imprint">Impressum</);
    await museum.api('DELETE', '/settings/texts/imprint');
    assert.doesNotMatch((await page('/')).text, /imprint/);
  });

  it('calls the museum by its new name everywhere at once', async (test) => {
    const museum = await openMuseum(test);
    await change(museum, { name: 'Museum of the Sea', language: 'nl', salesDays: 10 });
    const { json } = await museum.api('GET', '/museum');
    assert.deepEqual([json.name, json.language, json.salesUntil], ['Museum of the Sea', 'nl', '2027-03-11']);
    assert.match((await museum.ask('GET', '/', { as: 'nobody' })).text, /<h1>Museum of the Sea<\/h1>/);
    assert.match((await museum.ask('GET', '/desk', { as: 'nobody' })).text, / · Museum of the Sea<\/title>/);
  });
});
