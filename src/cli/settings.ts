import { Command } from 'commander';
import type { Config } from '../app/config.ts';
import { readEnvironment } from '../app/environment.ts';
import { settingRules } from '../app/setting-rules.ts';
import { OPERATOR } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import { MuseumDays } from '../hours/index.ts';
import { offerTerms } from '../offers/index.ts';
import {
  adoptSettings,
  changeSettings,
  effectiveValue,
  getSettings,
  patchFaults,
  readSettings,
  SETTING_PATHS,
  type SettingPath,
  type SettingValue,
  variableOf,
} from '../settings/index.ts';
import { runAction, type Store } from '../store/index.ts';
import { problemOf } from '../web/api/problems.ts';
import { withStore } from './database.ts';
import { CommandFailed } from './failure.ts';
import { jsonText, printLine } from './output.ts';
import { textTable } from './table.ts';

export default (): Command =>
  new Command('settings')
    .description(
      'List and change the settings that staff otherwise change at the desk. A running service uses a change within a second.',
    )
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(unsetCommand())
    .addCommand(adoptCommand());

function listCommand(): Command {
  return new Command('list')
    .summary('list all settings')
    .description('List all settings as they count, and which of them the environment sets.')
    .option('--json', 'print JSON: an array of objects of setting, value, variable (null: none fixes it)')
    .action(({ json }: { json?: boolean }) =>
      withStore(async (store, config) => {
        const { settings, fixed } = await getSettings(store, OPERATOR, config);
        const listed = SETTING_PATHS.map((setting) => ({
          setting,
          value: memberOf(settings, setting),
          variable: fixed.includes(setting) ? (variableOf(setting) ?? null) : null,
        }));
        if (json) return printLine(jsonText(listed));
        const rows = listed.map(({ setting, value, variable }) => [
          setting,
          JSON.stringify(value),
          variable ?? '',
        ]);
        printLine(textTable(['SETTING', 'VALUE', 'SET BY'], rows));
      }),
    );
}

function setCommand(): Command {
  return new Command('set')
    .summary('change a setting')
    .description(
      'Change a setting. The value is JSON where it is more than a text, such as ["en","de"], true or {"de":"Kunst"}.',
    )
    .argument('<setting>', 'its name, as in "museum settings list"')
    .argument('<value>', 'its value')
    .option('--force', 'also if addresses of visitors are erased at once by it')
    .addHelpText(
      'after',
      `
Settings: ${SETTING_PATHS.join(', ')}.

Examples:
  museum settings set name 'Museum of the Sea'
  museum settings set colour '#0b5d4e'
  museum settings set shop/payments '["desk","stripe"]'
  museum settings set sentence '{"en":"Ships and storms"}'`,
    )
    .action((given: string, text: string, { force: mayErase }: { force?: boolean }) =>
      withStore(async (store, config) => {
        const path = readPath(given);
        const faults = [text, jsonIn(text)].map((value) => ({
          value,
          faults: patchFaults(patchOf(path, value)),
        }));
        const right = faults.find((each) => each.faults.length === 0);
        if (right === undefined) throw new CommandFailed(faults.at(-1)?.faults[0]?.detail ?? '', 2);
        await change(store, config, { patch: patchOf(path, right.value), mayErase });
        printLine(`${path} is now ${JSON.stringify(right.value)}.`);
      }),
    );
}

function unsetCommand(): Command {
  return new Command('unset')
    .summary('take a setting back to its default')
    .description('Take a setting back to its default.')
    .argument('<setting>', 'its name, as in "museum settings list"')
    .option('--force', 'also if addresses of visitors are erased at once by it')
    .action((given: string, { force: mayErase }: { force?: boolean }) =>
      withStore(async (store, config) => {
        const path = readPath(given);
        await change(store, config, { patch: patchOf(path, null), mayErase });
        printLine(`${path} is now ${JSON.stringify(effectiveValue(path, {}, {}))}, its default.`);
      }),
    );
}

function adoptCommand(): Command {
  return new Command('adopt')
    .summary('keep what the environment sets, and let staff change it')
    .description(
      'Make what the environment sets the choice of staff, and print the variables to delete from it. When they are deleted, the settings stay as they are, and staff can change them.',
    )
    .action(() =>
      withStore(async (store, { fixed }) => {
        const variables = await runAction({ store, clock: systemClock }, OPERATOR, (context) =>
          adoptSettings(context, fixed),
        );
        const environment = readEnvironment();
        if (variables.length === 0) return printLine('The environment sets none of these settings.');
        printLine(
          [
            'The settings are kept. Delete these lines from the environment of the service, and restart it:',
            ...variables.map((variable) => `${variable}=${environment[variable] ?? ''}`),
          ].join('\n'),
        );
      }),
    );
}

async function change(
  store: Store,
  config: Config,
  wanted: { readonly patch: unknown; readonly mayErase?: boolean | undefined },
): Promise<void> {
  const clock = systemClock;
  const days = new MuseumDays(store, clock, config.timeZone);
  const terms = offerTerms({ ...config, clock, settings: await readSettings(store, config.fixed) });
  const rules = settingRules(config, { days, terms: () => terms });
  try {
    await runAction({ store, clock }, OPERATOR, (context) => changeSettings(context, wanted, rules));
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'would-erase') throw error;
    throw new CommandFailed(`${problemOf(error).detail} If that is meant, add --force.`);
  }
}

/** @throws CommandFailed when there is no such setting */
function readPath(given: string): SettingPath {
  const path = SETTING_PATHS.find((each) => each === given.replaceAll('.', '/'));
  if (path !== undefined) return path;
  throw new CommandFailed(`${given} is no setting. Use one of ${SETTING_PATHS.join(', ')}.`, 2);
}

function patchOf(path: SettingPath, value: unknown): Readonly<Record<string, unknown>> {
  const [group = '', member] = path.split('/');
  return { [group]: member === undefined ? value : { [member]: value } };
}

function memberOf(settings: object, path: SettingPath): SettingValue {
  const [group = '', member] = path.split('/');
  const value = (settings as Readonly<Record<string, SettingValue>>)[group] ?? null;
  if (member === undefined) return value;
  return (value as Readonly<Record<string, SettingValue>>)[member] ?? null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
