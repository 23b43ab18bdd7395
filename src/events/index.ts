/** Special events: what other rooms may ask of them. */
export type { SpecialEvent } from './event.ts';
export { type EventRoutesOptions, eventHandlers, noSuchEvent } from './event-routes.ts';
export { findEvent, findEventOfTicket, findPlacesLeft, takePlaces } from './event-store.ts';
