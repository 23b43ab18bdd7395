import { RevisionCache, type Store, type Topic } from '../store/index.ts';
import type { Answer } from './answer.ts';

/** Roughly what an entry costs beside its body. */
const ENTRY_BYTES = 512;

/** Answers to reads, kept as they were rendered until something under their topic is committed, by any process. */
export class RenderedAnswers {
  readonly #answers: RevisionCache<Answer>;

  constructor(store: Store, topic: Topic) {
    this.#answers = new RevisionCache(store, topic, ({ body = '' }) => ENTRY_BYTES + body.length);
  }

  /** The answer under `key`, rendered now unless it is at hand. What `render` throws is not kept. */
  get(key: string, render: () => Promise<Answer>): Answer | Promise<Answer> {
    return this.#answers.get(key, async () => counted(await render()));
  }
}

function counted(answer: Answer): Answer {
  return answer.body === undefined ? answer : { ...answer, length: Buffer.byteLength(answer.body) };
}
