import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Agent as HttpAgent, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { isPublicAddress, literalAddress } from '../core/public-address.ts';
import { Agent, request as httpRequest } from './node-http.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
/** How long an idle connection is kept. Servers with a shorter timeout say so (Keep-Alive). */
const IDLE_TIMEOUT_MS = 4_000;

/** The response. At most 64 KiB of its body are read. */
export interface PostResponse {
  readonly status: number;
  readonly body: string;
}

/** The address that a client has given leads into a private network. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** Every address that a name resolves to. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveAll: Lookup = (hostname) => systemLookup(hostname, { all: true });

export interface OutgoingOptions {
  /** Whether plain http and private addresses are allowed. */
  readonly allowPrivate: boolean;
  readonly lookup?: Lookup;
  /** CA certificates to trust instead of the default ones; for tests. */
  readonly ca?: string | Buffer;
}

/**
 * Sends requests to addresses that clients have given, with protection against SSRF: every address that a host name
 * resolves to must be public, the connection goes to one of the checked addresses (no DNS rebinding), and redirects are
 * not followed.
 */
export class Outgoing {
  readonly #options: OutgoingOptions;
  readonly #lookup: Lookup;
  /** Pending look-ups, by host name. */
  readonly #lookups = new Map<string, ReturnType<Lookup>>();
  readonly #https: HttpsAgent;
  readonly #http: HttpAgent;

  constructor(options: OutgoingOptions) {
    this.#options = options;
    this.#lookup = options.lookup ?? resolveAll;
    const kept = { keepAlive: true, timeout: IDLE_TIMEOUT_MS, maxFreeSockets: 16 };
    this.#https = new HttpsAgent({ ...kept, ...(options.ca !== undefined && { ca: options.ca }) });
    this.#http = new Agent(kept);
  }

  /**
   * @throws PrivateAddress, or the error that prevented a response, such as the abort by `signal`
   */
  async post(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<PostResponse> {
    const url = new URL(address);
    this.#requireAllowed(url);
    const response = await this.#send(url, headers, Buffer.from(body), signal);
    return { status: response.statusCode as number, body: await readSome(response) };
  }

  /**
   * Makes a connection as for a message, with TLS for https, and closes it. Nothing is sent on it.
   * @throws the same as `post`
   */
  async connect(address: string, signal: AbortSignal): Promise<void> {
    const url = new URL(address);
    this.#requireAllowed(url);
    const isSecure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port) || (isSecure ? 443 : 80);
    const to = { host, port, lookup: this.#checkedLookup as LookupFunction };
    const { ca } = this.#options;
    const socket = isSecure
      ? tlsConnect({ ...to, ...(ca && { ca }), ...(isIP(host) === 0 && { servername: host }) })
      : tcpConnect(to);
    socket.on('error', () => {}); // one that comes after the signal
    try {
      await once(socket, isSecure ? 'secureConnect' : 'connect', { signal });
    } finally {
      socket.destroy();
    }
  }

  close(): void {
    this.#https.destroy();
    this.#http.destroy();
  }

  /** Requires https, and that an IP address in the URL is public: Node calls `lookup` for host names only. */
  #requireAllowed(url: URL): void {
    if (this.#options.allowPrivate) return;
    const literal = literalAddress(url);
    if (url.protocol !== 'https:' || (literal !== undefined && !isPublicAddress(literal)))
      throw new PrivateAddress();
  }

  /** Retries when the server has closed a kept-alive connection just as it was reused. */
  async #send(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    for (;;) {
      const { isReused, response } = this.#begin(url, headers, body, signal);
      try {
        return await response;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (!isReused() || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error;
      }
    }
  }

  #begin(url: URL, headers: Readonly<Record<string, string>>, body: Buffer, signal: AbortSignal) {
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: isSecure ? this.#https : this.#http,
      headers: { ...headers, 'content-length': `${body.length}` },
      signal,
      lookup: this.#checkedLookup,
    } as RequestOptions);
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject).end(body);
      // On an unrequested protocol upgrade Node emits neither of the two.
      request.once('upgrade', (answer, socket) => {
        socket.destroy();
        resolve(answer.destroy());
      });
    });
    return { response, isReused: () => request.reusedSocket };
  }

  /** Node calls this for the address right before it connects. */
  readonly #checkedLookup = (
    hostname: string,
    { all }: { all?: boolean },
    done: (error: Error | null, addresses?: readonly LookupAddress[] | string, family?: number) => void,
  ): void => {
    this.#lookUpOnce(hostname).then((addresses) => {
      const [first] = addresses;
      if (first === undefined) return done(new Error('The name resolves to nothing.'));
      if (!this.#options.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddress());
      if (all) return done(null, addresses);
      done(null, first.address, first.family);
    }, done);
  };

  /**
   * Shares look-ups of one name. Node runs only two at a time, and a name whose server is silent must not take both.
   */
  #lookUpOnce(hostname: string): ReturnType<Lookup> {
    const pending = this.#lookups.get(hostname);
    if (pending !== undefined) return pending;
    const found = this.#lookup(hostname).finally(() => this.#lookups.delete(hostname));
    this.#lookups.set(hostname, found);
    return found;
  }
}

/** Up to 64 KiB of the body, or the part that has arrived when it breaks off: only the status matters. */
async function readSome(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, MAX_ANSWER_BYTES - bytes));
      bytes += chunk.length;
      if (bytes >= MAX_ANSWER_BYTES) break; // which also ends the connection
    }
  } catch {
    // Time was up, or the other side broke off.
  }
  return Buffer.concat(chunks).toString('utf8');
}
