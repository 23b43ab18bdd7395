import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal, type SignInFault } from '../../core/refusal.ts';
import { parseCredentials } from './credentials.ts';

const basic = (bytes: string | Buffer) => `Basic ${Buffer.from(bytes).toString('base64')}`;

describe('credentials', () => {
  test('are read as the examples of RFC 7617 have them', () => {
    assert.deepEqual(parseCredentials('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='), {
      username: 'Aladdin',
      password: 'open sesame',
    });
    assert.deepEqual(parseCredentials('Basic dGVzdDoxMjPCow=='), { username: 'test', password: '123£' });
  });

  test('may name the scheme in any case, with more than one space after it', () => {
    for (const scheme of ['basic', 'BASIC', 'bAsIc'])
      assert.equal(parseCredentials(`${scheme}   YTpi`).username, 'a');
  });

  test('are split at the first colon, whatever the password holds', () => {
    assert.deepEqual(parseCredentials(basic('desk:a:b::')), { username: 'desk', password: 'a:b::' });
    assert.deepEqual(parseCredentials(basic('desk:')), { username: 'desk', password: '' });
    assert.deepEqual(parseCredentials(basic('Zoe\u0308:🎟\ufeff')), {
      username: 'Zo\u00eb',
      password: '🎟\ufeff',
    });
    assert.equal(parseCredentials(basic('\ufeffdesk:x')).username, '\ufeffdesk');
  });

  test('that can’t be read are refused with what is wrong, and never repeated', () => {
    refuses('', 'other-scheme');
    refuses('Bearer c2VjcmV0', 'other-scheme');
    refuses('BasicYTpi', 'other-scheme');
    refuses('Basic', 'empty');
    refuses('Basic  ', 'empty');
    refuses('Basic secret:word', 'not-base64');
    refuses('Basic c2VjcmV0OndvcmQ', 'not-base64'); // without its padding
    refuses('Basic c2VjcmV0OndvcmR=', 'not-base64'); // bits left over that are not zero
    refuses('Basic c2VjcmV0 OndvcmQ=', 'not-base64');
    refuses('Basic c2VjcmV0OndvcmQ=, Basic YTpi', 'not-base64');
    refuses('Basic _-_-', 'not-base64');
    refuses(basic(Buffer.from('se\xe9cret:word', 'latin1')), 'not-utf8');
    refuses(basic(Buffer.from([0x73, 0x3a, 0xed, 0xa0, 0x80])), 'not-utf8');
    refuses(basic('secret'), 'no-colon');
    refuses(basic(':word'), 'no-username');
    for (const control of ['\u0000', '\n', '\u007f', '\u0085']) {
      refuses(basic(`secret${control}:word`), 'control-character');
      refuses(basic(`secret:wo${control}rd`), 'control-character');
    }
  });
});

function refuses(authorization: string, fault: SignInFault): void {
  assert.throws(
    () => parseCredentials(authorization),
    (error) => {
      assert(error instanceof Refusal);
      assert.equal(error.kind, 'unauthorized');
      assert.deepEqual(error.facts, { fault });
      assert.equal(error.message, 'unauthorized');
      assert.equal(error.cause, undefined);
      return true;
    },
  );
}
