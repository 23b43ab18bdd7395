import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { once } from '../core/once.ts';
import type { WrittenLetter } from './letter-writer.ts';
import { NOT_SENT } from './not-sent.ts';
import type { Sender } from './sender.ts';

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

/** A letter with its headers. */
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
  /** `permanent`: this mail is never accepted; `temporary`: it may be accepted later; `server`: no mail is accepted now. */
  readonly kind: 'permanent' | 'temporary' | 'server';
  /** In words for staff. Names no recipient. */
  readonly answer: string;
}

/** How many mails are sent at once, over pooled connections. */
export const CONNECTIONS = 4;
const [CONNECT_MS, GREETING_MS, SILENCE_MS] = [10_000, 10_000, 20_000];

/** The museum's mail server. It is connected to when the first mail is sent. */
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

  /** @returns the server's answer. @throws an error for `faultOf` */
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
    maxRequeues: 0, // the mail channel decides on retries
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
    // With optional TLS, verifying would be useless: an attacker could just remove the offer of STARTTLS.
    tls: { rejectUnauthorized: isSecure || requireTls, ...(ca !== undefined && { ca }) },
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
  };
  const transport = createTransport(options);
  transport.on('error', () => {}); // an idle connection failed; the next mail opens another
  return transport;
}

/** The message for nodemailer. Addresses are given as objects, so that none is parsed from text. */
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
  /** OpenSSL's reason, which is clearer than its message. */
  readonly reason?: string;
}

/** Commands whose refusal is about the mail itself, not about the connection or the account. */
const MESSAGE_COMMANDS = /^(?:MAIL FROM|RCPT TO|DATA)$/;

/** @param to the recipient, whom the answer does not name */
export function faultOf(error: unknown, to: string): MailFault {
  const { code = '', responseCode, response, command = '', message } = error as SmtpError;
  const answer = anonymous(response ?? message, to);
  if (responseCode !== undefined && responseCode !== 421 && MESSAGE_COMMANDS.test(command))
    return { kind: responseCode >= 500 ? 'permanent' : 'temporary', answer };
  // Nodemailer hands over no address that could be taken for a command.
  if (code === 'EENVELOPE' && responseCode === undefined) return { kind: 'permanent', answer };
  if (code === 'EMESSAGE')
    return { kind: responseCode !== undefined && responseCode < 500 ? 'temporary' : 'permanent', answer };
  return {
    kind: 'server',
    answer: `${NOT_SENT.noServer} ${tlsFault(error as SmtpError, answer) ?? answer}`,
  };
}

/** Explains a failed TLS handshake; undefined for other errors. */
function tlsFault({ code, command, response, reason }: SmtpError, answer: string): string | undefined {
  if (command === 'STARTTLS' && response !== undefined)
    return `requireTLS=true requires TLS, but the server does not accept STARTTLS (${answer})`;
  if (code !== 'ESOCKET' || reason === undefined) return undefined;
  return reason === 'wrong version number'
    ? 'smtps:// uses TLS from the start, which this port does not support. Use smtp://, which uses TLS when the server offers it'
    : `the TLS connection failed (${reason})`;
}

/** Removes addresses and the recipient's local part, which servers repeat in answers: answers are stored, and name nobody. */
function anonymous(text: string, to: string): string {
  const name = to.slice(0, to.lastIndexOf('@')).replace(/[^a-z0-9]/gi, '\\$&');
  return text
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[^\s<>]+@[^\s<>]+/g, '…')
    .replace(new RegExp(`(?<![a-z0-9])${name}(?![a-z0-9])`, 'gi'), '…')
    .trim()
    .slice(0, 300);
}
