import type { Logger } from 'pino';
import type { WrongCodes } from '../../accounts/index.ts';
import type { Checkout } from '../../checkout/index.ts';
import type { OrderSecrets } from '../../codes/index.ts';
import type { SteadyClock } from '../../core/clock.ts';
import type { GiftTerms } from '../../gifts/index.ts';
import type { MuseumDays } from '../../hours/index.ts';
import type { GiftPdfs, TicketImages } from '../../images/index.ts';
import type { Sender } from '../../mail/index.ts';
import type { OfferTerms } from '../../offers/index.ts';
import type { Seller } from '../../orders/index.ts';
import type { Site } from '../../pages/layout.ts';
import type { CurrentSettings } from '../../settings/index.ts';
import type { Store } from '../../store/index.ts';
import type { TicketFinder } from '../../tickets/index.ts';
import type { FormTokens } from './form-tokens.ts';
import type { NetworkPace } from './network-pace.ts';
import type { OrderIntake } from './order-intake.ts';
import type { OwnLook } from './own-look.ts';

/** What the pages for visitors need of the museum. */
export interface ShopOptions extends Site, OwnLook {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly log: Logger;
  readonly terms: OfferTerms;
  readonly days: MuseumDays;
  readonly images: TicketImages;
  readonly gifts: GiftTerms;
  readonly giftPdfs: GiftPdfs;
  readonly checkout: Checkout;
  readonly secrets: OrderSecrets;
  readonly wrongCodes: WrongCodes;
  readonly settings: Pick<CurrentSettings, 'now' | 'texts' | 'version'>;
  readonly finder: Pick<TicketFinder, 'contacts'>;
  readonly formTokens: FormTokens;
  readonly intake: OrderIntake;
  /** How often payment providers are asked because somebody looks at an order. */
  readonly looks: NetworkPace;
  /** Whether a gift voucher was ever sold: visitors of a museum that has none see nothing of them. */
  readonly sold: { gifts: boolean };
  /** The account that the shop sells as. */
  readonly seller: Seller;
  readonly timeZone: string;
  readonly currency: string;
  /** Sites that may show the pages for visitors in a frame. */
  readonly frameOrigins: readonly string[];
  /** Where visitors reach the service, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Whom mail is from; undefined: nothing is mailed. */
  readonly sender: Sender | undefined;
}
