import { AT_LEAST_ONE, EXACTLY_ONE } from '../../../contract/formats.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { PASS_LIMITS } from '../../../passes/index.ts';
import { REASONS } from '../../../visits/index.ts';
import {
  articleField,
  cardField,
  checkInIdField,
  dayField,
  gateField,
  instantField,
  PARAMETERS,
  passIdField,
  passTypeField,
  placesSchema,
  proofField,
  sentAtField,
  ticketIdField,
  whyField,
} from '../contract/fields.ts';
import { ticketFields } from '../tickets/fields.ts';
import { OfflineVisit, undoQuery } from '../visits/fields.ts';
import examples from './check-in-examples.json' with { type: 'json' };

/** Check-ins: who is let in. */

const SCANNED = ['code', 'confirmationCode', 'ticketId'] as const;

const scanFields = () => ({
  code: Type.Optional(
    Type.String({
      description:
        'The text of a QR code, of the code of an imported ticket, or the number of a card, as scanned: any text of any length. A hand scanner that is set to another keyboard layout than its computer is understood.',
    }),
  ),
  confirmationCode: Type.Optional(
    Type.String({
      description:
        'Confirmation code of the purchase, whole or only its eleven characters, in upper or lower case; white space around it is ignored. A scanner with another keyboard layout is understood if it can mean one code only.',
    }),
  ),
  ticketId: Type.Optional(ticketIdField()),
  gate: Type.Optional(gateField()),
  direction: Type.Optional(
    Type.Enum(['in', 'out'], {
      type: 'string',
      title: 'Direction',
      description: 'in: the visitor enters (the default). out: the visitor leaves.',
    }),
  ),
  admits: Type.Optional(
    Type.String({
      pattern: '^(general|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description: 'Which tickets this door admits: general, or an eventId. All tickets when left out.',
    }),
  ),
  persons: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PASS_LIMITS.persons,
      description:
        'How many come in with a pass: at most as many as it admits, and all of them when left out. Ignored for a ticket.',
    }),
  ),
  override: Type.Optional(
    whyField(
      'Reason for admitting the visitor in spite of already-admitted, wrong-day, too-early, too-late or other-event; only cashiers, managers and admins may send it',
    ),
  ),
  shown: shownField(),
});

const shownField = () =>
  Type.Optional(
    Type.Boolean({
      description:
        'Whether somebody has looked at the card: needed to admit with a card that is shown (card-show). The same scan may be sent again with it.',
    }),
  );

const verdictField = () =>
  Type.Enum(['admitted', 'refused', 'left'], {
    type: 'string',
    title: 'Verdict',
    description: 'The decision of the gate.',
  });

const reasonField = () =>
  Type.Enum(REASONS, {
    type: 'string',
    title: 'RefusalReason',
    description: 'Why the ticket is refused: the first reason that applies.',
  });

const Scan = Type.Object(
  { ...scanFields(), checkInId: Type.Optional(checkInIdField()) },
  { additionalProperties: false, title: 'Scan', [EXACTLY_ONE]: SCANNED },
);

const OfflineScan = Type.Object(
  {
    ...scanFields(),
    checkInId: checkInIdField(),
    at: instantField('When the ticket was scanned, by the clock of the device.'),
    verdict: {
      ...verdictField(),
      description:
        'The decision of the gate: admitted only with direction in, left only with direction out. With left, the default of direction is out.',
    },
    reason: Type.Optional(reasonField()),
  },
  { additionalProperties: false, title: 'OfflineScan', [EXACTLY_ONE]: SCANNED },
);

const passageFields = () => ({
  at: instantField('When the visitor passed.'),
  gate: Type.Optional(Type.String({ description: 'Name of the door.' })),
});

const { ticketId: ofTicket, ticketType, ticketDate, eventId, eventName, confirmationCode } = ticketFields;
const { entryTime, category, places } = ticketFields;
const CheckedTicket = Type.Object(
  {
    ...{ ticketId: ofTicket, ticketType, ticketDate, eventId, eventName, entryTime },
    ...{ category, places, proof: Type.Optional(proofField()), confirmationCode },
  },
  { title: 'CheckedTicket' },
);

