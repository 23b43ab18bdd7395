import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { verdictCases } from '../../fixtures/gate-verdicts.ts';
import { writingFaults } from '../../fixtures/text-faults.ts';
import type { Language } from '../core/language.ts';
import { REASONS } from '../visits/index.ts';
import { decide, usedEntry } from './verdict.js';
import { textsOfVerdict, VERDICT_TEXTS } from './verdict-languages.js';
import type { Known, Reason, TicketAtGate } from './verdict-types.ts';

const cases = verdictCases();
const usual = cases[0]?.known as Known;

describe('what the gate says', () => {
  for (const { name, known, decision } of cases) {
    it(`to ${name}`, () => assert.deepEqual(decide(known), decision));
  }

  it('counts whole seconds, because snapshots hold no fractions of seconds', () => {
    const said = (millisecond: number) => {
      const at = usual.now - 28 * 60_000 + millisecond;
      const ticket = {
        ticketDate: usual.days[0] as string,
        eventId: null,
        lastDirection: 'in',
        lastIn: { at },
      } as const;
      return decide({ ...usual, ticket }).message;
    };
    assert.match(said(0), /28 minutes ago/);
    assert.equal(said(700), said(0));
  });

  it('meets every verdict and reason in these cases', () => {
    assert.deepEqual(new Set(cases.map(({ decision }) => decision.verdict)).size, 3);
    const met = new Set(cases.map(({ decision }) => decision.reason));
    assert.deepEqual(
      REASONS.filter((reason) => !met.has(reason)),
      [],
    );
  });

  it('is written down in docs/gate.md, reason by reason', () => {
    const page = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| \d+ \| `([a-z-]+)` /gm)].map(([, reason]) => reason);
    assert.deepEqual(listed, [...REASONS]);
  });

  it('is said in each language of the pages, with the same verdict and the same facts', () => {
    const facts = (message: string) =>
      message.match(/\d\d:\d\d|\b\d+\b|Sorolla and the sea|East door/g) ?? [];
    for (const [language, texts] of Object.entries(VERDICT_TEXTS)) {
      for (const { name, known, decision } of cases) {
        const { message, ...found } = decide(known, texts);
        const { message: english, ...expected } = decision;
        assert.deepEqual(found, expected, `${language}: ${name}`);
        assert.deepEqual(facts(message).sort(), facts(english).sort(), `${language}: ${message}`);
        assert.doesNotMatch(message, /undefined|null/);
        assert.deepEqual(writingFaults(language as Language, message), []);
        if (language !== 'en') assert.notEqual(message, english, language);
      }
    }
    const tomorrow = { ...usual, ticket: { ticketDate: '2026-12-12', eventId: null } };
    const { message } = decide(tomorrow, textsOfVerdict('de'));
    assert.equal(message, 'Für Samstag, 12. Dezember; heute ist Montag, 14. Dezember.');
    const first = { ...usual, ticket: { ticketDate: '2026-12-01', eventId: null } };
    assert.match(decide(first, textsOfVerdict('fr')).message, /^Pour le mardi 1er décembre/);
  });

  it('has the first hour of the day in the singular in Spanish, and the others in the plural', () => {
    const { time } = textsOfVerdict('es');
    assert.equal(time('01:12', undefined), 'a la 01:12');
    assert.equal(time('11:12', 'lunes 14 de diciembre'), 'el lunes 14 de diciembre a las 11:12');
  });
});

