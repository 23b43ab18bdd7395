import type { Fault } from '../../../http/http-refusal.ts';
import { REASONS } from '../../../visits/index.ts';
import { checkInIdField, instantField, proofField, ticketIdField, whyField, wordsField } from './fields.ts';
import { EXACTLY_ONE } from './formats.ts';
import { operation } from './operation.ts';
import { Type } from './schema.ts';
import { ticketFields } from './ticket-fields.ts';

/** Check-ins: who is let in. */

const SCANNED = ['code', 'confirmationCode', 'ticketId'] as const;

const scanFields = () => ({
  code: Type.Optional(
    Type.String({ description: 'The text of a QR code, as scanned: any text of any length.' }),
  ),
  confirmationCode: Type.Optional(
    Type.String({
      description:
        'Confirmation code of the purchase, whole or only its eleven characters, in upper or lower case; white space around it is ignored.',
    }),
  ),
  ticketId: Type.Optional(ticketIdField()),
  gate: Type.Optional(wordsField(60, 'Name of the door')),
  direction: Type.Optional(
    Type.Enum(['in', 'out'], {
      type: 'string',
      description: 'in: the visitor enters (the default). out: the visitor leaves.',
    }),
  ),
  admits: Type.Optional(
    Type.String({
      pattern: '^(general|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description: 'Which tickets this door admits: general, or an eventId. All tickets when left out.',
    }),
  ),
  override: Type.Optional(
    whyField(
      'Reason for admitting the visitor in spite of already-admitted, wrong-day, too-early, too-late or other-event; only cashiers, managers and admins may send it',
    ),
  ),
});

const sentAtField = () =>
  instantField(
    'Time on the clock of the device when it sends the request. The service uses it to correct a wrong clock.',
  );

const verdictField = () =>
  Type.Enum(['admitted', 'refused', 'left'], { type: 'string', description: 'The decision of the gate.' });

const reasonField = () =>
  Type.Enum(REASONS, {
    type: 'string',
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

export const CheckIn = Type.Object(
  {
    checkInId: checkInIdField(),
    verdict: verdictField(),
    reason: Type.Optional(reasonField()),
    message: Type.String({ description: 'One sentence for the person at the gate.' }),
    at: instantField('When the ticket was scanned.'),
    ticket: Type.Optional(CheckedTicket),
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
    undoneAt: Type.Optional(
      instantField('When the admission was undone; only in the response to undoCheckIn.'),
    ),
  },
  { title: 'CheckIn' },
);

const ticketId = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24';
const checkInId = '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31';
const generalTicket = {
  ticketId,
  ticketType: 'general',
  ticketDate: '2027-03-13',
  category: 'standard',
  places: 1,
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
  category: 'standard',
  places: 1,
  confirmationCode: 'ticket-event-k7m2qd-x94he',
};
const familyTicket = {
  ticketId: '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a26',
  ticketType: 'general',
  ticketDate: '2027-03-13',
  entryTime: '10:30',
  category: 'family',
  places: 4,
  proof: 'family pass',
  confirmationCode: 'ticket-general-m8dk2v-q5hzp',
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
const admittedFamily = {
  checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b36',
  verdict: 'admitted',
  message: 'General entry, Saturday 13 March. Family, 4 persons: ask for a family pass.',
  at: '2027-03-13T09:31:00.000Z',
  ticket: familyTicket,
};
const tooEarly = {
  checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b37',
  verdict: 'refused',
  reason: 'too-early',
  message: 'For 10:30; it is 10:12, in 8 minutes.',
  at: '2027-03-13T09:12:00.000Z',
  ticket: familyTicket,
};
const refusedAlone = {
  checkInId: '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b35',
  verdict: 'refused',
  reason: 'wrong-day',
  message: 'Refused at the door while offline.',
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
    'Decides whether a scanned ticket is admitted, and records the scan and the verdict. A refused ticket is a successful response too. The response means that the scan is stored durably. A ticket is admitted once, even if several gates scan it at the same time. A repeated request with the same checkInId and the same scan always gets the same response.',
  permission: 'admit-visitors',
  request: {
    body: {
      mediaTypes: ['application/json'],
      schema: Scan,
      examples: {
        code: { summary: 'A scanned QR code', value: { code, gate: 'East door' } },
        typed: {
          summary: 'A typed confirmation code',
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
      admitted: { summary: 'Admitted', value: admitted },
      left: { summary: 'Left', value: left },
      refused: { summary: 'Refused', value: refused },
      event: { summary: 'Admitted to a special event', value: admittedToEvent },
      family: { summary: 'Admitted: a family of four at its entry time', value: admittedFamily },
      early: { summary: 'Refused: before its entry time', value: tooEarly },
    },
  },
  problems: ['check-in-id-reused'],
});

export const undoCheckIn = operation({
  id: 'undoCheckIn',
  method: 'POST',
  path: '/check-ins/{checkInId}/undo',
  tag: 'Gate',
  summary: 'Undo an admission',
  description:
    'Undoes an admission, so that the ticket can be admitted again. The account that made the admission may undo it within 10 minutes; a manager or admin may undo it at any time that day. For an admission that a gate decided offline, the time in undoneAt counts, if it is reported within 10 minutes after the admission was recorded.',
  permission: 'admit-visitors',
  request: {
    path: Type.Object({ checkInId: checkInIdField() }),
    query: Type.Object({
      undoneAt: Type.Optional(
        instantField(
          'When the admission was undone, by the clock of the device that decided it offline; now when left out, and for any other admission.',
        ),
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
    description: 'The admission that was undone.',
    mediaType: 'application/json',
    schema: CheckIn,
    headers: {},
    examples: {
      undone: { summary: 'Undone', value: { ...admitted, undoneAt: '2027-03-13T09:13:00.000Z' } },
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
      description: 'The check-ins that a gate decided offline: 1 to 500, in any order, each checkInId once.',
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
      else
        faults.push(faultAt(index, 'checkInId', `is the same as item ${earlier}; items must be different`));
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
  summary: 'Record offline check-ins',
  description:
    'Records the check-ins that a gate decided while it was offline. The service keeps the verdict of the gate: it does not decide again. Either the whole batch is recorded, or nothing. A second admission of the same ticket is recorded with "conflict": true. A repeated batch changes nothing. The response is 400 if a checkInId occurs twice in the batch, or if a verdict contradicts its direction: admitted with out, or left with in. It is also 400 for a scan that, after correction, is from before the museum’s first ticket was sold and more than 30 days old; the member "errors" names such scans. The body may have up to 512 KiB.',
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
    description: 'One outcome for each check-in, in the same order.',
    mediaType: 'application/json',
    schema: Type.Array(CheckIn, { title: 'CheckIns' }),
    headers: {},
    examples: {
      recorded: { summary: 'Recorded', value: [admitted, left, refusedAlone, admittedToEvent] },
      conflict: { summary: 'Admitted twice', value: [{ ...admitted, conflict: true }] },
    },
  },
  problems: ['check-in-id-reused', 'implausible-scan-times'],
});
