import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { PageReader } from '../../fixtures/page-reader.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  fillDay,
  generalPurchase,
  TODAY,
} from '../../fixtures/samples.ts';
import { PUBLIC_URL, SHOP_SETTINGS as settings, shopperIn } from '../../fixtures/shop.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';
import { LANGUAGES } from '../../src/pages/texts.ts';
import { shopTexts } from '../../src/web/shop/shop-texts.ts';

const say = shopTexts('en');

describeOnSqlite((openMuseum) => {
  test('the first page says when the museum is open today and what is on, with the places that are left', async (t) => {
    const museum = await openMuseum(t, { settings });
    await put(museum, `/museum-hours/${TODAY}`, { timeOpen: '09:00', timeClose: '18:00' });
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14', '2027-03-15', '2027-03-21'] });
    await put(museum, `/capacity/events/${eventId}`, { capacity: 11 });
    const sell = async (day: string, count: number) => {
      for (let sold = 0; sold < count; sold += 1)
        await buyTicket(museum, eventPurchase(eventId, { ticketDate: day }));
    };
    await sell('2027-03-14', 10);
    await sell('2027-03-15', 11);
    const page = await shopperIn(museum).get('/');
    assert.equal(page.heading(), 'Museum of Tides');
    assert.equal(page.lead(), say('openToday', { open: '09:00', close: '18:00' }));
    const more = say('moreDates', { count: 2 });
    assert.equal(
      page.around(`/events/${eventId}`),
      `Sorolla and the sea €25.00 Sun 14 Mar · ${more} ${say('fewLeft', { count: 1 })} A guided evening among forty beach scenes.`,
    );
    const event = await shopperIn(museum).get(`/events/${eventId}`);
    const around = (day: string) => event.around(`/visit?date=${day}#${eventId}`);
    assert.equal(around('2027-03-14'), `Sun 14 Mar ${say('fewLeft', { count: 1 })}`);
    assert.equal(around('2027-03-21'), `Sun 21 Mar ${say('placesLeft', { count: 11 })}`);
    assert.ok(event.text().includes(`Mon 15 Mar ${say('soldOut')}`));
    assert.match(page.html, /<footer[\s\S]*href="\/desk"/);
  });

  test('the next seven days say from which price, what is left, and which of them close later', async (t) => {
    const museum = await openMuseum(t, { settings });
    await addCategories(museum);
    await put(museum, '/museum-hours/2027-03-04', { timeOpen: '09:00', timeClose: '21:00' });
    await put(museum, '/museum-hours/2027-03-05', { closed: true, reason: 'Works' });
    await put(museum, '/capacity/general/2027-03-03', { capacity: 11 });
    for (let sold = 0; sold < 10; sold += 1)
      await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-03' }));
    const page = await shopperIn(museum).get('/');
    const days = page.links('/visit?date=');
    assert.deepEqual(
      days,
      [1, 2, 3, 4, 6, 7].map((day) => `/visit?date=2027-03-0${day}`),
    );
    const price = say('from', { price: '€10.00' });
    assert.equal(page.around(days[0] ?? ''), `Today, Monday 1 March Today1 ${price}`);
    assert.equal(
      page.around(days[2] ?? ''),
      `Wednesday 3 March Wednesday3 ${say('fewLeft', { count: 1 })} ${price}`,
    );
    assert.equal(
      page.around(days[3] ?? ''),
      `Thursday 4 March Thursday4 ${say('openUntil', { time: '21:00' })} ${price}`,
    );
    assert.ok(page.text().includes(`Friday 5 March Friday5 ${say('closed')}`));
    assert.equal(page.html.match(/class="first"/g)?.length, 1);
  });

  test('a day on which general entry is sold to nobody says so', async (t) => {
    const museum = await openMuseum(t, { settings });
    const day = '2027-03-03';
    const members = { name: 'Members only', prices: [{ category: 'standard', price: null }] };
    await put(museum, '/general-entry/price-rules', [{ ...members, from: day, to: day }]);
    const shopper = shopperIn(museum);
    const shown = (await shopper.get('/')).text();
    assert.ok(shown.includes(`Wednesday 3 March Wednesday3 ${say('notSold')}`));
    await put(museum, '/general-entry/times', { every: 60, places: 10, lastEntry: 60 });
    await put(museum, '/general-entry/price-rules', [{ ...members, fromTime: '12:00' }]);
    const times = [...(await shopper.get(`/visit?date=${day}`)).html.matchAll(/value="(\d\d:\d\d)"/g)];
    assert.deepEqual(
      times.map(([, time]) => time),
      ['09:00', '10:00', '11:00'],
    );
  });

  test('the first page says what kind of place this is, in the reader’s language where the museum has', async (t) => {
    const museum = await openMuseum(t, { settings });
    const sentence = { en: 'The sea comes in twice a day.', de: 'Das Meer kommt zweimal am Tag.' };
    const contact = {
      phone: '+31 118 555 010',
      email: 'ask@tides.example',
      website: 'https://tides.example/',
    };
    const body = { settings: { sentence, ...contact } };
    assert.equal((await museum.api('PATCH', '/settings', { body })).status, 200);
    const shopper = shopperIn(museum);
    assert.equal((await shopper.get('/?language=de')).heading(), sentence.de);
    const [museumData] = await graphOn(shopper, '/?language=de');
    const { telephone, email, sameAs, description } = museumData as Node;
    assert.deepEqual(
      { phone: telephone, email, website: sameAs, description },
      { ...contact, description: sentence.de },
    );
    const french = await shopper.get('/?language=fr');
    assert.equal(french.heading(), sentence.en);
    assert.match(french.html, /<h1 dir="auto" lang="en">/);
    assert.match(french.html, /<footer[\s\S]*href="tel:\+31118555010"/);
    assert.match(french.html, /<footer[\s\S]*href="\/programme\.ics\?language=fr"/);
  });

  test('on a closed day it says why, and when the museum is open again', async (t) => {
    const museum = await openMuseum(t, { settings });
    const next = { timeOpen: '10:00', timeClose: '17:00' };
    await put(museum, `/museum-hours/${TODAY}`, { closed: true, reason: 'New floor in the hall' });
    await put(museum, '/museum-hours/2027-03-02', next);
    const closed = say('closedTodayFor', { reason: 'New floor in the hall' });
    const again = say('openAgain', { day: 'Tuesday 2 March 2027', open: '10:00', close: '17:00' });
    assert.equal((await shopperIn(museum).get('/')).lead(), `${closed} ${again}`);
  });

  test('after closing time nothing is sold for today any more', async (t) => {
    const museum = await openMuseum(t, { settings });
    await put(museum, `/museum-hours/${TODAY}`, { timeOpen: '08:00', timeClose: '10:30' });
    const shopper = shopperIn(museum);
    assert.ok((await shopper.get('/')).lead()?.startsWith(say('closedNow')));
    assert.equal((await shopper.get(`/visit?date=${TODAY}`)).hasField('general.standard'), false);
    assert.equal((await shopper.get('/visit')).value('date'), '2027-03-02');
  });

  test('pictures stand on the first page and on that of their event, with their size, and where other sites look', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum);
    const shopper = shopperIn(museum);
    assert.doesNotMatch((await shopper.get('/')).html, /<picture>|og:image/);
    const body = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer();
    const headers = { 'content-type': 'image/jpeg' };
    const alt = '?alt.en=A%20sea&alt.de=Ein%20Meer&credit=Archive';
    const path = `/special-events/${eventId}/picture${alt}`;
    const { addresses } = (await museum.api('PUT', path, { body, headers })).json;
    const at = (width: number, format: string): string =>
      addresses.find(
        (each: { width: number; format: string }) => each.width === width && each.format === format,
      ).address;
    const first = (await shopper.get('/')).html;
    assert.match(
      first,
      new RegExp(`<source type="image/webp" srcset="${at(480, 'webp')} 480w" sizes="[^"]+">`),
    );
    assert.match(
      first,
      new RegExp(
        `<img src="${at(480, 'jpg')}" alt="A sea" lang="en" width="480" height="240" loading="lazy"`,
      ),
    );
    const page = await shopper.get(`/events/${eventId}?language=de`);
    assert.match(
      page.html,
      new RegExp(`<img src="${at(960, 'jpg')}" alt="Ein Meer" lang="de" width="960" height="480">`),
    );
    assert.ok(page.text().includes('Archive'));
    const widest = `${PUBLIC_URL}${at(1_600, 'jpg')}`;
    assert.ok(page.html.includes(`<meta property="og:image" content="${widest}">`));
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.html) ?? [];
    const [, event] = JSON.parse(data)['@graph'];
    assert.deepEqual(
      event.image,
      [480, 960, 1_600].map((width) => `${PUBLIC_URL}${at(width, 'jpg')}`),
    );
    assert.match((await shopper.get(`/events/${eventId}?language=fr`)).html, /alt="A sea" lang="en"/);
  });

  test('the logo that staff have set stands in place of the museum’s name, until it is removed', async (t) => {
    const museum = await openMuseum(t, { settings });
    const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><path d="M0 0h6v3z"/></svg>';
    const headers = { 'content-type': 'image/svg+xml' };
    const { json } = await museum.api('PUT', '/museum/logo?alt.en=Tides', { body, headers });
    const shopper = shopperIn(museum);
    const image = `<img src="${json.addresses[0].address}" alt="Museum of Tides">`;
    assert.ok((await shopper.get('/visit')).html.includes(image));
    const lost = await shopperIn(museum).get('/no/such/page', { accept: 'text/html' });
    assert.deepEqual([lost.status, lost.html.includes(image)], [404, true]);
    await museum.api('DELETE', '/museum/logo');
    for (const path of ['/visit', '/no/such/page'])
      assert.equal((await shopper.get(path, { accept: 'text/html' })).html.includes('<img'), false);
  });

  test('while the shop is closed, the first page is the museum’s all the same, and leads staff on', async (t) => {
    const museum = await openMuseum(t);
    const body = {
      ...{ name: 'Museum of Tides', phone: '+31 118 555 010', colour: '#0b5d4e', languages: ['en', 'nl'] },
      sentence: { en: 'The sea comes in twice a day.' },
    };
    assert.equal((await museum.api('PATCH', '/settings', { body })).status, 200);
    const page = await shopperIn(museum).get('/?language=nl');
    assert.deepEqual([page.heading(), page.lead()], ['Museum of Tides', 'The sea comes in twice a day.']);
    assert.match(
      page.html,
      /<html lang="nl".*colour-0b5d4e\.css.*lang="en">The sea.*href="tel:\+31118555010"/s,
    );
    assert.deepEqual(
      [...page.html.matchAll(/ hreflang="(\w+)"/g)].map(([, language]) => language).sort(),
      [...['en', 'nl'], ...['en', 'nl'], 'en'].sort(),
    );
    for (const way of ['/desk', '/gate', '/docs']) assert.match(page.html, new RegExp(`<a href="${way}"`));
  });

  test('while the shop is closed, programs are refused in the one form there is, and browsers with a page', async (t) => {
    const museum = await openMuseum(t);
    for (const [path, status] of [
      ['/?=&=', 400],
      ['/visit', 404],
      ['/imprint', 404],
    ] as const) {
      const typeFor = async (accept: string) => {
        const answer = await museum.ask('GET', path, { headers: { accept } });
        assert.equal(answer.status, status, path);
        return `${answer.headers['content-type']}`.replace(/;.*/, '');
      };
      assert.deepEqual(
        [await typeFor('*/*'), await typeFor('text/html')],
        ['application/problem+json', 'text/html'],
      );
    }
  });

  test('an event has a page with its description, prices and dates, until it is cancelled', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum, { eventDescription: 'Forty scenes.\n\nBring a coat.' });
    const shopper = shopperIn(museum);
    const page = await shopper.get(`/events/${eventId}`);
    assert.deepEqual(
      [page.status, page.heading(), page.lead()],
      [200, 'Sorolla and the sea', 'East wing, room 4'],
    );
    assert.ok(page.text().includes('Forty scenes. Bring a coat.'));
    assert.ok(page.text().includes('€25.00'));
    assert.equal(page.links('/visit?date=').length, 4, 'each date, and the next once more');
    await museum.api('DELETE', `/special-events/${eventId}`);
    const gone = await shopper.get(`/events/${eventId}`);
    assert.deepEqual([gone.status, gone.heading()], [404, say('noSuchPage')]);
    assert.equal((await shopper.get('/events/none')).status, 404);
  });

  test('an event with entry times says what is left at each', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum, { dates: [TODAY, '2027-03-14'] });
    await put(museum, `/special-events/${eventId}/times`, {
      times: ['10:00', '11:30', '15:00'],
      minutes: 45,
    });
    await put(museum, `/capacity/events/${eventId}`, { capacity: 2 });
    for (let sold = 0; sold < 2; sold += 1)
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-14', entryTime: '15:00' }));
    const shopper = shopperIn(museum);
    const around = (page: PageReader, day: string) => page.around(`/visit?date=${day}#${eventId}`);
    const [two, four] = [2, 4].map((count) => say('placesLeft', { count })) as [string, string];
    const event = await shopper.get(`/events/${eventId}`);
    assert.equal(around(event, TODAY), `Mon 1 Mar ${four} 11:30 ${two} 15:00 ${two}`);
    assert.equal(
      around(event, '2027-03-14'),
      `Sun 14 Mar ${four} 10:00 ${two} 11:30 ${two} 15:00 ${say('soldOut')}`,
    );
    assert.ok((await shopper.get('/')).around(`/events/${eventId}`).includes('Mon 1 Mar, 11:30 · 15:00'));
  });

  test('search engines read the museum and its events in one graph, an offer for each category', async (t) => {
    const museum = await openMuseum(t, {
      settings: { ...settings, MUSEUM_ADDRESS: 'Quay 1, 12345 Harbour' },
    });
    await addCategories(museum);
    await put(museum, '/weekly-hours', {
      ...Object.fromEntries(
        ['monday', 'tuesday', 'thursday', 'friday'].map((day) => [
          day,
          { timeOpen: '09:00', timeClose: '17:00' },
        ]),
      ),
      ...{ wednesday: null, saturday: { timeOpen: '10:00', timeClose: '20:00' }, sunday: null },
    });
    const { eventId } = await createEvent(museum, { name: '</script><b>Sorolla', dates: ['2027-03-14'] });
    await put(museum, `/special-events/${eventId}/prices`, [
      { category: 'standard', price: 25 },
      { category: 'reduced', price: 12.5 },
    ]);
    await put(museum, `/capacity/events/${eventId}`, { capacity: 0 });
    const [shown, event] = (await graphOn(shopperIn(museum), '/')) as [Node, Node];
    assert.deepEqual(
      [shown['@type'], shown.name, shown.address, shown.openingHours],
      [
        'Museum',
        'Museum of Tides',
        'Quay 1, 12345 Harbour',
        ['Mo-Tu 09:00-17:00', 'Th-Fr 09:00-17:00', 'Sa 10:00-20:00'],
      ],
    );
    assert.deepEqual(
      [event['@type'], event.name, event.startDate],
      ['Event', '</script><b>Sorolla', '2027-03-14'],
    );
    assert.deepEqual(
      (event.offers as Node[]).map(({ '@type': type, name, price, priceCurrency, availability }) => [
        type,
        name,
        price,
        priceCurrency,
        availability,
      ]),
      [
        ['Offer', 'Standard', 25, 'EUR', 'https://schema.org/SoldOut'],
        ['Offer', 'Reduced', 12.5, 'EUR', 'https://schema.org/SoldOut'],
      ],
    );
    const [, onItsPage] = await graphOn(shopperIn(museum), `/events/${eventId}`);
    assert.equal(onItsPage?.description, 'A guided evening among forty beach scenes.');
  });

  test('the programme is a calendar that others can subscribe to', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14', '2027-03-28'] });
    const tour = await createEvent(museum, { name: 'Behind the scenes', dates: ['2027-03-05'] });
    await put(museum, `/special-events/${tour.eventId}/times`, {
      times: ['11:30', '15:00', '15:30'],
      minutes: 45,
    });
    const { headers, html } = await shopperIn(museum).get('/programme.ics');
    assert.equal(headers['content-type'], 'text/calendar; charset=utf-8');
    const unfolded = html.replaceAll('\r\n ', '');
    const values = (name: string) =>
      [...unfolded.matchAll(new RegExp(`^${name}[^:]*:(.*)\\r$`, 'gm'))].map(([, value]) => value);
    assert.deepEqual(values('DTSTART'), ['20270305T103000Z', '20270305T140000Z', '20270314', '20270328']);
    assert.deepEqual(values('DTEND').slice(0, 2), ['20270305T111500Z', '20270305T151500Z']);
    assert.equal(new Set(values('UID')).size, 4);
    assert.ok(values('URL').includes(`${PUBLIC_URL}/events/${eventId}`));
  });

  test('at an address without a page visitors stay in the shop, and staff are led to their own pages', async (t) => {
    const shopper = shopperIn(await openMuseum(t, { settings }));
    const accept = { accept: 'text/html' };
    const nowhere = await shopper.get('/exhibitions/2019', accept);
    assert.deepEqual([nowhere.status, nowhere.heading()], [404, say('noSuchPage')]);
    assert.match(nowhere.html, /<header class="bar">/);
    assert.match(nowhere.html, /<meta name="robots" content="noindex">/);
    const desk = await shopper.get('/desk-of-the-director', accept);
    assert.match(desk.html, /<header class="bar">/);
    const staff = await shopper.get('/docs/nowhere', accept);
    assert.equal(staff.status, 404);
    assert.ok(staff.links().includes('/desk'));
  });

  test('search engines find the pages for visitors, and no others', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum);
    const shopper = shopperIn(museum);
    assert.match(
      (await shopper.get('/robots.txt')).html,
      new RegExp(`Disallow: /desk\n[\\s\\S]*Sitemap: ${PUBLIC_URL}/sitemap.xml\n`),
    );
    const { html } = await shopper.get('/sitemap.xml');
    const found = [...html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    assert.deepEqual(
      found,
      ['/', '/visit', `/events/${eventId}`].map((path) => PUBLIC_URL + path),
    );
  });

  test('search engines read a summary of each page: what the event says of itself in 160 characters, or the museum’s sentence', async (t) => {
    const museum = await openMuseum(t, { settings });
    await museum.api('PATCH', '/settings', { body: { sentence: { en: 'Ships, and "the" sea' } } });
    const eventDescription = `A\nwalk\n\n${'by the sea '.repeat(20)}`;
    const { eventId } = await createEvent(museum, { eventDescription });
    const { get } = shopperIn(museum);
    const summaryOf = async (path: string) =>
      /<meta name="description" content="([^"]*)">/.exec((await get(path)).html)?.[1];
    assert.equal(await summaryOf('/'), 'Ships, and &quot;the&quot; sea');
    assert.equal(await summaryOf('/visit'), 'Ships, and &quot;the&quot; sea');
    const summary = await summaryOf(`/events/${eventId}`);
    assert.match(`${summary}`, /^A walk by the sea .*[^ ]…$/);
    assert.ok(`${summary}`.length <= 160, summary);
  });

  test('the language is the one in the address, else the browser’s, else the museum’s, and no cookie keeps it', async (t) => {
    const museum = await openMuseum(t, { settings: { ...settings, MUSEUM_LANGUAGE: 'nl' } });
    const shopper = shopperIn(museum);
    const languageOf = (path: string, accepted?: string) =>
      shopper.get(path, accepted === undefined ? {} : { 'accept-language': accepted });
    const said = [
      await languageOf('/'),
      await languageOf('/', 'de-AT, en;q=0.5'),
      await languageOf('/?language=fr', 'de'),
      await languageOf('/?language=xx', 'es'),
    ];
    assert.deepEqual(
      said.map(({ headers }) => headers['content-language']),
      ['nl', 'de', 'fr', 'es'],
    );
    for (const { headers } of said) assert.equal(headers['set-cookie'], undefined);
    const [dutch, , french] = said;
    assert.match(`${dutch?.headers.vary}`, /Accept-Language/);
    assert.deepEqual(
      [canonicalOf(dutch?.html), canonicalOf(french?.html)],
      [`${PUBLIC_URL}/`, `${PUBLIC_URL}/?language=fr`],
    );
    const alternates = [
      ...(french?.html ?? '').matchAll(/rel="alternate" hreflang="([\w-]+)" href="([^"]+)"/g),
    ];
    assert.deepEqual(
      alternates.map(([, language, href]) => [language, href]),
      [
        ...LANGUAGES.map((each) => [each, `${PUBLIC_URL}/?language=${each}`]),
        ['x-default', `${PUBLIC_URL}/`],
      ],
    );
    assert.ok(french?.links('/visit').every((href) => href.includes('language=fr')));
  });

  test('the museum’s logo is on each page, as a picture that can do nothing else, and its colour is that of the buttons', async (t) => {
    const logo = fileURLToPath(new URL('../../fixtures/logo.svg', import.meta.url));
    const museum = await openMuseum(t, {
      settings: { ...settings, MUSEUM_LOGO: logo, MUSEUM_COLOUR: '#0b5d4e' },
    });
    const shopper = shopperIn(museum);
    const { html } = await shopper.get('/visit');
    const [, picture = ''] = /<img src="([^"]+)" alt="Museum of Tides">/.exec(html) ?? [];
    const { headers, html: drawing } = await shopper.get(picture);
    assert.deepEqual(
      [headers['content-type'], headers['content-security-policy']],
      ['image/svg+xml', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
    );
    assert.equal(drawing, await readFile(logo, 'utf8'));
    const [sheet = ''] = /\/shop\/colour-[^"]+/.exec(html) ?? [];
    assert.match((await shopper.get(sheet)).html, /--red-fill: var\(--museum-colour\)/);
    const [shown] = await graphOn(shopper, '/');
    assert.equal(shown?.logo, PUBLIC_URL + picture);
  });

  test('a page is sent again only when something has changed, and small to those who can unpack it', async (t) => {
    const museum = await openMuseum(t, { settings });
    await put(museum, '/capacity/general', { capacity: 3 });
    const visitor = new Visitor(museum);
    const path = '/visit?date=2027-03-02';
    const first = await visitor.get(path);
    const tag = `${first.headers.etag}`;
    assert.equal((await visitor.get(path, { 'if-none-match': tag })).status, 304);
    const packed = await visitor.get(path, { 'accept-encoding': 'gzip' });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.notEqual(packed.headers.etag, tag);
    assert.equal(gunzipSync(packed.bytes).toString(), first.text);
    await buyTicket(museum, generalPurchase());
    const changed = await visitor.get(path, { 'if-none-match': tag });
    assert.equal(changed.status, 200);
    assert.ok(changed.text.includes(say('placesLeft', { count: 2 })));
  });

  test('a page is under 50 kB with all that it needs, however much is going on', async (t) => {
    const museum = await openMuseum(t, { settings });
    await addCategories(museum);
    for (const day of [TODAY, '2027-03-06', '2027-03-07']) await fillDay(museum, day, 60);
    const { eventId } = await createEvent(museum, {
      dates: Array.from({ length: 300 }, (_, index) =>
        new Date(Date.UTC(2027, 2, 1 + index)).toISOString().slice(0, 10),
      ),
    });
    const visitor = new Visitor(museum, { 'accept-encoding': 'gzip, br' });
    for (const path of ['/', `/visit?date=${TODAY}`, `/events/${eventId}`]) {
      const page = await visitor.get(path);
      const needed =
        gunzipSync(page.bytes)
          .toString()
          .match(/(?<=(?:href|src)=")\/assets\/[^"]*/g) ?? [];
      let total = page.bytes.length;
      for (const asset of new Set(needed)) total += (await visitor.get(asset)).bytes.length;
      assert.ok(total < 50_000, `${path}: ${total} bytes`);
    }
  });

  test('without a shop, the first page leads to the interfaces, and there are no pages for visitors', async (t) => {
    const shopper = shopperIn(await openMuseum(t));
    assert.deepEqual((await shopper.get('/')).links(), ['/desk', '/gate', '/docs']);
    for (const path of ['/visit', '/programme.ics', '/robots.txt', '/order/x'])
      assert.equal((await shopper.get(path)).status, 404, path);
  });
});

type Node = Readonly<Record<string, unknown>>;

async function graphOn({ get }: ReturnType<typeof shopperIn>, path: string): Promise<Node[]> {
  const { html } = await get(path);
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  assert.equal(blocks.length, 1);
  const data = JSON.parse(blocks[0]?.[1] ?? '');
  assert.equal(data['@context'], 'https://schema.org');
  return data['@graph'];
}

function canonicalOf(html = ''): string | undefined {
  return /rel="canonical" href="([^"]+)"/.exec(html)?.[1];
}
