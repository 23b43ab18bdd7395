/** Idempotency keys: a request that is sent again is not done again. */
export { isKept, type Kept, keep, type Once, once, type Recalled, recall, recallAll } from './once.ts';
export { RequestHashes } from './request-hashes.ts';
export { answersToSweep, sweepAnswers } from './retention.ts';
