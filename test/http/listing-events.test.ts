import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Answer } from '../../fixtures/client.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { createEvent, fillDay, TODAY } from '../../fixtures/samples.ts';

interface Event {
  readonly eventId: string;
  readonly name: string;
  readonly dates: readonly string[];
}
interface Query {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly page?: number;
  readonly limit?: number;
}

const DAY_MS = 86_400_000;
const plusDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
const daysFrom = (from: string, to: string): string[] =>
  from > to ? [] : [from, ...daysFrom(plusDays(from, 1), to)];

/** What the page must hold, said as simply as it can be. */
function expectedPage(events: readonly Event[], today: string, query: Query): string[] {
  const { startDate = today, page = 1, limit = 10 } = query;
  const { endDate = plusDays(startDate, 7) } = query;
  const range = daysFrom(startDate, endDate);
  const days = new Set(range.slice((page - 1) * limit, page * limit));
  return events
    .map((event) => ({ ...event, first: event.dates.filter((day) => days.has(day)).sort()[0] }))
    .filter(({ first }) => first !== undefined)
    .sort((one, other) => compare(keyOf(one), keyOf(other)))
    .map(({ eventId }) => eventId);
}

function keyOf({ first = '', name, eventId }: Event & { first: string | undefined }): number[][] {
  return [first, name, eventId].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
}

function compare(one: number[][], other: number[][]): number {
  for (const [index, text] of one.entries()) {
    const against = other[index] as number[];
    for (let at = 0; at < Math.max(text.length, against.length); at++) {
      const difference = (text[at] ?? -1) - (against[at] ?? -1);
      if (difference !== 0) return difference;
    }
  }
  return 0;
}

function list(museum: Museum, query: Query): Promise<Answer> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return museum.api(
    'GET',
    `/special-events?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, `${value}`]))}`,
  );
}

const idsIn = ({ json }: Answer): string[] => json.map(({ eventId }: Event) => eventId);

/** The targets of the header Link (RFC 8288), by relation. */
function linksOf({ headers }: Answer): Record<string, string> {
  const links = (headers.link as string).split(/,\s*(?=<)/);
  return Object.fromEntries(
    links.map((link) => {
      const [, target = '', relation = ''] = /^<([^>]+)>; rel="(\w+)"$/.exec(link) ?? [];
      return [relation, target];
    }),
  );
}

const day = fc.integer({ min: -3, max: 40 }).map((days) => plusDays(TODAY, days));
const events = fc.array(
  fc.record({
    name: fc.constantFrom('A', 'B', 'a', 'Ä', 'A\u0308', '\u{1F3DB}', '\uFF5E', 'A B', '0'),
    dates: fc.uniqueArray(day, { maxLength: 6 }),
  }),
  { maxLength: 9 },
);
const query = fc
  .record(
    {
      startDate: day,
      days: fc.nat({ max: 35 }),
      page: fc.integer({ min: 1, max: 5 }),
      limit: fc.integer({ min: 1, max: 30 }),
    },
    { requiredKeys: [] },
  )
  .map(
    ({ days, ...rest }): Query => ({
      ...rest,
      ...(days === undefined ? {} : { endDate: plusDays(rest.startDate ?? TODAY, days) }),
    }),
  );

