// @ts-check
/**
 * The gate's sentences in the other languages of the pages. A colon comes before a name or a day that would have to be
 * inflected otherwise. Runs in the browser as well.
 *
 * @import { VerdictTexts } from './verdict-types.ts'
 */
import { ENGLISH, withWhy } from './verdict.js';

/** @type {VerdictTexts} */
const GERMAN = {
  locale: 'de-DE',
  generalEntry: 'Eintritt',
  anEvent: 'eine Sonderveranstaltung',
  time: (clock, day) => (day === undefined ? `um ${clock}` : `am ${day} um ${clock}`),
  gate: (time, gate) => `${time} (${gate})`,
  unreadable: () => 'Das ist kein Ticketcode.',
  forged: () => 'Dieser Code wurde nicht vom Museum signiert: Er ist gefälscht oder beschädigt.',
  withdrawn: () => 'Zurückgezogener Code: Bitte nach dem neuen Ticket fragen.',
  'unknown-ticket': () => 'Ein Ticket mit diesem Code wurde nicht verkauft.',
  void: (words, { voidAt }) =>
    voidAt === undefined
      ? 'Dieses Ticket ist ungültig.'
      : `Dieses Ticket wurde ${words.moment(voidAt)} storniert.`,
  exchanged: () => 'Umgetauscht: Bitte nach dem neueren Ticket fragen.',
  cancelled: (words, ticket) => `${words.subject(ticket)} am ${words.day(ticket.ticketDate)} wurde abgesagt.`,
  closed: (words, ticket) =>
    withWhy(`Das Museum ist am ${words.day(ticket.ticketDate)} geschlossen`, ticket.closedFor),
  'other-event': (words, ticket) => `Ticket für: ${words.what(ticket)}; diese Tür lässt ein: ${words.door}.`,
  'wrong-day': (words, { ticketDate }) =>
    `Für ${words.day(ticketDate)}; heute ist ${words.day(words.today)}.`,
  'too-early': (words, ticket) => `Für ${words.entry(ticket)}; es ist ${words.now}, ${words.wait(ticket)}.`,
  'too-late': (words, ticket) =>
    `Für ${words.entry(ticket)}; es ist ${words.now}, gültig bis ${words.until(ticket)}.`,
  'already-admitted': (words, { lastIn }) =>
    lastIn === undefined ? 'Bereits eingelassen.' : `Eingelassen ${words.passage(lastIn)}.`,
  'not-inside': (words, { lastOut }) =>
    lastOut === undefined ? 'Noch nicht hereingekommen.' : `Gegangen ${words.passage(lastOut)}.`,
  'pass-void': () => 'Dieser Ausweis ist ungültig.',
  'pass-blocked': () => 'Dieser Ausweis ist gesperrt.',
  'pass-not-yet': (words, ticket) => `${words.pass(ticket)}: gültig ab ${words.passFrom(ticket)}.`,
  'pass-expired': (words, ticket) => `${words.pass(ticket)}: war gültig bis ${words.passTo(ticket)}.`,
  'pass-unnamed': (words, ticket) =>
    `${words.pass(ticket)}: noch ohne Namen. Bitte nach dem Namen fragen und ihn eintragen.`,
  'pass-used-up': (words, ticket) => `${words.pass(ticket)}: keine Eintritte mehr übrig.`,
  'not-booked': (words, ticket) => `${words.pass(ticket)}: nur mit Buchung.`,
  'no-place': (words, ticket) => `${words.pass(ticket)}: zurzeit sind keine Plätze frei.`,
  'card-unknown': (words, ticket) => `${words.subject(ticket)}: eine Karte mit dieser Nummer gibt es nicht.`,
  'card-refused': (words, ticket) =>
    `${words.subject(ticket)}: ${ticket.card?.words ?? 'sie kann jetzt nicht geprüft werden.'}`,
  'card-show': (words, ticket) => `${words.subject(ticket)}: bitte Name und Foto prüfen.`,
  refusedAlone: () => 'An der Tür offline abgewiesen.',
  overridden: (why) => `Trotzdem eingelassen. ${why}`,
  admitted: (words, ticket) => `${words.subject(ticket)}, ${words.day(ticket.ticketDate)}.`,
  left: (words, { lastIn }) =>
    lastIn === undefined ? 'Gegangen.' : `Gegangen. Eingelassen ${words.passage(lastIn)}.`,
  category: ({ name, places, proof }) => {
    const who = places === 1 ? name : `${name}, ${places} Personen`;
    return proof === undefined ? `${who}.` : `${who}; bitte zeigen lassen: ${proof}.`;
  },
  pass: ({ name, persons, isNamed, holder }) => {
    const who = persons === 1 ? name : `${name}, ${persons} Personen`;
    if (!isNamed) return `${who}.`;
    return holder === undefined
      ? `${who}; bitte nach dem Namen auf dem Ausweis fragen.`
      : `${who}; bitte nach dem Namen fragen: ${holder}.`;
  },
};

