import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import { keysetPages, type Queries } from '../store/index.ts';
import { type EventTitle, eventTitle, findEventTitles, TITLE_COLUMNS, type TitleRow } from './event.ts';

const SHOWN = 50;
const TITLES_AT_ONCE = 1_000;
/**
 * No name is longer, also when its accents are typed separately. The time of normalising grows with the square of the
 * length.
 */
const ASKED_LENGTH = 1_600;

/** The page after that event, or before it; the first page when neither is given. */
export interface PageBoundary {
  readonly after?: Uuid | undefined;
  readonly before?: Uuid | undefined;
}

export interface TitlesFilter extends PageBoundary {
  /** A part of the name; case and accents do not matter. */
  readonly asked: string;
  /** The language whose alphabetical order is used. */
  readonly language: Language;
}

export interface TitlesPage {
  readonly shown: readonly EventTitle[];
  readonly page: number;
  readonly pages: number;
}

/**
 * One page of all events, past and cancelled ones too, by name; drafts only for who arranges the programme. The database can't
 * sort in the order of a language, so all names are read in parts; only one page is kept in memory, and other requests are
 * handled between two parts.
 * @throws Refusal forbidden
 */
export async function findTitlesByName(
  queries: Queries,
  actor: Actor,
  { asked, language, after, before }: TitlesFilter,
): Promise<TitlesPage> {
  requirePermission(actor, 'read-programme');
  const edgeId = after ?? before;
  const edge = edgeId && (await findEventTitles(queries, [edgeId])).get(edgeId);
  const isBackwards = edge !== undefined && after === undefined;
  const { compare } = new Intl.Collator(language);
  const order = (one: EventTitle, other: EventTitle) => {
    const way = compare(one.name, other.name) || compareText(one.eventId, other.eventId);
    return isBackwards ? -way : way;
  };
  const wanted = plain(asked.slice(0, ASKED_LENGTH));
  let [total, beyond] = [0, 0];
  let nearest: EventTitle[] = [];
  for await (const titles of allTitles(queries, may(actor.role, 'arrange-programme'))) {
    const meant = wanted === '' ? titles : titles.filter(({ name }) => plain(name).includes(wanted));
    const ahead = edge ? meant.filter((title) => order(title, edge) > 0) : meant;
    total += meant.length;
    beyond += ahead.length;
    const last = nearest[SHOWN - 1];
    const nearer = last ? ahead.filter((title) => order(title, last) < 0) : ahead;
    nearest = [...nearest, ...nearer].sort(order).slice(0, SHOWN);
  }
  const earlier = isBackwards ? beyond - nearest.length : total - beyond;
  const pagesEarlier = Math.ceil(earlier / SHOWN);
  return {
    shown: isBackwards ? nearest.toReversed() : nearest,
    page: pagesEarlier + 1,
    pages: pagesEarlier + Math.max(1, Math.ceil((total - earlier) / SHOWN)),
  };
}

/** Drafts, by name; no more than a page of the others. @throws Refusal forbidden */
export async function listDrafts(queries: Queries, actor: Actor): Promise<EventTitle[]> {
  requirePermission(actor, 'arrange-programme');
  const rows = await queries.all<TitleRow>(
    `SELECT ${TITLE_COLUMNS} FROM special_events WHERE visibility = 'draft' AND cancelled_at IS NULL
      ORDER BY name, event_id LIMIT ${SHOWN}`,
  );
  return rows.map(eventTitle);
}

/** All titles in parts, in no order. Other requests are handled between two parts. */
async function* allTitles(queries: Queries, seesDrafts: boolean): AsyncGenerator<EventTitle[]> {
  const select = `SELECT ${TITLE_COLUMNS} FROM special_events`;
  for await (const rows of keysetPages<TitleRow>(queries, select, ['event_id'], TITLES_AT_ONCE)) {
    yield rows.map(eventTitle).filter(({ isDraft }) => seesDrafts || !isDraft);
    await nextTurn();
  }
}

/** The text in lower case and without accents, for the search. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
