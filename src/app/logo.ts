import { readFile, stat } from 'node:fs/promises';
import { type Logo, readLogo } from '../images/index.ts';
import { ConfigError } from './config.ts';

const MOST_BYTES = 256 * 1024;

/** Reads and draws the museum's logo. @throws ConfigError when the file can't be used */
export async function loadLogo(path: string | undefined): Promise<Logo | undefined> {
  if (path === undefined) return undefined;
  const logo = await readLogo(await readSmall(path));
  if (typeof logo === 'string') throw new ConfigError('MUSEUM_LOGO', `${path} ${logo}`);
  return logo;
}

async function readSmall(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size <= MOST_BYTES) return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError('MUSEUM_LOGO', `${path} can’t be read (${code}). Set it to a PNG or SVG file.`);
  }
  throw new ConfigError('MUSEUM_LOGO', `${path} has more than ${MOST_BYTES / 1024} kB.`);
}
