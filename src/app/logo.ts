import { readFile, stat } from 'node:fs/promises';
import { type Logo, readLogo } from '../images/index.ts';
import { findLogoFile } from '../pictures/index.ts';
import { RevisionCache, type Store } from '../store/index.ts';
import { ConfigError } from './config.ts';

const MOST_BYTES = 256 * 1024;

/** Reads and draws the museum's logo. @throws ConfigError when the file can't be used */
export async function loadLogo(path: string | undefined): Promise<Logo | undefined> {
  if (path === undefined) return undefined;
  const logo = await readLogo(await readSmall(path));
  if (typeof logo === 'string') throw new ConfigError('MUSEUM_LOGO', `${path} ${logo}`);
  return logo;
}

/** The museum's logo as it is now: the operator's, or else the one that staff have set. */
export class CurrentLogo {
  readonly #store: Store;
  readonly #fixed: Logo | undefined;
  readonly #cache: RevisionCache<Drawn>;
  #drawn: Drawn = { file: undefined, logo: undefined };

  constructor(store: Store, fixed: Logo | undefined) {
    this.#store = store;
    this.#fixed = fixed;
    this.#cache = new RevisionCache(store, 'events', () => LOGO_BYTES);
  }

  static async open(store: Store, path: string | undefined): Promise<CurrentLogo> {
    return new CurrentLogo(store, await loadLogo(path));
  }

  readonly onTickets = async (): Promise<Logo['onTickets'] | undefined> => (await this.#get())?.onTickets;
  readonly inMails = async (): Promise<Logo['picture'] | undefined> => (await this.#get())?.picture;

  async #get(): Promise<Logo | undefined> {
    if (this.#fixed !== undefined) return this.#fixed;
    return (await this.#cache.get('logo', () => this.#draw())).logo;
  }

  /** Drawn again only when it is another one: whatever is changed of the programme empties the cache. */
  async #draw(): Promise<Drawn> {
    const file = await findLogoFile(this.#store);
    if (file === undefined) return { file, logo: undefined };
    if (this.#drawn.file?.equals(file)) return this.#drawn;
    const logo = await readLogo(file);
    // It is seen on white paper, but so faintly that tickets show nothing of it.
    this.#drawn = { file, logo: typeof logo === 'string' ? undefined : logo };
    return this.#drawn;
  }
}

/** The file that staff have set, and what is made of it. */
interface Drawn {
  readonly file: Buffer | undefined;
  readonly logo: Logo | undefined;
}

/** The rough size of what is made of a logo. */
const LOGO_BYTES = 64 * 1024;

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
