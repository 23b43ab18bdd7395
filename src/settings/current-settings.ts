import type { Queries, Store } from '../store/index.ts';
import type { SettingRules } from './change-settings.ts';
import { type MuseumSettings, type SettingValues, settingsOf } from './museum-settings.ts';
import { findOwnTexts, type OwnTexts } from './own-texts.ts';
import { findChosen } from './settings-store.ts';

/** How often the settings are compared with those that other instances may have changed. */
const EVERY_MS = 250;

/** The settings as they count now, and the museum's own texts. */
export interface KnownNow {
  readonly now: MuseumSettings;
  readonly texts: OwnTexts;
}

/** Reads them once. @param fixed what the environment sets */
export async function readSettings(queries: Queries, fixed: SettingValues): Promise<KnownNow> {
  const [{ values }, texts] = await Promise.all([findChosen(queries), findOwnTexts(queries)]);
  return { now: settingsOf(fixed, values), texts };
}

/**
 * The settings of the museum as they are now, to be read at each use. What another instance or the command line has changed is
 * here within a second; what this one has changed, as soon as it has called `refresh`.
 */
export class CurrentSettings implements KnownNow {
  readonly rules: SettingRules;
  readonly #store: Store;
  #known: KnownNow;
  #revision: number | undefined;
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  private constructor(store: Store, rules: SettingRules) {
    this.#store = store;
    this.rules = rules;
    this.#known = { now: settingsOf(rules.fixed, {}), texts: {} };
  }

  static async open(store: Store, rules: SettingRules): Promise<CurrentSettings> {
    const settings = new CurrentSettings(store, rules);
    await settings.refresh();
    // While the database is away, those that are known count.
    settings.#timer = setInterval(() => settings.refresh().catch(() => {}), EVERY_MS).unref();
    return settings;
  }

  get now(): MuseumSettings {
    return this.#known.now;
  }

  /** Another one after each change, for caches of what is made from settings. */
  get version(): number {
    return this.#revision ?? 0;
  }

  /** The pages of the museum's own. */
  get texts(): OwnTexts {
    return this.#known.texts;
  }

  /** Reads them again if they were changed. Whoever calls it later never gets older ones. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.catch(() => {}).then(() => this.#read());
    return this.#reading;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    // Before the values: these may be newer than the revision, never older.
    const revision = await this.#store.revision('settings');
    if (revision === this.#revision) return;
    this.#known = await readSettings(this.#store, this.rules.fixed);
    this.#revision = revision;
  }
}
