import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseUuid } from '../../core/uuid.ts';
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { KeptAnswers } from '../../http/kept-answers.ts';
import { errorHandler } from '../../http/server.ts';
import { readForms } from '../../http/sessions.ts';
import { buy } from './buy.ts';
import { eventPage } from './event-page.ts';
import { homePage } from './home-page.ts';
import { NetworkPace } from './network-pace.ts';
import { OrderIntake } from './order-intake.ts';
import { routeOrders } from './orders.ts';
import { type LookSettings, type OwnLook, routeOwnLook } from './own-look.ts';
import { programmeCalendar } from './programme-calendar.ts';
import { shopRefusalRenderer } from './refusals.ts';
import type { ShopOptions } from './shop-options.ts';
import { robots, sitemap } from './sitemap.ts';
import { chosenIn, visitPage } from './visit-page.ts';
import { type Visitor, visitorOf } from './visitor.ts';

type Page = (
  visitor: Visitor,
  shop: ShopOptions,
  request: FastifyRequest,
) => Promise<Answer & { readonly body: string }>;

/** What is the same for everybody: it is kept until something changes. */
const PAGES: Readonly<Record<string, Page>> = {
  '/': homePage,
  '/visit': visitPage,
  '/events/:eventId': (visitor, shop, request) => eventPage(visitor, shop, eventIdIn(request)),
  '/programme.ics': (_visitor, shop) => programmeCalendar(shop),
  '/sitemap.xml': (_visitor, shop) => sitemap(shop),
  '/robots.txt': (_visitor, shop) => robots(shop),
};

/**
 * How often a minute the orders of one network make payment providers be asked. Somebody who looks without end would use up
 * their limits, and nobody could pay.
 */
const MOST_LOOKS = 60;

/** How seldom PostgreSQL is asked whether something has changed. */
const ASK_AFTER_MS = 1_000;

/** What app.ts opens the shop with. */
export type ShopParts = Omit<ShopOptions, keyof OwnLook | 'seller' | 'intake' | 'looks'> & LookSettings;

/** Routes the pages for visitors, who need no account. */
export function routeShop(app: FastifyInstance, { colour, logo, ...parts }: ShopParts): void {
  const kept = new KeptAnswers(parts.store, parts.clock, ASK_AFTER_MS);
  app.register(async (pages) => {
    const look = routeOwnLook(pages, { colour, logo });
    const seller = { accountId: parts.checkout.shopId, role: 'partner', channel: 'shop' } as const;
    const intake = new OrderIntake(parts.checkout, parts.formTokens, parts.clock);
    const looks = new NetworkPace(MOST_LOOKS, parts.clock);
    const shop: ShopOptions = { ...parts, ...look, seller, intake, looks };
    pages.setErrorHandler(errorHandler(shop.log, shopRefusalRenderer(shop)));
    readForms(pages);
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, countedAs: 'shop' };
    });
    for (const [path, page] of Object.entries(PAGES)) {
      pages.get(path, async (request, reply) => {
        const visitor = visitorOf(request, shop);
        const render = () => page(visitor, shop, request);
        send(request, reply, await kept.find(request, keyOf(visitor, request), render));
      });
    }
    pages.post('/visit', async (request, reply) =>
      send(request, reply, await buy(visitorOf(request, shop), shop, request)),
    );
    routeOrders(pages, shop);
  });
}

/** One for all who see the same page. Only that of a day heeds more in its address than the language. */
function keyOf(visitor: Visitor, { url, routeOptions }: FastifyRequest): string {
  const [path] = url.split('?', 1);
  const choice = routeOptions.url === '/visit' ? chosenIn(visitor) : '';
  return `${visitor.language} ${visitor.hasChosen} ${path} ${choice}`;
}

/** @throws HttpRefusal not-found */
function eventIdIn({ params }: FastifyRequest) {
  const eventId = parseUuid((params as { readonly eventId: string }).eventId);
  if (eventId === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return eventId;
}
