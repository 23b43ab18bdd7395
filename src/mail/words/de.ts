import type { LetterFacts, Words } from './words.ts';

const show = 'Zeigen Sie den Code am Eingang vor, auf Papier oder auf einem Bildschirm.';
const help =
  'Wenn Sie an einem anderen Tag kommen möchten oder Ihr Geld zurück, wenden Sie sich bitte an uns oder an den Shop, der Ihnen das Ticket verkauft hat.';
const noLonger = ({ isMany }: LetterFacts) =>
  isMany ? 'Ihre Tickets gelten nicht mehr.' : 'Ihr Ticket gilt nicht mehr.';

export const de: Words = {
  letters: {
    ticket: {
      subject: ({ title, date }) => `Ihr Ticket: ${title}, ${date}`,
      heading: () => 'Ihr Ticket',
      body: () => [show],
    },
    exchanged: {
      subject: ({ title, date }) => `Ihr neues Ticket: ${title}, ${date}`,
      heading: () => 'Ihr neues Ticket',
      body: ({ replaced }) => [`Es ersetzt Ihr Ticket ${replaced}, das nicht mehr gilt.`, show],
    },
    moved: {
      subject: ({ title, date }) => `Anderer Ort: ${title}, ${date}`,
      heading: () => 'Ihre Veranstaltung ist an einem anderen Ort',
      body: (facts) => [
        `${facts.title} am ${facts.date} findet hier statt: ${facts.place}. Vorgesehen war: ${facts.placeBefore}.`,
        facts.isMany ? 'Ihre Tickets gelten weiter.' : 'Ihr Ticket gilt weiter.',
      ],
    },
    restored: {
      subject: ({ title, date }) => `Gilt doch: ${title}, ${date}`,
      heading: ({ isMany }) => (isMany ? 'Ihre Tickets gelten doch' : 'Ihr Ticket gilt doch'),
      body: (facts) => [
        `Wir hatten Ihnen zu ${facts.title} am ${facts.date} abgesagt. Das hat sich geändert: ${facts.isMany ? 'Ihre Tickets gelten wieder' : 'Ihr Ticket gilt wieder'}. Bitte entschuldigen Sie das Hin und Her.`,
        show,
      ],
    },
    'day-lost': {
      subject: ({ title, date }) => `Nicht am ${date}: ${title}`,
      heading: () => 'Ihre Veranstaltung findet an diesem Tag nicht statt',
      body: (facts) => [
        `${facts.title} findet am ${facts.date} nicht statt. ${noLonger(facts)} Das tut uns leid.`,
        help,
      ],
    },
    cancelled: {
      subject: ({ title, date }) => `Abgesagt: ${title}, ${date}`,
      heading: () => 'Ihre Veranstaltung ist abgesagt',
      body: (facts) => [
        `${facts.title} am ${facts.date} ist abgesagt. ${noLonger(facts)} Das tut uns leid.`,
        help,
      ],
    },
    closed: {
      subject: ({ date }) => `Geschlossen am ${date}`,
      heading: () => 'Das Museum ist an Ihrem Tag geschlossen',
      body: (facts) => [
        `Das Museum ist am ${facts.date} geschlossen. ${noLonger(facts)} Das tut uns leid.`,
        help,
      ],
    },
    void: {
      subject: ({ title, date }) => `Ihr Ticket ist ungültig: ${title}, ${date}`,
      heading: () => 'Ihr Ticket ist ungültig',
      body: (facts) => [
        `Ihr Ticket ${facts.codes} für ${facts.title} am ${facts.date} wurde für ungültig erklärt. Es berechtigt nicht mehr zum Eintritt.`,
        'Wenn Sie das nicht gewünscht haben, wenden Sie sich bitte an uns oder an den Shop, der Ihnen das Ticket verkauft hat.',
      ],
    },
  },
  what: 'Für',
  date: 'Tag',
  place: 'Ort',
  hours: 'Museum geöffnet',
  price: 'Preis',
  code: 'Code',
  picture: (code) => `Das Ticket als Bild, mit dem QR-Code. In Buchstaben: ${code}`,
  footer: (museum) =>
    `Sie erhalten diese Mail, weil mit dieser Adresse ein Ticket von ${museum} gekauft wurde. Ein Programm hat sie geschrieben.`,
  test: {
    subject: (museum) => `Ein Test von ${museum}`,
    body: 'Diese Mail ist ein Test. Wenn Sie sie lesen, kommt Mail des Museums an.',
  },
};
