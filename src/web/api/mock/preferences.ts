/** The preferences of a client (RFC 7240) that the mock understands. */
export interface Preferences {
  /** A status code, as written. */
  readonly code?: string;
  /** The name of an example. */
  readonly example?: string;
  /** `true`: different values each time, as the schema allows. */
  readonly dynamic?: string;
}

// RFC 7240, section 2: token [ BWS "=" BWS word ], then parameters, which are ignored. Both patterns are unambiguous, so
// that there is no backtracking: the time is linear in the length of the header.
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
