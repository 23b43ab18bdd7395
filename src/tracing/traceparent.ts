/**
 * What the caller of a request says of its trace. Ids are in lower-case hex: 32 digits of the trace, 16 of the span.
 */
export interface TraceContext {
  readonly traceId: string;
  /** The span of the caller. */
  readonly spanId: string;
  /** Whether the caller records it. */
  readonly isSampled: boolean;
}

const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * Parses the header traceparent (W3C Trace Context, section 3.2). Of later versions it reads the part that is known.
 * @returns undefined when it is missing or invalid: such a header is ignored, as the standard requires
 */
export function parseTraceparent(text: string | string[] | undefined): TraceContext | undefined {
  if (typeof text !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(text) ?? [];
  if (version === undefined || (version === '00' && rest !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
