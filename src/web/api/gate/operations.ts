import { CARD_LIMITS } from '../../../cards/index.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { MOST_PASS_TYPES } from '../../../passes/index.ts';
import {
  cardField,
  categoryField,
  dayField,
  entryKindField,
  entryTimeSchema,
  eventIdField,
  instantField,
  namesField,
  PARAMETERS,
  passIdField,
  placesSchema,
  proofField,
  ticketIdField,
  ticketTypeField,
  timeField,
} from '../contract/fields.ts';
import { atGatesFields } from '../passes/type-operations.ts';
import examples from './examples.json' with { type: 'json' };

/** Snapshots and changes for gates, and the occupancy. */

const ids = (description: string) => Type.Array(ticketIdField(), { description });

/** A key of a JWK Set (RFC 7517, RFC 8037). There may be keys of other kinds, with other members, which gates ignore. */
const PublicKey = Type.Object(
  {
    kty: Type.String({ description: 'OKP; ignore keys of other types.' }),
    crv: Type.Optional(Type.String({ description: 'Ed25519.' })),
    x: Type.Optional(Type.String({ description: 'The key, 32 bytes in base64url.' })),
    kid: Type.Optional(Type.String({ description: 'Key id, as in the ticket code.' })),
    use: Type.Optional(Type.String({ description: 'sig.' })),
    alg: Type.Optional(Type.String({ description: 'EdDSA.' })),
  },
  { additionalProperties: true, title: 'PublicKey' },
);

const minutesField = (description: string) => Type.Integer({ minimum: 0, maximum: 1_440, description });

const count = (description: string) => Type.Integer({ minimum: 0, description });

