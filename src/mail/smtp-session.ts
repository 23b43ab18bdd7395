import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { shownBy } from '../core/certificates.ts';
import { lazy } from '../core/lazy.ts';

/** The address of the mail server (SMTP). */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the beginning (smtps). */
  readonly isSecure: boolean;
  /** Whether nothing is sent without TLS. */
  readonly requireTls: boolean;
  readonly user?: string;
  readonly password?: string;
}

/** How the mail server took the connection. */
export interface SmtpWelcome {
  readonly isEncrypted: boolean;
  /** False also where the server wants no user name. */
  readonly isSignedIn: boolean;
}

export interface Envelope {
  readonly from: string;
  readonly to: string;
}

const [CONNECT_MS, GREETING_MS, QUIT_MS] = [10_000, 10_000, 5_000];
/** Longer than a mail may take: whoever sends it ends what takes too long. */
const SILENCE_MS = 3_600_000;
/** More than servers need: a line of an answer has at most 512 bytes (RFC 5321, section 4.5.3.1.5). */
const MAX_ANSWER = 4_096;

/** One connection to the mail server, which is opened when the first mail is sent, for one mail after another. */
export class SmtpSession {
  readonly #connection: Connection;
  /** Rejects when the connection is lost. */
  readonly #lost: Promise<never>;
  readonly #user: string | undefined;
  readonly #password: string;
  #isOpen = true;

  /**
   * @param ca certificates to trust instead of the usual ones; for tests.
   * @param isVerified whether the server's certificate has to be valid. With optional TLS that would be useless: an
   * attacker could just remove the offer of STARTTLS.
   */
  constructor(
    { host, port, isSecure, requireTls, user, password = '' }: SmtpAddress,
    ca: string | Buffer | undefined,
    isVerified = isSecure || requireTls,
  ) {
    this.#user = user;
    this.#password = password;
    this.#connection = new Connection({
      host,
      port,
      secure: isSecure,
      requireTLS: requireTls,
      connectionTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      greetingTimeout: GREETING_MS,
      socketTimeout: SILENCE_MS,
      socketCloseTimeout: 0, // so that nothing more is sent once the connection is closed
      maxResponseSize: MAX_ANSWER,
      tls: { rejectUnauthorized: isVerified, ...(ca !== undefined && { ca }) },
    });
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {}); // it may be lost between two mails
    this.#lost = promise;
    this.#connection.on('error', (error) => reject(causeOf(error)));
    this.#connection.once('end', () => {
      this.#isOpen = false;
      reject(new Error('The connection was closed.'));
    });
  }

  /** Whether another mail can be sent. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Connects and signs in, and sends no mail. @throws an error after which nothing more can be sent */
  async open(): Promise<SmtpWelcome> {
    await this.#opened();
    const { secure, authenticated } = this.#connection;
    return { isEncrypted: secure, isSignedIn: authenticated };
  }

  /** What the server has shown when the connection was opened; none without TLS. */
  get certificates(): X509Certificate[] {
    const { _socket: socket } = this.#connection;
    return socket instanceof TLSSocket ? shownBy(socket) : [];
  }

  /** @returns the server's answer to the whole mail. @throws an error after which nothing more can be sent */
  async send({ from, to }: Envelope, message: Readable): Promise<string> {
    await this.#opened();
    const { response } = await this.#orLost<{ response: string }>((done) =>
      this.#connection.send({ from, to: [to] }, message, done),
    );
    return response;
  }

  readonly #opened = lazy(async () => {
    await this.#orLost((done) => this.#connection.connect((error) => done(error ?? null)));
    if (this.#user === undefined || !this.#connection.allowsAuth) return;
    const [user, pass] = [this.#user, this.#password];
    await this.#orLost((done) => this.#connection.login({ credentials: { user, pass } }, done));
  });

  #orLost<Result>(begin: (done: (error: Error | null, result?: Result) => void) => void): Promise<Result> {
    const done = new Promise<Result>((resolve, reject) =>
      begin((error, result) => (error ? reject(error) : resolve(result as Result))),
    );
    return Promise.race([done, this.#lost]);
  }

  /** Says goodbye. A server that doesn't answer to that is left. */
  quit(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#connection.quit();
    setTimeout(() => this.destroy(), QUIT_MS).unref();
  }

  /** Nothing that was not sent yet will be. */
  destroy(): void {
    this.#isOpen = false;
    this.#connection.close();
  }
}

/** Why the first address of a server with several can't be connected to. */
function causeOf(error: Error): Error {
  return error instanceof AggregateError ? Object.assign(error.errors[0], { code: 'ESOCKET' }) : error;
}

/** Guards nodemailer against answers that would keep it busy. */
class Connection extends (SMTPConnection as unknown as new (
  options: SMTPConnectionOptions,
) => SMTPConnection & { readonly _socket: Socket | false; _onData(chunk: Buffer): void }) {
  /** It checks the length of what it has not read to the end, so it gets long answers in pieces. */
  override _onData(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; from += MAX_ANSWER)
      super._onData(chunk.subarray(from, from + MAX_ANSWER));
  }
}
