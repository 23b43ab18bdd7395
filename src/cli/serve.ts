import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { AccountRefused, firstPasswordFault, passwordFault } from '../accounts/index.ts';
import { type App, createApp } from '../app/app.ts';
import { type Config, ConfigError, type Environment, readConfig } from '../app/config.ts';
import { defaultDataDir, IS_INSTALLED } from '../app/data-folder.ts';
import { readEnvironment, strayNames } from '../app/environment.ts';
import { isLoopback, reachable } from '../app/own-address.ts';
import { createLog } from '../http/log.ts';
import { settingsOf } from '../settings/index.ts';
import { removeAbandoned } from '../store/atomic-file.ts';
import { announceCrash, announceFault, logWarnings, tellOperator } from './announce.ts';
import { banner } from './banner.ts';
import { oddLinesHere } from './env-file.ts';
import { explain } from './failure.ts';
import { printError, printOrWriteToStderr } from './output.ts';
import { listenFailure, requireFreePort, requireWritable } from './preconditions.ts';
import { waitForShutdown } from './shutdown-signal.ts';

/** The limit for a shutdown. Requests get 10 s of it; after this time the process ends anyway. */
export const MAX_SHUTDOWN_MS = 15_000;

/** The checkout, or the installed package. */
const PROGRAM = fileURLToPath(new URL('../../', import.meta.url));

export default (): Command =>
  new Command('serve')
    .description(
      'Run the service until it is stopped (Ctrl-C or SIGTERM). Settings come from the environment and .env.',
    )
    .addHelpText(
      'after',
      `
The main settings:
  PORT             port to listen on; 0 for any free port (default: 8080)
  HOST             address to listen on; 0.0.0.0 for all (default: 127.0.0.1)
  MUSEUM_DATA_DIR  folder of the database (default: ${defaultDataDir(process.env)})
All settings are described in ${join(PROGRAM, 'docs/operations.md')}.

Example:
  PORT=9000 museum serve`,
    )
    .action(() => serve());

/** What a command does before the service starts. */
export interface Preparation {
  /** Settings where the environment has none. */
  readonly defaults?: Environment;
  /** Called when all checks have passed. @returns the settings for the service */
  readonly prepare?: (config: Config, log: Logger) => Promise<Config>;
}

/** Runs the service until the process is told to end. */
export async function serve(preparation: Preparation = {}): Promise<void> {
  const settings = readSettings(preparation);
  const log = createLog(settings);
  const ending = waitForShutdown((error) => announceCrash(log, error));
  logWarnings(log);
  const app = await open(settings, log, preparation);
  // Written now, because a process that is killed does not write it on exit.
  flushCompileCache();
  const exitCode = await ending;
  const fault = await close(app);
  if (fault !== undefined) {
    announceFault(log, fault);
    process.exit(1);
  }
  await tellOperator(log, 'Stopped.');
  process.exit(exitCode);
}

/** @throws ConfigError, after names and lines that were not read as they look: they may be why */
function readSettings({ defaults = {} }: Preparation): Settings {
  const environment = readEnvironment();
  const ignored = [...oddLinesHere(), ...strayNames(environment)];
  try {
    return { ...readConfig({ ...environment, ...lacking(environment, defaults) }), ignored };
  } catch (error) {
    for (const line of ignored) printError(`museum: ${line}`);
    throw error;
  }
}

interface Settings extends Config {
  /** Sentences about settings that are not read as they look. */
  readonly ignored: readonly string[];
}

/** Runs all checks before the database is opened and a first account is made. */
async function open(
  settings: Settings,
  log: Logger,
  { prepare = async (same) => same }: Preparation,
): Promise<App> {
  for (const line of settings.ignored) log.warn(line);
  const isNew = isNewMuseum(settings);
  if (isNew) requireFirstPassword(settings);
  await requireFreePort(settings);
  await requireWritable(settings); // last, since it makes the folder
  if (settings.database.kind === 'sqlite') removeAbandoned(settings.database.path);
  const config = await prepare(settings, log);
  const app = await createApp(config, { log }).catch((error) => {
    if (error instanceof AccountRefused && error.password !== undefined) requireFirstPassword(settings);
    throw error;
  });
  await listen(app, config, log, isNew);
  return app;
}

