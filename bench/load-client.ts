import { connect, type Socket } from 'node:net';

const READ_BUFFER = 64 * 1024;

/** One keep-alive connection: sends a request at a time, and parses only status and length of its answer. */
export class LoadClient {
  readonly #socket: Socket;
  readonly #buffer = Buffer.allocUnsafe(READ_BUFFER);
  readonly #answered: (client: LoadClient, status: number) => void;
  /** The beginning of an answer whose headers have not all arrived. */
  #head = '';
  /** Bytes of the body that are still to come; -1 between answers. */
  #missing = -1;
  #status = 0;
  /** When the current request was sent or due, in milliseconds. */
  startedAt = 0;

  constructor(
    port: number,
    answered: (client: LoadClient, status: number) => void,
    broken: (reason: string) => void,
  ) {
    this.#answered = answered;
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: this.#buffer, callback: (length) => this.#read(length) },
    });
    this.#socket.on('error', (error) => broken(error.message));
    this.#socket.on('close', () => broken('the connection was closed'));
  }

  send(request: string): void {
    this.#socket.write(request, 'latin1');
  }

  /** The beginning of the data read last, for an error message. */
  excerpt(): string {
    return this.#buffer.toString('utf8', 0, 600);
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy();
  }

  #read(length: number): boolean {
    if (this.#missing > 0) this.#missing -= length;
    else this.#readHead(length);
    if (this.#missing === 0) {
      this.#missing = -1;
      this.#answered(this, this.#status);
    }
    return true;
  }

  #readHead(length: number): void {
    const before = this.#head.length;
    const text = this.#head + this.#buffer.toString('latin1', 0, Math.min(length, 4_096));
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) {
      this.#head = text;
      return;
    }
    this.#head = '';
    this.#status = Number(text.slice(9, 12));
    this.#missing = contentLength(text, end, this.#status) - (before + length - end - 4);
  }
}

function contentLength(text: string, end: number, status: number): number {
  if (status === 304 || status === 204) return 0;
  const at = text.indexOf('ontent-length: ');
  const from = at === -1 ? text.indexOf('ontent-Length: ') : at;
  if (from === -1 || from > end) throw new Error(`An answer without Content-Length:\n${text.slice(0, end)}`);
  return Number.parseInt(text.slice(from + 15, from + 25), 10);
}
