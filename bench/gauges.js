/**
 * Loaded into a measured process before its own program (`node --import`): reports to its parent, when asked, what the
 * process has used so far (Reading in server-process.ts). By itself it only records the delays of the event loop. It is
 * JavaScript, so that the process does not load the compiler for it, which would count as its own memory and time.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const measureDelays = process.env.BENCH_LOOP_DELAY === 'on';
if (measureDelays) delays.enable();

process.on('message', (message) => {
  if (message === 'read gauges') process.send?.(read());
});
process.channel?.unref();

function read() {
  const { user, system } = process.cpuUsage();
  // The monitor reports how long a timer took, including the time that it was set to.
  const inMs = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const loopDelay = {
    p50: inMs(delays.percentile(50)),
    p99: inMs(delays.percentile(99)),
    max: inMs(delays.max),
  };
  delays.reset();
  return { cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss(), loopDelay };
}
