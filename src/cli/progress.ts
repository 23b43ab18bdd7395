/** One line on the terminal that says how far something has come; nowhere else is anything written. */
export interface Progress {
  show(text: string): void;
  /** Takes the line away again. */
  clear(): void;
}

const AT_MOST_EVERY_MS = 100;
const START_OF_LINE = '\r\x1b[K';

/** Written to standard error, so that what a command prints can still be piped. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { show() {}, clear() {} };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (performance.now() - shownAt < AT_MOST_EVERY_MS) return;
      shownAt = performance.now();
      stream.write(`${START_OF_LINE}${text}`);
    },
    clear() {
      if (shownAt !== Number.NEGATIVE_INFINITY) stream.write(START_OF_LINE);
    },
  };
}