const CheckIn = Type.Object(
  {
    checkInId: checkInIdField(),
    verdict: verdictField(),
    reason: Type.Optional(reasonField()),
    message: Type.String({ description: 'One sentence for the person at the gate.' }),
    at: instantField('When the ticket was scanned.'),
    ticket: Type.Optional(CheckedTicket),
    pass: Type.Optional(
      Type.Object(
        {
          passId: passIdField(),
          passType: passTypeField(),
          name: Type.String({ description: 'Name of its type.' }),
          persons: Type.Integer({ minimum: 1, description: 'How many came in, or would have.' }),
          holder: Type.Optional(Type.String({ description: 'Who may use it.' })),
          to: dayField('Last day on which it admits.'),
          entriesLeft: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: 'How many times it still admits; left out: any number of times.',
            }),
          ),
        },
        { title: 'CheckedPass', description: 'The pass that was scanned.' },
      ),
    ),
    card: Type.Optional(
      Type.Object(
        {
          card: cardField(),
          name: Type.String({ description: 'Name of the card.' }),
          places: placesSchema(),
          holder: Type.Optional(
            Type.String({
              description: 'Whose card it is, where its issuer says so; only in the first response.',
            }),
          ),
        },
        { description: 'The card of another issuer that was scanned in place of a ticket.' },
      ),
    ),
    earlier: Type.Optional(
      Type.Object(passageFields(), {
        description: 'The earlier entry or exit because of which the ticket is refused.',
      }),
    ),
    conflict: Type.Optional(
      Type.Boolean({
        description:
          'True for a second admission of the ticket, by a gate that did not know of the first because it was offline.',
      }),
    ),
    toHandOut: Type.Optional(
      Type.Array(
        Type.Object({
          article: articleField(),
          name: Type.String({ description: 'Name of the article when it was ordered.' }),
          quantity: Type.Integer({ minimum: 1, description: 'How many are still to be handed out.' }),
        }),
        {
          description:
            'Extras of the order that are still to be handed out; only in the response to checkIn, when the visitor is admitted.',
        },
      ),
    ),
    undoneAt: Type.Optional(
      instantField('When the admission was undone; only in the response to undoCheckIn.'),
    ),
  },
  { title: 'CheckIn' },
);

const MAX_BATCH = 500;

const Batch = Type.Object(
  {
    checkIns: Type.Optional(
      Type.Array(OfflineScan, {
        maxItems: MAX_BATCH,
        description:
          'The check-ins that a gate decided offline: up to 500, in any order, each checkInId once.',
      }),
    ),
    visits: Type.Optional(
      Type.Array(OfflineVisit, {
        maxItems: MAX_BATCH,
        description:
          'The visitors that a gate counted without a ticket while it was offline: up to 500, in any order, each visitId once. They have no outcome of their own: with the response they are recorded.',
      }),
    ),
    sentAt: Type.Optional(sentAtField()),
  },
  { additionalProperties: false, title: 'CheckInBatch', [AT_LEAST_ONE]: ['checkIns', 'visits'] },
);

/** What is wrong with a batch as a whole: an id that comes twice, a verdict that does not go with its direction. */
function batchFaults(body: unknown): Fault[] {
  const { checkIns, visits } = (body ?? {}) as { readonly checkIns?: unknown; readonly visits?: unknown };
  const [scans, counts] = [itemsOf(checkIns), itemsOf(visits)];
  const [checkInIds, visitIds] = [idsIn(scans, 'checkInId'), idsIn(counts, 'visitId')];
  return [
    ...emptyFaults({ checkIns, visits }),
    ...scans.flatMap(({ verdict, direction }, index) => [
      ...repeatFaults(checkInIds, index, `checkIns/${index}/checkInId`),
      ...((verdict === 'left' && direction === 'in') || (verdict === 'admitted' && direction === 'out')
        ? [faultAt(`checkIns/${index}/verdict`, `can’t be ${verdict} in the direction ${direction}`)]
        : []),
    ]),
    ...counts.flatMap((_, index) => repeatFaults(visitIds, index, `visits/${index}/visitId`)),
  ];
}

