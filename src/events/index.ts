/** Special events: what other rooms may ask of them. */
export type { SpecialEvent } from './event.ts';
export { auditEvents } from './event-audit.ts';
export { eventCapacityHandlers } from './event-capacity-routes.ts';
export { type EventRoutesOptions, eventHandlers, noSuchEvent } from './event-routes.ts';
export {
  type EventDay,
  findEvent,
  findEventDays,
  findEventOfTicket,
  findPlacesLeft,
  takePlaces,
} from './event-store.ts';
