import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { KEYBOARDS, keyboardsNamed, typedWith } from '../../fixtures/keyboards.ts';
import {
  ConfirmationCodes,
  codeAsWritten,
  looksLikeConfirmationCode,
  TICKET_NUMBER_LIMIT,
} from './confirmation-code.ts';
import { readOrderCode } from './order-code.ts';
import { spelledCode } from './spelled-code.js';

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

  test('are read from a scanner with another keyboard layout, also without their beginning', () => {
    const eleven = 'p3wz8r-b6gta';
    const number = codes.read(eleven);
    for (const keyboards of KEYBOARDS.filter(({ name }) => /^US on|on US$/.test(name))) {
      const typed = typedWith(keyboards, `ticket-general-${eleven}`);
      assert.equal(codes.read(typed), number, keyboards.name);
      assert.equal(codes.read(`]C1${typed}\u001d`), number, keyboards.name);
      assert.equal(spelledCode(typed), eleven, keyboards.name);
      assert.equal(spelledCode(typedWith(keyboards, eleven)), eleven, keyboards.name);
      assert.equal(readOrderCode(typedWith(keyboards, 'order-k7m2qz')), 'order-k7m2qz', keyboards.name);
    }
  });

  test('are read with what people put around them', () => {
    for (const typed of [
      '(p3wz8r-b6gta)',
      'Ticket (P3WZ8R-B6GTA).',
      '((ticket-event-p3wz8r-b6gta) )',
      'p3wz8r b6gta',
    ])
      assert.equal(spelledCode(typed), 'p3wz8r-b6gta', typed);
  });

  test('that a scanner may have meant in two ways are none', () => {
    // Spanish keyboards have the hyphen where German ones have it, but Y and Z not; 386 with Shift on a Swiss one is 897 on a US one.
    for (const typed of [
      'ticket-general-p3wz8r/b6gta',
      typedWith(keyboardsNamed('German on French'), 'p3wz8r-b6gta'),
      typedWith(keyboardsNamed('French on Swiss'), 'p3wz8r-b6gta'),
    ])
      assert.equal(codeAsWritten(typed), typed);
    assert.equal(codeAsWritten('p3ab8r/b6gta'), 'p3ab8r-b6gta');
    assert.equal(readOrderCode('order/k7z2qd'), undefined);
  });

  test('that were mistyped are no code', () => {
    for (const text of ['', 'ticket-event-', 'k7m2qd', 'k7m2qd-x94h0', 'ticket-other-k7m2qd-x94he']) {
      assert.equal(codes.read(text), undefined, text);
    }
  });
});
