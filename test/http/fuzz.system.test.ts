import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Answer } from '../../fixtures/client.ts';
import { contentsOf, takeJobs } from '../../fixtures/contents.ts';
import { describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Asker } from '../../fixtures/museum.ts';
import { assertRefused, type FaultPlace } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, newEvent } from '../../fixtures/samples.ts';
import { PROBLEMS, type ProblemSlug } from '../../src/web/api/problems.ts';

/** What a hostile client sends: mostly requests that are nearly right, as those get furthest. */
interface Onslaught {
  readonly method: string;
  readonly path: string;
  readonly as: Asker;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer | undefined;
}

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1e21,
  0.005,
  '',
  ' ',
  '\0',
  '\ud800',
  '2027-02-29',
  '2027-03-14',
  '9999-12-31',
  '25',
  [],
  [[]],
  {},
  { $ne: null },
  '__proto__',
  'a'.repeat(300),
  ['2027-03-14', '2027-03-14'],
  'general',
  'event',
  "' OR 1=1 --",
  '\u{1F3DB}',
);
const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }));

/** A right body with some members replaced, removed or added. */
const nearly = (right: Record<string, unknown>) =>
  fc
    .dictionary(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...Object.keys(right)) },
        { weight: 1, arbitrary: fc.string() },
      ),
      fc.option(anything, { nil: undefined, freq: 4 }),
      { maxKeys: 3 },
    )
    .map((changes) => JSON.stringify({ ...right, ...changes }));

const mangled = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.nat(), fc.constantFrom('', '"', '}', '[', ',', '\0', '\ud800', '1e9', '//'))
    .map(([json, at, junk]) => {
      const position = at % (json.length + 1);
      return json.slice(0, position) + junk + json.slice(position + 1);
    });

const segment = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%zz',
    '%ff',
    '%00',
    '%2F',
    '*',
    'null',
    ';',
    'a'.repeat(3_000),
    '%F0%9F%8F%9B',
  ),
);
const parameter = fc.tuple(
  fc.constantFrom('startDate', 'endDate', 'page', 'limit', 'limit[]', '__proto__', 'eventId', ''),
  fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '1',
      '5',
      '30',
      '31',
      '-1',
      '1e3',
      'abc',
      '2027-03-14',
      '2027-02-29',
      '9999-12-31',
      '0001-01-01',
      '%',
      '%00',
      '9'.repeat(30),
    ),
    fc.string({ unit: 'binary', maxLength: 6 }).map((text) => encodeURIComponent(text.toWellFormed())),
  ),
);

function onslaught(ids: readonly string[]): fc.Arbitrary<Onslaught> {
  const id = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: segment },
  );
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('/v1.1/special-events', '/v1.1/tickets', '/v1.1/museum-hours') },
    { weight: 3, arbitrary: id.map((each) => `/v1.1/special-events/${each}`) },
    { weight: 2, arbitrary: id.map((each) => `/v1.1/tickets/${each}/qr`) },
    { weight: 1, arbitrary: segment.map((each) => `/v1.1/museum-hours/${each}`) },
    { weight: 1, arbitrary: fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`) },
  );
  const query = fc
    .array(parameter, { maxLength: 4 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  const text = fc.oneof(
    nearly(newEvent()),
    nearly(generalPurchase()),
    fc.constantFrom(...ids).chain((each) => nearly(eventPurchase(each))),
    anything.map((value) => JSON.stringify(value)),
  );
  const body = fc.option(
    fc.oneof(
      { weight: 4, arbitrary: text },
      { weight: 1, arbitrary: mangled(text) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    ),
    { nil: undefined, freq: 8 },
  );
  const headers = fc.record(
    {
      'content-type': fc.oneof(
        { weight: 8, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'text/plain',
            'application/merge-patch+json',
            'application/json;charset=x',
            ';',
            '',
          ),
        },
      ),
      'if-match': fc.constantFrom('*', '"x"', 'W/"x"', '', ',,,', '"'),
      'if-none-match': fc.constantFrom('*', '"x"', 'W/"x"', '', '"a,b', '\u00ff'),
      accept: fc.constantFrom('text/html', 'image/png;q=0', 'nonsense', '*/*'),
      range: fc.constant('bytes=0-1'),
      'x-forwarded-for': fc.constantFrom('127.0.0.1', "'; --"),
      'x-http-method-override': fc.constant('DELETE'),
    },
    { requiredKeys: ['content-type'] },
  );
  return fc.record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'HEAD',
      'POST',
      'POST',
      'PATCH',
      'PATCH',
      'DELETE',
      'PUT',
      'OPTIONS',
      'TRACE',
      'QUERY',
    ),
    path: fc
      .tuple(path, query)
      .map(([address, parameters]) => (parameters === '' ? address : `${address}?${parameters}`)),
    as: fc.constantFrom<Asker>('admin', 'admin', 'admin', 'partner', 'gate', 'nobody'),
    headers,
    body,
  });
}

describeOnEachDatabase((openMuseum, shareOf) => {
  it('never fails, refuses in the one form there is, and changes nothing when it refuses or only reads', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const { ticketId } = await buyTicket(museum, generalPurchase());
    await buyTicket(museum, generalPurchase(), 'partner');
    await museum.api('GET', '/special-events', { as: 'gate' });
    await takeJobs(museum);
    let before = await contentsOf(museum.store);
    await fc.assert(
      fc.asyncProperty(onslaught([eventId, ticketId]), async ({ method, path, ...question }) => {
        const answer = await museum.ask(method, path, question);
        const after = await contentsOf(museum.store);
        const mayChange = answer.status < 300 && method !== 'GET' && method !== 'HEAD';
        if (!mayChange) assert.deepEqual(after, before);
        before = after;
        const isPage = `${answer.headers['content-type']}`.startsWith('text/html');
        if (isPage) assertPage(answer, question.headers?.accept);
        else if (answer.status >= 400) assertOneForm(answer, method);
      }),
      { numRuns: shareOf(500) },
    );
  });
});

/** A browser gets a page where it is lost, and where the first page can't be read as it was asked for. */
function assertPage({ status }: Answer, accepted: unknown): void {
  assert.ok(status < 400 || (`${accepted}`.includes('text/html') && [400, 404, 405, 412].includes(status)));
}

function assertOneForm(answer: Answer, method: string): void {
  assert.ok(answer.status < 500, answer.text);
  if (method === 'HEAD') return void assert.equal(answer.headers['content-type'], 'application/problem+json');
  const { type, errors = [] } = answer.json;
  const slug = type.replace('/problems/', '') as ProblemSlug;
  assert.ok(slug in PROBLEMS, type);
  const places = errors.map(
    (fault: { in: string; pointer: string }): FaultPlace => `${fault.in} ${fault.pointer}` as FaultPlace,
  );
  assert.equal(places.length > 0, slug === 'invalid-request');
  assertRefused(answer, answer.status, slug, places);
}
