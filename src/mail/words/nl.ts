import type { LetterFacts, Words } from './words.ts';

const show = 'Laat de code bij de ingang zien, op papier of op een scherm.';
const help =
  'Wilt u op een andere dag komen of uw geld terugkrijgen, neem dan contact op met ons of met de winkel die u het ticket heeft verkocht.';
const noLonger = ({ isMany }: LetterFacts) =>
  isMany ? 'Uw tickets zijn niet meer geldig.' : 'Uw ticket is niet meer geldig.';

export const nl: Words = {
  letters: {
    ticket: {
      subject: ({ title, date }) => `Uw ticket: ${title}, ${date}`,
      heading: () => 'Uw ticket',
      body: () => [show],
    },
    exchanged: {
      subject: ({ title, date }) => `Uw nieuwe ticket: ${title}, ${date}`,
      heading: () => 'Uw nieuwe ticket',
      body: ({ replaced }) => [`Het vervangt uw ticket ${replaced}, dat niet meer geldig is.`, show],
    },
    moved: {
      subject: ({ title, date }) => `Andere plaats: ${title}, ${date}`,
      heading: () => 'Uw evenement is op een andere plaats',
      body: (facts) => [
        `${facts.title} op ${facts.date} vindt hier plaats: ${facts.place}. Het zou hier zijn: ${facts.placeBefore}.`,
        facts.isMany ? 'Uw tickets blijven geldig.' : 'Uw ticket blijft geldig.',
      ],
    },
    restored: {
      subject: ({ title, date }) => `Toch geldig: ${title}, ${date}`,
      heading: ({ isMany }) => (isMany ? 'Uw tickets zijn toch geldig' : 'Uw ticket is toch geldig'),
      body: (facts) => [
        `Wij hadden u geschreven dat ${facts.isMany ? 'uw tickets' : 'uw ticket'} voor ${facts.title} op ${facts.date} niet meer geldig ${facts.isMany ? 'waren' : 'was'}. Dat is veranderd: ${facts.isMany ? 'ze zijn' : 'het is'} weer geldig. Onze excuses voor de verwarring.`,
        show,
      ],
    },
    'day-lost': {
      subject: ({ title, date }) => `Niet op ${date}: ${title}`,
      heading: () => 'Uw evenement gaat op die dag niet door',
      body: (facts) => [
        `${facts.title} gaat op ${facts.date} niet door. ${noLonger(facts)} Dat spijt ons.`,
        help,
      ],
    },
    cancelled: {
      subject: ({ title, date }) => `Afgelast: ${title}, ${date}`,
      heading: () => 'Uw evenement is afgelast',
      body: (facts) => [
        `${facts.title} op ${facts.date} is afgelast. ${noLonger(facts)} Dat spijt ons.`,
        help,
      ],
    },
    closed: {
      subject: ({ date }) => `Gesloten op ${date}`,
      heading: () => 'Het museum is gesloten op de dag van uw bezoek',
      body: (facts) => [`Het museum is op ${facts.date} gesloten. ${noLonger(facts)} Dat spijt ons.`, help],
    },
    void: {
      subject: ({ title, date }) => `Uw ticket is ongeldig: ${title}, ${date}`,
      heading: () => 'Uw ticket is ongeldig',
      body: (facts) => [
        `Uw ticket ${facts.codes} voor ${facts.title} op ${facts.date} is ongeldig verklaard. Het geeft geen toegang meer.`,
        'Hebt u hier niet om gevraagd, neem dan contact op met ons of met de winkel die u het ticket heeft verkocht.',
      ],
    },
  },
  what: 'Voor',
  date: 'Datum',
  place: 'Plaats',
  hours: 'Museum open',
  price: 'Prijs',
  code: 'Code',
  picture: (code) => `Het ticket als afbeelding, met de QR-code. In letters: ${code}`,
  footer: (museum) =>
    `U krijgt deze mail omdat met dit adres een ticket van ${museum} is gekocht. Een programma heeft hem geschreven.`,
  test: {
    subject: (museum) => `Een test van ${museum}`,
    body: 'Deze mail is een test. Als u hem leest, komt mail van het museum aan.',
  },
};
