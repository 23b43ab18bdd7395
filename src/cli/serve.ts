import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { type App, createApp } from '../app.ts';
import { type Config, readConfig, readEnvironment } from '../config.ts';
import { printBanner } from './banner.ts';
import { firstEnding } from './ending.ts';
import { explain } from './failure.ts';
import { listenFailure, requireFreePort, requireWritable } from './premises.ts';

/** Requests get 10 s to finish; after this long, whatever still hangs is given up. */
const CLOSING_AT_MOST_MS = 15_000;

export function command(): Command {
  return new Command('serve')
    .description(
      'Run the service until it is stopped (Ctrl-C or SIGTERM). Settings come from the environment and .env.',
    )
    .action(serve);
}

async function serve(): Promise<void> {
  const ending = firstEnding();
  const app = await open();
  // Written now, since a process that is killed does not write it at its end.
  flushCompileCache();
  const { exitCode } = await ending;
  process.exit((await isClosed(app)) ? exitCode : 1);
}

/** Everything that can be found wrong is, before the database is opened and a first account made. */
async function open(): Promise<App> {
  const config = readConfig(readEnvironment());
  await requireWritable(config);
  await requireFreePort(config);
  const app = await createApp(config);
  await listen(app, config);
  return app;
}

async function listen(app: App, config: Config): Promise<void> {
  try {
    printBanner(await app.listen(), app.firstAccount);
  } catch (error) {
    // The password of a first account is known to nobody unless it is shown now.
    if (app.firstAccount !== undefined) printBanner(undefined, app.firstAccount);
    await app.close();
    throw listenFailure(error, config);
  }
}

async function isClosed(app: App): Promise<boolean> {
  const outcome = await Promise.race([
    app.close().then(() => 'closed', explain),
    sleep(CLOSING_AT_MOST_MS, 'museum: gave up waiting for requests that do not end.'),
  ]);
  if (outcome === 'closed') return true;
  console.error(outcome);
  return false;
}
