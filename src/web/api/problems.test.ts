import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarDay } from '../../core/calendar-day.ts';
import { Refusal, type SignInFault } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import { type Fault, HttpRefusal } from '../../http/http-refusal.ts';
import { example, PROBLEMS, type ProblemSlug, problemAnswer, problemOf } from './problems.ts';

const eventId = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' as Uuid;
const KINDS = Object.keys(PROBLEMS) as ProblemSlug[];
const SENTENCES = /^[A-Z“"0-9].{10,}\.$/s;

describe('a problem', () => {
  it('becomes the problem details object of RFC 9457, and nothing of its cause', () => {
    const faults: Fault[] = [{ in: 'query', pointer: '/limit', detail: 'limit must be at most 30.' }];
    const refused = new HttpRefusal('invalid-request', { faults }, new Error('disk full'));
    const problem = {
      type: '/problems/invalid-request',
      title: 'The request is not valid',
      status: 400,
      detail: 'limit must be at most 30.',
      errors: faults,
    };
    assert.deepEqual(problemOf(refused), problem);
    assert.deepEqual(problemAnswer(refused), {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: JSON.stringify(problem),
      refused,
    });
  });

  it('carries its headers and members', () => {
    const notAllowed = new HttpRefusal('method-not-allowed', { method: 'PUT', allowed: ['GET', 'HEAD'] });
    assert.equal(problemAnswer(notAllowed).headers.allow, 'GET, HEAD');
    const tooMany = new Refusal('too-many-sign-ins', { seconds: 7 });
    assert.equal(problemAnswer(tooMany).headers['retry-after'], '7');
    const day = calendarDay('2027-03-14');
    const soldOut = new Refusal('sold-out', { day, event: { eventId, name: 'Sorolla', otherDates: [] } });
    assert.deepEqual(problemOf(soldOut).otherDates, []);
    assert.ok(!('otherDates' in problemOf(new Refusal('sold-out', { day }))));
  });

  for (const kind of KINDS) {
    it(`${kind} has a meaning and a remedy`, () => {
      const { status, title, meaning, remedy } = PROBLEMS[kind];
      assert.match(kind, /^[a-z]+(-[a-z]+)*$/);
      assert.ok(status >= 400 && status < 600);
      assert.match(title, /^[A-Z].*[^.]$/);
      for (const text of [meaning, remedy]) assert.match(text, SENTENCES);
    });

    it(`${kind} has an example, with a whole sentence as its detail`, () => {
      const { status, title, detail, members, headers, example: facts } = PROBLEMS[kind];
      assert.deepEqual(example(kind), { kind, facts });
      const problem = problemOf(example(kind));
      assert.deepEqual(problem, {
        type: `/problems/${kind}`,
        title,
        status,
        detail: detail(facts as never),
        ...members?.(facts as never),
      });
      assert.match(problem.detail, /^\S.{10,}\.$/s);
      assert.doesNotMatch(problem.detail, /undefined|null|NaN|\[object/);
      const answer = problemAnswer(example(kind));
      assert.equal(answer.status, status);
      assert.deepEqual(answer.headers, {
        'content-type': 'application/problem+json',
        ...headers?.(facts as never),
      });
      assert.deepEqual(JSON.parse(answer.body as string), problem);
    });
  }
});

describe('the words', () => {
  const detailOf = (refused: Refusal | HttpRefusal) => problemOf(refused).detail;

  it('say what is wrong with credentials, under the same challenge', () => {
    const said: Record<SignInFault, RegExp> = {
      missing: /no Authorization header/,
      'other-scheme': /Basic scheme/,
      empty: /no credentials/,
      'not-base64': /base64/,
      'not-utf8': /UTF-8/,
      'no-colon': /colon/,
      'no-username': /user name .* empty/,
      'control-character': /control character/,
      'wrong-token': /token is wrong/,
    };
    for (const [fault, words] of Object.entries(said)) {
      const refused = new Refusal('unauthorized', { fault: fault as SignInFault });
      assert.match(detailOf(refused), words);
      assert.match(detailOf(refused), SENTENCES);
      assert.deepEqual(problemAnswer(refused).headers, {
        'content-type': 'application/problem+json',
        'www-authenticate': 'Basic realm="museum", charset="UTF-8"',
      });
    }
    assert.match(detailOf(new Refusal('unauthorized', {})), /wrong, or the account is disabled/);
  });

  it('name the setting that allows private addresses for webhooks', () => {
    for (const fault of ['not-https', 'private'] as const)
      assert.match(
        detailOf(new Refusal('webhook-address-refused', { faults: [fault] })),
        /, unless MUSEUM_WEBHOOK_ALLOW_PRIVATE=on is set\.$/,
      );
    for (const fault of ['malformed', 'credentials'] as const)
      assert.doesNotMatch(detailOf(new Refusal('webhook-address-refused', { faults: [fault] })), /MUSEUM_/);
  });

  it('say all that is wrong with the address of a webhook', () => {
    const { detail, errors } = problemOf(
      new Refusal('webhook-address-refused', { faults: ['credentials', 'not-https'] }),
    );
    assert.match(detail, /user name or password.* There is 1 more fault, all in "errors"\.$/);
    const said = (errors as Fault[]).map(({ pointer, detail }) => [pointer, detail.slice(0, 14)]);
    assert.deepEqual(said, [
      ['/url', 'url must not c'],
      ['/url', 'url must begin'],
    ]);
  });

  it('say who may do what the role may not', () => {
    const refused = { role: 'viewer', permission: 'sell-tickets' } as const;
    assert.equal(
      detailOf(new Refusal('forbidden', { ...refused, action: 'buyMuseumTickets' })),
      'The role "viewer" may not use buyMuseumTickets. These roles may: admin, manager, cashier, partner.',
    );
    assert.match(detailOf(new Refusal('forbidden', refused)), /^The role "viewer" may not sell tickets\. /);
  });

  it('begin with the first fault and count the others', () => {
    const faults = (count: number): Fault[] =>
      Array.from({ length: count }, (_, index) => ({ in: 'body', pointer: `/${index}`, detail: 'No.' }));
    const said = (count: number, unnamed?: number) =>
      detailOf(
        new HttpRefusal('invalid-request', {
          faults: faults(count),
          ...(unnamed !== undefined && { unnamed }),
        }),
      );
    assert.equal(said(1), 'No.');
    assert.equal(said(2), 'No. There is 1 more fault, all in "errors".');
    assert.equal(said(3, 0), 'No. There are 2 more faults, all in "errors".');
    assert.equal(said(100, 20), 'No. There are 119 more faults; "errors" names the first 100.');
  });

  it('say which condition does not hold', () => {
    const facts = { given: '"a"', tag: '"b"' };
    assert.match(
      detailOf(new HttpRefusal('precondition-failed', { header: 'If-Match', ...facts })),
      /^If-Match is "a", but/,
    );
    assert.match(
      detailOf(new HttpRefusal('precondition-failed', { header: 'If-None-Match', ...facts })),
      /^If-None-Match is "a", and/,
    );
  });

  it('name the other days of an event, ten at most', () => {
    const days = Array.from({ length: 12 }, (_, index) => calendarDay(`2027-04-${String(index + 10)}`));
    const name = 'Sorolla';
    const day = calendarDay('2027-03-14');
    const soldOut = (left: (index: number) => number | null) => {
      const otherDates = days.map((date, index) => ({ date, left: left(index) }));
      return detailOf(new Refusal('sold-out', { day, event: { eventId, name, otherDates } }));
    };
    assert.match(
      soldOut((index) => index || null),
      /: 2027-04-10 \(no limit\), 2027-04-11 \(1\), .* and 2 more\.$/,
    );
    assert.match(
      soldOut(() => 0),
      /No places are left on any other date\.$/,
    );
    const noDates = new Refusal('not-an-event-day', { eventName: name, day, dates: [] });
    assert.match(detailOf(noDates), /It has no dates yet\.$/);
    const dates = new Refusal('not-an-event-day', { eventName: name, day, dates: days.toReversed() });
    assert.match(detailOf(dates), /Its dates are 2027-04-10, .*2027-04-19 and 2 more\.$/);
  });

  it('say when to send the request again', () => {
    const waits = (work: 'purchases' | 'images' | 'sign-ins') =>
      problemAnswer(new Refusal('overloaded', { work })).headers['retry-after'];
    assert.deepEqual((['purchases', 'images', 'sign-ins'] as const).map(waits), ['2', '2', '1']);
    for (const kind of ['shutting-down', 'database-unavailable', 'idempotency-key-in-use'] as const)
      assert.match(`${problemAnswer(example(kind)).headers['retry-after']}`, /^[1-9]$/);
  });
});