const GateKnowledge = Type.Object(
  {
    day: dayField('The day that this snapshot or these changes are for.'),
    validUntil: instantField('When the day ends: at midnight, or at closing time if that is later.'),
    keys: Type.Object(
      { keys: Type.Array(PublicKey) },
      {
        description:
          'Public keys of ticket codes, a JWK Set (RFC 7517); empty in getGateNews unless the keys have changed.',
      },
    ),
    revokedKeys: Type.Array(
      Type.String({ pattern: '^[0-9A-Z]{2}$', description: 'Key id, as in the ticket code.' }),
      {
        description:
          'Ids of all keys that were revoked. A ticket code of such a key is withdrawn: refuse it (forged), and ask for the new ticket.',
      },
    ),
    categories: Type.Array(
      Type.Object({
        number: Type.Integer({
          minimum: 0,
          maximum: 63,
          description: 'The number that stands for the category in ticket codes; 0 is standard.',
        }),
        category: categoryField(),
        name: Type.String({ description: 'Name of the category.' }),
        proof: Type.Optional(proofField()),
        places: placesSchema(),
      }),
      { description: 'All categories of visitors.' },
    ),
    cards: Type.Array(
      Type.Object({
        card: cardField(),
        name: Type.String({ description: 'Name of the card.' }),
        names: namesField(CARD_LIMITS.name),
        pattern: Type.String({ description: 'What its numbers look like, as in GET /cards.' }),
        check: Type.Optional(Type.String({ description: 'How a number is checked: luhn, ean13 or mod97.' })),
        categoryNumber: Type.Integer({
          minimum: 0,
          maximum: 63,
          description: 'The number of the category whose ticket it stands for.',
        }),
        mode: Type.String({ description: 'show, list or live.' }),
        perDay: Type.Integer({ minimum: 1, description: 'How often it lets in on a day.' }),
        offline: Type.String({ description: 'What a gate without a network does with it: admit or refuse.' }),
        version: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: 'The version of its list of numbers, for GET /gate/cards/{card}.',
          }),
        ),
      }),
      { description: 'All cards of others with which visitors come in.' },
    ),
    entry: Type.Object(
      {
        early: minutesField('How many minutes before its entry time a ticket is admitted first.'),
        late: minutesField(
          'How many minutes after its entry time a ticket for general entry is admitted first. For a special event it is until the event is over.',
        ),
      },
      { description: 'When tickets with an entry time are admitted.' },
    ),
    nights: Type.Array(
      Type.Object({
        date: dayField('A day that lasts past midnight.'),
        timeOpen: timeField('When the museum opens on that day, HH:mm in its time zone.'),
      }),
      {
        description:
          'The covered days that last past midnight. General entry at a time before timeOpen is in the night after the date.',
      },
    ),
    openDays: Type.Array(dayField('A covered day on which the museum is open.'), {
      description:
        'The covered days on which the museum is open: on others, a ticket that includes general entry admits to its event only.',
    }),
    events: Type.Array(
      Type.Object({
        eventId: eventIdField(),
        name: Type.String({ description: 'Name of the event.' }),
        minutes: minutesField('How long the event takes from each of its entry times on.'),
        entryThrough: Type.Optional({
          ...ticketIdField(),
          description:
            'Its tickets with this ticketId, or one that sorts before it, include general entry of their day; left out: none does.',
        }),
        cancelled: Type.Boolean({
          description:
            'Whether the event, or its date on this day, was cancelled: its tickets for this day admit no one. For an event on both days, whether both dates are cancelled.',
        }),
      }),
      { description: 'Events of the day; between midnight and closing time, those of the next day too.' },
    ),
    cancelledDates: Type.Array(
      Type.Object({
        eventId: eventIdField(),
        name: Type.String({ description: 'Name of the event.' }),
        dates: Type.Array(dayField('A cancelled date: its tickets admit no one.'), {
          description:
            'All cancelled dates of the event; in getGateNews, empty if none is cancelled any more.',
        }),
      }),
      {
        description:
          'Cancelled dates for which tickets had been sold, because the date was removed or the event was cancelled. Covers all events, from one year before this day on.',
      },
    ),
    closedDays: Type.Array(
      Type.Object({
        date: dayField('A day on which the museum is closed: tickets for general entry admit no one.'),
        reason: Type.Optional(Type.String({ description: 'Why the museum is closed.' })),
      }),
      {
        description:
          'All days on which the museum is closed although general entry had been sold for them, from one year before this day on; complete in getGateNews too.',
      },
    ),
    postponed: Type.Array(
      Type.Object({
        ticketId: ticketIdField(),
        ticketDate: dayField('The day that it is for now, whatever its code says.'),
      }),
      {
        description:
          'Tickets whose event was postponed, to this day or from it. In getGateNews, all of them if any was postponed since the cursor, else empty.',
      },
    ),
    admitted: ids('Tickets whose visitor is inside.'),
    admittedAt: Type.Array(Type.Integer(), {
      description:
        'Time of admission of each ticket in "admitted", in the same order: seconds since 1970-01-01T00:00:00Z.',
    }),
    admittedGates: Type.Array(Type.Integer({ minimum: -1 }), {
      description:
        'Door of each ticket in "admitted", in the same order: an index into "gates", or -1 for a door without a name.',
    }),
    gates: Type.Array(Type.String(), { description: 'Names of the doors.' }),
    left: ids('Tickets whose visitor has entered and left.'),
    entered: ids(
      'Tickets for events that include general entry, whose visitor is in the museum by it. The other lists are about what the ticket is for.',
    ),
    enteredAt: Type.Array(Type.Integer(), {
      description: 'Time of that admission of each ticket in "entered", as in "admittedAt".',
    }),
    enteredGates: Type.Array(Type.Integer({ minimum: -1 }), {
      description: 'Door of each ticket in "entered", as in "admittedGates".',
    }),
    exited: ids('Tickets whose visitor has entered by the general entry that they include, and has left.'),
    takenBack: ids(
      'Tickets whose admission was undone: they can be admitted as if new. Empty in a snapshot.',
    ),
    void: ids('Tickets and passes that are void.'),
    exchanged: ids('Those of "void" that were exchanged: there is a newer ticket.'),
    passTypes: Type.Array(
      Type.Object({
        number: Type.Integer({
          minimum: 1,
          maximum: MOST_PASS_TYPES,
          description: 'The number that stands for the type in the codes of passes.',
        }),
        ...atGatesFields(),
      }),
      { description: 'All types of passes.' },
    ),
    blockedPasses: Type.Array(passIdField(), {
      description:
        'Passes that are blocked, or have been replaced. In getGateNews, those of "passEntries" that are: the others are not, or not any more.',
    }),
    passEntries: Type.Array(
      Type.Object({
        passId: passIdField(),
        is: Type.Optional(
          Type.Enum(['inside', 'out'], {
            type: 'string',
            title: 'PassPlace',
            description:
              'Whether its visitors are inside, or have left; left out: nobody has come in on the day.',
          }),
        ),
        at: Type.Optional(
          Type.Integer({ description: 'When somebody came in last: seconds since 1970-01-01T00:00:00Z.' }),
        ),
        gate: Type.Optional(Type.String({ description: 'Name of that door.' })),
        entries: count('How many times it has admitted on the day, not counting who came in again.'),
        entriesLeft: Type.Optional(
          count('How many times it still admits; left out: as many as its type says.'),
        ),
      }),
      {
        description:
          'What passes were used for, where they were. In getGateNews, of each pass that has changed all there is to know.',
      },
    ),
    imported: Type.Array(
      Type.Object({
        codeHash: Type.String({
          pattern: '^[A-Za-z0-9_-]{43}$',
          description: 'SHA-256 of the code in UTF-8, without white space around it, in base64url.',
        }),
        ticketId: ticketIdField(),
        ticketType: ticketTypeField(),
        ticketDate: dayField('Day the ticket is valid for.'),
        eventId: Type.Optional(eventIdField()),
        entryTime: Type.Optional(entryTimeSchema('Entry time of the ticket.')),
        categoryNumber: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 63,
            description: 'The number of its category; 0 when left out.',
          }),
        ),
      }),
      {
        description:
          'Tickets that were sold in another system and imported, which are scanned with the codes that they were sold with. In getGateNews, those that were imported since.',
      },
    ),
    cursor: Type.String({ description: 'Cursor for the next getGateNews.' }),
  },
  { title: 'GateKnowledge' },
);

