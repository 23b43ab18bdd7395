import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import { requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import { keysetPages, type Queries } from '../store/index.ts';
import { type EventTitle, findEventTitles, type TitleRow, titleOf } from './event-store.ts';

const SHOWN = 50;
const TITLES_AT_ONCE = 1_000;

/** Where a page begins or ends: right after that event, or right before it; from the first one where neither is given. */
export interface Beside {
  readonly after?: Uuid | undefined;
  readonly before?: Uuid | undefined;
}

export interface TitlesQuestion extends Beside {
  /** Part of the name, in capitals or not, with accents or without. */
  readonly asked: string;
  /** In whose order of letters. */
  readonly language: Language;
}

export interface TitlesPage {
  readonly shown: readonly EventTitle[];
  readonly page: number;
  readonly pages: number;
}

/**
 * One page of the events that there are or were, by name. No order of the database is that of a language, so that all
 * are looked at, piece by piece; only a page of them is kept, and others get their turn.
 * @throws Refusal forbidden
 */
export async function findTitlesByName(
  queries: Queries,
  actor: Actor,
  { asked, language, after, before }: TitlesQuestion,
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
  const wanted = plain(asked);
  let [total, beyond] = [0, 0];
  let nearest: EventTitle[] = [];
  for await (const titles of allTitles(queries)) {
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

/** In pieces and in no order. Others get their turn between two. */
async function* allTitles(queries: Queries): AsyncGenerator<EventTitle[]> {
  const select = 'SELECT event_id, name, cancelled_at FROM special_events';
  for await (const rows of keysetPages<TitleRow>(queries, select, ['event_id'], TITLES_AT_ONCE)) {
    yield rows.map(titleOf);
    await nextTurn();
  }
}

/** As somebody looks for it who types neither capitals nor accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
