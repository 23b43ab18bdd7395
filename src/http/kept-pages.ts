import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SteadyClock } from '../core/clock.ts';
import type { Store } from '../store/index.ts';
import { acceptsEncoding } from './accept.ts';
import { type Answer, send } from './answer.ts';
import { readOnCondition, tagged } from './conditional.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** The rough size of an entry without its body. */
const ENTRY_BYTES = 1_024;

type Page = Answer & { readonly body: string };

/** A page that is the same for everybody, as it is sent to those who read gzip and to the others. */
interface KeptPage {
  readonly plain: Answer;
  /** Made when it is first asked for. */
  gzipped: Answer | undefined;
}

/**
 * Pages that are the same for everybody, kept for the rest of the minute as long as nothing is committed. On a database
 * without a change counter (PostgreSQL) they are kept for a second.
 */
export class KeptPages {
  readonly #store: Pick<Store, 'changeCounter'>;
  readonly #clock: SteadyClock;
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ plain }) => ENTRY_BYTES + 2 * (plain.length ?? 0),
  });
  /** Pages that are being rendered, shared by all who ask for them. */
  readonly #pending = new Map<string, Promise<KeptPage>>();
  #version = '';

  constructor(store: Pick<Store, 'changeCounter'>, clock: SteadyClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Sends the page under `key`. What `render` throws, and what is no success, is not kept. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    render: () => Promise<Page>,
  ): Promise<void> {
    const page = this.#find(key) ?? (await this.#renderOnce(key, render));
    const answer = acceptsEncoding('gzip', request.headers) ? gzippedOf(page) : page.plain;
    send(request, reply, readOnCondition(request, answer));
  }

  #find(key: string): KeptPage | undefined {
    const version = `${this.#store.changeCounter?.() ?? Math.floor(this.#clock.elapsed() / 1_000)} ${Math.floor(this.#clock.now() / 60_000)}`;
    if (version !== this.#version) {
      this.#pages.clear();
      this.#pending.clear();
      this.#version = version;
    }
    return this.#pages.get(key);
  }

  #renderOnce(key: string, render: () => Promise<Page>): Promise<KeptPage> {
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const rendering = this.#render(this.#version, key, render).finally(() => {
      if (this.#pending.get(key) === rendering) this.#pending.delete(key);
    });
    this.#pending.set(key, rendering);
    return rendering;
  }

  async #render(version: string, key: string, render: () => Promise<Page>): Promise<KeptPage> {
    const answer = await render();
    const vary = [answer.headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
    const length = Buffer.byteLength(answer.body);
    const plain = tagged({ ...answer, headers: { ...answer.headers, vary }, length });
    const page: KeptPage = { plain, gzipped: undefined };
    if (answer.status === 200 && version === this.#version) this.#pages.set(key, page);
    return page;
  }
}

function gzippedOf(page: KeptPage): Answer {
  page.gzipped ??= gzipped(page.plain);
  return page.gzipped;
}

function gzipped({ status, headers, body = '' }: Answer): Answer {
  const packed = gzipSync(body);
  return tagged({
    status,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: packed,
    length: packed.length,
  });
}
