import type { IncomingHttpHeaders } from 'node:http';
/**
 * Whether the header Accept prefers the media type `one` to `other` (RFC 9110, section 12.5.1). The most specific range
 * that matches a type gives its weight. With equal weights the answer is false.
 */
export function prefers(accept: string | undefined, one: string, other: string): boolean {
  const ranges = parseQualityList(accept ?? '*/*');
  return weightOf(one, ranges) > weightOf(other, ranges);
}

/**
 * The media type that the header Accept prefers, the first of those with equal weights; undefined: none is acceptable. An empty header
 * asks for nothing in particular.
 */
export function preferredOf<Type extends string>(
  accept: string | undefined,
  types: readonly Type[],
): Type | undefined {
  const ranges = parseQualityList(accept?.trim() || '*/*');
  const weights = types.map((type) => weightOf(type, ranges));
  const highest = Math.max(...weights);
  return highest === 0 ? undefined : types[weights.indexOf(highest)];
}

/** A listed value in lower case, with its weight from 0 (not acceptable) to 1. */
export interface QualityValue {
  readonly name: string;
  readonly weight: number;
}

/** Parses a header with quality values, such as Accept or Accept-Language (RFC 9110, section 12.4.2). */
export function parseQualityList(header: string): QualityValue[] {
  const listed = header.toLowerCase().split(',');
  return listed.map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { name, weight: /^[01](\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0 };
  });
}

function weightOf(type: string, ranges: readonly QualityValue[]): number {
  for (const wanted of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const found = ranges.filter(({ name }) => name === wanted);
    if (found.length > 0) return Math.max(...found.map(({ weight }) => weight));
  }
  return 0;
}

/** Whether the client accepts that content coding (RFC 9110, section 12.5.3). */
export function acceptsEncoding(coding: 'br' | 'gzip', headers: IncomingHttpHeaders): boolean {
  const accepted = parseQualityList(`${headers['accept-encoding'] ?? ''}`);
  const weightOf = (listed: string) => accepted.find(({ name }) => name === listed)?.weight;
  return (weightOf(coding) ?? weightOf('*') ?? 0) > 0;
}
