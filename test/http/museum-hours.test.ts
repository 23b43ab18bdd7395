import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';

const USUAL = { timeOpen: '09:00', timeClose: '18:00' };

describeOnDatabase((openMuseum) => {
  const hours = async (museum: Museum, query: string) =>
    (await museum.api('GET', `/museum-hours?${query}`)).json;

  it('is open every day from nine to six unless told otherwise, ten days a page from today on', async (test) => {
    const museum = await openMuseum(test);
    const answer = await museum.api('GET', '/museum-hours');
    assert.equal(answer.status, 200);
    assert.equal(answer.json.length, 10);
    assert.deepEqual(answer.json[0], { date: TODAY, ...USUAL });
    assert.deepEqual(answer.json[9], { date: '2027-03-10', ...USUAL });
    assert.match(answer.headers.etag as string, /^"[^"]+"$/);
    const links = answer.headers.link as string;
    assert.match(links, /page=1&limit=10>; rel="first"/);
    assert.match(links, /page=2&limit=10>; rel="next"/);
    assert.doesNotMatch(links, /rel="prev"|rel="last"/);
  });

  it('is paged in days, to the last day there is', async (test) => {
    const museum = await openMuseum(test);
    assert.deepEqual(await hours(museum, 'startDate=2028-02-28&limit=2&page=2'), [
      { date: '2028-03-01', ...USUAL },
      { date: '2028-03-02', ...USUAL },
    ]);
    assert.equal((await hours(museum, 'limit=30')).length, 30);
    const end = await museum.api('GET', '/museum-hours?startDate=9999-12-30');
    assert.deepEqual(end.json, [
      { date: '9999-12-30', ...USUAL },
      { date: '9999-12-31', ...USUAL },
    ]);
    assert.doesNotMatch(end.headers.link as string, /rel="next"/);
    assert.deepEqual(await hours(museum, 'page=999999999'), []);
  });

  it('leaves closed days out, those of the week and those of their own', async (test) => {
    const museum = await openMuseum(test);
    const week = (await museum.api('GET', '/weekly-hours')).json;
    await museum.api('PUT', '/weekly-hours', {
      body: { ...week, monday: null, friday: { timeOpen: '18:00', timeClose: '02:00' } },
    });
    await museum.api('PUT', '/museum-hours/2027-03-03', { body: { closed: true, reason: 'Cleaning' } });
    await museum.api('PUT', '/museum-hours/2027-03-01', { body: { timeOpen: '10:00', timeClose: '12:30' } });
    assert.deepEqual(await hours(museum, 'limit=8'), [
      { date: '2027-03-01', timeOpen: '10:00', timeClose: '12:30' },
      { date: '2027-03-02', ...USUAL },
      { date: '2027-03-04', ...USUAL },
      { date: '2027-03-05', timeOpen: '18:00', timeClose: '02:00' },
      { date: '2027-03-06', ...USUAL },
      { date: '2027-03-07', ...USUAL },
    ]);
    assert.equal((await museum.api('DELETE', '/museum-hours/2027-03-03')).status, 204);
    assert.equal((await hours(museum, 'startDate=2027-03-03&limit=1')).length, 1);
    assertRefused(await museum.api('DELETE', '/museum-hours/2027-03-03'), 404, 'exception-not-found');
  });

  it('sells general entry for open days only, as soon as the hours have changed', async (test) => {
    const museum = await openMuseum(test);
    const buy = () => museum.api('POST', '/tickets', { body: generalPurchase() });
    await buyTicket(museum, generalPurchase());
    const closed = await museum.api('PUT', '/museum-hours/2027-03-02', { body: { closed: true } });
    assert.equal(closed.json.ticketsSold, 1);
    assertRefused(await buy(), 409, 'museum-closed');
    await museum.api('DELETE', '/museum-hours/2027-03-02');
    assert.equal((await buy()).status, 201);
  });

  it('refuses hours that are none, and keeps those it has', async (test) => {
    const museum = await openMuseum(test);
    const week = (await museum.api('GET', '/weekly-hours')).json;
    const assertUnchanged = await rememberContents(museum);
    for (const [body, ...places] of [
      [{ timeOpen: '9:00', timeClose: '18:00' }, 'body /timeOpen'],
      [{ timeOpen: '09:00', timeClose: '24:00' }, 'body /timeClose'],
      [{ timeOpen: '09:60', timeClose: '18:00:00' }, 'body /timeOpen', 'body /timeClose'],
      [{ closed: true, ...USUAL }, 'body /timeOpen', 'body /timeClose'],
      [{ ...USUAL, reason: 'late' }, 'body /reason'],
      [{}, 'body /timeOpen', 'body /timeClose'],
      [{ closed: 'yes' }, 'body /closed'],
    ] as const) {
      const answer = await museum.api('PUT', '/museum-hours/2027-03-02', { body });
      const found = answer.json.errors.map(
        (fault: { in: string; pointer: string }) => `${fault.in} ${fault.pointer}`,
      );
      assert.deepEqual(found.toSorted(), places.toSorted(), answer.text);
      assertRefused(answer, 400, 'invalid-request', places);
    }
    for (const day of ['2027-02-29', 'today', '2027-3-1', '%00']) {
      const answer = await museum.api('PUT', `/museum-hours/${day}`, { body: { closed: true } });
      assertRefused(answer, 400, 'invalid-request', ['path /date']);
    }
    const { monday: _monday, ...six } = week;
    const weekly = await museum.api('PUT', '/weekly-hours', { body: { ...six, funday: null } });
    assertRefused(weekly, 400, 'invalid-request', ['body /monday', 'body /funday']);
    await assertUnchanged();
  });
});
