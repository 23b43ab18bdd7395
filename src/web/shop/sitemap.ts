import type { TextAnswer } from '../../http/answer.ts';
import { listOffers, salesUntil } from '../../offers/index.ts';
import { html } from '../../pages/html.ts';
import type { Visitor } from './visitor.ts';

/** The pages that search engines should know: https://www.sitemaps.org/protocol.html */
export async function sitemap({ shop }: Visitor): Promise<TextAnswer> {
  const { store, seller, terms } = shop;
  const publicUrl = shop.publicUrl();
  const range = { from: terms.calendar.today(), to: salesUntil(terms) };
  const offers = await listOffers(store, seller, { ...range, ticketType: 'event' }, terms);
  const events = new Set(offers.map(({ product }) => `/events/${product}`));
  const addresses = ['/', '/visit', ...events].map(
    (path) => html`<url><loc>${publicUrl}${path}</loc></url>\n`,
  );
  const body = html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      ${addresses}
    </urlset>
  `;
  return textOf('application/xml; charset=utf-8', body.text);
}

/** RFC 9309 */
export async function robots({ shop: { publicUrl } }: Visitor): Promise<TextAnswer> {
  return textOf(
    'text/plain; charset=utf-8',
    `User-agent: *\nDisallow: /desk\nDisallow: /gate\nDisallow: /sign-in\n\nSitemap: ${publicUrl()}/sitemap.xml\n`,
  );
}

function textOf(type: string, body: string): TextAnswer {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body };
}
