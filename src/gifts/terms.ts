import type { LocalOf } from '../core/zoned-time.ts';
import type { GiftCodes } from './gift-code.ts';

/** What gift vouchers are read and changed with. */
export interface GiftTerms {
  readonly codes: GiftCodes;
  readonly localOf: LocalOf;
}
