import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { encode } from 'uqr';
import { addDays, type CalendarDay, calendarDay, FIRST_DAY } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { readTicketCode, TICKET_CODE_LENGTH } from './read-ticket-code.js';
import { packClaims, signTicketCode, verifyTicketCode } from './ticket-code.ts';
import type { CodeClaims, PassClaims, TicketClaims } from './ticket-code-types.ts';
import { fromStoredKey, keysFromJwks, newSigningKey } from './ticket-keys.ts';

interface Vectors {
  jwks: { keys: { kid: string; x: string }[] };
  privateKeys: Record<string, string>;
  signing: {
    name: string;
    keyId: string;
    claims: CodeClaims;
    packed: string;
    message: string;
    signature: string;
    code: string;
  }[];
  reading: { name: string; text: string; claims?: CodeClaims; refusal?: string }[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../docs/ticket-code-vectors.json', import.meta.url), 'utf8'),
);
const TICKET = '0199f3a2-7b1c-7d3e-8f4a-5b6c7d8e9f01' as Uuid;
const REFUSALS = ['not-a-ticket', 'unknown-version', 'damaged', 'unknown-key', 'bad-signature'];

describe('the test vectors of docs/ticket-code.md', () => {
  const published = keysFromJwks(JSON.stringify(vectors.jwks));

  for (const { name, keyId, claims, packed, message, signature, code } of vectors.signing) {
    test(`signing ${name} gives the code to the letter`, () => {
      const publicKey = vectors.jwks.keys.find(({ kid }) => kid === keyId)?.x ?? '';
      const key = fromStoredKey({ keyId, publicKey, privateKey: vectors.privateKeys[keyId] ?? '' });
      assert.equal(packClaims(claims).toString('hex'), packed);
      assert.equal(signTicketCode(claims, key), code);

      const read = readTicketCode(code);
      assert('claims' in read);
      assert.equal(Buffer.from(read.message).toString('hex'), message);
      assert.equal(Buffer.from(read.signature).toString('hex'), signature);
    });
  }

  for (const { name, text, claims, refusal } of vectors.reading) {
    test(`reading ${name}: ${refusal ?? 'valid'}`, () => {
      const verdict = verifyTicketCode(text, published);
      if (refusal === undefined) assert.deepEqual(verdict, claims);
      else assert.equal('refusal' in verdict && verdict.refusal, refusal);
    });
  }

  test('meet every refusal there is', () => {
    const met = new Set(
      vectors.reading.map(({ refusal }) => refusal).filter((refusal) => refusal !== undefined),
    );
    assert.deepEqual([...met].sort(), [...REFUSALS].sort());
  });
});

describe('a ticket code', () => {
  const key = newSigningKey();

  test('says again what it was made from, whatever the ids and the day', () => {
    fc.assert(
      fc.property(anyClaims(), (claims) => {
        assert.deepEqual(verifyTicketCode(signTicketCode(claims, key), [key]), claims);
      }),
    );
  });

  test('fits a QR symbol of 41 x 41 modules at error correction M, in alphanumeric mode', () => {
    fc.assert(
      fc.property(anyClaims(), (claims) => {
        const code = signTicketCode(claims, key);
        assert.match(code, /^[0-9A-Z]+$/);
        assert.equal(code.length, TICKET_CODE_LENGTH);
        assert.equal(encode(code, { ecc: 'M', border: 0, boostEcc: false }).size, 41);
      }),
      { numRuns: 20 },
    );
  });

  test('is the same text each time it is made', () => {
    const [claims] = fc.sample(anyClaims(), 1) as [CodeClaims];
    assert.equal(signTicketCode(claims, key), signTicketCode(claims, key));
  });

  test('is refused with any one character changed', () => {
    const [claims] = fc.sample(anyClaims(), 1) as [CodeClaims];
    const code = signTicketCode(claims, key);
    for (let index = 0; index < code.length; index += 1) {
      const other = code[index] === 'X' ? 'Y' : 'X';
      const changed = code.slice(0, index) + other + code.slice(index + 1);
      assert('refusal' in verifyTicketCode(changed, [key]), `character ${index} can be changed`);
    }
  });

  test('can be checked with an old key when a new one signs', () => {
    const [claims] = fc.sample(anyClaims(), 1) as [CodeClaims];
    const newKey = newSigningKey([key.keyId]);
    assert.deepEqual(verifyTicketCode(signTicketCode(claims, key), [newKey, key]), claims);
  });

  test('is of version 2 for a ticket with an entry time or of a category other than standard, else of version 1', () => {
    const plain: TicketClaims = {
      ticketId: TICKET,
      ticketType: 'general',
      ticketDate: calendarDay('2026-03-14'),
    };
    const versionOf = (more: Pick<TicketClaims, 'entryTime' | 'categoryNumber'>) =>
      signTicketCode({ ...plain, ...more }, key)[0];
    assert.equal(versionOf({}), '1');
    assert.equal(versionOf({ categoryNumber: 0 }), '1');
    assert.equal(versionOf({ entryTime: '00:00' }), '2');
    assert.equal(versionOf({ categoryNumber: 63 }), '2');
  });

  test('is of version 3 for a pass, and never made for what its fields can’t hold', () => {
    const pass: PassClaims = {
      passId: TICKET,
      passTypeNumber: 63,
      persons: 4,
      from: calendarDay('2026-03-14'),
      to: calendarDay('2027-03-13'),
    };
    assert.equal(signTicketCode(pass, key)[0], '3');
    const wrong: Record<string, unknown>[] = [
      { passTypeNumber: 0 },
      { passTypeNumber: 64 },
      { persons: 0 },
      { persons: 5 },
      { to: '2026-03-13' },
      { from: '1999-12-31' },
      { to: '2179-06-07' },
      { passId: '10000000-0000-7000-8000-000000000000' },
    ];
    for (const each of wrong) {
      const asked = { ...pass, ...each } as unknown as PassClaims;
      assert.throws(() => signTicketCode(asked, key), RangeError, JSON.stringify(each));
    }
  });

  test('of version 2 is never made for what its fields can’t hold', () => {
    const claims = { ticketId: TICKET, ticketType: 'event', ticketDate: '2026-03-14', eventId: TICKET };
    const late = '10000000-0000-7000-8000-000000000000';
    const wrong: Record<string, unknown>[] = [
      { categoryNumber: 64 },
      { categoryNumber: -1 },
      ...['24:00', '10:32', '9:30', '', '23:60'].map((entryTime) => ({ entryTime })),
      { entryTime: '10:30', ticketId: late },
      { entryTime: '10:30', eventId: late },
      { entryTime: '10:30', ticketDate: '1999-12-31' },
      { entryTime: '10:30', ticketDate: '2179-06-07' },
    ];
    for (const each of wrong) {
      const asked = { ...claims, ...each } as unknown as TicketClaims;
      assert.throws(() => signTicketCode(asked, key), RangeError, JSON.stringify(each));
    }
  });

  test('is never made for an id that is not a UUIDv7, nor for an event ticket without its event', () => {
    const [claims] = fc.sample(claimsOf({ days: 3_652_059, from: FIRST_DAY }), 1) as [TicketClaims];
    const wrong: Record<string, unknown>[] = [
      { ...claims, ticketId: '7b1c7d3e-8f4a-4b6c-9d8e-0199f3a27f01' },
      { ...claims, ticketId: 'ticket 7' },
      { ...claims, ticketDate: '2027-02-29' },
      { ...claims, ticketType: 'general', eventId: claims.ticketId },
      { ticketId: claims.ticketId, ticketDate: claims.ticketDate, ticketType: 'event' },
    ];
    for (const each of wrong) {
      assert.throws(() => signTicketCode(each as unknown as TicketClaims, key), RangeError);
    }
  });
});

describe('reading a text that anyone can have written', () => {
  const key = newSigningKey();

  test('gives one of the documented refusals for any text', () => {
    fc.assert(fc.property(anyText(), isRefused), { numRuns: 2000 });
  });

  test('gives one of them for what is no text at all', () => {
    fc.assert(fc.property(fc.anything(), isRefused));
  });

  test('never takes an altered code for another ticket', () => {
    fc.assert(
      fc.property(anyClaims(), anyEdit(), (claims, edit) => {
        const code = signTicketCode(claims, key);
        const edited = edit(code);
        fc.pre(edited.trim().toUpperCase() !== code);
        isRefused(edited);
      }),
      { numRuns: 500 },
    );
  });

  test('refuses a huge text', () => {
    isRefused('1'.repeat(50_000_000));
    isRefused(' '.repeat(50_000_000));
  });

  function isRefused(text: unknown): void {
    const verdict = verifyTicketCode(text, [key]);
    assert('refusal' in verdict);
    assert(REFUSALS.includes(verdict.refusal));
    assert.match(verdict.detail, /^[A-Z].*\.$/);
  }
});

function anyClaims(): fc.Arbitrary<CodeClaims> {
  return fc.oneof(claimsOf({ days: 3_652_059, from: FIRST_DAY }), claimsOfVersion2(), claimsOfPass());
}

function claimsOfPass(): fc.Arbitrary<PassClaims> {
  const days = fc.tuple(fc.nat(65_535), fc.nat(65_535));
  const ofType = { passTypeNumber: fc.integer({ min: 1, max: 63 }), persons: fc.integer({ min: 1, max: 4 }) };
  return fc.record({ id: fc.uuid({ version: 7 }), days, ...ofType }).map(({ id, days, ...type }) => {
    const [from, to] = days
      .sort((one, other) => one - other)
      .map((day) => addDays(calendarDay('2000-01-01'), day));
    return {
      passId: id.replace(/^./, '0') as Uuid,
      ...type,
      from: from as CalendarDay,
      to: to as CalendarDay,
    };
  });
}

/** The ids of version 2 are of the years until 2527. */
function claimsOfVersion2(): fc.Arbitrary<TicketClaims> {
  const more = fc.record({
    minutes: fc.option(fc.nat(287).map((step) => step * 5)),
    categoryNumber: fc.nat(63),
  });
  return fc
    .tuple(claimsOf({ days: 65_536, from: calendarDay('2000-01-01') }), more)
    .map(([claims, { minutes, categoryNumber }]) => ({
      ...claims,
      ticketId: claims.ticketId.replace(/^./, '0') as Uuid,
      ...(claims.eventId && { eventId: claims.eventId.replace(/^./, '0') as Uuid }),
      ...(minutes !== null && { entryTime: new Date(minutes * 60_000).toISOString().slice(11, 16) }),
      ...(categoryNumber > 0 && { categoryNumber }),
    })) as fc.Arbitrary<TicketClaims>;
}

function claimsOf({ days, from }: { days: number; from: CalendarDay }): fc.Arbitrary<TicketClaims> {
  const ids = fc.record({ ticketId: fc.uuid({ version: 7 }), eventId: fc.uuid({ version: 7 }) });
  const day = fc.nat(days - 1).map((count) => addDays(from, count));
  return fc.tuple(ids, day, fc.boolean()).map(([{ ticketId, eventId }, ticketDate, isEvent]) => {
    const claims = isEvent
      ? { ticketId, ticketType: 'event', ticketDate, eventId }
      : { ticketId, ticketType: 'general', ticketDate };
    return claims as TicketClaims;
  });
}

function anyText(): fc.Arbitrary<string> {
  const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const body = fc.string({ unit: digit, minLength: 140, maxLength: 160 });
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary', minLength: 150, maxLength: 160 }),
    body,
    body.map((rest) => `1${rest}`),
    fc
      .tuple(fc.constantFrom('1', '2', '3'), fc.string({ unit: digit, minLength: 152, maxLength: 152 }))
      .map(([version, rest]) => `${version}0${rest}`),
  );
}

function anyEdit(): fc.Arbitrary<(code: string) => string> {
  const place = fc.nat(TICKET_CODE_LENGTH - 1);
  const insert = fc.string({ unit: 'binary', maxLength: 3 });
  return fc
    .record({ place, removed: fc.nat(3), insert })
    .map((edit) => (code) => code.slice(0, edit.place) + edit.insert + code.slice(edit.place + edit.removed));
}
