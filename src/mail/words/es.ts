import type { LetterFacts, Words } from './words.ts';

const show = 'Muestre el código en la entrada, en papel o en una pantalla.';
const help =
  'Si desea venir otro día o recuperar su dinero, diríjase a nosotros o a la tienda que le vendió la entrada.';
const noLonger = ({ isMany }: LetterFacts) =>
  isMany ? 'Sus entradas ya no son válidas.' : 'Su entrada ya no es válida.';

export const es: Words = {
  letters: {
    ticket: {
      subject: ({ title, date }) => `Su entrada: ${title}, ${date}`,
      heading: () => 'Su entrada',
      body: () => [show],
    },
    exchanged: {
      subject: ({ title, date }) => `Su nueva entrada: ${title}, ${date}`,
      heading: () => 'Su nueva entrada',
      body: ({ replaced }) => [`Sustituye a su entrada ${replaced}, que ya no es válida.`, show],
    },
    moved: {
      subject: ({ title, date }) => `Otro lugar: ${title}, ${date}`,
      heading: () => 'Su evento cambia de lugar',
      body: (facts) => [
        `${facts.title}, el ${facts.date}, tiene lugar aquí: ${facts.place}. Estaba previsto aquí: ${facts.placeBefore}.`,
        facts.isMany ? 'Sus entradas siguen siendo válidas.' : 'Su entrada sigue siendo válida.',
      ],
    },
    restored: {
      subject: ({ title, date }) => `Válida de nuevo: ${title}, ${date}`,
      heading: ({ isMany }) =>
        isMany ? 'Sus entradas vuelven a ser válidas' : 'Su entrada vuelve a ser válida',
      body: (facts) => [
        `Le habíamos escrito que ${facts.isMany ? 'sus entradas' : 'su entrada'} (${facts.title}, ${facts.date}) ya no ${facts.isMany ? 'eran válidas' : 'era válida'}. Eso ha cambiado: ${facts.isMany ? 'vuelven a ser válidas' : 'vuelve a ser válida'}. Disculpe los cambios.`,
        show,
      ],
    },
    'day-lost': {
      subject: ({ title, date }) => `No el ${date}: ${title}`,
      heading: () => 'Su evento no tiene lugar ese día',
      body: (facts) => [
        `${facts.title} no tiene lugar el ${facts.date}. ${noLonger(facts)} Lo sentimos.`,
        help,
      ],
    },
    cancelled: {
      subject: ({ title, date }) => `Cancelado: ${title}, ${date}`,
      heading: () => 'Su evento se ha cancelado',
      body: (facts) => [
        `${facts.title}, el ${facts.date}, se ha cancelado. ${noLonger(facts)} Lo sentimos.`,
        help,
      ],
    },
    closed: {
      subject: ({ date }) => `Cerrado el ${date}`,
      heading: () => 'El museo está cerrado el día de su visita',
      body: (facts) => [`El museo está cerrado el ${facts.date}. ${noLonger(facts)} Lo sentimos.`, help],
    },
    void: {
      subject: ({ title, date }) => `Su entrada ha sido anulada: ${title}, ${date}`,
      heading: () => 'Su entrada ha sido anulada',
      body: (facts) => [
        `Su entrada ${facts.codes} (${facts.title}, ${facts.date}) ha sido anulada. Ya no da acceso.`,
        'Si no lo ha pedido, diríjase a nosotros o a la tienda que le vendió la entrada.',
      ],
    },
  },
  what: 'Para',
  date: 'Fecha',
  place: 'Lugar',
  hours: 'Museo abierto',
  price: 'Precio',
  code: 'Código',
  picture: (code) => `La entrada como imagen, con su código QR. En letras: ${code}`,
  footer: (museum) =>
    `Recibe este correo porque se compró una entrada (${museum}) con esta dirección. Lo ha escrito un programa.`,
  test: {
    subject: (museum) => `Una prueba: ${museum}`,
    body: 'Este correo es una prueba. Si lo lee, el correo del museo llega.',
  },
};
