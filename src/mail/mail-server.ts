import type { X509Certificate } from 'node:crypto';
import type { Readable } from 'node:stream';
import { asciiEmail } from '../core/email.ts';
import type { Sender } from './mail-settings.ts';
import type { MailFile, WrittenMail } from './mail-writer.ts';
import { NOT_SENT } from './not-sent.ts';
import type { SmtpAddress, SmtpSession, SmtpWelcome } from './smtp-session.ts';

/** A mail with its headers. */
export interface Mail extends WrittenMail {
  /** Without the angle brackets. */
  readonly messageId: string;
  readonly to: string;
  /** Instant, milliseconds UTC. */
  readonly now: number;
}

/** Why a mail could not be handed over. */
export interface MailFault {
  /**
   * `permanent`: this mail is never accepted; `temporary`: it may be accepted later; `server`: no mail is accepted now.
   */
  readonly kind: 'permanent' | 'temporary' | 'server';
  /** In words for staff. Names no recipient. */
  readonly answer: string;
}

export interface Attempt {
  /** Ends the attempt. */
  readonly signal?: AbortSignal;
  /** Called when all of the mail is handed over, and only the server's answer is missing. */
  readonly onHandedOver?: () => void;
}

const [SECOND, MINUTE] = [1_000, 60_000];
/** How long it may take until a mail is handed over. */
const HAND_OVER_MS = MINUTE;
/** How long the server may then take to answer: RFC 5321, section 4.5.3.2.6. */
const ANSWER_MS = 10 * MINUTE;
/** How long a connection waits for another mail, and how many mails it takes. */
const [IDLE_MS, MAILS_PER_SESSION] = [10 * SECOND, 100];

/** The museum's mail server. It is connected to when the first mail is sent. */
export class MailServer {
  readonly #address: SmtpAddress;
  readonly #sender: Sender;
  readonly #ca: string | Buffer | undefined;
  readonly #sessions = new Set<SmtpSession>();
  /** Those that wait for another mail, with the timer that ends each. */
  readonly #idle: { readonly session: SmtpSession; readonly mails: number; readonly end: NodeJS.Timeout }[] =
    [];

  /** @param ca certificates to trust instead of the usual ones; for tests. */
  constructor(address: SmtpAddress, sender: Sender, ca?: string | Buffer) {
    this.#address = address;
    this.#sender = sender;
    this.#ca = ca;
  }

  /**
   * A mail that takes too long is cut off, so that what was not handed over yet never will be.
   * @returns the server's answer. @throws an error for `mailFaultOf`
   */
  async send(given: Mail, attempt: Attempt = {}): Promise<string> {
    const mail = { ...given, to: asciiEmail(given.to) }; // servers need no SMTPUTF8 (RFC 6531)
    const message = await messageOf(mail, this.#sender);
    const { session, mails } = await this.#takeSession();
    try {
      const stream = message.createReadStream();
      const envelope = { from: this.#sender.address, to: mail.to };
      const answer = await inTime(session.send(envelope, stream), stream, attempt);
      this.#keep(session, mails + 1);
      return anonymous(answer, mail.to);
    } catch (error) {
      this.#sessions.delete(session);
      // A server that refuses a mail is there, and is told that this is all.
      if ((error as SmtpError).responseCode === undefined) session.destroy();
      else session.quit();
      throw error;
    }
  }

  /** Connects and signs in as for a mail, and sends none. @throws an error for `mailFaultOf` */
  async check(): Promise<SmtpWelcome> {
    const { session } = await this.#takeSession();
    try {
      return await session.open();
    } finally {
      this.#quit(session);
    }
  }

  close(): void {
    for (const { end } of this.#idle.splice(0)) clearTimeout(end);
    for (const session of this.#sessions) session.destroy();
    this.#sessions.clear();
  }

  async #takeSession(): Promise<{ session: SmtpSession; mails: number }> {
    for (let known = this.#idle.pop(); known !== undefined; known = this.#idle.pop()) {
      clearTimeout(known.end);
      if (known.session.isOpen) return known;
      this.#sessions.delete(known.session);
    }
    const { SmtpSession } = await import('./smtp-session.ts');
    const session = new SmtpSession(this.#address, this.#ca);
    this.#sessions.add(session);
    return { session, mails: 0 };
  }

  #keep(session: SmtpSession, mails: number): void {
    if (mails === MAILS_PER_SESSION) {
      this.#quit(session);
      return;
    }
    const end = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(known), 1);
      this.#quit(session);
    }, IDLE_MS).unref();
    const known = { session, mails, end };
    this.#idle.push(known);
  }

  #quit(session: SmtpSession): void {
    this.#sessions.delete(session);
    session.quit();
  }
}

