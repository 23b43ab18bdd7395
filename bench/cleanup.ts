import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The processes and folders of a run, which `cleanUp` removes at its end, also at an early one. */
const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Where seeds and the copies that runs use are kept: on the same disk as the checkout, never in memory. */
export const DATA_FOLDER = join(import.meta.dirname, 'data');

/** Starts a program that does not outlive this run: `command`, by default Node. */
export function startChild(
  args: readonly string[],
  options: SpawnOptions,
  command = process.execPath,
): ChildProcess {
  const child = spawn(command, args, options);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Ends the program with SIGTERM, after ten seconds with SIGKILL, and waits for its end. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(killTimer);
}

/** A folder of its own for one run of one program. */
export function makeFolder(): string {
  mkdirSync(DATA_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(DATA_FOLDER, 'run-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Leaves nothing behind: no process, no folder but the kept seeds. */
export function cleanUp(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) removeFolder(folder);
}

/** Makes Ctrl-C and SIGTERM end the run at once, and clean. */
export function cleanUpOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      cleanUp();
      process.exit(code);
    });
  }
}
