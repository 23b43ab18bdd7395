import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, eventPurchase, newEvent } from '../../fixtures/samples.ts';

/** Any character of Unicode, with those that go wrong most often given their share. */
const character = fc.oneof(
  fc.constantFrom(
    'a',
    ' ',
    '"',
    '\\',
    "'",
    '%',
    '<',
    '\n',
    '\r',
    '\t',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
  ),
  fc.constantFrom(
    '\u{1F3DB}',
    '\u200d',
    '\ufe0f',
    '\u0301',
    '\u05d0',
    '\u0627',
    '\u202e',
    '\ufeff',
    '\ufffd',
    '\uffff',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const isText = (text: string) =>
  !text.includes('\0') && text.isWellFormed() && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
const text = (maxLength: number) =>
  fc
    .array(character, { minLength: 1, maxLength })
    .map((characters) => characters.join(''))
    .filter((value) => isText(value) && Array.from(value).length <= maxLength);

const WORTHWHILE = [
  '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}\u200d\u{1F466} family day', // a ZWJ sequence
  'Ame\u0301lie, not Amélie', // combining and composed must not be made one
  'שלום ועולם ‏\u202Bمتحف\u202C', // right to left, with its marks
  '𠮷野家 𝔐𝔲𝔰𝔢𝔲𝔪 \u{10FFFD} \u{E0067}', // beyond the first plane, to the last
  '\uFEFF leading byte order mark',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '{{7*7}}',
  "'; DROP TABLE tickets; --",
  '%00',
  '\\u0000',
  '<script>alert(1)</script>',
  'a\u2028b\u2029c',
  '  spaces at both ends  ',
  'ﬁ ligature, ß, İ, ı',
];

describeOnDatabase((openMuseum, shareOf) => {
  it('returns text exactly as it was sent', async (test) => {
    const museum = await openMuseum(test);
    for (const each of WORTHWHILE)
      await assertKept(museum, { name: each, location: each, eventDescription: each });
    await fc.assert(
      fc.asyncProperty(
        text(200),
        text(200),
        fc.oneof(fc.constant(''), text(400)),
        (name, location, eventDescription) => assertKept(museum, { name, location, eventDescription }),
      ),
      { numRuns: shareOf(120) },
    );
  });

  it('returns text that came escaped as the characters it stands for', async (test) => {
    const museum = await openMuseum(test);
    const body = JSON.stringify(newEvent({ name: '@' })).replace('@', '\\ud83c\\udfdb\\u00e9\\/');
    const answer = await museum.api('POST', '/special-events', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(answer.json.name, '\u{1F3DB}é/');
  });

  it('counts the characters of a name, wherever in Unicode they are', async (test) => {
    const museum = await openMuseum(test);
    for (const each of ['\u{1F3DB}', 'é', '\u{10FFFF}']) {
      await assertKept(museum, { name: each.repeat(200), location: each.repeat(200) });
      const body = newEvent({
        name: each.repeat(201),
        location: each.repeat(201),
        eventDescription: each.repeat(5_001),
      });
      const refused = await museum.api('POST', '/special-events', { body });
      assertRefused(refused, 400, 'invalid-request', [
        'body /name',
        'body /location',
        'body /eventDescription',
      ]);
    }
  });

  it('returns every price to the cent, also after it was changed, and sells at it', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const cents = fc.oneof(
      fc.constantFrom(
        0,
        1,
        7,
        10,
        29,
        57,
        58,
        113,
        1_005,
        1_999,
        100_000,
        9_999_999,
        99_999_999,
        100_000_000,
      ),
      fc.integer({ min: 0, max: 100_000_000 }),
    );
    await fc.assert(
      fc.asyncProperty(cents, fc.boolean(), async (amount, padded) => {
        const written = `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
        const price = padded ? written : String(Number(written));
        const headers = { 'content-type': 'application/json' };
        const changed = await museum.api('PATCH', `/special-events/${eventId}`, {
          body: `{"price":${price}}`,
          headers,
        });
        assert.equal(changed.status, 200, `${price} ${changed.text}`);
        const read = await museum.api('GET', `/special-events/${eventId}`);
        for (const answer of [changed, read]) {
          assert.equal(answer.json.price, Number(written));
          assert.match(answer.text, new RegExp(`"price":${String(Number(written)).replace('.', '\\.')}[,}]`));
        }
        const row = await museum.store.get('SELECT price_cents FROM prices');
        assert.equal(row?.price_cents, amount);
      }),
      { numRuns: shareOf(120) },
    );
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { price: 999_999.99 } });
    await buyTicket(museum, eventPurchase(eventId));
    const sold = await museum.store.get('SELECT price_cents FROM tickets');
    assert.equal(sold?.price_cents, 99_999_999);
  });

  it('reads a price however JSON writes it', async (test) => {
    const museum = await openMuseum(test);
    const headers = { 'content-type': 'application/json' };
    for (const [written, shown] of [
      ['1e6', '1000000'],
      ['1E+2', '100'],
      ['2500e-2', '25'],
      ['25.00', '25'],
      ['25.10', '25.1'],
      ['0.07', '0.07'],
      ['7e-2', '0.07'],
      ['-0', '0'],
      ['-0.00', '0'],
      ['1000000.00', '1000000'],
    ]) {
      const body = JSON.stringify(newEvent({ price: 0 })).replace('"price":0', `"price":${written}`);
      const answer = await museum.api('POST', '/special-events', { body, headers });
      assert.equal(answer.status, 201, `${written} ${answer.text}`);
      assert.match(answer.text, new RegExp(`"price":${shown?.replace('.', '\\.')}[,}]`), written);
    }
  });

  it('returns days exactly as they were sent, leap days and all', async (test) => {
    const museum = await openMuseum(test);
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    const days = fc.uniqueArray(
      day.map((date) => date.toISOString().slice(0, 10)),
      { maxLength: 30 },
    );
    await assertKept(museum, { dates: ['2028-02-29', '2000-02-29', '0004-02-29'] });
    await fc.assert(
      fc.asyncProperty(days, (dates) => assertKept(museum, { dates })),
      { numRuns: shareOf(40) },
    );
  });
});

/** Creates an event, changes another into it, and reads both: each time it is what was sent. */
async function assertKept(museum: Museum, changes: Record<string, unknown>): Promise<void> {
  const sent = newEvent(changes);
  const { eventId, ...created } = await createEvent(museum, changes);
  assert.deepEqual(created, sent);
  const other = await createEvent(museum, { dates: ['2027-03-02'] });
  const path = `/special-events/${other.eventId}`;
  assert.deepEqual((await museum.api('PATCH', path, { body: changes })).json, {
    ...newEvent({ dates: ['2027-03-02'], ...changes }),
    eventId: other.eventId,
  });
  assert.deepEqual((await museum.api('GET', `/special-events/${eventId}`)).json, { eventId, ...sent });
}
