import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Whether this is a package that npm installed, and no checkout. */
export const IS_INSTALLED = import.meta.url.includes('/node_modules/');

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the data lies unless a setting says otherwise: a checkout has it in the folder where it is started, an
 * installed package in the place that the system keeps for the data of programs.
 */
export function defaultDataDir(environment: Environment, isInstalled = IS_INSTALLED): string {
  return isInstalled ? join(dataHome(environment, process.platform), 'museum') : './data';
}

/** Where a demonstration lies: beside the museum that may be in earnest, and never in its place. */
export function demoDataDir(environment: Environment, isInstalled = IS_INSTALLED): string {
  return isInstalled ? join(dataHome(environment, process.platform), 'museum-demo') : './demo';
}

/** Of the user who runs it. On Linux and the like, as the XDG Base Directory Specification has it. */
export function dataHome(
  { LOCALAPPDATA, XDG_DATA_HOME }: Environment,
  platform: NodeJS.Platform,
  home = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return LOCALAPPDATA || join(home, 'AppData', 'Local');
  // A relative path is to be ignored.
  return XDG_DATA_HOME && isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(home, '.local', 'share');
}
