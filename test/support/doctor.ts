import { type Environment, readConfig } from '../../src/app/config.ts';
import type { Check, CheckName, Finding } from '../../src/cli/doctor/finding.ts';
import type { DatabaseAddress } from '../../src/store/index.ts';

/** Longer than any check takes here. */
const TIMEOUT_MS = 20_000;

/** Runs one check with those settings. */
export async function runCheck(
  checks: readonly Check[],
  name: CheckName,
  env: Environment,
): Promise<readonly Finding[]> {
  const check = checks.find((each) => each.name === name) as Check;
  const config = readConfig({ MUSEUM_TIME_ZONE: 'Europe/Berlin', ...env });
  return [await check.run(config, TIMEOUT_MS, async () => {})].flat();
}

/** The setting MUSEUM_DATABASE_URL for a database. */
export function databaseUrl(address: DatabaseAddress): string {
  return address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url;
}

/** `warning backup: what was seen → how to mend it`, a line for each. */
export function linesOf(findings: readonly Finding[]): string {
  return findings
    .map(
      ({ check, status, seen, remedy }) =>
        `${status} ${check}: ${seen}${remedy === null ? '' : ` → ${remedy}`}`,
    )
    .join('\n');
}
