import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areTooLong, generatePassword, normalUsername, passwordFault, usernameFault } from './account.ts';

describe('a user name', () => {
  test('may be in any script, with spaces inside', () => {
    for (const name of [
      'a',
      'front desk',
      'Zoë',
      '博物館',
      'kasse-1@museum',
      '🎟',
      'x'.repeat(64),
      '🎟'.repeat(64),
    ])
      assert.equal(usernameFault(name), undefined, name);
  });

  test('is refused when Basic authentication could not carry it or a person could not read it', () => {
    assert.match(usernameFault('') ?? '', /empty/);
    assert.match(usernameFault('x'.repeat(65)) ?? '', /longer than 64/);
    assert.match(usernameFault('desk:1') ?? '', /colon/);
    for (const name of ['a\nb', 'a\u0000b', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\ud800b'])
      assert.match(usernameFault(name) ?? '', /control character/, JSON.stringify(name));
    assert.match(usernameFault(' desk') ?? '', /space/);
    assert.match(usernameFault('desk ') ?? '', /space/);
  });

  test('is the same name however its accents were typed', () => {
    assert.equal(normalUsername('Zoe\u0308'), 'Zo\u00eb');
    const [composed, decomposed] = ['\u1f82'.repeat(64), '\u1f82'.normalize('NFD').repeat(64)];
    assert.equal(normalUsername(decomposed), composed);
    assert.equal(areTooLong({ username: decomposed, password: 'x'.repeat(1024) }), false);
  });
});

describe('a password', () => {
  test('has at least 8 characters and at most 1024 bytes', () => {
    assert.match(passwordFault('seven77') ?? '', /shorter than 8/);
    assert.match(passwordFault('🎟'.repeat(7)) ?? '', /shorter than 8/);
    assert.equal(passwordFault('🎟'.repeat(8)), undefined);
    assert.equal(passwordFault('x'.repeat(1024)), undefined);
    assert.match(passwordFault('x'.repeat(1025)) ?? '', /longer than 1024/);
    assert.match(passwordFault('ë'.repeat(513)) ?? '', /longer than 1024/);
  });

  test('may hold colons and spaces, but no control characters', () => {
    assert.equal(passwordFault(' a:b c:d '), undefined);
    assert.match(passwordFault('new\nline or so') ?? '', /control character/);
    assert.match(passwordFault('tabulator\t') ?? '', /control character/);
  });

  test('is generated from characters that need no quoting and are not mistaken for each other', () => {
    const passwords = Array.from({ length: 200 }, generatePassword);
    assert.equal(new Set(passwords).size, 200);
    for (const password of passwords) assert.match(password, /^[A-HJ-NP-Za-km-z2-9]{20}$/);
  });
});
