import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import { type TextInLanguage, type TextsByLanguage, textFor } from '../core/texts-by-language.ts';
import type { Uuid } from '../core/uuid.ts';
import type { ExpectedRule } from '../hours/index.ts';
import type { ActionContext, Queries, Store, Transaction } from '../store/index.ts';
import { lockEvent, recordOnEvent, type SpecialEvent } from './event.ts';
import { getEvent } from './event-actions.ts';

/** What an event says to visitors in a language; what is left out, it does not say in it. */
export type EventText = Partial<Pick<SpecialEvent, 'name' | 'location' | 'description'>>;

/** A text with its language. */
export interface TextIn extends EventText {
  readonly language: Language;
}

export interface EventTexts {
  /** The language of the event's own texts. */
  readonly textLanguage: Language;
  /** Those in other languages. */
  readonly texts: Readonly<Partial<Record<Language, EventText>>>;
}

/** @param usual the museum's language. @throws Refusal forbidden, event-not-found */
export async function getEventTexts(
  queries: Queries,
  actor: Actor,
  eventId: Uuid,
  usual: Language,
): Promise<EventTexts> {
  await getEvent(queries, actor, eventId);
  return withLanguage(await findEventTexts(queries, eventId), usual);
}

/**
 * Replaces the texts in other languages, and the language that the event's own texts are in.
 * @param textsOf the new ones, by those before; what it throws undoes all
 * @throws Refusal forbidden, event-not-found
 */
export async function setEventTexts(
  context: ActionContext,
  eventId: Uuid,
  usual: Language,
  textsOf: (before: EventTexts) => EventTexts,
  expect?: ExpectedRule<EventTexts>,
): Promise<EventTexts> {
  const { tx } = context;
  await lockEvent(context, eventId);
  const before = withLanguage(await findEventTexts(tx, eventId), usual);
  expect?.(before);
  const after = textsOf(before);
  if (isDeepStrictEqual(before, after)) return after;
  await replaceTexts(tx, eventId, after);
  await tx.touch('events');
  await recordOnEvent(context, 'event.texts-set', eventId, { before, after });
  return after;
}

type StoredTexts = Pick<EventTexts, 'texts'> & { readonly textLanguage: Language | null };

function withLanguage({ textLanguage, texts }: StoredTexts, usual: Language): EventTexts {
  return { textLanguage: textLanguage ?? usual, texts };
}

/** With the language null, they are in that of the museum. */
export async function findEventTexts(queries: Queries, eventId: Uuid): Promise<StoredTexts> {
  const [own, rows] = await Promise.all([
    queries.get<{ language: Language | null }>(
      'SELECT text_language AS language FROM special_events WHERE event_id = ?',
      [eventId],
    ),
    queries.all<TextRow>(`${SELECT} WHERE event_id IN ? ORDER BY language`, [[eventId]]),
  ]);
  const texts = Object.fromEntries(rows.map((row) => [row.language, textOf(row)]));
  return { textLanguage: own?.language ?? null, texts };
}

async function replaceTexts(
  tx: Transaction,
  eventId: Uuid,
  { textLanguage, texts }: EventTexts,
): Promise<void> {
  await tx.run('UPDATE special_events SET text_language = ? WHERE event_id = ?', [textLanguage, eventId]);
  await tx.run('DELETE FROM event_texts WHERE event_id = ?', [eventId]);
  await tx.insert(
    'event_texts',
    ['event_id', 'language', 'name', 'location', 'description'],
    Object.entries(texts).map(([language, { name = null, location = null, description = null }]) => {
      return [eventId, language, name, location, description];
    }),
  );
}

/** What can be said in another language. */
type Said = Pick<SpecialEvent, 'name' | 'location'> & Partial<Pick<SpecialEvent, 'description'>>;

/** The language of each text of an event. */
export type TextLanguages = Readonly<Record<keyof EventText, Language>>;

/** An event in the language that it is said in, as far as it is known in it, with the languages that it is said in. */
export type SaidEvent<Event extends Said> = Event & { readonly languages: TextLanguages };

export type SayEvent = <Event extends Said>(eventId: Uuid, event: Event) => SaidEvent<Event>;

/**
 * How those events are said.
 * @param languages the reader's, then the museum's; what is missing in both is in English, else in the first there is
 */
export async function findSayings(
  queries: Queries,
  eventIds: readonly Uuid[],
  languages: readonly Language[],
): Promise<SayEvent> {
  const rows = eventIds.length === 0 ? [] : await findKnown(queries, eventIds);
  const byEvent = Map.groupBy(rows, ({ event_id }) => event_id);
  return (eventId, event) => {
    const known = byEvent.get(eventId) ?? [];
    const own = known[0]?.textLanguage ?? languages.at(-1) ?? 'en';
    const say = (member: keyof EventText) => sayMember(member, { event, own, known, languages });
    const [name, location, description] = [say('name'), say('location'), say('description')];
    return {
      ...event,
      ...{ name: name.text, location: location.text },
      ...(event.description !== undefined && { description: description.text }),
      languages: { name: name.language, location: location.language, description: description.language },
    };
  };
}

function findKnown(queries: Queries, eventIds: readonly Uuid[]): Promise<SayingRow[]> {
  return queries.all<SayingRow>(
    `SELECT special_events.event_id AS event_id, text_language AS "textLanguage", language,
            event_texts.name AS name, event_texts.location AS location, event_texts.description AS description
       FROM special_events LEFT JOIN event_texts ON event_texts.event_id = special_events.event_id
      WHERE special_events.event_id IN ? ORDER BY special_events.event_id, language`,
    [[...new Set(eventIds)]],
  );
}

interface Saying {
  readonly event: Said;
  /** The language of the event's own texts. */
  readonly own: Language;
  readonly known: readonly SayingRow[];
  readonly languages: readonly Language[];
}

function sayMember(member: keyof EventText, { event, own, known, languages }: Saying): TextInLanguage {
  const others = known.flatMap(({ language, [member]: text }) => {
    return language === null || text === null ? [] : [[language, text] as const];
  });
  if (others.length === 0) return { language: own, text: event[member] ?? '' };
  const texts: TextsByLanguage = Object.fromEntries([[own, event[member] ?? ''] as const, ...others]);
  return textFor(texts, languages) ?? { language: own, text: '' };
}

/** Fixes the language of events that were made by an instance that knew of none: it does not follow the museum's. */
export async function settleTextLanguages(store: Store, usual: Language): Promise<void> {
  await store.transaction((tx) =>
    tx.run('UPDATE special_events SET text_language = ? WHERE text_language IS NULL', [usual]),
  );
}

const SELECT = 'SELECT event_id, language, name, location, description FROM event_texts';

interface TextRow {
  readonly event_id: Uuid;
  readonly language: Language;
  readonly name: string | null;
  readonly location: string | null;
  readonly description: string | null;
}

/** Without a language: the event says nothing in others. */
interface SayingRow extends Omit<TextRow, 'language'> {
  readonly textLanguage: Language | null;
  readonly language: Language | null;
}

function textOf({ name, location, description }: TextRow): EventText {
  return {
    ...(name !== null && { name }),
    ...(location !== null && { location }),
    ...(description !== null && { description }),
  };
}
