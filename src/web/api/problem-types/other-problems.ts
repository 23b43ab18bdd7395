import { calendarDay } from '../../../core/calendar-day.ts';
import type { NotUndoable, PictureFault, RefusalFacts } from '../../../core/refusal.ts';
import { PICTURE_LIMITS } from '../../../pictures/index.ts';
import { CHECK_IN_ID, type SomeProblems, TICKET_ID, VISIT_ID } from './problem-texts.ts';

/** Tickets and scans, what is said in headers, and the state of the service. */
export const OTHER_TEXTS = {
  'idempotency-key-in-use': {
    title: 'A request with this idempotency key is still running',
    meaning: 'Another request of this account with the same Idempotency-Key has not been answered yet.',
    remedy:
      'Wait as long as "Retry-After" says and send the same request again. It gets the response to the first request.',
    detail: ({ key }) => `A request with the Idempotency-Key ${key} is still running.`,
    headers: () => retryAfter(1),
    example: { key: '4f1c2f6e-order-1017' },
  },
  'event-cancelled': {
    title: 'What this ticket is for was called off',
    meaning:
      'The event of the ticket was cancelled, or its date was removed, or the museum is closed on its day. The ticket is kept, but it admits no one and has no image.',
    remedy: 'Offer the visitor a refund or another day.',
    detail: ({ ticketId, closed }) =>
      closed
        ? `The museum is closed on ${closed.day}${closed.reason === null ? '' : ` (${closed.reason})`}, so the ticket ${ticketId} admits no one.`
        : `The event of ticket ${ticketId} was cancelled, so the ticket no longer admits anyone.`,
    example: { ticketId: TICKET_ID },
  },
  'ticket-void': {
    title: 'The ticket is void',
    meaning: 'The ticket was voided or exchanged. It no longer admits anyone and has no image.',
    remedy: 'Get the ticket: if it was exchanged, "replacedBy" is the ticketId of the new one.',
    statusWith: ({ asked }) => (asked === 'image' ? 410 : 409),
    detail: ({ ticketId }) => `The ticket ${ticketId} is void.`,
    example: { ticketId: TICKET_ID, asked: 'change' },
  },
  'ticket-admitted': {
    title: 'The ticket has been used',
    meaning: 'A visitor was admitted with the ticket, so it can’t be voided or exchanged.',
    remedy: 'A manager or admin can still void it, with "force": true.',
    detail: ({ ticketId }) => `The ticket ${ticketId} has already been used.`,
    example: { ticketId: TICKET_ID },
  },
  'check-in-not-found': {
    title: 'There is no such check-in',
    meaning: 'No check-in was recorded with this checkInId.',
    remedy: 'Compare the checkInId with the response to the check-in.',
    detail: ({ checkInId }) => `No check-in has the checkInId ${checkInId}.`,
    example: { checkInId: CHECK_IN_ID },
  },
  'not-undoable': {
    title: 'This admission can’t be undone',
    meaning:
      'The account that made an admission may undo it within 10 minutes; a manager or admin may undo it on the same day. It can’t be undone after the visitor has left. For an admission that a device decided offline, the time counts at which the device undid it: it reports it with "undoneAt", within 10 minutes after the admission was recorded.',
    remedy:
      'The member "reason" says why not. Ask a manager, or leave the admission as it is. If the reason is "undone", nothing needs to be done.',
    detail: ({ because, ...what }) =>
      'visitId' in what
        ? `The visit ${what.visitId} ${because === 'left' ? WHY_VISITORS_LEFT : WHY_NOT_UNDOABLE[because]}.`
        : `The check-in ${what.checkInId} ${WHY_NOT_UNDOABLE[because]}.`,
    members: ({ because }) => ({ reason: because }),
    example: { checkInId: CHECK_IN_ID, because: 'too-late' },
  },
  'check-in-id-reused': {
    title: 'This checkInId belongs to another scan',
    meaning: 'A different scan was recorded with the same checkInId.',
    remedy:
      'Use a new checkInId for each scan. Use the same checkInId again only to repeat the same scan unchanged.',
    detail: ({ checkInId }) => `The checkInId ${checkInId} was used for another scan. Nothing was recorded.`,
    example: { checkInId: CHECK_IN_ID },
  },
  'visit-not-found': {
    title: 'There is no such visit',
    meaning: 'Nobody was counted without a ticket under this visitId.',
    remedy: 'Compare the visitId with the request that counted the visitors.',
    detail: ({ visitId }) => `No visit has the visitId ${visitId}.`,
    example: { visitId: VISIT_ID },
  },
  'visit-id-reused': {
    title: 'This visitId belongs to another visit',
    meaning: 'Other visitors were counted under the same visitId.',
    remedy:
      'Use a new visitId for each count. Use the same visitId again only to repeat the same count unchanged.',
    detail: ({ visitId }) => `The visitId ${visitId} was used for another count. Nothing was recorded.`,
    example: { visitId: VISIT_ID },
  },
  'more-left-than-came': {
    title: 'Fewer visitors are inside than are leaving',
    meaning:
      'Of the visitors who came in without a ticket on that day, fewer are inside than are to be counted out. Nothing was recorded.',
    remedy:
      'Count out as many as are inside. If a gate that was offline has counted them in, send that first, or send this again later.',
    detail: ({ day, inside, leaving }) =>
      `Of those who were counted in on ${day}, ${inside} are inside, so ${leaving} can’t leave.`,
    members: ({ inside }) => ({ inside }),
    example: { day: calendarDay('2027-03-13'), inside: 3, leaving: 4 },
  },
  'cursor-expired': {
    title: 'The cursor has expired',
    meaning:
      'Too much has changed since the cursor was issued, its day is over or now covers other days, or the cursor belongs to another museum or to the time before a backup was restored.',
    remedy: 'Get a new snapshot and continue with its cursor.',
    detail: () => 'The changes since this cursor are no longer available. Get a new snapshot.',
    example: {},
  },
  'not-acceptable': {
    title: 'No acceptable media type',
    meaning: 'The header Accept allows none of the media types in which the resource can be had.',
    remedy: 'Ask for one of the media types that "detail" names, or leave Accept out for the first of them.',
    detail: ({ offered }) => `This is available as ${offered.join(', ')}; Accept allows none of them.`,
    headers: () => ({ vary: 'Accept' }),
    example: { offered: ['image/png', 'application/pdf', 'image/svg+xml'] },
  },
  'precondition-failed': {
    title: 'The precondition does not hold',
    meaning:
      'The condition of the request (If-Match, If-None-Match) does not hold: the resource has changed since you read it, or it has no entity tag, as for a POST. Nothing was changed.',
    remedy:
      'If the resource has changed, get it again, check what is different, and send the request with the new ETag. Where there is no entity tag, send the request without If-Match.',
    detail: ({ header, given, tag }) => {
      const sent = `${header} is ${given.trim() || 'empty'}`;
      if (tag !== undefined)
        return header === 'If-Match'
          ? `${sent}, but the entity tag is now ${tag}.`
          : `${sent}, and the entity tag is ${tag}.`;
      return `${sent}, but there is no entity tag at this address for this method. Send the request without If-Match.`;
    },
    example: {
      header: 'If-Match',
      given: '"l9Fw4VUO7kr8CvBlt4zaMCqXZ0w"',
      tag: '"WUhZYlqXPw7DWSrI_yXTb7QmHxI"',
    },
  },
  'body-too-large': {
    title: 'The body is too large',
    meaning:
      'A request body may have at most 64 KiB; for PATCH /settings, at most 256 KiB; for POST /check-ins/batch, at most 512 KiB; for a text of the museum, at most 1 MiB; a picture, at most 10 MiB; a list of the numbers of a card, at most 32 MiB.',
    remedy: 'Send a smaller body.',
    detail: ({ limit }) => `The body is larger than ${limit} bytes.`,
    example: { limit: 65_536 },
  },
  'unsupported-media-type': {
    title: 'The body has another media type',
    meaning:
      'A body must be application/json in UTF-8, without a content coding. PATCH also accepts application/merge-patch+json. A picture is sent as it is, as one of the media types that the operation names.',
    remedy: 'Send JSON, or the picture, with the matching header "Content-Type".',
    detail: ({ fault }) => fault,
    // RFC 5789, section 2.2
    headers: ({ patch }): Record<string, string> =>
      patch === undefined ? {} : { 'accept-patch': patch.join(', ') },
    example: { fault: 'This operation accepts application/json, not text/plain.' },
  },
  'expectation-failed': {
    title: 'The expectation can’t be met',
    meaning: 'The header "Expect" has a value other than 100-continue, the only supported value.',
    remedy: 'Leave the header out.',
    detail: () => 'The only supported value of the header Expect is 100-continue.',
    example: {},
  },
  'picture-unusable': {
    title: 'The picture can’t be used',
    meaning:
      'The file is no picture, is damaged, is not what its Content-Type says, or is too large or too costly to be made smaller. What was there before is unchanged.',
    remedy:
      'The member "detail" says why. Correct it, such as by saving the picture again as JPEG, and send it again.',
    detail: (fault) => describeFault(fault),
    example: { because: 'damaged' },
  },
  'idempotency-key-reused': {
    title: 'This idempotency key belongs to another request',
    meaning: 'This account used the same Idempotency-Key for a different request in the last 48 hours.',
    remedy:
      'Use a new key for each new request. Use the same key again only to repeat the same request unchanged.',
    detail: ({ key }) => `The Idempotency-Key ${key} was used for a different request.`,
    example: { key: '4f1c2f6e-order-1017' },
  },
  'too-many-sign-ins': {
    title: 'Too many failed sign-ins',
    meaning:
      'Too many sign-ins with wrong credentials came from this address, so the next one has to wait. Other addresses are not affected.',
    remedy: 'Wait as long as "Retry-After" says, and check the user name and password.',
    detail: ({ seconds }) =>
      `Too many sign-ins with wrong credentials came from this address. The next one is accepted in ${seconds} s.`,
    headers: ({ seconds }) => retryAfter(seconds),
    example: { seconds: 4 },
  },
  'too-many-guesses': {
    title: 'Too many wrong codes',
    meaning: 'This account has sent more than 20 wrong codes in 15 minutes. A right one is still taken.',
    remedy: 'Check the code, and wait as long as "Retry-After" says before you try others.',
    detail: ({ seconds }) => `Too many wrong codes were sent. Wait for ${seconds} s before you try others.`,
    headers: ({ seconds }) => retryAfter(seconds),
    example: { seconds: 900 },
  },
  'too-many-requests': {
    title: 'Too many requests',
    meaning: 'The account has sent more requests this minute than the museum allows.',
    remedy: 'Wait as long as "Retry-After" says.',
    detail: ({ limit, seconds }) =>
      `This account may send ${limit} requests a minute. The next one is accepted in ${seconds} s.`,
    headers: ({ seconds }) => retryAfter(seconds),
    example: { limit: 600, seconds: 20 },
  },
  'internal-error': {
    title: 'Something went wrong in the service',
    meaning:
      'An error occurred in the service. The service has logged it with the request id in the header "X-Request-Id".',
    remedy: 'Tell the museum the request id. A purchase with an Idempotency-Key is safe to send again.',
    detail: () => 'An error occurred in the service. The request itself may be valid.',
    example: {},
  },
  overloaded: {
    title: 'The service is too busy',
    meaning: 'More requests are waiting than the service can process in time. This one was not processed.',
    remedy: 'Wait as long as "Retry-After" says and send the request again.',
    detail: ({ work, waiting }) => OVERLOADS[work](waiting),
    headers: ({ work }) => retryAfter(work === 'sign-ins' ? 1 : 2),
    example: { work: 'purchases', waiting: 10_000 },
  },
  'database-unavailable': {
    title: 'The database is not available',
    meaning:
      'The database can’t be read or written at the moment: the disk may be full, or the database unreachable. No confirmed data is lost.',
    remedy:
      'Wait as long as "Retry-After" says and send the request again; for a purchase, with the same Idempotency-Key.',
    detail: ({ onlyWrites }) =>
      onlyWrites
        ? 'The database can’t be written to at the moment, so that nothing can be sold or changed. It can be read.'
        : 'The database is not available at the moment.',
    headers: () => retryAfter(2),
    example: {},
  },
  'shutting-down': {
    title: 'The service is stopping',
    meaning: 'The service is finishing its running requests and accepts no new ones.',
    remedy: 'Wait as long as "Retry-After" says and send the request again.',
    detail: () => 'The service is stopping and accepts no new requests.',
    headers: () => retryAfter(5),
    example: {},
  },
} satisfies SomeProblems;

