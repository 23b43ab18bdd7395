import type { WrongCodes } from '../../accounts/index.ts';
import type { CardSecrets } from '../../cards/index.ts';
import type { KeyRing } from '../../codes/index.ts';
import type { Clock, MuseumCalendar } from '../../core/clock.ts';
import type { Gate } from '../../gate/index.ts';
import type { GiftTerms } from '../../gifts/index.ts';
import type { MuseumDays } from '../../hours/index.ts';
import type { TicketImages } from '../../images/index.ts';
import type { OfferTerms } from '../../offers/index.ts';
import type { Till, VoidOptions } from '../../orders/index.ts';
import type { PictureRenderer } from '../../pictures/index.ts';
import type { Reports } from '../../reports/index.ts';
import type { CurrentSettings } from '../../settings/index.ts';
import type { Store } from '../../store/index.ts';
import type { TicketFinder } from '../../tickets/index.ts';
import type { Webhooks } from '../../webhooks/index.ts';
import type { RepeatableRequests } from './repeatable.ts';

/** What handlers work with. */
export interface ApiParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
  /** The terms of all sales. */
  readonly terms: OfferTerms;
  readonly till: Till;
  readonly selling: VoidOptions;
  readonly images: TicketImages;
  readonly pictures: PictureRenderer;
  readonly repeatable: RepeatableRequests;
  readonly webhooks: Webhooks;
  readonly gate: Gate;
  readonly wrongCodes: WrongCodes;
  readonly gifts: GiftTerms;
  readonly days: MuseumDays;
  readonly keys: KeyRing;
  readonly finder: TicketFinder;
  readonly cardSecrets: CardSecrets;
  readonly reports: Reports;
  readonly settings: CurrentSettings;
  /** Whether visitors are told by mail what changes. */
  readonly sendsMail: boolean;
  readonly timeZone: string;
  /** ISO 4217 */
  readonly currency: string;
}

/** Some of it. */
export type Parts<Name extends keyof ApiParts> = Pick<ApiParts, Name>;
