import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a measured process before its own program (`node --import`): tells its parent, when asked, what the
 * process has used so far. It does nothing of its own accord but keep the event loop's delays.
 */
export interface Reading {
  /** Processor time of the whole process with all its threads, in milliseconds. */
  readonly cpuMs: number;
  /** Resident memory in bytes. */
  readonly residentBytes: number;
  /** Since the last reading; in milliseconds. */
  readonly loopDelay: { readonly p50: number; readonly p99: number; readonly max: number };
}

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const measureDelays = process.env.BENCH_LOOP_DELAY === 'on';
if (measureDelays) delays.enable();

process.on('message', (message) => {
  if (message === 'read gauges') process.send?.(read());
});
process.channel?.unref();

function read(): Reading {
  const { user, system } = process.cpuUsage();
  // The monitor reports how long a timer took; what it asked for is no delay.
  const inMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const loopDelay = {
    p50: inMs(delays.percentile(50)),
    p99: inMs(delays.percentile(99)),
    max: inMs(delays.max),
  };
  delays.reset();
  return { cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss(), loopDelay };
}
