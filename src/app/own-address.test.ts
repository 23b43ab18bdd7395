import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { test } from 'node:test';
import { isLoopback, publicUrlOf, reachable } from './own-address.ts';

function has(address: string, family: 'IPv4' | 'IPv6', more: { internal?: boolean; scopeid?: number } = {}) {
  const info = { address, family, netmask: '', mac: '', cidr: null, internal: false, scopeid: 0, ...more };
  return info as NetworkInterfaceInfo;
}

const LOOPBACK = [has('127.0.0.1', 'IPv4', { internal: true }), has('::1', 'IPv6', { internal: true })];
const V6 = [has('fe80::1', 'IPv6', { scopeid: 2 }), has('2001:db8::7', 'IPv6')];

test('a service that listens on all addresses is shown with one that others can reach', () => {
  const both = { lo: LOOPBACK, eth0: [...V6, has('192.0.2.7', 'IPv4')] };
  for (const host of ['0.0.0.0', '[::]'])
    assert.equal(reachable(`http://${host}:8080`, both), 'http://192.0.2.7:8080');
  assert.equal(reachable('http://[::]:8080', { lo: LOOPBACK, eth0: V6 }), 'http://[2001:db8::7]:8080');
  assert.equal(reachable('http://0.0.0.0:8080', { lo: LOOPBACK }), 'http://127.0.0.1:8080');
});

test('an address that was chosen is shown as it is', () => {
  for (const address of ['http://127.0.0.1:8080', 'http://[::1]:80', 'http://tickets.local:8080'])
    assert.equal(reachable(address, {}), address);
});

test('a host that only this machine can reach is recognised', () => {
  for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) assert.ok(isLoopback(host), host);
  for (const host of ['0.0.0.0', '::', '192.0.2.7', 'tickets.local']) assert.ok(!isLoopback(host), host);
});

test('visitors reach the service where the operator says, else where it listens', () => {
  const listening = { host: '::1', port: 8080, tls: undefined, publicUrl: undefined };
  assert.equal(publicUrlOf(listening), 'http://[::1]:8080');
  const tls = { cert: '/cert.pem', key: '/key.pem' };
  assert.equal(publicUrlOf({ ...listening, host: 'tickets.local', tls }), 'https://tickets.local:8080');
  assert.equal(
    publicUrlOf({ ...listening, publicUrl: 'https://tickets.example' }),
    'https://tickets.example',
  );
});
