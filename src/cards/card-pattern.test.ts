import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CardFault, cardFaults, findOverlap } from './card.ts';
import { cardIn } from './card-pattern.js';
import type { CardCheck } from './card-types.ts';

const card = (pattern: string, check: CardCheck | null = null) => ({ card: 'card', pattern, check });
const faultsOf = (pattern: string, check: CardCheck | null = null) =>
  cardFaults([card(pattern, check)]).map(({ fault }) => fault);
const matches = (pattern: string, text: string) => cardIn([card(pattern)], text) !== undefined;
const overlap = (one: string, other: string) =>
  findOverlap([
    { card: 'one', pattern: one },
    { card: 'other', pattern: other },
  ]) !== undefined;

describe('the pattern of a card', () => {
  it('matches whole numbers, in either case and with white space around them', () => {
    const cases: [pattern: string, text: string, isMatch: boolean][] = [
      ['#{8}', '12345678', true],
      ['#{8}', ' 12345678\n', true],
      ['#{8}', '1234567', false],
      ['#{8}', '123456789', false],
      ['#{8}', '1234567A', false],
      ['#{2,4}', '12', true],
      ['#{2,4}', '1234', true],
      ['#{2,4}', '12345', false],
      ['MK-@{2}#{3}', 'mk-ab123', true],
      ['mk-@{2}#{3}', 'MK-AB123', true],
      ['MK-@{2}#{3}', 'MK-A1123', false],
      ['@{1,3}A', 'A', false],
      ['@{1,3}A', 'AA', true],
      ['@{1,3}A', 'XYZA', true],
      ['\\#\\@\\\\#{1}', '#@\\7', true],
      ['(a+)+.*', '(A+)+.*', true],
      ['(a+)+.*', 'AAAA', false],
      ['#{4}É', '1234é', true],
      ['#{4}', '１２３４', false],
      ['#{4}', '', false],
    ];
    for (const [pattern, text, isMatch] of cases)
      assert.equal(matches(pattern, text), isMatch, `${pattern} and ${text}`);
  });

  it('is read in one pass, whatever it is and whatever is scanned', () => {
    const pattern = '#{1,3}'.repeat(20);
    assert.equal(matches(pattern, '1'.repeat(60)), true);
    assert.equal(matches(pattern, `${'1'.repeat(60)}x`), false);
    assert.equal(matches(pattern, '1'.repeat(1_000_000)), false);
  });

  it('says what is wrong with it', () => {
    const cases: [pattern: string, fault: CardFault['fault'] | undefined][] = [
      ['#', 'bare'],
      ['12@', 'bare'],
      ['#{', 'bare'],
      ['#{a}', 'bare'],
      ['#{1,}', 'bare'],
      ['#{0}', 'zero'],
      ['#{8,7}', 'bounds'],
      ['#{0,2}', 'empty'],
      ['X#{0,2}', undefined],
      ['AB\\', 'escape'],
      ['#{61}', 'long'],
      ['X#{60}', 'long'],
      ['#{60}', undefined],
      ['#{9999}', 'long'],
      ['#{1}'.repeat(21), 'runs'],
      [`Z${'#{1}'.repeat(20)}`, undefined],
    ];
    for (const [pattern, fault] of cases)
      assert.deepEqual(faultsOf(pattern), fault === undefined ? [] : [fault], pattern);
  });

  it('must not match a code of the museum’s own, however people spell that', () => {
    for (const pattern of [
      ...[
        '@{6}-@{5}',
        'TICKET-GENERAL-@{6}-@{5}',
        'ticket-event-#{6}-#{5}',
        '#{11}',
        '#{10,12}',
        'PASS-#{11}',
      ],
      ...['@{6} @{5}', '#{8}-#{4}-#{4}-#{4}-#{12}', 'ORDER-@{6}'],
    ])
      assert.deepEqual(faultsOf(pattern), ['own-code'], pattern);
    for (const pattern of [
      '#{10}',
      '#{12}',
      '#{13}',
      '#{8}',
      'MK#{8}',
      '0#{10}',
      '@{6}-@{4}',
      'ORDER-#{7}',
      '#{32}',
    ])
      assert.deepEqual(faultsOf(pattern), [], pattern);
  });

  it('overlaps another exactly where one text matches both', () => {
    const cases: [one: string, other: string, doOverlap: boolean][] = [
      ['#{8}', '#{8}', true],
      ['#{8}', '#{9}', false],
      ['#{8,10}', '#{10,12}', true],
      ['#{8}', '@{8}', false],
      ['MK#{8}', 'mk#{8}', true],
      ['MK#{8}', '@{2}#{8}', true],
      ['MK#{8}', '@{1}#{8}', false],
      ['1#{7}', '2#{7}', false],
      ['#{3}A#{0,4}', '#{1,3}@{1}7', true],
      ['#{1,3}9#{1,3}', '#{1}9#{5}', true],
      ['#{1,3}9#{1,3}', '#{8}', false],
      ['\\##{4}', '##{4}'.replace('##', '\\##'), true],
    ];
    for (const [one, other, doOverlap] of cases) {
      assert.equal(overlap(one, other), doOverlap, `${one} and ${other}`);
      assert.equal(overlap(other, one), doOverlap, `${other} and ${one}`);
    }
  });
});

describe('the check digit of a card', () => {
  it('is right or wrong by its standard', () => {
    const cases: [check: CardCheck, pattern: string, number: string, isRight: boolean][] = [
      ['luhn', '#{16}', '4539578763621486', true],
      ['luhn', '#{16}', '4539578763621487', false],
      ['luhn', 'CC-#{11}', 'CC-79927398713', true],
      ['luhn', 'CC-#{11}', 'CC-79927398710', false],
      ['ean13', '#{13}', '4006381333931', true],
      ['ean13', '#{13}', '4006381333932', false],
      ['mod97', '@{2}#{20}', 'AB00000000000000000000', false],
      ['mod97', '#{6}', '123482', true],
      ['mod97', '#{6}', '123483', false],
      ['mod97', '@{2}#{20}', 'DE89370400440532013000', false],
      ['mod97', '#{18}@{2}#{2}', '370400440532013000DE89', true],
    ];
    for (const [check, pattern, number, isRight] of cases)
      assert.equal(cardIn([card(pattern, check)], number)?.isRight, isRight, `${check} of ${number}`);
  });

  it('of thirteen digits needs a pattern that can have them', () => {
    assert.deepEqual(faultsOf('#{12}', 'ean13'), ['no-ean']);
    assert.deepEqual(faultsOf('#{14}', 'ean13'), ['no-ean']);
    assert.deepEqual(faultsOf('#{13}', 'ean13'), []);
  });
});
