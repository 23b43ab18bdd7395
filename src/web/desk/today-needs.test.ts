import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarDay } from '../../core/calendar-day.ts';
import { museumCalendar } from '../../core/clock.ts';
import { localTimes } from '../../core/zoned-time.ts';
import { wordsIn } from '../../pages/texts.ts';
import type { Clerk } from './desk-page.ts';
import { findTroubles, needs } from './today-needs.ts';

const GIB = 2 ** 30;
const words = wordsIn('en', { timeZone: 'Europe/Berlin', currency: 'EUR' });
const manager = { actor: { role: 'manager' }, language: 'en', words } as Clerk;

async function toldOf(free: number, total: number, clerk = manager): Promise<string | undefined> {
  const store = { all: async () => [], get: async () => undefined };
  const clock = { now: () => 0 };
  const desk = {
    ...{
      store,
      clock,
      calendar: museumCalendar(clock, 'Europe/Berlin'),
      terms: { localOf: localTimes('Europe/Berlin') },
    },
    diskSpace: async () => ({ free, total }),
  };
  const troubles = await findTroubles({ ...desk, ...clerk } as never);
  return needs(clerk, { conflicts: 0, wrong: [], ahead: [], troubles })?.text;
}

test('a disk that is nearly full is told in time, and a large one only when little is left', async () => {
  assert.match(`${await toldOf(0.55 * GIB, 40 * GIB)}`, /0\.5 GiB/);
  assert.match(`${await toldOf(1.9 * GIB, 40 * GIB)}`, /1\.9 GiB/);
  assert.equal(await toldOf(3 * GIB, 40 * GIB), undefined);
  assert.equal(await toldOf(3 * GIB, 4_000 * GIB), undefined);
  assert.match(`${await toldOf(0.5 * GIB, 4_000 * GIB)}`, /0\.5 GiB/);
  assert.equal(await toldOf(0, 40 * GIB, { ...manager, actor: { role: 'viewer' } } as Clerk), undefined);
});

test('each thing that needs a person has a line of its own', () => {
  const slot = { day: calendarDay('2027-03-01'), left: 1 };
  const troubles = {
    webhooks: undefined,
    mail: undefined,
    cardVisits: undefined,
    payments: undefined,
    overfull: undefined,
    toPayBack: undefined,
    owing: undefined,
    disk: undefined,
    keySince: undefined,
  };
  const text =
    needs(manager, { conflicts: 2, wrong: undefined, ahead: [slot as never], troubles })?.text ?? '';
  assert.equal(text.match(/<li>/g)?.length, 2);
  assert.equal(needs(manager, { conflicts: 0, wrong: [], ahead: [], troubles }), undefined);
});
