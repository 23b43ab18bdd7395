/** What a client prefers to be answered with (RFC 7240), as far as the mock can oblige. */
export interface Preferences {
  /** A status code, as written. */
  readonly code?: string;
  /** The name of an example. */
  readonly example?: string;
  /** `true`: other values each time, such as the schema allows. */
  readonly dynamic?: string;
}

// RFC 7240, section 2: token [ BWS "=" BWS word ], then parameters that mean nothing here. No part of either pattern
// can be matched in two ways, so that none is tried again: the time is in proportion to the header.
const ITEM = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;
const PREFERENCE = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/;

/** Reads the header Prefer. Preferences that are not known are ignored; the first of a name counts. */
export function readPreferences(prefer: string | readonly string[] | undefined): Preferences {
  const preferences: { -readonly [Name in keyof Preferences]: string } = {};
  for (const item of [prefer ?? []].flat().join(',').match(ITEM) ?? []) {
    const [, name = '', quoted, plain = ''] = PREFERENCE.exec(item) ?? [];
    const key = name.toLowerCase();
    if (key !== 'code' && key !== 'example' && key !== 'dynamic') continue;
    preferences[key] ??= quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
  }
  return preferences;
}

/** The header Preference-Applied (RFC 7240, section 3); undefined when there was nothing to apply. */
export function preferenceApplied(preferences: Preferences): string | undefined {
  const applied = Object.entries(preferences).map(([name, value]) => `${name}=${value}`);
  return applied.length === 0 ? undefined : applied.join(', ');
}
