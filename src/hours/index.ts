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
export { type Days, MuseumDays, type TicketAtTime } from './museum-days.ts';
export {
  checkHours,
  closingOf,
  type ExpectedRule,
  findClosedDays,
  findHours,
  findSpecialDays,
  findWeek,
  isNight,
  isOpenOn,
  lockOpeningRules,
  lockOpeningRulesShared,
  type OpenDay,
  type Opening,
  openDays,
  ruleToChange,
  type SpecialDay,
  type Week,
} from './opening.ts';
