import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertSoundInEveryLook, openPage, type Page, wideElements } from '../../fixtures/browser.ts';
import { furnishedMuseum, museumWithDesk, openDesk, timedMuseum } from '../../fixtures/desk-pages.ts';
import { KEYBOARD } from '../../fixtures/hands.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { createEvent, TODAY } from '../../fixtures/samples.ts';
import { LANGUAGES } from '../../src/pages/texts.ts';

test('each page of the programme is accessible, fits, and asks for nothing elsewhere, however one looks at it', async (t) => {
  const museum = await furnishedMuseum(t);
  await createEvent(museum, { name: 'W'.repeat(200), location: 'x'.repeat(200), dates: ['2027-03-02'] });
  const page = await openDesk(t, museum, '/desk/events');
  const address = await page.getByRole('link', { name: 'Sorolla and the sea' }).first().getAttribute('href');
  for (const path of [
    '/desk/events',
    '/desk/events?date=2029-01-01',
    '/desk/events?by=name',
    '/desk/events/new',
    `${address}?done=eventChanged`,
    `${address}/edit`,
    `${address}/cancel`,
    '/desk/calendar',
    '/desk/settings/hours',
    '/desk/settings/places',
    '/desk/calendar/2027-03-07',
    '/desk/calendar/2027-03-12',
  ]) {
    await page.goto(path);
    await assertSoundInEveryLook(page);
  }
  await page.goto('/desk/calendar/2027-03-07');
  await page.getByLabel('On this day the museum is').selectOption('closed');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('heading', { name: 'Close on Sunday 7 March 2027?' }).waitFor();
  await assertSoundInEveryLook(page);
  await page.goto(`${address}/edit`);
  await page.getByLabel('Sunday 7 March 2027').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: '11 tickets will no longer admit anyone.' }).waitFor();
  await assertSoundInEveryLook(page);
  await museum.api('PATCH', `/special-events${address?.slice('/desk/events'.length)}`, {
    body: { price: 30, name: 'New' },
  });
  await page.getByLabel('Name').fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('What has changed since').waitFor();
  await assertSoundInEveryLook(page);
});

test('pages with categories and entry times are accessible and fit, in every language on the smallest phone too', async (t) => {
  const museum = await timedMuseum(t);
  const page = await openDesk(t, museum, '/desk');
  const [event] = (await museum.api('GET', `/special-events?startDate=${TODAY}`)).json;
  const paths = [
    ...['/desk', '/desk/calendar', `/desk/calendar/${TODAY}`, '/desk/settings/times'],
    ...['/desk/settings/prices', '/desk/settings/prices/day?date=2027-03-07'],
    ...[`/desk/events/${event.eventId}`, `/desk/events/${event.eventId}/edit`],
  ];
  for (const path of paths) {
    await page.goto(path);
    await assertSoundInEveryLook(page);
  }
  await page.goto('/desk/settings/prices');
  await page.getByLabel('Up to age').first().fill('200');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await assertSoundInEveryLook(page);
  const phone = await openDesk(t, museum, '/desk', { width: 320, touch: true });
  for (const language of LANGUAGES)
    for (const path of paths) {
      await phone.goto(`${path}${path.includes('?') ? '&' : '?'}language=${language}`);
      assert.deepEqual(await wideElements(phone), [], `${path} in ${language}`);
    }
});

test('a finger hits each day, on the smallest phone', async (t) => {
  const page = await openDesk(t, await museumWithDesk(t), '/desk/events/new', { width: 320, touch: true });
  const small = await page.evaluate<string[]>(`[...document.querySelectorAll('.month label')]
    .filter((label) => label.getBoundingClientRect().height < 44 || label.getBoundingClientRect().width < 39)
    .map((label) => label.textContent)`);
  assert.deepEqual(small, []);
});

test('the longest words of each language fit on the smallest phone', async (t) => {
  const museum = await furnishedMuseum(t);
  const page = await openDesk(t, museum, '/desk/events', { width: 320, touch: true });
  const address = await page.getByRole('link', { name: 'Sorolla and the sea' }).first().getAttribute('href');
  for (const language of LANGUAGES) {
    for (const path of [
      '/desk/events?by=name',
      `${address}/edit`,
      `${address}/cancel`,
      '/desk/calendar',
      '/desk/calendar/2027-03-12',
      '/desk/settings/hours',
    ]) {
      const { pathname, searchParams } = new URL(path, 'http://museum.invalid');
      searchParams.set('language', language);
      await page.goto(`${pathname}?${searchParams}`);
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      assert.deepEqual(await wideElements(page), [], `${path} in ${language}`);
    }
  }
});

async function withoutScripts(t: TestContext, museum: Museum, to: string): Promise<Page> {
  const page = await openDesk(t, museum, to);
  const plain = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await plain.route('**/*.js', (route) => route.abort());
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(to);
  return plain;
}