/** @type {VerdictTexts} */
const FRENCH = {
  locale: 'fr-FR',
  generalEntry: 'entrée',
  anEvent: 'un événement spécial',
  time: (clock, day) => (day === undefined ? `à ${clock}` : `le ${day} à ${clock}`),
  gate: (time, gate) => `${time} (${gate})`,
  unreadable: () => 'Ce n’est pas un code de billet.',
  forged: () => 'Ce code n’a pas été signé par le musée : il est falsifié ou endommagé.',
  withdrawn: () => 'Code retiré : demandez le nouveau billet.',
  'unknown-ticket': () => 'Aucun billet avec ce code n’a été vendu.',
  void: (words, { voidAt }) =>
    voidAt === undefined ? 'Ce billet est annulé.' : `Ce billet a été annulé ${words.moment(voidAt)}.`,
  exchanged: () => 'Échangé : demandez le billet plus récent.',
  cancelled: (words, ticket) => `${words.subject(ticket)}, le ${words.day(ticket.ticketDate)}, a été annulé.`,
  closed: (words, ticket) =>
    withWhy(`Le musée est fermé le ${words.day(ticket.ticketDate)}`, ticket.closedFor, ' : '),
  'other-event': (words, ticket) =>
    `Billet pour : ${words.what(ticket)} ; cette porte admet : ${words.door}.`,
  'wrong-day': (words, { ticketDate }) =>
    `Pour le ${words.day(ticketDate)} ; aujourd’hui, c’est le ${words.day(words.today)}.`,
  'too-early': (words, ticket) => `Pour ${words.entry(ticket)} ; il est ${words.now}, ${words.wait(ticket)}.`,
  'too-late': (words, ticket) =>
    `Pour ${words.entry(ticket)} ; il est ${words.now}, valable jusqu’à ${words.until(ticket)}.`,
  'already-admitted': (words, { lastIn }) =>
    lastIn === undefined ? 'Déjà admis.' : `Admis ${words.passage(lastIn)}.`,
  'not-inside': (words, { lastOut }) =>
    lastOut === undefined ? 'N’est pas encore entré.' : `Sorti ${words.passage(lastOut)}.`,
  'pass-void': () => 'Cette carte est annulée.',
  'pass-blocked': () => 'Cette carte est bloquée.',
  'pass-not-yet': (words, ticket) => `${words.pass(ticket)} : valable à partir du ${words.passFrom(ticket)}.`,
  'pass-expired': (words, ticket) =>
    `${words.pass(ticket)} : était valable jusqu’au ${words.passTo(ticket)}.`,
  'pass-unnamed': (words, ticket) =>
    `${words.pass(ticket)} : aucun nom n’est encore inscrit. Demandez-le et saisissez-le.`,
  'pass-used-up': (words, ticket) => `${words.pass(ticket)} : il ne reste aucune entrée.`,
  'not-booked': (words, ticket) => `${words.pass(ticket)} : une réservation est nécessaire.`,
  'no-place': (words, ticket) => `${words.pass(ticket)} : il ne reste aucune place pour le moment.`,
  'card-unknown': (words, ticket) => `${words.subject(ticket)} : aucune carte n’a ce numéro.`,
  'card-refused': (words, ticket) =>
    `${words.subject(ticket)} : ${ticket.card?.words ?? 'elle ne peut pas être vérifiée maintenant.'}`,
  'card-show': (words, ticket) => `${words.subject(ticket)} : vérifiez le nom et la photo.`,
  refusedAlone: () => 'Refusé à la porte, hors ligne.',
  overridden: (why) => `Admis malgré tout. ${why}`,
  admitted: (words, ticket) => `${words.subject(ticket)}, ${words.day(ticket.ticketDate)}.`,
  left: (words, { lastIn }) => (lastIn === undefined ? 'Sorti.' : `Sorti. Admis ${words.passage(lastIn)}.`),
  category: ({ name, places, proof }) => {
    const who = places === 1 ? name : `${name}, ${places} personnes`;
    return proof === undefined ? `${who}.` : `${who} ; justificatif à demander : ${proof}.`;
  },
  pass: ({ name, persons, isNamed, holder }) => {
    const who = persons === 1 ? name : `${name}, ${persons} personnes`;
    if (!isNamed) return `${who}.`;
    return holder === undefined
      ? `${who} : demandez le nom inscrit sur la carte.`
      : `${who} : demandez le nom ${holder}.`;
  },
};

/**
 * The hour as it is said: the first one is singular.
 * @param {string} clock
 */
