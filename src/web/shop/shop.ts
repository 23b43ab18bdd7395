import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '../../core/language.ts';
import { hasGifts } from '../../gifts/index.ts';
import { prefers } from '../../http/accept.ts';
import { type Answer, send, type TextAnswer } from '../../http/answer.ts';
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
import { lookAtBalance, showGiftBalance } from './gift-balance.ts';
import { buyGift, giftPage } from './gift-page.ts';
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
import { sendWithdraw, showWithdraw, WITHDRAW } from './withdraw.ts';

/** What is the same for everybody: it is kept until something changes. */
const PAGES: Readonly<Record<string, (visitor: Visitor) => Promise<TextAnswer>>> = {
  '/': homePage,
  '/visit': visitPage,
  '/gift': giftPage,
  '/events/:eventId': eventPage,
  '/programme.ics': programmeCalendar,
  '/sitemap.xml': sitemap,
  '/robots.txt': robots,
};

/** Where something is ordered. */
const ORDER_FORMS: Readonly<Record<string, (visitor: Visitor) => Promise<Answer>>> = {
  '/visit': buy,
  '/gift': buyGift,
};

/** What is there whether the shop is open or not, and kept nowhere. */
const ALWAYS: Readonly<
  Record<string, Readonly<Record<'show' | 'take', (visitor: Visitor) => Promise<Answer>>>>
> = {
  '/gift/balance': { show: showGiftBalance, take: lookAtBalance },
  [WITHDRAW]: { show: showWithdraw, take: sendWithdraw },
};

/** How often a minute one network sends the forms of these. */
const MOST_ASKED = 60;

/**
 * How often a minute the orders of one network make payment providers be asked. Somebody who looks without end would use up
 * their limits, and nobody could pay.
 */
const MOST_LOOKS = 60;

/** How seldom PostgreSQL is asked whether something has changed. */
const ASK_AFTER_MS = 1_000;

/** What app.ts opens the shop with. */
export type ShopParts = Omit<ShopOptions, keyof OwnLook | 'seller' | 'intake' | 'looks' | 'sold'> &
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
  const asking = new NetworkPace(MOST_ASKED, parts.clock);
  const sold = { gifts: false };
  const shop = { ...parts, ...look, seller, intake, looks, sold };
  const renderRefusal = shopRefusalRenderer(shop);
  app.register(async (pages) => {
    if (look.logo === undefined) followLogo(app, pages, shop);
    const showRefusal = errorHandler(shop.log, renderRefusal);
    pages.setErrorHandler((error: Error, request, reply) => {
      if (!isOpen(shop) && !isForPeople(request)) throw error; // told as everywhere else
      showRefusal(error, request, reply);
    });
    readForms(pages);
    pages.addHook('preHandler', async ({ routeOptions }) => {
      if (!((routeOptions.url ?? '') in PAGES)) await lookForGifts(shop); // those that are kept look when they are made
    });
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, countedAs: 'shop' };
    });
    for (const [path, page] of Object.entries(PAGES)) {
      pages.get(path, async (request, reply) => {
        const visitor = visitorOf(request, shop);
        const isFirst = path === '/' && !isOpen(shop);
        if (!isFirst) requireOpen(shop);
        const make = async () => {
          await lookForGifts(shop);
          return isFirst ? closedPage(visitor, staffWays(visitor.language)) : page(visitor);
        };
        const answer =
          codeInAddress(visitor) === undefined
            ? await kept.find(request, keyOf(visitor), make)
            : await make();
        return send(request, reply, answer);
      });
    }
    for (const [path, order] of Object.entries(ORDER_FORMS))
      pages.post(path, async (request, reply) => {
        requireOpen(shop);
        return send(request, reply, await order(visitorOf(request, shop)));
      });
    for (const [path, { show, take }] of Object.entries(ALWAYS)) {
      pages.get(path, async (request, reply) => send(request, reply, await show(visitorOf(request, shop))));
      pages.post(path, async (request, reply) => {
        asking.count(request.ip);
        return send(request, reply, await take(visitorOf(request, shop)));
      });
    }
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

/** Once a gift voucher was sold, all pages lead to what is about them. */
async function lookForGifts({ store, sold }: Pick<ShopOptions, 'store' | 'sold'>): Promise<void> {
  try {
    sold.gifts ||= await hasGifts(store);
  } catch {
    // The page itself says what is wrong with the database.
  }
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
