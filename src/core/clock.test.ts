import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { jumpGuardedClock, museumCalendar, systemClock, untrustedLead } from './clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the museum’s day', () => {
  it('begins at midnight in its own zone, on days of 23 and 25 hours too', () => {
    for (const [zone, start, hours] of [
      ['Europe/Berlin', '2027-03-27T23:00:00Z', 23],
      ['Europe/Berlin', '2027-10-30T22:00:00Z', 25],
      ['America/New_York', '2027-03-14T05:00:00Z', 23],
      ['America/New_York', '2027-11-07T04:00:00Z', 25],
      ['Australia/Lord_Howe', '2027-04-03T13:00:00Z', 24.5],
      ['Asia/Kolkata', '2027-12-31T18:30:00Z', 24],
    ] as const) {
      const clock = manualClock(Date.parse(start) - 1);
      const calendar = museumCalendar(clock, zone);
      const before = calendar.today();
      clock.advance(1);
      const day = calendar.today();
      assert.notEqual(day, before, zone);
      clock.advance(hours * HOUR - 1);
      assert.equal(calendar.today(), day, zone);
      clock.advance(1);
      assert.notEqual(calendar.today(), day, zone);
    }
  });

  it('follows a clock that is set back', () => {
    const clock = manualClock(Date.parse('2027-03-01T00:00:00Z'));
    const calendar = museumCalendar(clock, 'UTC');
    assert.equal(calendar.today(), '2027-03-01');
    clock.advance(-1);
    assert.equal(calendar.today(), '2027-02-28');
  });

  it('differs between zones at the same instant', () => {
    const clock = manualClock(Date.parse('2026-12-31T10:30:00Z'));
    assert.equal(museumCalendar(clock, 'Pacific/Kiritimati').today(), '2027-01-01');
    assert.equal(museumCalendar(clock, 'Pacific/Pago_Pago').today(), '2026-12-30');
    assert.equal(museumCalendar(clock, 'Pacific/Apia').today(), '2026-12-31');
  });

  it('is written with the digits and the calendar of the interface in every zone', () => {
    const clock = manualClock(Date.parse('2027-03-01T12:00:00Z'));
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      assert.match(museumCalendar(clock, zone).today(), /^2027-03-0[12]$|^2027-02-28$/, zone);
    }
  });

  it('is the last calendar day for a clock beyond the year 9999', () => {
    for (const now of ['+010000-01-01T12:00:00Z', '+275760-09-12T00:00:00Z'])
      assert.equal(museumCalendar(manualClock(Date.parse(now)), 'Europe/Berlin').today(), '9999-12-31');
  });

  it('tells no time after the year 9999', (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.parse('+012000-01-01T00:00:00Z') });
    assert.equal(new Date(systemClock.now()).toISOString(), '9999-12-31T23:59:59.999Z');
  });

  it('needs a zone that exists', () => {
    assert.throws(() => museumCalendar(manualClock(), 'Atlantis/Poseidonis'), RangeError);
  });
});

describe('a clock that is set ahead', () => {
  it('by more than the limit is not trusted until it has been ahead for a day', () => {
    const clock = manualClock();
    const lead = untrustedLead(clock, DAY);
    clock.setAhead(DAY);
    assert.equal(lead(), 0);
    clock.setAhead(DAY + 1);
    assert.equal(lead(), DAY + 1);
    clock.advance(DAY - 1);
    assert.equal(lead(), DAY + 1);
    clock.advance(1);
    assert.equal(lead(), 0);
  });

  it('is not trusted for another day after it was right in between', () => {
    const clock = manualClock();
    const lead = untrustedLead(clock, DAY);
    clock.setAhead(9 * DAY);
    assert.equal(lead(), 9 * DAY);
    clock.advance(-9 * DAY);
    assert.equal(lead(), 0);
    clock.advance(2 * DAY);
    clock.setAhead(9 * DAY);
    assert.equal(lead(), 9 * DAY);
  });

  it('is compared with the time that it was set back to before', () => {
    const clock = manualClock();
    const lead = untrustedLead(clock, DAY);
    clock.advance(-9 * DAY);
    assert.equal(lead(), 0);
    clock.setAhead(9 * DAY);
    assert.equal(lead(), 9 * DAY);
  });

  it('has a trusted time that goes on without the jump, in whole milliseconds', () => {
    const clock = manualClock(0);
    const guarded = jumpGuardedClock({ ...clock, elapsed: () => clock.elapsed() / 3 }, DAY);
    clock.setAhead(9 * DAY);
    clock.advance(1_000);
    assert.equal(guarded.now(), 9 * DAY + 1_000);
    assert.equal(guarded.trusted?.(), 333);
  });
});
