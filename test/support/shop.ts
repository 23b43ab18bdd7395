import assert from 'node:assert/strict';
import { Visitor } from './browsing.ts';
import type { Museum } from './museum.ts';
import { PageReader } from './page-reader.ts';

export const PUBLIC_URL = 'https://tickets.museum.example';
/** A museum whose visitors buy by themselves and pay at its desk. */
export const SHOP_SETTINGS = {
  MUSEUM_NAME: 'Museum of Tides',
  MUSEUM_SHOP: 'on',
  MUSEUM_PUBLIC_URL: PUBLIC_URL,
  MUSEUM_PAYMENTS: 'desk',
  MUSEUM_GENERAL_PRICE: '9',
};
/** One whose visitors may also pay online. */
export const ONLINE_SETTINGS = {
  ...SHOP_SETTINGS,
  MUSEUM_PAYMENTS: 'desk,stripe,mollie',
  MUSEUM_STRIPE_KEY: 'sk_test_1',
  MUSEUM_MOLLIE_KEY: 'test_1',
};

type Form = Readonly<Record<string, string>>;

/** A visitor of the shop without scripts. */
export interface Shopper {
  get(path: string, headers?: Form): Promise<PageReader>;
  post(path: string, form?: Form, headers?: Form): Promise<PageReader>;
  /** Fills in the page of the day, and presses Continue. */
  order(day: string, fields: Form, headers?: Form): Promise<PageReader>;
  /** The same; the order must be placed. @returns the path of its page */
  buy(day: string, fields: Form): Promise<string>;
}

export function shopperIn(museum: Museum): Shopper {
  const visitor = new Visitor(museum);
  const get: Shopper['get'] = async (path, headers) => new PageReader(await visitor.get(path, headers));
  const post: Shopper['post'] = async (path, form, headers) =>
    new PageReader(await visitor.post(path, form, headers));
  const order: Shopper['order'] = async (day, fields, headers) => {
    const shown = (await get(`/visit?date=${day}`)).form('/visit') as Form;
    return post('/visit', { ...shown, email: 'ada@example.com', ...fields }, headers);
  };
  return {
    get,
    post,
    order,
    async buy(day, fields) {
      const placed = await order(day, fields);
      assert.equal(placed.status, 303, placed.problem());
      return placed.location ?? '';
    },
  };
}

/** The state of the order whose page it is. */
export function stateOn({ html }: PageReader): string | undefined {
  return /data-state="(\w+)"/.exec(html)?.[1];
}
