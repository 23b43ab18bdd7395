/** Opening hours and the museum's days: what interfaces and other rooms may do with them and ask of them. */

export {
  clearDay,
  closeDays,
  getDay,
  getWeek,
  listOpenDays,
  listSpecialDays,
  nextOpenDay,
  reopenDays,
  type SpecialDays,
  setDay,
  setWeek,
} from './hours-actions.ts';
export { checkHours } from './hours-check.ts';
export { type Days, MuseumDays, type TimedTicket } from './museum-days.ts';
export { closingOf, isNight, type OpenDay, type Opening, type SpecialDay, type Week } from './opening.ts';
export {
  type ExpectedRule,
  lockOpeningRules,
  lockOpeningRulesShared,
  ruleToChange,
} from './opening-rules.ts';
export { findSpecialDays, findWeek, isOpenOn, openDays } from './opening-store.ts';
