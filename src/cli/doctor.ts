import { Command, Option } from 'commander';
import { ConfigError, readConfig } from '../app/config.ts';
import { readEnvironment } from '../app/environment.ts';
import { parseCount } from './arguments.ts';
import { about, type Finding, STATUSES, worst } from './doctor/finding.ts';
import { runChecks } from './doctor/run-checks.ts';
import { jsonText, printLine } from './output.ts';
import { progressLine } from './progress.ts';
import { textTable } from './table.ts';

/** The exit code is the index in STATUSES, as monitoring plugins have it. */
const EXIT_CODES = STATUSES.map((status, code) => `${code} ${status}`).join(', ');

export default (): Command =>
  new Command('doctor')
    .description(
      'Test what usually goes wrong, and say how to mend each: settings, time zone, clock, disk, files, database, damage, migrations, keys, port, proxy, certificates, mail server, webhooks, payment providers, backups. Run it as the user of the service and in its working directory. The service may be running. Nothing is changed, and no mail or message is sent.',
    )
    .addOption(
      new Option('--timeout <seconds>', 'how long each check may take').argParser(parseCount).default(10),
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Exit code, that of the worst finding, as for monitoring plugins: ${EXIT_CODES}.
JSON: an object of outcome and findings, an array of objects of check, status, seen and remedy (null where nothing is to be
mended). outcome and status are ${STATUSES.join(', ')}. A check may have several findings.`,
    )
    .action(doctor);

async function doctor({ timeout, json }: { timeout: number; json?: boolean }): Promise<void> {
  const findings = await find(timeout * 1_000);
  const outcome = worst(findings);
  printLine(json ? jsonText({ outcome, findings }) : asTable(findings));
  process.exitCode = STATUSES.indexOf(outcome);
}

async function find(timeoutMs: number): Promise<Finding[]> {
  try {
    readConfig(readEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      about('settings').fault(
        error.message,
        'Correct it: the service does not start. The rest is tested when the settings are right.',
      ),
    ];
  }
  const progress = progressLine();
  progress.show('Testing ...');
  return runChecks(timeoutMs).finally(progress.clear);
}

function asTable(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ check, status, seen, remedy }) => [
    [status, check, seen],
    ...(remedy === null ? [] : [['', '', `→ ${remedy}`]]),
  ]);
  const counts = STATUSES.map(
    (status) => `${findings.filter((each) => each.status === status).length} ${status}`,
  );
  return `${textTable(['STATUS', 'CHECK', 'SEEN, AND → HOW TO MEND IT'], rows)}\n${counts.join(', ')}`;
}
