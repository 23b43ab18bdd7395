/**
 * `npm run test:engines`: runs the desk, the gate and the shop in Chromium, Firefox and WebKit. Chromium comes with the packages; the
 * machine must have the other two, so no other test does this.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../fixtures/programs.ts';

/** Debian's packages, with their programs. */
const NEEDED = {
  'firefox-esr': ['firefox-esr', 'firefox'],
  'webkit2gtk-driver': ['WebKitWebDriver'],
  xvfb: ['Xvfb'],
};
/** A test that hangs fails after ten minutes. */
const TIMEOUT_MS = 600_000;

const missing = Object.entries(NEEDED).filter(([, programs]) => findProgram(...programs) === undefined);
if (missing.length > 0) {
  const packages = missing.map(([name]) => name).join(' ');
  console.error(`museum: this machine lacks ${packages}. On Debian: apt-get install ${packages}`);
  process.exitCode = 1;
} else run();

function run(): void {
  const files = globSync(join(import.meta.dirname, '../test/engines/*.ts'));
  const options = ['--test', `--test-timeout=${TIMEOUT_MS}`, '--test-concurrency=1'];
  const runner = spawn(process.execPath, [...options, ...files], { stdio: 'inherit' });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => runner.kill());
  runner.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
