import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SteadyClock } from '../core/clock.ts';
import type { Store } from '../store/index.ts';
import { acceptsEncoding } from './accept.ts';
import { type Answer, send } from './answer.ts';
import { readOnCondition, tagged } from './conditional.ts';
import { isRead } from './sessions.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** The rough size of an entry without its body. */
const ENTRY_BYTES = 1_024;

type Packed = Answer & { readonly body: Uint8Array };

/** An answer that is the same for everybody, as it is sent to those who read gzip and to the others. */
interface KeptAnswer {
  readonly plain: Packed;
  /** Made when it is first asked for. */
  gzipped: Packed | undefined;
}

/**
 * Answers that are the same for everybody, kept for the rest of the minute as long as nothing is committed. On a database
 * without a change counter (PostgreSQL) they are kept for so many milliseconds, or not at all.
 */
export class KeptAnswers {
  readonly #store: Pick<Store, 'changeCounter'>;
  readonly #clock: SteadyClock;
  readonly #uncountedMs: number;
  readonly #answers = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ plain }) => ENTRY_BYTES + 2 * plain.body.length,
  });
  /** Answers that are being rendered, shared by all who ask for them. */
  readonly #pending = new Map<string, Promise<KeptAnswer>>();
  #version = '';

  /** @param uncountedMs 0: without a change counter nothing is kept */
  constructor(store: Pick<Store, 'changeCounter'>, clock: SteadyClock, uncountedMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#uncountedMs = uncountedMs;
  }

  /** Sends the answer under `key`. What `render` throws, and what is no success, is not kept. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    render: () => Promise<Answer & { readonly body: string }>,
  ): Promise<void> {
    // A tag is for what can be read again (RFC 9110, section 8.8.3).
    const pack = async () => packed(await render(), isRead(request) ? tagged : (answer) => answer);
    const version = this.#versionNow();
    const kept = version === undefined ? await pack() : await this.#findOrRender(version, key, pack);
    const answer = acceptsEncoding('gzip', request.headers) ? gzippedOf(kept) : kept.plain;
    send(request, reply, isRead(request) ? readOnCondition(request, answer) : answer);
  }

  /** Changes when an answer may have; undefined: nothing is kept. */
  #versionNow(): string | undefined {
    const { changeCounter } = this.#store;
    if (changeCounter === undefined && this.#uncountedMs === 0) return undefined;
    const changes = this.#store.changeCounter?.() ?? Math.floor(this.#clock.elapsed() / this.#uncountedMs);
    return `${changes} ${Math.floor(this.#clock.now() / 60_000)}`;
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

function packed({ headers, body, ...answer }: Answer & { readonly body: string }, tag: Tag) {
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
