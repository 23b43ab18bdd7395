/** Requests that are answered once, however often they are sent. */
export { answersToSweep, sweepAnswers } from './answer-sweep.ts';
export {
  answerOnce,
  findAnswer,
  keepAnswers,
  type Repeatable,
  type RepeatableRequest,
  RequestHashes,
} from './idempotency.ts';
