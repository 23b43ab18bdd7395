/** Mail to visitors: their tickets, and changes to them. */

export { type CalendarFacts, calendarEntries } from './calendar-entry.ts';
export { findTicketMail, isMailable, mailTicketAgain, type TicketMail } from './mail-again.ts';
export { MailChannel } from './mail-channel.ts';
export { mailFeed } from './mail-feed.ts';
export { findMailCertificates, MailServer } from './mail-server.ts';
export { domainOf, type Sender } from './mail-settings.ts';
export { MailWriter, type MailWriterOptions, type WrittenMail } from './mail-writer.ts';
export {
  countMails,
  countUndeliveredMails,
  findMailsAbout,
  getMail,
  listMails,
  type MailRoom,
  previewMail,
  retryFailedMails,
  retryMail,
} from './mails.ts';
export { NOT_SENT, type NotSent } from './not-sent.ts';
export { isConfirmationGivenUp } from './order-mails.ts';
export type { SmtpAddress } from './smtp-session.ts';
export { MailRefused, sendTestMail } from './test-mail.ts';
