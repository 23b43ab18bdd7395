import { LoadClient } from './load-client.ts';
import type { LoadOrder, LoadOutcome, Stream, StreamOutcome } from './load-order.ts';
import { percentile } from './statistics.ts';

/**
 * The load generator, in a process of its own: carries out an order of its parent, sends back the
 * outcome, and waits for the next order. It reads answers only as far as it must, so that on two cores it
 * keeps up with any server in JavaScript.
 */
process.on('message', async (order: LoadOrder) => {
  const outcome = await carryOut(order).catch((error: Error): LoadOutcome => ({ wrong: error.message }));
  process.send?.(outcome);
});

async function carryOut({ port, streams, seconds }: LoadOrder): Promise<LoadOutcome> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const runs = streams.map((stream) => new StreamRun(stream, port));
  try {
    const outcomes = await Promise.all(runs.map((run) => run.until(seconds)));
    const { user, system } = process.cpuUsage(before);
    return { streams: outcomes, cpuShare: (user + system) / 1_000 / (performance.now() - startedAt) };
  } finally {
    for (const run of runs) run.close();
  }
}

const LATENCIES_KEPT = 2_000_000;
const TICK_MS = 1;

class StreamRun {
  readonly #stream: Stream;
  readonly #clients: LoadClient[] = [];
  readonly #latencies = new Float64Array(LATENCIES_KEPT);
  readonly #startedAt = performance.now();
  #sent = 0;
  #answers = 0;
  #lastAnswerAt = 0;
  #isOver = false;
  /** Clients of a paced stream that have nothing to do. */
  readonly #idle: LoadClient[] = [];
  #finish: (outcome: StreamOutcome) => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(stream: Stream, port: number) {
    this.#stream = stream;
    for (let index = 0; index < stream.connections; index++) {
      const client = new LoadClient(
        port,
        (answering, status) => this.#answered(answering, status),
        (reason) => this.#fail(new Error(`${stream.name}: ${reason}`)),
      );
      this.#clients.push(client);
    }
  }

  until(seconds: number): Promise<StreamOutcome> {
    return new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
      setTimeout(() => this.#end(), seconds * 1_000);
      if (this.#stream.perSecond === undefined) for (const client of this.#clients) this.#next(client);
      else this.#pace(this.#stream.perSecond);
    });
  }

  close(): void {
    this.#isOver = true;
    for (const client of this.#clients) client.close();
  }

  #next(client: LoadClient): void {
    const { requests, choose, total = Number.POSITIVE_INFINITY } = this.#stream;
    const isLast = choose === 'in order' && this.#sent >= requests.length;
    if (this.#isOver || isLast || this.#sent >= total) return;
    const index = choose === 'in order' ? this.#sent : Math.floor(Math.random() * requests.length);
    this.#sent++;
    client.startedAt = performance.now();
    client.send(requests[index] as string);
  }

  /** Begins requests when they are due, whether or not earlier ones are answered, while there are clients. */
  #pace(perSecond: number): void {
    this.#idle.push(...this.#clients);
    const timer = setInterval(() => {
      if (this.#isOver) return clearInterval(timer);
      const due = Math.floor(((performance.now() - this.#startedAt) / 1_000) * perSecond);
      while (this.#sent < due) {
        const client = this.#idle.pop();
        if (client === undefined) return;
        const dueAt = this.#startedAt + (this.#sent / perSecond) * 1_000;
        this.#next(client);
        client.startedAt = dueAt;
      }
    }, TICK_MS);
  }

  #answered(client: LoadClient, status: number): void {
    if (status !== this.#stream.status) {
      this.#fail(
        new Error(`${this.#stream.name}: ${status}, not ${this.#stream.status}:\n${client.excerpt()}`),
      );
      return;
    }
    if (this.#isOver) return;
    this.#lastAnswerAt = performance.now();
    this.#latencies[this.#answers++ % LATENCIES_KEPT] = this.#lastAnswerAt - client.startedAt;
    if (this.#stream.perSecond === undefined) this.#next(client);
    else this.#idle.push(client);
    const { total = Number.POSITIVE_INFINITY, choose, requests } = this.#stream;
    if (this.#answers === total || (choose === 'in order' && this.#answers === requests.length)) this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const latencies = this.#latencies.subarray(0, Math.min(this.#answers, LATENCIES_KEPT));
    this.#finish({
      name: this.#stream.name,
      answers: this.#answers,
      perSecond: (this.#answers / (this.#lastAnswerAt - this.#startedAt)) * 1_000,
      latency: {
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        max: percentile(latencies, 1),
      },
    });
  }
}
