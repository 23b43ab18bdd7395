import type { Fault } from '../../../http/http-refusal.ts';
import { REASONS } from '../../../visits/index.ts';
import {
  checkInIdField,
  dayField,
  eventIdField,
  instantField,
  ticketIdField,
  ticketTypeField,
  wordsField,
} from './fields.ts';
import { EXACTLY_ONE } from './formats.ts';
import { operation } from './operation.ts';
import { Type } from './schema.ts';

/** Check-ins: who is let in. */

const SCANNED = ['code', 'confirmationCode', 'ticketId'] as const;

const scanFields = () => ({
  code: Type.Optional(Type.String({ description: 'The text of a QR, as scanned: any text of any length.' })),
  confirmationCode: Type.Optional(
    Type.String({
      description:
        'Confirmation code of the purchase, whole or only its eleven characters, in any case and with white space around it or not.',
    }),
  ),
  ticketId: Type.Optional(ticketIdField()),
  gate: Type.Optional(wordsField(60, 'Name of the door')),
  direction: Type.Optional(
    Type.Enum(['in', 'out'], { type: 'string', description: 'Coming in (when left out) or leaving.' }),
  ),
  admits: Type.Optional(
    Type.String({
      pattern: '^(general|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description: 'What this door lets in: general, or an eventId; everything when left out.',
    }),
  ),
  override: Type.Optional(
    wordsField(
      200,
      'Why the visitor is let in all the same, for already-admitted, wrong-day and other-event only; for cashiers, managers and admins',
    ),
  ),
});

const sentAtField = () =>
  instantField('What the clock of the device says now, so that a wrong one is put right.');

const verdictField = () =>
  Type.Enum(['admitted', 'refused', 'left'], { type: 'string', description: 'What the gate comes to.' });

const reasonField = () =>
  Type.Enum(REASONS, { type: 'string', description: 'Why somebody is refused: the first that applies.' });

const Scan = Type.Object(
  { ...scanFields(), checkInId: Type.Optional(checkInIdField()) },
  { additionalProperties: false, title: 'Scan', [EXACTLY_ONE]: SCANNED },
);

const OfflineScan = Type.Object(
  {
    ...scanFields(),
    checkInId: checkInIdField(),
    at: instantField('When it happened, by the clock of the device.'),
    verdict: {
      ...verdictField(),
      description:
        'What the gate came to: admitted is said of somebody coming in, left of somebody leaving, which is then the direction when it is left out.',
    },
    reason: Type.Optional(reasonField()),
  },
  { additionalProperties: false, title: 'OfflineScan', [EXACTLY_ONE]: SCANNED },
);

const passageFields = () => ({
  at: instantField('When.'),
  gate: Type.Optional(Type.String({ description: 'Name of the door.' })),
});

const CheckedTicket = Type.Object(
  {
    ticketId: ticketIdField(),
    ticketType: ticketTypeField(),
    ticketDate: dayField('Day the ticket is valid for.'),
    eventId: Type.Optional(eventIdField()),
    eventName: Type.Optional(Type.String({ description: 'Name of the event, for event tickets.' })),
    confirmationCode: Type.String({ description: 'Confirmation code of the purchase.' }),
  },
  { additionalProperties: false, title: 'CheckedTicket' },
);

export const CheckIn = Type.Object(
  {
    checkInId: checkInIdField(),
    verdict: verdictField(),
    reason: Type.Optional(reasonField()),
    message: Type.String({ description: 'One sentence for the person at the gate.' }),
    at: instantField('When it happened.'),
    ticket: Type.Optional(CheckedTicket),
    earlier: Type.Optional(
      Type.Object(passageFields(), {
        additionalProperties: false,
        description: 'The time before that speaks against it.',
      }),
    ),
    conflict: Type.Optional(
      Type.Boolean({
        description: 'True for a second admission of the ticket, by a gate that could not know of the first.',
      }),
    ),
    undoneAt: Type.Optional(instantField('When the admission was taken back; told by that operation alone.')),
  },
  { additionalProperties: false, title: 'CheckIn' },
);

