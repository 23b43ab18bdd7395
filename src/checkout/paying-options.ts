import type { Seller, Till, VoidOptions } from '../orders/index.ts';
import type { Store } from '../store/index.ts';
import type { AskedFor, ProviderRequests } from './provider-requests.ts';
import type { VisitRules } from './visit.ts';

/** What paying online works with. */
export interface PayingOptions {
  readonly store: Store;
  readonly till: Till;
  readonly selling: VoidOptions;
  /** What buyers can do with their orders. */
  readonly rules: VisitRules;
  /** Who sells in the shop. */
  readonly shop: Seller;
  readonly requests: ProviderRequests;
  /** For whom providers are asked. */
  readonly by: AskedFor;
  /** The network of a stranger, where it counts. */
  readonly network?: string | undefined;
  /** The address of the service, without a slash at its end. */
  readonly publicUrl: () => string;
}
