import type { Language } from '../core/language.ts';
import { isolated, oneLine } from '../core/name.js';
import { otherLanguage } from '../core/other-language.ts';
import { catalogue } from '../core/texts.ts';
import { type Words, wordTexts } from '../core/words.ts';
import type { TextLanguages } from '../events/index.ts';
import type { Opening } from '../hours/index.ts';
import type { Standing, TicketState } from './standing.ts';
import type { Ticket } from './ticket.ts';
import type { TicketRecord } from './ticket-record.ts';

/** A ticket, and what else is known of it, such as its record. */
export interface KnownTicket
  extends Partial<
    Pick<
      TicketRecord,
      'state' | 'because' | 'soldBy' | 'importedCode' | 'contact' | 'category' | 'includesEntry'
    >
  > {
  readonly ticket: Ticket;
  /** Undefined: it is for general entry. */
  readonly eventName?: string | undefined;
  /** Where the event takes place. */
  readonly location?: string | undefined;
  /** The languages of the event's name and location; undefined: that of the words. */
  readonly languages?: Pick<TextLanguages, 'name' | 'location'> | undefined;
  /** When the museum is open on its day. */
  readonly opening?: Opening | undefined;
}

/** What people read of a ticket, each on one line. Undefined: not known, or the ticket has no such thing. */
const VALUES = {
  what: ({ eventName }, { language }) => oneLine(eventName ?? wordTexts(language)('generalEntry')),
  entry: ({ includesEntry }, { language }) =>
    includesEntry ? factTexts(language)('entryIncluded') : undefined,
  day: ({ ticket }, words) => words.day(ticket.day),
  time: ({ ticket }) => ticket.entryTime ?? undefined,
  place: ({ location }) => location && oneLine(location),
  hours: ({ opening }) => opening && `${opening.timeOpen}–${opening.timeClose}`,
  category: ({ category }, { language }) => category && oneLine(category.names[language] ?? category.name),
  price: ({ ticket }, words) => words.price(ticket),
  code: ({ ticket }) => ticket.confirmationCode,
  state: ({ state, because }, { language }) => state && stateText(language, { state, because }),
  soldAt: ({ ticket }, words) => words.instant(ticket.soldAt),
  soldBy: ({ soldBy }) => soldBy,
  importedCode: ({ importedCode }) => importedCode && oneLine(importedCode),
  email: ({ contact }) => contact?.email,
} as const satisfies Readonly<Record<string, (known: KnownTicket, words: Words) => string | undefined>>;

export type FactName = keyof typeof VALUES;

/** What a ticket admits to. Whatever shows a ticket to people shows these, then what else they need there. */
export const ADMITS_TO: readonly FactName[] = ['what', 'entry', 'day', 'time', 'category'];

export interface TicketFact {
  readonly label: string;
  /** One line of plain text; empty: not known, or the ticket has no such thing. */
  readonly value: string;
  /** The language of the value, where it is not that of the label. */
  readonly language?: Language;
}

export type TicketFacts = Readonly<Record<FactName, TicketFact>>;

/** The ticket in words: each fact with its label. */
export function ticketFacts(known: KnownTicket, words: Words): TicketFacts {
  const say = factTexts(words.language);
  const { name: ofName, location: ofLocation } = known.languages ?? {};
  const languages: Readonly<Record<string, Language | undefined>> = { what: ofName, place: ofLocation };
  const facts = Object.entries(VALUES).map(([name, tell]) => {
    const language = otherLanguage(words.language, languages[name]);
    const fact = { label: say(name as FactName), value: tell(known, words) ?? '' };
    return [name, language === undefined ? fact : { ...fact, language }];
  });
  return Object.fromEntries(facts) as TicketFacts;
}

/** The chosen facts, without those that are empty. */
export function chooseFacts(facts: TicketFacts, names: readonly FactName[]): TicketFact[] {
  return names.map((name) => facts[name]).filter(({ value }) => value !== '');
}

/** Their values: "General entry · Saturday 13 March 2027 · €12.50" */
export function factLine(facts: TicketFacts, names: readonly FactName[]): string {
  const values = chooseFacts(facts, names).map(({ value }) => value);
  return values.length > 1 ? values.map(isolated).join(' · ') : values.join('');
}

/** How a ticket stands, in words: of one that is void or cancelled, why. */
export function stateText(
  language: Language,
  { state, because }: { readonly state: TicketState; readonly because?: Standing['because'] | undefined },
): string {
  return factTexts(language)(because === undefined || because === 'voided' ? state : because);
}

/** What the facts of a ticket are called, wherever it is shown, and its states. */
export const factTexts = catalogue('facts', {
  what: 'Ticket for',
  entry: 'Admission',
  entryIncluded: 'includes general entry',
  day: 'Date',
  time: 'Entry time',
  place: 'Place',
  hours: 'Opening hours',
  category: 'Category',
  price: 'Price',
  code: 'Confirmation code',
  state: 'State',
  soldAt: 'Sold',
  soldBy: 'Sold by',
  importedCode: 'Imported code',
  email: 'E-mail',
  valid: 'valid',
  admitted: 'admitted',
  void: 'void',
  exchanged: 'exchanged',
  returned: 'given back',
  cancelled: 'cancelled',
  'event-cancelled': 'event cancelled',
  'date-removed': 'no longer takes place',
  'day-closed': 'museum closed',
  expired: 'day is over',
  postponedFrom: 'Postponed from {day}',
});
