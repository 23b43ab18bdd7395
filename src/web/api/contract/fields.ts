import { NOT_BEFORE, OR_TODAY } from '../../../contract/formats.ts';
import { Type } from '../../../contract/schema.ts';
import type { CalendarDay } from '../../../core/calendar-day.ts';
import { EMAIL_CHARACTERS } from '../../../core/email.ts';
import { LANGUAGES, type Language } from '../../../core/language.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { PHONE_CHARACTERS, PHONE_PATTERN } from '../../../core/phone.ts';
import { REASON_CHARACTERS, SOME_INK } from '../../../core/text.ts';
import type { Uuid } from '../../../core/uuid.ts';
import { TIME_OF_DAY } from '../../../core/zoned-time.ts';
import { EVENT_LIMITS } from '../../../events/index.ts';
import { CATEGORY_LIMITS } from '../../../offers/index.ts';
import { PASS_LIMITS } from '../../../passes/index.ts';
import { ENTRY_KINDS } from '../../../visits/index.ts';

/**
 * The fields of the interface, each with its type, format and limits. `description` gives the rule in words: it is also the
 * message to a client whose value breaks it.
 */

const uuidField = (description: string) => Type.Unsafe<Uuid>({ type: 'string', format: 'uuid', description });

export const eventIdField = () => uuidField('Identifier of a special event, assigned by the service.');

export const ticketIdField = () => uuidField('Identifier of a ticket, assigned by the service.');

/** The id of an order, or of what belongs to one. */
export const orderIdField = (description: string) => uuidField(description);

export const webhookIdField = () => uuidField('Identifier of a webhook, assigned by the service.');

export const deliveryIdField = () =>
  uuidField('Identifier of a delivery: the same as in the header webhook-id of its message.');

/** Digits and lower-case letters without those that are easily confused: 0 o, 1 l i, u (v). */
export const CODE_CHARACTER = '[2-9a-hjkmnp-tv-z]';

export const confirmationCodeField = () =>
  Type.String({
    pattern: `^ticket-(event|general)-${CODE_CHARACTER}{6}-${CODE_CHARACTER}{5}$`,
    description: 'Confirmation code of the purchase, unique in the museum.',
  });

export const checkInIdField = () =>
  uuidField('Identifier of a check-in, assigned by the device, or by the service if the device sends none.');

export const visitIdField = () =>
  uuidField('Identifier of a count of visitors without a ticket, assigned by the device.');

