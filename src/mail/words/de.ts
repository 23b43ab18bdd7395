import type { LetterFacts, Words } from './words.ts';

const show = 'Zeigen Sie den Code am Eingang vor, auf Papier oder auf einem Bildschirm.';
const help =
  'Wenn Sie an einem anderen Tag kommen oder Ihr Geld zurückbekommen möchten, wenden Sie sich bitte an uns oder an den Shop, der Ihnen die Karte verkauft hat.';
const noLonger = ({ isMany }: LetterFacts) =>
  isMany ? 'Ihre Karten gelten nicht mehr.' : 'Ihre Karte gilt nicht mehr.';

export const de: Words = {
  letters: {
    ticket: {
      subject: ({ title, date }) => `Ihre Karte: ${title}, ${date}`,
      heading: () => 'Ihre Karte',
      body: () => [show],
    },
    exchanged: {
      subject: ({ title, date }) => `Ihre neue Karte: ${title}, ${date}`,
      heading: () => 'Ihre neue Karte',
      body: ({ replaced }) => [`Sie ersetzt Ihre Karte ${replaced}, die nicht mehr gilt.`, show],
    },
    moved: {
      subject: ({ title, date }) => `Anderer Ort: ${title}, ${date}`,
      heading: () => 'Ihre Veranstaltung ist an einem anderen Ort',
      body: (facts) => [
        `${facts.title} am ${facts.date} findet hier statt: ${facts.place}. Vorgesehen war: ${facts.placeBefore}.`,
        facts.isMany ? 'Ihre Karten gelten weiter.' : 'Ihre Karte gilt weiter.',
      ],
    },
    restored: {
      subject: ({ title, date }) => `Gilt doch: ${title}, ${date}`,
      heading: ({ isMany }) => (isMany ? 'Ihre Karten gelten doch' : 'Ihre Karte gilt doch'),
      body: (facts) => [
        `Wir hatten Ihnen geschrieben, dass ${facts.isMany ? 'Ihre Karten' : 'Ihre Karte'} für ${facts.title} am ${facts.date} nicht mehr ${facts.isMany ? 'gelten' : 'gilt'}. Das hat sich geändert: ${facts.isMany ? 'Sie gelten' : 'Sie gilt'} wieder. Bitte entschuldigen Sie das Hin und Her.`,
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
      heading: () => 'Das Museum ist am Tag Ihres Besuchs geschlossen',
      body: (facts) => [
        `Das Museum ist am ${facts.date} geschlossen. ${noLonger(facts)} Das tut uns leid.`,
        help,
      ],
    },
    void: {
      subject: ({ title, date }) => `Ihre Karte ist ungültig: ${title}, ${date}`,
      heading: () => 'Ihre Karte ist ungültig',
      body: (facts) => [
        `Ihre Karte ${facts.codes} für ${facts.title} am ${facts.date} wurde für ungültig erklärt. Sie berechtigt nicht mehr zum Eintritt.`,
        'Wenn Sie das nicht gewünscht haben, wenden Sie sich bitte an uns oder an den Shop, der Ihnen die Karte verkauft hat.',
      ],
    },
  },
  what: 'Für',
  date: 'Tag',
  place: 'Ort',
  hours: 'Museum geöffnet',
  price: 'Preis',
  code: 'Code',
  picture: (code) => `Die Karte als Bild, mit dem QR-Code. In Buchstaben: ${code}`,
  footer: (museum) =>
    `Sie erhalten diese Mail, weil mit dieser Adresse eine Karte von ${museum} gekauft wurde. Ein Programm hat sie geschrieben.`,
  test: {
    subject: (museum) => `Ein Test von ${museum}`,
    body: 'Diese Mail ist ein Test. Wenn Sie sie lesen, kommt Mail des Museums an.',
  },
};
