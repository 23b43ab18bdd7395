/** Called with a sentence that says what a start waits for. */
export type OnWait = (what: string) => void;

/** A migration that a start has applied, such as 0008-version-0-2, and how long that took. */
export interface Applied {
  readonly name: string;
  readonly ms: number;
}

/** Called once after a start has brought the schema up to date. @param isNew whether it has made the museum */
export type OnMigrated = (applied: readonly Applied[], isNew: boolean) => void;

/** A migration whose first statement began at `begunAt`, by performance.now(), and whose last has ended now. */
export function appliedSince(begunAt: number, { number, name }: { number: number; name: string }): Applied {
  return { name: `${`${number}`.padStart(4, '0')}-${name}`, ms: Math.round(performance.now() - begunAt) };
}

/** So much of a database is upgraded in a second at least, as measured for docs/operations.md on a busy machine. */
const BYTES_PER_SECOND = 5_000_000;
const LINE_EVERY_MS = 2_000;

/**
 * Says how far the upgrade of a database of that size has come.
 * @returns a function to call before each step. The first time it says how long all may take, then every few seconds which
 * step it is. It returns whether it has said something.
 */
export function upgradeProgress(steps: number, bytes: number, onWait: OnWait): () => boolean {
  const begunAt = performance.now();
  let [saidAt, step] = [begunAt, 0];
  return () => {
    step += 1;
    const now = performance.now();
    if (step > 1 && now - saidAt < LINE_EVERY_MS) return false;
    saidAt = now;
    onWait(
      step === 1
        ? `Upgrading the database (${Math.ceil(bytes / 1e6)} MB) in ${steps} steps, which may take ${inMinutes(bytes)}. An interruption loses nothing: the next start begins again.`
        : `Upgrading the database: step ${step} of ${steps}, after ${Math.round((now - begunAt) / 1000)} s.`,
    );
    return true;
  };
}

function inMinutes(bytes: number): string {
  const minutes = Math.ceil(bytes / BYTES_PER_SECOND / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
