import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Account, SignIn } from '../../accounts/index.ts';
import { Refusal } from '../../core/refusal.ts';
import { send } from '../../http/answer.ts';
import type { Count } from '../../http/server.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const DELAY_SAMPLED_EVERY_MS = 20;

/** Counts and durations of the requests of one operation since the service started. */
class Meter {
  readonly byStatus = new Map<number, number>();
  /** Requests whose time is within the bucket's bound and over the one before; the last has no bound. */
  readonly buckets = new Array<number>(BUCKETS.length + 1).fill(0);
  milliseconds = 0;

  count(status: number, milliseconds: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.milliseconds += milliseconds;
    let bucket = 0;
    while (bucket < BUCKETS.length && milliseconds > (BUCKETS[bucket] as number) * 1000) bucket += 1;
    this.buckets[bucket] = (this.buckets[bucket] as number) + 1;
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
  readonly count: Count = (operation, { status, milliseconds }) => {
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
      const body = this.#write([...PROCESS, { ...LAG, read: lag }, ...this.#metrics]);
      send(request, reply, {
        status: 200,
        headers: { 'content-type': MEDIA_TYPE, 'cache-control': 'no-store' },
        body,
      });
    });
  }

  #write(metrics: readonly Metric[]): string {
    return [
      ...heading('museum_http_requests_total', 'counter', 'Requests that got a response.'),
      ...[...this.#meters].flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(
          ([status, times]) =>
            `museum_http_requests_total{operation="${operation}",status="${status}"} ${times}`,
        ),
      ),
      ...heading(
        'museum_http_request_duration_seconds',
        'histogram',
        'Time from the request to the last byte of its response.',
      ),
      ...[...this.#meters].flatMap(([operation, meter]) => histogram(operation, meter)),
      ...heading('museum_sign_in_failures_total', 'counter', 'Sign-ins with wrong credentials.'),
      `museum_sign_in_failures_total ${this.#failedSignIns}`,
      ...metrics.flatMap(({ name, type, help, read }) => [
        ...heading(name, type, help),
        ...samples(name, read()),
      ]),
      '',
    ].join('\n');
  }
}

/** A metric whose value is in base units (seconds, bytes), or has several values with different labels. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly read: () => number | readonly Sample[];
}

export interface Sample {
  /** Names of the service's own, which need no escaping. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
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

function samples(name: string, read: number | readonly Sample[]): string[] {
  if (typeof read === 'number') return [`${name} ${read}`];
  return read.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}{${pairs.join(',')}} ${value}`;
  });
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Buckets are cumulative in this format. */
function histogram(operation: string, { buckets, milliseconds }: Meter): string[] {
  const name = 'museum_http_request_duration_seconds';
  let total = 0;
  const lines = buckets.map((times, index) => {
    total += times;
    return `${name}_bucket{operation="${operation}",le="${BUCKETS[index] ?? '+Inf'}"} ${total}`;
  });
  return [
    ...lines,
    `${name}_sum{operation="${operation}"} ${milliseconds / 1000}`,
    `${name}_count{operation="${operation}"} ${total}`,
  ];
}
