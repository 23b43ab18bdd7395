/** What happened in the museum, who did it and when. */
export { type Entry, type Happening, type JournalKind, record } from './journal.ts';
export { checkJournal, type JournalFigures } from './journal-check.ts';
export { readJournal, type SealedEntry } from './read.ts';
export { hasUnsealed, sealAll, sealJournal } from './seal.ts';
