import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { PageReader } from '../../fixtures/page-reader.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { wordTexts } from '../../src/pages/texts.ts';
import { deskTexts } from '../../src/web/desk/desk-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { sessionsTexts } from '../../src/web/desk/sessions-texts.ts';
import { todayTexts } from '../../src/web/desk/today-texts.ts';

const sayDone = doneTexts('en');

const TOMORROW = '2027-03-02';

const say = todayTexts('en');

test('a figure of one has its word in the singular', () => {
  const words = (count: number) =>
    (['en', 'de', 'fr', 'es', 'nl'] as const).map((language) => todayTexts(language)('left', { count }));
  assert.deepEqual(words(1), ['place left', 'Platz frei', 'place libre', 'plaza libre', 'plaats vrij']);
  assert.deepEqual(words(2), [
    'places left',
    'Plätze frei',
    'places libres',
    'plazas libres',
    'plaatsen vrij',
  ]);
});

describeOnSqlite((openMuseum) => {
  test('today says whether the museum is open, what is sold and who is inside', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
    await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 10 } });
    const { json } = await museum.api('POST', '/special-events', {
      body: {
        name: 'Tides & <moons>',
        location: 'Hall',
        eventDescription: 'A talk.',
        dates: [TODAY],
        price: 25,
      },
    });
    const buy = (body: object) => museum.api('POST', '/tickets', { body });
    const common = { ticketDate: TODAY, email: 'ada@example.com' };
    const { ticketId } = (await buy({ ticketType: 'general', ...common })).json;
    for (let sold = 1; sold < 9; sold += 1) await buy({ ticketType: 'general', ...common });
    await buy({ ticketType: 'event', eventId: json.eventId, ...common });
    assert.equal((await museum.api('POST', '/check-ins', { body: { ticketId } })).status, 201);
    const page = await (await signInStaff(museum, 'cashier')).get('/desk');
    assert.equal(page.status, 200);
    assert.equal(page.heading(), 'Monday 1 March 2027');
    assert.equal(page.lead(), say('openUntil', { close: '18:00', now: '11:00' }));
    assert.deepEqual(page.figures().slice(0, 3), ['10', '1', '1']);
    const full = say('nearlyFull', {
      count: 1,
      event: wordTexts('en')('generalEntry'),
      day: 'Monday 1 March 2027',
    });
    assert.ok(page.text().includes(full));
    assert.notEqual(page.row('Tides & <moons>'), undefined);
    assert.ok(page.text().includes(say('mostAt', { time: '11:00', number: 1 })));
    museum.clock.advance(8 * 60 * 60_000);
    const evening = await (await signInStaff(museum, 'viewer')).get('/desk');
    assert.equal(evening.lead(), say('closedSince', { close: '18:00', now: '19:00' }));
  });

  test('whoever types a slash behind its address is led to the page', async (t) => {
    const museum = await openMuseum(t);
    const visitor = new Visitor(museum);
    const { status, headers } = await visitor.signIn('cashier', '/desk/');
    assert.deepEqual([status, headers.location], [303, '/desk/']);
    const moved = await visitor.get('/desk/');
    assert.deepEqual([moved.status, moved.headers.location], [308, '/desk']);
  });

  test('after midnight, until closing, today says who is inside, and of no places that nobody can buy', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const { eventId } = await createEvent(museum, { name: 'Breakfast', dates: [TOMORROW] });
    const tickets = [
      generalPurchase({ ticketDate: TODAY }),
      generalPurchase({ ticketDate: TOMORROW }),
      eventPurchase(eventId, { ticketDate: TOMORROW }),
    ];
    const bought = await Promise.all(tickets.map((ticket) => buyTicket(museum, ticket)));
    const today = async () => (await signInStaff(museum, 'cashier')).get('/desk');
    assert.equal((await today()).figures().length, 4);
    museum.clock.advance(13 * 3_600_000 + 10 * 60_000); // 00:10 in Berlin
    for (const { ticketId } of bought) await museum.api('POST', '/check-ins', { body: { ticketId } });
    const page = await today();
    assert.equal(page.heading(), 'Monday 1 March 2027');
    assert.equal(page.lead(), say('openUntil', { close: '02:00', now: '00:10' }));
    const figures = page.figures();
    assert.deepEqual([figures.length, figures[2]], [3, '3']);
    const noLimit = deskTexts('en')('noLimit');
    assert.deepEqual(page.row(wordTexts('en')('generalEntry'))?.slice(1), ['1', '2', noLimit]);
    assert.deepEqual(page.row('Breakfast')?.slice(1), ['0', '1', '–']);
  });

  test('a ticket that was admitted twice, or void, while a gate was offline is named with its doors and times', async (t) => {
    const museum = await openMuseum(t);
    const [twice, voided] = await Promise.all(
      [1, 2].map(() => buyTicket(museum, generalPurchase({ ticketDate: TODAY }))),
    );
    await museum.api('POST', '/check-ins', { body: { ticketId: twice.ticketId, gate: 'West' }, as: 'gate' });
    await museum.api('POST', `/tickets/${voided.ticketId}/void`, { body: { reason: 'Ill' } });
    museum.clock.advance(3_600_000);
    const checkIns = [twice, voided].map(({ ticketId }, index) => ({
      checkInId: `0199f3a2-7b1c-4d3e-8f4b-00000000000${index}`,
      ...{ ticketId, at: '2027-03-01T10:40:00Z', verdict: 'admitted', gate: 'East' },
    }));
    const handed = await museum.api('POST', '/check-ins/batch', { body: { checkIns }, as: 'gate' });
    assert.equal(handed.status, 200, handed.text);
    const page = await (await signInStaff(museum, 'cashier')).get('/desk');
    const at = 'Monday 1 March 2027, 11:40 (East)';
    const first = 'Monday 1 March 2027, 11:00 (West)';
    for (const [{ ticketId, confirmationCode }, told] of [
      [twice, say('admittedTwice', { first, again: at })],
      [voided, say('admittedVoid', { at, since: 'Monday 1 March 2027, 11:00' })],
    ] as const)
      assert.equal(page.around(`/desk/tickets/${ticketId}`), `${confirmationCode}: ${told}`);
    for (const door of [
      `East ${say('doorIn', { count: 2, number: '2', time: '11:40' })}`,
      `West ${say('doorIn', { count: 1, number: '1', time: '11:00' })}`,
    ])
      assert.ok(page.text().includes(door), door);
    const viewer = await (await signInStaff(museum, 'viewer')).get('/desk');
    assert.ok(
      viewer.text().includes(say('conflicts', { count: 1 })),
      'who may not see tickets gets the number',
    );
    assert.deepEqual(viewer.links('/desk/tickets/'), []);
    await museum.api('POST', `/check-ins/${checkIns[1]?.checkInId}/undo`, { as: 'manager' });
    const after = await (await signInStaff(museum, 'cashier')).get('/desk');
    assert.deepEqual(after.links('/desk/tickets/'), [`/desk/tickets/${twice.ticketId}`]);
  });

  test('what fails or grows old behind the scenes is told to who can do something about it', async (t) => {
    const museum = await openMuseum(t);
    const row = (id: string, channel: string, state: string, at: number) => [
      ...[id, channel, 'x', 'ticket', 'x', '{}', state, at],
      ...(state === 'failed' ? [null, at] : [at, null]),
    ];
    const now = museum.clock.now();
    await museum.store.transaction((tx) =>
      tx.insert(
        'deliveries',
        [
          'delivery_id',
          'channel',
          'receiver',
          'kind',
          'subject',
          'content',
          'state',
          'made_at',
          'next_at',
          'settled_at',
        ],
        [
          row('a', 'webhook', 'failed', now),
          row('b', 'mail', 'failed', now),
          row('c', 'mail', 'waiting', now - 2 * 3_600_000),
        ],
      ),
    );
    const needs = async (role: string) => {
      const page = await (await signInStaff(museum, role)).get('/desk');
      const sentences = [say('webhooksFail', { count: 1 }), say('mailsFail', { count: 2 }), oldKey];
      return {
        links: page.links().filter((href) => /(webhooks|mail)$/.test(href)),
        says: sentences.map((each) => page.text().includes(each)),
      };
    };
    const oldKey = say('keyOld', { day: 'Monday 1 March 2027' });
    const links = ['/desk/webhooks', '/desk/mail'];
    assert.deepEqual(await needs('admin'), { links, says: [true, true, false] });
    assert.deepEqual(await needs('cashier'), { links: [], says: [false, false, false] });
    museum.clock.advance(366 * 86_400_000);
    assert.deepEqual((await needs('admin')).says[2], true);
    assert.deepEqual((await needs('manager')).says[2], false);
  });

  test('nobody who is not signed in sees the desk, and each role sees its own pages', async (t) => {
    const museum = await openMuseum(t);
    const stranger = new Visitor(museum);
    const form = new PageReader(await stranger.get('/desk'));
    assert.deepEqual([form.asksToSignIn(), form.value('to')], [true, '/desk']);
    assert.equal(form.headers['cache-control'], 'no-store');
    const waysOf = async (role: string) =>
      (await (await signInStaff(museum, role)).get('/desk')).navigation();
    assert.deepEqual(await waysOf('viewer'), ['/desk', '/desk/calendar', '/desk/events', '/desk/reports']);
    assert.ok((await waysOf('cashier')).includes('/desk'));
  });

  test('what is not there is said on a page, and the desk is framed by nobody', async (t) => {
    const museum = await openMuseum(t);
    const staff = await signInStaff(museum, 'admin');
    const page = await staff.get('/desk/nothing');
    assert.equal(page.status, 404);
    assert.ok(page.navigation().includes('/desk'));
    assert.match(`${page.headers['content-security-policy']}`, /frame-ancestors 'none'/);
  });

  test('somebody sees where they are signed in, whatever a browser calls itself, and ends the rest', async (t) => {
    const museum = await openMuseum(t);
    const sayOf = sessionsTexts('en');
    const staff = await signInStaff(museum, 'cashier');
    const other = new Visitor(museum, { 'user-agent': '<script>alert(1)</script>' });
    await other.signIn('cashier');
    const page = await staff.get('/desk/sessions');
    assert.notEqual(page.row('<script>alert(1)</script>'), undefined);
    assert.ok(page.text().includes(sayOf('means', { count: 1 })));
    assert.equal((await staff.visitor.post('/desk/sessions', { csrf: '' })).status, 403);
    const { location } = await staff.post('/desk/sessions');
    assert.equal(location, '/desk/sessions?done=sessionsEnded');
    assert.ok(new PageReader(await other.get('/desk/sessions')).asksToSignIn());
    assert.equal((await staff.get(`${location}`)).message(), sayDone('sessionsEnded'));
  });
});
