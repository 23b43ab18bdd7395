import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarDay } from '../../../core/calendar-day.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { CheckedIn, GateKnowledge } from '../../../gate/index.ts';
import { readOfflineScans, readScan, showCheckIn, showKnowledge } from './presenters.ts';

const [ONE, TWO, THREE] = ['a', 'b', 'c'].map((letter) => `01a0d5c4-a3d1-7042-b6c8-91e5d30f7a2${letter}`) as [
  Uuid,
  Uuid,
  Uuid,
];
const upper = (uuid: Uuid) => uuid.toUpperCase() as Uuid;

test('an admission is shown without the reason that it overrides', () => {
  const checkIn = { checkInId: ONE, verdict: 'admitted', reason: 'already-admitted', message: 'In.', at: 0 };
  const shown = (more: object) => showCheckIn({ checkIn: { ...checkIn, ...more } } as unknown as CheckedIn);
  assert.deepEqual(shown({}), {
    ...{ checkInId: ONE, verdict: 'admitted', message: 'In.', at: '1970-01-01T00:00:00.000Z' },
  });
  assert.equal(shown({ verdict: 'refused' }).reason, 'already-admitted');
});

test('ids of a scan are read in either case', () => {
  assert.deepEqual(readScan({ ticketId: upper(ONE), checkInId: upper(TWO), admits: upper(THREE) }), {
    ...{ ticketId: ONE, checkInId: TWO, admits: THREE },
  });
  const at = '2027-03-01T10:00:00Z';
  const [scan] = readOfflineScans([{ code: 'x', checkInId: upper(ONE), at, verdict: 'left' }]);
  assert.deepEqual([scan?.checkInId, scan?.direction, scan?.at], [ONE, 'out', Date.parse(at)]);
});

test('a snapshot says which tickets are inside, since when and through which door, as far as that is known', () => {
  const known = {
    ...{
      day: calendarDay('2027-03-01'),
      validUntil: 0,
      keys: [],
      events: [],
      cancelledDates: [],
      closedDays: [],
      postponed: [],
    },
    ...{ categories: [], nights: [], openDays: [], revokedKeys: [], cards: [] },
    ...{ passTypes: [], blockedPasses: [], passEntries: [], voidPasses: [] },
    admitted: [
      { ticketId: ONE, at: 1_999, gate: 'East' },
      { ticketId: TWO, at: 2_000 },
      { ticketId: THREE, at: 3_000, gate: 'East' },
    ],
    ...{
      left: [],
      entered: [{ ticketId: ONE, at: 4_000, gate: 'West' }],
      exited: [],
      takenBack: [],
      void: [],
      imported: [],
      cursor: { day: calendarDay('2027-03-01'), number: 0, seal: '' },
    },
  } as unknown as GateKnowledge;
  const shown = showKnowledge(known, { early: 10, late: 30 });
  const { admitted, admittedAt, admittedGates, gates } = shown;
  assert.deepEqual(admitted, [ONE, TWO, THREE]);
  assert.deepEqual(admittedAt, [1, 2, 3]);
  assert.deepEqual(admittedGates, [0, -1, 0]);
  assert.deepEqual(gates, ['East', 'West']);
  assert.deepEqual([shown.entered, shown.enteredAt, shown.enteredGates], [[ONE], [4], [1]]);
});
