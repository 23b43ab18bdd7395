import { fromCents, toCents } from '../../../core/money.ts';
import type { Announcement, SpecialEvent } from '../../../events/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';

export function presentEvent(event: SpecialEvent): OutputOf<'getSpecialEvent'> {
  const { eventId, name, location, description, dates, priceCents } = event;
  return {
    eventId,
    name,
    location,
    eventDescription: description,
    dates: [...dates],
    price: fromCents(priceCents),
  };
}

/** All of an announcement, or the part of it that is to change. */
export function readAnnouncement(body: InputOf<'createSpecialEvent'>['body']): Announcement;
export function readAnnouncement(body: InputOf<'updateSpecialEvent'>['body']): Partial<Announcement>;
export function readAnnouncement(body: InputOf<'updateSpecialEvent'>['body']): Partial<Announcement> {
  const { eventDescription, price, ...same } = body;
  return {
    ...same,
    ...(eventDescription !== undefined && { description: eventDescription }),
    ...(price !== undefined && { priceCents: toCents(price) }),
  };
}
