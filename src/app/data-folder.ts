import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Whether this is an installed or unpacked program, not a checkout: only that has a lock file. */
export const IS_INSTALLED = !existsSync(new URL('../../package-lock.json', import.meta.url));

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The default data folder: for a checkout, in the folder where it is started; for an installed package, in the system's
 * place for the data of programs.
 */
export function defaultDataDir(environment: Environment, isInstalled = IS_INSTALLED): string {
  return isInstalled ? join(dataHome(environment, process.platform), 'museum') : './data';
}

/** The default data folder of a demonstration: beside that of a real museum, never the same. */
export function demoDataDir(environment: Environment, isInstalled = IS_INSTALLED): string {
  return isInstalled ? join(dataHome(environment, process.platform), 'museum-demo') : './demo';
}

/** The system's folder for the data of the user's programs. On Linux, by the XDG Base Directory Specification. */
export function dataHome(
  { LOCALAPPDATA, XDG_DATA_HOME }: Environment,
  platform: NodeJS.Platform,
  home = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return LOCALAPPDATA || join(home, 'AppData', 'Local');
  // The specification says to ignore a relative path.
  return XDG_DATA_HOME && isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(home, '.local', 'share');
}
