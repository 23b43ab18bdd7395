import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface Question {
  /** Text and bytes are sent as they are; anything else as JSON, with the content type that says so. */
  readonly body?: unknown;
  readonly headers?: OutgoingHttpHeaders;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body, which must be JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body by asserting it
  readonly json: any;
}

/** A plain HTTP client that adds nothing of its own and sends what a browser would not. */
export class Connections {
  readonly #agent: Agent;

  /** @param atOnce how many requests may be under way; others wait. */
  constructor(atOnce = 64) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  }

  async ask(port: number, method: string, path: string, { body, headers = {} }: Question): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const bytes = isRaw || body === undefined ? body : JSON.stringify(body);
    const sent = isRaw || body === undefined ? headers : { 'content-type': 'application/json', ...headers };
    return new Promise((resolve, reject) => {
      const isChunked = 'transfer-encoding' in headers;
      const length = bytes === undefined || isChunked ? {} : { 'content-length': Buffer.byteLength(bytes) };
      const options = { agent: this.#agent, host: '127.0.0.1', port, method, path };
      request({ ...options, headers: { ...length, ...sent } })
        .on('response', async (response) => {
          try {
            resolve(answerOf(response.statusCode as number, response.headers, await response.toArray()));
          } catch (error) {
            reject(error);
          }
        })
        .on('error', reject)
        .end(bytes);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export function answerOf(status: number, headers: IncomingHttpHeaders, chunks: readonly Buffer[]): Answer {
  const bytes = Buffer.concat(chunks);
  return {
    status,
    headers,
    bytes,
    get text() {
      return bytes.toString('utf8');
    },
    get json() {
      return JSON.parse(bytes.toString('utf8'));
    },
  };
}
