/** Idempotency keys: a request that is sent again gets the answer of the first time. */
export { answersToSweep, sweepAnswers } from './answer-sweep.ts';
export {
  answerOnce,
  findAnswer,
  keepAnswers,
  type Repeatable,
  type RepeatableRequest,
  RequestHashes,
} from './idempotency.ts';