const ticketId = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24';
const checkInId = '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31';
const generalTicket = {
  ticketId,
  ticketType: 'general',
  ticketDate: '2027-03-13',
  confirmationCode: 'ticket-general-p3wz8r-b6gta',
};
const admitted = {
  checkInId,
  verdict: 'admitted',
  message: 'General entry, Saturday 13 March.',
  at: '2027-03-13T09:12:00.000Z',
  ticket: generalTicket,
};
const refused = {
  checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b32',
  verdict: 'refused',
  reason: 'already-admitted',
  message: 'Admitted at 10:12 at East door, 34 minutes ago.',
  at: '2027-03-13T09:46:00.000Z',
  ticket: generalTicket,
  earlier: { at: '2027-03-13T09:12:00.000Z', gate: 'East door' },
};
const eventTicket = {
  ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  ticketType: 'event',
  ticketDate: '2027-03-13',
  eventId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27',
  eventName: 'Sorolla and the sea',
  confirmationCode: 'ticket-event-k7m2qd-x94he',
};
const left = {
  checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b33',
  verdict: 'left',
  message: 'Left. Admitted at 10:12 at East door, 2 hours ago.',
  at: '2027-03-13T11:20:00.000Z',
  ticket: generalTicket,
};
const admittedToEvent = {
  checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b34',
  verdict: 'admitted',
  message: 'Sorolla and the sea, Saturday 13 March.',
  at: '2027-03-13T09:14:00.000Z',
  ticket: eventTicket,
};
const refusedAlone = {
  checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b35',
  verdict: 'refused',
  reason: 'wrong-day',
  message: 'Refused by the gate alone.',
  at: '2027-03-13T09:15:00.000Z',
  ticket: generalTicket,
};
const code =
  '1A1107185QFY6DFT230N1PN70S0KHOA2BD4H1J2DFSZFDR1N07OVV38LO5GZRZ7XVC3XJFB1QNSTG5GJO8K8BY2PG799RG8ENA7VMLQYEUIO8EBG9D7GY3Q5X6X9AP3NSXENALFECPA9VYLW8KXODBCC8X';

export const checkIn = operation({
  id: 'checkIn',
  method: 'POST',
  path: '/check-ins',
  tag: 'Gate',
  summary: 'Check a ticket in',
  description:
    'Comes to a verdict on what was scanned, and records it. A refusal at the gate is an answer like any other. The answer means that it is stored durably: a ticket is admitted once, whatever the crowd. The same checkInId with the same scan gets the same answer for ever.',
  permission: 'admit-visitors',
  request: {
    body: {
      mediaTypes: ['application/json'],
      schema: Scan,
      examples: {
        code: { summary: 'A QR that was scanned', value: { code, gate: 'East door' } },
        typed: {
          summary: 'A confirmation code that was typed',
          value: { confirmationCode: 'ticket-general-p3wz8r-b6gta', gate: 'East door', admits: 'general' },
        },
        leaving: { summary: 'Leaving', value: { ticketId, direction: 'out' } },
      },
    },
  },
  success: {
    status: 201,
    repeatStatus: 200,
    description: 'The verdict.',
    mediaType: 'application/json',
    schema: CheckIn,
    headers: {},
    examples: {
      admitted: { summary: 'Let in', value: admitted },
      left: { summary: 'Left', value: left },
      refused: { summary: 'Refused', value: refused },
      event: { summary: 'Let in to a special event', value: admittedToEvent },
    },
  },
  problems: ['check-in-id-reused'],
});

export const undoCheckIn = operation({
  id: 'undoCheckIn',
  method: 'POST',
  path: '/check-ins/{checkInId}/undo',
  tag: 'Gate',
  summary: 'Take an admission back',
  description:
    'Takes an admission back, so that the ticket can be admitted again: by the account that made it within 10 minutes, by a manager or admin any time that day. A gate that was offline says when it was taken back, and is judged by that.',
  permission: 'admit-visitors',
  request: {
    path: Type.Object({ checkInId: checkInIdField() }),
    query: Type.Object({
      undoneAt: Type.Optional(
        instantField('When it was taken back, by the clock of the device; now when left out.'),
      ),
      sentAt: Type.Optional(sentAtField()),
    }),
  },
  parameterExamples: {
    checkInId,
    undoneAt: '2027-03-13T09:13:00.000Z',
    sentAt: '2027-03-13T09:13:01.000Z',
  },
  success: {
    status: 200,
    description: 'The admission that was taken back.',
    mediaType: 'application/json',
    schema: CheckIn,
    headers: {},
    examples: {
      undone: { summary: 'Taken back', value: { ...admitted, undoneAt: '2027-03-13T09:13:00.000Z' } },
    },
  },
  problems: ['check-in-not-found', 'not-undoable'],
});

