/** Calling off: every change of what takes place, with what follows from it for tickets and orders. */
export {
  type ClosingDays,
  callOffEvent,
  closeMuseum,
  EVENT_ON_CLOSED_DAY,
  type EventCallingOff,
  type EventOnClosedDay,
} from './call-off.ts';
export { callingOffJob } from './calling-off-job.ts';
export { changeHours, type HoursChange, type ReopeningDays, reopenMuseum } from './change-hours.ts';
export { type CallingOff, changeProgramme } from './change-programme.ts';
export type { CallingOffFigures } from './figures.ts';
export { type Postponing, postpone } from './postpone.ts';
export { rehearse } from './rehearse.ts';
