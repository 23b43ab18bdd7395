import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Visitor } from '../../fixtures/browsing.ts';
import type { Answer } from '../../fixtures/client.ts';
import { crawl } from '../../fixtures/crawl.ts';
import { furnishedMuseum } from '../../fixtures/desk-pages.ts';
import { buyTicket, fillDay, generalPurchase, TODAY } from '../../fixtures/samples.ts';

/** Bytes over the wire for a page: for the first time with all that it needs, and afterwards. */
const MOST_AT_FIRST = 60_000;
const MOST_AFTERWARDS = 15_000;

it('a page of the desk is small at first and smaller afterwards, however much is going on', async (t) => {
  const museum = await furnishedMuseum(t);
  for (const day of [TODAY, '2027-03-02', '2027-03-06', '2027-03-13']) await fillDay(museum, day, 12);
  await museum.api('PUT', '/capacity/general', { body: { capacity: null } });
  for (let sold = 0; sold < 110; sold += 1)
    await buyTicket(
      museum,
      generalPurchase({ ticketDate: '2027-03-08', email: `visitor${sold}@example.org` }),
    );
  const [ticket] = (await museum.api('GET', `/tickets?ticketDate=${TODAY}`)).json;
  const plain = new Visitor(museum);
  await plain.signIn('admin');
  const starts = [
    '/desk',
    '/desk/sessions',
    `/desk/tickets/${ticket.ticketId}`,
    `/desk/print?tickets=${ticket.ticketId}`,
  ];
  const pages = (await crawl(plain, starts)).filter(({ path }) => path.startsWith('/desk'));
  assert.ok(pages.length > 40, `${pages.length} pages`);
  const browser = new Visitor(museum, { 'accept-encoding': 'gzip, deflate, br' });
  await browser.signIn('admin');
  const search = '/desk/tickets?date=2027-03-08';
  const sizes = new Map<string, number>();
  const sizeOf = async (asset: string) => {
    const { status, bytes } = await browser.get(asset);
    assert.equal(status, 200, asset);
    sizes.set(asset, bytes.length);
    return bytes.length;
  };
  const checkSize = async (path: string, answer: Answer, whole: Answer) => {
    assert.ok(answer.bytes.length <= MOST_AFTERWARDS, `${path}: ${answer.bytes.length} bytes`);
    let total = answer.bytes.length;
    const needed =
      whole.text.match(/(?<=(?:href|src)=")(?:\/assets\/|\/desk\/tickets\/[^"]*\.png)[^"]*/g) ?? [];
    for (const asset of new Set(needed)) total += sizes.get(asset) ?? (await sizeOf(asset));
    assert.ok(total <= MOST_AT_FIRST, `${path}: ${total} bytes at first`);
  };
  for (const { path, answer } of pages) await checkSize(path, await browser.get(path), answer);
  const found = await plain.get(search);
  assert.equal(found.text.match(/<th scope="row"/g)?.length, 100);
  await checkSize('found', await browser.get(search), found);
});

it('a page is compressed for who can read that, and is the same for everybody else', async (t) => {
  const museum = await furnishedMuseum(t);
  const visitor = new Visitor(museum);
  await visitor.signIn('viewer');
  const whole = await visitor.get('/desk');
  assert.equal(whole.headers['content-encoding'], undefined);
  assert.match(`${whole.headers.vary}`, /Accept-Encoding/);
  const small = await visitor.get('/desk', { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' });
  assert.equal(small.headers['content-encoding'], 'gzip');
  assert.equal(Number(small.headers['content-length']), small.bytes.length);
  assert.equal(gunzipSync(small.bytes).toString(), whole.text);
  assert.equal((await visitor.get('/desk', { 'accept-encoding': 'gzip;q=0' })).text, whole.text);
});
