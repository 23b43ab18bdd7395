/** Special events: what interfaces and other rooms may do with them and ask of them. */

export { clearTimesOn, getTimesOn, setTimesOn } from './date-times.ts';
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
  recordOnEvent,
  type SpecialEvent,
  VISIBILITIES,
  type Visibility,
} from './event.ts';
export {
  announceEvent,
  cancelEvent,
  changeEvent,
  getEvent,
  getEventCapacity,
  getEventTimes,
  getVisibility,
  listEventPrices,
  listEvents,
  moveDate,
  setEventCapacity,
  setEventPrices,
  setEventTimes,
  setVisibility,
} from './event-actions.ts';
export { checkEvents } from './event-check.ts';
export {
  type EventDayOff,
  type EventSales,
  findDaysOff,
  findEventSales,
} from './event-days.ts';
export {
  type EventEntry,
  findEventEntry,
  getEventEntry,
  setEventEntry,
} from './event-entry.ts';
export {
  type EventText,
  type EventTexts,
  findSayings,
  getEventTexts,
  type SaidEvent,
  type SayEvent,
  setEventTexts,
  settleTextLanguages,
  type TextIn,
  type TextLanguages,
} from './event-texts.ts';
export {
  type EventOverview,
  findDayBatches,
  getEventOverview,
  listProgramme,
  type ProgrammeDay,
} from './programme.ts';
export { findTitlesByName, listDrafts, type PageBoundary } from './titles-by-name.ts';
