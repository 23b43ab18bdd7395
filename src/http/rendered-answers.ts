import type { Store, Topic } from '../store/index.ts';
import type { Answer } from './answer.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** Roughly what an entry costs beside its body. */
const ENTRY_BYTES = 512;

/**
 * Answers to reads, kept as they were rendered until something under their topic is committed, by any
 * process. Bounded by bytes; the oldest go first.
 */
export class RenderedAnswers {
  readonly #store: Store;
  readonly #topic: Topic;
  readonly #answers = new Map<string, Answer>();
  #revision = -1;
  #bytes = 0;

  constructor(store: Store, topic: Topic) {
    this.#store = store;
    this.#topic = topic;
  }

  /** The answer under `key`, rendered now unless it is at hand. What `render` throws is not kept. */
  get(key: string, render: () => Promise<Answer>): Answer | Promise<Answer> {
    // The revision is asked for before rendering: what is rendered may be newer than it, never older.
    const revision = this.#store.revision(this.#topic);
    if (typeof revision === 'number') return this.#at(revision, key, render);
    return revision.then((current) => this.#at(current, key, render));
  }

  #at(revision: number, key: string, render: () => Promise<Answer>): Answer | Promise<Answer> {
    if (revision !== this.#revision) this.#clear(revision);
    return this.#answers.get(key) ?? this.#render(revision, key, render);
  }

  async #render(revision: number, key: string, render: () => Promise<Answer>): Promise<Answer> {
    const answer = await render();
    if (revision === this.#revision) this.#keep(key, answer);
    return answer;
  }

  #keep(key: string, answer: Answer): void {
    if (this.#answers.has(key)) return;
    this.#answers.set(key, answer);
    this.#bytes += sizeOf(answer);
    for (const [oldest, dropped] of this.#answers) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#answers.delete(oldest);
      this.#bytes -= sizeOf(dropped);
    }
  }

  #clear(revision: number): void {
    this.#answers.clear();
    this.#bytes = 0;
    this.#revision = revision;
  }
}

function sizeOf({ body = '' }: Answer): number {
  return ENTRY_BYTES + body.length;
}