type Item = Readonly<Record<string, unknown>>;

function itemsOf(list: unknown): Item[] {
  if (!Array.isArray(list) || list.length > MAX_BATCH) return [];
  return list.map((item: Item | null) => item ?? {});
}

function idsIn(items: readonly Item[], member: string): (string | undefined)[] {
  return items.map(({ [member]: id }) => (typeof id === 'string' ? id.toLowerCase() : undefined));
}

function repeatFaults(ids: readonly (string | undefined)[], index: number, place: string): Fault[] {
  const earlier = ids.indexOf(ids[index]);
  if (ids[index] === undefined || earlier === index) return [];
  return [faultAt(place, `is the same as item ${earlier}; items must be different`)];
}

/** Either list may be empty, or left out, but not both. */
function emptyFaults(lists: Item): Fault[] {
  const given = Object.entries(lists).filter(([, list]) => list !== undefined);
  const [first] = given;
  if (first === undefined || given.some(([, list]) => !Array.isArray(list) || list.length > 0)) return [];
  return [faultAt(first[0], 'must not be empty: a batch has at least 1 check-in or visit')];
}

function faultAt(place: string, complaint: string): Fault {
  return { in: 'body', pointer: `/${place}`, detail: `${place} ${complaint}.` };
}

export const checkInOperations = resource(
  { tag: 'Gate', parameters: PARAMETERS, permission: 'admit-visitors', examples },
  {
    checkIn: {
      method: 'POST',
      path: '/check-ins',
      summary: 'Check a ticket in',
      description:
        'Decides whether a scanned ticket is admitted, and records the scan and the verdict. A refused ticket is a successful response too. The response means that the scan is stored durably. A ticket is admitted once, even if several gates scan it at the same time. A repeated request with the same checkInId and the same scan always gets the same response.',
      body: Scan,
      success: {
        status: 201,
        repeatStatus: 200,
        description: 'The verdict.',
        schema: CheckIn,
      },
      problems: ['check-in-id-reused'],
    },
    recordCheckIns: {
      method: 'POST',
      path: '/check-ins/batch',
      summary: 'Record offline check-ins',
      description:
        'Records the check-ins that a gate decided while it was offline, and the visitors whom it counted without a ticket. The service keeps the verdict of the gate: it does not decide again. Either the whole batch is recorded, or nothing. A second admission of the same ticket is recorded with "conflict": true. A repeated batch changes nothing. The response is 400 if a checkInId or a visitId occurs twice in the batch, or if a verdict contradicts its direction: admitted with out, or left with in. It is also 400 for a scan or a count that, after correction, is from before the museum’s first ticket was sold and more than 30 days old; the member "errors" names such scans and counts. The body may have up to 512 KiB.',
      body: {
        schema: Batch,
        limit: 512 * 1024,
        faultsOf: batchFaults,
      },
      success: {
        description: 'One outcome for each check-in, in the same order.',
        schema: Type.Array(CheckIn, { title: 'CheckIns' }),
      },
      problems: [
        ...(['check-in-id-reused', 'implausible-scan-times'] as const),
        ...(['category-unknown', 'visit-id-reused', 'more-left-than-came'] as const),
      ],
    },
    undoCheckIn: {
      method: 'POST',
      path: '/check-ins/{checkInId}/undo',
      summary: 'Undo an admission',
      description:
        'Undoes an admission, so that the ticket can be admitted again. The account that made the admission may undo it within 10 minutes; a manager or admin may undo it at any time that day. For an admission that a gate decided offline, the time in undoneAt counts, if it is reported within 10 minutes after the admission was recorded.',
      query: undoQuery(
        'When the admission was undone, by the clock of the device that decided it offline; now when left out, and for any other admission.',
      ),
      success: {
        description: 'The admission that was undone.',
        schema: CheckIn,
      },
      problems: ['check-in-not-found', 'not-undoable'],
    },
  },
);
