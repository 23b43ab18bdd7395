/** Passes of the museum: what is sold, who holds them, and what they were used for. */
export { checkPasses } from './check-passes.ts';
export {
  findHoldersUpTo,
  findOrdersWithPassesAfter,
  findPassesAbout,
  forgetHolders,
  passEntriesJob,
} from './forget-passes.ts';
export { findEntriesLeft, findFirstIds, findReplacing, findWithdrawnPasses } from './gate-passes.ts';
export {
  getPass,
  type KnownPass,
  knownPasses,
  listPasses,
  PASS_STATES,
  type PassFilter,
  type PassReading,
  type PassState,
  passStateOf,
} from './known-pass.ts';
export {
  claimsOfPass,
  findPass,
  findSoldPasses,
  isStanding,
  lockPasses,
  lockStandingPasses,
  type Pass,
} from './pass.ts';
export {
  blockPass,
  nameHolder,
  replacePass,
  requireStanding,
  unblockPass,
  voidPasses,
} from './pass-actions.ts';
export {
  addPassEntries,
  findOverfull,
  findPassEntries,
  forgetEntryTimes,
  type PassEntry,
  placesOfEntry,
  removePassEntries,
  undoPassEntry,
} from './pass-entry.ts';
export { findPassSales } from './pass-sales.ts';
export {
  daysOfPass,
  type PassItem,
  passItems,
  passTypesFor,
  type WantedPass,
  withoutHolder,
} from './pass-terms.ts';
export {
  findPassTypes,
  MOST_PASS_TYPES,
  type NumberedPassType,
  PASS_CHANNELS,
  PASS_COVERS,
  PASS_LIMITS,
  type PassChannel,
  type PassCovers,
  type PassType,
  type PassTypeFault,
  type PassValidity,
  passTypeFaults,
  WALK_INS,
  type WalkIn,
} from './pass-type.ts';
export { listPassTypes, setPassTypes } from './pass-type-actions.ts';
export { type PassSale, sellPasses } from './sell-passes.ts';
