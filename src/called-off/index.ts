/** What was called off: days of events and of general entry that do not take place, and since when. */
export {
  BECAUSE_CALLED_OFF,
  type BecauseCalledOff,
  type CalledOff,
  type CalledOffChanges,
  calledOffKey,
  checkCalledOff,
  findCalledOff,
  findNotKept,
  type KeepingCalledOff,
  keepCalledOff,
  listCalledOff,
  type PastDays,
  REFUNDINGS,
  type Refunding,
} from './called-off.ts';
