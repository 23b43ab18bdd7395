/** Special events: what other rooms may ask of them. */
export type { SpecialEvent } from './event.ts';
export { auditEvents } from './event-check.ts';
export { eventCapacityHandlers } from './event-capacity-routes.ts';
export { type EventRoutesOptions, eventHandlers, noSuchEvent } from '../doors/api/special-events.ts';
export {
  type EventDay,
  findEvent,
  findEventDays,
  findEventOfTicket,
  findPlacesLeft,
  takePlaces,
} from './event-store.ts';
