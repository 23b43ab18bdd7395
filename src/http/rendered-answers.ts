import { BoundedCache } from '../core/bounded-cache.ts';
import type { Store, Topic } from '../store/index.ts';
import type { Answer } from './answer.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** Roughly what an entry costs beside its body. */
const ENTRY_BYTES = 512;

/**
 * Answers to reads, kept as they were rendered until something under their topic is committed, by any
 * process.
 */
export class RenderedAnswers<Rendered extends Answer = Answer> {
  readonly #store: Store;
  readonly #topic: Topic;
  readonly #answers = new BoundedCache<Rendered>(MAX_BYTES, ({ body = '' }) => ENTRY_BYTES + body.length);
  #revision = -1;

  constructor(store: Store, topic: Topic) {
    this.#store = store;
    this.#topic = topic;
  }

  /** The answer under `key`, rendered now unless it is at hand. What `render` throws is not kept. */
  get(key: string, render: () => Promise<Rendered>): Rendered | Promise<Rendered> {
    // The revision is asked for before rendering: what is rendered may be newer than it, never older.
    const revision = this.#store.revision(this.#topic);
    if (typeof revision === 'number') return this.#at(revision, key, render);
    return revision.then((current) => this.#at(current, key, render));
  }

  #at(revision: number, key: string, render: () => Promise<Rendered>): Rendered | Promise<Rendered> {
    if (revision !== this.#revision) {
      this.#answers.clear();
      this.#revision = revision;
    }
    return this.#answers.get(key) ?? this.#render(revision, key, render);
  }

  async #render(revision: number, key: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const answer = counted(await render());
    if (revision === this.#revision) this.#answers.keep(key, answer);
    return answer;
  }
}

function counted<Rendered extends Answer>(answer: Rendered): Rendered {
  return answer.body === undefined ? answer : { ...answer, length: Buffer.byteLength(answer.body) };
}
