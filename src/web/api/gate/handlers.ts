import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { getListForGates, readGateList } from '../../../cards/index.ts';
import type { CalendarDay } from '../../../core/calendar-day.ts';
import { instant } from '../../../core/clock.ts';
import type { Language } from '../../../core/language.ts';
import {
  type ChangesCursor,
  type CheckedIn,
  coverageOf,
  getChanges,
  getSnapshot,
  readChangesCursor,
  undoAdmission,
} from '../../../gate/index.ts';
import { acceptsEncoding } from '../../../http/accept.ts';
import type { Answer, TextAnswer } from '../../../http/answer.ts';
import { entityTag } from '../../../http/conditional.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import type { Readings } from '../../../journal/index.ts';
import { HandOuts, type ToHandOut } from '../../../orders/index.ts';
import type { VersionedCache } from '../../../store/index.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';
import { readOfflineCount } from '../visits/presenters.ts';
import type { checkInOperations } from './check-in-operations.ts';
import type { gateOperations } from './operations.ts';
import {
  readOfflineScans,
  readScan,
  readUndo,
  showCheckIn,
  showKnowledge,
  showOccupancy,
} from './presenters.ts';

export interface GateHandlerOptions extends Parts<'store' | 'clock' | 'gate' | 'days'> {
  /** Those of few days, shared by all gates and both ways to them. */
  readonly snapshots: Readings<CompressedAnswer>;
  /** The lists of cards' numbers, each in one version. */
  readonly cardLists: VersionedCache<CompressedAnswer, ''>;
  /** The language of the verdict for a request with these headers; the API's own is English. */
  readonly languageOf?: (headers: IncomingHttpHeaders) => Language;
}

export function gateHandlers({
  store,
  clock,
  gate,
  days,
  snapshots,
  cardLists,
  languageOf = () => 'en',
}: GateHandlerOptions): HandlersOf<keyof typeof gateOperations | keyof typeof checkInOperations> {
  const handOuts = new HandOuts(store, clock);
  /** The verdict stands, also where this can't be read. */
  const toHandOut = async ({ checkIn, ticket }: CheckedIn): Promise<readonly ToHandOut[]> =>
    checkIn.verdict === 'admitted' && ticket ? handOuts.leftFor(ticket).catch(() => []) : [];
  return {
    checkIn: async ({ actor, body }, headers) => {
      const checkedIn = await gate.scan(actor, readScan(body), languageOf(headers));
      return answerTo(checkedIn, await toHandOut(checkedIn));
    },

    undoCheckIn: async ({ actor, path: { checkInId }, query }) => {
      const now = clock.now();
      const told = readUndo(query);
      const undone = await store.transaction((tx) =>
        undoAdmission({ tx, actor, now }, checkInId, gate.rules, told),
      );
      return success('undoCheckIn', {
        ...showCheckIn(undone),
        undoneAt: instant(undone.checkIn.undoneAt ?? now),
      });
    },

    recordCheckIns: async ({ actor, body }, headers) => {
      const sentAt = body.sentAt === undefined ? undefined : Date.parse(body.sentAt);
      const scans = readOfflineScans(body.checkIns ?? []);
      const counts = (body.visits ?? []).map(readOfflineCount);
      const recorded = await gate.recordBatch(actor, scans, sentAt, languageOf(headers), counts);
      return success('recordCheckIns', recorded.map(showCheckIn));
    },

    getGateSnapshot: async ({ actor, query }, headers) => {
      const day = query.day ?? (await days.current());
      const snapshot = await snapshots.get(await coverageOf(actor, day, days), async () =>
        compressed(
          success(
            'getGateSnapshot',
            showKnowledge(await getSnapshot(store, actor, day, days), gate.rules.entry),
          ),
        ),
      );
      return acceptsEncoding('gzip', headers) ? gzipped(snapshot) : plain(snapshot);
    },

    getGateNews: async ({ actor, query }) => {
      const since = requireCursor(query.since, query.day);
      const day = query.day ?? (await days.current());
      const changes = await getChanges(store, actor, day, since, days);
      return success('getGateNews', showKnowledge(changes, gate.rules.entry));
    },

    getGateCardList: async ({ actor, path: { card } }, headers) => {
      const list = await getListForGates(store, actor, card);
      const answer = await cardLists.get('', `${card} ${list.version} ${list.key}`, async () => {
        const { numbers, ...rest } = await readGateList(store, list);
        const inBase64 = Buffer.from(numbers).toString('base64');
        return compressed(success('getGateCardList', { ...rest, numbers: inBase64 }));
      });
      return acceptsEncoding('gzip', headers) ? gzipped(answer) : plain(answer);
    },

    getOccupancy: async ({ actor, query }) => {
      const date = query.date ?? (await days.current());
      return success('getOccupancy', showOccupancy(await gate.attendance.getOccupancy(actor, date)));
    },
  };
}

function answerTo(checkedIn: CheckedIn, toHandOut: readonly ToHandOut[]): Answer {
  const handOut = toHandOut.length > 0 && { toHandOut: [...toHandOut] };
  const answer = success('checkIn', { ...showCheckIn(checkedIn), ...handOut });
  return checkedIn.isRepeat ? { ...answer, status: 200 } : answer;
}

/** A snapshot as it is cached: a full house takes some megabytes as text. */
export interface CompressedAnswer extends Answer {
  readonly body: Uint8Array;
  /** The entity tag of the text. */
  readonly etag: string;
}

async function compressed(answer: TextAnswer): Promise<CompressedAnswer> {
  const body = await promisify(gzip)(answer.body, { level: constants.Z_BEST_SPEED + 2 });
  return { ...answer, body, etag: entityTag(answer.body) };
}

/** The entity tag of the text with `-gzip` at its end: each coding has a tag of its own (RFC 9110, section 8.8.3.3). */
function gzipped({ etag, ...answer }: CompressedAnswer): Answer {
  const { headers, ...rest } = revalidated(answer);
  return { ...rest, headers: { ...headers, 'content-encoding': 'gzip', etag: etag.replace(/"$/, '-gzip"') } };
}

async function plain({ etag, ...answer }: CompressedAnswer): Promise<Answer> {
  const { headers, ...rest } = revalidated(answer);
  return { ...rest, headers: { ...headers, etag }, body: await promisify(gunzip)(answer.body) };
}

/** Caches may store it in either coding, and must revalidate it before each use. */
function revalidated<Kind extends Answer>(answer: Kind): Kind {
  const headers = { ...answer.headers, 'cache-control': 'no-cache', vary: 'Accept-Encoding' };
  return { ...answer, headers };
}

/** @throws HttpRefusal invalid-request when the cursor is of another day than asked for */
function requireCursor(text: string, asked: CalendarDay | undefined): ChangesCursor {
  const cursor = readChangesCursor(text) as ChangesCursor;
  if (asked === undefined || cursor.day === asked) return cursor;
  const detail = `since is a cursor for ${cursor.day}, but the day asked for is ${asked}.`;
  throw new HttpRefusal('invalid-request', { faults: [{ in: 'query', pointer: '/since', detail }] });
}
