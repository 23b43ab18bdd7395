import { instant } from '../../../core/clock.ts';
import type { KnownPass } from '../../../passes/index.ts';
import type { OutputOf } from '../contract/index.ts';

export function presentPass({ pass, state, entriesLeft, entries }: KnownPass): OutputOf<'getPass'> {
  const { passId, passCode, passType, holder, from, to, orderId } = pass;
  return {
    ...{ passId, passCode, passType, state, from, to, orderId },
    ...(holder !== null && { holder }),
    ...(entriesLeft !== null && { entriesLeft }),
    entries: entries.map(({ day, at, gate, persons }) => {
      return { day, ...(at !== null && { at: instant(at) }), ...(gate !== null && { gate }), persons };
    }),
  };
}
