import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';

describeOnDatabase((openMuseum) => {
  for (const timeZone of ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland']) {
    it(`answers for the first days and the last ones that there are, in ${timeZone}`, async (test) => {
      const museum = await openMuseum(test, { timeZone });
      for (const day of ['0001-01-01', '0999-12-31', '1000-01-01', '9999-12-30', '9999-12-31']) {
        const range = `startDate=${day}&endDate=${day}`;
        for (const path of [
          `/gate/snapshot?day=${day}`,
          `/occupancy?date=${day}`,
          `/journal?${range}`,
          `/special-events?${range}`,
          `/museum-hours?startDate=${day}`,
          ...['day', 'event', 'seller'].map((by) => `/reports/sales?${range}&by=${by}`),
          ...['day', 'event', 'hour'].map((by) => `/reports/visits?${range}&by=${by}`),
          `/reports/sales?endDate=${day}`,
        ]) {
          const { status, json, text } = await museum.api('GET', path);
          assert.equal(status, 200, `${path}: ${text}`);
          if (path.startsWith('/gate')) assert.match(json.validUntil, /^\d{4}-/);
        }
        const admin = new Visitor(museum);
        await admin.signIn('admin', '/desk');
        for (const path of [
          `/desk/journal?from=${day}`,
          `/desk/journal?to=${day}`,
          `/desk/reports?from=${day}&to=${day}`,
          `/desk/reports?report=visits&by=hour&from=${day}&to=${day}`,
        ])
          assert.equal((await admin.get(path)).status, 200, path);
      }
    });
  }

  it('tells until when the knowledge of a gate holds, on the first days and the last', async (test) => {
    const museum = await openMuseum(test, { timeZone: 'UTC' });
    for (const [day, validUntil] of [
      ['0001-01-01', '0001-01-02T00:00:00.000Z'],
      ['0999-12-31', '1000-01-01T00:00:00.000Z'],
      ['9999-12-30', '9999-12-31T00:00:00.000Z'],
      ['9999-12-31', '9999-12-31T23:59:59.999Z'],
    ])
      assert.equal((await museum.api('GET', `/gate/snapshot?day=${day}`)).json.validUntil, validUntil);
  });

  it('finds in the journal what happened between the first day and the last', async (test) => {
    const museum = await openMuseum(test);
    await buyTicket(museum, generalPurchase());
    const all = (await museum.api('GET', '/journal')).json.length;
    assert.ok(all > 0);
    for (const [query, count] of [
      ['startDate=0001-01-01', all],
      ['startDate=0001-01-01&endDate=9999-12-31', all],
      ['endDate=9999-12-31', all],
      ['startDate=9999-12-31', 0],
      ['endDate=0001-01-01', 0],
    ] as const) {
      const { status, json, text } = await museum.api('GET', `/journal?${query}`);
      assert.deepEqual([status, json.length], [200, count], `${query}: ${text}`);
    }
  });

  it('records nothing of a gate whose clock is thousands of years off, and reports stay readable', async (test) => {
    for (const timeZone of ['Europe/Berlin', 'America/Los_Angeles']) {
      const museum = await openMuseum(test, { timeZone });
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
      for (const at of ['0500-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00']) {
        const checkIns = [
          { checkInId: '0199f3a2-7b1c-4d3e-8f4b-000000000001', ticketId, at, verdict: 'admitted' },
        ];
        // What it says when it hands them in may move them further back than there are days.
        for (const sentAt of [undefined, '9999-12-31T00:00:00Z']) {
          const body = { checkIns, sentAt };
          const { status, json } = await museum.api('POST', '/check-ins/batch', { body });
          assert.deepEqual([status, json.errors?.[0]?.pointer], [400, '/checkIns/0/at'], at);
        }
      }
      assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.state, 'valid');
      for (const day of ['0001-01-01', '0500-01-01'])
        assert.equal((await museum.api('GET', `/occupancy?date=${day}`)).status, 200, day);
      const visits = await museum.api('GET', '/reports/visits?startDate=0001-01-01&by=hour');
      assert.equal(visits.status, 200, visits.text);
    }
  });
});