test('an event is announced by keyboard alone, over two months, without scripts', async (t) => {
  const { press, write, tick } = KEYBOARD;
  const museum = await museumWithDesk(t);
  const page = await withoutScripts(t, museum, '/desk/events');
  await press(page, 'link', 'New event');
  const texts = {
    Name: 'Comets',
    Where: 'Roof',
    Description: 'Bring a coat.',
    Price: '12.50',
    'Places on each date': '30',
  };
  for (const [label, text] of Object.entries(texts)) await write(page, label, text);
  await tick(page, 'Monday 29 March 2027');
  await press(page, 'button', 'Go to April 2027');
  await page.getByRole('heading', { name: 'April 2027' }).waitFor();
  // The focus is where it was, so that a year is turned with one key.
  await page.locator('button:focus', { hasText: 'Go to May 2027' }).waitFor();
  assert.ok(await page.getByText('1 day selected.').isVisible());
  await tick(page, 'Thursday 1 April 2027');
  await write(page, 'Name', 'Comets at night');
  await page.keyboard.press('Enter');
  await page.getByText('The event is on sale.').waitFor();
  const { json } = await museum.api('GET', '/special-events?startDate=2027-03-29&endDate=2027-03-29');
  const { eventId: _, ...event } = json[0];
  assert.deepEqual(event, {
    name: 'Comets at night',
    location: 'Roof',
    eventDescription: 'Bring a coat.',
    dates: ['2027-03-29', '2027-04-01'],
    price: 12.5,
  });
});

test('a double click announces one event, and what Enter sends is the form, not another month', async (t) => {
  const museum = await museumWithDesk(t);
  const page = await openDesk(t, museum, '/desk/events/new');
  await page.getByLabel('Name').fill('Comets');
  await page.getByLabel('Where').fill('Roof');
  await page.getByLabel('Price').fill('0');
  await page.getByLabel('Tuesday 2 March 2027').check();
  await page.getByRole('button', { name: 'Announce' }).dblclick();
  await page.getByText('The event is on sale.').waitFor();
  assert.equal((await museum.api('GET', '/special-events')).json.length, 1);
});

test('an event is cancelled after its consequences were read, and stays in the list as cancelled', async (t) => {
  const museum = await furnishedMuseum(t);
  const page = await openDesk(t, museum, '/desk/events');
  await page.getByRole('link', { name: 'Pirate coding workshop' }).first().click();
  await page.getByRole('link', { name: 'Cancel event' }).click();
  await page.getByText('6 tickets will no longer admit anyone.').waitFor();
  assert.ok(await page.getByText('6 visitors left an address').isVisible());
  await page.getByRole('button', { name: 'Cancel Pirate coding workshop' }).click();
  await page.getByText('The event has been cancelled.').waitFor();
  await page.goto('/desk/events');
  const row = page.getByRole('row', { name: 'Saturday 6 March 2027' });
  assert.match(await row.innerText(), /Pirate coding workshop cancelled/);
});

test('on a phone the weeks of the calendar are folded, and today is in view', async (t) => {
  const museum = await furnishedMuseum(t);
  museum.clock.advance(26 * 86_400_000);
  const page = await openDesk(t, museum, '/desk/calendar', { width: 390, height: 844, touch: true });
  const today = await page.getByRole('link', { name: 'Saturday 27 March 2027' }).boundingBox();
  assert.ok(today && today.y >= 0 && today.y + today.height <= 844, JSON.stringify(today));
  assert.ok((await page.evaluate<number>('document.documentElement.scrollHeight')) < 2_000);
  const other = page.getByRole('link', { name: 'Wednesday 10 March 2027' });
  assert.equal(await other.isVisible(), false);
  await page.getByText('Mon 8 Mar to Sun 14 Mar').click();
  assert.ok(await other.isVisible());
});

test('a day is closed by keyboard alone, without scripts, and the calendar says why', async (t) => {
  const { press, write, choose, pick } = KEYBOARD;
  const museum = await furnishedMuseum(t);
  const page = await withoutScripts(t, museum, '/desk/calendar');
  await press(page, 'link', 'Sunday 7 March 2027');
  await choose(page, 'On this day the museum is', 'closed');
  await write(page, 'Reason', 'Storm');
  await page.keyboard.press('Enter');
  await page.getByText('44 general entry tickets have been sold for days that will be closed.').waitFor();
  await pick(page, 'Sorolla and the sea, Sun 7 Mar 2027', 'Takes place');
  await press(page, 'button', 'Close');
  await page.getByText('1 day is closed.').waitFor();
  await page.goto('/desk/calendar');
  assert.ok(await page.getByRole('cell', { name: 'Closed: Storm' }).isVisible());
});

test('an event whose name is written from right to left stands before its place and its figures', async (t) => {
  const museum = await museumWithDesk(t);
  const [name, location] = ['ליל', 'אולם 4'];
  await createEvent(museum, { name, location, dates: [TODAY] });
  const page = await openDesk(t, museum, '/desk');
  const begins = (text: string) => page.evaluate<number>(`(${BEGINS})('${text}')`);
  assert.ok((await begins(name)) < (await begins(location)));
  await page.goto('/desk/calendar');
  assert.ok((await begins(name)) < (await begins('0 sold')));
});

/** Where on its line the last text of the page begins that is or has `sought`. */
const BEGINS = `(sought) => {
  const range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const index = node.data.indexOf(sought);
    if (index < 0) continue;
    range.setStart(node, index);
    range.setEnd(node, index + sought.length);
  }
  return range.getBoundingClientRect().left;
}`;
