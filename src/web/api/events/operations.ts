import type { TSchema } from 'typebox';
import { resource } from '../../../contract/operation.ts';
import { strict, Type } from '../../../contract/schema.ts';
import { LANGUAGES, type Language } from '../../../core/language.ts';
import { EVENT_LIMITS, VISIBILITIES } from '../../../events/index.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { CallingOffResult, callingOffFields, callingOffQuery } from '../contract/calling-off.ts';
import {
  answeredPriceField,
  datesField,
  dayField,
  dayPageFields,
  endDateField,
  eventDescriptionField,
  eventIdField,
  locationField,
  nameField,
  PARAMETERS,
  priceSchema,
} from '../contract/fields.ts';
import { scoped } from '../contract/scoped.ts';
import examples from './examples.json' with { type: 'json' };

/** Special events (interface, sections 2.1 and 4.1). */

export const specialEventSchema = Type.Object(
  {
    eventId: eventIdField(),
    name: nameField(),
    location: locationField(),
    eventDescription: eventDescriptionField(),
    dates: datesField(),
    price: answeredPriceField(),
  },
  { title: 'SpecialEvent' },
);

const SpecialEventInput = Type.Object(
  {
    name: nameField(),
    location: locationField(),
    eventDescription: eventDescriptionField(),
    dates: datesField(),
    price: priceSchema(),
  },
  { additionalProperties: false, title: 'SpecialEventInput' },
);

const SpecialEventChange = Type.Object(
  {
    name: Type.Optional(nameField()),
    location: Type.Optional(locationField()),
    eventDescription: Type.Optional(eventDescriptionField()),
    dates: Type.Optional(datesField()),
    price: Type.Optional(priceSchema()),
  },
  { additionalProperties: false, title: 'SpecialEventChange' },
);

const textLanguageField = (description: string) =>
  Type.Enum([...LANGUAGES], { type: 'string', title: 'TextLanguage', description });

const EventText = Type.Object(
  {
    name: Type.Optional(nameField()),
    eventDescription: Type.Optional(eventDescriptionField()),
    location: Type.Optional(locationField()),
  },
  { title: 'EventText' },
);

const textsIn = <Schema extends TSchema>(text: Schema, options: { readonly additionalProperties?: false }) =>
  Type.Object(
    Object.fromEntries(LANGUAGES.map((language) => [language, Type.Optional(text)])) as Record<
      Language,
      ReturnType<typeof Type.Optional<Schema>>
    >,
    {
      ...options,
      description:
        'What the event says in other languages; what is left out is said in the museum’s language, then in English, then in the first there is.',
    },
  );

const EventTexts = Type.Object(
  {
    textLanguage: textLanguageField('The language of the event’s own name, description and location.'),
    texts: textsIn(EventText, {}),
  },
  { title: 'EventTexts' },
);

const EventTextsInput = Type.Object(
  {
    textLanguage: Type.Optional(
      textLanguageField(
        'The language of the event’s own fields, which texts must not have; as it was when left out.',
      ),
    ),
    texts: textsIn(strict(EventText, 'EventTextInput'), { additionalProperties: false }),
  },
  { additionalProperties: false, title: 'EventTextsInput' },
);

const eventTexts = scoped({
  name: 'texts',
  success: { description: 'The texts in other languages.', schema: EventTexts },
  input: EventTextsInput,
});

const TEXTS = '/special-events/{eventId}/texts';

const visibilityField = (description: string) =>
  Type.Enum([...VISIBILITIES], { type: 'string', title: 'Visibility', description });

const WHO_FINDS =
  'public: everybody finds the event. unlisted: it is in no list for visitors and partners, and is sold by who knows its id. code: it is unlisted, and sold to visitors and partners only with a code of the kind access (POST /codes). draft: nobody buys it, and only who arranges the programme knows of it.';

const EventVisibility = Type.Object({ visibility: visibilityField(WHO_FINDS) }, { title: 'EventVisibility' });

const visibility = scoped({
  name: 'visibility',
  success: { description: 'Who finds the event.', schema: EventVisibility },
  input: strict(EventVisibility, 'EventVisibilityInput'),
  problems: ['event-sold', 'day-full-of-events'],
});

const VISIBILITY = '/special-events/{eventId}/visibility';

const EventCallingOff = Type.Object(
  {
    dates: Type.Optional(
      Type.Array(dayField('A date of the event, today or later.'), {
        minItems: 1,
        maxItems: EVENT_LIMITS.dates,
        uniqueItems: true,
        description:
          'The dates that are called off. If it is left out, all that are to come are, and with them the event.',
      }),
    ),
    ...callingOffFields(),
  },
  { additionalProperties: false, title: 'EventCallingOff' },
);

const Postponement = Type.Object(
  {
    from: dayField('The date that is postponed.'),
    to: dayField('The date that takes its place; it may be one of the event’s already.'),
    reason: callingOffFields().reason,
    force: Type.Optional(
      Type.Boolean({ description: 'true: also if the new date then has more tickets than places.' }),
    ),
  },
  { additionalProperties: false, title: 'Postponement' },
);

