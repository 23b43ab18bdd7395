import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SteadyClock } from '../core/clock.ts';
import type { Store } from '../store/index.ts';
import { acceptsEncoding } from './accept.ts';
import type { Answer, TextAnswer } from './answer.ts';
import { readOnCondition, tagged } from './conditional.ts';
import { isRead } from './sessions.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** The rough size of an entry without its body. */
const ENTRY_BYTES = 1_024;
const NEVER_ASKED = { askedAt: 0, answer: undefined };

type Packed = Answer & { readonly body: Uint8Array };

/** An answer that is the same for everybody, as it is sent to those who read gzip and to the others. */
interface KeptAnswer {
  readonly plain: Packed;
  /** Made when it is first asked for. */
  gzipped: Packed | undefined;
}

/** Answers that are the same for everybody, kept for the rest of the minute as long as nothing is committed. */
export class KeptAnswers {
  readonly #store: Pick<Store, 'contentVersion'>;
  readonly #clock: SteadyClock;
  readonly #askAfterMs: number;
  readonly #answers = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ plain }) => ENTRY_BYTES + 2 * plain.body.length,
  });
  /** Answers that are being rendered, shared by all who ask for them. */
  readonly #pending = new Map<string, Promise<KeptAnswer>>();
  #version = '';
  #asked: { readonly askedAt: number; readonly answer: Promise<string> | undefined } = NEVER_ASKED;

  /** @param askAfterMs where a query is needed to know whether something was committed (PostgreSQL): how seldom it is made */
  constructor(store: Pick<Store, 'contentVersion'>, clock: SteadyClock, askAfterMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#askAfterMs = askAfterMs;
  }

  /** The answer under `key` to this request. What `render` throws, and what is no success, is not kept. */
  async find(request: FastifyRequest, key: string, render: () => Promise<TextAnswer>): Promise<Answer> {
    // A tag is for what can be read again (RFC 9110, section 8.8.3).
    const pack = async () => packed(await render(), isRead(request) ? tagged : (answer) => answer);
    const content = this.#content();
    const version = `${typeof content === 'object' ? await content : content} ${Math.floor(this.#clock.now() / 60_000)}`;
    const kept = await this.#findOrRender(version, key, pack);
    const answer = acceptsEncoding('gzip', request.headers) ? gzippedOf(kept) : kept.plain;
    return isRead(request) ? readOnCondition(request, answer) : answer;
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

  #findOrRender(version: string, key: string, pack: () => Promise<KeptAnswer>) {
    if (version !== this.#version) {
      this.#answers.clear();
      this.#pending.clear();
      this.#version = version;
    }
    const known = this.#answers.get(key) ?? this.#pending.get(key);
    if (known !== undefined) return known;
    const rendering = this.#render(version, key, pack).finally(() => {
      if (this.#pending.get(key) === rendering) this.#pending.delete(key);
    });
    this.#pending.set(key, rendering);
    return rendering;
  }

  async #render(version: string, key: string, pack: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const made = await pack();
    if (made.plain.status === 200 && version === this.#version) this.#answers.set(key, made);
    return made;
  }
}

type Tag = (answer: Packed) => Packed;

function packed({ headers, body, ...answer }: TextAnswer, tag: Tag) {
  const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  const plain = tag({ ...answer, headers: { ...headers, vary }, body: Buffer.from(body) });
  return { plain, gzipped: undefined };
}

function gzippedOf(kept: KeptAnswer): Answer {
  kept.gzipped ??= gzipped(kept.plain);
  return kept.gzipped;
}

function gzipped({ status, headers, body }: Packed): Packed {
  const { etag, ...others } = headers;
  const answer = { status, headers: { ...others, 'content-encoding': 'gzip' }, body: gzipSync(body) };
  return etag === undefined ? answer : tagged(answer);
}