const WHY_NOT_UNDOABLE: Readonly<Record<NotUndoable, string>> = {
  'not-an-admission': 'is not an admission',
  undone: 'was undone already',
  left: 'can’t be undone because the visitor has left since',
  'too-late': 'is too old to be undone',
  'not-yours': 'was made by another account',
};

const WHY_VISITORS_LEFT = 'can’t be undone because more would have left than came';

const OVERLOADS: Readonly<Record<RefusalFacts['overloaded']['work'], (waiting?: number) => string>> = {
  purchases: (waiting) => `Too many purchases are waiting: ${waiting}.`,
  scans: (waiting) => `Too many scans are waiting: ${waiting}.`,
  images: () => 'Too many ticket images are waiting to be drawn.',
  pictures: (waiting) => `Too many pictures are waiting to be made smaller: ${waiting}.`,
  'sign-ins': () => 'Too many sign-ins are waiting to be checked.',
  connections: () => 'Too many files and connections are open.',
};

function describeFault(fault: PictureFault): string {
  if (fault.because === 'too-many-pixels')
    return `The picture has ${fault.megapixels} megapixels; it may have at most ${PICTURE_LIMITS.megapixels}.`;
  if (fault.because === 'other-type')
    return `The file is none of these, whatever its Content-Type says: ${fault.types.join(', ')}.`;
  return PICTURE_FAULTS[fault.because];
}

const PICTURE_FAULTS: Readonly<
  Record<Exclude<PictureFault['because'], 'too-many-pixels' | 'other-type'>, string>
> = {
  empty: 'The file is empty.',
  damaged: 'The picture is damaged, or incomplete: it can’t be read to its end.',
  'too-tall': 'The picture is more than ten times as high as it is wide.',
  'too-much-work': 'To make the picture smaller takes too much memory, or more than 10 s of a processor.',
  'too-detailed': 'The picture has so much detail that it takes more than 3 MiB when it is made smaller.',
  invisible:
    'On white paper, such as that of tickets, nothing of it is seen. Use a version for light backgrounds.',
  'svg-text': 'The drawing contains text, for which there is no font. Convert it to paths.',
};

/** Seconds, for the header Retry-After (RFC 9110, section 10.2.3). */
function retryAfter(seconds: number): { 'retry-after': string } {
  return { 'retry-after': `${seconds}` };
}
