import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, type Environment, SETTINGS } from './config.ts';

/**
 * The environment of this process, merged over the file `.env` in the working directory. A PGPASSWORD in the file is
 * also set in the environment of the process, unless it has one.
 * @throws ConfigError when the file exists and can't be read, or a setting in it spans several lines.
 */
export function readEnvironment(directory = process.cwd()): Environment {
  const file = resolve(directory, '.env');
  const values = existsSync(file) ? readEnvFile(file) : {};
  // The driver of PostgreSQL looks for it nowhere else.
  if (values.PGPASSWORD) process.env.PGPASSWORD ||= values.PGPASSWORD;
  return { ...values, ...process.env };
}

/** Some editors write it at the start of a file; it would become part of the first name. */
const BYTE_ORDER_MARK = /^\uFEFF/;

function readEnvFile(file: string): Environment {
  const values = parseEnv(readText(file).replace(BYTE_ORDER_MARK, ''));
  // A missing closing quote would silently swallow the settings on the lines up to the next quote.
  const broken = SETTINGS.find((setting) => values[setting]?.includes('\n'));
  if (broken !== undefined)
    throw new ConfigError(
      broken,
      `the value in ${file} spans several lines. Close its quotes on the line where it begins.`,
    );
  return values;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      '.env',
      `${file} can’t be read (${code}). Make it a file that this user may read, or remove it.`,
    );
  }
}

/** Sentences about variables that are named like settings but are none, each with the setting that may be meant. */
export function strayNames(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('MUSEUM_') && !SETTINGS.some((setting) => setting === name))
    .map((name) => `${name} is not a setting and is ignored. Did you mean ${nearestSetting(name)}?`);
}

/** The setting that someone means who writes it as an option, such as `data-dir`. */
export function settingNamed(option: string): string | undefined {
  const name = option.toUpperCase().replaceAll('-', '_');
  return SETTINGS.find((setting) => withoutPrefix(setting) === name);
}

/**
 * The setting of which some beginning has the smallest edit distance from the name, both without MUSEUM_. Of several,
 * the one with the smallest distance from the name as a whole.
 */
function nearestSetting(name: string): string {
  const ranked = SETTINGS.map((setting) => {
    const distances = editDistances(withoutPrefix(name), withoutPrefix(setting));
    return { setting, beginning: Math.min(...distances), whole: distances.at(-1) as number };
  });
  ranked.sort((one, other) => one.beginning - other.beginning || one.whole - other.whole);
  return ranked[0]?.setting as string;
}

function withoutPrefix(name: string): string {
  return name.replace(/^MUSEUM_/, '');
}

/** The Levenshtein distances of `one` from each prefix of `other`, from the empty one to the whole. */
function editDistances(one: string, other: string): number[] {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const replaced = (row[j] as number) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row;
}
