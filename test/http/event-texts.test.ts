import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ParsedMail } from 'mailparser';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { BOOKED_DAY, openForResellers } from '../../fixtures/reseller.ts';
import { createEvent, newEvent } from '../../fixtures/samples.ts';
import { SHOP_SETTINGS, shopperIn } from '../../fixtures/shop.ts';

const DAY = '2027-03-14';
const GERMAN = {
  name: 'Sorolla und das Meer',
  location: 'Ostflügel, Saal 4',
  eventDescription: 'Am Strand.',
};

describeOnDatabase((openMuseum) => {
  const at = (eventId: string) => `/special-events/${eventId}/texts`;
  const putTexts = (museum: Museum, eventId: string, body: object) =>
    museum.api('PUT', at(eventId), { body, as: 'manager' });

  it('says in which language it is, and keeps what it says in others', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_LANGUAGE: 'fr' } });
    const { eventId } = await createEvent(museum);
    const shown = async () => (await museum.api('GET', at(eventId), { as: 'viewer' })).json;
    assert.deepEqual(await shown(), { textLanguage: 'fr', texts: {} });
    const texts = { textLanguage: 'en', texts: { de: GERMAN, nl: { name: 'Sorolla en de zee' } } };
    const put = await putTexts(museum, eventId, texts);
    assert.deepEqual([put.status, put.json], [200, texts]);
    assert.deepEqual(await shown(), texts);
    const next = await putTexts(museum, eventId, { texts: { de: { name: GERMAN.name }, es: {} } });
    assert.deepEqual(next.json, { textLanguage: 'en', texts: { de: { name: GERMAN.name } } });
    assert.deepEqual((await museum.api('GET', `/special-events/${eventId}`)).json, {
      eventId,
      ...newEvent(),
    });
  });

  it('takes no text in its own language, in an unknown one, or that is too long', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const refused = async (body: object, pointer: string) =>
      assertRefused(await putTexts(museum, eventId, body), 400, 'invalid-request', [`body ${pointer}`]);
    await refused({ textLanguage: 'en', texts: { en: GERMAN } }, '/texts/en');
    await refused({ texts: { en: GERMAN } }, '/texts/en');
    await refused({ texts: { it: GERMAN } }, '/texts/it');
    await refused({ texts: { de: { name: 'x'.repeat(201) } } }, '/texts/de/name');
    await refused({ texts: { de: { price: 3 } } }, '/texts/de/price');
    assertRefused(
      await museum.api('PUT', at(eventId), { body: { texts: {} }, as: 'cashier' }),
      403,
      'forbidden',
    );
    const unknown = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
    assertRefused(await putTexts(museum, unknown, { texts: {} }), 404, 'event-not-found');
  });

  it('is read by visitors in their language, else in the museum’s, as far as it is known', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS });
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    await putTexts(museum, eventId, { texts: { de: GERMAN, fr: { name: 'Sorolla et la mer' } } });
    const { name, location } = newEvent() as { name: string; location: string };
    const shopper = shopperIn(museum);
    const saysOn = async (path: string, ...texts: readonly string[]) => {
      const { html } = await shopper.get(path);
      for (const text of texts) assert.ok(html.includes(text), `${path} says ${text}`);
    };
    await saysOn(`/events/${eventId}?language=de`, ...Object.values(GERMAN));
    await saysOn(`/events/${eventId}?language=fr`, 'Sorolla et la mer', location);
    await saysOn(`/events/${eventId}?language=es`, name, location);
    await saysOn('/?language=de', GERMAN.name, GERMAN.location);
    await saysOn(`/visit?date=${DAY}&language=de`, GERMAN.name);
    assert.match((await museum.ask('GET', '/programme.ics?language=de')).text, /Sorolla und das Meer/);
  });

  it('is told to resellers in the language that they ask in', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const { eventId } = await createEvent(museum, { dates: [BOOKED_DAY] });
    await putTexts(museum, eventId, { texts: { de: GERMAN } });
    const told = async (language: string) => {
      const headers = { authorization: `Bearer ${reseller.token}`, 'accept-language': language };
      const { json } = await museum.ask('GET', `/octo/products/${eventId}`, { as: 'nobody', headers });
      return [json.locale, json.internalName];
    };
    assert.deepEqual(await told('de-AT, fr;q=0.5'), ['de', GERMAN.name]);
    assert.deepEqual(await told('fr'), ['fr', newEvent().name]);
    assert.deepEqual(await told('fi'), ['en', newEvent().name]);
  });

  it('marks what visitors read in another language than the page', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS });
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    await putTexts(museum, eventId, { texts: { de: { name: GERMAN.name } } });
    const { name, location, eventDescription } = newEvent() as Record<string, string>;
    const shopper = shopperIn(museum);
    const german = await shopper.get(`/events/${eventId}?language=de`);
    assert.ok(german.html.includes(`<h1>${GERMAN.name}</h1>`));
    assert.ok(german.html.includes(`<span dir="auto" lang="en">${location}</span>`));
    assert.ok(
      german.html.includes(`<div class="description" dir="auto" lang="en"><p>${eventDescription}</p>`),
    );
    const french = await shopper.get(`/events/${eventId}?language=fr`);
    assert.ok(french.html.includes(`<h1 lang="en">${name}</h1>`), french.html);
    for (const path of ['/?language=fr', `/visit?date=${DAY}&language=fr`])
      assert.match((await shopper.get(path)).html, new RegExp(`lang="en">(<a [^>]*>)?${name}<`), path);
    const english = await shopper.get(`/events/${eventId}?language=en`);
    assert.doesNotMatch(english.html, /<(h1|span|div)[^>]* lang=/);
  });

  it('is said to who ordered in their language: on their page, in mails, on tickets and in calendars', async (t) => {
    const server = await startMailServer(t);
    const mail = { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' };
    const museum = await openMuseum(t, { settings: { ...SHOP_SETTINGS, ...mail } });
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    await putTexts(museum, eventId, { texts: { de: { name: GERMAN.name } } });
    const { location } = newEvent() as { location: string };
    const item = { ticketType: 'event', eventId, ticketDate: DAY, quantity: 1 };
    const body = { items: [item], email: 'ada@example.com', language: 'de', paidBy: 'cash' };
    const placed = await museum.api('POST', '/orders', { body });
    assert.equal(placed.status, 201, placed.text);
    await server.has(1);
    const got = server.arrived[0]?.mail as ParsedMail;
    assert.ok(got.subject?.includes(GERMAN.name), got.subject);
    assert.ok(String(got.html).includes(GERMAN.name));
    assert.ok(String(got.html).includes(`<span lang="en">${location}</span>`), String(got.html));
    const calendar = got.attachments.find(({ contentType }) => contentType === 'text/calendar');
    assert.match(`${calendar?.content}`, /SUMMARY:Sorolla und das Meer/);
    const pdf = await museum.api('GET', `/orders/${placed.json.orderId}/tickets.pdf`);
    const written = pdf.bytes.toString('latin1');
    assert.match(written, /\/Type \/Catalog [^>]*\/Lang \(de\)/);
    assert.equal(written.match(/\/S \/P [^>]*\/Lang \(en\)/g)?.length, 1, 'the place');
  });
});
