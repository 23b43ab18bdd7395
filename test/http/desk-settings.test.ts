import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { settingsTexts } from '../../src/web/desk/settings/settings-texts.ts';
import { todayTexts } from '../../src/web/desk/today-texts.ts';

const say = settingsTexts('en');
const sayDone = doneTexts('en');
const SETTINGS = '/desk/settings';
const MUSEUM = `${SETTINGS}/museum`;
const MONEY = `${SETTINGS}/money`;
const PRIVACY = `${SETTINGS}/privacy`;
const SHOP = `${SETTINGS}/shop`;

type Form = Record<string, string>;

const settingsOf = async (museum: Museum) => (await museum.api('GET', '/settings')).json.settings;

/** Sends the form of a page as it stands, but for what is changed; null: a box that is not ticked. */
async function send(staff: Staff, page: string, changes: Readonly<Record<string, string | null>>, to = page) {
  const form = (await staff.get(page)).form(to) as Form;
  const sent = Object.entries({ ...form, ...changes }).filter(([, value]) => value !== null);
  return staff.post(to, Object.fromEntries(sent) as Form);
}

/** A museum whose shop lacks nothing. */
async function makeReady(museum: Museum): Promise<void> {
  await museum.api('PATCH', '/settings', { body: { name: 'Museum of Tides', address: 'Harbour Quay 1' } });
  for (const name of ['imprint', 'privacy'])
    await museum.api('PUT', `/settings/texts/${name}`, { body: { texts: { en: 'Words.' } } });
}

const WITH_ADDRESS = { MUSEUM_PUBLIC_URL: 'https://tickets.museum.example', MUSEUM_GENERAL_PRICE: '0' };