describe('a name in what the gate says', () => {
  const toEvent = (eventName: string, gate?: string): Known => ({
    ...usual,
    ticket: {
      ...{ ticketDate: usual.days[0] as string, eventId: 'a', eventName },
      ...(gate !== undefined && { lastDirection: 'in', lastIn: { at: usual.now, gate } }),
    },
  });

  it('begins a sentence as it is written, while the museum’s own words begin it with a capital', () => {
    for (const [language, texts] of Object.entries(VERDICT_TEXTS)) {
      const said = (known: Known) => decide(known, texts).message;
      const cancelled = (known: Known) =>
        said({ ...known, ticket: { ...(known.ticket as TicketAtGate), isCancelled: true } });
      const general = { ...toEvent(''), ticket: { ticketDate: usual.days[0] as string, eventId: null } };
      for (const say of [said, cancelled]) {
        for (const name of ['iPhone: twenty years', 'ijs en sneeuw'])
          assert.ok(say(toEvent(name)).startsWith(name), `${language}: ${say(toEvent(name))}`);
        for (const own of [general, toEvent('')]) assert.match(say(own), /^\p{Lu}/u, language);
      }
    }
  });

  it('is one line of the sentence, and leaves the letters around it in their order', () => {
    const [name, gate] = ['Line\none\u202e', 'North\r\ndoor \u2067'];
    assert.match(decide(toEvent(name)).message, /^Line one, Monday/);
    assert.match(decide(toEvent(name, gate)).message, / at North door \u2067\u2069, 0 seconds ago\.$/);
    const door = { direction: 'in', admits: 'b', admitsName: name } as const;
    assert.equal(decide({ ...toEvent(name), door }).message, 'For Line one; this door admits Line one.');
  });
});

describe('whatever is known', () => {
  const passage = fc.record({ at: fc.integer({ min: 0, max: 2e12 }), gate: fc.string() });
  const ticket = fc.record(
    {
      ticketDate: fc.constantFrom('2026-12-12', '2026-12-13', '2026-12-14'),
      eventId: fc.constantFrom(null, 'a', 'b'),
      eventName: fc.string().map((name) => `A${name}`),
      entryTime: fc.constant('14:30'),
      entryAt: fc.integer({ min: 0, max: 2e12 }),
      minutes: fc.integer({ min: 5, max: 1_440 }),
      category: fc.record({ number: fc.nat(63), name: fc.string(), places: fc.integer({ min: 1, max: 20 }) }),
      isVoid: fc.boolean(),
      isCancelled: fc.boolean(),
      lastDirection: fc.constantFrom('in', 'out'),
      lastIn: passage,
      lastOut: passage,
    },
    { requiredKeys: ['ticketDate', 'eventId'] },
  );
  const known = fc.record({
    ticket: fc.oneof(ticket, fc.constantFrom('unreadable', 'forged', 'withdrawn', 'unknown-ticket')),
    door: fc.record(
      {
        direction: fc.constantFrom('in', 'out'),
        admits: fc.constantFrom('general', 'a', 'b'),
        isOverridden: fc.boolean(),
      },
      { requiredKeys: ['direction'] },
    ),
    days: fc.constantFrom(['2026-12-14'], ['2026-12-13', '2026-12-14']),
    now: fc.constant(Date.parse('2026-12-14T09:46:00Z')),
    timeZone: fc.constantFrom('Europe/Berlin', 'Pacific/Chatham'),
    reentry: fc.constantFrom('after-exit', 'never', 'always'),
    entry: fc.constant({ early: 10, late: 30 }),
  }) as fc.Arbitrary<Known>;

  it('a gate comes to one verdict, with a reason when it refuses and a sentence always', () => {
    fc.assert(
      fc.property(known, (all) => {
        const { verdict, reason, message } = decide(all);
        assert.match(message, /^\S.*\.$/u);
        assert.ok(verdict !== 'refused' || reason !== undefined);
        assert.equal(verdict === 'left' && all.door.direction === 'in', false);
        assert.equal(verdict === 'admitted' && all.door.direction === 'out', false);
      }),
    );
  });

  it('no override admits a ticket that is void or cancelled, or what is no ticket', () => {
    const never: readonly (Reason | undefined)[] = [
      'void',
      'cancelled',
      'unreadable',
      'forged',
      'unknown-ticket',
    ];
    fc.assert(
      fc.property(known, (all) => {
        const { verdict, reason } = decide({ ...all, door: { ...all.door, isOverridden: true } });
        assert.ok(verdict === 'refused' || !never.includes(reason));
      }),
    );
  });
});

