import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import { Outage } from '../core/outage.ts';
import type { TraceContext } from './traceparent.ts';

/** How many spans are sent at once and at most how long they wait for that, and how many may wait. */
const BATCH = 512;
const EVERY_MS = 5_000;
const LIMIT = 4_096;
const TIMEOUT_MS = 10_000;
/** The service is stopping, and does not wait long for a collector. */
const LAST_TIMEOUT_MS = 2_000;

/** Numbers of OTLP (trace.proto, SpanKind and StatusCode). */
const KINDS = { internal: 1, server: 2 } as const;
const ERROR = 2;

export type Attributes = Readonly<Record<string, string | number>>;

export interface TracerOptions {
  /** The base address of the collector; spans go to /v1/traces below it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  readonly clock: SteadyClock;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/**
 * A piece of work under way; see https://opentelemetry.io/docs/concepts/signals/traces. It is recorded when it ends.
 */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** The id of the span that it is a part of. */
  readonly parentId: string | undefined;
  readonly kind: keyof typeof KINDS;
  /** By performance.now(). */
  readonly begunAt: number;
  readonly tracer: Tracer;
}

const current = new AsyncLocalStorage<Span>();

/** Runs `work` as a part of the span. */
export function inSpan<T>(span: Span, work: () => T): T {
  return current.run(span, work);
}

/** Does `work`, and records it as a part of the span that is current. Without one it costs nothing. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  return parent === undefined ? work() : recorded(parent, name, work);
}

async function recorded<T>(parent: Span, name: string, work: () => Promise<T>): Promise<T> {
  const { tracer, traceId, spanId } = parent;
  const span = tracer.begin('internal', { traceId, spanId });
  try {
    const outcome = await inSpan(span, work);
    tracer.end(span, name, {}, false);
    return outcome;
  } catch (error) {
    tracer.end(span, name, {}, true);
    throw error;
  }
}

/**
 * Sends spans to a collector: OTLP over HTTP, in JSON (opentelemetry.io/docs/specs/otlp). It never holds up what it
 * records: what the collector does not take at once, or what is too much, is dropped and counted.
 */
export class Tracer {
  sent = 0;
  dropped = 0;
  readonly #options: TracerOptions;
  readonly #outage: Outage;
  #waiting: object[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(options: TracerOptions) {
    this.#options = options;
    this.#outage = new Outage(options.clock);
  }

  /** @param parent undefined: it is the first of a new trace */
  begin(kind: Span['kind'], parent?: Pick<TraceContext, 'traceId' | 'spanId'>): Span {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    const spanId = randomBytes(8).toString('hex');
    return { traceId, spanId, parentId: parent?.spanId, kind, begunAt: performance.now(), tracer: this };
  }

  end(span: Span, name: string, attributes: Attributes, isError: boolean): void {
    if (this.#waiting.length >= LIMIT) {
      this.dropped += 1;
      return;
    }
    const [now, ms] = [Date.now(), performance.now() - span.begunAt];
    this.#waiting.push({
      traceId: span.traceId,
      spanId: span.spanId,
      ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
      name,
      kind: KINDS[span.kind],
      startTimeUnixNano: nanoseconds(now - ms),
      endTimeUnixNano: nanoseconds(now),
      attributes: listOf(attributes),
      status: isError ? { code: ERROR } : {},
    });
    if (this.#waiting.length >= BATCH) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), EVERY_MS).unref();
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    const deadline = AbortSignal.timeout(LAST_TIMEOUT_MS);
    await Promise.race([
      this.#sending,
      new Promise((resolve) => deadline.addEventListener('abort', resolve)),
    ]);
    clearTimeout(this.#timer);
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) await this.#send(batch, deadline);
  }

  /** One batch is sent at a time. */
  #flush(): void {
    if (this.#sending !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#send(this.#take(), AbortSignal.timeout(TIMEOUT_MS)).finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length >= BATCH) this.#flush();
      else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#flush(), EVERY_MS).unref();
    });
  }

  #take(): object[] {
    return this.#waiting.splice(0, BATCH);
  }

  async #send(spans: readonly object[], signal: AbortSignal): Promise<void> {
    const { endpoint, headers, log } = this.#options;
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        ...{ method: 'POST', signal, redirect: 'error', body: JSON.stringify(this.#message(spans)) },
        headers: { ...headers, 'content-type': 'application/json' },
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it answered with ${response.status}`);
      this.sent += spans.length;
      if (this.#outage.end()) log.info('the collector of traces takes them again');
    } catch (error) {
      this.dropped += spans.length;
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
      if (this.#outage.fail() !== undefined)
        log.warn({ reason }, 'the collector of traces takes none; they are dropped');
    }
  }

  #message(spans: readonly object[]): object {
    const { serviceName, version } = this.#options;
    const resource = { attributes: listOf({ 'service.name': serviceName, 'service.version': version }) };
    return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'museum', version }, spans }] }] };
  }
}

function nanoseconds(milliseconds: number): string {
  return `${BigInt(Math.round(milliseconds * 1_000)) * 1_000n}`;
}

/** A list of KeyValue; OTLP writes whole numbers as text. */
function listOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: `${value}` },
  }));
}
