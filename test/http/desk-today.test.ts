import assert from 'node:assert/strict';
import { test } from 'node:test';
import { todayTexts } from '../../src/doors/desk/today-texts.ts';
import { hiddenField, Visitor } from '../support/browsing.ts';
import { describeOnSqlite } from '../support/databases.ts';
import type { Museum } from '../support/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../support/samples.ts';

const TOMORROW = '2027-03-02';

async function at(museum: Museum, username: string): Promise<Visitor> {
  const visitor = new Visitor(museum);
  await visitor.signIn(username, '/desk');
  return visitor;
}

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
    const { text, status } = await (await at(museum, 'cashier')).get('/desk');
    assert.equal(status, 200);
    assert.match(text, /<h1>Monday 1 March 2027<\/h1>\s*<p class="lead">Open until 18:00\. It is 11:00\./);
    assert.match(text, /sold for today<\/dt><dd>10</);
    assert.match(text, /let in<\/dt><dd>1</);
    assert.match(text, /inside now<\/dt><dd>1</);
    assert.match(text, /General entry has 1 place left on Monday 1 March 2027\./);
    assert.match(text, /Tides &amp; &lt;moons&gt;/);
    assert.match(text, /Most came at 11:00: 1\./);
    museum.clock.advance(8 * 60 * 60_000);
    assert.match(
      (await (await at(museum, 'viewer')).get('/desk')).text,
      /Closed since 18:00\. It is 19:00\./,
    );
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
    const visitor = await at(museum, 'cashier');
    assert.match((await visitor.get('/desk')).text, /places left<\/dt><dd>no limit</);
    museum.clock.advance(13 * 3_600_000 + 10 * 60_000); // 00:10 in Berlin
    for (const { ticketId } of bought) await museum.api('POST', '/check-ins', { body: { ticketId } });
    const { text } = await (await at(museum, 'cashier')).get('/desk');
    assert.match(text, /<h1>Monday 1 March 2027<\/h1>\s*<p class="lead">Open until 02:00\. It is 00:10\./);
    assert.match(text, /inside now<\/dt><dd>3</);
    assert.doesNotMatch(text, /places left/);
    const cellsOf = (name: string) => {
      const row = text.split('<tr role="row">').find((each) => each.includes(`${name}</`)) ?? '';
      return [...row.matchAll(/<td[^>]*><span>(.*?)<\/span><\/td>/g)].map(([, cell]) => cell);
    };
    assert.deepEqual(cellsOf('General entry'), ['1', '2', 'no limit']);
    assert.deepEqual(cellsOf('Breakfast'), ['0', '1', '–']);
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
    const pageOf = async (role: string) => (await (await at(museum, role)).get('/desk')).text;
    const admin = await pageOf('admin');
    assert.match(
      admin,
      /<a href="\/desk\/webhooks">1 message to another system has failed or is an hour late\.</,
    );
    assert.match(admin, /<a href="\/desk\/mail">2 mails to visitors have failed or are an hour late\.</);
    assert.doesNotMatch(admin, /key that signs/);
    assert.doesNotMatch(await pageOf('cashier'), /Needs someone/);
    museum.clock.advance(366 * 86_400_000);
    assert.match(await pageOf('admin'), /The key that signs tickets is from Monday 1 March 2027\./);
    assert.doesNotMatch(await pageOf('manager'), /key that signs/);
  });

  test('nobody who is not signed in sees the desk, and each role sees its own pages', async (t) => {
    const museum = await openMuseum(t);
    const stranger = new Visitor(museum);
    const form = await stranger.get('/desk');
    assert.match(form.text, /<h1>Sign in<\/h1>.*name="to" value="\/desk"/s);
    assert.equal(form.headers['cache-control'], 'no-store');
    const navOf = async (role: string) =>
      [...(await (await at(museum, role)).get('/desk')).text.matchAll(/class="way" href="([^"]+)"/g)].map(
        ([, href]) => href,
      );
    assert.deepEqual(await navOf('viewer'), ['/desk', '/desk/events', '/desk/calendar', '/desk/reports']);
    assert.ok((await navOf('cashier')).includes('/desk'));
  });

  test('what is not there is said on a page, and the desk is framed by nobody', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await at(museum, 'admin');
    const answer = await visitor.get('/desk/nothing');
    assert.equal(answer.status, 404);
    assert.match(answer.text, /<h1>There is no such page<\/h1>/);
    assert.match(`${answer.headers['content-security-policy']}`, /frame-ancestors 'none'/);
    assert.match((await visitor.get('/desk')).text, /admin · admin/);
  });

  test('somebody sees where they are signed in, whatever a browser calls itself, and ends the rest', async (t) => {
    const museum = await openMuseum(t);
    const visitor = await at(museum, 'cashier');
    const other = new Visitor(museum, { 'user-agent': '<script>alert(1)</script>' });
    await other.signIn('cashier');
    const { text } = await visitor.get('/desk/sessions');
    assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match(text, /This signs out 1 other browser;/);
    const csrf = hiddenField(text, 'csrf');
    assert.equal((await visitor.post('/desk/sessions', { csrf: '' })).status, 403);
    assert.equal(
      (await visitor.post('/desk/sessions', { csrf })).headers.location,
      '/desk/sessions?done=ended',
    );
    assert.match((await other.get('/desk/sessions')).text, /<h1>Sign in<\/h1>/);
    assert.match(
      (await visitor.get('/desk/sessions?done=ended')).text,
      /Every other browser is signed out\./,
    );
  });
});