describe('a ticket for an event that includes general entry', () => {
  const now = usual.now;
  const combined: TicketAtGate = {
    ...{ ticketDate: usual.days[0] as string, eventId: 'a', eventName: 'Sorolla and the sea' },
    ...{ entryTime: '20:00', entryAt: now + 8 * 3_600_000, minutes: 60, includesEntry: true },
  };
  const inside = { lastDirection: 'in', lastIn: { at: now - 60_000 } } as const;
  const outside = { ...inside, lastDirection: 'out', lastOut: { at: now - 30_000 } } as const;
  const says = (
    ticket: Partial<TicketAtGate>,
    door: Partial<Known['door']> = {},
    rules: Partial<Known> = {},
  ) => {
    const known = { ...usual, ...rules, ticket: { ...combined, ...ticket } };
    const { verdict, reason } = decide({ ...known, door: { direction: 'in', ...door } });
    return reason ?? verdict;
  };
  const [general, own] = [{ admits: 'general' }, { admits: 'a' }];

  it('comes in at the museum’s door at any time, and at its event’s door at its own', () => {
    assert.equal(says({}, general), 'admitted');
    assert.equal(says({}), 'admitted');
    assert.equal(says({}, own), 'too-early');
    assert.equal(says({ entryAt: now }, own), 'admitted');
    assert.equal(says({}, { admits: 'b' }), 'other-event');
    assert.equal(says({ includesEntry: false }, general), 'other-event');
    assert.equal(says({ ticketDate: '2026-12-12' }, general), 'wrong-day');
  });

  it('uses each of its entries by itself, and both at a door for all', () => {
    const begun = { entryAt: now };
    assert.equal(says({ ...begun, entered: inside }, general), 'already-admitted');
    assert.equal(says({ ...begun, entered: inside }), 'already-admitted');
    assert.equal(says({ ...begun, entered: inside }, own), 'admitted');
    assert.equal(says({ ...begun, ...inside }, general), 'admitted');
    assert.equal(says({ ...begun, ...inside }), 'already-admitted');
    assert.equal(says({ ...begun, ...inside }, own), 'already-admitted');
    assert.equal(says({ entered: outside }, general), 'admitted');
    assert.equal(says({ entered: outside }, general, { reentry: 'never' }), 'already-admitted');
    assert.equal(says({ entered: inside }, general, { reentry: 'always' }), 'admitted');
  });

  it('leaves the museum by whichever entry it came in, and its event by that of the event', () => {
    const out = { direction: 'out' } as const;
    assert.equal(says({ entered: inside }, out), 'left');
    assert.equal(says({ ...inside }, { ...out, ...general }), 'left');
    assert.equal(says({ entered: inside }, { ...out, ...own }), 'not-inside');
    assert.equal(says({ entered: outside }, out), 'not-inside');
    assert.equal(usedEntry(combined, { ...out, ...general }), 'both');
    assert.equal(usedEntry(combined, { ...out, ...own }), 'own');
  });

  it('admits to its event only on a day on which the museum is closed, and to nothing when that is called off', () => {
    const closed = { isEntryClosed: true, entryAt: now };
    assert.equal(says(closed, general), 'cancelled');
    assert.equal(says(closed, own), 'admitted');
    assert.equal(says(closed), 'admitted');
    assert.equal(usedEntry({ ...combined, ...closed }, { direction: 'in' }), 'own');
    for (const door of [{}, general, own]) assert.equal(says({ isCancelled: true }, door), 'cancelled');
    const { message } = decide({
      ...usual,
      ticket: { ...combined, ...closed },
      door: { direction: 'in', ...general },
    });
    assert.match(message, /^The museum is closed on/);
  });

  it('says when it came in by the entry that is asked for', () => {
    const ticket = { ...combined, entered: { ...inside, lastIn: { at: now - 60_000, gate: 'East door' } } };
    const { message, earlier } = decide({ ...usual, ticket, door: { direction: 'in', ...general } });
    assert.match(message, /East door/);
    assert.equal(earlier?.gate, 'East door');
  });
});
