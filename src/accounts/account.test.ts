import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areTooLong, generatePassword, normalUsername, usernameFault } from './account.ts';
import { passwordFault } from './passwords.ts';

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
  test('has at least 10 characters and at most 1024 bytes', () => {
    assert.match(passwordFault('nine nine') ?? '', /shorter than 10/);
    assert.match(passwordFault('🎟'.repeat(9)) ?? '', /shorter than 10/);
    assert.equal(passwordFault('🎟'.repeat(10)), undefined);
    assert.equal(passwordFault('x'.repeat(1024)), undefined);
    assert.match(passwordFault('x'.repeat(1025)) ?? '', /longer than 1024/);
    assert.match(passwordFault('ë'.repeat(513)) ?? '', /longer than 1024/);
  });

  test('is none of the most common ones, in whatever case', () => {
    for (const common of [
      '12345678',
      '1234567890',
      'qwertyuiop',
      'Password123',
      'BASKETBALL',
      '１２３４５６７８９０',
    ])
      assert.match(passwordFault(common) ?? '', common.length < 10 ? /shorter/ : /most common/, common);
    for (const fine of ['correct horse battery', 'correct-horse-battery', '# Source: passwords'])
      assert.equal(passwordFault(fine), undefined, fine);
  });

  test('is neither the name of the account nor of the museum, however it is written or numbered', () => {
    const names = ['front-desk', 'Musée des Marées', '🎟', '2027'];
    for (const name of [
      'Front-Desk',
      'frontdesk1',
      '2027 front desk!',
      'Muse\u0301e des mare\u0301es 9',
      'MUSÉEDESMARÉES',
    ])
      assert.match(passwordFault(name, names) ?? '', /little more than the name/, name);
    for (const fine of ['front desks are open', '9876543219876', 'les marées du musée'])
      assert.equal(passwordFault(fine, names), undefined, fine);
  });

  test('may hold colons and spaces, but no control characters', () => {
    assert.equal(passwordFault(' a:b c:d e '), undefined);
    assert.match(passwordFault('new\nline or so') ?? '', /control character/);
    assert.match(passwordFault('tabulator\t') ?? '', /control character/);
  });

  test('is generated from characters that need no quoting and are not mistaken for each other', () => {
    const passwords = Array.from({ length: 200 }, generatePassword);
    assert.equal(new Set(passwords).size, 200);
    for (const password of passwords) assert.match(password, /^[A-HJ-NP-Za-km-z2-9]{20}$/);
  });
});
