/** Traces: where the time of a request goes, across services. W3C Trace Context in, OTLP out. */
export { parseTraceparent, type TraceContext } from './traceparent.ts';
export { type Attributes, inSpan, type Span, Tracer, type TracerOptions, traced } from './tracer.ts';
