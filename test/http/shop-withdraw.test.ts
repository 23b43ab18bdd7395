/** Consumers withdraw from a contract, in two steps. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeProviders } from '../../fixtures/checkout.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { ONLINE_SETTINGS, shopperIn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { until } from '../../fixtures/until.ts';
import { withdrawTexts } from '../../src/web/shop/withdraw-texts.ts';

const say = withdrawTexts('en');
const DAY = 86_400_000;

describeOnDatabase((openMuseum) => {
  /** A museum whose visitor has bought a gift voucher of 50.00 on 1 March, and paid online. */
  async function bought(t: TestContext) {
    const clock = manualClock();
    const fakes = await fakeProviders(clock);
    const server = await startMailServer(t);
    const mail = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { clock, fakes, settings: { ...ONLINE_SETTINGS, ...mail } });
    const shopper = shopperIn(museum);
    const shown = (await shopper.get('/gift')).form('/gift') as Record<string, string>;
    const placed = await shopper.post('/gift', { ...shown, amount: '50', email: 'Ada@example.com' });
    const at = placed.location ?? '';
    const going = await shopper.post(`${at}/pay`, { way: 'stripe' });
    fakes.stripe.pay((going.location ?? '').replace('/demo/pay/', ''));
    const page = await shopper.get(`${at}?returned=yes`);
    const [{ orderId, orderCode }] = (await museum.api('GET', '/orders?state=sold')).json;
    const [{ code }] = (await museum.api('GET', `/orders/${orderId}/gifts`)).json;
    const typed = { order: ` ${orderCode.toUpperCase()}`, email: 'ada@EXAMPLE.com' };
    const ask = () => shopper.post('/withdraw', typed);
    return { clock, fakes, server, museum, shopper, at, page, orderId, orderCode, code, typed, ask };
  }

  test('the law’s words lead there, and confirm; the money goes back the way it came, and a mail says when', async (t) => {
    const { museum, server, shopper, at, page, orderId, orderCode, code, typed, ask } = await bought(t);
    for (const [language, words, confirm] of [
      ['en', 'Withdraw from contract here', 'Confirm withdrawal'],
      ['de', 'Vertrag widerrufen', 'Widerruf bestätigen'],
      ['fr', 'Renoncer au contrat ici', 'Confirmer la rétractation'],
      ['es', 'Desistir del contrato aquí', 'Confirmar el desistimiento'],
      ['nl', 'Overeenkomst hier herroepen', 'Herroeping bevestigen'],
    ]) {
      const home = await shopper.get(`/?language=${language}`);
      assert.ok(home.html.includes(`href="/withdraw?language=${language}">${words}<`), language);
      const sure = await shopper.post(`/withdraw?language=${language}`, typed);
      assert.match(sure.html, new RegExp(`<button class="action">${confirm}</button>`));
    }
    const link = `/withdraw?order=${orderCode}`;
    assert.ok(page.html.includes(`href="${link}">Withdraw from contract here<`));
    assert.equal((await shopper.get(link)).form('/withdraw')?.order, orderCode);
    await server.has(1);
    assert.ok(server.arrived[0]?.mail.text?.includes(`${ONLINE_SETTINGS.MUSEUM_PUBLIC_URL}${link}`));
    const sure = await ask();
    assert.equal(sure.headers['cache-control'], 'no-store');
    assert.match(sure.html, /data-sum="5000"/);
    assert.ok(sure.text().includes('It goes back the way you paid.'));
    const form = sure.form('/withdraw') as Record<string, string>;
    assert.equal((await shopper.post('/withdraw', { ...form, shown: '4000 0 0' })).status, 409);
    const done = await shopper.post('/withdraw', form);
    assert.equal(done.location, '/withdraw?done=yes');
    assert.equal((await shopper.get('/withdraw?done=yes')).heading(), say('done'));
    assert.equal((await shopper.post('/withdraw', form)).location, done.location, 'pressed twice');
    assert.ok((await ask()).text().includes(say('nothing')));
    const { state } = (await museum.api('POST', '/gifts/look', { body: { gift: code } })).json;
    assert.equal(state, 'returned');
    assert.ok(!(await shopper.get(at)).html.includes(link));
    const account = async () => (await museum.api('GET', `/orders/${orderId}`)).json.account;
    await until(async () => (await account()).paid === 0);
    const received = () =>
      server.arrived.find(({ mail }) => mail.subject === `Your withdrawal: ${orderCode}`);
    await until(async () => received() !== undefined);
    const text = received()?.mail.text ?? '';
    assert.ok(text.includes('On Monday 1 March 2027, 11:00 you have withdrawn'), text);
    assert.match(text, /€50\.00 will be paid back the way you paid/);
    await assertSound(museum);
  });

  test('not for who knows the code alone, nor after 14 days, nor once something was paid with it', async (t) => {
    const { clock, museum, shopper, code, typed, ask } = await bought(t);
    for (const wrong of [{ email: 'eve@example.com' }, { order: 'abcdef' }, { order: '' }, { email: '' }]) {
      const refused = await shopper.post('/withdraw', { ...typed, ...wrong });
      assert.equal(refused.status, 404);
      assert.ok(refused.text().includes(say('fault')));
    }
    const form = (await ask()).form('/withdraw') as Record<string, string>;
    clock.advance(14 * DAY);
    assert.equal((await ask()).status, 200, 'the last day');
    clock.advance(DAY);
    assert.equal((await shopper.post('/withdraw', form)).status, 409);
    clock.setAhead(-10 * DAY);
    const items = [{ ticketType: 'general', ticketDate: '2027-03-10', quantity: 1 }];
    const payments = [{ method: 'gift', gift: code, amount: 9 }];
    assert.equal((await museum.api('POST', '/orders', { body: { items, payments } })).status, 201);
    const used = await shopper.post('/withdraw', form);
    assert.equal(used.status, 409);
    assert.ok(used.text().includes(say('nothing')));
  });
});
