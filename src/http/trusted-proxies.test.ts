import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { parseNetwork, proxyFault, type TrustedProxies, trustsHop } from './trusted-proxies.ts';

const FORWARDED = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
const SIGNED = { authorization: 'Basic YWRtaW46eA==' };

test('the headers of an untrusted proxy are reported, with the setting that is missing', () => {
  for (const from of ['127.0.0.1', '::1', '::ffff:10.0.0.2', '192.168.1.1', '172.18.0.3', 'fd00::1'])
    assert.match(`${faultOf(0, FORWARDED, from)}`, /set MUSEUM_TRUST_PROXY=1/, from);
  assert.match(`${faultOf(0, { 'x-forwarded-proto': 'https' })}`, /set MUSEUM_TRUST_PROXY=1/);
});

test('headers from a public address are no sign of a proxy', () => {
  assert.equal(faultOf(0, FORWARDED, '203.0.113.9'), undefined);
  assert.equal(faultOf(0, FORWARDED, '::ffff:203.0.113.9'), undefined);
});

test('a trusted proxy that lacks a header, or is in a public network, is reported', () => {
  const { 'x-forwarded-for': client, 'x-forwarded-proto': scheme } = FORWARDED;
  for (const headers of [{}, { 'x-forwarded-for': client }, { 'x-forwarded-proto': scheme }])
    assert.match(`${faultOf(1, { ...SIGNED, ...headers })}`, /configure the proxy to send both/);
  assert.match(`${faultOf(1, { cookie: 'session=x' })}`, /configure the proxy to send both/);
  assert.match(`${faultOf(1, FORWARDED, '203.0.113.9')}`, /from a public network, so they are ignored/);
  assert.match(
    `${faultOf(['10.1.2.3'], FORWARDED, '10.1.2.4')}`,
    /outside the networks in MUSEUM_TRUST_PROXY/,
  );
});

test('a proxy is reported that does not append to what the one before it sends', () => {
  const client = FORWARDED['x-forwarded-for'];
  assert.match(`${faultOf(2, FORWARDED)}`, /X-Forwarded-For has fewer addresses/);
  assert.equal(faultOf(2, { ...FORWARDED, 'x-forwarded-for': `${client}, 10.0.0.2` }), undefined);
});

test('nothing is reported when headers and setting match', () => {
  assert.equal(faultOf(1, { ...SIGNED, ...FORWARDED }), undefined);
  assert.equal(faultOf(1, {}), undefined, 'a look at /healthz past the proxy');
  assert.equal(faultOf(0, SIGNED), undefined);
});

test('of proxies in a row exactly so many are trusted, the nearest only in the same network or machine', () => {
  const trusts = trustsHop(2);
  for (const near of ['127.0.0.1', '::1', '::ffff:10.0.0.2', '192.168.1.1', '172.18.0.3', 'fd00::1'])
    assert.equal(trusts(near, 0), true, near);
  for (const far of [undefined, '', 'unknown', 'localhost', '203.0.113.9', '::ffff:203.0.113.9'])
    assert.equal(trusts(far, 0), false, far);
  assert.equal(trusts('203.0.113.9', 1), true, 'a content delivery network');
  assert.equal(trusts('10.0.0.2', 2), false, 'a client in a private network');
});

test('of proxies in networks each is trusted, however many there are, and nobody else', () => {
  const trusts = trustsHop(['10.1.2.0/24', '2001:db8::/32', '203.0.113.9']);
  for (const address of [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '10.1.2.3:4711',
    '2001:db8::7',
    '[2001:db8::7]:80',
    '203.0.113.9',
  ])
    assert.equal(trusts(address, 3), true, address);
  for (const address of [undefined, 'unknown', '127.0.0.1', '10.1.3.1', '2001:db9::1', '203.0.113.10'])
    assert.equal(trusts(address, 0), false, address);
});

test('what is no network is not read as one', () => {
  for (const text of [
    '',
    'yes',
    '0',
    '11',
    '10/8',
    '10.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    'proxy.example.org',
    '::/129',
  ])
    assert.equal(parseNetwork(text), undefined, text);
});

function faultOf(trusted: TrustedProxies, headers: IncomingHttpHeaders, remoteAddress = '127.0.0.1') {
  return proxyFault(trusted, { headers, socket: { remoteAddress } } as IncomingMessage);
}
