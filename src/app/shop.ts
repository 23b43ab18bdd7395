import type { Logger } from 'pino';
import { ensureShopAccount } from '../accounts/index.ts';
import { Checkout, type CheckoutOptions, type Providers } from '../checkout/index.ts';
import type { OrderSecrets } from '../codes/index.ts';
import {
  type Fetch,
  Mollie,
  type ProviderName,
  ProviderRefused,
  ProviderUnavailable,
  Stripe,
} from '../payments/index.ts';
import { FormTokens } from '../web/shop/index.ts';
import { type Config, ConfigError, type ShopSettings } from './config.ts';

type Rooms = Pick<
  CheckoutOptions,
  'store' | 'till' | 'selling' | 'days' | 'entryLate' | 'sendsMail' | 'log'
> & {
  readonly secrets: OrderSecrets;
};

/**
 * Opens what visitors buy with by themselves.
 * @param fetch reaches the payment providers
 * @throws ConfigError when a provider does not take its key
 */
export async function openShop(
  { museumName, currency }: Config,
  { payments: ways, cancelHours, moveHours, publicUrl, ...keys }: ShopSettings,
  rooms: Rooms,
  fetch: Fetch = globalThis.fetch,
) {
  const { store, selling, secrets, log } = rooms;
  const providers = providersOf(keys, currency, fetch);
  await checkKeys(providers, log);
  const shopId = await ensureShopAccount(store, selling.clock.now());
  const hours = { cancelHours, moveHours };
  const checkout = new Checkout({ ...rooms, shopId, ways, providers, museumName, publicUrl, ...hours });
  const formTokens = await FormTokens.open(store, selling.clock);
  return { checkout, secrets, formTokens, publicUrl };
}

/** The payment providers that are set, each with its key. */
export function providersOf(
  { stripe, mollie }: Pick<ShopSettings, 'stripe' | 'mollie'>,
  currency: string,
  fetch: Fetch,
): Providers {
  return {
    ...(stripe && { stripe: new Stripe({ ...stripe, fetch }) }),
    ...(mollie && { mollie: new Mollie({ ...mollie, currency, fetch }) }),
  };
}

export const KEY_SETTINGS = { stripe: 'MUSEUM_STRIPE_KEY', mollie: 'MUSEUM_MOLLIE_KEY' } as const;

/** Asks each provider one thing. The museum opens also while a provider is away. */
async function checkKeys(providers: Providers, log: Logger): Promise<void> {
  for (const provider of Object.keys(providers) as ProviderName[]) {
    try {
      await providers[provider]?.checkKey();
    } catch (error) {
      if (error instanceof ProviderRefused) throw new ConfigError(KEY_SETTINGS[provider], error.message);
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn({ provider, reason: error.message }, 'the key of a payment provider could not be checked');
    }
  }
}
