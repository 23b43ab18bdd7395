import { catalogue } from '../../pages/texts.ts';

/** Whom a change of the programme concerns, and who made it. */
export const affectedTexts = catalogue({
  en: {
    toldByMail: {
      one: '{count} visitor left an address and will be told by e-mail.',
      other: '{count} visitors left an address and will be told by e-mail.',
    },
    leftAddress: {
      one: '{count} visitor left an address, but e-mail is not set up, so they won’t be told.',
      other: '{count} visitors left an address, but e-mail is not set up, so they won’t be told.',
    },
    somebody: 'Someone',
  },
  de: {
    toldByMail: {
      one: '{count} Person hat eine Adresse hinterlassen und erfährt es per E-Mail.',
      other: '{count} Personen haben eine Adresse hinterlassen und erfahren es per E-Mail.',
    },
    leftAddress: {
      one: '{count} Person hat eine Adresse hinterlassen. E-Mail ist nicht eingerichtet: Niemand erfährt es.',
      other:
        '{count} Personen haben eine Adresse hinterlassen. E-Mail ist nicht eingerichtet: Niemand erfährt es.',
    },
    somebody: 'Jemand',
  },
  fr: {
    toldByMail: {
      one: '{count} personne a laissé une adresse et sera prévenue par e-mail.',
      other: '{count} personnes ont laissé une adresse et seront prévenues par e-mail.',
    },
    leftAddress: {
      one: '{count} personne a laissé une adresse. L’e-mail n’est pas configuré : personne n’est prévenu.',
      other:
        '{count} personnes ont laissé une adresse. L’e-mail n’est pas configuré : personne n’est prévenu.',
    },
    somebody: 'Quelqu’un',
  },
  es: {
    toldByMail: {
      one: '{count} persona dejó una dirección y recibirá un correo.',
      other: '{count} personas dejaron una dirección y recibirán un correo.',
    },
    leftAddress: {
      one: '{count} persona dejó una dirección. El correo no está configurado: no se avisa a nadie.',
      other: '{count} personas dejaron una dirección. El correo no está configurado: no se avisa a nadie.',
    },
    somebody: 'Alguien',
  },
  nl: {
    toldByMail: {
      one: '{count} persoon heeft een adres achtergelaten en krijgt bericht per e-mail.',
      other: '{count} personen hebben een adres achtergelaten en krijgen bericht per e-mail.',
    },
    leftAddress: {
      one: '{count} persoon heeft een adres achtergelaten. E-mail is niet ingesteld: niemand krijgt bericht.',
      other:
        '{count} personen hebben een adres achtergelaten. E-mail is niet ingesteld: niemand krijgt bericht.',
    },
    somebody: 'Iemand',
  },
});
