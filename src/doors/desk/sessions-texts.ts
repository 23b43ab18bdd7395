import { catalogue } from '../../pages/texts.ts';

export const sessionsTexts = catalogue({
  en: {
    title: 'Where you are signed in',
    browser: 'Browser',
    since: 'Since',
    seen: 'Last seen',
    thisOne: 'this one',
    unnamed: 'not named',
    endOthers: 'Sign out everywhere else',
    means: {
      one: '{count} other browser has to sign in again.',
      other: '{count} other browsers have to sign in again.',
    },
    ended: 'Every other browser is signed out.',
  },
  de: {
    title: 'Wo Sie angemeldet sind',
    browser: 'Browser',
    since: 'Seit',
    seen: 'Zuletzt gesehen',
    thisOne: 'dieser',
    unnamed: 'ohne Namen',
    endOthers: 'Überall sonst abmelden',
    means: {
      one: '{count} anderer Browser muss sich neu anmelden.',
      other: '{count} andere Browser müssen sich neu anmelden.',
    },
    ended: 'Alle anderen Browser sind abgemeldet.',
  },
  fr: {
    title: 'Où vous êtes connecté',
    browser: 'Navigateur',
    since: 'Depuis',
    seen: 'Vu pour la dernière fois',
    thisOne: 'celui-ci',
    unnamed: 'sans nom',
    endOthers: 'Déconnecter partout ailleurs',
    means: {
      one: '{count} autre navigateur devra se reconnecter.',
      other: '{count} autres navigateurs devront se reconnecter.',
    },
    ended: 'Tous les autres navigateurs sont déconnectés.',
  },
  es: {
    title: 'Dónde tiene la sesión abierta',
    browser: 'Navegador',
    since: 'Desde',
    seen: 'Visto por última vez',
    thisOne: 'este',
    unnamed: 'sin nombre',
    endOthers: 'Cerrar las demás sesiones',
    means: {
      one: '{count} navegador más tendrá que iniciar sesión de nuevo.',
      other: '{count} navegadores más tendrán que iniciar sesión de nuevo.',
    },
    ended: 'Las demás sesiones están cerradas.',
  },
  nl: {
    title: 'Waar u bent aangemeld',
    browser: 'Browser',
    since: 'Sinds',
    seen: 'Laatst gezien',
    thisOne: 'deze',
    unnamed: 'zonder naam',
    endOthers: 'Overal elders afmelden',
    means: {
      one: '{count} andere browser moet zich opnieuw aanmelden.',
      other: '{count} andere browsers moeten zich opnieuw aanmelden.',
    },
    ended: 'Alle andere browsers zijn afgemeld.',
  },
});
