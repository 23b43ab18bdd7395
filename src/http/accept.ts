/**
 * Whether whoever sent the header Accept would rather have the one media type than the other (RFC 9110, section 12.5.1):
 * of each, the most specific range counts. Where they are liked alike, it is the other.
 */
export function prefers(accept: string | undefined, one: string, other: string): boolean {
  const ranges = wishesIn(accept ?? '*/*');
  return weightOf(one, ranges) > weightOf(other, ranges);
}

/** Something that a client lists, in lower case, and how much it is wanted: 0 is not at all, 1 most. */
export interface Wish {
  readonly name: string;
  readonly weight: number;
}

/** What a header such as Accept or Accept-Language lists (RFC 9110, section 12.4.2). */
export function wishesIn(header: string): Wish[] {
  const listed = header.toLowerCase().split(',');
  return listed.map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { name, weight: /^[01](\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0 };
  });
}

function weightOf(type: string, ranges: readonly Wish[]): number {
  for (const wanted of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const found = ranges.filter(({ name }) => name === wanted);
    if (found.length > 0) return Math.max(...found.map(({ weight }) => weight));
  }
  return 0;
}
