import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asciiEmail, emailRule, isEmail, mailboxOf } from './email.ts';

test('takes addresses with an international domain, and sends mail to it as DNS has it', () => {
  for (const [written, sentTo] of [
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['Ada@BÜCHER.Example', 'Ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@почта.рф', 'ada@xn--80a1acny.xn--p1ai'],
    ['ada@faß.example', 'ada@xn--fa-hia.example'],
    ['"a@b"@müller.example', '"a@b"@xn--mller-kva.example'],
  ] as const) {
    assert.ok(isEmail(written), written);
    assert.equal(asciiEmail(written), sentTo);
    assert.equal(mailboxOf(written), mailboxOf(sentTo));
  }
});

test('leaves other addresses as they are', () => {
  for (const email of [
    'Ada@Example.COM',
    'ada@xn--bcher-kva.example',
    'ada@[192.0.2.1]',
    '"a b"@example.com',
  ])
    assert.deepEqual([isEmail(email), asciiEmail(email)], [true, email]);
  assert.equal(mailboxOf('Ada@Example.COM'), 'ada@example.com');
});

test('refuses an international domain with a character that nobody sees, and says which', () => {
  for (const hidden of ['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufe0f', '\ufeff', '\u{e0041}']) {
    const text = `ada@bü${hidden}cher.example`;
    const code = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    assert.equal(isEmail(text), false, code);
    assert.equal(mailboxOf(text), text);
    assert.equal(
      emailRule(text),
      `must be an e-mail address without invisible characters, but has U+${code}`,
    );
  }
});

test('says what is wrong with an address, and shows a right one', () => {
  assert.equal(emailRule('ada'), 'must be an e-mail address, such as ada@example.com');
  assert.equal(
    emailRule('ada@example'),
    'must be an e-mail address with a dot after the @, such as ada@example.com',
  );
});

test('refuses what no mail can be sent to', () => {
  for (const text of [
    ...['ada@localhost', 'ada@bücher', '"a.b@c.d"@localhost'],
    ...['ü@example.com', 'ada@', 'ada@ü..example', 'ada@.ü.example', 'ada@ü.example.', 'ada@ü x.example'],
    ...['ada@ü%2e.example', 'ada@ü_a.example', 'ada@ü/a.example', 'ada@\u00ad.example', 'ada@xn--ü.example'],
    ...[
      'ada@ｅxample.com',
      'ada@[ü]',
      'ada@ü:25',
      'ada@a\u200db.example',
      `ada@${'ü'.repeat(64)}.example`,
      'ada@ü\0.example',
    ],
    `ada@${'üüüüüüüüüü.'.repeat(20)}example`, // too long as DNS has it
  ])
    assert.equal(isEmail(text), false, text);
});
