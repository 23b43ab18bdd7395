import type { Actor } from '../core/actor.ts';
import { oneLine } from '../core/name.js';
import { requirePermission } from '../core/permissions.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import type { KnownNow } from '../settings/index.ts';
import { htmlOf, type Layout, textOf } from './layout.ts';
import { type Mail, type MailFault, type MailServer, mailFaultOf } from './mail-server.ts';
import { visitorMailTexts } from './visitor-mail-texts.ts';

export interface TestMailOptions {
  readonly server: Pick<MailServer, 'send'>;
  readonly settings: Pick<KnownNow, 'now'>;
  readonly domain: string;
}

/** Somebody waits for the answer. */
const PATIENCE_MS = 60_000;

/** Sends a mail that says it is a test. @returns what the server said. @throws MailRefused */
export async function sendTestMail(
  { server, ...options }: TestMailOptions,
  actor: Actor,
  to: string,
  now: number,
): Promise<string> {
  requirePermission(actor, 'manage-mail');
  try {
    return await server.send(testMail(options, to, uuidV7(now), now), {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    throw new MailRefused(mailFaultOf(error, to));
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
  { settings: { now: museum }, domain }: Omit<TestMailOptions, 'server'>,
  to: string,
  id: Uuid,
  now: number,
): Mail {
  const { language, colour, mail: ours } = museum;
  const say = visitorMailTexts(language);
  const name = oneLine(museum.name);
  const subject = say('test.subject', { museum: name });
  const layout: Layout = {
    language,
    museum: name,
    subject,
    heading: subject,
    paragraphs: [say('test.body')],
    details: [],
    pictures: [],
    footer: say('footer', { museum: name }),
    ...(colour !== null && { colour }),
  };
  const mail = { subject, text: textOf(layout), html: htmlOf(layout), pictures: [], calendar: '' };
  const replyTo = ours.replyTo ?? undefined;
  return { ...mail, replyTo, messageId: `${id}@${domain}`, to, language, now };
}
