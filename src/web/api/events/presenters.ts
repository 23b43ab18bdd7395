import { fromCents, toCents } from '../../../core/money.ts';
import type { Announcement, EventText, EventTexts, SpecialEvent } from '../../../events/index.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
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

export function presentTexts({ textLanguage, texts }: EventTexts): OutputOf<'getEventTexts'> {
  const shown = Object.entries(texts).map(([language, { description, ...same }]) => {
    return [language, { ...same, ...(description !== undefined && { eventDescription: description }) }];
  });
  return { textLanguage, texts: Object.fromEntries(shown) };
}

/** @throws HttpRefusal invalid-request when a text is in the language of the event's own */
export function readTexts(
  { textLanguage: given, texts }: InputOf<'setEventTexts'>['body'],
  before: EventTexts,
): EventTexts {
  const textLanguage = given ?? before.textLanguage;
  const read = Object.entries(texts).flatMap(([language, { eventDescription, ...same }]) => {
    const description = eventDescription !== undefined && { description: eventDescription };
    const text: EventText = { ...same, ...description };
    return Object.keys(text).length === 0 ? [] : [[language, text] as const];
  });
  if (texts[textLanguage] === undefined)
    return { textLanguage, texts: Object.fromEntries(read.sort(byLanguage)) };
  const detail = `texts/${textLanguage} is the language of the event’s own fields: change these, or textLanguage.`;
  throw new HttpRefusal('invalid-request', {
    faults: [{ in: 'body', pointer: `/texts/${textLanguage}`, detail }],
  });
}

type InLanguage = readonly [string, EventText];

function byLanguage([one]: InLanguage, [other]: InLanguage): number {
  return one < other ? -1 : 1;
}
