/** Disks that really fail under a running service, by the strongest means that this machine allows. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { RunningMuseum } from './process.ts';

export interface FailingDisk {
  /** Where the museum keeps its data. */
  readonly folder: string;
  /** From now on, what the museum writes does not get through. */
  fail(museum: RunningMuseum): void;
  /** The opposite. A disk that can only be mended while nobody uses it needs the museum to be stopped. */
  mend(museum: RunningMuseum): void;
}

/** A disk of 6 MB that can be filled up: a real one where this user may mount, or else files that may not grow. */
export function smallDisk(test: TestContext): FailingDisk {
  const folder = newFolder();
  if (!mayRun('mount', '-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder)) return cappedFiles(test, folder);
  unmountAfter(test, folder);
  const filler = join(folder, 'filler');
  return { folder, fail: () => fillUp(filler), mend: () => rmSync(filler) };
}

/** Files that may be written to no more, because they were made immutable, or else may not grow. */
export function lockableFiles(test: TestContext): FailingDisk {
  const folder = newFolder();
  if (!canBeMadeImmutable(folder)) return cappedFiles(test, folder);
  const files = () => readdirSync(folder).filter((name) => /\.db(-wal)?$/.test(name));
  const change = (flag: string) =>
    execFileSync('chattr', [flag, ...files().map((name) => join(folder, name))]);
  test.after(() => {
    change('-i');
    rmSync(folder, { recursive: true });
  });
  return { folder, fail: () => change('+i'), mend: () => change('-i') };
}

/** A disk that the system itself makes read-only, as it does after an error, or else files that may not grow. */
export function remountableDisk(test: TestContext): FailingDisk {
  const folder = newFolder();
  const image = `${folder}.img`;
  const isMounted =
    mayRun('truncate', '-s', '24M', image) &&
    mayRun('mkfs.ext4', '-q', '-F', image) &&
    mayRun('mount', '-o', 'loop', image, folder);
  if (!isMounted) {
    rmSync(image, { force: true });
    return cappedFiles(test, folder);
  }
  unmountAfter(test, folder);
  test.after(() => rmSync(image));
  return {
    folder,
    fail: () => void execFileSync('mount', ['-o', 'remount,abort', folder]),
    mend() {
      execFileSync('umount', [folder]);
      execFileSync('mount', ['-o', 'loop', image, folder]);
    },
  };
}

/** The fallback that works everywhere: a limit on the size of the files that the process writes. */
function cappedFiles(test: TestContext, folder: string): FailingDisk {
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const cap = (museum: RunningMuseum, bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(museum.child.pid), `--fsize=${bytes}:unlimited`]);
  return {
    folder,
    fail: (museum) => void cap(museum, statSync(join(folder, 'museum.db-wal')).size),
    mend: (museum) => {
      if (museum.child.exitCode === null && museum.child.signalCode === null) cap(museum, 'unlimited');
    },
  };
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'museum-disk-'));
}

function mayRun(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Lazily, so that it does not matter whether the museum has ended by then. */
function unmountAfter(test: TestContext, folder: string): void {
  test.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
}

function fillUp(file: string): void {
  for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // Full, up to less than `size`.
    }
  }
}

/** Some file systems accept the flag but still allow writes to files that are open. */
function canBeMadeImmutable(folder: string): boolean {
  const file = join(folder, 'probe');
  const descriptor = openSync(file, 'w');
  try {
    if (!mayRun('chattr', '+i', file)) return false;
    try {
      writeSync(descriptor, 'x');
      return false;
    } catch {
      return true;
    } finally {
      execFileSync('chattr', ['-i', file]);
    }
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}
