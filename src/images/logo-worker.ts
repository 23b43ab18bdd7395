/** Reads the logo in `workerData`, and posts it, or what is wrong with it. */
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { drawLogo } from './logo.ts';

// Node limits the memory of a thread's objects only. The flag holds for what the process loads from now on: pages of 64
// KiB.
setFlagsFromString('--wasm-max-mem-pages=4096');
parentPort?.postMessage(await drawLogo(Buffer.from(workerData)));
