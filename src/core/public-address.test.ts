import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress, literalAddress } from './public-address.ts';

const NOT_PUBLIC = {
  'this network': ['0.0.0.0', '0.1.2.3'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'febf::1'],
  reserved: [
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '240.0.0.1',
    '2001:db8::1',
    '3fff::1',
  ],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  unspecified: ['::'],
  'unique-local': ['fc00::1', 'fd12:3456:789a::1'],
  'site-local': ['fec0::1'],
  'an IPv4 address inside': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::ffff:0:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:808:808::1',
  ],
  'given to nobody': ['4000::1', '8000::1', '100::1'],
  'no address': ['', 'localhost', 'example.com', '8.8.8.8.8', '[::1]'],
};

describe('an address', () => {
  for (const [what, addresses] of Object.entries(NOT_PUBLIC)) {
    it(`is not public: ${what}`, () => {
      for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
    });
  }

  it('is public when anyone can have it', () => {
    for (const address of [
      '1.1.1.1',
      '8.8.8.8',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00:1450::1',
    ])
      assert.equal(isPublicAddress(address), true, address);
  });

  it('is recognised in a URL, however it is written', () => {
    for (const [host, address] of [
      ['127.0.0.1', '127.0.0.1'],
      ['0177.0.0.1', '127.0.0.1'],
      ['2130706433', '127.0.0.1'],
      ['0x7f.1', '127.0.0.1'],
      ['127.1', '127.0.0.1'],
      ['①②⑦.0.0.1', '127.0.0.1'],
      ['127.0.0.1.', '127.0.0.1'],
      ['[::1]', '::1'],
      ['[0:0:0:0:0:ffff:127.0.0.1]', '::ffff:7f00:1'],
    ]) {
      assert.equal(literalAddress(new URL(`https://${host}/`)), address, host);
    }
    for (const host of ['example.com', 'localhost', '127.0.0.1.nip.io'])
      assert.equal(literalAddress(new URL(`https://${host}/`)), undefined, host);
  });
});
