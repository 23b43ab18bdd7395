import type { Logger } from 'pino';
import { findShopAccount } from '../accounts/index.ts';
import { Checkout, type CheckoutOptions, type Providers } from '../checkout/index.ts';
import type { OrderSecrets } from '../codes/index.ts';
import {
  type Fetch,
  Mollie,
  type PaymentWay,
  type ProviderName,
  ProviderRefused,
  ProviderUnavailable,
  Stripe,
} from '../payments/index.ts';
import { FormTokens } from '../web/shop/index.ts';
import { type Config, ConfigError, type ProviderKeys } from './config.ts';

type Rooms = Pick<
  CheckoutOptions,
  'store' | 'till' | 'selling' | 'days' | 'sendsMail' | 'log' | 'publicUrl'
> & {
  readonly secrets: OrderSecrets;
};

/**
 * Opens what visitors buy with by themselves.
 * @param fetch reaches the payment providers
 * @throws ConfigError when a provider does not take its key
 */
export async function openShop(
  { currency, connected, keys }: Config,
  rooms: Rooms,
  fetch: Fetch = globalThis.fetch,
) {
  const { store, selling, secrets, log, publicUrl } = rooms;
  const providers = providersOf(keys, currency, fetch);
  const { shop } = selling.terms.settings.now;
  if (shop.open) await checkKeys(providers, shop.payments, log);
  const shopId = await findShopAccount(store);
  const checkout = new Checkout({ ...rooms, shopId, connected, providers });
  const formTokens = await FormTokens.open(store, selling.clock);
  // What was never paid online needs no provider to be asked.
  const isPaidOnline = shop.open || Object.keys(providers).length > 0;
  const jobs = isPaidOnline ? checkout.jobs() : [];
  return { checkout, jobs, secrets, formTokens, publicUrl };
}

/** The payment providers that are set, each with its key. */
export function providersOf({ stripe, mollie }: ProviderKeys, currency: string, fetch: Fetch): Providers {
  return {
    ...(stripe && { stripe: new Stripe({ ...stripe, fetch }) }),
    ...(mollie && { mollie: new Mollie({ ...mollie, currency, fetch }) }),
  };
}

export const KEY_SETTINGS = { stripe: 'MUSEUM_STRIPE_KEY', mollie: 'MUSEUM_MOLLIE_KEY' } as const;

/** Asks each provider that visitors can pay with one thing. The museum opens also while a provider is away. */
async function checkKeys(providers: Providers, ways: readonly PaymentWay[], log: Logger): Promise<void> {
  const used = (Object.keys(providers) as ProviderName[]).filter((name) => ways.includes(name));
  for (const provider of used) {
    try {
      await providers[provider]?.checkKey();
    } catch (error) {
      if (error instanceof ProviderRefused) throw new ConfigError(KEY_SETTINGS[provider], error.message);
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn({ provider, reason: error.message }, 'the key of a payment provider could not be checked');
    }
  }
}
