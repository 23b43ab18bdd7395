import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY, YESTERDAY } from '../../fixtures/samples.ts';

const forToday = () => generalPurchase({ ticketDate: TODAY });
let made = 0;
const newId = () => `0199f3a2-7b1c-4d3e-8f4b-${(++made).toString(16).padStart(12, '0')}`;

describeOnDatabase((openMuseum) => {
  it('records what a gate decided alone as it happened, once', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const checkIns = [
      { checkInId: newId(), ticketId, at: '2027-03-01T09:40:00Z', verdict: 'left', direction: 'out' },
      { checkInId: newId(), ticketId, at: '2027-03-01T09:10:00Z', verdict: 'admitted', gate: 'East door' },
      { checkInId: newId(), code: 'x', at: '2027-03-01T10:20:00+01:00', verdict: 'refused' },
    ];
    const first = await hand(museum, { checkIns });
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(
      first.json.map(({ checkInId, verdict, at, conflict }: Shown) => ({ checkInId, verdict, at, conflict })),
      checkIns.map(({ checkInId, verdict, at }) => ({
        checkInId,
        verdict,
        at: new Date(at).toISOString(),
        conflict: undefined,
      })),
    );
    assert.equal(first.json[2].reason, 'unreadable');
    const again = await hand(museum, { checkIns });
    assert.equal(again.text, first.text);
    assert.equal(await count(museum), 3);
    const { admitted, left, inside, conflicts } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([admitted, left, inside, conflicts], [1, 1, 0, 0]);
    const { state, admissions } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
    assert.equal(state, 'admitted');
    assert.deepEqual(admissions, [
      { at: '2027-03-01T09:10:00.000Z', gate: 'East door', direction: 'in' },
      { at: '2027-03-01T09:40:00.000Z', direction: 'out' },
    ]);
  });

  it('tells a ticket that two gates let in as a conflict, and only the second of them', async (test) => {
    const museum = await openMuseum(test);
    const tickets = await Promise.all([1, 2, 3].map(() => buyTicket(museum, forToday())));
    const [one, two, three] = tickets.map(({ ticketId }) => ticketId);
    await museum.api('POST', '/check-ins', { body: { ticketId: one, gate: 'West door' }, as: 'gate' });
    const at = '2027-03-01T09:30:00Z';
    const checkIns = [one, two, three].map((ticketId) => ({
      checkInId: newId(),
      ticketId,
      at,
      verdict: 'admitted',
    }));
    const answer = await hand(museum, { checkIns });
    assert.deepEqual(answer.json.map(conflictOf), [true, false, false]);
    const other = [{ checkInId: newId(), ticketId: two, at: '2027-03-01T09:20:00Z', verdict: 'admitted' }];
    assert.deepEqual((await hand(museum, { checkIns: other })).json.map(conflictOf), [true]);
    const { admitted, inside, conflicts } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([admitted, inside, conflicts], [3, 3, 2]);
  });

  it('counts a conflict only as long as the other admission is not taken back', async (test) => {
    for (const reentry of ['after-exit', 'never']) {
      const museum = await openMuseum(test, { settings: { MUSEUM_REENTRY: reentry } });
      const { ticketId } = await buyTicket(museum, forToday());
      const admissions = ['09:30', '09:10', '09:50'].map((time) => admittedAt(ticketId, time));
      for (const [index, admission] of admissions.entries()) {
        const { json } = await hand(museum, { checkIns: [admission] });
        assert.deepEqual(json.map(conflictOf), [index > 0]);
      }
      for (const [index, { checkInId }] of admissions.entries()) {
        const undone = await museum.api('POST', `/check-ins/${checkInId}/undo`);
        assert.equal(undone.status, 200, undone.text);
        const { inside, conflicts } = (await museum.api('GET', '/occupancy')).json;
        assert.deepEqual([inside, conflicts], [index < 2 ? 1 : 0, Math.max(0, 1 - index)]);
      }
    }
  });

  it('tells the later ones as conflicts when a batch brings admissions of one ticket, in any order', async (test) => {
    for (const reentry of ['after-exit', 'never', 'always']) {
      const museum = await openMuseum(test, { settings: { MUSEUM_REENTRY: reentry } });
      const isTold = reentry !== 'always';
      for (const order of [
        [0, 1],
        [1, 0],
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ]) {
        const { ticketId } = await buyTicket(museum, forToday());
        const checkIns = order.map((minute) => admittedAt(ticketId, `09:1${minute}`));
        const first = await hand(museum, { checkIns });
        assert.deepEqual(
          first.json.map(conflictOf),
          order.map((minute) => isTold && minute > 0),
        );
        assert.equal((await hand(museum, { checkIns })).text, first.text);
      }
      const { conflicts } = (await museum.api('GET', '/occupancy')).json;
      assert.equal(conflicts, isTold ? 8 : 0);
    }
  });

  it('tells no conflict when the ticket had left in between, and each one beside what is recorded', async (test) => {
    const museum = await openMuseum(test);
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => buyTicket(museum, forToday())));
    const left = (ticketId: string, time: string) => ({ ...admittedAt(ticketId, time), verdict: 'left' });
    const again = await hand(museum, {
      checkIns: [
        admittedAt(one.ticketId, '09:30'),
        left(one.ticketId, '09:20'),
        admittedAt(one.ticketId, '09:10'),
      ],
    });
    assert.deepEqual(again.json.map(conflictOf), [false, false, false]);
    // Recorded already; the batch brings admissions before and after it.
    for (const [{ ticketId }, times] of [
      [two, ['09:10', '09:20']],
      [three, ['09:20', '09:40', '09:50']],
    ] as const) {
      await hand(museum, { checkIns: [admittedAt(ticketId, '09:30')] });
      const others = await hand(museum, { checkIns: times.map((time) => admittedAt(ticketId, time)) });
      assert.deepEqual(
        others.json.map(conflictOf),
        times.map(() => true),
      );
    }
  });

  it('counts no conflict any more once another gate hands in that the visitor had left, or that it let in nobody', async (test) => {
    const museum = await openMuseum(test);
    const [one, two] = await Promise.all([1, 2].map(() => buyTicket(museum, forToday())));
    const lost = { checkInId: newId(), ticketId: two.ticketId };
    await museum.api('POST', '/check-ins', { body: lost, as: 'gate' });
    const later = [admittedAt(one.ticketId, '09:10'), admittedAt(two.ticketId, '09:40')];
    await hand(museum, { checkIns: later });
    assert.deepEqual(
      (await hand(museum, { checkIns: [admittedAt(one.ticketId, '09:30')] })).json.map(conflictOf),
      [true],
    );
    const conflicts = async () => (await museum.api('GET', '/occupancy')).json.conflicts;
    assert.equal(await conflicts(), 2);
    const exit = { ...admittedAt(one.ticketId, '09:20'), verdict: 'left', direction: 'out' };
    await hand(museum, { checkIns: [exit] });
    assert.equal(await conflicts(), 1);
    // Its answer was lost on the way, and the gate turned the visitor away.
    await hand(museum, { checkIns: [{ ...lost, at: '2027-03-01T10:00:00Z', verdict: 'refused' }] }, 'gate');
    assert.equal(await conflicts(), 0);
  });

  it('does not count as a conflict that somebody was let in again knowingly', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const checkIns = [
      { ...admittedAt(ticketId, '09:20'), override: 'Forgot her coat' },
      admittedAt(ticketId, '09:10'),
    ];
    const answer = await hand(museum, { checkIns }, 'manager');
    assert.deepEqual(answer.json.map(conflictOf), [false, false]);
  });

  it('takes a scan for the same whether the service or the gate has decided it', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const [mine, other] = [newId(), newId()];
    await museum.api('POST', '/check-ins', { body: { ticketId, checkInId: mine }, as: 'gate' });
    // The answer was lost on the way, and the gate decided the same.
    const checkIns = [{ checkInId: mine, ticketId, at: '2027-03-01T09:59:59Z', verdict: 'admitted' }];
    const [same] = (await hand(museum, { checkIns })).json;
    assert.deepEqual(
      [same.verdict, same.at, same.conflict],
      ['admitted', '2027-03-01T10:00:00.000Z', undefined],
    );
    // Here it let in whom the service had refused, and somebody else is signed in by now.
    const refused = { ticketId, checkInId: other };
    assert.equal(
      (await museum.api('POST', '/check-ins', { body: refused, as: 'gate' })).json.verdict,
      'refused',
    );
    const told = [{ ...refused, at: '2027-03-01T10:00:00Z', verdict: 'admitted' }];
    const [corrected] = (await hand(museum, { checkIns: told }, 'cashier')).json;
    assert.deepEqual([corrected.verdict, corrected.conflict], ['admitted', true]);
    assert.equal((await hand(museum, { checkIns: told })).json[0].conflict, true);
    // What a gate has told once, it can't tell otherwise.
    const otherwise = [{ ...refused, at: '2027-03-01T10:00:00Z', verdict: 'refused' }];
    assert.equal((await hand(museum, { checkIns: otherwise }, 'manager')).json[0].verdict, 'admitted');
    assert.equal(await count(museum), 2);
    const { conflicts } = (await museum.api('GET', '/occupancy')).json;
    assert.equal(conflicts, 1);
    const rows = await museum.store.all(`SELECT details FROM journal WHERE kind = 'check-in.corrected'`);
    assert.equal(rows.length, 1);
  });

  it('takes back an admission only for the account that made it, and for those who may undo any', async (test) => {
    const museum = await openMuseum(test);
    for (const [as, stays] of [
      ['cashier', true],
      ['gate', false],
      ['manager', false],
    ] as const) {
      const { ticketId } = await buyTicket(museum, forToday());
      const scan = { checkInId: newId(), ticketId };
      await museum.api('POST', '/check-ins', { body: scan, as: 'gate' });
      const checkIns = [{ ...scan, at: '2027-03-01T10:00:00Z', verdict: 'refused' }];
      const [told] = (await hand(museum, { checkIns }, as)).json;
      const { state } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
      assert.deepEqual([told.verdict, state], stays ? ['admitted', 'admitted'] : ['refused', 'valid'], as);
    }
  });

  it('puts right what a clock says that is hours off', async (test) => {
    const museum = await openMuseum(test);
    const tickets = await Promise.all([1, 2, 3, 4, 5].map(() => buyTicket(museum, forToday())));
    const one = (index: number, at: string) => [
      { checkInId: newId(), ticketId: tickets[index].ticketId, at, verdict: 'admitted' },
    ];
    // Three hours ahead, and it says so.
    const ahead = { checkIns: one(0, '2027-03-01T12:30:00Z'), sentAt: '2027-03-01T13:00:00Z' };
    assert.equal((await hand(museum, ahead)).json[0].at, '2027-03-01T09:30:00.000Z');
    // Five hours behind.
    const behind = { checkIns: one(1, '2027-03-01T04:50:00Z'), sentAt: '2027-03-01T05:00:00Z' };
    assert.equal((await hand(museum, behind)).json[0].at, '2027-03-01T09:50:00.000Z');
    // It does not say what it thinks the time is, but nothing is handed in before it happens.
    const future = { checkIns: [...one(2, '2027-03-01T15:00:00Z')] };
    assert.equal((await hand(museum, future)).json[0].at, '2027-03-01T10:00:00.000Z');
    // Less than two minutes ahead is no wrong clock, though what it tells of has happened by now.
    const little = { checkIns: [...one(3, '2027-03-01T09:50:00Z'), ...one(4, '2027-03-01T10:01:00Z')] };
    assert.deepEqual(
      (await hand(museum, little)).json.map(({ at }: Shown) => at),
      ['2027-03-01T09:50:00.000Z', '2027-03-01T10:00:00.000Z'],
    );
    const rows = await museum.store.all(
      'SELECT at, device_at, recorded_at FROM check_ins ORDER BY device_at',
    );
    assert.deepEqual(
      rows.map(({ device_at }) => new Date(device_at as number).toISOString().slice(11, 16)),
      ['04:50', '09:50', '10:01', '12:30', '15:00'],
    );
    for (const { recorded_at } of rows) assert.equal(recorded_at, museum.clock.now());
  });

  it('names the scans whose time can’t be right, and takes the others without them', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const at = (time: string, verdict = 'refused') => ({ checkInId: newId(), ticketId, at: time, verdict });
    const good = [at('2027-01-30T10:00:00Z'), at('2027-03-01T09:00:00Z', 'admitted')];
    const checkIns = [good[0], at('2027-01-30T09:59:59Z'), good[1], at('1970-01-01T00:00:00Z')];
    const { status, json } = await hand(museum, { checkIns });
    assert.deepEqual([status, json.type], [400, '/problems/implausible-scan-times']);
    assert.deepEqual(
      json.errors.map(({ pointer }: Shown) => pointer),
      ['/checkIns/1/at', '/checkIns/3/at'],
    );
    assert.match(json.detail, /checkIns\/1\/at is 2027-01-30T09:59:59.000Z .* 2027-01-30T10:00:00.000Z/);
    assert.equal(await count(museum), 0);
    assert.equal((await hand(museum, { checkIns: good })).status, 200);
    // A year later the first ticket is older than thirty days.
    museum.clock.advance(365 * 86_400_000);
    for (const [time, expected] of [
      ['2027-03-01T10:00:00Z', 200],
      ['2027-03-01T09:59:59Z', 400],
    ] as const)
      assert.equal((await hand(museum, { checkIns: [at(time)] })).status, expected, time);
  });

  it('takes what a gate hands in whose clock has started in 1970, as soon as it says what time it thinks it is', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const checkIns = [{ checkInId: newId(), ticketId, at: '1970-01-01T00:05:00Z', verdict: 'admitted' }];
    assert.equal((await hand(museum, { checkIns })).status, 400);
    const { json } = await hand(museum, { checkIns, sentAt: '1970-01-01T00:15:00Z' });
    assert.deepEqual([json[0].verdict, json[0].at], ['admitted', '2027-03-01T09:50:00.000Z']);
  });

  it('records what a gate hands in that was switched off for a day', async (test) => {
    const museum = await openMuseum(test);
    museum.clock.advance(-86_400_000);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: YESTERDAY }));
    museum.clock.advance(86_400_000);
    const today = await buyTicket(museum, forToday());
    const checkIns = [
      { checkInId: newId(), ticketId, at: '2027-02-28T10:00:00Z', verdict: 'admitted' },
      admittedAt(today.ticketId, '09:10'),
    ];
    const { json } = await hand(museum, { checkIns });
    assert.deepEqual([json[0].verdict, json[0].message], ['admitted', 'General entry, Sunday 28 February.']);
    assert.equal((await museum.api('GET', `/occupancy?date=${YESTERDAY}`)).json.admitted, 1);
    assert.equal((await museum.api('GET', '/occupancy')).json.admitted, 1);
    const noted = (await museum.api('GET', '/journal?kind=tickets.admitted')).json;
    assert.deepEqual(noted.map(({ subject }: Shown) => subject).sort(), [YESTERDAY, TODAY]);
  });

  it('records nothing of a batch with a bad entry, and names it', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const good = () => ({ checkInId: newId(), ticketId, at: '2027-03-01T09:00:00Z', verdict: 'admitted' });
    const twice = good();
    const wrong: [unknown[], string][] = [
      [[{ ...good(), verdict: 'left', direction: 'in' }], '/checkIns/0/verdict'],
      [[], '/checkIns'],
      [[good(), { ...good(), verdict: 'perhaps' }], '/checkIns/1/verdict'],
      [[good(), { ...good(), at: 'yesterday' }], '/checkIns/1/at'],
      [[good(), { ...good(), code: 'x' }], '/checkIns/1'],
      [[good(), { ...good(), ticketId: undefined }], '/checkIns/1'],
      [[good(), { ...good(), direction: 'out' }], '/checkIns/1/verdict'],
      [[good(), good(), { ...good(), checkInId: undefined }], '/checkIns/2/checkInId'],
      [[twice, good(), { ...twice, checkInId: twice.checkInId.toUpperCase() }], '/checkIns/2/checkInId'],
      [Array.from({ length: 501 }, good), '/checkIns'],
    ];
    for (const [checkIns, pointer] of wrong) {
      const { status, json, text } = await hand(museum, { checkIns });
      assert.deepEqual([status, json.errors?.[0]?.pointer], [400, pointer], text);
    }
    const used = newId();
    await museum.api('POST', '/check-ins', { body: { code: 'x', checkInId: used }, as: 'gate' });
    const reused = await hand(museum, { checkIns: [good(), { ...good(), checkInId: used }] });
    assert.deepEqual([reused.status, reused.json.type], [422, '/problems/check-in-id-reused']);
    assert.equal(await count(museum), 1);
  });

  it('takes five hundred at once, codes and all, and no more than half a mebibyte', async (test) => {
    const museum = await openMuseum(test);
    const checkIns = Array.from({ length: 500 }, () => ({
      checkInId: newId(),
      code: `1A1${'Z'.repeat(151)}`,
      gate: 'The long gallery, at the back',
      at: '2027-03-01T09:00:00.000Z',
      verdict: 'refused',
      reason: 'unreadable',
    }));
    const answer = await hand(museum, { checkIns });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await count(museum), 500);
    const large = await hand(museum, { checkIns: [{ ...checkIns[0], code: 'x'.repeat(530_000) }] });
    assert.deepEqual([large.status, large.json.detail], [413, 'The body is larger than 524288 bytes.']);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: an answer's JSON
type Shown = any;

function admittedAt(ticketId: string, time: string) {
  return { checkInId: newId(), ticketId, at: `2027-03-01T${time}:00Z`, verdict: 'admitted' };
}

function hand(museum: Museum, body: unknown, as: Asker = 'gate') {
  return museum.api('POST', '/check-ins/batch', { body, as });
}

function conflictOf({ conflict = false }: Shown): boolean {
  return conflict;
}

async function count({ store }: Museum): Promise<number> {
  return (await store.all('SELECT 1 FROM check_ins')).length;
}
