import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '../../core/language.ts';
import { prefers } from '../../http/accept.ts';
import { send, type TextAnswer } from '../../http/answer.ts';
import { PublicAnswerCache } from '../../http/answer-cache.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { errorHandler, type RefusalRenderer } from '../../http/server.ts';
import { readForms } from '../../http/sessions.ts';
import type { Html } from '../../pages/html.ts';
import { findPictures, pictureAddress, pictureWidths } from '../../pictures/index.ts';
import { RevisionCache, type Store } from '../../store/index.ts';
import { buy } from './buy.ts';
import { closedPage } from './closed-page.ts';
import { eventPage } from './event-page.ts';
import { homePage } from './home-page.ts';
import { NetworkPace } from './network-pace.ts';
import { OrderIntake } from './order-intake.ts';
import { routeOrders } from './orders.ts';
import { type LookSettings, type OwnLook, routeOwnLook } from './own-look.ts';
import { routeOwnTexts } from './own-text-page.ts';
import { programmeCalendar } from './programme-calendar.ts';
import { shopRefusalRenderer } from './refusals.ts';
import type { ShopOptions } from './shop-options.ts';
import { robots, sitemap } from './sitemap.ts';
import { chosenIn, visitPage } from './visit-page.ts';
import { codeInAddress, type Visitor, visitorOf } from './visitor.ts';

/** What is the same for everybody: it is kept until something changes. */
const PAGES: Readonly<Record<string, (visitor: Visitor) => Promise<TextAnswer>>> = {
  '/': homePage,
  '/visit': visitPage,
  '/events/:eventId': eventPage,
  '/programme.ics': programmeCalendar,
  '/sitemap.xml': sitemap,
  '/robots.txt': robots,
};

/**
 * How often a minute the orders of one network make payment providers be asked. Somebody who looks without end would use up
 * their limits, and nobody could pay.
 */
const MOST_LOOKS = 60;

/** How seldom PostgreSQL is asked whether something has changed. */
const ASK_AFTER_MS = 1_000;

/** What app.ts opens the shop with. */
export type ShopParts = Omit<ShopOptions, keyof OwnLook | 'seller' | 'intake' | 'looks'> &
  LookSettings & {
    /** Where staff go on from the first page while the shop is closed. */
    readonly staffWays: (language: Language) => Html;
  };

/**
 * Routes the pages for visitors, who need no account.
 * @returns how they are told of a refusal, also at addresses without a page
 */
export function routeShop(app: FastifyInstance, { logo, staffWays, ...parts }: ShopParts): RefusalRenderer {
  const kept = new PublicAnswerCache(parts.store, parts.clock, ASK_AFTER_MS);
  const look = routeOwnLook(app, { logo });
  const seller = { accountId: parts.checkout.shopId, role: 'partner', channel: 'shop' } as const;
  const intake = new OrderIntake(parts.checkout, parts.formTokens, parts.clock);
  const looks = new NetworkPace(MOST_LOOKS, parts.clock);
  const shop = { ...parts, ...look, seller, intake, looks };
  const renderRefusal = shopRefusalRenderer(shop);
  app.register(async (pages) => {
    if (look.logo === undefined) followLogo(app, pages, shop);
    const showRefusal = errorHandler(shop.log, renderRefusal);
    pages.setErrorHandler((error: Error, request, reply) => {
      if (!isOpen(shop) && !isForPeople(request)) throw error; // told as everywhere else
      showRefusal(error, request, reply);
    });
    readForms(pages);
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, countedAs: 'shop' };
    });
    for (const [path, page] of Object.entries(PAGES)) {
      pages.get(path, async (request, reply) => {
        const visitor = visitorOf(request, shop);
        const isFirst = path === '/' && !isOpen(shop);
        if (!isFirst) requireOpen(shop);
        const make = async () => (isFirst ? closedPage(visitor, staffWays(visitor.language)) : page(visitor));
        const answer =
          codeInAddress(visitor) === undefined
            ? await kept.find(request, keyOf(visitor), make)
            : await make();
        return send(request, reply, answer);
      });
    }
    pages.post('/visit', async (request, reply) => {
      requireOpen(shop);
      return send(request, reply, await buy(visitorOf(request, shop)));
    });
    routeOrders(pages, shop);
    routeOwnTexts(pages, shop);
  });
  return renderRefusal;
}

/** The logo that staff have set, where the operator has set none: on the shop's pages, and where there is no page. */
function followLogo(
  app: FastifyInstance,
  pages: FastifyInstance,
  shop: { logo: string | undefined; readonly store: Store },
): void {
  const kept = new RevisionCache<{ readonly address: string | undefined }>(shop.store, 'events', () => 100);
  const find = async () => ({ address: await findLogo(shop.store) });
  const refresh = async () => {
    try {
      shop.logo = (await kept.get('logo', find)).address;
    } catch {
      // The page itself says what is wrong with the database.
    }
  };
  pages.addHook('onRequest', refresh);
  app.addHook('onRequest', ({ is404 }, _reply, done) => void (is404 ? refresh().then(() => done()) : done()));
}

async function findLogo(store: Store): Promise<string | undefined> {
  const logo = (await findPictures(store, ['logo'])).get('logo');
  const [width] = logo === undefined ? [] : pictureWidths(logo.width);
  return logo && width ? pictureAddress({ hash: logo.hash, width, format: 'webp' }) : undefined;
}

function isOpen({ settings }: ShopOptions): boolean {
  return settings.now.shop.open;
}

/** While the shop is closed, whoever asks without a browser gets problem details, as at an address without a page. */
function isForPeople({ headers }: FastifyRequest): boolean {
  return prefers(headers.accept, 'text/html', 'application/problem+json');
}

/** Orders keep their pages when the shop is closed. @throws HttpRefusal not-found */
function requireOpen(shop: ShopOptions): void {
  if (!isOpen(shop)) throw new HttpRefusal('not-found', { missing: 'operation' });
}

/** One for all who see the same page. Only that of a day heeds more in its address than the language. */
function keyOf(visitor: Visitor): string {
  const { url, routeOptions } = visitor.request;
  const [path] = url.split('?', 1);
  const choice = routeOptions.url === '/visit' ? chosenIn(visitor) : '';
  // Another instance may have changed the settings before this one knows.
  const { version } = visitor.shop.settings;
  return `${version} ${visitor.language} ${visitor.hasChosen} ${path} ${choice}`;
}