describeOnDatabase((openMuseum, shareOf) => {
  it('shows on each page the events that a simple model says, in its order', async (test) => {
    const museum = await openMuseum(test);
    await fc.assert(
      fc.asyncProperty(events, fc.array(query, { minLength: 3, maxLength: 6 }), async (given, queries) => {
        await removeEvents(museum);
        const made: Event[] = [];
        for (const event of given) made.push(await createEvent(museum, event));
        for (const each of queries) {
          const answer = await list(museum, each);
          assert.equal(answer.status, 200, answer.text);
          assert.deepEqual(idsIn(answer), expectedPage(made, TODAY, each), JSON.stringify(each));
          for (const shown of answer.json)
            assert.deepEqual(
              shown,
              made.find(({ eventId }) => eventId === shown.eventId),
            );
        }
      }),
      { numRuns: shareOf(40) },
    );
  });

  it('leads by its links from the first page to the last over every event day exactly once', async (test) => {
    const museum = await openMuseum(test);
    await fc.assert(
      fc.asyncProperty(events, query, async (given, { page: _page, ...start }) => {
        await removeEvents(museum);
        const made: Event[] = [];
        for (const event of given) made.push(await createEvent(museum, event));
        const seen: string[] = [];
        const visited: string[] = [];
        let target = linksOf(await list(museum, { ...start, page: 2 })).first as string;
        for (let next: string | undefined = target; next !== undefined; ) {
          target = next;
          visited.push(target);
          const answer = await museum.ask('GET', target);
          const links = linksOf(answer);
          const at = new URL(target, 'http://museum').searchParams;
          const [from, limit] = [at.get('startDate') as string, Number(at.get('limit'))];
          const days = daysFrom(from, at.get('endDate') as string);
          const number = Number(at.get('page'));
          for (const each of days.slice((number - 1) * limit, number * limit)) {
            for (const event of answer.json)
              if (event.dates.includes(each)) seen.push(`${each} ${event.eventId}`);
          }
          assert.equal(links.prev, visited.at(-2));
          assert.equal(links.first, visited[0]);
          next = links.next;
          if (next === undefined) assert.equal(links.last, target);
        }
        const from = start.startDate ?? TODAY;
        const range = new Set(daysFrom(from, start.endDate ?? plusDays(from, 7)));
        const expected = made.flatMap(({ eventId, dates }) =>
          dates.filter((each) => range.has(each)).map((each) => `${each} ${eventId}`),
        );
        assert.deepEqual(seen.toSorted(), expected.toSorted());
        assert.equal(visited.length, Math.ceil(range.size / (start.limit ?? 10)));
      }),
      { numRuns: shareOf(25) },
    );
  });

  it('begins today, holds eight days and shows ten days a page unless told otherwise', async (test) => {
    const museum = await openMuseum(test);
    const made: Event[] = [];
    for (let days = -1; days <= 9; days++)
      made.push(await createEvent(museum, { dates: [plusDays(TODAY, days)] }));
    assert.deepEqual(
      idsIn(await list(museum, {})),
      made.slice(1, 9).map(({ eventId }) => eventId),
    );
    const ten = await list(museum, { startDate: plusDays(TODAY, -1), endDate: plusDays(TODAY, 9) });
    assert.deepEqual(
      idsIn(ten),
      made.slice(0, 10).map(({ eventId }) => eventId),
    );
    const thirty = await list(museum, {
      startDate: plusDays(TODAY, -1),
      endDate: plusDays(TODAY, 9),
      limit: 30,
    });
    assert.deepEqual(
      idsIn(thirty),
      made.map(({ eventId }) => eventId),
    );
  });

  it('answers a page past the range with nothing, and leads back', async (test) => {
    const museum = await openMuseum(test);
    await createEvent(museum, { dates: [TODAY] });
    for (const page of ['2', '99', '9007199254740993', '999999999999999999999999']) {
      const answer = await museum.api('GET', `/special-events?page=${page}`);
      assert.deepEqual([answer.status, answer.text], [200, '[]']);
      assert.match(linksOf(answer).prev as string, /[?&]page=1(&|$)/);
      assert.equal(linksOf(answer).next, undefined);
    }
  });

  it('lists the first and the last day there are', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { dates: ['0001-01-01', '9999-12-31'] });
    for (const each of [
      { startDate: '0001-01-01' },
      { startDate: '9999-12-31' },
      { startDate: '9999-12-30' },
      { startDate: '0001-01-01', endDate: '0001-01-01' },
      { startDate: '9999-12-01', endDate: '9999-12-31', page: 4 },
      { startDate: '0001-01-01', endDate: '9999-12-31', page: 121_736, limit: 30 },
    ]) {
      const answer = await list(museum, each);
      assert.deepEqual(idsIn(answer), [eventId], JSON.stringify(each));
    }
  });

  it('orders by first matching date, then name by code point, then id', async (test) => {
    const museum = await openMuseum(test);
    const make = async (name: string, ...dates: string[]) =>
      (await createEvent(museum, { name, dates })).eventId;
    const astral = await make('\u{1F3DB}', '2027-03-02');
    const wide = await make('\uFF5E', '2027-03-02');
    const b1 = await make('B', '2027-03-02');
    const b2 = await make('B', '2027-03-02');
    const a = await make('A', '2027-03-05', '2027-02-01', '2027-03-03');
    const early = await make('Z', '2027-03-04', TODAY);
    assert.deepEqual(idsIn(await list(museum, {})), [early, b1, b2, wide, astral, a]);
    assert.deepEqual(idsIn(await list(museum, { startDate: '2027-03-04' })), [early, a]);
  });

  it('names an end before today beside the other faults, in the mock too', async (test) => {
    const museum = await openMuseum(test, { settings: { MUSEUM_MOCK: 'on' } });
    for (const path of ['/v1.1/special-events', '/mock/v1.1/special-events', '/v1.1/availability']) {
      const answer = await museum.ask('GET', `${path}?endDate=2020-01-01&limit=32`);
      assertRefused(answer, 400, 'invalid-request', ['query /endDate', 'query /limit']);
    }
  });

  it('refuses an end before the start, and takes no notice of parameters that it does not know', async (test) => {
    const museum = await openMuseum(test);
    const backwards = await list(museum, { startDate: '2027-03-02', endDate: '2027-03-01' });
    assertRefused(backwards, 400, 'invalid-request', ['query /endDate']);
    const past = await list(museum, { endDate: plusDays(TODAY, -1) });
    assertRefused(past, 400, 'invalid-request', ['query /endDate']);
    assert.equal((await list(museum, { endDate: TODAY })).status, 200);
    const unknown = await museum.api('GET', '/special-events?sort=name&sort=date&limit[]=99&Limit=99&&=&x');
    assert.equal(unknown.status, 200);
    const coded = await museum.api('GET', '/special-events?lim%69t=%33%31');
    assertRefused(coded, 400, 'invalid-request', ['query /limit']);
  });
});

