import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { isTrustedProxyAddress, proxyFault } from './proxy-fault.ts';

const FORWARDED = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
const SIGNED = { authorization: 'Basic YWRtaW46eA==' };

test('the headers of an untrusted proxy are reported, with the setting that is missing', () => {
  for (const from of ['127.0.0.1', '::1', '::ffff:10.0.0.2', '192.168.1.1', '172.18.0.3', 'fd00::1'])
    assert.match(`${faultOf(false, FORWARDED, from)}`, /set MUSEUM_TRUST_PROXY=on/, from);
  assert.match(`${faultOf(false, { 'x-forwarded-proto': 'https' })}`, /set MUSEUM_TRUST_PROXY=on/);
});

test('headers from a public address are no sign of a proxy', () => {
  assert.equal(faultOf(false, FORWARDED, '203.0.113.9'), undefined);
  assert.equal(faultOf(false, FORWARDED, '::ffff:203.0.113.9'), undefined);
});

test('a trusted proxy that lacks a header, or is in a public network, is reported', () => {
  const { 'x-forwarded-for': client, 'x-forwarded-proto': scheme } = FORWARDED;
  for (const headers of [{}, { 'x-forwarded-for': client }, { 'x-forwarded-proto': scheme }])
    assert.match(`${faultOf(true, { ...SIGNED, ...headers })}`, /configure the proxy to send both/);
  assert.match(`${faultOf(true, { cookie: 'session=x' })}`, /configure the proxy to send both/);
  assert.match(`${faultOf(true, FORWARDED, '203.0.113.9')}`, /from a public network, so they are ignored/);
});

test('nothing is reported when headers and setting match', () => {
  assert.equal(faultOf(true, { ...SIGNED, ...FORWARDED }), undefined);
  assert.equal(faultOf(true, {}), undefined, 'a look at /healthz past the proxy');
  assert.equal(faultOf(false, SIGNED), undefined);
});

test('text that is no address is not the address of a trusted proxy', () => {
  for (const address of [undefined, '', 'unknown', 'localhost'])
    assert.equal(isTrustedProxyAddress(address), false);
});

function faultOf(trustsProxy: boolean, headers: IncomingHttpHeaders, remoteAddress = '127.0.0.1') {
  return proxyFault(trustsProxy, { headers, socket: { remoteAddress } } as IncomingMessage);
}
