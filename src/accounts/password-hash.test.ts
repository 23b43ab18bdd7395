import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

describe('a stored password', () => {
  test('is an argon2id hash in the PHC string format, different each time', async () => {
    const [one, two] = await Promise.all([hashPassword('open sesame'), hashPassword('open sesame')]);
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(one, two);
    assert.equal(await isPassword('open sesame', one), true);
    assert.equal(await isPassword('open sesame', two), true);
  });

  test('is compared byte by byte: case, spaces and the way accents were typed count', async () => {
    const phc = await hashPassword('pässwort 🎟');
    assert.equal(await isPassword('pässwort 🎟', phc), true);
    for (const other of ['Pässwort 🎟', 'pässwort 🎟 ', 'pa\u0308sswort 🎟', 'pässwort', ''])
      assert.equal(await isPassword(other, phc), false, other);
  });

  test('is verified with the parameters that stand beside it', async () => {
    const phc = await hashWith('open sesame', { memory: 64, passes: 3, parallelism: 2 });
    assert.equal(await isPassword('open sesame', phc), true);
    assert.equal(await isPassword('close sesame', phc), false);
  });

  test('never matches when there is no hash', async () => {
    assert.equal(await isPassword('', undefined), false);
    assert.equal(await isPassword('open sesame', undefined), false);
  });

  test('that is damaged is an error, not a wrong password', async () => {
    const phc = await hashPassword('open sesame');
    const damaged = [
      '',
      'open sesame',
      phc.replace('argon2id', 'argon2i'),
      phc.replace('v=19', 'v=16'),
      phc.replace('m=19456', 'm=4'),
      phc.replace('m=19456', 'm=9999999'),
      phc.replace('t=2', 't=0'),
      phc.replace('p=1', 'p=99'),
      phc.replace('m=19456,t=2,p=1', 'm=16,t=2,p=4'),
      phc.slice(0, -1),
      `${phc}=`,
      `${phc}\n`,
      ` ${phc}`,
      phc.replace(/.$/, '*'),
    ];
    // Without its last character, a hash that ends with four zero bits would still be valid base64.
    const endsInZeros = phc.replace(/.{2}$/, 'gA');
    for (const each of [...damaged, endsInZeros.slice(0, -1)])
      await assert.rejects(isPassword('open sesame', each), /damaged/, each);
  });
});

async function hashWith(
  password: string,
  parameters: { memory: number; passes: number; parallelism: number },
): Promise<string> {
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.from('sixteen bytes ok');
  const tag = argon2Sync('argon2id', { ...parameters, message: password, nonce, tagLength: 32 });
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}
