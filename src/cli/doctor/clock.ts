import { about, type Finding, span } from './finding.ts';

const clock = about('clock');

const OFF_MS = 5_000;
/** A mail or a webhook message that is off by minutes is refused, and a ticket is late at the gate. */
const FAR_OFF_MS = 60_000;

/**
 * Compares the clock of this machine with another, which showed a time from `earliest` to `latest` at some moment
 * between `before` and `after` of this one. All are milliseconds UTC.
 * @param whose `the database`
 */
export function clockFinding(
  whose: string,
  earliest: number,
  latest: number,
  before: number,
  after: number,
): Finding {
  const off = Math.max(0, before - latest, earliest - after);
  if (off < OFF_MS) return clock.ok(`The clock agrees with that of ${whose}.`);
  const seen = `The clock is ${span(off)} ${earliest > after ? 'behind' : 'ahead of'} that of ${whose}.`;
  const remedy =
    'Synchronise the clocks of both machines (timedatectl set-ntp true); then the one that was wrong is right.';
  return off < FAR_OFF_MS ? clock.warning(seen, remedy) : clock.fault(seen, remedy);
}
