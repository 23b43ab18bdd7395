import type { LetterFacts, Words } from './words.ts';

const show = 'Présentez le code à l’entrée, sur papier ou sur un écran.';
const help =
  'Pour une autre date ou un remboursement, adressez-vous à nous ou au point de vente où le billet a été acheté.';
const noLonger = ({ isMany }: LetterFacts) =>
  isMany ? 'Vos billets ne donnent plus accès.' : 'Votre billet ne donne plus accès.';

export const fr: Words = {
  letters: {
    ticket: {
      subject: ({ title, date }) => `Votre billet : ${title}, ${date}`,
      heading: () => 'Votre billet',
      body: () => [show],
    },
    exchanged: {
      subject: ({ title, date }) => `Votre nouveau billet : ${title}, ${date}`,
      heading: () => 'Votre nouveau billet',
      body: ({ replaced }) => [`Il remplace votre billet ${replaced}, qui n’est plus valable.`, show],
    },
    moved: {
      subject: ({ title, date }) => `Autre lieu : ${title}, ${date}`,
      heading: () => 'Votre événement change de lieu',
      body: (facts) => [
        `${facts.title}, le ${facts.date}, a lieu ici : ${facts.place}. Il était prévu ici : ${facts.placeBefore}.`,
        facts.isMany ? 'Vos billets restent valables.' : 'Votre billet reste valable.',
      ],
    },
    restored: {
      subject: ({ title, date }) => `Valable à nouveau : ${title}, ${date}`,
      heading: ({ isMany }) =>
        isMany ? 'Vos billets sont à nouveau valables' : 'Votre billet est à nouveau valable',
      body: (facts) => [
        `Nous vous avions écrit que ${facts.isMany ? 'vos billets' : 'votre billet'} (${facts.title}, ${facts.date}) ${facts.isMany ? 'n’étaient plus valables' : 'n’était plus valable'}. Cela a changé : ${facts.isMany ? 'ils sont' : 'il est'} à nouveau ${facts.isMany ? 'valables' : 'valable'}. Veuillez nous excuser pour ces changements.`,
        show,
      ],
    },
    'day-lost': {
      subject: ({ title, date }) => `Pas le ${date} : ${title}`,
      heading: () => 'Votre événement n’a pas lieu ce jour-là',
      body: (facts) => [
        `${facts.title} n’a pas lieu le ${facts.date}. ${noLonger(facts)} Nous en sommes désolés.`,
        help,
      ],
    },
    cancelled: {
      subject: ({ title, date }) => `Annulé : ${title}, ${date}`,
      heading: () => 'Votre événement est annulé',
      body: (facts) => [
        `${facts.title}, le ${facts.date}, est annulé. ${noLonger(facts)} Nous en sommes désolés.`,
        help,
      ],
    },
    closed: {
      subject: ({ date }) => `Fermé le ${date}`,
      heading: () => 'Le musée est fermé le jour de votre visite',
      body: (facts) => [
        `Le musée est fermé le ${facts.date}. ${noLonger(facts)} Nous en sommes désolés.`,
        help,
      ],
    },
    void: {
      subject: ({ title, date }) => `Votre billet est annulé : ${title}, ${date}`,
      heading: () => 'Votre billet est annulé',
      body: (facts) => [
        `Votre billet ${facts.codes} (${facts.title}, ${facts.date}) a été annulé. Il ne donne plus accès.`,
        'Si vous ne l’avez pas demandé, adressez-vous à nous ou au point de vente où le billet a été acheté.',
      ],
    },
  },
  what: 'Pour',
  date: 'Date',
  place: 'Lieu',
  hours: 'Musée ouvert',
  price: 'Prix',
  code: 'Code',
  picture: (code) => `Le billet en image, avec son code QR. En lettres : ${code}`,
  footer: (museum) =>
    `Vous recevez ce message parce qu’un billet (${museum}) a été acheté avec cette adresse. Il a été écrit par un programme.`,
  test: {
    subject: (museum) => `Un essai : ${museum}`,
    body: 'Ce message est un essai. Si vous le lisez, les messages du musée arrivent.',
  },
};