const dayQuery = () =>
  Type.Optional(
    dayField(
      'The day. When left out, today in the museum’s time zone; a day lasts until closing time if that is after midnight.',
    ),
  );

const Occupancy = Type.Object(
  {
    date: dayField('The day.'),
    sold: count(
      'Persons for whom tickets were sold for the day; of what was called off, only those who had come in before.',
    ),
    admitted: count(
      'Persons that came in: with a ticket each counted once (a family ticket for four counts as four), without one as often as they were counted.',
    ),
    left: count('Of these, persons who have left.'),
    inside: count('Of these, persons who are inside.'),
    entries: Type.Array(
      Type.Object({
        entry: entryKindField('With what they came in; counted: without a ticket.'),
        admitted: count('Persons that came in.'),
        left: count('Of these, persons who have left.'),
        inside: count('Of these, persons who are inside.'),
      }),
      { description: 'The same persons by what they came in with, one row for each kind, in this order.' },
    ),
    conflicts: count(
      'Second admissions of a ticket, by gates that did not know of the first because they were offline.',
    ),
    events: Type.Array(
      Type.Object({
        eventId: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'uuid',
          description: 'Identifier of the special event; null for general entry.',
        }),
        name: Type.String({ description: 'Name of the event, or "General entry".' }),
        sold: count('Persons for whom tickets were sold for it on the day.'),
        admitted: count(
          'Persons that were admitted to it, each counted once. Who came without a ticket came to general entry.',
        ),
      }),
      { description: 'General entry first, then the events of the day by name.' },
    ),
    quarterHours: Type.Array(
      Type.Object({
        from: Type.String({
          pattern: '^[0-9]{2}:[0-9]{2}$',
          description: 'Start of the quarter hour, HH:mm in the museum’s time zone.',
        }),
        in: count('Persons that came in.'),
        out: count('Persons that went out.'),
      }),
      { description: 'The quarter hours with entries or exits, in order.' },
    ),
  },
  { title: 'Occupancy' },
);

const GateCardList = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'The version of the list.' }),
    key: Type.String({ description: 'The key of this list, 32 bytes in base64.' }),
    numbers: Type.String({
      description: 'The first 5 bytes of the HMAC of each number, one behind the other, sorted, in base64.',
    }),
  },
  { title: 'GateCardList' },
);

const COMPRESSED = {
  'Cache-Control': 'no-cache: caches must revalidate a stored response before they use it.',
  Vary: 'Accept-Encoding: the response may be compressed.',
};

export const gateOperations = resource(
  { tag: 'Gate', parameters: PARAMETERS, examples },
  {
    getGateSnapshot: {
      method: 'GET',
      path: '/gate/snapshot',
      summary: 'Get a snapshot for offline gates',
      description:
        'Gets all data that a gate needs to check the tickets of a day without a network: the public keys, the events, and the tickets that are inside, have left or are void. If the day lasts past midnight, the tickets of the next day are included. With Accept-Encoding: gzip the response is compressed.',
      permission: 'admit-visitors',
      query: Type.Object({ day: dayQuery() }),
      success: {
        description: 'The snapshot of the day.',
        schema: GateKnowledge,
        headers: COMPRESSED,
      },
    },
    getGateNews: {
      method: 'GET',
      path: '/gate/news',
      summary: 'Get changes since a cursor',
      description:
        'Gets the changes since a snapshot or an earlier call. Each changed ticket is in the list of its current state. A change may be returned more than once, but none is missed. If the day lasts past midnight, cursors from before midnight expire at midnight (cursor-expired): get a new snapshot then.',
      permission: 'admit-visitors',
      query: Type.Object({
        day: dayQuery(),
        since: Type.String({
          format: 'news-cursor',
          description: 'The cursor of the last snapshot or response.',
        }),
      }),
      success: {
        description: 'The changes, and the next cursor.',
        schema: GateKnowledge,
      },
      problems: ['cursor-expired'],
    },
    getGateCardList: {
      method: 'GET',
      path: '/gate/cards/{card}',
      summary: 'Get the numbers of a card for offline gates',
      description:
        'Gets what a gate needs to know whether a number is in the list of a card, once for each version that a snapshot names. A number in capitals, without white space around it, is in the list if the first 5 bytes of its HMAC-SHA-256 under the key are among the numbers. With Accept-Encoding: gzip the response is compressed.',
      permission: 'admit-visitors',
      success: { description: 'The list.', schema: GateCardList, headers: COMPRESSED },
      problems: ['card-not-found'],
    },
    getOccupancy: {
      method: 'GET',
      path: '/occupancy',
      summary: 'Get the occupancy',
      description: 'Gets the number of visitors inside, and the entries and exits of a day, in persons.',
      permission: 'read-occupancy',
      query: Type.Object({
        date: Type.Optional(
          dayField(
            'The day. When left out, today; a day lasts until closing time if that is after midnight.',
          ),
        ),
      }),
      success: {
        description: 'The current figures.',
        schema: Occupancy,
      },
    },
  },
);
