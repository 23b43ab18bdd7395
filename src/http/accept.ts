/**
 * Whether whoever sent the header Accept would rather have the one media type than the other (RFC 9110, section 12.5.1):
 * of each, the most specific range counts. Where they are liked alike, it is the other.
 */
export function prefers(accept: string | undefined, one: string, other: string): boolean {
  const ranges = readAccept(accept ?? '*/*');
  return weightOf(one, ranges) > weightOf(other, ranges);
}

interface MediaRange {
  readonly name: string;
  readonly weight: number;
}

function readAccept(accept: string): MediaRange[] {
  return accept.split(',').flatMap((text) => {
    const [name = '', ...parameters] = text
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    if (!name.includes('/')) return [];
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return [{ name, weight: /^[01](\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0 }];
  });
}

function weightOf(type: string, ranges: readonly MediaRange[]): number {
  for (const wanted of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const found = ranges.filter(({ name }) => name === wanted);
    if (found.length > 0) return Math.max(...found.map(({ weight }) => weight));
  }
  return 0;
}
