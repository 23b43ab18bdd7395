import { RevisionCache, type Store, type Topic } from '../store/index.ts';
import type { Answer } from './answer.ts';

/** The rough size of an entry without its body. */
const ENTRY_BYTES = 512;

/** A cache of rendered answers to reads. A commit that changes their topic, by any process, empties it. */
export class RenderedAnswers {
  readonly #answers: RevisionCache<Answer>;

  constructor(store: Store, topic: Topic) {
    this.#answers = new RevisionCache(store, topic, ({ body = '' }) => ENTRY_BYTES + body.length);
  }

  /** The answer under `key`, from the cache or rendered now. What `render` throws is not cached. */
  get(key: string, render: () => Promise<Answer>): Answer | Promise<Answer> {
    return this.#answers.get(key, async () => counted(await render()));
  }
}

function counted(answer: Answer): Answer {
  return answer.body === undefined ? answer : { ...answer, length: Buffer.byteLength(answer.body) };
}