function postponementFaults(body: unknown): Fault[] {
  const { from, to } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (from === undefined || from !== to) return [];
  return [{ in: 'body', pointer: '/to', detail: 'to must be another day than from.' }];
}

export const eventOperations = resource(
  { tag: 'Events', parameters: PARAMETERS, examples },
  {
    createSpecialEvent: {
      method: 'POST',
      path: '/special-events',
      summary: 'Create a special event',
      description:
        'Creates a special event. The service assigns its eventId. At most 500 events can take place on one day.',
      permission: 'arrange-programme',
      takesKey: true,
      query: Type.Object({
        visibility: Type.Optional(visibilityField(`Who finds the event; public when left out. ${WHO_FINDS}`)),
      }),
      body: SpecialEventInput,
      success: {
        status: 201,
        description: 'Created',
        schema: specialEventSchema,
        headers: { Location: 'Address of the new event.', ETag: 'Entity tag of the new event.' },
      },
      problems: ['day-full-of-events'],
    },
    listSpecialEvents: {
      method: 'GET',
      path: '/special-events',
      summary: 'List upcoming special events',
      description:
        'Lists the special events that take place on a page of days. The range from startDate to endDate, both included, is divided into pages of `limit` days. A page lists each event with at least one date on the page; the event is returned with all its dates. Order: first matching date, then name, then eventId. A page after the end of the range is empty. Drafts are not listed; to partners, unlisted events are not either.',
      permission: 'read-programme',
      query: Type.Object({ ...dayPageFields(), endDate: endDateField() }),
      success: {
        description: 'The events on this page of days.',
        schema: Type.Array(specialEventSchema, { title: 'SpecialEvents' }),
        headers: { Link: 'The first, prev, next and last page (RFC 8288).' },
      },
    },
    getSpecialEvent: {
      method: 'GET',
      path: '/special-events/{eventId}',
      summary: 'Get a special event',
      description: 'Gets one special event.',
      permission: 'read-programme',
      success: {
        description: 'The event.',
        schema: specialEventSchema,
      },
      problems: ['event-not-found'],
    },
    updateSpecialEvent: {
      method: 'PATCH',
      path: '/special-events/{eventId}',
      summary: 'Update a special event',
      description:
        'Changes a special event by merge patch (RFC 7396): fields in the request replace the stored ones, the others stay unchanged. `dates` is replaced as a whole. No field can be removed, so null is refused. Tickets already sold keep their price and their date.',
      permission: 'arrange-programme',
      body: {
        mediaTypes: ['application/json', 'application/merge-patch+json'],
        schema: SpecialEventChange,
      },
      success: {
        description: 'The whole event after the update.',
        schema: specialEventSchema,
        headers: { ETag: 'Entity tag of the updated event.' },
      },
      problems: ['event-not-found', 'day-full-of-events'],
    },
    deleteSpecialEvent: {
      method: 'DELETE',
      path: '/special-events/{eventId}',
      summary: 'Delete a special event',
      description:
        'Cancels a planned event: it is no longer listed or found. Its sold tickets are kept, but become cancelled and no longer admit anyone.',
      permission: 'arrange-programme',
      success: { description: 'The event is cancelled. No content.' },
      problems: ['event-not-found'],
    },
    getEventTexts: eventTexts.get(
      TEXTS,
      'Gets what a special event says in other languages, and the language of its own fields.',
    ),
    setEventTexts: eventTexts.set(
      TEXTS,
      'Replaces what a special event says in other languages. Visitors read it in theirs.',
    ),
    getEventVisibility: visibility.get(VISIBILITY, 'Gets who finds a special event.'),
    setEventVisibility: visibility.set(
      VISIBILITY,
      'Sets who finds a special event. It can’t become a draft while tickets of it are sold or held. When it is public for the first time, webhooks hear of it.',
    ),
    postponeSpecialEvent: {
      method: 'POST',
      path: '/special-events/{eventId}/postpone',
      summary: 'Postpone a date of a special event',
      description:
        'Moves a date of a special event, with its tickets that are not void and were not used, and with held orders: all or none. Tickets keep their ids, confirmation codes and entry times, and codes that were printed for the old date admit on the new one.',
      permission: 'arrange-programme',
      body: { schema: Postponement, faultsOf: postponementFaults },
      success: { description: 'The whole event after it.', schema: specialEventSchema },
      problems: [
        'event-not-found',
        'not-an-event-day',
        'date-past',
        'times-missing',
        'sold-out',
        'day-full-of-events',
      ],
    },
    callOffSpecialEvent: {
      method: 'POST',
      path: '/special-events/{eventId}/call-off',
      summary: 'Call off a special event, or some of its dates',
      description:
        'Calls off the dates of a special event, or the whole event. Its tickets are cancelled, held orders lose them, and those who left an address are told, with the reason. The answer says what was done; with `preview`, what would be.',
      permission: 'arrange-programme',
      query: callingOffQuery,
      body: { schema: EventCallingOff, mayBeMissing: true },
      success: { description: 'What it does, in figures.', schema: CallingOffResult },
      problems: ['event-not-found', 'not-an-event-day', 'date-past'],
    },
  },
);
