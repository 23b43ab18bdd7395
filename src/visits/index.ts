/** Who came in and who left: the record of the entrances. */
export {
  type CardPassage,
  type CardVisits,
  countAsEntry,
  findCardPassages,
  findCategoriesOfCards,
  forgetOldCards,
  hasOldCards,
  sumCardVisits,
} from './card-visits.ts';
export {
  addCheckIns,
  type CheckedCard,
  type CheckedPass,
  type CheckIn,
  type Direction,
  endConflicts,
  findCheckIn,
  findCheckIns,
  findPassages,
  findScans,
  findWrongAdmissions,
  firstUseOf,
  markUndone,
  moveScans,
  type Passage,
  REASONS,
  type Reason,
  type RecordedPassage,
  removeCheckIns,
  type UsedEntry,
  type Verdict,
  type WrongAdmission,
  wasAdmitted,
} from './check-ins.ts';
export { checkVisits } from './check-visits.ts';
export {
  addCountedVisits,
  addToCountedDay,
  type CountedDay,
  type CountedVisit,
  findCountedCategories,
  findCountedDay,
  findCountedVisits,
  markVisitUndone,
} from './counted-visits.ts';
export {
  type DayFigures,
  type EventVisits,
  findArrivals,
  findDayFigures,
  findTimeVisits,
  findWhereabouts,
  findWhereaboutsOf,
  type TimeVisits,
  type Whereabouts,
} from './day-visits.ts';
export { ENTRY_KINDS, type EntryKind, type EntryVisits } from './entry-kinds.ts';
export { noteErasureJob } from './erase-notes.ts';
export {
  countAsPassEntry,
  findPassesOfCheckIns,
  findPassesSeenSince,
  findPassPassages,
  forgetPassVisits,
  hasPassVisitsBefore,
  type PassPassage,
  passVisitsKeptSince,
} from './pass-passages.ts';
