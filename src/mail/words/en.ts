import type { LetterFacts, Words } from './words.ts';

const show = 'Show the code at the entrance, on paper or on a screen.';
const help =
  'For another day, or for your money back, please get in touch with us, or with the shop that sold you the ticket.';
const your = ({ isMany }: LetterFacts) => (isMany ? 'Your tickets' : 'Your ticket');
const admits = ({ isMany }: LetterFacts) => (isMany ? 'no longer admit anyone' : 'no longer admits anyone');

export const en: Words = {
  letters: {
    ticket: {
      subject: ({ title, date }) => `Your ticket: ${title}, ${date}`,
      heading: () => 'Your ticket',
      body: () => [show],
    },
    exchanged: {
      subject: ({ title, date }) => `Your new ticket: ${title}, ${date}`,
      heading: () => 'Your new ticket',
      body: ({ replaced }) => [
        `It takes the place of your ticket ${replaced}, which no longer admits anyone.`,
        show,
      ],
    },
    moved: {
      subject: ({ title, date }) => `Another place: ${title}, ${date}`,
      heading: () => 'Your event is in another place',
      body: (facts) => [
        `${facts.title} on ${facts.date} takes place here: ${facts.place}. It was to be here: ${facts.placeBefore}.`,
        facts.isMany ? 'Your tickets stay valid.' : 'Your ticket stays valid.',
      ],
    },
    restored: {
      subject: ({ title, date }) => `Valid after all: ${title}, ${date}`,
      heading: (facts) => `${your(facts)} ${facts.isMany ? 'are' : 'is'} valid after all`,
      body: (facts) => [
        `We told you that ${facts.isMany ? 'your tickets' : 'your ticket'} for ${facts.title} on ${facts.date} ${facts.isMany ? 'were' : 'was'} no longer valid. That has changed: ${facts.isMany ? 'they are valid again' : 'it is valid again'}. We are sorry for the confusion.`,
        show,
      ],
    },
    'day-lost': {
      subject: ({ title, date }) => `Not on ${date}: ${title}`,
      heading: () => 'Your event does not take place on that day',
      body: (facts) => [
        `${facts.title} does not take place on ${facts.date}. ${your(facts)} ${admits(facts)}. We are sorry.`,
        help,
      ],
    },
    cancelled: {
      subject: ({ title, date }) => `Cancelled: ${title}, ${date}`,
      heading: () => 'Your event is cancelled',
      body: (facts) => [
        `${facts.title} on ${facts.date} is cancelled. ${your(facts)} ${admits(facts)}. We are sorry.`,
        help,
      ],
    },
    closed: {
      subject: ({ date }) => `Closed on ${date}`,
      heading: () => 'The museum is closed on the day of your visit',
      body: (facts) => [
        `The museum is closed on ${facts.date}. ${your(facts)} for that day ${admits(facts)}. We are sorry.`,
        help,
      ],
    },
    void: {
      subject: ({ title, date }) => `Your ticket is void: ${title}, ${date}`,
      heading: () => 'Your ticket is void',
      body: (facts) => [
        `Your ticket ${facts.codes} for ${facts.title} on ${facts.date} was made void. It no longer admits anyone.`,
        'If you did not ask for this, please get in touch with us, or with the shop that sold you the ticket.',
      ],
    },
  },
  what: 'For',
  date: 'Date',
  place: 'Place',
  hours: 'Museum open',
  price: 'Price',
  code: 'Code',
  picture: (code) => `The ticket as a picture, with its QR code. In letters: ${code}`,
  footer: (museum) =>
    `You get this mail because a ticket of ${museum} was bought with this address. It was written by a program.`,
  test: {
    subject: (museum) => `A test of ${museum}`,
    body: 'This mail is a test. If you can read it, mail of the museum arrives.',
  },
};
