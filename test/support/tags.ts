/** A tag of a page, with what it says of itself. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const TAG = /<(!doctype html|\/?[a-z][a-z0-9]*)((?:\s+[a-zA-Z][\w-]*(?:="[^"<>]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /([a-zA-Z][\w-]*)(?:="([^"<>]*)")?/g;

/**
 * The tags of a page, in order. Stricter than any browser: it accepts only tags with attributes in double quotes, and text
 * without angle brackets. Anything else is taken for a failed escape.
 * @throws Error
 */
export function tagsOf(page: string): Tag[] {
  const text = page.replaceAll(TAG, '');
  const stray = text.search(/[<>]/);
  if (stray !== -1)
    throw new Error(`The page has a bracket of no tag: ${text.slice(Math.max(0, stray - 80), stray + 80)}`);
  return [...page.matchAll(TAG)].map(([, name = '', rest = '']) => ({
    name,
    attributes: new Map(
      [...rest.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, decode(value)]),
    ),
  }));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text that is meant by one in HTML; it knows what the pages write. */
export function decode(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] as string);
}
