import { dayField, eventIdField, instantField, readConditions, ticketIdField } from './fields.ts';
import { operation } from './operation.ts';
import { Type } from './schema.ts';

/** Snapshots and news for gates, and the occupancy. */

const ticketId = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24';

const ids = (description: string) => Type.Array(ticketIdField(), { description });

/** A key of a JWK Set (RFC 7517, RFC 8037). There may be keys of other kinds, with other members, which gates ignore. */
const PublicKey = Type.Object(
  {
    kty: Type.String({ description: 'OKP; keys of other kinds verify no code.' }),
    crv: Type.Optional(Type.String({ description: 'Ed25519.' })),
    x: Type.Optional(Type.String({ description: 'The key, 32 bytes in base64url.' })),
    kid: Type.Optional(Type.String({ description: 'The key id in a code.' })),
    use: Type.Optional(Type.String({ description: 'sig.' })),
    alg: Type.Optional(Type.String({ description: 'EdDSA.' })),
  },
  { additionalProperties: true, title: 'PublicKey' },
);

export const GateKnowledge = Type.Object(
  {
    day: dayField('The day that it is about.'),
    validUntil: instantField('When the day is over: at midnight, or at closing time where that lies later.'),
    keys: Type.Object(
      { keys: Type.Array(PublicKey) },
      {
        description: 'Public keys of ticket codes, a JWK Set (RFC 7517); among news only when they changed.',
      },
    ),
    events: Type.Array(
      Type.Object({
        eventId: eventIdField(),
        name: Type.String({ description: 'Name of the event.' }),
        cancelled: Type.Boolean({
          description:
            'Whether it was cancelled, or this day of it: its tickets of this day admit no one. Of an event of both days, whether both are.',
        }),
      }),
      { description: 'Events of the day; after midnight, until closing time, of the next day too.' },
    ),
    cancelledDates: Type.Array(
      Type.Object({
        eventId: eventIdField(),
        name: Type.String({ description: 'Name of the event.' }),
        dates: Type.Array(dayField('A day whose tickets admit no one.'), {
          description: 'All of them; among news none where no day is cancelled any more.',
        }),
      }),
      {
        description:
          'Days that events have lost, or were cancelled with, although tickets had been sold: of any event, from a year before this day on.',
      },
    ),
    admitted: ids('Tickets that came in and are inside.'),
    admittedAt: Type.Array(Type.Integer(), {
      description: 'When each of them came in, in the same order: seconds since 1970-01-01T00:00:00Z.',
    }),
    admittedGates: Type.Array(Type.Integer({ minimum: -1 }), {
      description: 'Through which door, in the same order: a place in "gates"; -1: without a name.',
    }),
    gates: Type.Array(Type.String(), { description: 'Names of those doors.' }),
    left: ids('Tickets that came in and have left.'),
    takenBack: ids('Tickets whose admission was taken back: as if they had not come.'),
    void: ids('Tickets that are void.'),
    cursor: Type.String({ description: 'For the news after this.' }),
  },
  { additionalProperties: false, title: 'GateKnowledge' },
);

const dayQuery = () =>
  Type.Optional(dayField('The day; today in the museum’s time zone, until closing time, when left out.'));

const jwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'A1',
  use: 'sig',
  alg: 'EdDSA',
};
const event = { eventId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27', name: 'Sorolla and the sea' };
const cursor = 'MjAyNy0wMy0xMyA0NzExIDVmM2EwYzlkMWI3ZTg2NDI';
const snapshot = {
  day: '2027-03-13',
  validUntil: '2027-03-13T23:00:00.000Z',
  keys: { keys: [jwk] },
  events: [{ ...event, cancelled: false }],
  cancelledDates: [{ ...event, dates: ['2027-03-15'] }],
  admitted: [ticketId],
  admittedAt: [1804929120],
  admittedGates: [0],
  gates: ['East door'],
  left: [],
  takenBack: [],
  void: ['01a0d5c4-a3d1-7042-b6c8-91e5d30f7a25'],
  cursor,
};

export const getGateSnapshot = operation({
  id: 'getGateSnapshot',
  method: 'GET',
  path: '/gate/snapshot',
  tag: 'Gate',
  summary: 'Get what a gate needs to decide alone',
  description:
    'Gets all that a gate needs to decide about a day without a network: the keys that verify codes, the events, and every ticket that is inside, has left or is void; of a day that lasts past midnight, those for the next day too. With Accept-Encoding: gzip it is compressed.',
  permission: 'admit-visitors',
  request: { query: Type.Object({ day: dayQuery() }), header: Type.Object(readConditions()) },
  parameterExamples: { day: '2027-03-13' },
  success: {
    status: 200,
    description: 'What is known of the day.',
    mediaType: 'application/json',
    schema: GateKnowledge,
    headers: {
      ETag: 'Entity tag of this snapshot.',
      'Cache-Control': 'no-cache: what is kept is asked about again before it is used.',
      Vary: 'Accept-Encoding: compressed or not, they are two answers.',
    },
    headerExamples: { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' },
    examples: { day: { summary: 'A day', value: snapshot } },
  },
  problems: [],
});

export const getGateNews = operation({
  id: 'getGateNews',
  method: 'GET',
  path: '/gate/news',
  tag: 'Gate',
  summary: 'Get what has changed since',
  description:
    'Gets what has changed since a snapshot or the last news: each ticket stands in the member that holds for it now. It may tell of something twice, and misses nothing. For a day that lasts past midnight a new snapshot is to be taken at midnight (cursor-expired).',
  permission: 'admit-visitors',
  request: {
    query: Type.Object({
      day: dayQuery(),
      since: Type.String({ format: 'news-cursor', description: 'The cursor of what is known.' }),
    }),
  },
  parameterExamples: { day: '2027-03-13', since: cursor },
  success: {
    status: 200,
    description: 'What has changed, and the next cursor.',
    mediaType: 'application/json',
    schema: GateKnowledge,
    headers: {},
    examples: {
      news: {
        summary: 'Somebody came in',
        value: { ...snapshot, keys: { keys: [] }, events: [], cancelledDates: [], void: [] },
      },
    },
  },
  problems: ['cursor-expired'],
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Occupancy = Type.Object(
  {
    date: dayField('The day.'),
    sold: count('Tickets sold for the day.'),
    admitted: count('Tickets that came in.'),
    left: count('Of these, tickets that are out again.'),
    inside: count('Of these, tickets that are inside.'),
    conflicts: count('Second admissions of a ticket, by gates that could not know of the first.'),
    events: Type.Array(
      Type.Object({
        eventId: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'uuid',
          description: 'The event; null: general entry.',
        }),
        name: Type.String({ description: 'Name of the event, or General entry.' }),
        sold: count('Tickets sold for it on the day.'),
        admitted: count('Tickets that came in.'),
      }),
      { description: 'General entry, then the events of the day by name.' },
    ),
    quarterHours: Type.Array(
      Type.Object({
        from: Type.String({
          pattern: '^[0-9]{2}:[0-9]{2}$',
          description: 'HH:mm in the museum’s time zone.',
        }),
        in: count('How often somebody came in.'),
        out: count('How often somebody left.'),
      }),
      { description: 'The quarter hours in which somebody passed, in order.' },
    ),
  },
  { additionalProperties: false, title: 'Occupancy' },
);

export const getOccupancy = operation({
  id: 'getOccupancy',
  method: 'GET',
  path: '/occupancy',
  tag: 'Gate',
  summary: 'Get how full the house is',
  description: 'Gets how many are inside, and how the day went.',
  permission: 'read-occupancy',
  request: {
    query: Type.Object({
      date: Type.Optional(dayField('The day; today, until closing time, when left out.')),
    }),
  },
  parameterExamples: { date: '2027-03-13' },
  success: {
    status: 200,
    description: 'The figures as they are now.',
    mediaType: 'application/json',
    schema: Occupancy,
    headers: {},
    examples: {
      day: {
        summary: 'A morning',
        value: {
          date: '2027-03-13',
          sold: 428,
          admitted: 131,
          left: 12,
          inside: 119,
          conflicts: 1,
          events: [
            { eventId: null, name: 'General entry', sold: 388, admitted: 120 },
            { ...event, sold: 40, admitted: 11 },
          ],
          quarterHours: [
            { from: '10:00', in: 58, out: 0 },
            { from: '10:15', in: 73, out: 12 },
          ],
        },
      },
    },
  },
  problems: [],
});