/**
 * The password of the first account. Once there are accounts the setting is ignored, so that a museum with an old one
 * still starts.
 * @throws ConfigError
 */
function requireFirstPassword({ admin }: Config): void {
  const fault = admin && firstPasswordFault(admin.password);
  if (fault !== undefined) throw new ConfigError('MUSEUM_ADMIN_PASSWORD', fault);
}

/** Those of `defaults` that the environment does not set. */
function lacking(environment: Environment, defaults: Environment): Environment {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !environment[name]?.trim()));
}

async function listen(app: App, config: Config, log: Logger, isNew: boolean): Promise<void> {
  const isForOnePerson = app.firstAccount?.password !== undefined;
  const say = (text: string) => (isForOnePerson ? printOrWriteToStderr(text) : tellOperator(log, text));
  try {
    const address = reachable(await app.listen());
    await say(banner(address, app.firstAccount, notesOn(app, config, isNew)));
  } catch (error) {
    // The password of a first account can't be shown later.
    if (app.firstAccount !== undefined) await say(banner(undefined, app.firstAccount));
    await app.close();
    throw listenFailure(error, config);
  }
}

function isNewMuseum({ database }: Config): boolean {
  return database.kind === 'sqlite' && !existsSync(database.path);
}

function notesOn(app: App, config: Config, isNew: boolean): string[] {
  const { admin, database, host, tls, trustProxy, fixed } = config;
  const notes: string[] = [];
  if (!isLoopback(host) && trustProxy === 0 && tls === undefined)
    notes.push(
      'Other machines can reach this service without TLS: passwords are sent unencrypted, and browsers allow the gate’s page no camera. Put a proxy with https in front of it (docs/deploy.md), or set MUSEUM_TLS_CERT and MUSEUM_TLS_KEY.',
    );
  if (admin !== undefined && app.firstAccount === undefined)
    notes.push(
      'MUSEUM_ADMIN_USERNAME and MUSEUM_ADMIN_PASSWORD are ignored, because there are already accounts. Change accounts with "museum accounts".',
    );
  const weakness =
    admin && app.firstAccount && passwordFault(admin.password, [admin.username, settingsOf(fixed, {}).name]);
  if (weakness !== undefined)
    notes.push(`MUSEUM_ADMIN_PASSWORD ${weakness} Change it: "museum accounts password ${admin?.username}".`);
  if (app.isDemo)
    notes.push(
      'This is a demonstration museum: nothing in it is real, and it sends no mail.',
      database.kind === 'sqlite'
        ? `Its data is in ${database.path}. For a museum of your own, use another folder (MUSEUM_DATA_DIR).`
        : 'For a museum of your own, use another database.',
    );
  else if (isNew && database.kind === 'sqlite') notes.push(...notesOnNewMuseum(database.path));
  return notes;
}

function notesOnNewMuseum(path: string): string[] {
  const folder = dirname(path);
  if (path.startsWith(PROGRAM))
    return [
      `This is a new museum. Its data is in ${folder}, inside the program’s folder, and is lost if that folder is deleted. To keep it elsewhere, set MUSEUM_DATA_DIR.`,
      'If this was an upgrade, your museum is in the folder "data" of the previous version.',
    ];
  if (!IS_INSTALLED) return [];
  const notes = [
    `This is a new museum. Its data is in ${folder}. To keep it elsewhere, set MUSEUM_DATA_DIR.`,
  ];
  if (folder !== resolve('data') && existsSync('data/museum.db'))
    notes.push(
      `There is another museum in ${resolve('data')}. To open that one, set MUSEUM_DATA_DIR=./data.`,
    );
  return notes;
}

/** @returns why it was not closed as it should be; undefined when it was */
async function close(app: App): Promise<string | undefined> {
  return Promise.race([
    app.close().then(() => undefined, explain),
    sleep(MAX_SHUTDOWN_MS, 'museum: stopped without waiting any longer for running requests.'),
  ]);
}
