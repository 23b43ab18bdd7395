import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { SteadyClock } from '../core/clock.ts';
import { RevisionCache, type Store, type Topic, VersionedCache } from '../store/index.ts';
import { acceptsEncoding } from './accept.ts';
import type { Answer, TextAnswer } from './answer.ts';
import { readOnCondition, tagged } from './conditional.ts';
import { isSafeMethod } from './sessions.ts';

/** The rough sizes of an entry without its body, in each of the two caches. */
const ENTRY_BYTES = 512;
const PUBLIC_ENTRY_BYTES = 1_024;
const MAX_PUBLIC_BYTES = 32 * 1024 * 1024;
const NEVER_ASKED = { askedAt: 0, answer: undefined };

/** A cache of answers to reads. A commit that changes their topic, by any process, empties it. */
export class AnswerCache {
  readonly #answers: RevisionCache<Answer>;

  constructor(store: Store, topic: Topic) {
    this.#answers = new RevisionCache(store, topic, ({ body = '' }) => ENTRY_BYTES + body.length);
  }

  /** The answer under `key`, from the cache or rendered now. What `render` throws is not cached. */
  get(key: string, render: () => Promise<Answer>): Answer | Promise<Answer> {
    return this.#answers.get(key, async () => withLength(await render()));
  }
}

function withLength(answer: Answer): Answer {
  return answer.body === undefined ? answer : { ...answer, length: Buffer.byteLength(answer.body) };
}

type Packed = Answer & { readonly body: Uint8Array };

/** An answer that is the same for everybody, as it is sent to those who read gzip and to the others. */
interface PublicAnswer {
  readonly plain: Packed;
  /** Made when it is first asked for. */
  gzipped: Packed | undefined;
}

/** A cache of answers that are the same for everybody, for the rest of the minute as long as nothing is committed. */
export class PublicAnswerCache {
  readonly #store: Pick<Store, 'contentVersion'>;
  readonly #clock: SteadyClock;
  readonly #askAfterMs: number;
  readonly #answers = new VersionedCache<PublicAnswer, string>({
    maxBytes: MAX_PUBLIC_BYTES,
    sizeOf: ({ plain }) => PUBLIC_ENTRY_BYTES + 2 * plain.body.length,
    isCached: ({ plain }) => plain.status === 200,
  });
  #asked: { readonly askedAt: number; readonly answer: Promise<string> | undefined } = NEVER_ASKED;

  /**
   * @param askAfterMs where a query is needed to know whether something was committed (PostgreSQL): how seldom it is
   * made
   */
  constructor(store: Pick<Store, 'contentVersion'>, clock: SteadyClock, askAfterMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#askAfterMs = askAfterMs;
  }

  /** The answer under `key` to this request. What `render` throws, and what is no success, is not cached. */
  async find(request: FastifyRequest, key: string, render: () => Promise<TextAnswer>): Promise<Answer> {
    // A tag is for what can be read again (RFC 9110, section 8.8.3).
    const pack = async () => packed(await render(), isSafeMethod(request) ? tagged : (answer) => answer);
    const content = this.#content();
    const minute = Math.floor(this.#clock.now() / 60_000);
    const version = `${typeof content === 'object' ? await content : content} ${minute}`;
    const found = await this.#answers.get(version, key, pack);
    const answer = acceptsEncoding('gzip', request.headers) ? gzippedOf(found) : found.plain;
    return isSafeMethod(request) ? readOnCondition(request, answer) : answer;
  }

  /** What is committed, as far as it has to be known. */
  #content(): number | string | Promise<string> {
    const { answer, askedAt } = this.#asked;
    const now = this.#clock.elapsed();
    if (answer !== undefined && now < askedAt + this.#askAfterMs) return answer;
    const version = this.#store.contentVersion();
    if (typeof version === 'number') return version;
    this.#asked = { askedAt: now, answer: version };
    version.catch(() => {
      this.#asked = NEVER_ASKED;
    });
    return version;
  }
}

function packed({ headers, body, ...answer }: TextAnswer, tag: Tag): PublicAnswer {
  const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  const plain = tag({ ...answer, headers: { ...headers, vary }, body: Buffer.from(body) });
  return { plain, gzipped: undefined };
}

type Tag = (answer: Packed) => Packed;

function gzippedOf(answer: PublicAnswer): Answer {
  answer.gzipped ??= gzipped(answer.plain);
  return answer.gzipped;
}

function gzipped({ status, headers, body }: Packed): Packed {
  const { etag, ...others } = headers;
  const answer = { status, headers: { ...others, 'content-encoding': 'gzip' }, body: gzipSync(body) };
  return etag === undefined ? answer : tagged(answer);
}
