import { catalogue } from '../core/texts.ts';
import type { MailKind } from './mail-kind.ts';

/** What mail says. Values are one line of plain text each; `{title}` is the event's name, or what general entry is called. */
export const visitorMailTexts = catalogue('visitorMail', {
  'ticket.subject': { one: 'Your ticket: {title}, {date}', other: 'Your tickets: {title}, {date}' },
  /** For several events, days or times. */
  'tickets.subject': 'Your tickets: {order}',
  'ticket.heading': { one: 'Your ticket', other: 'Your {count} tickets' },
  show: {
    one: 'Show the code at the entrance, on paper or on your phone.',
    other: 'Show the code of each ticket at the entrance, on paper or on your phone.',
  },
  order: 'Order',
  total: 'Total',
  'exchanged.subject': 'Your new ticket: {title}, {date}',
  'exchanged.heading': 'Your new ticket',
  'exchanged.text': 'It replaces your ticket {replaced}, which is no longer valid.',
  'moved.subject': 'New location: {title}, {date}',
  'moved.heading': 'Your event has a new location',
  'moved.text': '{title} on {date} now takes place here: {place}. Previously: {placeBefore}.',
  'moved.stillValid': { one: 'Your ticket remains valid.', other: 'Your tickets remain valid.' },
  'restored.subject': 'Valid again: {title}, {date}',
  'restored.heading': { one: 'Your ticket is valid again', other: 'Your tickets are valid again' },
  'restored.text': {
    one: 'We wrote to you that your ticket for {title} on {date} was no longer valid. This has changed, and your ticket is valid again. We apologise for the confusion.',
    other:
      'We wrote to you that your tickets for {title} on {date} were no longer valid. This has changed, and your tickets are valid again. We apologise for the confusion.',
  },
  'day-lost.subject': 'No longer on {date}: {title}',
  'day-lost.heading': 'Your event no longer takes place on that day',
  'day-lost.text': {
    one: '{title} will not take place on {date}. Your ticket is no longer valid. We apologise for the inconvenience.',
    other:
      '{title} will not take place on {date}. Your tickets are no longer valid. We apologise for the inconvenience.',
  },
  help: 'To come on another day, or for a refund, please contact us or the seller of your ticket.',
  'cancelled.subject': 'Cancelled: {title}, {date}',
  'cancelled.heading': 'Your event has been cancelled',
  'cancelled.text': {
    one: '{title} on {date} has been cancelled. Your ticket is no longer valid. We apologise for the inconvenience.',
    other:
      '{title} on {date} has been cancelled. Your tickets are no longer valid. We apologise for the inconvenience.',
  },
  'closed.subject': 'Museum closed on {date}',
  'closed.heading': 'The museum will be closed on the day of your visit',
  'closed.text': {
    one: 'The museum will be closed on {date}. Your ticket for that day is no longer valid. We apologise for the inconvenience.',
    other:
      'The museum will be closed on {date}. Your tickets for that day are no longer valid. We apologise for the inconvenience.',
  },
  'void.subject': 'Your ticket has been cancelled: {title}, {date}',
  'void.heading': 'Your ticket has been cancelled',
  'void.text': 'Your ticket {codes} for {title} on {date} has been cancelled and is no longer valid.',
  'void.help': 'If you did not ask for this, please contact us or the seller of your ticket.',
  picture: 'Your ticket with its QR code. Confirmation code: {code}',
  footer:
    'You are receiving this e-mail because this address was given when a ticket for {museum} was bought. It was sent automatically.',
  'test.subject': 'Test e-mail from {museum}',
  'test.body': 'This is a test. If you can read it, e-mail from the museum is being delivered.',
});

/** The paragraphs of each mail. */
export const PARAGRAPHS = {
  ticket: ['show'],
  exchanged: ['exchanged.text', 'show'],
  moved: ['moved.text', 'moved.stillValid'],
  restored: ['restored.text', 'show'],
  'day-lost': ['day-lost.text', 'help'],
  cancelled: ['cancelled.text', 'help'],
  closed: ['closed.text', 'help'],
  void: ['void.text', 'void.help'],
} as const satisfies Readonly<Record<MailKind, readonly (keyof typeof visitorMailTexts.texts.en)[]>>;
