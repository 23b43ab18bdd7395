/** Types that the gate's page shares with the service. */

export const CARD_CHECKS = ['luhn', 'ean13', 'mod97'] as const;
export type CardCheck = (typeof CARD_CHECKS)[number];

/** How it is found out whether a card is right: somebody looks at it, its number is in a list, or its issuer is asked. */
export const CARD_MODES = ['show', 'list', 'live'] as const;
export type CardMode = (typeof CARD_MODES)[number];

/** What a gate does with a card whose list or issuer it can't ask. */
export const CARD_OFFLINE = ['admit', 'refuse'] as const;
export type CardOffline = (typeof CARD_OFFLINE)[number];

/** One sign of a number. */
export interface PatternStep {
  /** Those that may stand there. */
  readonly signs: string;
  readonly isOptional: boolean;
}

/**
 * bare: `#` or `@` without how many; zero: of no signs; bounds: at least more than at most; runs: too many; long: a text of more
 * characters could match; escape: nothing comes after the last `\`; empty: nothing matches, or no text at all.
 */
export type PatternFault = 'bare' | 'zero' | 'bounds' | 'runs' | 'long' | 'escape' | 'empty';