describeOnSqlite((openMuseum) => {
  test('the settings say in words what each is, and lead to where it is changed', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PATCH', '/settings', { body: { name: 'Museum of Tides', address: 'Harbour Quay 1' } });
    const page = await (await signInStaff(museum, 'admin')).get(SETTINGS);
    assert.equal(page.status, 200);
    const text = page.text();
    for (const each of [
      'Museum of Tides',
      'Harbour Quay 1',
      'English, Deutsch, Français, Español, Nederlands',
      say('everyDay', { hours: '09:00 to 18:00' }),
      say('isClosed'),
      say('earlyLate', { early: 10, late: 30 }),
      say('keptFor', { count: 365 }),
    ])
      assert.ok(text.includes(each), each);
    assert.equal(page.lead(), say('lacking', { what: 'Imprint and Privacy' }));
    assert.equal(page.here(), SETTINGS);
    for (const at of page.links('/desk'))
      assert.equal((await (await signInStaff(museum, 'admin')).get(at.replace(/#.*/, ''))).status, 200, at);
  });

  test('managers read the settings, and nobody below them sees any', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const page = await manager.get(MUSEUM);
    assert.equal(page.status, 200);
    assert.deepEqual(page.actions(), []);
    assert.equal((await manager.post(MUSEUM, { name: 'Mine' })).status, 403);
    for (const role of ['cashier', 'viewer', 'partner', 'gate']) {
      const staff = await signInStaff(museum, role);
      assert.equal((await staff.get(SETTINGS)).status, 403, role);
      assert.ok(!(await staff.get('/desk/calendar')).navigation().includes(SETTINGS), role);
    }
  });

  test('a form changes what was typed and nothing else, and it counts on the next page', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PATCH', '/settings', { body: { phone: '+31 118 555 010' } });
    const admin = await signInStaff(museum, 'admin');
    const saved = await send(admin, MUSEUM, { name: 'Sea & <sky>', colour: '#0b5d4e', 'languages-fr': null });
    assert.deepEqual([saved.status, saved.location], [303, `${MUSEUM}?done=settingsChanged`]);
    const after = await admin.get(`${MUSEUM}?done=settingsChanged`);
    assert.equal(after.message(), sayDone('settingsChanged'));
    assert.equal(after.value('name'), 'Sea & <sky>');
    const { name, colour, phone, languages } = await settingsOf(museum);
    assert.deepEqual([name, colour, phone], ['Sea & <sky>', '#0b5d4e', '+31 118 555 010']);
    assert.deepEqual(languages, ['en', 'de', 'es', 'nl']);
    const [entry] = (await museum.api('GET', '/journal?kind=settings.changed&limit=1')).json;
    assert.equal(entry.details.after.name, 'Sea & <sky>');
    const same = await send(admin, MUSEUM, {});
    assert.equal(same.location, `${MUSEUM}?done=nothing`);
  });

  test('what the settings refuse stands beside its field, with what was typed', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    for (const [page, field, typed, fault] of [
      [MUSEUM, 'name', '', say('nameFault', { most: 100 })],
      [MUSEUM, 'colour', '#ffcc00', /^Text in this colour .* #[0-9a-f]{6}\.$/],
      [MUSEUM, 'colour', 'red', say('colourFault')],
      [MUSEUM, 'email', 'hello', say('emailFault')],
      [MUSEUM, 'website', 'javascript:alert(1)', say('websiteFault')],
      [MUSEUM, 'phone', 'call us', say('phoneFault')],
      [`${SETTINGS}/visitors`, 'sentence-de', 'x'.repeat(121), say('textFault', { most: 120 })],
      [`${SETTINGS}/visitors`, 'shop-cancelHours', '-1', say('figureFault', { least: 0, most: 8_760 })],
      [MONEY, 'vat', '101', say('vatFault')],
      [MONEY, 'vat', '8.123', say('vatFault')],
      [MONEY, 'gift-least', '600', say('giftBounds')],
      [`${SETTINGS}/gate`, 'entry-early', '1441', say('figureFault', { least: 0, most: 1_440 })],
      [
        `${SETTINGS}/mail`,
        'mail-words-tickets-fr-before',
        'y'.repeat(1_001),
        say('textFault', { most: 1_000 }),
      ],
    ] as const) {
      const answer = await send(admin, page, { [field]: typed });
      assert.ok([400, 409].includes(answer.status), `${field}: ${answer.status}`);
      const told = answer.fault(field) ?? '';
      if (typeof fault === 'string') assert.equal(told, fault, field);
      else assert.match(told, fault, field);
      assert.deepEqual(answer.faultyFields(), [field]);
      assert.equal(answer.value(field), typed);
    }
    assert.equal((await museum.api('GET', '/settings')).json.changedAt, null);
  });

  test('a way to pay that is not connected is not offered', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    assert.ok((await admin.get(MONEY)).hasField('shop-payments-desk'));
    assert.ok(!(await admin.get(MONEY)).hasField('shop-payments-stripe'));
    assert.equal((await send(admin, MONEY, { 'shop-payments-desk': '1', vat: '8,1' })).status, 303);
    const { shop, vat } = await settingsOf(museum);
    assert.deepEqual([shop.payments, vat], [['desk'], 8.1]);
  });

  test('of two admins who saw the same, the second is told what the first has saved', async (t) => {
    const museum = await openMuseum(t);
    const [first, second] = [await signInStaff(museum, 'admin'), await signInStaff(museum, 'admin')];
    const seen = (await second.get(MUSEUM)).form(MUSEUM) as Form;
    await send(first, MUSEUM, { name: 'Museum of the Sea' });
    const refused = await second.post(MUSEUM, { ...seen, name: 'Museum of the Sky' });
    assert.equal(refused.status, 409);
    assert.match(refused.problem() ?? '', /\badmin\b.*\b11:00\b.*Name: Museum of the Sea/);
    assert.equal(refused.value('name'), 'Museum of the Sky');
    const again = refused.form(MUSEUM) as Form;
    assert.equal((await second.post(MUSEUM, again)).status, 303);
    assert.equal((await settingsOf(museum)).name, 'Museum of the Sky');
  });

  test('what the environment sets is text, and stays as it is', async (t) => {
    const museum = await openMuseum(t, {
      settings: { MUSEUM_NAME: 'From outside', MUSEUM_ENTRY_EARLY: '5' },
    });
    const admin = await signInStaff(museum, 'admin');
    const page = await admin.get(MUSEUM);
    assert.ok(!page.hasField('name'));
    assert.ok(page.text().includes(`From outside ${say('fixed')}`));
    assert.equal((await send(admin, MUSEUM, { name: 'Mine', phone: '0800 123' })).status, 303);
    const { name, phone } = await settingsOf(museum);
    assert.deepEqual([name, phone], ['From outside', '0800 123']);
  });

  test('a text is written in each language, or is a page elsewhere, or is removed', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const address = `${SETTINGS}/texts/imprint`;
    const text = '# Who\r\n\r\nMuseum <script>alert(1)</script>\r\n- one';
    const saved = await send(admin, address, { 'text-en': text, 'text-de': 'Wer' });
    assert.deepEqual([saved.status, saved.location], [303, `${address}?done=textChanged`]);
    const { json } = await museum.api('GET', '/settings/texts/imprint');
    assert.deepEqual(json, { texts: { en: text.replaceAll('\r', ''), de: 'Wer' } });
    const both = await send(admin, address, { address: 'https://museum.example/imprint' });
    assert.equal(both.fault('address'), say('textAndAddress'));
    const elsewhere = { 'text-en': '', 'text-de': '', address: 'https://museum.example/imprint' };
    assert.equal((await send(admin, address, elsewhere)).status, 303);
    assert.equal((await museum.api('GET', '/settings/texts/imprint')).json.address, elsewhere.address);
    assert.equal((await send(admin, address, { address: 'javascript:alert(1)' })).status, 400);
    assert.equal((await send(admin, address, { 'text-nl': 'z'.repeat(20_001), address: '' })).status, 400);
    const gone = await send(admin, address, { address: '' });
    assert.equal(gone.location, `${address}?done=textRemoved`);
    assert.equal((await museum.api('GET', '/settings/texts/imprint')).status, 404);
    assert.equal((await admin.get(`${SETTINGS}/texts/nonsense`)).status, 404);
  });

  test('the shop is opened on purpose, once nothing is missing, which is named and linked before', async (t) => {
    const museum = await openMuseum(t, { settings: WITH_ADDRESS });
    const admin = await signInStaff(museum, 'admin');
    const closed = await admin.get(SHOP);
    assert.deepEqual(closed.links(SETTINGS), [
      `${MUSEUM}#name`,
      `${MUSEUM}#address`,
      `${SETTINGS}/texts/imprint`,
      `${SETTINGS}/texts/privacy`,
    ]);
    assert.deepEqual(closed.actions(), []);
    assert.equal((await admin.post(SHOP, { open: '1', seen: 'false' })).status, 409);
    await makeReady(museum);
    assert.equal((await send(admin, SHOP, {})).location, `${SHOP}?done=shopOpened`);
    assert.equal((await settingsOf(museum)).shop.open, true);
    await museum.api('DELETE', '/settings/texts/privacy');
    const today = await admin.get('/desk');
    assert.ok(today.subheadings().includes(todayTexts('en')('shopLacks')));
    assert.deepEqual(today.links(`${SETTINGS}/texts/privacy`), [`${SETTINGS}/texts/privacy`]);
    assert.equal((await send(admin, SHOP, {})).location, `${SHOP}?done=shopClosed`);
  });

  test('keeping addresses for fewer days says first how many are lost at once', async (t) => {
    const museum = await openMuseum(t);
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    museum.clock.advance(40 * 86_400_000);
    const admin = await signInStaff(museum, 'admin');
    const asked = await send(admin, PRIVACY, { retentionDays: '30' });
    assert.equal(asked.heading(), say('eraseTitle'));
    assert.ok(asked.text().includes(say('wouldErase', { count: 1 })));
    assert.equal((await settingsOf(museum)).retentionDays, 365);
    assert.equal((await admin.post(PRIVACY, asked.form(PRIVACY) as Form)).status, 303);
    assert.equal((await settingsOf(museum)).retentionDays, 30);
  });

  test('an admin has what is stored about a visitor as a file, and erases it after seeing the figures', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14'] });
    const email = 'ada@example.com';
    await buyTicket(museum, generalPurchase({ email }));
    await buyTicket(museum, eventPurchase(eventId, { email, ticketDate: '2027-03-14' }));
    const admin = await signInStaff(museum, 'admin');
    const unknown = await admin.post(`${PRIVACY}/export`, { visitor: 'nobody@example.com' });
    assert.equal(unknown.fault('visitor'), say('nothingStored'));
    const file = await admin.post(`${PRIVACY}/export`, { visitor: 'ADA@example.com' });
    assert.equal(file.headers['content-disposition'], 'attachment; filename="visitor.json"');
    assert.equal(JSON.parse(file.html).tickets.length, 2);
    const asked = await admin.post(`${PRIVACY}/erase`, { visitor: email });
    assert.ok(asked.text().includes(say('erasesTickets', { count: 2 })));
    assert.ok(asked.text().includes(say('visitsToCome', { count: 2 })));
    assert.equal(
      JSON.parse((await admin.post(`${PRIVACY}/export`, { visitor: email })).html).tickets.length,
      2,
    );
    const erased = await admin.post(`${PRIVACY}/erase`, asked.form(`${PRIVACY}/erase`) as Form);
    assert.equal(erased.location, `${PRIVACY}?done=visitorErased&count=2`);
    assert.equal((await admin.post(`${PRIVACY}/export`, { visitor: email })).status, 404);
    const manager = await signInStaff(museum, 'manager');
    assert.deepEqual((await manager.get(PRIVACY)).actions(), []);
    assert.equal((await manager.post(`${PRIVACY}/export`, { visitor: email })).status, 403);
  });

  test('where pages were before leads to where they are', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    for (const [before, now] of [
      ['week', 'hours'],
      ['places', 'places'],
      ['times', 'times'],
      ['prices', 'prices'],
      ['prices/day?date=2027-03-12', 'prices/day?date=2027-03-12'],
    ]) {
      const { status, location } = await manager.get(`/desk/calendar/${before}`);
      assert.deepEqual([status, location], [308, `${SETTINGS}/${now}`]);
    }
  });

  test('a gate account is led to the gate', async (t) => {
    const museum = await openMuseum(t);
    const gate = await signInStaff(museum, 'gate');
    assert.equal((await gate.get('/desk')).location, '/gate');
    assert.equal((await gate.get('/desk/calendar')).navigation()[0], '/gate');
  });
});