const inSpanish = (clock) => `${clock.startsWith('01:') ? 'a la' : 'a las'} ${clock}`;

/** @param {string} clock */
const nowInSpanish = (clock) => `${clock.startsWith('01:') ? 'es la' : 'son las'} ${clock}`;

/** @type {VerdictTexts} */
const SPANISH = {
  locale: 'es-ES',
  generalEntry: 'entrada general',
  anEvent: 'un evento especial',
  time: (clock, day) => (day === undefined ? inSpanish(clock) : `el ${day} ${inSpanish(clock)}`),
  gate: (time, gate) => `${time} (${gate})`,
  unreadable: () => 'Esto no es el código de una entrada.',
  forged: () => 'Este código no lo firmó el museo: es falso o está dañado.',
  withdrawn: () => 'Código retirado: pida la entrada nueva.',
  'unknown-ticket': () => 'No se vendió ninguna entrada con este código.',
  void: (words, { voidAt }) =>
    voidAt === undefined ? 'Esta entrada está anulada.' : `Esta entrada se anuló ${words.moment(voidAt)}.`,
  exchanged: () => 'Cambiada: pida la entrada más reciente.',
  cancelled: (words, ticket) =>
    `${words.subject(ticket)}, el ${words.day(ticket.ticketDate)}, se ha cancelado.`,
  closed: (words, ticket) =>
    withWhy(`El museo está cerrado el ${words.day(ticket.ticketDate)}`, ticket.closedFor),
  'other-event': (words, ticket) => `Entrada para: ${words.what(ticket)}; esta puerta admite: ${words.door}.`,
  'wrong-day': (words, { ticketDate }) =>
    `Para el ${words.day(ticketDate)}; hoy es ${words.day(words.today)}.`,
  'too-early': (words, ticket) =>
    `Para: ${words.entry(ticket)}; ${nowInSpanish(words.now)}, ${words.wait(ticket)}.`,
  'too-late': (words, ticket) =>
    `Para: ${words.entry(ticket)}; ${nowInSpanish(words.now)}, válida hasta: ${words.until(ticket)}.`,
  'already-admitted': (words, { lastIn }) =>
    lastIn === undefined ? 'Ya admitida.' : `Admitida ${words.passage(lastIn)}.`,
  'not-inside': (words, { lastOut }) =>
    lastOut === undefined ? 'Aún no ha entrado.' : `Salió ${words.passage(lastOut)}.`,
  'pass-void': () => 'Este abono está anulado.',
  'pass-blocked': () => 'Este abono está bloqueado.',
  'pass-not-yet': (words, ticket) => `${words.pass(ticket)}: válido desde el ${words.passFrom(ticket)}.`,
  'pass-expired': (words, ticket) => `${words.pass(ticket)}: era válido hasta el ${words.passTo(ticket)}.`,
  'pass-unnamed': (words, ticket) => `${words.pass(ticket)}: aún no tiene nombre. Pregúntelo y anótelo.`,
  'pass-used-up': (words, ticket) => `${words.pass(ticket)}: no quedan entradas.`,
  'not-booked': (words, ticket) => `${words.pass(ticket)}: hace falta una reserva.`,
  'no-place': (words, ticket) => `${words.pass(ticket)}: ahora no quedan plazas.`,
  'card-unknown': (words, ticket) => `${words.subject(ticket)}: no hay ninguna tarjeta con este número.`,
  'card-refused': (words, ticket) =>
    `${words.subject(ticket)}: ${ticket.card?.words ?? 'no se puede comprobar ahora.'}`,
  'card-show': (words, ticket) => `${words.subject(ticket)}: compruebe el nombre y la foto.`,
  refusedAlone: () => 'Rechazada en la puerta, sin conexión.',
  overridden: (why) => `Admitida de todos modos. ${why}`,
  admitted: (words, ticket) => `${words.subject(ticket)}, ${words.day(ticket.ticketDate)}.`,
  left: (words, { lastIn }) =>
    lastIn === undefined ? 'Salió.' : `Salió. Admitida ${words.passage(lastIn)}.`,
  category: ({ name, places, proof }) => {
    const who = places === 1 ? name : `${name}, ${places} personas`;
    return proof === undefined ? `${who}.` : `${who}; hay que pedir: ${proof}.`;
  },
  pass: ({ name, persons, isNamed, holder }) => {
    const who = persons === 1 ? name : `${name}, ${persons} personas`;
    if (!isNamed) return `${who}.`;
    return holder === undefined
      ? `${who}: pregunte por el nombre que figura en el abono.`
      : `${who}: pregunte por el nombre ${holder}.`;
  },
};

