import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal, type RefusalFacts, type WebhookAddressFault } from '../core/refusal.ts';
import { requireAddress } from './webhook.ts';

const PUBLIC = [{ address: '93.184.216.34' }];

async function faultOf(
  url: string,
  {
    allowPrivate = false,
    addresses = PUBLIC,
  }: { allowPrivate?: boolean; addresses?: { address: string }[] } = {},
): Promise<WebhookAddressFault | undefined> {
  const faults = await faultsOf(url, { allowPrivate, addresses });
  assert.ok(faults.length <= 1, `${faults}`);
  return faults[0];
}

async function faultsOf(
  url: string,
  { allowPrivate, addresses }: { allowPrivate: boolean; addresses: { address: string }[] },
): Promise<readonly WebhookAddressFault[]> {
  try {
    await requireAddress(url, { allowPrivate, lookup: async () => addresses });
    return [];
  } catch (error) {
    assert.ok(error instanceof Refusal && error.kind === 'webhook-address-refused');
    return (error.facts as RefusalFacts['webhook-address-refused']).faults;
  }
}

describe('the address of a webhook', () => {
  it('is https, on the public internet', async () => {
    for (const url of [
      'https://example.com',
      'https://example.com:8443/a?b=c',
      'https://[2606:4700::1111]/',
      'https://1.1.1.1/',
      'https://notlocalhost/',
      'https://localhost.example.com/',
    ])
      assert.equal(await faultOf(url), undefined, url);
    for (const url of ['http://example.com', 'HTTP://example.com'])
      assert.equal(await faultOf(url), 'not-https', url);
    for (const url of [
      'example.com',
      'ftp://example.com',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://',
      'https:example.com',
      'https:/example.com',
      'https:///example.com',
      'https:\\\\example.com',
      'https:// a',
      'https://example.com:0/',
      'https://1.1.1.1.1/',
    ])
      assert.equal(await faultOf(url), 'malformed', url);
  });

  it('has no credentials in it, whatever else is allowed', async () => {
    for (const url of [
      'https://user@example.com',
      'https://user:password@example.com',
      'https://:password@example.com',
    ]) {
      assert.equal(await faultOf(url), 'credentials', url);
      assert.equal(await faultOf(url, { allowPrivate: true }), 'credentials', url);
    }
  });

  it('is not private in any way of writing', async () => {
    for (const host of [
      '127.0.0.1',
      '0177.0.0.1',
      '017700000001',
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '127.1',
      '127.0.0.1.',
      '①②⑦.⓪.⓪.①',
      '10.1.2.3',
      '0300.0250.1.1',
      '169.254.169.254',
      '2852039166',
      '100.64.0.1',
      '0.0.0.0',
      '0',
      '[::]',
      '[::1]',
      '[0000:0000:0000:0000:0000:0000:0000:0001]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[fe80::1]',
      '[fd00::1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      'localhost',
      'LOCALHOST.',
      'x.localhost',
      'a.b.localhost.',
    ]) {
      assert.equal(await faultOf(`https://${host}/`), 'private', host);
      assert.equal(await faultOf(`http://${host}/`, { allowPrivate: true }), undefined, host);
    }
  });

  it('has a name all of whose addresses are public', async () => {
    const url = 'https://example.com/';
    assert.equal(await faultOf(url, { addresses: [{ address: '10.0.0.1' }] }), 'private');
    assert.equal(await faultOf(url, { addresses: [...PUBLIC, { address: '::1' }] }), 'private');
  });

  it('is refused with all its faults', async () => {
    const all = ['credentials', 'not-https', 'private'];
    const rules = { allowPrivate: false, addresses: [{ address: '10.0.0.1' }] };
    for (const host of ['localhost', '10.0.0.1', 'example.com'])
      assert.deepEqual(await faultsOf(`http://user:password@${host}/`, rules), all, host);
  });

  it('may have a name that leads nowhere yet', async () => {
    assert.equal(await faultOf('https://example.com/', { addresses: [] }), undefined);
    const rules = { allowPrivate: false, lookup: () => Promise.reject(new Error('ENOTFOUND')) };
    await requireAddress('https://example.invalid/', rules);
  });
});