describeOnDatabase((openMuseum) => {
  // [zone, an instant, the museum's day just before it and from it on]
  const MIDNIGHTS = [
    ['Europe/Berlin', '2027-03-13T23:00:00Z', '2027-03-13', '2027-03-14'],
    ['Europe/Berlin', '2027-03-28T22:00:00Z', '2027-03-28', '2027-03-29'], // clocks went forward that night
    ['Europe/Berlin', '2027-10-31T23:00:00Z', '2027-10-31', '2027-11-01'], // a day of 25 hours
    ['Europe/Berlin', '2027-12-31T23:00:00Z', '2027-12-31', '2028-01-01'],
    ['America/New_York', '2027-03-15T04:00:00Z', '2027-03-14', '2027-03-15'],
    ['America/New_York', '2027-11-08T05:00:00Z', '2027-11-07', '2027-11-08'],
    ['America/New_York', '2028-01-01T05:00:00Z', '2027-12-31', '2028-01-01'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-03', '2018-11-04'], // midnight did not exist
    ['Asia/Kolkata', '2027-02-28T18:30:00Z', '2027-02-28', '2027-03-01'],
    ['Asia/Kathmandu', '2028-02-28T18:15:00Z', '2028-02-28', '2028-02-29'],
    ['Australia/Lord_Howe', '2027-04-03T13:00:00Z', '2027-04-03', '2027-04-04'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2026-12-31', '2027-01-01'],
    ['Pacific/Pago_Pago', '2027-01-01T11:00:00Z', '2026-12-31', '2027-01-01'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-29', '2011-12-31'], // a day that never was
    ['UTC', '2028-03-01T00:00:00Z', '2028-02-29', '2028-03-01'],
  ] as const;
  for (const [zone, instant, before, after] of MIDNIGHTS) {
    it(`lists and sells from ${before} and, a millisecond later, from ${after} on in ${zone}`, async (test) => {
      const clock = manualClock(Date.parse(instant) - 1);
      const museum = await openMuseum(test, { clock, timeZone: zone });
      const ids = await Promise.all(
        [before, after].map(async (dates) => (await createEvent(museum, { dates: [dates] })).eventId),
      );
      const buy = (ticketDate: string) =>
        museum.api('POST', '/tickets', { body: { ticketType: 'general', ticketDate, email: 'a@b.c' } });
      assert.deepEqual(idsIn(await list(museum, {})), ids);
      assert.equal(linkedStart(await list(museum, {})), before);
      assert.equal(linkedStart(await museum.api('GET', '/museum-hours')), before);
      assert.equal((await buy(before)).status, 201);
      clock.advance(1);
      assert.deepEqual(idsIn(await list(museum, {})), ids.slice(1));
      assert.equal(linkedStart(await list(museum, {})), after);
      assert.equal(linkedStart(await museum.api('GET', '/museum-hours')), after);
      assertRefused(await buy(before), 409, 'date-past');
      assert.equal((await buy(after)).status, 201);
    });
  }

  it('lists a long page whole, in order and each event once', async (test) => {
    const museum = await openMuseum(test);
    const days = ['2027-06-01', '2027-06-02', '2027-06-03'];
    for (const day of days) await fillDay(museum, day, 300);
    const { eventId } = await createEvent(museum, { name: 'Always', dates: [...days].reverse() });
    const path = '/special-events?startDate=2027-06-01&endDate=2027-06-05';
    const answer = await museum.api('GET', path);
    const events: { eventId: string; name: string; dates: string[] }[] = answer.json;
    assert.equal(new Set(events.map((event) => event.eventId)).size, 901);
    const keys = events.map((event) => `${event.dates.toSorted()[0]} ${event.name}`);
    assert.deepEqual(keys, keys.toSorted());
    assert.equal(events[0]?.eventId, eventId);
    const headers = { 'if-none-match': answer.headers.etag as string };
    assert.equal((await museum.api('GET', path, { headers })).status, 304);
    const { json: availability } = await museum.api('GET', path.replace('special-events', 'availability'));
    assert.equal(availability.length, 5 + 3 * 301);
  });
});

function linkedStart(answer: Answer): string | null {
  return new URL(linksOf(answer).first as string, 'http://museum').searchParams.get('startDate');
}

async function removeEvents({ store }: Museum): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.run('DELETE FROM slots');
    await tx.run('DELETE FROM special_events');
    await tx.touch('events');
  });
}
