import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { encode } from 'uqr';
import { addDays, FIRST_DAY } from '../core/calendar-day.ts';
import { readTicketCode, TICKET_CODE_LENGTH } from './read-ticket-code.js';
import { packClaims } from './ticket-claims.ts';
import { signTicketCode, verifyTicketCode } from './ticket-code.ts';
import type { TicketClaims } from './ticket-code-types.ts';
import { fromStoredKey, keysFromJwks, newSigningKey } from './ticket-keys.ts';

interface Vectors {
  jwks: { keys: { kid: string; x: string }[] };
  privateKeys: Record<string, string>;
  signing: {
    name: string;
    keyId: string;
    claims: TicketClaims;
    packed: string;
    message: string;
    signature: string;
    code: string;
  }[];
  reading: { name: string; text: string; claims?: TicketClaims; refusal?: string }[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../docs/ticket-code-vectors.json', import.meta.url), 'utf8'),
);
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
    const [claims] = fc.sample(anyClaims(), 1) as [TicketClaims];
    assert.equal(signTicketCode(claims, key), signTicketCode(claims, key));
  });

  test('is refused with any one character changed', () => {
    const [claims] = fc.sample(anyClaims(), 1) as [TicketClaims];
    const code = signTicketCode(claims, key);
    for (let index = 0; index < code.length; index += 1) {
      const other = code[index] === 'X' ? 'Y' : 'X';
      const changed = code.slice(0, index) + other + code.slice(index + 1);
      assert('refusal' in verifyTicketCode(changed, [key]), `character ${index} can be changed`);
    }
  });

  test('can be checked with an old key when a new one signs', () => {
    const [claims] = fc.sample(anyClaims(), 1) as [TicketClaims];
    const newKey = newSigningKey([key.keyId]);
    assert.deepEqual(verifyTicketCode(signTicketCode(claims, key), [newKey, key]), claims);
  });

  test('is never made for an id that is not a UUIDv7, nor for an event ticket without its event', () => {
    const [claims] = fc.sample(anyClaims(), 1) as [TicketClaims];
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

function anyClaims(): fc.Arbitrary<TicketClaims> {
  const ids = fc.record({ ticketId: fc.uuid({ version: 7 }), eventId: fc.uuid({ version: 7 }) });
  const days = fc.nat(3_652_058).map((count) => addDays(FIRST_DAY, count));
  return fc.tuple(ids, days, fc.boolean()).map(([{ ticketId, eventId }, ticketDate, isEvent]) => {
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
    fc.string({ unit: digit, minLength: 154, maxLength: 154 }).map((rest) => `10${rest.slice(2)}`),
  );
}

function anyEdit(): fc.Arbitrary<(code: string) => string> {
  const place = fc.nat(TICKET_CODE_LENGTH - 1);
  const insert = fc.string({ unit: 'binary', maxLength: 3 });
  return fc
    .record({ place, removed: fc.nat(3), insert })
    .map((edit) => (code) => code.slice(0, edit.place) + edit.insert + code.slice(edit.place + edit.removed));
}
