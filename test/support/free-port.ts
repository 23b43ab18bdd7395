import { createServer } from 'node:net';

const LOWEST = 20_000;
const PROCESSES = 399;
const PORTS = 32;
let count = 0;

/**
 * A port of this machine that nobody uses. It is below those that the system gives to whoever asks for any port, and another
 * process looks among others, so it is still free when a program is started on it, and again on the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + (process.pid % PROCESSES) * PORTS + (count++ % PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
