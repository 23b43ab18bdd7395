import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase, describeOnSqlite } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { checkMuseum } from '../../src/check/index.ts';
import { MS_PER_DAY } from '../../src/core/calendar-day.ts';
import { localTimes } from '../../src/core/zoned-time.ts';
import type { Job } from '../../src/jobs/index.ts';
import { aggregationJob } from '../../src/reports/index.ts';
import { inspectStore } from '../../src/store/index.ts';
import { noteErasureJob } from '../../src/visits/index.ts';

const MINUTE = 60_000;
let made = 0;
const newId = () => `0199f3a2-7b1c-4d3e-8f4c-${(++made).toString(16).padStart(12, '0')}`;

/** A class of children at the east door; `changes` go over it. */
const aClass = (changes: object = {}) => ({
  visitId: newId(),
  category: 'standard',
  persons: 28,
  gate: 'East door',
  ...changes,
});

describeOnEachDatabase((openMuseum) => {
  it('counts visitors without a ticket once, however often and at however many doors that is sent', async (test) => {
    const museum = await openMuseum(test);
    const visit = aClass({ note: 'School at the harbour' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => count(museum, visit)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual(answers[0]?.json, { ...visit, direction: 'in', at: '2027-03-01T10:00:00.000Z' });
    assertRefused(await count(museum, { ...visit, persons: 27 }), 422, 'visit-id-reused');
    assert.deepEqual(await inside(museum), [28, 0, 28]);
    assert.deepEqual(await faultsIn(museum), []);
  });

  it('lets no more out than came in without a ticket, however many doors count at the same time', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await museum.api('POST', '/check-ins', { as: 'gate', body: { ticketId } });
    await count(museum, aClass({ persons: 3 }));
    const leaving = () => count(museum, aClass({ persons: 1, direction: 'out' }));
    const answers = await Promise.all(Array.from({ length: 6 }, leaving));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 409, 409, 409]);
    const refused = await leaving();
    assertRefused(refused, 409, 'more-left-than-came');
    assert.equal(refused.json.inside, 0);
    assert.deepEqual(await inside(museum), [4, 3, 1]);
    assert.deepEqual(await faultsIn(museum), []);
  });

  it('takes a count back once, unless more would have left than came', async (test) => {
    const museum = await openMuseum(test);
    const [visit, leaving] = [aClass(), aClass({ persons: 20, direction: 'out' })];
    await count(museum, visit);
    await count(museum, leaving);
    const left = await undo(museum, visit.visitId);
    assertRefused(left, 409, 'not-undoable');
    assert.equal(left.json.reason, 'left');
    assert.equal((await undo(museum, leaving.visitId)).status, 200);
    const answers = await Promise.all([1, 2, 3].map(() => undo(museum, visit.visitId)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.deepEqual(await inside(museum), [0, 0, 0]);
    assert.equal((await count(museum, visit)).status, 200, 'a count that comes again stays taken back');
    assert.deepEqual(await inside(museum), [0, 0, 0]);
    assert.deepEqual(await faultsIn(museum), []);
  });
});

describeOnDatabase((openMuseum) => {
  it('may be undone as an admission may', async (test) => {
    const museum = await openMuseum(test);
    const visit = aClass({ at: '2027-03-01T10:00:00Z' });
    await count(museum, visit);
    assert.equal((await undo(museum, visit.visitId, 'cashier')).json.reason, 'not-yours');
    museum.clock.advance(11 * MINUTE);
    assert.equal((await undo(museum, visit.visitId)).json.reason, 'too-late');
    museum.clock.advance(MS_PER_DAY);
    assert.equal((await undo(museum, visit.visitId, 'manager')).json.reason, 'too-late');
    museum.clock.advance(-MS_PER_DAY);
    const undone = await undo(museum, visit.visitId, 'manager');
    assert.equal(undone.json.undoneAt, '2027-03-01T10:11:00.000Z');
    assertRefused(await undo(museum, newId()), 404, 'visit-not-found');
    const late = aClass({ at: '2027-03-01T10:00:00Z' });
    await count(museum, late);
    const told = `?undoneAt=2027-03-01T10:05:00Z&sentAt=2027-03-01T10:11:00Z`;
    const answer = await museum.api('POST', `/visits/${late.visitId}/undo${told}`, { as: 'gate' });
    assert.equal(answer.json.undoneAt, '2027-03-01T10:05:00.000Z', answer.text);
  });

  it('is handed in beside check-ins, all or nothing, and once', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const at = '2027-03-01T09:30:00Z';
    const checkIns = [{ checkInId: newId(), ticketId, at, verdict: 'admitted' }];
    const visits = [aClass({ persons: 5, direction: 'out', at }), aClass({ at: '2027-03-01T09:40:00Z' })];
    const hand = (body: object) => museum.api('POST', '/check-ins/batch', { as: 'gate', body });
    const refused = await hand({ checkIns, visits: [aClass({ category: 'chlid', at }), ...visits] });
    assertRefused(refused, 400, 'category-unknown', ['body /visits/0/category']);
    assert.deepEqual(await inside(museum), [0, 0, 0]);
    for (const body of [{ checkIns, visits }, { checkIns, visits }, { visits }]) {
      const { status, json, text } = await hand(body);
      assert.deepEqual([status, json.length], [200, 'checkIns' in body ? 1 : 0], text);
      assert.deepEqual(await inside(museum), [29, 5, 24]);
    }
    const alone = await hand({ checkIns: [], visits });
    assert.equal(alone.status, 200, alone.text);
    assertRefused(await hand({}), 400, 'invalid-request', ['body ']);
    assertRefused(await hand({ visits: [] }), 400, 'invalid-request', ['body /visits']);
    const [, twice] = visits;
    assertRefused(await hand({ visits: [twice, twice] }), 400, 'invalid-request', ['body /visits/1/visitId']);
    const old = await hand({ visits: [aClass({ at: '2026-01-01T09:30:00Z' })] });
    assert.deepEqual([old.status, old.json.errors?.[0]?.pointer], [400, '/visits/0/at'], old.text);
  });

  it('corrects the clock of a device that says when it sends', async (test) => {
    const museum = await openMuseum(test);
    const visits = [aClass({ at: '2027-03-01T08:50:00Z' })];
    const body = { visits, sentAt: '2027-03-01T09:00:00Z' };
    await museum.api('POST', '/check-ins/batch', { as: 'gate', body });
    const { quarterHours } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual(quarterHours, [{ from: '10:45', in: 28, out: 0 }]);
  });

  it('is in the occupancy, at its door, and in the report of visits, also once the day is over', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await museum.api('POST', '/check-ins', { as: 'gate', body: { ticketId } });
    await count(museum, aClass());
    await count(museum, aClass({ persons: 8, direction: 'out' }));
    const { entries, events, admitted } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual(entries, [
      { entry: 'ticket', admitted: 1, left: 0, inside: 1 },
      { entry: 'pass', admitted: 0, left: 0, inside: 0 },
      { entry: 'card', admitted: 0, left: 0, inside: 0 },
      { entry: 'counted', admitted: 28, left: 8, inside: 20 },
    ]);
    assert.deepEqual([admitted, events[0].admitted], [29, 29]);
    const report = async (by: string, as: Asker = 'viewer') => {
      const path = `/reports/visits?by=${by}&startDate=${TODAY}&endDate=${TODAY}`;
      return (await museum.api('GET', path, { as })).json;
    };
    const expected = [
      { entry: 'ticket', admitted: 1, persons: 1, left: 0, conflicts: 0 },
      { entry: 'counted', admitted: 28, persons: 28, left: 8, conflicts: 0 },
    ];
    assert.deepEqual((await report('entry')).rows, expected);
    assert.deepEqual((await report('entry', 'partner')).rows, []);
    for (const by of ['day', 'month', 'event', 'hour', 'category'])
      assert.deepEqual((await report(by)).total, (await report('entry')).total, by);
    assert.equal((await report('event')).rows[0].admitted, 29);
    museum.clock.advance(MS_PER_DAY);
    await sealEverything(museum.store);
    await done(museum, aggregationJob(museum.store, museum.clock, localTimes('Europe/Berlin')));
    assert.equal((await museum.store.all("SELECT day FROM visit_figures WHERE row_of = 'entry'")).length, 2);
    assert.deepEqual((await report('entry')).rows, expected);
  });

  it('says that all had tickets on days that the version before has counted', async (test) => {
    const museum = await openMuseum(test);
    await museum.store.transaction((tx) =>
      tx.run("INSERT INTO visit_figures VALUES ('day', '2026-12-01', '2026-12-01', '', 3, 2, 0, 5)"),
    );
    const path = '/reports/visits?by=entry&startDate=2026-12-01&endDate=2026-12-31';
    const { rows } = (await museum.api('GET', path)).json;
    assert.deepEqual(rows, [{ entry: 'ticket', admitted: 3, persons: 5, left: 2, conflicts: 0 }]);
  });

  it('needs no price, no opening hours and no sale', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', '/museum-hours/2027-03-01', { body: { closed: true } });
    assert.equal((await count(museum, aClass({ at: '2027-02-20T10:00:00Z' }))).status, 201);
    assert.equal((await count(museum, aClass())).status, 201);
    const { json } = await museum.api('GET', '/reports/visits?by=entry');
    assert.deepEqual(json.total.persons, 56);
  });

  it('keeps a category in which somebody was counted', async (test) => {
    const museum = await openMuseum(test);
    const [standard] = (await museum.api('GET', '/categories')).json;
    const school = { category: 'school', name: 'School', unitType: 'CHILD', places: 1, onSale: false };
    const put = (categories: object[]) => museum.api('PUT', '/categories', { body: categories });
    assert.equal((await put([standard, school])).status, 200);
    await count(museum, aClass({ category: 'school' }));
    assertRefused(await put([standard]), 409, 'category-in-use');
  });

  it('forgets what was noted after ninety days, and no sooner', async (test) => {
    const museum = await openMuseum(test);
    const visit = aClass({ note: 'School at the harbour' });
    await count(museum, visit);
    const job = noteErasureJob(museum.store, museum.clock);
    museum.clock.advance(90 * MS_PER_DAY - 1);
    assert.equal(await job.hasWork?.(), false);
    museum.clock.advance(1);
    await done(museum, job);
    assert.equal((await count(museum, visit)).json.note, undefined);
    assertRefused(await count(museum, { ...visit, note: 'Another' }), 422, 'visit-id-reused');
  });

  it('says which day was counted wrong', async (test) => {
    const museum = await openMuseum(test);
    await count(museum, aClass());
    await museum.store.transaction((tx) => tx.run('UPDATE counted_days SET came = came + 1'));
    const [fault, ...others] = await faultsIn(museum);
    assert.match(fault ?? '', /28 persons .* 2027-03-01, .* 29/);
    assert.deepEqual(others, []);
  });
});

