/** What happened in the museum, who did it and when. */
export { type About, type FoundEntry, findEntries, findNaming } from './find-entries.ts';
export {
  type Entry,
  JOURNAL_KINDS,
  type JournalKind,
  type NewEntry,
  record,
  systemUserOf,
} from './journal.ts';
export { checkJournal, findSealed, type JournalFigures } from './journal-check.ts';
export {
  changesAfter,
  EVERY_ENTRY,
  entriesAfter,
  findEnd,
  findHappenedTo,
  findKindsSince,
  findLastBefore,
  findLastNumber,
  findLatest,
  findLength,
  findNumberBefore,
  type PlacedEntry,
  readJournal,
  type SealedEntry,
  sealAt,
} from './read.ts';
export { Readings } from './readings.ts';
export {
  findUnsealedRun,
  hasUnsealed,
  lastSeal,
  type PositionRange,
  SEAL_BATCH_SIZE,
  sealJournal,
} from './seal.ts';
