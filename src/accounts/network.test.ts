import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { networkOf } from './network.ts';

describe('an address', () => {
  test('of IPv4 is counted by itself, also when a socket for both families names it', () => {
    assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
    assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
    assert.equal(networkOf('::FFFF:c000:207'), '192.0.2.7');
  });

  test('of IPv6 is counted by its /64, however it is written', () => {
    const network = '2001:db8:0:7::/64';
    for (const address of ['2001:db8:0:7::1', '2001:0DB8:0000:0007:ffff::2', '2001:db8:0:7:1:2:3:4%eth0'])
      assert.equal(networkOf(address), network);
    assert.notEqual(networkOf('2001:db8:0:8::1'), network);
    assert.equal(networkOf('::1'), '0:0:0:0::/64');
    assert.equal(networkOf('::'), '0:0:0:0::/64');
    assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
    assert.equal(networkOf('1::'), '1:0:0:0::/64');
  });

  test('is counted once, whatever a proxy puts before or behind it', () => {
    for (const text of ['192.0.2.7:1', '192.0.2.7:65535', '[::ffff:192.0.2.7]:443', '0xc0.0.2.7'])
      assert.equal(networkOf(text), '192.0.2.7', text);
    assert.equal(networkOf('[2001:db8::1]:49152'), networkOf('2001:db8::2'));
    assert.equal(networkOf('010.0.0.01'), networkOf('8.0.0.1'));
  });

  test('that is none is counted with all others that are none', () => {
    for (const text of ['', 'unix:', 'pipe', '999.1.1.1', '1.2.3.4:x', '[::1', 'guess 17', '_hidden'])
      assert.equal(networkOf(text), 'unknown', text);
  });
});
