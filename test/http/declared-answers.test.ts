import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type Operation,
  type OperationId,
  operations,
  problemsOf,
} from '../../src/doors/api/contract/index.ts';
import { PROBLEMS, type ProblemSlug } from '../../src/doors/api/problems.ts';
import type { Answer } from '../support/client.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import type { Asker, Museum } from '../support/museum.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  fillDay,
  generalPurchase,
  newEvent,
} from '../support/samples.ts';

/** Brought about by the state of the service, not by a request: tested with the server and its rooms. */
const OF_THE_SERVICE: readonly ProblemSlug[] = [
  'too-many-sign-ins',
  'too-many-requests',
  'idempotency-key-in-use',
  'internal-error',
  'overloaded',
  'database-unavailable',
  'shutting-down',
];
const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';

interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly as?: Asker;
  readonly headers?: Record<string, string | string[]>;
}

describeOnEachDatabase((openMuseum) => {
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    it(`answers ${id} with everything that it declares`, async (test) => {
      const museum = await openMuseum(test);
      const right = await rightQuestion(museum, id as OperationId);
      for (const slug of problemsOf(operation)) {
        if (OF_THE_SERVICE.includes(slug)) continue;
        if (slug === 'forbidden' && operation.permission === 'read-programme') continue; // every role may
        const answer = await provoke(museum, operation, right, slug);
        const told =
          answer.headers['content-type'] === 'application/problem+json' ? answer.json.type : answer.text;
        assert.deepEqual([answer.status, told], [PROBLEMS[slug].status, `/problems/${slug}`], slug);
      }
      const answer = await ask(museum, right);
      assert.equal(answer.status, operation.success.status, answer.text);
      for (const name of Object.keys(operation.success.headers))
        assert.ok(answer.headers[name.toLowerCase()], `${name} is declared and missing`);
      if ('mediaType' in operation.success)
        assert.equal(answer.headers['content-type'], operation.success.mediaType);
    });
  }
});

function ask(museum: Museum, { method, path, ...question }: Question): Promise<Answer> {
  return museum.api(method, path, question);
}

/** A request that the operation answers with success. */
async function rightQuestion(museum: Museum, id: OperationId): Promise<Question> {
  const { eventId } = await createEvent(museum);
  const { ticketId } = await buyTicket(museum, generalPurchase());
  await museum.api('PUT', '/museum-hours/2027-12-25', { body: { closed: true } });
  await museum.api('PUT', '/capacity/general/2027-12-25', { body: { capacity: 5 } });
  const { method, path } = operations[id];
  const bodies: Partial<Record<OperationId, unknown>> = {
    createSpecialEvent: newEvent(),
    updateSpecialEvent: { price: 26 },
    buyMuseumTickets: eventPurchase(eventId),
    setWeeklyHours: (await museum.api('GET', '/weekly-hours')).json,
    setSpecialDay: { timeOpen: '10:00', timeClose: '12:00' },
    setGeneralCapacity: { capacity: 10 },
    setDayCapacity: { capacity: 10 },
    setEventCapacity: { capacity: 10 },
  };
  const address = path
    .replace('{eventId}', eventId)
    .replace('{ticketId}', ticketId)
    .replace('{date}', '2027-12-25');
  return { method, path: address, body: bodies[id] };
}

/** The right request, made wrong in the way that the problem is about. */
async function provoke(museum: Museum, op: Operation, right: Question, slug: ProblemSlug): Promise<Answer> {
  const other = (path: string) => ({ ...right, path });
  switch (slug) {
    case 'unauthorized':
      return ask(museum, { ...right, as: 'nobody' });
    case 'forbidden':
      return ask(museum, { ...right, as: 'gate', path: right.path });
    case 'invalid-request':
      if (op.request.body) return ask(museum, { ...right, body: { nonsense: true } });
      if (op.request.query) return ask(museum, other(`${right.path}?limit=0`));
      return ask(museum, other(op.path.replace(/\{\w+\}/, 'nine')));
    case 'malformed-request':
      return ask(museum, { ...right, headers: { 'Idempotency-Key': ['a', 'a'] } });
    case 'expectation-failed':
      return ask(museum, { ...right, headers: { expect: 'tea' } });
    case 'body-too-large':
      return ask(museum, {
        ...right,
        body: ' '.repeat(65_537),
        headers: { 'content-type': 'application/json' },
      });
    case 'unsupported-media-type':
      return ask(museum, { ...right, headers: { 'content-type': 'text/plain' } });
    case 'precondition-failed':
      return ask(museum, { ...right, headers: { 'if-match': '"stale"' } });
    case 'event-not-found':
      if (op.id === 'buyMuseumTickets') return ask(museum, { ...right, body: eventPurchase(NO_ID) });
      return ask(museum, other(op.path.replace('{eventId}', NO_ID)));
    case 'ticket-not-found':
      return ask(museum, other(op.path.replace('{ticketId}', NO_ID)));
    case 'exception-not-found':
      return ask(museum, other(op.path.replace('{date}', '2027-12-26')));
    case 'event-cancelled':
      return ask(museum, other(`/tickets/${await cancelledTicket(museum)}/qr`));
    case 'date-past':
      return ask(museum, { ...right, body: generalPurchase({ ticketDate: '2027-02-28' }) });
    case 'not-an-event-day':
      return ask(museum, { ...right, body: { ...(right.body as object), ticketDate: '2027-03-16' } });
    case 'museum-closed':
      return ask(museum, { ...right, body: generalPurchase({ ticketDate: '2027-12-25' }) });
    case 'day-full-of-events':
      await fillDay(museum, '2027-06-01', 500);
      return ask(museum, { ...right, body: { ...(right.body as object), dates: ['2027-06-01'] } });
    case 'sold-out':
      await museum.api('PUT', '/capacity/general/2027-03-02', { body: { capacity: 0 } });
      return ask(museum, { ...right, body: generalPurchase() });
    case 'idempotency-key-reused':
      await ask(museum, { ...right, headers: { 'idempotency-key': 'k' } });
      return ask(museum, {
        ...right,
        body: {
          ...(right.body as object),
          ...(op.id === 'createSpecialEvent' ? { price: 1 } : { phone: '112' }),
        },
        headers: { 'idempotency-key': 'k' },
      });
    default:
      throw new Error(`${op.id} declares ${slug}, and nobody has said what brings it about`);
  }
}

async function cancelledTicket(museum: Museum): Promise<string> {
  const { eventId } = await createEvent(museum);
  const { ticketId } = await buyTicket(museum, eventPurchase(eventId));
  await museum.api('DELETE', `/special-events/${eventId}`);
  return ticketId;
}
