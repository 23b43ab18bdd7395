/** Special events: what interfaces and other rooms may do with them and ask of them. */

export { findPieces } from './day-pieces.ts';
export type { Announcement, SpecialEvent } from './event.ts';
export {
  announceEvent,
  cancelEvent,
  changeEvent,
  getEvent,
  getEventCapacity,
  listEvents,
  setEventCapacity,
} from './event-actions.ts';
export { checkEvents } from './event-check.ts';
export {
  type CancelledDates,
  type EventDay,
  type EventSales,
  type EventTitle,
  findCancelledDates,
  findDaysOff,
  findEvent,
  findEventDays,
  findEventOfTicket,
  findEventSales,
  findEventTitles,
  findPlacesLeft,
  giveBackPlace,
  takePlaces,
} from './event-store.ts';
export {
  compareDays,
  type EventOverview,
  getEventOverview,
  listProgramme,
  type ProgrammeDay,
} from './programme.ts';
export { findTitlesByName, type PageBoundary } from './titles-by-name.ts';
