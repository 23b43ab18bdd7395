/** What can be told without the network, and without a disk that may not answer. */
import packageJson from '../../../package.json' with { type: 'json' };
import { SETTINGS } from '../../app/config.ts';
import { readEnvironment, strayNames } from '../../app/environment.ts';
import { isLoopback } from '../../app/own-address.ts';
import { PictureRenderer } from '../../pictures/index.ts';
import { instantFormat } from '../database.ts';
import { oddLinesHere } from '../env-file.ts';
import { about, type Check, type Finding } from './finding.ts';

const node = about('node');
const settings = about('settings');
const timeZone = about('time-zone');
const pictures = about('pictures');

const nodeCheck: Check = {
  name: 'node',
  whenHung: 'Restart the machine.',
  async run() {
    const { node: version, tz } = process.versions;
    const seen = `Node ${version} (${process.execPath}), time zone rules of ${tz}.`;
    const needed = packageJson.engines.node.replace('>=', '');
    if (version.localeCompare(needed, 'en', { numeric: true }) >= 0) return node.ok(seen);
    return node.warning(
      `${seen} The service needs Node ${needed} or newer.`,
      `Install the package again with its optional dependencies, which include one, or install Node ${needed} or newer.`,
    );
  },
};

const settingsCheck: Check = {
  name: 'settings',
  whenHung: 'Look whether the working directory, where .env is, can be read.',
  async run({ host, tls, trustProxy }) {
    const environment = readEnvironment();
    const findings: Finding[] = [...oddLinesHere(), ...strayNames(environment)].map((line) =>
      settings.warning(line, 'Correct the name or the line, in the environment or in .env.'),
    );
    if (!isLoopback(host) && trustProxy === 0 && tls === undefined)
      findings.push(
        settings.warning(
          `Other machines can reach the service at ${host} without TLS: passwords are sent unencrypted.`,
          'Put a proxy with https in front of it (docs/deploy.md), and set HOST=127.0.0.1 and MUSEUM_TRUST_PROXY=1.',
        ),
      );
    if (findings.length > 0) return findings;
    const count = SETTINGS.filter((setting) => environment[setting]?.trim()).length;
    return settings.ok(
      `${count} of ${SETTINGS.length} are set, in the environment or ${process.cwd()}/.env.`,
    );
  },
};

const timeZoneCheck: Check = {
  name: 'time-zone',
  whenHung: 'Restart the machine.',
  async run({ timeZone: zone }) {
    const now = `${zone}, where it is ${instantFormat(zone).format(Date.now())}`;
    if (readEnvironment().MUSEUM_TIME_ZONE?.trim()) return timeZone.ok(`${now}.`);
    const seen = `${now}: the machine’s zone, because MUSEUM_TIME_ZONE is not set.`;
    const remedy =
      'Set MUSEUM_TIME_ZONE to the museum’s zone, such as Europe/Berlin: it decides when a day begins.';
    return [/^(?:Etc\/)?(?:UTC|GMT)$/.test(zone) ? timeZone.warning(seen, remedy) : timeZone.ok(seen)];
  },
};

/** A PNG file of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==',
  'base64',
);

/** npm passes over what is optional and could not be fetched, and the part of sharp for this machine is optional. */
const picturesCheck: Check = {
  name: 'pictures',
  whenHung: 'The machine is too slow or too busy to make pictures smaller.',
  async run() {
    try {
      await new PictureRenderer().render(PIXEL, ['image/png'], 'photograph');
      return pictures.ok('A picture can be made smaller.');
    } catch (error) {
      return pictures.fault(
        `No picture can be made smaller: ${error instanceof Error ? error.message : String(error)}`,
        'Install the packages again, with those that are optional: npm ci --omit=dev --include=optional.',
      );
    }
  },
};

export const MACHINE_CHECKS: readonly Check[] = [nodeCheck, settingsCheck, timeZoneCheck, picturesCheck];
