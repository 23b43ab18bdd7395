import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSender, parseSmtpUrl } from './mail-settings.ts';
import type { SmtpAddress } from './smtp-session.ts';

describe('the mail server in the settings', () => {
  it('is an address with TLS from the beginning, when offered, or required', () => {
    assert.deepEqual(parseSmtpUrl('smtps://ada%40example.org:p%40ss%25@mail.example.org'), {
      host: 'mail.example.org',
      port: 465,
      isSecure: true,
      requireTls: false,
      user: 'ada@example.org',
      password: 'p@ss%',
    });
    assert.deepEqual(parseSmtpUrl('smtp://localhost'), {
      host: 'localhost',
      port: 25,
      isSecure: false,
      requireTls: false,
    });
    assert.deepEqual(parseSmtpUrl('smtp://user:secret@[::1]/?requireTLS=true'), {
      host: '::1',
      port: 587,
      isSecure: false,
      requireTls: true,
      user: 'user',
      password: 'secret',
    });
  });

  it('is found by the name that DNS has for it, in whatever letters it is written', () => {
    const { host } = parseSmtpUrl('smtp://почта.музей.рф') as SmtpAddress;
    assert.equal(host, 'xn--80a1acny.xn--e1adhj9a.xn--p1ai');
  });

  it('is refused with what is wrong, and without its password', () => {
    for (const [text, fault] of [
      ['mail.example.org', /is not the address of a mail server/],
      ['http://user:secret@mail.example.org', /is not the address of a mail server/],
      ['smtp://музей рф', /is not the address of a mail server/],
      ['smtp://', /is not the address of a mail server/],
      ['smtp://user:secret@host/path', /is not the address of a mail server/],
      ['smtp://user:secret@host:99999', /is not the address of a mail server/],
      ['smtp://user:secret@host?requiretls=true', /accepts only the parameter requireTLS/],
      ['smtp://user:secret@host?requireTLS=yes', /accepts only the parameter requireTLS/],
      ['smtp://user:secret%@host', /contains a % that does not begin an escaped character/],
      ['smtp://user:secret#1@host', /not the address .* In a user name or password, write % # .* %25 %23 /],
      ['smtp://user:123#secret@host', /not the address .* In a user name or password, write % # .* %25 %23 /],
      [
        'smtp://user:123?secret@host',
        /only the parameter .* In a user name or password, write % # .* %25 %23 /,
      ],
    ] as const) {
      const found = parseSmtpUrl(text);
      assert.match(found as string, fault, text);
      assert.doesNotMatch(found as string, /secret/);
    }
  });
});

describe('the sender in the settings', () => {
  it('is an address, with a name or without', () => {
    const address = 'tickets@example.org';
    for (const [text, name] of [
      [address, ''],
      [`<${address}>`, ''],
      [`Museum am Meer <${address}>`, 'Museum am Meer'],
      [`"Museum, am Meer" <${address}>`, 'Museum, am Meer'],
    ] as const)
      assert.deepEqual(parseSender(text), { name, address }, text);
  });

  it('has a domain in whatever letters, which goes out in those of DNS', () => {
    const sender = { name: 'Музей', address: 'tickets@xn--e1adhj9a.xn--p1ai' };
    assert.deepEqual(parseSender('Музей <tickets@музей.рф>'), sender);
  });

  it('is nothing else', () => {
    for (const text of [
      'museum',
      'a@b@c',
      'a b@example.org',
      'a@example.org, b@example.org',
      'A\nB <a@example.org>',
      'a@',
      '@b',
      '<>',
      'a@exa mple.org',
      'A <a@example.org> B',
      'музей@example.org',
      'a@музей рф',
    ])
      assert.match(parseSender(text) as string, /is not a sender/, text);
  });
});
