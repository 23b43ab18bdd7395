import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Account, SignIn } from '../../accounts/index.ts';
import { Histogram, SECONDS } from '../../core/histogram.ts';
import { Refusal } from '../../core/refusal.ts';
import { send } from '../../http/answer.ts';
import type { CountRequest } from '../../http/server.ts';

const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const DELAY_SAMPLED_EVERY_MS = 20;

/** Counts and durations, in seconds, of the requests of one operation since the service started. */
class Meter {
  readonly byStatus = new Map<number, number>();
  readonly seconds = new Histogram(SECONDS);

  count(status: number, milliseconds: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.seconds.observe(milliseconds / 1000);
  }
}

/**
 * Collects metrics and exposes them at /metrics in the text format of Prometheus (0.0.4). They hold no personal data, and
 * no names that clients choose: requests are counted by operation.
 */
export class Metrics {
  readonly #meters = new Map<string, Meter>();
  readonly #metrics: Metric[] = [];
  #failedSignIns = 0;

  /** Counts a request that has ended. */
  readonly count: CountRequest = (operation, { status, milliseconds }) => {
    const meter = this.#meters.get(operation) ?? new Meter();
    this.#meters.set(operation, meter);
    meter.count(status, milliseconds);
  };

  /** Signs in as `accounts` does, and counts the credentials that it refuses. */
  watchSignIn(accounts: SignIn): SignIn {
    const refused = (error: unknown): never => {
      if (error instanceof Refusal && error.kind === 'unauthorized') this.#failedSignIns += 1;
      throw error;
    };
    const counted = (signIn: () => Account | Promise<Account>) => {
      try {
        const account = signIn();
        return account instanceof Promise ? account.catch(refused) : account;
      } catch (error) {
        return refused(error);
      }
    };
    return {
      signIn: (...asked) => counted(() => accounts.signIn(...asked)),
      signInAs: (...asked) => counted(() => accounts.signInAs(...asked)),
      signInWithToken: (...asked) => counted(() => accounts.signInWithToken(...asked)),
    };
  }

  /** Adds a metric; its `read` is called at each scrape. */
  add(metric: Metric): void {
    this.#metrics.push(metric);
  }

  route(app: FastifyInstance): void {
    const delay = monitorEventLoopDelay({ resolution: DELAY_SAMPLED_EVERY_MS });
    delay.enable();
    app.addHook('onClose', async () => void delay.disable());
    const lag = () => {
      const milliseconds = delay.count === 0 ? 0 : delay.percentile(99) / 1e6 - DELAY_SAMPLED_EVERY_MS;
      delay.reset();
      return Math.max(0, milliseconds) / 1000;
    };
    app.get('/metrics', { config: { answersWhileStopping: true } }, (request, reply) => {
      const body = textOf([...this.#ofRequests(), ...PROCESS, { ...LAG, read: lag }, ...this.#metrics]);
      send(request, reply, {
        status: 200,
        headers: { 'content-type': MEDIA_TYPE, 'cache-control': 'no-store' },
        body,
      });
    });
  }

  /** What is known of the requests and sign-ins that it was told about. */
  #ofRequests(): Metric[] {
    const meters = [...this.#meters];
    return [
      {
        name: 'museum_http_requests_total',
        type: 'counter',
        help: 'Requests that got a response.',
        read: () =>
          meters.flatMap(([operation, { byStatus }]) =>
            [...byStatus].map(([status, value]) => ({ labels: { operation, status: `${status}` }, value })),
          ),
      },
      {
        name: 'museum_http_request_duration_seconds',
        type: 'histogram',
        help: 'Time from the request to the last byte of its response.',
        read: () => meters.map(([operation, { seconds }]) => ({ labels: { operation }, value: seconds })),
      },
      {
        name: 'museum_sign_in_failures_total',
        type: 'counter',
        help: 'Sign-ins with wrong credentials.',
        read: () => this.#failedSignIns,
      },
    ];
  }
}

/** A metric whose value is in base units (seconds, bytes), or has several values with different labels. */
export type Metric = { readonly name: string; readonly help: string } & (
  | { readonly type: 'counter' | 'gauge'; readonly read: () => number | readonly Sample<number>[] }
  | { readonly type: 'histogram'; readonly read: () => readonly Sample<Histogram>[] }
);

export interface Sample<Value> {
  /** Names of the service's own, which need no escaping, and of which there are few. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: Value;
}

const LAG = {
  name: 'nodejs_eventloop_lag_p99_seconds',
  type: 'gauge',
  help: 'Delay of the event loop, 99th percentile since the last scrape.',
} as const;

const PROCESS: readonly Metric[] = [
  {
    name: 'process_resident_memory_bytes',
    type: 'gauge',
    help: 'Resident memory.',
    read: () => process.memoryUsage.rss(),
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    type: 'gauge',
    help: 'Heap in use.',
    read: () => process.memoryUsage().heapUsed,
  },
  {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    help: 'Processor time of all threads.',
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  },
  {
    name: 'process_uptime_seconds',
    type: 'gauge',
    help: 'Time since the process started.',
    read: () => process.uptime(),
  },
];

function textOf(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap((metric) => [
    `# HELP ${metric.name} ${metric.help}`,
    `# TYPE ${metric.name} ${metric.type}`,
    ...linesOf(metric),
  ]);
  return [...lines, ''].join('\n');
}

function linesOf({ name, ...metric }: Metric): string[] {
  if (metric.type === 'histogram') return metric.read().flatMap((sample) => histogram(name, sample));
  const read = metric.read();
  const samples = typeof read === 'number' ? [{ labels: {}, value: read }] : read;
  return samples.map(({ labels, value }) => line(name, labels, value));
}

/** Buckets are cumulative in this format. */
function histogram(name: string, { labels, value: { bounds, buckets, sum } }: Sample<Histogram>): string[] {
  let total = 0;
  const lines = buckets.map((count, index) => {
    total += count;
    return line(`${name}_bucket`, { ...labels, le: `${bounds[index] ?? '+Inf'}` }, total);
  });
  return [...lines, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)];
}

function line(name: string, labels: Sample<number>['labels'], value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  const number = value === Number.POSITIVE_INFINITY ? '+Inf' : value;
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${number}`;
}
