/** Requests that are answered once, however often they are sent. */
export { answersToSweep, REFUSALS_KEPT, sweepAnswers } from './answer-sweep.ts';
export {
  type AnswerToKeep,
  answerOnce,
  findAnswer,
  IDEMPOTENCY_HOURS,
  keepAnswers,
  type Repeatable,
  type RepeatableRequest,
  RequestHashes,
} from './idempotency.ts';
