import type { IncomingHttpHeaders } from 'node:http';
import { HttpRefusal } from './http-refusal.ts';

/**
 * Whether the header Accept prefers the media type `one` to `other` (RFC 9110, section 12.5.1). The most specific range
 * that matches a type gives its weight. With equal weights the answer is false.
 */
export function prefers(accept: string | undefined, one: string, other: string): boolean {
  const ranges = parseQualityList(accept ?? '*/*');
  return weightOf(one, ranges) > weightOf(other, ranges);
}

/**
 * The media type that the header Accept prefers of those in which a file is offered, the first of those with equal
 * weights. An empty header asks for nothing in particular. Nor does one that allows problem details and none of these:
 * generated clients ask for the JSON alone of all that an operation answers with.
 * @throws HttpRefusal not-acceptable
 */
export function preferredOf<Type extends string>(accept: string | undefined, offered: readonly Type[]): Type {
  const ranges = parseQualityList(accept?.trim() || '*/*');
  const weights = offered.map((type) => weightOf(type, ranges));
  const highest = Math.max(...weights);
  if (highest === 0 && weightOf('application/problem+json', ranges) === 0)
    throw new HttpRefusal('not-acceptable', { offered });
  return offered[weights.indexOf(highest)] as Type;
}

/** A listed value in lower case, with its weight from 0 (not acceptable) to 1. */
export interface QualityValue {
  readonly name: string;
  readonly weight: number;
}

/**
 * Parses a header with quality values, such as Accept or Accept-Language (RFC 9110, section 12.4.2). `.2` is 0.2, as
 * Java writes it, and a weight that is no number counts as 1.
 */
export function parseQualityList(header: string): QualityValue[] {
  const listed = header.toLowerCase().split(',');
  return listed.map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { name, weight: /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(weight) ? Math.min(1, Number(weight)) : 1 };
  });
}

function weightOf(type: string, ranges: readonly QualityValue[]): number {
  for (const wanted of [[type], [type.replace(/\/.*/, '/*')], ['*/*', '*']]) {
    const found = ranges.filter(({ name }) => wanted.includes(name));
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
