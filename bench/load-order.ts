/** What the load generator is to do. Orders and outcomes are sent between processes as plain values. */
export interface LoadOrder {
  readonly port: number;
  readonly streams: readonly Stream[];
  /** When it ends; a stream with a `total` may end earlier. */
  readonly seconds: number;
}

/** Clients that send one kind of request, each the next as soon as the last is answered. */
export interface Stream {
  readonly name: string;
  /** Whole HTTP/1.1 requests as text. */
  readonly requests: readonly string[];
  /** Which request is next: any of them, or one after another. In order, the stream ends with the last. */
  readonly choose: 'at random' | 'in order';
  /** The only status that counts as right. */
  readonly status: number;
  readonly connections: number;
  /** How many requests are begun in a second, spread evenly; left out: as many as are answered. */
  readonly perSecond?: number;
  /** How many requests there are at most. */
  readonly total?: number;
}

export interface StreamOutcome {
  readonly name: string;
  readonly answers: number;
  readonly perSecond: number;
  /** Milliseconds from sending a request (paced: from when it was due) to the end of its answer. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
}

export type LoadOutcome =
  | { readonly streams: readonly StreamOutcome[]; readonly cpuShare: number; readonly wrong?: undefined }
  /** The first answer that was not as it should be; nothing measured counts then. */
  | { readonly wrong: string };
