import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import vectors from '../../docs/ticket-code-vectors.json' with { type: 'json' };
import { KEYBOARDS, keyboardsNamed, typedWith, WITH_CAPS_LOCK } from '../../fixtures/keyboards.ts';
import { mayBeTicketCode, readScannedCode } from './scanned-code.js';
import { verifyScannedCode, verifyTicketCode } from './ticket-code.ts';
import { keysFromJwks } from './ticket-keys.ts';

const keys = keysFromJwks(JSON.stringify(vectors.jwks));
const signed = vectors.signing.map(({ name, code }) => ({
  name,
  code,
  claims: verifyTicketCode(code, keys),
}));
const [{ code }] = signed as [(typeof signed)[number]];

describe('a ticket code', () => {
  for (const keyboards of [...KEYBOARDS, ...WITH_CAPS_LOCK])
    test(`is read if it was typed ${keyboards.name}`, () => {
      for (const { name, code, claims } of signed) {
        const typed = typedWith(keyboards, code);
        assert('refusal' in verifyTicketCode(typed, keys), name);
        assert.deepEqual(verifyScannedCode(typed, keys), claims, name);
        const read = [...readScannedCode(`${typed}\r\n`)].find((each) => each.code === code);
        assert.deepEqual(read?.layouts, keyboards.layouts, name);
      }
    });

  test('is read whatever a scanner or an input method has added to it', () => {
    const wide = code.replaceAll(/./g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));
    const dead = typedWith(keyboardsNamed('French on US'), code).replaceAll(/\^([A-Z])/g, '$1\u0302');
    const others = [
      `]Q1${code}`,
      `\u0002${code}\u001d\t`,
      `\ufeff${code}\u200b`,
      `${code.slice(0, 77)}\n${code.slice(77)}`,
    ];
    for (const text of [...others, wide, dead, dead.normalize('NFC')])
      assert.deepEqual(verifyScannedCode(text, keys), signed[0]?.claims, text);
  });

  test('is read as it is first, and then costs no more than that', () => {
    for (const { code } of signed) {
      const { value } = readScannedCode(code).next();
      assert.deepEqual([value?.code, value?.layouts], [code, undefined]);
    }
  });

  test('of another keyboard layout is refused as what it is, unless it was signed', () => {
    const forged = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    for (const text of [
      '',
      'HELLO',
      code.slice(1),
      forged,
      ...KEYBOARDS.map((each) => typedWith(each, forged)),
    ])
      assert.deepEqual(verifyScannedCode(text, keys), verifyTicketCode(text, keys), text);
  });

  test('whose key was revoked is withdrawn on each keyboard layout', () => {
    const kid = code.slice(1, 3);
    const others = keys.filter(({ keyId }) => keyId !== kid);
    for (const keyboards of KEYBOARDS)
      assert.deepEqual(
        verifyScannedCode(typedWith(keyboards, code), others, [kid]),
        verifyTicketCode(code, others, [kid]),
        keyboards.name,
      );
  });

  test('is one of five at most, whatever the text', () => {
    const event = signed.find(({ claims }) => 'eventId' in claims)?.code ?? assert.fail('There is no event.');
    // A beginning that each keyboard layout leaves as it is.
    const head = event.slice(0, 58).replaceAll(/[AMQWYZ]/g, 'B');
    const tail = (characters: string) =>
      fc.string({ unit: fc.constantFrom(...characters), minLength: 96, maxLength: 96 });
    const hostile = fc.oneof(
      ...['AQZWYX059', '&("!)Z', '"&', '!"&/()=?Y'].map((each) => tail(each).map((text) => head + text)),
      fc.string({ unit: 'binary', maxLength: 500 }),
    );
    let most = 0;
    fc.assert(
      fc.property(hostile, (text) => {
        const codes = [...readScannedCode(text)].map((read) => read.code);
        assert.equal(new Set(codes).size, codes.length, 'none is tried twice');
        most = Math.max(most, codes.length);
      }),
      { numRuns: 300 },
    );
    assert.equal(most, 5);
  });

  test('can’t be any text that is not a code', () => {
    for (const text of [
      '',
      'https://example.com/',
      '9783161484100',
      'A'.repeat(154),
      'é'.repeat(154),
      '1'.repeat(4_000),
    ])
      assert.equal(mayBeTicketCode(text), false, text);
  });
});
