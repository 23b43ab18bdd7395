import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase, describeOnSqlite } from '../../fixtures/databases.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { SHOP_SETTINGS, shopperIn } from '../../fixtures/shop.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { calendarDay } from '../../src/core/calendar-day.ts';
import { erasePerson, exportPerson } from '../../src/privacy/index.ts';
import { ContactHashes } from '../../src/tickets/index.ts';

const WRITTEN = 'Ada@Bücher.example';
const SPELLINGS = [WRITTEN, 'ada@BÜCHER.example', 'ada@bu\u0308cher.example', 'ADA@xn--bcher-kva.example'];
const DAY = '2027-03-02';

describeOnDatabase((openMuseum) => {
  it('keeps an address with an international domain as it was written, and finds it however it is spelled', async (t) => {
    const museum = await openMuseum(t);
    const contacts = await ContactHashes.open(museum.store, museum.clock);
    const { ticketId } = await buyTicket(museum, generalPurchase({ email: WRITTEN }));
    await buyTicket(museum, generalPurchase({ email: 'ada@bucher.example' }));
    const items = [{ ticketType: 'general', ticketDate: DAY, quantity: 1 }];
    const { orderId } = (await museum.api('POST', '/orders', { body: { items, email: SPELLINGS[3] } })).json;
    const clerk = await signInStaff(museum, 'cashier');
    const found = async (path: string, email: string | undefined) =>
      (await museum.api('GET', `${path}?email=${encodeURIComponent(email ?? '')}`)).json;
    const assertFound = async () => {
      for (const spelling of SPELLINGS) {
        const tickets = await found('/tickets', spelling);
        assert.deepEqual(
          tickets.map(({ email }: { email: string }) => email).sort(),
          [SPELLINGS[3], WRITTEN].sort(),
        );
        assert.deepEqual(
          (await found('/orders', spelling)).map((each: { orderId: string }) => each.orderId),
          [orderId],
        );
        const page = await clerk.post('/desk/tickets', { email: spelling });
        assert.equal(page.fault('email'), undefined);
      }
    };
    await assertFound(); // before the hashes are written
    while (await museum.store.transaction((tx) => contacts.fill(tx)));
    await assertFound();
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.email, WRITTEN);
    const now = museum.clock.now();
    const reading = { now, today: calendarDay(TODAY), language: 'en' } as const;
    const person = await exportPerson(museum.store, OPERATOR, SPELLINGS[1] as string, contacts, reading);
    assert.equal(person.tickets.length, 2);
    const erased = await erasePerson(museum.store, OPERATOR, SPELLINGS[2] as string, contacts, now);
    assert.equal(erased.tickets, 2);
    assert.deepEqual(await found('/tickets', WRITTEN), []);
    assert.equal((await found('/tickets', 'ada@bucher.example')).length, 1);
  });

  it('refuses a domain that can’t be, and characters before the domain that mail servers need not take', async (t) => {
    const museum = await openMuseum(t);
    for (const email of [
      'ada@bü cher.example',
      'ada@bü..example',
      'ädä@example.com',
      `ada@${'ü'.repeat(64)}.example`,
    ]) {
      const refused = await museum.api('POST', '/tickets', { body: generalPurchase({ email }) });
      assertRefused(refused, 400, 'invalid-request', ['body /email']);
    }
    const body = generalPurchase({ email: 'ada@bü\u200bcher.example' });
    const hidden = await museum.api('POST', '/tickets', { body });
    assertRefused(hidden, 400, 'invalid-request', ['body /email']);
    assert.match(hidden.json.detail, /^email must be .* without invisible characters, but has U\+200B\.$/);
  });
});

describeOnSqlite((openMuseum) => {
  it('lets visitors type an address with an international domain in any browser', async (t) => {
    const museum = await openMuseum(t, { settings: { ...SHOP_SETTINGS, MUSEUM_GENERAL_PRICE: '0' } });
    const shopper = shopperIn(museum);
    const { html } = await shopper.get(`/visit?date=${DAY}`);
    const [field = ''] = /<input[^>]*name="email"[^>]*>/.exec(html) ?? [];
    assert.match(field, /inputmode="email"/);
    // Firefox and WebKit hold type="email" to ASCII.
    assert.doesNotMatch(field, /type="email"/);
    await shopper.buy(DAY, { 'general.standard': '1', email: WRITTEN });
    const [sold] = (await museum.api('GET', `/tickets?email=${encodeURIComponent(WRITTEN)}`)).json;
    assert.equal(sold.email, WRITTEN);
  });
});
