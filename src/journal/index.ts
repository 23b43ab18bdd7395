/** What happened in the museum, who did it and when. */

export {
  type Entry,
  JOURNAL_KINDS,
  type JournalKind,
  type NewEntry,
  record,
  systemUserOf,
} from './journal.ts';
export {
  type About,
  changesAfter,
  EVERY_ENTRY,
  entriesAfter,
  type FoundEntry,
  findEnd,
  findEntries,
  findHappenedTo,
  findKindsSince,
  findLastBefore,
  findLastNumber,
  findLatest,
  findLength,
  findNaming,
  findNumberBefore,
  findOfKinds,
  type PlacedEntry,
  readJournal,
  type SealedEntry,
  sealAt,
} from './read.ts';
export { Readings } from './readings.ts';
export {
  checkJournal,
  findSealed,
  findUnsealedRun,
  hasUnsealed,
  type JournalFigures,
  lastSeal,
  type PositionRange,
  SEAL_BATCH_SIZE,
  sealJournal,
} from './seal.ts';