const MAX_BATCH = 500;

const Batch = Type.Object(
  {
    checkIns: Type.Array(OfflineScan, {
      minItems: 1,
      maxItems: MAX_BATCH,
      description: 'What a gate has decided by itself: 1 to 500, in any order, each checkInId once.',
    }),
    sentAt: Type.Optional(sentAtField()),
  },
  { additionalProperties: false, title: 'CheckInBatch' },
);

/** What is wrong with a batch as a whole: a checkInId that comes twice, a verdict that does not go with its direction. */
function batchFaults(body: unknown): Fault[] {
  const { checkIns } = (body ?? {}) as { readonly checkIns?: unknown };
  if (!Array.isArray(checkIns) || checkIns.length > MAX_BATCH) return [];
  const first = new Map<string, number>();
  return checkIns.flatMap((scan: Record<string, unknown> | null, index) => {
    const { checkInId, verdict, direction } = scan ?? {};
    const faults = [];
    if (typeof checkInId === 'string') {
      const earlier = first.get(checkInId.toLowerCase());
      if (earlier === undefined) first.set(checkInId.toLowerCase(), index);
      else faults.push(faultAt(index, 'checkInId', `repeats item ${earlier}; none may be given twice`));
    }
    if ((verdict === 'left' && direction === 'in') || (verdict === 'admitted' && direction === 'out'))
      faults.push(faultAt(index, 'verdict', `can’t be ${verdict} in the direction ${direction}`));
    return faults;
  });
}

function faultAt(index: number, member: string, complaint: string): Fault {
  const place = `checkIns/${index}/${member}`;
  return { in: 'body', pointer: `/${place}`, detail: `${place} ${complaint}.` };
}

export const recordCheckIns = operation({
  id: 'recordCheckIns',
  method: 'POST',
  path: '/check-ins/batch',
  tag: 'Gate',
  summary: 'Hand in check-ins made offline',
  description:
    'Records what a gate has decided by itself, as it happened: who was let in was let in. All of it is recorded, or nothing. A second admission of the same ticket gets "conflict". Sending a batch again changes nothing. The whole batch is a 400 when a checkInId comes twice in it, or when a verdict does not go with its direction: admitted with out, left with in. The body may have up to 512 KiB.',
  permission: 'admit-visitors',
  request: {
    body: {
      mediaTypes: ['application/json'],
      schema: Batch,
      limit: 512 * 1024,
      faultsOf: batchFaults,
      examples: {
        morning: {
          summary: 'A morning without a network',
          value: {
            checkIns: [
              { checkInId, ticketId, at: admitted.at, verdict: 'admitted' },
              { checkInId: left.checkInId, ticketId, at: left.at, verdict: 'left' },
              {
                checkInId: refusedAlone.checkInId,
                ticketId,
                at: refusedAlone.at,
                verdict: 'refused',
                reason: 'wrong-day',
              },
              {
                checkInId: admittedToEvent.checkInId,
                confirmationCode: eventTicket.confirmationCode,
                at: admittedToEvent.at,
                verdict: 'admitted',
              },
            ],
            sentAt: '2027-03-13T11:30:00.000Z',
          },
        },
      },
    },
  },
  success: {
    status: 200,
    description: 'One outcome each, in the same order.',
    mediaType: 'application/json',
    schema: Type.Array(CheckIn, { title: 'CheckIns' }),
    headers: {},
    examples: {
      recorded: { summary: 'Recorded', value: [admitted, left, refusedAlone, admittedToEvent] },
      conflict: { summary: 'Let in twice', value: [{ ...admitted, conflict: true }] },
    },
  },
  problems: ['check-in-id-reused'],
});
