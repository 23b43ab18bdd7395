import { write, writeSync } from 'node:fs';
import { type Logger, symbols } from 'pino';
import { escapeControls } from '../core/text.ts';

const PAGE_CHARACTERS = 64 * 1024;
const FLUSH_INTERVAL_MS = 250;
const RETRY_MS = 20;
const FLUSH_ATTEMPTS = 25;
const WARNING = 40;
/** How many characters may wait for a reader that does not read. */
const BACKLOG_CHARACTERS = 8 * 1024 * 1024;

/**
 * The buffered destination of the log. Lines are gathered into pages; a page is written when it is full, after a
 * quarter of a second, or at once for a warning or worse. A reader that is too slow loses lines, so that memory is
 * bounded. (Pino's own destination measures every line, which costs more than making it.)
 */
export class LogPages {
  /** The level and logger of the next line; pino sets them. */
  lastLevel = 0;
  lastLogger: Logger | undefined;
  readonly #file: number;
  #page = '';
  #lostLines = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  readonly #onTimer = () => this.#startWrite();

  constructor(file: number) {
    this.#file = file;
    Object.assign(this, { [Symbol.for('pino.metadata')]: true }); // makes pino set lastLevel and lastLogger
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.#page.length > BACKLOG_CHARACTERS) {
      this.#lostLines += 1;
      return;
    }
    this.#page += line;
    if (this.lastLevel >= WARNING) this.flushSync();
    else if (this.#page.length >= PAGE_CHARACTERS) this.#startWrite();
    else this.#timer ??= setTimeout(this.#onTimer, FLUSH_INTERVAL_MS).unref();
  }

  /** Writes the buffer now. If the reader is not ready, it is written later. */
  flushSync(): void {
    if (this.#isWriting || this.#page === '') return;
    const page = Buffer.from(escapeControls(this.#page, '\n'));
    let written = 0;
    try {
      while (written < page.length) written += writeSync(this.#file, page, written);
      this.#page = '';
    } catch (error) {
      this.#page = isBusy(error) ? page.subarray(written).toString() : '';
      if (this.#page !== '') this.#timer ??= setTimeout(this.#onTimer, RETRY_MS).unref();
    }
  }

  /** Calls `done` when everything is written, or when a reader that does not read has had half a second. */
  flush(done: () => void, attempts = FLUSH_ATTEMPTS): void {
    this.flushSync();
    if (attempts === 0 || (!this.#isWriting && this.#page === '')) done();
    else setTimeout(() => this.flush(done, attempts - 1), RETRY_MS);
  }

  #startWrite(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting || this.#page === '') return;
    this.#isWriting = true;
    const page = Buffer.from(escapeControls(this.#page, '\n'));
    this.#page = '';
    this.#write(page);
  }

  #write(page: Buffer): void {
    write(this.#file, page, (error, written) => {
      const rest = error === null ? page.subarray(written) : page;
      if (isBusy(error)) {
        setTimeout(() => this.#write(page), RETRY_MS);
      } else if (error === null && rest.length > 0) {
        this.#write(rest);
      } else {
        this.#afterWrite(); // also when it can't be written, as on a full disk: the page is dropped
      }
    });
  }

  #afterWrite(): void {
    this.#isWriting = false;
    if (this.#lostLines > 0 && this.lastLogger !== undefined) {
      this.#page += `${lineStart(this.lastLogger, WARNING)},"lines":${this.#lostLines},"msg":"log lines were lost"}\n`;
      this.#lostLines = 0;
    }
    if (this.#page !== '') this.#timer ??= setTimeout(this.#onTimer, FLUSH_INTERVAL_MS).unref();
  }
}

/** The beginning of a log line: level and time, in the format of `log`. */
export function lineStart(log: Logger, level: number): string {
  const { [symbols.lsCacheSym]: levels, [symbols.timeSym]: time } = log as unknown as Record<symbol, unknown>;
  return (levels as Record<number, string>)[level] + (time as () => string)();
}

/** Whether the file is a pipe whose reader is not ready, so that a retry will help. */
function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN';
}
