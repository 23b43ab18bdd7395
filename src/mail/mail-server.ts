import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { once } from '../core/once.ts';
import type { WrittenLetter } from './letter-writer.ts';
import { NOT_SENT } from './not-sent.ts';

/** Where mail is handed over. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the beginning (smtps). */
  readonly isSecure: boolean;
  /** Without TLS nothing is sent. */
  readonly requireTls: boolean;
  readonly user?: string;
  readonly password?: string;
}

/** Whom mail is from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** What ids of mails end in. */
export function domainOf({ address }: Sender): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** A letter with all that makes it a mail. */
export interface Mail extends WrittenLetter {
  /** Without the angle brackets. */
  readonly messageId: string;
  readonly to: string;
  readonly language: string;
  /** Instant, milliseconds UTC. */
  readonly now: number;
}

/** Why a mail could not be handed over. */
export interface MailFault {
  /** `mail`: this one will never be taken; `later`: it may be, later; `server`: the server is not to be talked to just now. */
  readonly affects: 'mail' | 'later' | 'server';
  /** In words for staff. Names no recipient. */
  readonly answer: string;
}

/** As many mails are handed over at once, over connections that are kept for a while. */
export const CONNECTIONS = 4;
const [CONNECT_MS, GREETING_MS, SILENCE_MS] = [10_000, 10_000, 20_000];

/** The museum's mail server. It is not asked for anything until there is a mail. */
export class MailServer {
  readonly #sender: Sender;
  readonly #open: () => Promise<Transport>;
  #transport: Transport | undefined;

  /** @param ca certificates to trust instead of the usual ones; for tests. */
  constructor(address: SmtpAddress, sender: Sender, ca?: string | Buffer) {
    this.#sender = sender;
    this.#open = once(async () => {
      this.#transport = await openTransport(address, ca);
      return this.#transport;
    });
  }

  /** @returns what the server said. @throws whatever `faultOf` tells more about */
  async send(mail: Mail): Promise<string> {
    const transport = await this.#open();
    const { response } = await transport.sendMail(mailOptions(mail, this.#sender));
    return anonymous(response, mail.to);
  }

  close(): void {
    this.#transport?.close();
  }
}

type Transport = Awaited<ReturnType<typeof openTransport>>;

async function openTransport(
  { host, port, isSecure, requireTls, user, password }: SmtpAddress,
  ca?: string | Buffer,
) {
  const { createTransport } = await import('nodemailer');
  const options: SMTPPoolOptions & { pool: true } = {
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 0, // whether and when it is tried again is decided here
    host,
    port,
    secure: isSecure,
    requireTLS: requireTls,
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Whoever could show a false certificate where TLS is optional could as well take the offer of TLS away.
    tls: { rejectUnauthorized: isSecure || requireTls, ...(ca !== undefined && { ca }) },
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
  };
  const transport = createTransport(options);
  transport.on('error', () => {}); // of a connection that idles; the next mail finds out
  return transport;
}

/** What nodemailer makes the message of. Addresses are given as such, so that none is read out of a text. */
export function mailOptions(mail: Mail, { name, address }: Sender) {
  const { messageId, to, subject, text, html, pictures, calendar, language, now } = mail;
  return {
    from: { name, address },
    to: { name: '', address: to },
    envelope: { from: address, to: [to] },
    messageId: `<${messageId}>`,
    date: new Date(now),
    subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated', // RFC 3834, section 5
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': language,
    },
    xMailer: false as const,
    textEncoding: 'quoted-printable' as const,
    attachments: pictures.flatMap(({ cid, fileName, png }) => {
      const picture = {
        filename: fileName,
        content: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
        contentType: 'image/png',
      };
      return [
        { ...picture, cid, contentDisposition: 'inline' as const },
        { ...picture, contentDisposition: 'attachment' as const },
      ];
    }),
    ...(calendar !== '' && {
      icalEvent: { method: 'PUBLISH', filename: 'ticket.ics', content: calendar },
    }),
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
  /** Of OpenSSL: what went wrong, where its message is one for its developers. */
  readonly reason?: string;
}

/** Answers to these are about the mail itself, and not about who hands it over. */
const MESSAGE_COMMANDS = /^(?:MAIL FROM|RCPT TO|DATA)$/;

/** @param to whom the mail was for, which the answer does not say */
export function faultOf(error: unknown, to: string): MailFault {
  const { code = '', responseCode, response, command = '', message } = error as SmtpError;
  const answer = anonymous(response ?? message, to);
  if (responseCode !== undefined && responseCode !== 421 && MESSAGE_COMMANDS.test(command))
    return { affects: responseCode >= 500 ? 'mail' : 'later', answer };
  // Nodemailer hands over no address that could be taken for a command.
  if (code === 'EENVELOPE' && responseCode === undefined) return { affects: 'mail', answer };
  if (code === 'EMESSAGE')
    return { affects: responseCode !== undefined && responseCode < 500 ? 'later' : 'mail', answer };
  return {
    affects: 'server',
    answer: `${NOT_SENT.noServer} ${tlsFault(error as SmtpError, answer) ?? answer}`,
  };
}

/** What differs, when two that were to talk with TLS could not. */
function tlsFault({ code, command, response, reason }: SmtpError, answer: string): string | undefined {
  if (command === 'STARTTLS' && response !== undefined)
    return `requireTLS=true asks for TLS, and it does not take STARTTLS (${answer})`;
  if (code !== 'ESOCKET' || reason === undefined) return undefined;
  return reason === 'wrong version number'
    ? 'smtps:// is TLS from the beginning, which this port does not speak. With smtp:// TLS is used when it is offered'
    : `TLS with it failed (${reason})`;
}

/** Servers repeat the recipient in their answers, or only what stands before the @; what is kept of them must not. */
function anonymous(text: string, to: string): string {
  const name = to.slice(0, to.lastIndexOf('@')).replace(/[^a-z0-9]/gi, '\\$&');
  return text
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[^\s<>]+@[^\s<>]+/g, '…')
    .replace(new RegExp(`(?<![a-z0-9])${name}(?![a-z0-9])`, 'gi'), '…')
    .trim()
    .slice(0, 300);
}
