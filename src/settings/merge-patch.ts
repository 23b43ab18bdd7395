import { isDeepStrictEqual } from 'node:util';
import {
  MEMBERS,
  type MuseumSettings,
  SETTING_PATHS,
  type SettingPath,
  type SettingValue,
  type SettingValues,
  settingsOf,
} from './museum-settings.ts';

/** What a merge patch (RFC 7396) says of the settings that it names, by path; null: back to the default. */
export function namedIn(patch: unknown): ReadonlyMap<SettingPath, SettingValue> {
  const named = SETTING_PATHS.map((path) => [path, saidOf(patch, path.split('/'))] as const);
  return new Map(named.flatMap(([path, value]) => (value === undefined ? [] : [[path, value] as const])));
}

/** A group that is null takes each of its settings back to the default. */
function saidOf(patch: unknown, [member = '', ...below]: readonly string[]): SettingValue | undefined {
  if (!isObject(patch) || !Object.hasOwn(patch, member)) return undefined;
  const value = patch[member];
  return below.length === 0 || value === null ? value : saidOf(value, below);
}

/** The value of a setting after the patch; undefined: it is back at its default. */
export function patched(before: SettingValue | undefined, patch: SettingValue): SettingValue | undefined {
  const after = merged(before, patch);
  return after === null || (isObject(after) && Object.keys(after).length === 0) ? undefined : after;
}

/** RFC 7396, section 2. */
function merged(target: SettingValue | undefined, patch: SettingValue): SettingValue {
  if (!isObject(patch)) return patch;
  const result: Record<string, SettingValue> = isObject(target) ? { ...target } : {};
  for (const [member, value] of Object.entries(patch)) {
    if (value === null) delete result[member];
    else result[member] = merged(Object.hasOwn(result, member) ? result[member] : undefined, value);
  }
  return result;
}

/** The settings after the patch, if nothing stands against it. */
export function settingsAfter(before: MuseumSettings, patch: unknown): MuseumSettings {
  const values = Object.fromEntries(SETTING_PATHS.map((path) => [path, saidOf(before, path.split('/'))]));
  const changed = [...namedIn(patch)].map(([path, said]) => [path, patched(values[path], said)]);
  return settingsOf({}, { ...values, ...Object.fromEntries(changed) });
}

/** The settings that are not the same, by path, with the values of each. */
export function beforeAndAfter(
  one: SettingValues,
  other: SettingValues,
): [before: SettingValues, after: SettingValues] {
  const changed = SETTING_PATHS.filter((path) => !isDeepStrictEqual(one[path], other[path]));
  const shown = (values: SettingValues) =>
    Object.fromEntries(changed.map((path) => [path, values[path] ?? MEMBERS[path].standard]));
  return [shown(one), shown(other)];
}

function isObject(value: unknown): value is Record<string, SettingValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
