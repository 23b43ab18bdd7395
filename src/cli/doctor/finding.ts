import type { Config } from '../../app/config.ts';

/** What `museum doctor` tests, in the order in which it reports. */
export const CHECK_NAMES = [
  'node',
  'settings',
  'time-zone',
  'clock',
  'disk',
  'files',
  'database',
  'damage',
  'migrations',
  'keys',
  'port',
  'proxy',
  'certificates',
  'sign-in',
  'mail',
  'webhooks',
  'payments',
  'shop',
  'backup',
  'pictures',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** From the best to the worst. */
export const STATUSES = ['ok', 'warning', 'fault'] as const;
export type Status = (typeof STATUSES)[number];

/** One line of the report. */
export interface Finding {
  readonly check: CheckName;
  readonly status: Status;
  /** What was seen: sentences. */
  readonly seen: string;
  /** How to mend it: sentences; null where nothing has to be mended. */
  readonly remedy: string | null;
}

/** None, one or several. */
export type Findings = Finding | readonly Finding[];

/** A test of one thing, which may report on others too. It changes nothing. */
export interface Check {
  readonly name: CheckName;
  /** How to mend it when the check does not end. */
  readonly whenHung: string;
  /**
   * @param timeoutMs the time that the check has
   * @param sayMeanwhile sets what is reported if it does not end in that time, in place of a fault
   */
  run(config: Config, timeoutMs: number, sayMeanwhile: SayMeanwhile): Promise<Findings>;
}

export type SayMeanwhile = (finding: Finding) => Promise<void>;

/** Makes the findings of one check. */
export function about(check: CheckName) {
  return {
    ok: (seen: string): Finding => ({ check, status: 'ok', seen, remedy: null }),
    warning: (seen: string, remedy: string): Finding => ({ check, status: 'warning', seen, remedy }),
    fault: (seen: string, remedy: string): Finding => ({ check, status: 'fault', seen, remedy }),
  };
}

export function worst(findings: readonly Finding[]): Status {
  return STATUSES[Math.max(0, ...findings.map(({ status }) => STATUSES.indexOf(status)))] as Status;
}

/** Milliseconds as people say them, such as `3 days`, `4 hours` or `12 s`. */
export function span(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1_000;
  for (const [unit, size] of [
    ['days', 86_400],
    ['hours', 3_600],
    ['minutes', 60],
  ] as const)
    if (seconds >= 2 * size) return `${Math.floor(seconds / size)} ${unit}`;
  return `${Math.round(seconds)} s`;
}

/** Bytes as people say them, such as `1.5 GB`. */
export function size(bytes: number): string {
  const [amount, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
  return `${amount.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}
