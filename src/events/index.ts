/** Special events: what interfaces and other rooms may do with them and ask of them. */

export { findDayBatches } from './day-batches.ts';
export { announceDraft, type EditOutcome, type EventEdit, editEvent, soldDaysAhead } from './edit-event.ts';
export { type Announcement, EVENT_LIMITS, type SpecialEvent } from './event.ts';
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
  type DayOff,
  type EventSales,
  findCancelledDates,
  findDaysCancelled,
  findDaysOff,
  findEventSales,
} from './event-days.ts';
export { differences, draftOf, type EventDraft, merged } from './event-draft.ts';
export { listEventPrices, setEventPrices } from './event-prices.ts';
export { type EventTitle, findEventOfTicket, findEventTitles } from './event-store.ts';
export { getEventTimes, setEventTimes } from './event-times.ts';
export { lockEvent } from './event-to-change.ts';
export { type EventOverview, getEventOverview, listProgramme, type ProgrammeDay } from './programme.ts';
export { findTitlesByName, type PageBoundary } from './titles-by-name.ts';