/** @type {VerdictTexts} */
const DUTCH = {
  locale: 'nl-NL',
  generalEntry: 'entree',
  anEvent: 'een speciaal evenement',
  time: (clock, day) => (day === undefined ? `om ${clock}` : `op ${day} om ${clock}`),
  gate: (time, gate) => `${time} (${gate})`,
  unreadable: () => 'Dit is geen ticketcode.',
  forged: () => 'Deze code is niet door het museum ondertekend: hij is vervalst of beschadigd.',
  withdrawn: () => 'Ingetrokken code: vraag naar het nieuwe ticket.',
  'unknown-ticket': () => 'Er is geen ticket met deze code verkocht.',
  void: (words, { voidAt }) =>
    voidAt === undefined ? 'Dit ticket is ongeldig.' : `Dit ticket is ${words.moment(voidAt)} geannuleerd.`,
  exchanged: () => 'Omgeruild: vraag naar het nieuwere ticket.',
  cancelled: (words, ticket) => `${words.subject(ticket)} op ${words.day(ticket.ticketDate)} is geannuleerd.`,
  closed: (words, ticket) =>
    withWhy(`Het museum is gesloten op ${words.day(ticket.ticketDate)}`, ticket.closedFor),
  'other-event': (words, ticket) =>
    `Ticket voor: ${words.what(ticket)}; deze deur laat binnen: ${words.door}.`,
  'wrong-day': (words, { ticketDate }) =>
    `Voor ${words.day(ticketDate)}; vandaag is het ${words.day(words.today)}.`,
  'too-early': (words, ticket) => `Voor ${words.entry(ticket)}; het is ${words.now}, ${words.wait(ticket)}.`,
  'too-late': (words, ticket) =>
    `Voor ${words.entry(ticket)}; het is ${words.now}, geldig tot ${words.until(ticket)}.`,
  'already-admitted': (words, { lastIn }) =>
    lastIn === undefined ? 'Al binnengelaten.' : `Binnengelaten ${words.passage(lastIn)}.`,
  'not-inside': (words, { lastOut }) =>
    lastOut === undefined ? 'Is nog niet binnengekomen.' : `Vertrokken ${words.passage(lastOut)}.`,
  'pass-void': () => 'Deze pas is ongeldig.',
  'pass-blocked': () => 'Deze pas is geblokkeerd.',
  'pass-not-yet': (words, ticket) => `${words.pass(ticket)}: geldig vanaf ${words.passFrom(ticket)}.`,
  'pass-expired': (words, ticket) => `${words.pass(ticket)}: was geldig tot en met ${words.passTo(ticket)}.`,
  'pass-unnamed': (words, ticket) =>
    `${words.pass(ticket)}: er staat nog geen naam op. Vraag ernaar en vul die in.`,
  'pass-used-up': (words, ticket) => `${words.pass(ticket)}: er zijn geen bezoeken meer over.`,
  'not-booked': (words, ticket) => `${words.pass(ticket)}: alleen met een reservering.`,
  'no-place': (words, ticket) => `${words.pass(ticket)}: er zijn nu geen plaatsen meer.`,
  'card-unknown': (words, ticket) => `${words.subject(ticket)}: er is geen kaart met dit nummer.`,
  'card-refused': (words, ticket) =>
    `${words.subject(ticket)}: ${ticket.card?.words ?? 'die kan nu niet gecontroleerd worden.'}`,
  'card-show': (words, ticket) => `${words.subject(ticket)}: controleer naam en foto.`,
  refusedAlone: () => 'Aan de deur offline geweigerd.',
  overridden: (why) => `Toch binnengelaten. ${why}`,
  admitted: (words, ticket) => `${words.subject(ticket)}, ${words.day(ticket.ticketDate)}.`,
  left: (words, { lastIn }) =>
    lastIn === undefined ? 'Vertrokken.' : `Vertrokken. Binnengelaten ${words.passage(lastIn)}.`,
  category: ({ name, places, proof }) => {
    const who = places === 1 ? name : `${name}, ${places} personen`;
    return proof === undefined ? `${who}.` : `${who}; laten zien: ${proof}.`;
  },
  pass: ({ name, persons, isNamed, holder }) => {
    const who = persons === 1 ? name : `${name}, ${persons} personen`;
    if (!isNamed) return `${who}.`;
    return holder === undefined
      ? `${who}: vraag naar de naam op de pas.`
      : `${who}: vraag naar de naam ${holder}.`;
  },
};

/** @type {Readonly<Record<string, VerdictTexts>>} */
export const VERDICT_TEXTS = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH, nl: DUTCH };

/**
 * The sentences in a language; in English where they are not translated yet.
 * @param {string} language
 */
export function textsOfVerdict(language) {
  return VERDICT_TEXTS[language] ?? ENGLISH;
}
