/** Who came in and who left: the record of the entrances. */
export {
  addCheckIns,
  endConflicts,
  findCheckIn,
  findCheckIns,
  findPassages,
  findScans,
  markUndone,
  removeCheckIns,
  wasAdmitted,
} from './check-in-store.ts';
export { findArrivals } from './day-arrivals.ts';
export {
  type DayFigures,
  type EventVisits,
  findDayFigures,
  findWhereabouts,
  findWhereaboutsOf,
  type Whereabouts,
} from './day-visits.ts';
export { findTimeVisits, type TimeVisits } from './time-visits.ts';
export {
  type CheckIn,
  type Direction,
  type Passage,
  REASONS,
  type Reason,
  type RecordedPassage,
  type Verdict,
} from './visit.ts';
export { findWrongAdmissions, type WrongAdmission } from './wrong-admissions.ts';
