import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { DATA_FOLDER } from './cleanup.ts';
import { median, percentile } from './statistics.ts';

/** What the figures were measured on. */
export interface MachineFacts {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGib: number;
  readonly node: string;
  /** Milliseconds to write 4 KiB and have it on disk. */
  readonly flushMs: { readonly p50: number; readonly p99: number };
}

export function machineFacts(): MachineFacts {
  const processors = cpus();
  return {
    cores: processors.length,
    processor: processors[0]?.model ?? 'unknown',
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    flushMs: measureFlush(),
  };
}

export function describeMachine({ cores, processor, memoryGib, node, flushMs }: MachineFacts): string {
  const flush = `a flush to disk takes ${flushMs.p50.toFixed(2)} ms (p99 ${flushMs.p99.toFixed(2)} ms)`;
  return `${cores} cores of ${processor}, ${memoryGib} GiB, Node ${node}; ${flush}`;
}

const FLUSHES = 300;

function measureFlush(): MachineFacts['flushMs'] {
  mkdirSync(DATA_FOLDER, { recursive: true });
  const path = join(DATA_FOLDER, `flush-${process.pid}`);
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4_096, 'museum');
  const times = Array.from({ length: FLUSHES }, () => {
    writeSync(file, page);
    const startedAt = performance.now();
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  rmSync(path);
  return { p50: median(times), p99: percentile(times, 0.99) };
}
