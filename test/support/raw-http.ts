import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Answer, answerOf } from './client.ts';

/** A plain TCP connection, for requests that no HTTP client would send. */
export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  static async to(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Lines end with CRLF; text is sent as Latin-1, one byte a character. */
  send(data: string | Buffer): void {
    this.#socket.write(typeof data === 'string' ? Buffer.from(data, 'latin1') : data);
  }

  /** Sends and waits until the system has taken it, which it does not while the other side does not read. */
  async flush(data: Buffer): Promise<void> {
    if (this.isCutOff) return;
    await new Promise<void>((resolve) => {
      this.#socket.write(data, () => resolve()); // called with an error when the connection is lost
    });
  }

  /** Whether the other side has cut it off. */
  get isCutOff(): boolean {
    return !this.#socket.writable;
  }

  /** Says that nothing more will be sent, and goes on listening. */
  finish(): void {
    this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Resets the connection (RST). */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** The next answer on this connection. @throws Error when it closes without one */
  async answer(method = 'GET'): Promise<Answer> {
    for (;;) {
      const answer = this.#take(method);
      if (answer !== undefined) return answer;
      if (this.#isClosed)
        throw new Error(`closed after ${JSON.stringify(this.#received.toString('latin1'))}`);
      await this.#more();
    }
  }

  /** Waits for the other side to close. @returns what it sent that was not taken as an answer */
  async rest(): Promise<string> {
    while (!this.#isClosed && !this.#socket.readableEnded) await this.#more();
    this.close();
    return this.#received.toString('latin1');
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#socket.once('end', resolve);
    });
  }

  /** Reads one answer (RFC 9112, section 6.3, without chunks, which the service does not send here). */
  #take(method: string): Answer | undefined {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const [statusLine = '', ...lines] = this.#received.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const headers: IncomingHttpHeaders = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const isBare = method === 'HEAD' || status === 204 || status === 304 || status < 200;
    const length = isBare ? 0 : Number(headers['content-length']);
    const start = end + 4;
    if (this.#received.length < start + length) return undefined;
    const body = this.#received.subarray(start, start + length);
    this.#received = this.#received.subarray(start + length);
    return answerOf(status, headers, [body]);
  }
}
