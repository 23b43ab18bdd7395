import type { Fetch } from '../payments/index.ts';
import { FakeMollie } from './fake-mollie.ts';
import type { FakeProvider, FakeProviderOptions } from './fake-provider.ts';
import { FakeStripe } from './fake-stripe.ts';

/** All payment providers, without money. */
export class FakeProviders {
  readonly stripe: FakeStripe;
  readonly mollie: FakeMollie;

  constructor(options: FakeProviderOptions) {
    this.stripe = new FakeStripe(options);
    this.mollie = new FakeMollie(options);
  }

  /** In place of the network. */
  readonly fetch: Fetch = (address, init) => {
    const { hostname } = new URL(`${address}`);
    return (hostname === 'api.mollie.com' ? this.mollie : this.stripe).fetch(address, init);
  };

  /** The provider that has the session. */
  having(session: string): FakeProvider | undefined {
    return [this.stripe, this.mollie].find((provider) => provider.find(session) !== undefined);
  }
}
