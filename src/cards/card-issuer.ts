import type { Language } from '../core/language.ts';

/** What the issuer says of a card. */
export interface CardLook {
  readonly isAllowed: boolean;
  /** Why not, in the language that was asked for. */
  readonly reason?: string | undefined;
  /** Whose card it is, where the issuer says so. */
  readonly name?: string | undefined;
}

/** The issuer of cards that can be asked about a number. */
export interface CardIssuer {
  readonly name: string;
  /** @throws IssuerUnavailable when it does not answer, or `signal` aborts */
  look(number: string, language: Language, signal: AbortSignal): Promise<CardLook>;
  /**
   * Tells the issuer of a visit. From `willSend` on, which is awaited right before, it may have been told.
   * @throws IssuerRefused when it refuses for good
   * @throws IssuerUnavailable, or what `willSend` throws
   */
  register(number: string, willSend: () => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** How long a scan waits for the issuer: a visitor is waiting. */
export const LOOK_TIMEOUT_MS = 1_500;

/** There is no answer, or none that can be understood. The message is in words for staff, and names nobody. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** The issuer refuses. The message is in words for staff, and names nobody. */
export class IssuerRefused extends Error {
  override readonly name = 'IssuerRefused';
}
