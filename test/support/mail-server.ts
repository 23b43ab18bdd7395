import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail as it came. */
export interface Arrived {
  readonly to: string;
  readonly from: string;
  readonly isEncrypted: boolean;
  readonly raw: Buffer;
  readonly mail: ParsedMail;
}

/** What the server says to a mail for that address, counted from 0: nothing for yes, or an SMTP answer. */
export type Verdict = (to: string, index: number) => string | undefined | Promise<string | undefined>;

/** A real mail server. It goes with the test. */
export interface TestMailServer {
  readonly port: number;
  readonly url: string;
  readonly arrived: Arrived[];
  /** How many mails were offered, whatever became of them. */
  offered(): number;
  decide(verdict: Verdict): void;
  /** Resolves when so many mails have arrived. */
  has(count: number): Promise<void>;
  stop(): Promise<void>;
}

export interface TestMailServerOptions {
  /** Offers STARTTLS, or TLS from the beginning. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer; readonly isImplicit?: boolean };
  readonly password?: string;
}

export async function startMailServer(
  test: TestContext,
  { tls, password }: TestMailServerOptions = {},
): Promise<TestMailServer> {
  const arrived: Arrived[] = [];
  let offered = 0;
  let decide: Verdict = () => undefined;
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: tls === undefined ? ['STARTTLS'] : [],
    closeTimeout: 100,
    ...(tls !== undefined && { key: tls.key, cert: tls.cert, secure: tls.isImplicit ?? false }),
    onAuth: (auth, _, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('Wrong')),
    onRcptTo: async ({ address }, _, done) => {
      const verdict = await decide(address, offered++);
      done(verdict === undefined ? null : refusal(verdict));
    },
    onData: async (stream, { envelope, secure }, done) => {
      const chunks: Buffer[] | undefined = await stream.toArray().catch(() => undefined);
      if (chunks === undefined) return; // whoever sent it was cut off
      const raw = Buffer.concat(chunks);
      const mail = await simpleParser(raw, { skipImageLinks: true });
      const { mailFrom, rcptTo } = envelope;
      arrived.push({ to: rcptTo[0]?.address ?? '', from: mailFrom.address, isEncrypted: secure, raw, mail });
      done(null, `taken for ${rcptTo[0]?.address}`);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  test.after(stop);
  return {
    port,
    url: `${tls?.isImplicit ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    arrived,
    offered: () => offered,
    decide(next) {
      decide = next;
    },
    async has(count) {
      while (arrived.length < count) await sleep(10);
    },
    stop,
  };
}

/** `550 No such user` */
function refusal(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}
