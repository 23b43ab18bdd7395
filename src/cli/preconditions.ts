/** Checks before the start: the folder must be writable and the port free. */
import { mkdtemp, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../app/config.ts';
import { isDiskFull, makeFolder, StoreError } from '../store/index.ts';

/**
 * Makes the database's folder when it is missing.
 * @throws ConfigError unless a file can be made in it, StoreError when the disk is full
 */
export async function requireWritable({ dataDir, database }: Config): Promise<void> {
  if (database.kind !== 'sqlite') return;
  const folder = dirname(database.path);
  // Checking permissions is not enough: root has them all, even on a read-only disk.
  try {
    makeFolder(folder);
    await rmdir(await mkdtemp(join(folder, '.writable-'))); // a new name, never an existing file
  } catch (error) {
    // A full disk is no reason to suggest another folder, which would open an empty museum.
    if (isDiskFull(error))
      throw new StoreError(`The disk with ${folder} is full, or its quota is used up. Free some space.`);
    throw new ConfigError(
      folder === dataDir ? 'MUSEUM_DATA_DIR' : 'MUSEUM_DATABASE_URL',
      `can’t write files in ${folder} (${codeOf(error)}). Use a folder that this user may write to.`,
    );
  }
}

/** @throws ConfigError when nothing can listen at the address of the settings. */
export async function requireFreePort(config: Config): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.port, config.host, resolve);
    });
  } catch (error) {
    throw listenFailure(error, config);
  }
  await new Promise((resolve) => server.close(resolve));
}

/** The error of a server that could not listen, in terms of the settings; any other error as it is. */
export function listenFailure(error: unknown, { host, port }: Config): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new ConfigError(
        'PORT',
        `port ${port} on ${host} is in use by another program. Stop that program, or set PORT to another port.`,
      );
    case 'EACCES':
      return new ConfigError(
        'PORT',
        `this user may not listen on port ${port}. Set PORT to a port from 1024 to 65535.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new ConfigError('HOST', `${JSON.stringify(host)} is not an address of this machine.`);
    default:
      return error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? String(error);
}
