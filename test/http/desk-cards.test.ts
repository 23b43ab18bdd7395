/** Cards of others at the desk: the list under Settings, their numbers, and visits that somebody has to look after. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { openMuseumPass } from '../../fixtures/museum-pass.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { until } from '../../fixtures/until.ts';
import { cardsTexts } from '../../src/web/desk/settings/cards-texts.ts';

const say = cardsTexts('en');
const LIST = '/desk/settings/cards';
const FORM = `${LIST}/card`;
const NUMBERS = `${LIST}/numbers`;
const VISITS = `${LIST}/visits`;
const NEW = {
  card: '',
  check: '',
  category: 'standard',
  mode: 'list',
  perDay: '1',
  offline: 'admit',
  worth: '',
};

describeOnSqlite((openMuseum) => {
  test('a manager adds a card, is told what is wrong with it, and pastes its numbers', async (t) => {
    const museum = await openMuseum(t);
    const clerk = await signInStaff(museum, 'manager');
    assert.match((await clerk.get('/desk/settings')).text(), new RegExp(say('none')));
    const add = async (typed: Record<string, string>) => {
      const blank = (await clerk.get(FORM)).form(FORM) as Record<string, string>;
      return clerk.post(FORM, { ...NEW, seen: blank.seen ?? '', ...typed });
    };
    const wrong = await add({ name: 'City Card', pattern: '#{8,7}', perDay: '0', worth: 'much' });
    assert.equal(wrong.status, 400);
    for (const told of [
      'n must not be more than m',
      'Enter a number from 1 to 100',
      'Enter an amount such as',
    ])
      assert.match(wrong.text(), new RegExp(told));
    const added = await add({ name: 'City Card', pattern: 'CC-#{6}', worth: '9.50' });
    assert.equal(added.location, `${LIST}?done=cardsChanged`);
    const [card] = (await museum.api('GET', '/cards')).json;
    assert.deepEqual([card.card, card.worth, card.mode], ['city-card', 9.5, 'list']);
    const shown = (await clerk.get(`${FORM}?card=city-card`)).form(NUMBERS) as Record<string, string>;
    const bad = await clerk.post(NUMBERS, { ...shown, numbers: 'CC-111111\nCC-2' });
    assert.match(bad.text(), new RegExp(say('numbersFault', { line: 2 })));
    await clerk.post(NUMBERS, { ...shown, numbers: 'CC-111111\r\nCC-222222' });
    await clerk.post(NUMBERS, { ...shown, numbers: 'CC-333333', add: '1' });
    assert.match((await clerk.get(LIST)).text(), new RegExp(say('shortList', { count: 3 })));
    const overlap = await add({ name: 'Town Card', pattern: '@{2}-#{6}' });
    assert.equal(overlap.status, 409);
    const list = (await clerk.get(LIST)).form(LIST) as Record<string, string>;
    await clerk.post(LIST, { ...list, remove: 'city-card' });
    assert.deepEqual((await museum.api('GET', '/cards')).json, []);
  });

  test('a visit whose registration was lost needs attention until somebody says what became of it', async (t) => {
    const issuer = await openMuseumPass(t, { '1000000000001': { allowed: true } });
    const museum = await openMuseum(t, { settings: issuer.settings });
    const card = { card: 'pass', name: 'Pass', pattern: '#{13}', category: 'standard', mode: 'live' };
    await museum.api('PUT', '/cards', { body: [{ ...card, perDay: 1, offline: 'admit' }] });
    issuer.state.registering = 'lost';
    await museum.api('POST', '/check-ins', {
      as: 'gate',
      body: { code: '1000000000001', gate: 'East door' },
    });
    const clerk = await signInStaff(museum, 'manager');
    await until(async () => (await clerk.get(LIST)).text().includes(say('lost')));
    assert.match((await clerk.get('/desk')).text(), /1 visit with a card needs someone/);
    const page = await clerk.get(LIST);
    assert.match(page.text(), /East door/);
    const form = page.form(VISITS) as Record<string, string>;
    const [visit] = await museum.store.all<{ id: string }>(
      'SELECT check_in_id AS id FROM card_registrations',
    );
    issuer.state.registering = 201;
    const again = await clerk.post(VISITS, { ...form, again: visit?.id ?? '' });
    assert.equal(again.location, `${LIST}?done=cardVisitAgain`);
    await until(() => issuer.visits.length === 2);
    await until(async () => {
      const [told] = await museum.store.all<{ state: string }>('SELECT state FROM card_registrations');
      return told?.state === 'registered';
    });
    assert.match((await clerk.get(LIST)).text(), new RegExp(say('noneTroubled')));
  });
});
