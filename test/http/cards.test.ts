/** Cards of others: the list, their numbers, and who comes in with them. */
import assert from 'node:assert/strict';
import { createHmac, hash } from 'node:crypto';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { credentials, type Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { until } from '../../fixtures/until.ts';
import { cardsJob } from '../../src/cards/index.ts';
import type { Lease } from '../../src/jobs/index.ts';

const HOUR = 3_600_000;
const SHOWN = {
  ...{ card: 'museumkaart', name: 'Museumkaart', pattern: '#{8,10}', category: 'standard' },
  ...{ mode: 'show', perDay: 1, offline: 'admit', worth: 9.5 },
};
const LISTED = {
  ...{ card: 'city-card', name: 'City Card', names: { de: 'Stadtkarte' }, pattern: 'CC-#{6}' },
  ...{ category: 'standard', mode: 'list', perDay: 2, offline: 'refuse' },
};
const ids = (() => {
  let count = 0;
  return () => `0199f3a2-7b1c-4d3e-8f4b-${(++count).toString(16).padStart(12, '0')}`;
})();

const put = (museum: Museum, cards: readonly object[]) => museum.api('PUT', '/cards', { body: cards });
const scan = async (museum: Museum, code: string, more: object = {}) =>
  (await museum.api('POST', '/check-ins', { as: 'gate', body: { code, ...more } })).json;
const said = ({ verdict, reason }: { verdict: string; reason?: string }) => [verdict, reason];
const load = (museum: Museum, card: string, text: string | Buffer, query = '') =>
  museum.ask('POST', `/v1.1/cards/${card}/numbers${query}`, {
    as: 'manager',
    body: text,
    headers: { 'content-type': 'text/plain' },
  });
const gateList = async (museum: Museum, card: string) =>
  museum.api('GET', `/gate/cards/${card}`, { as: 'gate' });
const inside = async (museum: Museum) =>
  (await museum.api('GET', '/occupancy', { as: 'gate' })).json as Record<string, unknown>;

describeOnDatabase((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) => {
    const museum = await openMuseum(t);
    assert.equal((await put(museum, [SHOWN, LISTED])).status, 200);
    return museum;
  };

  it('lists the cards as they were set, and refuses a list with faults, each by its place', async (t) => {
    const museum = await openMuseum(t);
    assert.deepEqual((await museum.api('GET', '/cards')).json, []);
    assert.deepEqual((await put(museum, [SHOWN, LISTED])).json, [SHOWN, LISTED]);
    assert.deepEqual((await museum.api('GET', '/cards')).json, [SHOWN, LISTED]);
    const faults = await put(museum, [
      { ...SHOWN, pattern: '#' },
      { ...SHOWN, pattern: '#{8,7}' },
      { ...LISTED, pattern: '@{6}-@{5}' },
      { ...LISTED, card: 'ean', pattern: '#{12}', check: 'ean13' },
    ]);
    assert.equal(faults.status, 400);
    assert.deepEqual(
      faults.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/0/pattern', '/1/card', '/1/pattern', '/2/pattern', '/3/pattern'],
    );
    assertRefused(await put(museum, [SHOWN, { ...LISTED, pattern: '1#{7}' }]), 409, 'cards-overlap');
    assertRefused(await put(museum, [{ ...SHOWN, category: 'clan' }]), 400, 'category-unknown', [
      'body /0/category',
    ]);
    assert.deepEqual((await museum.api('GET', '/cards')).json, [SHOWN, LISTED]);
  });

  it('lets in with a card that is shown once somebody has looked at it, and counts it once', async (t) => {
    const museum = await opened(t);
    const checkInId = ids();
    const asked = await scan(museum, ' 12345678 ', { checkInId });
    assert.deepEqual(said(asked), ['refused', 'card-show']);
    assert.equal(asked.message, 'Museumkaart: check name and photo.');
    assert.equal((await inside(museum)).admitted, 0);
    const shown = await scan(museum, ' 12345678 ', { checkInId, shown: true });
    assert.deepEqual(said(shown), ['admitted', undefined]);
    assert.deepEqual(shown.card, { card: 'museumkaart', name: 'Museumkaart', places: 1 });
    assert.equal(shown.message, 'Museumkaart, Monday 1 March.');
    assert.deepEqual(said(await scan(museum, ' 12345678 ', { checkInId, shown: true })), said(shown));
    const { admitted, inside: are } = await inside(museum);
    assert.deepEqual([admitted, are], [1, 1]);
    const again = await scan(museum, '12345678', { shown: true });
    assert.deepEqual(said(again), ['refused', 'already-admitted']);
    assert.equal((await scan(museum, '12345678', { direction: 'out' })).verdict, 'left');
    assert.deepEqual(said(await scan(museum, '12345678', { direction: 'out' })), ['refused', 'not-inside']);
    assert.equal((await inside(museum)).inside, 0);
    assert.equal((await scan(museum, '12345678', { shown: true })).verdict, 'admitted');
    assert.deepEqual([(await inside(museum)).admitted, (await inside(museum)).inside], [1, 1]);
    await assertSound(museum);
  });

  it('lets in as often as it says on a day, and again on the next', async (t) => {
    const museum = await opened(t);
    await load(museum, 'city-card', 'CC-111111\n');
    for (const verdict of ['admitted', 'admitted', 'refused'])
      assert.equal((await scan(museum, 'cc-111111')).verdict, verdict);
    assert.equal((await inside(museum)).admitted, 2);
    museum.clock.advance(24 * HOUR);
    assert.equal((await scan(museum, 'CC-111111')).verdict, 'admitted');
  });

  it('takes an admission back, also at another door, and then lets in again', async (t) => {
    const museum = await opened(t);
    const checkInId = ids();
    await scan(museum, '12345678', { checkInId, shown: true });
    assert.equal((await museum.api('POST', `/check-ins/${checkInId}/undo`, { as: 'gate' })).status, 200);
    assert.equal((await inside(museum)).admitted, 0);
    assertRefused(
      await museum.api('POST', `/check-ins/${checkInId}/undo`, { as: 'gate' }),
      409,
      'not-undoable',
    );
    assert.equal((await scan(museum, '12345678', { shown: true })).verdict, 'admitted');
  });

  it('records what gates have decided alone, and marks what was once too often', async (t) => {
    const museum = await opened(t);
    await load(museum, 'city-card', 'CC-111111');
    await scan(museum, '12345678', { shown: true });
    const at = '2027-03-01T10:00:00Z';
    const [first, second, third, shown] = [ids(), ids(), ids(), ids()];
    const listed = { code: 'CC-111111', at, verdict: 'admitted' };
    const checkIns = [
      ...[first, second, third].map((checkInId) => ({ ...listed, checkInId })),
      { code: '12345678', at, verdict: 'admitted', shown: true, checkInId: shown },
    ];
    const send = () => museum.api('POST', '/check-ins/batch', { as: 'gate', body: { checkIns } });
    const { json } = await send();
    assert.deepEqual(
      json.map(({ conflict = false }: { conflict?: boolean }) => conflict),
      [false, false, true, true],
    );
    assert.deepEqual((await send()).json, json);
    const { admitted, conflicts } = await inside(museum);
    assert.deepEqual([admitted, conflicts], [3, 2]);
    assert.equal((await museum.api('POST', `/check-ins/${first}/undo`, { as: 'gate' })).status, 200);
    const after = await inside(museum);
    assert.deepEqual([after.admitted, after.conflicts], [3, 1]);
  });

  it('replaces the list of a card’s numbers, or adds to it, and names lines that are no numbers', async (t) => {
    const museum = await opened(t);
    assertRefused(await gateList(museum, 'city-card'), 404, 'card-not-found');
    assert.deepEqual(said(await scan(museum, 'CC-111111')), ['refused', 'card-unknown']);
    const first = await load(museum, 'city-card', '\uFEFFCC-111111\r\n cc-222222 \n\nCC-111111\n');
    assert.deepEqual([first.status, first.json], [200, { numbers: 2 }]);
    assert.equal((await scan(museum, 'CC-111111')).verdict, 'admitted');
    assert.deepEqual((await load(museum, 'city-card', 'CC-333333\nCC-222222', '?add=true')).json, {
      numbers: 3,
    });
    const { json } = await gateList(museum, 'city-card');
    assert.equal(json.version, 2);
    assert.deepEqual(
      Buffer.from(json.numbers, 'base64').toString('hex'),
      ['CC-111111', 'CC-222222', 'CC-333333']
        .map((number) => prefixOf(number, json.key))
        .sort()
        .join(''),
    );
    assert.deepEqual((await load(museum, 'city-card', 'CC-333333')).json, { numbers: 1 });
    assert.deepEqual(said(await scan(museum, 'CC-222222')), ['refused', 'card-unknown']);
    const wrong = await load(museum, 'city-card', 'CC-444444\nCC-55\n\n\xff');
    assertRefused(wrong, 400, 'card-numbers-invalid', ['body ', 'body ']);
    assert.deepEqual(
      wrong.json.errors.map(({ detail }: { detail: string }) => detail),
      ['Line 2 does not match the pattern of the card.', 'Line 4 does not match the pattern of the card.'],
    );
    assert.equal((await scan(museum, 'CC-444444')).verdict, 'refused');
    assertRefused(await load(museum, 'town-card', ''), 404, 'card-not-found');
    const snapshot = (await museum.api('GET', '/gate/snapshot', { as: 'gate' })).json;
    assert.deepEqual(
      snapshot.cards.map(({ card, version }: { card: string; version?: number }) => [card, version]),
      [
        ['museumkaart', undefined],
        ['city-card', 3],
      ],
    );
    await assertSound(museum);
  });

  it('names what is wrong with a list, whatever it is, and keeps the one that it has', async (t) => {
    const museum = await opened(t);
    await load(museum, 'city-card', 'CC-111111');
    const told = async (list: string | Buffer) => {
      const { status, json } = await load(museum, 'city-card', list);
      return [status, json.errors?.map(({ detail }: { detail: string }) => detail)];
    };
    const latin = Buffer.from('CC-222222\nM\xfcller\n', 'latin1');
    assert.deepEqual(await told(latin), [400, ['Line 2 is not in UTF-8.']]);
    const utf16 = Buffer.from('\uFEFFCC-222222\n', 'utf16le');
    assert.equal((await told(utf16))[0], 400);
    const wrong = (line: number) => `Line ${line} does not match the pattern of the card.`;
    const long = `CC-222222${' '.repeat(2_000_000)}CC-3`;
    assert.deepEqual(await told(`${long}\nCC-222222`), [400, [wrong(1)]]);
    // It is refused long before its end, and the client still hears why.
    const many = Array.from({ length: 1_000_000 }, () => 'CC-2').join('\n');
    assert.deepEqual(await told(many), [400, Array.from({ length: 20 }, (_, line) => wrong(line + 1))]);
    assert.deepEqual((await gateList(museum, 'city-card')).json.version, 1);
    const twice = '\uFEFFCC-222222\r\nCC-333333\rcc-222222\n\n CC-333333 ';
    assert.deepEqual((await load(museum, 'city-card', twice)).json, { numbers: 2 });
    assert.deepEqual((await load(museum, 'city-card', '')).json, { numbers: 0 });
    await assertSound(museum);
  });

  it('keeps the list when an upload ends halfway, and does not keep what came of it', async (t) => {
    const museum = await opened(t);
    await load(museum, 'city-card', 'CC-111111');
    const connection = await museum.connect();
    const some = Array.from({ length: 3_000 }, (_, number) => `CC-${100_000 + number}\n`).join('');
    connection.send(
      `POST /v1.1/cards/city-card/numbers HTTP/1.1\r\nHost: x\r\nAuthorization: ${credentials('manager')}\r\n` +
        `Content-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n${some}`,
    );
    const parts = () =>
      museum.store.all<{ begun_at: number; is_current: number }>('SELECT * FROM card_list_parts');
    await until(async () => (await parts()).length === 2);
    connection.close();
    await until(async () => (await parts()).some(({ begun_at }) => begun_at === 0));
    assert.equal((await gateList(museum, 'city-card')).json.version, 1);
    const lease = { transaction: (work) => museum.store.transaction(work) } as Lease;
    while (await cardsJob(museum).step(lease));
    assert.equal((await parts()).length, 1);
    const [{ numbers }] = (await museum.store.all('SELECT count(*) AS numbers FROM card_numbers')) as [
      { numbers: number },
    ];
    assert.equal(numbers, 1);
  });

  it('takes up two lists that come at once one after the other', async (t) => {
    const museum = await opened(t);
    const list = (from: number) =>
      Array.from({ length: 2_500 }, (_, number) => `CC-${from + number}`).join('\n');
    await load(museum, 'city-card', list(100_000));
    const [one, other] = [list(200_000), list(300_000)];
    const replaced = await Promise.all([one, other].map((each) => load(museum, 'city-card', each)));
    assert.deepEqual(
      replaced.map(({ json }) => json),
      [{ numbers: 2_500 }, { numbers: 2_500 }],
    );
    const inOne = (await scan(museum, 'CC-200000')).verdict === 'admitted';
    assert.equal((await scan(museum, 'CC-300000')).verdict === 'admitted', !inOne);
    const added = await Promise.all(
      [400_000, 401_000].map((from) => load(museum, 'city-card', list(from), '?add=true')),
    );
    assert.equal(Math.max(...added.map(({ json }) => json.numbers)), 6_000);
    const both = [load(museum, 'city-card', one), load(museum, 'city-card', list(400_000), '?add=true')];
    for (const { status } of await Promise.all(both)) assert.equal(status, 200);
    const { json } = await gateList(museum, 'city-card');
    assert.ok([2_500, 5_000].includes(Buffer.from(json.numbers, 'base64').length / 5));
    await assertSound(museum);
  });

  it('sends the list compressed, and not again to who has it', async (t) => {
    const museum = await opened(t);
    await load(museum, 'city-card', 'CC-111111');
    const ask = (headers: Record<string, string>) =>
      museum.api('GET', '/gate/cards/city-card', { as: 'gate', headers });
    const plain = await ask({});
    const packed = await ask({ 'accept-encoding': 'gzip' });
    assert.equal(gunzipSync(packed.bytes).toString(), plain.text);
    assert.equal(packed.headers['content-encoding'], 'gzip');
    const { etag = '' } = packed.headers;
    assert.equal((await ask({ 'accept-encoding': 'gzip', 'if-none-match': etag })).status, 304);
    await load(museum, 'city-card', 'CC-222222');
    const changed = await ask({ 'accept-encoding': 'gzip', 'if-none-match': etag });
    assert.deepEqual([changed.status, JSON.parse(gunzipSync(changed.bytes).toString()).version], [200, 2]);
  });

  it('reports by month and card who came, and what the issuer pays', async (t) => {
    const museum = await opened(t);
    await load(museum, 'city-card', 'CC-111111');
    for (const code of ['11111111', '22222222']) await scan(museum, code, { shown: true });
    await scan(museum, '11111111', { direction: 'out' });
    await scan(museum, 'CC-111111');
    const path = '/reports/visits?by=card&startDate=2027-03-01&endDate=2027-03-31';
    const { json, text } = await museum.api('GET', path, { as: 'manager' });
    const figures = { admitted: 1, persons: 1, left: 0, conflicts: 0 };
    assert.deepEqual(
      json.rows,
      [
        { month: '2027-03', card: 'city-card', cardName: 'City Card', ...figures, worth: 0 },
        {
          month: '2027-03',
          card: 'museumkaart',
          cardName: 'Museumkaart',
          admitted: 2,
          persons: 2,
          left: 1,
          conflicts: 0,
          worth: 19,
        },
      ],
      text,
    );
    assert.equal(json.total.worth, 19);
    const { entries } = await inside(museum);
    assert.deepEqual((entries as object[])[2], { entry: 'card', admitted: 3, left: 1, inside: 2 });
    for (const [by, key] of [
      ['entry', { entry: 'card' }],
      ['event', { eventId: null, eventName: 'General entry' }],
      ['category', { category: 'standard', categoryName: 'Standard' }],
    ] as const) {
      const grouped = await museum.api('GET', path.replace('by=card', `by=${by}`), { as: 'manager' });
      const all = { admitted: 3, persons: 3, left: 1, conflicts: 0 };
      assert.deepEqual(grouped.json.rows, [{ ...key, ...all }], by);
    }
    const csv = await museum.api('GET', path, { as: 'manager', headers: { accept: 'text/csv' } });
    assert.match(csv.text, /^month,card,cardName,admitted,persons,left,conflicts,worth\r\n2027-03,city-card/);
    assert.deepEqual((await museum.api('GET', path, { as: 'partner' })).json.rows, []);
  });

  it('keeps no number', async (t) => {
    const museum = await opened(t);
    await load(museum, 'city-card', 'CC-987654');
    await scan(museum, 'CC-987654');
    await scan(museum, '98765432', { shown: true });
    const [scanned] = await museum.store.all<{ scan_hash: string }>(
      'SELECT scan_hash FROM check_ins LIMIT 1',
    );
    const guess = JSON.stringify(['CC-987654', undefined, undefined, undefined, 'in', undefined, undefined]);
    assert.notEqual(scanned?.scan_hash, hash('sha256', guess, 'base64url').slice(0, 22));
    for (const table of ['check_ins', 'card_numbers', 'card_registrations', 'journal']) {
      const rows = await museum.store.all(`SELECT * FROM ${table}`);
      assert.doesNotMatch(JSON.stringify(rows), /987654/, table);
    }
  });

  it('reads a ticket as a ticket, and a card that its own doors do not admit as such', async (t) => {
    const museum = await opened(t);
    const ticket = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    assert.equal((await scan(museum, ticket.confirmationCode)).reason, 'unreadable');
    const door = '0199f3a2-7b1c-4d3e-8f4a-0000000000aa';
    const there = await scan(museum, '12345678', { shown: true, admits: door });
    assert.deepEqual(said(there), ['refused', 'other-event']);
  });
});

function prefixOf(number: string, key: string): string {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64')).update(number);
  return hmac.digest('hex').slice(0, 10);
}