/**
 * The certificates that the mail server shows, valid or not; none without TLS. Nobody is signed in.
 * @throws when it can't be reached
 */
export async function findMailCertificates(
  { host, port, isSecure }: SmtpAddress,
  signal: AbortSignal,
): Promise<X509Certificate[]> {
  const { SmtpSession } = await import('./smtp-session.ts');
  const session = new SmtpSession({ host, port, isSecure, requireTls: false }, undefined, false);
  const stop = () => session.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await session.open();
    return session.certificates;
  } finally {
    signal.removeEventListener('abort', stop);
    session.quit();
  }
}

/** The answer to a mail, unless the attempt is ended before, or handing it over or answering takes too long. */
async function inTime(
  answer: Promise<string>,
  message: Readable,
  { signal, onHandedOver }: Attempt,
): Promise<string> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const failIn = (ms: number, why: string) => setTimeout(() => reject(new Error(why)), ms);
  const stop = () => reject(new Error(NOT_SENT.outOfTime));
  let limit = failIn(HAND_OVER_MS, NOT_SENT.tookTooLong);
  const handedOver = () => {
    clearTimeout(limit);
    limit = failIn(ANSWER_MS, NOT_SENT.answersTooLate);
    onHandedOver?.();
  };
  message.once('end', handedOver);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await Promise.race([answer, late]);
  } finally {
    message.off('end', handedOver);
    signal?.removeEventListener('abort', stop);
    clearTimeout(limit);
  }
}

/** @throws an error for `mailFaultOf` when the mail would not go to the address that was given */
async function messageOf(mail: Mail, sender: Sender) {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const message = new MailComposer(mailOptions(mail, sender)).compile();
  const { to } = message.getEnvelope();
  if (to.length === 1 && isSameMailbox(to[0] as string, mail.to)) return message;
  throw Object.assign(new Error(NOT_SENT.badAddress), { code: 'EENVELOPE' });
}

/** Nodemailer replaces characters that it does not send, and writes domains in lower case. */
function isSameMailbox(one: string, other: string): boolean {
  const at = one.lastIndexOf('@');
  return one.slice(0, at) === other.slice(0, at) && one.toLowerCase() === other.toLowerCase();
}

/** The message for nodemailer. Addresses are given as objects, so that none is parsed from text. */
export function mailOptions(mail: Mail, { name, address }: Sender) {
  const { messageId, to, subject, text, html, pictures, pdf, logo, calendar, language, now, replyTo } = mail;
  return {
    from: { name, address },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: asciiEmail(replyTo) } }),
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
    disableFileAccess: true,
    disableUrlAccess: true,
    textEncoding: 'quoted-printable' as const,
    attachments: [
      ...(logo === undefined
        ? []
        : [{ ...file(logo), cid: logo.cid, contentDisposition: 'inline' as const }]),
      ...pictures.flatMap((picture) => [
        { ...file(picture), cid: picture.cid, contentDisposition: 'inline' as const },
        { ...file(picture), contentDisposition: 'attachment' as const },
      ]),
      ...(pdf === undefined ? [] : [{ ...file(pdf), contentDisposition: 'attachment' as const }]),
    ],
    ...(calendar !== '' && {
      icalEvent: { method: 'PUBLISH', filename: 'ticket.ics', content: calendar },
    }),
  };
}

function file({ fileName, contentType, bytes }: MailFile) {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { filename: fileName, content, contentType };
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
export function mailFaultOf(error: unknown, to: string): MailFault {
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

/** How much of an answer is looked at, and how much is kept. */
const [READ_CHARACTERS, KEPT_CHARACTERS] = [1_000, 300];

/**
 * Removes addresses and the recipient's local part, which servers repeat in answers: answers are stored, and name
 * nobody.
 */
function anonymous(text: string, to: string): string {
  const name = to.slice(0, to.lastIndexOf('@')).replace(/[^a-z0-9]/gi, '\\$&');
  return wholeWords(text)
    .replace(new RegExp(`(?<![a-z0-9])${name}(?![a-z0-9])`, 'gi'), '…')
    .replace(/[^\s<>]+/g, (word) => (/.@./.test(word) ? '…' : word))
    .trim()
    .slice(0, KEPT_CHARACTERS);
}

/** The beginning of a text on one line, without the word that is cut: half an address would not be recognised. */
function wholeWords(text: string): string {
  const line = text.slice(0, READ_CHARACTERS).replace(/[\p{Cc}\p{Z}]+/gu, ' ');
  return text.length > READ_CHARACTERS ? line.slice(0, line.lastIndexOf(' ') + 1) : line;
}
