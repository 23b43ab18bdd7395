import { catalogue } from '../core/texts.ts';
import type { Letter } from './letter.ts';

/** What mail says. Values are one line of plain text each; `{title}` is the event's name, or what general entry is called. */
export const letterTexts = catalogue('letters', {
  'ticket.subject': 'Your ticket: {title}, {date}',
  'ticket.heading': 'Your ticket',
  show: 'Show the code at the entrance, on paper or on a screen.',
  'exchanged.subject': 'Your new ticket: {title}, {date}',
  'exchanged.heading': 'Your new ticket',
  'exchanged.text': 'It takes the place of your ticket {replaced}, which no longer admits anyone.',
  'moved.subject': 'Another place: {title}, {date}',
  'moved.heading': 'Your event is in another place',
  'moved.text': '{title} on {date} takes place here: {place}. It was to be here: {placeBefore}.',
  'moved.stillValid': { one: 'Your ticket stays valid.', other: 'Your tickets stay valid.' },
  'restored.subject': 'Valid after all: {title}, {date}',
  'restored.heading': { one: 'Your ticket is valid after all', other: 'Your tickets are valid after all' },
  'restored.text': {
    one: 'We told you that your ticket for {title} on {date} was no longer valid. That has changed: it is valid again. We are sorry for the confusion.',
    other:
      'We told you that your tickets for {title} on {date} were no longer valid. That has changed: they are valid again. We are sorry for the confusion.',
  },
  'day-lost.subject': 'Not on {date}: {title}',
  'day-lost.heading': 'Your event does not take place on that day',
  'day-lost.text': {
    one: '{title} does not take place on {date}. Your ticket no longer admits anyone. We are sorry.',
    other: '{title} does not take place on {date}. Your tickets no longer admit anyone. We are sorry.',
  },
  help: 'For another day, or for your money back, please get in touch with us, or with the shop that sold you the ticket.',
  'cancelled.subject': 'Cancelled: {title}, {date}',
  'cancelled.heading': 'Your event is cancelled',
  'cancelled.text': {
    one: '{title} on {date} is cancelled. Your ticket no longer admits anyone. We are sorry.',
    other: '{title} on {date} is cancelled. Your tickets no longer admit anyone. We are sorry.',
  },
  'closed.subject': 'Closed on {date}',
  'closed.heading': 'The museum is closed on the day of your visit',
  'closed.text': {
    one: 'The museum is closed on {date}. Your ticket for that day no longer admits anyone. We are sorry.',
    other: 'The museum is closed on {date}. Your tickets for that day no longer admit anyone. We are sorry.',
  },
  'void.subject': 'Your ticket is void: {title}, {date}',
  'void.heading': 'Your ticket is void',
  'void.text': 'Your ticket {codes} for {title} on {date} was made void. It no longer admits anyone.',
  'void.help':
    'If you did not ask for this, please get in touch with us, or with the shop that sold you the ticket.',
  picture: 'The ticket as a picture, with its QR code. In letters: {code}',
  footer:
    'You get this mail because a ticket of {museum} was bought with this address. It was written by a program.',
  'test.subject': 'A test of {museum}',
  'test.body': 'This mail is a test. If you can read it, mail of the museum arrives.',
});

/** The paragraphs of each letter. */
export const PARAGRAPHS = {
  ticket: ['show'],
  exchanged: ['exchanged.text', 'show'],
  moved: ['moved.text', 'moved.stillValid'],
  restored: ['restored.text', 'show'],
  'day-lost': ['day-lost.text', 'help'],
  cancelled: ['cancelled.text', 'help'],
  closed: ['closed.text', 'help'],
  void: ['void.text', 'void.help'],
} as const satisfies Readonly<Record<Letter, readonly (keyof typeof letterTexts.texts.en)[]>>;