export const instantField = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} Instant (RFC 3339).` });

export const sentAtField = () =>
  instantField(
    'Time on the clock of the device when it sends the request. The service uses it to correct a wrong clock.',
  );

/** The door at which somebody passed. */
export const gateField = () => wordsField(60, 'Name of the door');

/** Why something was done. */
export const whyField = (description: string) => wordsField(REASON_CHARACTERS, description);

/** Free text: 1 to `length` characters, not only white space. */
export const wordsField = (length: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength: length,
    pattern: SOME_INK,
    description: `${description}: 1 to ${length} characters, not only white space.`,
  });

export const dayField = (description: string) =>
  Type.Unsafe<CalendarDay>({ type: 'string', format: 'date', description });

export const nameField = () => wordsField(EVENT_LIMITS.name, 'Name of the event');

export const locationField = () => wordsField(EVENT_LIMITS.location, 'Where the event takes place');

export const eventDescriptionField = () =>
  Type.String({
    maxLength: EVENT_LIMITS.description,
    pattern: `^$|${SOME_INK}`,
    description: `Description of the event: at most ${EVENT_LIMITS.description} characters; empty, or not only white space.`,
  });

export const datesField = () =>
  Type.Array(dayField('A day on which the event takes place.'), {
    maxItems: EVENT_LIMITS.dates,
    uniqueItems: true,
    description: `Days on which the event takes place, in the order given: at most ${EVENT_LIMITS.dates}, no duplicates. May be empty.`,
  });

export const priceSchema = () =>
  Type.Number({
    format: 'float',
    minimum: 0,
    maximum: HIGHEST_PRICE,
    multipleOf: 0.01,
    description: `Price of the event: 0 to ${HIGHEST_PRICE}, at most two decimals.`,
  });

/**
 * The price in answers, without multipleOf: validators that divide binary fractions say that 19.99 is no multiple of 0.01,
 * and clients that validate answers with them would fail.
 */
export const answeredPriceField = () =>
  Type.Number({ format: 'float', minimum: 0, maximum: HIGHEST_PRICE, description: 'Price of the event.' });

/** The slug of a category of visitors. */
export const categoryField = () =>
  Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
    description:
      'Category of visitors: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen.',
  });

/** With what somebody comes in. */
export const entryKindField = (description: string) =>
  Type.Enum([...ENTRY_KINDS], { type: 'string', title: 'EntryKind', description });

/** Names in other languages than the museum's, of so many characters at most. */
export const namesField = (most: number, options: { readonly additionalProperties?: false } = {}) => {
  const nameIn = (language: Language) => Type.Optional(wordsField(most, `Name in the language ${language}`));
  return Type.Optional(
    Type.Object(
      Object.fromEntries(LANGUAGES.map((language) => [language, nameIn(language)])) as Record<
        Language,
        ReturnType<typeof nameIn>
      >,
      { ...options, description: 'Names in other languages.' },
    ),
  );
};

/** The slug of an article. */
export const articleField = () =>
  Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
    description:
      'Slug of the article: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen.',
  });

/** The slug of a type of passes. */
export const passTypeField = () =>
  Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
    description:
      'Slug of the type of passes: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen.',
  });

export const passIdField = () => uuidField('Identifier of the pass.');

export const passCodeField = () =>
  Type.String({
    pattern: `^pass-${CODE_CHARACTER}{6}-${CODE_CHARACTER}{5}$`,
    description: 'Code of the pass.',
  });

/** Who may use a pass. */
export const holderField = (description: string) => wordsField(PASS_LIMITS.holder, description);

/** The slug of a card of another issuer. */
export const cardField = () =>
  Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
    description:
      'Slug of the card: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen.',
  });

/** What the entrance asks to see. */
export const proofField = () =>
  Type.String({
    minLength: 1,
    maxLength: CATEGORY_LIMITS.proof,
    description: 'What the entrance asks visitors of this category to show, such as a student card.',
  });

export const placesSchema = () =>
  Type.Integer({
    minimum: 1,
    maximum: CATEGORY_LIMITS.places,
    description: 'How many places one ticket takes, and how many persons it admits: 1 to 20.',
  });

export const ticketTypeField = () =>
  Type.Enum(['event', 'general'], { type: 'string', title: 'TicketType', description: 'Kind of ticket.' });

/** addr-spec (RFC 5322, section 3.4.1) without comments, folding or obsolete forms. */
export const emailField = () =>
  Type.String({
    format: 'email',
    maxLength: EMAIL_CHARACTERS,
    description: `E-mail address of the visitor: an addr-spec of at most ${EMAIL_CHARACTERS} characters, kept as written. The domain has a dot, and may be international, such as bücher.example; what is before it is ASCII.`,
  });

/** What finds somebody: version 1.0 sold to addresses without a dot in the domain too. */
export const askedEmailField = (whose = '') =>
  Type.String({
    format: 'addr-spec',
    maxLength: EMAIL_CHARACTERS,
    description: `The whole e-mail address${whose}, in upper or lower case.`,
  });

/** Without a format: `email` is ASCII, and many validators don't know `idn-email`. */
export const answeredEmailField = (whose: 'visitor' | 'buyer') =>
  Type.String({
    description: `E-mail address of the ${whose}, until it is erased. Its domain may be international, such as bücher.example.`,
  });

export const phoneField = () =>
  Type.String({
    minLength: PHONE_CHARACTERS.least,
    maxLength: PHONE_CHARACTERS.most,
    pattern: PHONE_PATTERN,
    description:
      'Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces.',
  });

export const entryTimeSchema = (description: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][05]$',
    description: `${description} HH:mm in the time zone of the museum, a multiple of five minutes.`,
  });

export const weekdaysField = (description: string) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: `${description} 1 is Monday, 7 is Sunday; at least one, none twice.`,
  });

export const timeField = (description: string) => Type.String({ pattern: TIME_OF_DAY, description });

/** The headers of a list with a cursor. */
export const NEXT_PAGE = { Link: 'The next page (RFC 8288); left out on the last page.' };

/** The query parameter of every list with a cursor. */
export const limitField = (what: string, most = 100) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: 30,
      description: `Maximum number of ${what} per page: 1 to ${most}.`,
    }),
  );

/**
 * The query parameters of every listing that is paged in days.
 * @param most days per page: the interface document says 30 of the special events
 */
export const dayPageFields = (most = 30) => ({
  startDate: Type.Optional(
    dayField('Start of the date range; when left out, today in the museum’s time zone.'),
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 1, default: 1, description: 'Page number to retrieve: 1 or more.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: 10,
      description: `Number of days per page: 1 to ${most}.`,
    }),
  ),
});

export const endDateField = () =>
  Type.Optional(
    Type.Unsafe<CalendarDay>({
      ...dayField('End of the date range, included; when left out, 7 days after startDate.'),
      [NOT_BEFORE]: 'startDate',
      [OR_TODAY]: true,
    }),
  );

/** The parameters in paths, by name. */
export const PARAMETERS = {
  eventId: eventIdField(),
  ticketId: ticketIdField(),
  orderId: orderIdField('Identifier of an order.'),
  checkInId: checkInIdField(),
  visitId: visitIdField(),
  passId: passIdField(),
  card: cardField(),
  webhookId: webhookIdField(),
  deliveryId: deliveryIdField(),
  date: dayField('The day.'),
};

export const giftCodeField = () =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'Code of a gift voucher: 16 letters and digits. Upper or lower case, spaces and hyphens make no difference.',
  });
