import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ConfirmationCodes, looksLikeConfirmationCode, TICKET_NUMBER_LIMIT } from './confirmation-code.ts';

const codes = new ConfirmationCodes(Buffer.alloc(16, 7));
const ticketNumbers = fc.integer({ min: 1, max: TICKET_NUMBER_LIMIT - 1 });

describe('confirmation codes', () => {
  test('are eleven characters that are not easily confused', () => {
    fc.assert(
      fc.property(ticketNumbers, (number) => {
        assert.match(
          codes.spell([number])[0] as string,
          /^[23456789abcdefghjkmnpqrstvwxyz]{6}-[23456789abcdefghjkmnpqrstvwxyz]{5}$/,
        );
      }),
    );
  });

  test('turn back into the number of the ticket, with or without their beginning', () => {
    fc.assert(
      fc.property(ticketNumbers, (number) => {
        const [spelled] = codes.spell([number]);
        assert.equal(codes.read(spelled as string), number);
        assert.equal(codes.read(`ticket-event-${spelled}`), number);
      }),
    );
  });

  test('are read in whatever case and with white space around them', () => {
    const [spelled] = codes.spell([1]) as [string];
    assert.equal(codes.read(` ticket-event-${spelled}\r\n`.toUpperCase()), 1);
    assert.ok(looksLikeConfirmationCode('K7M2QD-X94HE '));
  });

  test('are all different for the first hundred thousand tickets', () => {
    const spelled = codes.spell(Array.from({ length: 100_000 }, (_, index) => index + 1));
    assert.equal(new Set(spelled).size, 100_000);
  });

  test('are the same whether spelled one by one or together', () => {
    const numbers = [1, 2, 3, 729_000_000, TICKET_NUMBER_LIMIT - 1];
    assert.deepEqual(
      codes.spell(numbers),
      numbers.map((number) => codes.spell([number])[0]),
    );
  });

  test('of another museum are different', () => {
    assert.notEqual(new ConfirmationCodes(Buffer.alloc(16, 8)).spell([1])[0], codes.spell([1])[0]);
  });

  test('that were mistyped are no code', () => {
    for (const text of ['', 'ticket-event-', 'k7m2qd', 'k7m2qd-x94h0', 'ticket-other-k7m2qd-x94he']) {
      assert.equal(codes.read(text), undefined, text);
    }
  });
});
