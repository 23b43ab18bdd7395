import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Sessions, WrongCodes } from '../../accounts/index.ts';
import type { CardSecrets } from '../../cards/index.ts';
import type { KeyRing } from '../../codes/index.ts';
import type { Actor } from '../../core/actor.ts';
import type { Clock, MuseumCalendar } from '../../core/clock.ts';
import type { Gate } from '../../gate/index.ts';
import type { MuseumDays } from '../../hours/index.ts';
import type { Answer } from '../../http/answer.ts';
import type { RequestHashes } from '../../idempotency/index.ts';
import type { GiftPdfs, Logo, TicketImages } from '../../images/index.ts';
import type { MailRoom } from '../../mail/index.ts';
import type { OfferTerms } from '../../offers/index.ts';
import type { Till, VoidOptions } from '../../orders/index.ts';
import type { PagesOptions } from '../../pages/sign-in.ts';
import type { PictureRenderer } from '../../pictures/index.ts';
import type { KnownPerson } from '../../privacy/index.ts';
import type { Reports } from '../../reports/index.ts';
import type { CurrentSettings } from '../../settings/index.ts';
import type { DiskSpace, Store } from '../../store/index.ts';
import type { TicketFinder } from '../../tickets/index.ts';
import type { Webhooks } from '../../webhooks/index.ts';
import type { Clerk, DeskWords } from './desk-page.ts';
import type { TodayCache } from './today-cache.ts';

/** What the pages of the desk work with. */
export interface DeskOptions extends DeskWords {
  readonly settings: CurrentSettings;
  /** The origin at which visitors reach the service. */
  readonly publicUrl: () => string;
  readonly store: Store;
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
  readonly days: MuseumDays;
  readonly gate: Gate;
  readonly wrongCodes: WrongCodes;
  readonly keys: KeyRing;
  readonly finder: TicketFinder;
  readonly reports: Reports;
  readonly till: Till;
  readonly selling: VoidOptions;
  readonly images: TicketImages;
  readonly giftPdfs: GiftPdfs;
  readonly pictures: PictureRenderer;
  /** Where visitors find the shop; undefined: it is closed. */
  shopAt(): string | undefined;
  /** The operator's, which goes before the one that staff have set. */
  readonly logo: Logo | undefined;
  readonly hashes: RequestHashes;
  readonly webhooks: Webhooks;
  readonly cardSecrets: CardSecrets;
  /** Undefined: there is no mail server, and visitors are not told what changes about their tickets. */
  readonly mail: DeskMail | undefined;
  readonly terms: OfferTerms;
  readonly sessions: Sessions;
  /** How staff sign in: see `PagesOptions`. */
  readonly byProvider: PagesOptions['byProvider'];
  /** What is handed out of all that is stored about a visitor. */
  personFile(email: string, person: KnownPerson, now: number): object;
  /** The space on the disk of the database, if that is known. */
  diskSpace(): Promise<DiskSpace | undefined>;
  readonly log: Logger;
}

/** The mail settings and functions that the desk needs, where a mail server is set up. */
export interface DeskMail {
  /** Such as `mail.example.org:465`. */
  readonly server: string;
  /** The sender's address. */
  readonly sender: string;
  readonly room: MailRoom;
  /** @throws MailRefused */
  sendTest(actor: Actor, to: string): Promise<unknown>;
}

/** What a handler is given: who asks, what the desk works with, and the request itself. */
export interface DeskRequest extends Clerk, DeskOptions {
  readonly todayCache: TodayCache;
  readonly request: FastifyRequest;
}

/** Answers a request of somebody who has the permission for it, by `routes.ts`. */
export interface Handler {
  (desk: DeskRequest): Answer | Promise<Answer>;
  /** Shows the form again as it was sent, and does nothing. */
  readonly fillAgain?: Handler;
}
