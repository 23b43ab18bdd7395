/** A progress line on the terminal; without a terminal nothing is written. */
export interface ProgressLine {
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
}

const MIN_INTERVAL_MS = 100;
const START_OF_LINE = '\r\x1b[K';

/** Written to standard error, so that what a command prints can still be piped. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  if (!stream.isTTY) return { show() {}, clear() {} };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (performance.now() - shownAt < MIN_INTERVAL_MS) return;
      shownAt = performance.now();
      stream.write(`${START_OF_LINE}${text}`);
    },
    clear() {
      if (shownAt !== Number.NEGATIVE_INFINITY) stream.write(START_OF_LINE);
    },
  };
}
