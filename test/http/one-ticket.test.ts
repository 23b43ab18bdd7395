import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { openForTest } from '../../fixtures/museum-client.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { KeyRing } from '../../src/codes/index.ts';
import { SERVICE } from '../../src/core/actor.ts';
import { LANGUAGES, type Language } from '../../src/core/language.ts';
import { type TicketDraft, TicketImages, type TicketImagesOptions } from '../../src/images/ticket-images.ts';
import { settingsOf } from '../../src/settings/index.ts';

const CURRENCIES: { readonly [Known in Language]?: string } = { en: 'USD', de: 'USD', fr: 'JPY', es: 'KWD' };

/** As a reader sees it: no line is broken at a blank. */
const plain = (text = '') => text.replaceAll(/[\u00a0\u202f]/g, ' ');

for (const language of LANGUAGES)
  test(`a ticket and its price are called the same on its picture, in its mail, at the desk and at the gate: ${language}`, async (t) => {
    const server = await startMailServer(t);
    const museum = await openForTest(t, {
      settings: {
        MUSEUM_LANGUAGE: language,
        MUSEUM_CURRENCY: CURRENCIES[language] ?? 'EUR',
        MUSEUM_GENERAL_PRICE: '9',
        MUSEUM_SMTP_URL: server.url,
        MUSEUM_MAIL_FROM: 'tickets@museum.example',
      },
    });
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const { face } = await draftOf(
      { store: museum.store, settings: { now: settingsOf({}, { language }) } },
      ticketId,
    );
    const [what, price] = [face.title, plain(face.price)];

    await server.has(1);
    const mail = plain(server.arrived[0]?.mail.text);
    assert.match(mail, new RegExp(`: ${what}$`, 'm'));
    assert.ok(mail.includes(`: ${price}\n`), `${price} in ${mail}`);

    const visitor = new Visitor(museum, { 'accept-language': language });
    await visitor.signIn('manager');
    const printed = plain((await visitor.get(`/desk/print?tickets=${ticketId}`)).text);
    assert.ok(printed.includes(`<p>${what} · `) && printed.includes(` · ${price}<br>`), `${what}, ${price}`);
    const token = (await visitor.get('/gate/session')).json.csrfToken;
    const cookie = `museum_session=${visitor.cookies.get('museum_session')}`;
    const headers = { cookie, 'x-csrf-token': token, 'accept-language': language };
    const scan = { as: 'nobody', headers, body: { ticketId } } as const;
    const { json } = await museum.ask('POST', '/gate/api/check-ins', scan);
    assert.ok(json.message.startsWith(`${what}, `), json.message);
    const [, option] = /<option value="general">([^<]*)/.exec((await visitor.get('/gate')).text) ?? [];
    assert.equal(option?.toLowerCase(), what.toLowerCase());
    assert.match((await visitor.get('/gate/occupancy')).text, new RegExp(`>${what}<`));
  });

/** Of a picture that nobody draws. */
function draftOf(
  museum: Pick<TicketImagesOptions, 'store' | 'settings'>,
  ticketId: string,
): Promise<TicketDraft> {
  const keys = new KeyRing(museum.store);
  const images = new TicketImages({ ...museum, keys, timeZone: 'UTC', painter: undefined as never });
  return images.draft(SERVICE, ticketId as TicketDraft['soldBy']);
}
