import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { furnishedMuseum } from '../../fixtures/desk-pages.ts';
import { shopperIn } from '../../fixtures/shop.ts';
import { museumWithVisitors } from '../../fixtures/shop-pages.ts';
import { textFaults } from '../../fixtures/text-faults.ts';
import { allCatalogues } from '../../scripts/new-language.ts';
import { LANGUAGE_NAMES } from '../../src/pages/texts.ts';

const catalogues = [...(await allCatalogues()).values()];

/** What a page says that is no text of a catalogue: data, and what `Intl` writes. */
const DATA =
  /Museum of Tides|Behind the scenes|Lobby|Where paintings sleep|With the curator who hung them|, and a glass of wine|, on loan from Valencia|Erwachsene|Studierende|Kinder|Familie|student card|Harbour Quay|Tidehaven|Stripe|Mollie|order-\w+|\bStandard\b|Sorolla and the sea|Pirate coding workshop|Lanterns on the canal|New floor in the hall|A guided evening among forty beach scenes|East wing, room 4|Learning centre|Tea with the curator|East door|Garden door|For children from eight on|ticket-(?:general|event)-[\w-]+|[\w.]+@example\.(?:com|org)|\b(?:admin|manager|cashier|partner|gate|viewer|other-partner)\b|[0-9a-f-]{36}/g;
const INTL =
  /\b(?:(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan|Feb|Mär|Apr|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Mo|Di|Mi|Do|Fr|Sa|So|EUR)\b/g;

describe('the texts of pages', () => {
  it('are there in every language', () => {
    assert.deepEqual(catalogues.flatMap(textFaults), []);
  });

  it('all stand in a catalogue, so that a page in a made-up language says nothing in any other', async (t) => {
    makeUp(t);
    const museum = await furnishedMuseum(t);
    const visitor = new Visitor(museum);
    await visitor.signIn('admin', '/desk');
    await visitor.get('/desk?language=de');
    const [event] = (await museum.api('GET', '/special-events?startDate=2027-03-01')).json;
    const [ticket] = (await museum.api('GET', '/tickets?ticketDate=2027-03-01')).json;
    const said: Record<string, string> = {};
    for (const path of [
      ...[
        '/?language=de',
        '/gate',
        '/gate/occupancy',
        '/desk',
        '/desk/count',
        '/desk/sell',
        '/desk/sell?date=2027-03-06',
        '/desk/nothing',
      ],
      ...['/desk/tickets', `/desk/tickets/${ticket.ticketId}`, `/desk/tickets/${ticket.ticketId}/exchange`],
      ...['/desk/events', '/desk/events/new', `/desk/events/${event.eventId}`],
      ...[`/desk/events/${event.eventId}/edit`, `/desk/events/${event.eventId}/cancel`],
      ...[`/desk/events/${event.eventId}/picture`, '/desk/museum/picture', '/desk/museum/logo'],
      ...['/desk/calendar', '/desk/calendar/2027-03-12', '/desk/settings/hours', '/desk/settings/places'],
      ...['/desk/settings/times', '/desk/settings/prices', '/desk/settings/prices/day?date=2027-03-12'],
      ...[
        '',
        '/museum',
        '/visitors',
        '/mail',
        '/money',
        '/gate',
        '/partners',
        '/privacy',
        '/shop',
        '/texts/imprint',
      ].map((page) => `/desk/settings${page}`),
      '/desk/first-steps/gate',
      ...['/desk/reports', '/desk/reports?by=event', '/desk/reports?report=visits&by=hour'],
      ...['/desk/reports?report=money', '/desk/reports/overview', '/desk/reports/overview?of=2027'],
      ...['/desk/accounts', '/desk/webhooks', '/desk/mail', '/desk/journal', '/desk/sessions'],
    ]) {
      const page = await visitor.get(path);
      assert.equal(page.status, path === '/desk/nothing' ? 404 : 200, path);
      assert.match(page.text, /<h1/);
      const words = foreignWords(page.text);
      if (words.length > 0) said[path] = words.join(' | ');
    }
    assert.deepEqual(said, {});
  });

  it('of the pages for visitors all stand in a catalogue too', async (t) => {
    makeUp(t);
    const museum = await museumWithVisitors(t, { MUSEUM_PAYMENTS: 'desk,stripe,mollie' });
    const shopper = shopperIn(museum);
    const buy = async (fields: Record<string, string>) =>
      `${await shopper.buy('2027-03-03', { 'time.general': '14:00', ...fields })}?language=de`;
    const held = await buy({ 'general.standard': '1' });
    const free = await buy({ 'general.children': '2' });
    const cancelled = await buy({ 'general.students': '1' });
    await shopper.post(cancelled.replace('?', '/cancel?'));
    const [{ eventId }] = (await museum.api('GET', '/special-events?startDate=2027-03-01')).json;
    const said: Record<string, string> = {};
    for (const path of [
      ...['/?language=de', `/events/${eventId}?language=de`, '/visit?date=2027-03-03&language=de'],
      ...['/visit?date=2027-03-05&language=de', '/visit?date=none&language=de', '/order/none?language=de'],
      ...[held, free, cancelled],
    ]) {
      const words = foreignWords((await shopper.get(path)).html);
      if (words.length > 0) said[path] = words.join(' | ');
    }
    assert.deepEqual(said, {});
  });
});

/** Makes up a language in the place of German: each text in brackets, around what is put into it. */
function makeUp(t: TestContext): void {
  for (const { texts } of catalogues) {
    const german = texts.de as Record<string, unknown>;
    const original = { ...german };
    for (const [key, text] of Object.entries(original)) {
      german[key] =
        typeof text === 'string'
          ? `⟦${text}⟧`
          : Object.fromEntries(Object.entries(text as object).map(([form, each]) => [form, `⟦${each}⟧`]));
    }
    t.after(() => Object.assign(german, original));
  }
}

/** What people read or hear on the page that is neither in brackets nor data. */
function foreignWords(html: string): string[] {
  const heard = [...html.matchAll(/\s(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  const read = html.replaceAll(/<(script|style|pre)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '\n');
  let rest = [read, ...heard].join('\n');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return [
    ...new Set(
      rest
        .replaceAll(new RegExp(Object.values(LANGUAGE_NAMES).join('|'), 'g'), ' ')
        .replaceAll(DATA, ' ')
        .replaceAll(INTL, ' ')
        .match(/\p{L}[^\n]*/gu) ?? [],
    ),
  ];
}
