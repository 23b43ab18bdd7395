import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import { importInto } from '../../fixtures/importing.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { createEvent, TODAY } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { decideAlone } from '../../src/web/gate/assets/decide-alone.js';
import { hear, learn } from '../../src/web/gate/assets/knowledge.js';

const TOMORROW = '2027-03-02';
const HEAD = 'code,ticketType,ticketDate,eventId,entryTime,category';
/** Codes as other systems have them: some look like ids, or like confirmation codes without a hyphen. */
const CODES = ['Øst #4711', '7D2F0E66-9B1C-4D3E-8F4A-000000000001', 'ABCDEFGH234'] as const;

/** A museum into which tickets for today, and one for tomorrow, were imported. */
async function withImported(museum: Museum): Promise<Museum> {
  const lines = CODES.map((code) => `${code},general,${TODAY},,,`);
  await importInto(museum, [HEAD, ...lines, `tomorrow-1,general,${TOMORROW},,,`].join('\n'));
  return museum;
}

async function checkIn(museum: Museum, scan: object) {
  const { json } = await museum.api('POST', '/check-ins', { body: scan, as: 'gate' });
  return [json.verdict, json.reason];
}

describeOnEachDatabase((openMuseum) => {
  it('admits an imported ticket once, by its own code exactly', async (test) => {
    const museum = await withImported(await openMuseum(test));
    for (const code of CODES) {
      assert.deepEqual(await checkIn(museum, { code: ` ${code}\r\n` }), ['admitted', undefined]);
      assert.deepEqual(await checkIn(museum, { code }), ['refused', 'already-admitted']);
      assert.deepEqual(await checkIn(museum, { code: code.toLowerCase() }), ['refused', 'unreadable']);
    }
    assert.deepEqual(await checkIn(museum, { code: 'tomorrow-1' }), ['refused', 'wrong-day']);
    for (const code of ['abc', 'never sold', 'x'.repeat(10_000), ''])
      assert.deepEqual(await checkIn(museum, { code }), ['refused', 'unreadable']);
  });
});

describeOnDatabase((openMuseum) => {
  it('decides on imported tickets of the day without a network, and hands the scans in', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', '/categories', {
      body: [
        { category: 'standard', name: 'Adult', unitType: 'ADULT' },
        { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 },
      ],
    });
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    await museum.api('PUT', `/special-events/${eventId}/times`, { body: { times: ['15:00'], minutes: 60 } });
    await importInto(
      museum,
      [
        HEAD,
        `family-1,general,${TODAY},,,family`,
        `timed-1,event,${TODAY},${eventId},15:00,`,
        `tomorrow-1,general,${TOMORROW},,,`,
      ].join('\n'),
    );
    const { json } = await museum.api('GET', '/gate/snapshot', { as: 'gate' });
    const knowledge = learn(json, 0);
    const alone = async (code: string) => {
      const scan = { checkInId: '', code };
      const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' } as never;
      const { decision, ticketId } = await decideAlone(scan, knowledge, settings, museum.clock.now());
      return [decision.message, decision.reason, ticketId];
    };
    const [family, timed] = await Promise.all(['family-1', 'timed-1'].map((code) => idOf(museum, code)));
    assert.deepEqual(await alone(' family-1 '), [
      'General entry, Monday 1 March. Family, 4 persons.',
      undefined,
      family,
    ]);
    assert.deepEqual((await alone('timed-1')).slice(1), ['too-early', timed]);
    for (const code of ['FAMILY-1', 'tomorrow-1', 'never sold'])
      assert.deepEqual(await alone(code), ['This is not a ticket code.', 'unreadable', undefined]);

    await importInto(museum, `${HEAD}\nlater-1,general,${TODAY},,,`);
    await sealEverything(museum.store);
    const since = encodeURIComponent(json.cursor);
    const news = (await museum.api('GET', `/gate/news?since=${since}`, { as: 'gate' })).json;
    assert.deepEqual(
      news.imported.map(({ ticketId }: { ticketId: string }) => ticketId),
      [await idOf(museum, 'later-1')],
    );
    hear(knowledge, news);
    assert.deepEqual((await alone('later-1'))[0], 'General entry, Monday 1 March.');
    const nothing = (await museum.api('GET', `/gate/news?since=${encodeURIComponent(news.cursor)}`)).json;
    assert.deepEqual(nothing.imported, []);

    const checkInId = '0199f3a2-7b1c-4d3e-8f4a-000000000001';
    const scan = {
      checkInId,
      code: 'later-1',
      at: new Date(museum.clock.now()).toISOString(),
      verdict: 'admitted',
    };
    const batch = await museum.api('POST', '/check-ins/batch', { body: { checkIns: [scan] }, as: 'gate' });
    assert.deepEqual(batch.json[0].ticket.ticketId, await idOf(museum, 'later-1'));
    assert.deepEqual(await checkIn(museum, { code: 'later-1' }), ['refused', 'already-admitted']);
  });
});

async function idOf({ store }: Museum, code: string): Promise<unknown> {
  const row = await store.get(
    'SELECT ticket_id AS id FROM tickets JOIN imported_codes ON imported_codes.number = tickets.number WHERE code = ?',
    [code],
  );
  return row?.id;
}
