import type { Actor } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import { isolated, oneLine } from '../core/name.js';
import { requirePermission } from '../core/permissions.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { htmlOf, type Layout, textOf } from './layout.ts';
import { faultOf, type Mail, type MailFault, type MailServer } from './mail-server.ts';
import { WORDS } from './words/index.ts';

export interface TestMailOptions {
  readonly server: Pick<MailServer, 'send'>;
  readonly museum: string;
  readonly language: Language;
  readonly domain: string;
}

/** Sends a mail that says it is a test. @returns what the server said. @throws MailRefused */
export async function sendTestMail(
  { server, ...options }: TestMailOptions,
  actor: Actor,
  to: string,
  now: number,
): Promise<string> {
  requirePermission(actor, 'manage-mail');
  try {
    return await server.send(testMail(options, to, uuidV7(now), now));
  } catch (error) {
    throw new MailRefused(faultOf(error, to));
  }
}

/** The mail server did not accept the mail. The message is its answer. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';

  constructor({ answer }: MailFault) {
    super(answer);
  }
}

function testMail(
  { museum, language, domain }: Omit<TestMailOptions, 'server'>,
  to: string,
  id: Uuid,
  now: number,
): Mail {
  const words = WORDS[language];
  const name = oneLine(museum);
  const subject = words.test.subject(isolated(name));
  const layout: Layout = {
    language,
    museum: name,
    subject,
    heading: subject,
    paragraphs: [words.test.body],
    details: [],
    pictures: [],
    footer: words.footer(isolated(name)),
  };
  const letter = { subject, text: textOf(layout), html: htmlOf(layout), pictures: [], calendar: '' };
  return { ...letter, messageId: `${id}@${domain}`, to, language, now };
}
