/** Special events: what interfaces and other rooms may do with them and ask of them. */

export {
  announceDraft,
  differences,
  draftOf,
  type EditOutcome,
  type EventDraft,
  type EventEdit,
  editEvent,
  merged,
  soldDaysAhead,
} from './edit-event.ts';
export {
  type Announcement,
  EVENT_LIMITS,
  type EventTitle,
  type Expectation,
  findEventOfTicket,
  findEventsOn,
  findEventTitles,
  lockEvent,
  lockEventRow,
  type SpecialEvent,
} from './event.ts';
export {
  announceEvent,
  cancelEvent,
  changeEvent,
  getEvent,
  getEventCapacity,
  getEventTimes,
  listEventPrices,
  listEvents,
  moveDate,
  setEventCapacity,
  setEventPrices,
  setEventTimes,
} from './event-actions.ts';
export { checkEvents } from './event-check.ts';
export {
  type EventDayOff,
  type EventSales,
  findDaysOff,
  findEventSales,
} from './event-days.ts';
export {
  type EventOverview,
  findDayBatches,
  getEventOverview,
  listProgramme,
  type ProgrammeDay,
} from './programme.ts';
export { findTitlesByName, type PageBoundary } from './titles-by-name.ts';