describeOnSqlite((openMuseum) => {
  it('is on the pages of staff, as soon as not all have tickets', async (test) => {
    const museum = await openMuseum(test);
    const staff = await signInStaff(museum, 'manager');
    const pages = ['/desk', '/gate/occupancy', '/desk/reports?report=visits&by=entry'];
    const rows = async () =>
      Promise.all(pages.map(async (page) => (await staff.get(page)).row('Without a ticket')));
    assert.deepEqual(await rows(), [undefined, undefined, undefined]);
    await count(museum, aClass());
    await count(museum, aClass({ persons: 8, direction: 'out' }));
    assert.deepEqual(await rows(), [
      ['Without a ticket', '28', '8'],
      ['Without a ticket', '28', '20'],
      ['Without a ticket', '28', '28', '8', '0'],
    ]);
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const occupancy = await staff.get('/gate/occupancy');
    assert.deepEqual(occupancy.row('General entry'), ['General entry', '1', '28', '1'], 'one is to come');
    const month = await staff.get('/desk/reports/overview?of=2027-03');
    assert.match(month.text(), /Visitors, with 0 tickets/);
  });

  it('is counted at the desk, once however often the form is sent, and taken back there', async (test) => {
    const museum = await openMuseum(test);
    const cashier = await signInStaff(museum, 'cashier');
    const send = (persons: string, way = 'in', key = newId()) =>
      cashier.post('/desk/count', { key, category: 'standard', persons, way });
    const key = newId();
    for (const { location } of [await send('28', 'in', key), await send('28', 'in', key)])
      assert.equal(location, `/desk/count/${key}?done=countedIn&count=28`);
    assert.equal((await send('27', 'in', key)).status, 409);
    assert.match((await cashier.get(`/desk/count/${key}?done=countedIn&count=28`)).text(), /28 persons have/);
    const tooMany = await send('29', 'out');
    assert.deepEqual([tooMany.status, /28 are inside/.test(tooMany.text())], [409, true]);
    for (const persons of ['', '0', '201', 'x'])
      assert.match((await send(persons)).text(), /Enter a number from 1 to 200/);
    assert.deepEqual(await inside(museum), [28, 0, 28]);
    const undo = () => cashier.post(`/desk/count/${key}/undo`, {});
    for (const { location } of [await undo(), await undo()])
      assert.equal(location, '/desk/count?done=countUndone');
    assert.deepEqual(await inside(museum), [0, 0, 0]);
    assert.equal((await (await signInStaff(museum, 'viewer')).get('/desk/count')).status, 403);
  });
});

function count(museum: Museum, visit: object, as: Asker = 'gate') {
  return museum.api('POST', '/visits', { as, body: visit });
}

function undo(museum: Museum, visitId: string, as: Asker = 'gate') {
  return museum.api('POST', `/visits/${visitId}/undo`, { as });
}

async function inside(museum: Museum): Promise<number[]> {
  const { admitted, left, inside: remaining } = (await museum.api('GET', '/occupancy')).json;
  return [admitted, left, remaining];
}

/** Does what the job has to do. */
async function done({ store }: Museum, job: Job): Promise<void> {
  const lease = { transaction: store.transaction.bind(store), isHeld: () => true };
  while (await job.step(lease));
}

function faultsIn({ database }: Museum): Promise<string[]> {
  return inspectStore(database, async (snapshot) => {
    const faults: string[] = [];
    for await (const fault of checkMuseum(snapshot)) faults.push(fault);
    return faults;
  });
}
