import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meantEmail } from './email-typos.ts';

test('knows which domain was meant by one that people mistype', () => {
  assert.equal(meantEmail('Ada@gmial.com'), 'Ada@gmail.com');
  assert.equal(meantEmail('ada@T-Online.DEE'), 'ada@t-online.de');
});

test('finds nothing wrong with other addresses', () => {
  for (const email of ['ada@gmail.com', 'ada@gmial.com.example', 'ada@', '', 'ada@toString'])
    assert.equal(meantEmail(email), undefined, email);
});
