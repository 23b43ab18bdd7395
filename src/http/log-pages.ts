import { write, writeSync } from 'node:fs';
import { type Logger, symbols } from 'pino';

const PAGE_CHARACTERS = 64 * 1024;
const PAUSE_MS = 250;
const RETRY_MS = 20;
const FLUSH_ATTEMPTS = 25;
const WARNING = 40;
/** How much may wait for a reader that does not read. */
const BACKLOG_CHARACTERS = 8 * 1024 * 1024;

/**
 * Where the log goes: lines are gathered into pages, and a page is written when it is full, when it is a quarter
 * of a second old, or when something went wrong. Whoever reads the log too slowly loses lines, never the service
 * its memory. (Pino's own destination measures every line, which costs more than making it.)
 */
export class LogPages {
  /** Of the line that comes next: pino sets them. */
  lastLevel = 0;
  lastLogger: Logger | undefined;
  readonly #file: number;
  #page = '';
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  readonly #turn = () => this.#turnPage();

  constructor(file: number) {
    this.#file = file;
    Object.assign(this, { [Symbol.for('pino.metadata')]: true }); // makes pino set what it knows of a line
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.#page.length > BACKLOG_CHARACTERS) {
      this.#lost += 1;
      return;
    }
    this.#page += line;
    if (this.lastLevel >= WARNING) this.flushSync();
    else if (this.#page.length >= PAGE_CHARACTERS) this.#turnPage();
    else this.#timer ??= setTimeout(this.#turn, PAUSE_MS).unref();
  }

  /** Writes what there is at once. A reader that is not ready gets it later. */
  flushSync(): void {
    if (this.#isWriting || this.#page === '') return;
    const page = Buffer.from(this.#page);
    let written = 0;
    try {
      while (written < page.length) written += writeSync(this.#file, page, written);
      this.#page = '';
    } catch (error) {
      this.#page = isBusy(error) ? page.subarray(written).toString() : '';
      if (this.#page !== '') this.#timer ??= setTimeout(this.#turn, RETRY_MS).unref();
    }
  }

  /** Calls `done` when all there is has been written, or when a reader that does not read was given its time. */
  flush(done: () => void, attempts = FLUSH_ATTEMPTS): void {
    this.flushSync();
    if (attempts === 0 || (!this.#isWriting && this.#page === '')) done();
    else setTimeout(() => this.flush(done, attempts - 1), RETRY_MS);
  }

  #turnPage(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting || this.#page === '') return;
    this.#isWriting = true;
    const page = Buffer.from(this.#page);
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
        this.#pageIsWritten(); // or can't be, as on a full disk: the service goes on without
      }
    });
  }

  #pageIsWritten(): void {
    this.#isWriting = false;
    if (this.#lost > 0 && this.lastLogger !== undefined) {
      this.#page += `${lineStart(this.lastLogger, WARNING)},"lines":${this.#lost},"msg":"log lines were lost"}\n`;
      this.#lost = 0;
    }
    if (this.#page !== '') this.#timer ??= setTimeout(this.#turn, PAUSE_MS).unref();
  }
}

/** What a line begins with: the level and the time, in the way in which `log` is set to write them. */
export function lineStart(log: Logger, level: number): string {
  const { [symbols.lsCacheSym]: levels, [symbols.timeSym]: time } = log as unknown as Record<symbol, unknown>;
  return (levels as Record<number, string>)[level] + (time as () => string)();
}

/** Whether it is a pipe whose reader is not ready, so that trying again will help. */
function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN';
}
