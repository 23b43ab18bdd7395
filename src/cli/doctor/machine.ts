/** What can be told without the network, and without a disk that may not answer. */
import packageJson from '../../../package.json' with { type: 'json' };
import { SETTINGS } from '../../app/config.ts';
import { readEnvironment, strayNames } from '../../app/environment.ts';
import { instantFormat } from '../database.ts';
import { oddLinesHere } from '../env-file.ts';
import { isLoopback } from '../own-address.ts';
import { type Check, type Finding, ok, warning } from './finding.ts';

const node: Check = {
  name: 'node',
  whenHung: 'Restart the machine.',
  async run() {
    const { node, tz } = process.versions;
    const seen = `Node ${node} (${process.execPath}), time zone rules of ${tz}.`;
    const needed = packageJson.engines.node.replace('>=', '');
    if (node.localeCompare(needed, 'en', { numeric: true }) >= 0) return [ok('node', seen)];
    return [
      warning(
        'node',
        `${seen} The service needs Node ${needed} or newer.`,
        `Install the package again with its optional dependencies, which include one, or install Node ${needed} or newer.`,
      ),
    ];
  },
};

const settings: Check = {
  name: 'settings',
  whenHung: 'Look whether the working directory, where .env is, can be read.',
  async run({ host, tls, trustProxy }) {
    const environment = readEnvironment();
    const findings: Finding[] = [...oddLinesHere(), ...strayNames(environment)].map((line) =>
      warning('settings', line, 'Correct the name or the line, in the environment or in .env.'),
    );
    if (!isLoopback(host) && trustProxy === 0 && tls === undefined)
      findings.push(
        warning(
          'settings',
          `Other machines can reach the service at ${host} without TLS: passwords are sent unencrypted.`,
          'Put a proxy with https in front of it (docs/deploy.md), and set HOST=127.0.0.1 and MUSEUM_TRUST_PROXY=1.',
        ),
      );
    if (findings.length > 0) return findings;
    const count = SETTINGS.filter((setting) => environment[setting]?.trim()).length;
    return [
      ok('settings', `${count} of ${SETTINGS.length} are set, in the environment or ${process.cwd()}/.env.`),
    ];
  },
};

const timeZone: Check = {
  name: 'time-zone',
  whenHung: 'Restart the machine.',
  async run({ timeZone }) {
    const now = `${timeZone}, where it is ${instantFormat(timeZone).format(Date.now())}`;
    if (readEnvironment().MUSEUM_TIME_ZONE?.trim()) return [ok('time-zone', `${now}.`)];
    const seen = `${now}: the machine’s zone, because MUSEUM_TIME_ZONE is not set.`;
    const remedy =
      'Set MUSEUM_TIME_ZONE to the museum’s zone, such as Europe/Berlin: it decides when a day begins.';
    return [
      /^(?:Etc\/)?(?:UTC|GMT)$/.test(timeZone) ? warning('time-zone', seen, remedy) : ok('time-zone', seen),
    ];
  },
};

export const CHECKS: readonly Check[] = [node, settings, timeZone];
