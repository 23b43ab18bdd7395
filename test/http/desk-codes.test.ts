/** Codes at the desk: made, listed, downloaded, changed and sold with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { PUBLIC_URL, SHOP_SETTINGS } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { codesTexts } from '../../src/web/desk/codes-texts.ts';
import { orderHistoryTexts } from '../../src/web/desk/order-history-texts.ts';

const say = codesTexts('en');
const NEW = '/desk/settings/codes/new';

async function codesOf({ api }: Museum) {
  return (await api('GET', '/codes?limit=1000')).json;
}

describeOnSqlite((openMuseum) => {
  test('who arranges the programme makes a code, sees what it does, and stops it', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS });
    const manager = await signInStaff(museum, 'manager');
    assert.ok((await manager.get('/desk/settings')).text().includes(say('none')));
    const typed = {
      code: 'SPRING-27',
      value: '20',
      product: 'general',
      'weekday-1': 'on',
      uses: '500',
      note: 'Spring',
    };
    const form = { ...(await manager.get(NEW)).form(NEW), ...typed, validTo: '2027-05-31T18:00' };
    const made = await manager.post(NEW, form);
    assert.equal(made.status, 303, made.problem());
    assert.equal((await manager.post(NEW, form)).location, made.location);
    const [code, ...others] = await codesOf(museum);
    assert.deepEqual(others, []);
    const { kind, value, for: scope, uses, note, validTo } = code;
    assert.deepEqual(
      [kind, value, uses, note, validTo],
      ['percent', 20, 500, 'Spring', '2027-05-31T16:00:00.000Z'],
    );
    assert.deepEqual(scope, { ticketType: 'general', weekdays: [1] });
    const page = await manager.get(made.location ?? '');
    assert.equal(page.fact(say('effect')), '20% off');
    assert.equal(page.fact(say('scope')), 'General entry · Monday');
    assert.equal(page.fact(say('use')), '0 of 500');
    assert.equal(page.fact(say('link')), `${PUBLIC_URL}/visit?code=SPRING-27`);
    const [at] = (made.location ?? '').split('?');
    const { enabled: _, ...off } = page.form(`${at}`) as Record<string, string>;
    const stopped = await manager.post(`${at}`, { ...off, uses: '' });
    assert.equal(stopped.status, 303, stopped.problem());
    const [after] = await codesOf(museum);
    assert.deepEqual([after.enabled, after.uses, after.validTo], [false, null, validTo]);
    const list = await manager.get('/desk/settings/codes');
    assert.ok(list.text().includes('SPRING-27') && list.text().includes(say('off')));
    assert.equal((await manager.get('/desk/settings/codes?code=spring%2027')).location, at);
    assert.ok((await manager.get('/desk/settings/codes?code=none')).text().includes(say('notFound')));
  });

  test('ten thousand codes are made with one form, and downloaded as a file', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS });
    const manager = await signInStaff(museum, 'manager');
    const typed = { count: '10000', prefix: 'PRESS-', kind: 'price', value: '0', uses: '1' };
    const made = await manager.post(NEW, { ...(await manager.get(NEW)).form(NEW), ...typed });
    assert.equal(made.status, 303, made.problem());
    const [at] = (made.location ?? '').split('?');
    const file = await manager.get(`${at}/codes.csv`);
    assert.equal(file.headers['cache-control'], 'no-store');
    const lines = file.html.trimEnd().split('\r\n');
    assert.equal(new Set(lines).size, 10_001);
    const [code = '', link] = (lines[1] ?? '').split(',');
    assert.match(code, /^PRESS-[2-9a-hjkmnp-tv-z]{10}$/);
    assert.equal(link, `${PUBLIC_URL}/visit?code=${code}`);
    assert.equal((await manager.get(`${at}`)).fact(say('use')), '0 of 10,000');
  });

  test('what is wrong with new codes stands at its field', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    await museum.api('POST', '/codes', { body: { code: 'TAKEN-27', kind: 'percent', value: 20 } });
    const FAULTS: readonly [string, object][] = [
      ['count', { code: '' }],
      ['count', { count: '2' }],
      ['code', { code: 'FREE', value: '100' }],
      ['code', { code: 'taken 27'.replace(' ', '-') }],
      ['prefix', { prefix: 'A' }],
      ['value', { value: '0.5' }],
      ['value', { kind: 'access' }],
      ['to', { from: '2027-03-15', to: '2027-03-14' }],
      ['toTime', { fromTime: '12:00' }],
      ['uses', { uses: '0' }],
      ['perOrder', { perOrder: 'many' }],
      ['validTo', { validFrom: '2027-03-15T10:00', validTo: '2027-03-15T10:00' }],
    ];
    const form = (await manager.get(NEW)).form(NEW);
    for (const [field, more] of FAULTS) {
      const page = await manager.post(NEW, { ...form, code: 'SPRING-27', value: '20', ...more });
      assert.deepEqual(page.faultyFields(), [field], JSON.stringify(more));
    }
  });

  test('the desk sells with a code once it has shown what that costs', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS });
    const cashier = await signInStaff(museum, 'cashier');
    assert.equal((await cashier.get('/desk/sell')).hasField('code'), false);
    await museum.api('POST', '/codes', { body: { code: 'SPRING-27', kind: 'percent', value: 20, uses: 1 } });
    const form = (await cashier.get('/desk/sell')).form('/desk/sell') as Record<string, string>;
    const typed = { ...form, general: '2', paidBy: 'cash', code: 'spring27' };
    const first = await cashier.post('/desk/sell', typed);
    assert.equal(first.fault('code'), say('checkSum', { sum: '€16.20' }));
    assert.ok(first.html.includes('data-less="180"'));
    const applied = await cashier.post('/desk/sell', { ...typed, step: 'apply' });
    assert.equal(applied.status, 200, applied.problem());
    assert.ok(applied.text().includes(say('applied', { count: 1, less: '€1.80' })));
    const sold = await cashier.post('/desk/sell', { ...applied.form('/desk/sell'), ...typed });
    assert.equal(sold.status, 303, sold.problem());
    const [order] = (await museum.api('GET', '/orders?state=sold')).json;
    assert.equal(order.total, 16.2);
    const history = (await cashier.get(`/desk/orders/${order.orderId}`)).text();
    assert.ok(history.includes(orderHistoryTexts('en')('withCode', { code: 'SPRING-27' })));
    const viewer = await signInStaff(museum, 'viewer');
    assert.match((await viewer.get('/desk/reports')).html, /<option value="code"/);
    const again = await cashier.post('/desk/sell', { ...typed, key: '' });
    assert.deepEqual([again.status, again.fault('code')], [409, say('isUsedUp')]);
    const wrong = await cashier.post('/desk/sell', { ...typed, code: 'UNKNOWN', key: '' });
    assert.equal(wrong.fault('code'), say('invalid'));
    await assertSound(museum);
  });
});
