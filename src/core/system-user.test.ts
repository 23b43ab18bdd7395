import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { systemUser } from './system-user.ts';

const { username } = userInfo();

test('the system user is named, and who became that user with sudo', () => {
  assert.equal(systemUser('ada.l'), `${username} (sudo by ada.l)`);
  assert.equal(systemUser(username), username);
});

test('what sudo can not have said is left out', () => {
  for (const text of ['', 'ada\n', '\u001b[31m', 'a'.repeat(65)]) assert.equal(systemUser(text), username);
});
