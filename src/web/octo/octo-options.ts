import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing, OrderSecrets } from '../../codes/index.ts';
import type { Language } from '../../core/language.ts';
import type { MuseumDays } from '../../hours/index.ts';
import type { FindCaller } from '../../http/caller.ts';
import type { RequestHashes } from '../../idempotency/index.ts';
import type { TicketImages } from '../../images/index.ts';
import type { OfferTerms } from '../../offers/index.ts';
import type { Seller, Till, VoidOptions } from '../../orders/index.ts';
import type { Store } from '../../store/index.ts';
import type { LocalTimes } from './local-times.ts';
import type { OctoId, OctoInput, OctoOutput } from './operations.ts';

/** What app.ts opens the interface of resellers with. */
export interface OctoOptions {
  readonly store: Store;
  readonly terms: OfferTerms;
  readonly till: Till;
  readonly selling: VoidOptions;
  readonly days: MuseumDays;
  readonly keys: KeyRing;
  readonly secrets: OrderSecrets;
  readonly images: TicketImages;
  readonly hashes: RequestHashes;
  readonly signIn: FindCaller;
  /** The origin at which the service is reached; undefined: as the request says. */
  readonly publicUrl: string | undefined;
  /** Answers and logs errors that are none of OCTO. */
  readonly onError: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
}

/** What the answers to resellers need of the museum. */
export interface Octo extends OctoOptions {
  readonly times: LocalTimes;
}

/** How things are shown. */
export interface View {
  /** Whether the reseller speaks octo/pricing. */
  readonly withPricing: boolean;
  /** Whether it speaks octo/content. */
  readonly withContent: boolean;
  /** The language in which it asks, as far as the museum has it, or the museum's. */
  readonly language: Language;
  /** The address of the service. */
  readonly origin: string;
}

/** A request of a reseller that was checked. */
export type OctoRequest<Id extends OctoId> = OctoInput<Id> & View & { readonly seller: Seller };

export type OctoHandlers<Ids extends OctoId> = {
  readonly [Id in Ids]: (octo: Octo, request: OctoRequest<Id>) => OctoOutput<Id> | Promise<OctoOutput<Id>>;
};
