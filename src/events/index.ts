/** Special events: what doors and other rooms may do with them and ask of them. */

export { type Days, findPieces } from './day-pieces.ts';
export type { Announcement, SpecialEvent } from './event.ts';
export { checkEvents } from './event-check.ts';
export {
  announceEvent,
  cancelEvent,
  changeEvent,
  getEvent,
  getEventCapacity,
  listEvents,
  setEventCapacity,
} from './event-deeds.ts';
export {
  type EventDay,
  findEvent,
  findEventDays,
  findEventOfTicket,
  findPlacesLeft,
  takePlaces,
} from './event-store.ts';
