import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { describeOnDatabase, describeOnEachDatabase, describeOnSqlite } from '../../fixtures/databases.ts';
import { credentials, type Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, generalPurchase } from '../../fixtures/samples.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import type { Uuid } from '../../src/core/uuid.ts';
import { findPublicFile, getPicture, readFileName, removePicture } from '../../src/pictures/index.ts';
import { backupStore, restoreStore } from '../../src/store/backup.ts';
import { openStore } from '../../src/store/index.ts';

const jpegOf = (background: string, width = 1_000, height = 500) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

const JPEG = { 'content-type': 'image/jpeg' };
const ALT = '?alt.en=A%20sea';

interface Shown {
  readonly addresses: readonly {
    readonly width: number;
    readonly format: string;
    readonly address: string;
  }[];
}

/** An event with a picture: where it is, and what was answered. */
async function withPicture(museum: Museum, query = ALT) {
  const { eventId } = await createEvent(museum);
  const path = `/special-events/${eventId}/picture`;
  const put = await museum.api('PUT', `${path}${query}`, { body: await jpegOf('#369'), headers: JPEG });
  assert.equal(put.status, 200, put.text);
  return { eventId, path, put };
}

const statusesOf = ({ addresses }: Shown, museum: Museum, as: 'nobody' | 'cashier' = 'nobody') =>
  Promise.all(addresses.map(async ({ address }) => (await museum.ask('GET', address, { as })).status));

describeOnEachDatabase((openMuseum) => {
  it('keeps the picture of an event, and shows its files to everybody for a week', async (test) => {
    const museum = await openMuseum(test);
    const query = `${ALT}&alt.de=Ein%20Meer&credit=Archive`;
    const { path, put } = await withPicture(museum, query);
    const { addresses, ...words } = put.json;
    assert.deepEqual(words, {
      width: 1_000,
      height: 500,
      alt: { en: 'A sea', de: 'Ein Meer' },
      credit: 'Archive',
    });
    assert.deepEqual((await museum.api('GET', path)).json, put.json);
    assert.deepEqual(
      addresses.map(({ width, format }: Shown['addresses'][number]) => `${width} ${format}`),
      ['480 webp', '480 jpg', '960 webp', '960 jpg'],
    );
    for (const { width, format, address } of addresses) {
      assert.match(address, new RegExp(`^/pictures/[0-9a-f]{32}-${width}\\.${format}$`));
      const file = await museum.ask('GET', address, { as: 'nobody' });
      assert.equal(file.status, 200);
      assert.equal(file.headers['content-type'], format === 'jpg' ? 'image/jpeg' : 'image/webp');
      assert.equal(file.headers['cache-control'], 'public, max-age=604800, immutable');
      assert.equal(file.headers['x-content-type-options'], 'nosniff');
      const found = await sharp(file.bytes).metadata();
      assert.deepEqual([found.width, found.height], [width, width / 2]);
      const headers = { 'if-none-match': file.headers.etag as string };
      assert.equal((await museum.ask('GET', address, { headers })).status, 304);
    }
  });

  it('has the last of two pictures that are sent at once, and nothing of the other', async (test) => {
    const museum = await openMuseum(test);
    const { path, put } = await withPicture(museum);
    const colours = ['#f00', '#0f0', '#00f'];
    const answers = await Promise.all(
      colours.map(async (colour) =>
        museum.api('PUT', path + ALT, { body: await jpegOf(colour), headers: JPEG }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const now = (await museum.api('GET', path)).json;
    for (const { json } of [put, ...answers]) {
      const expected = json.addresses[0].address === now.addresses[0].address ? 200 : 404;
      assert.deepEqual(await statusesOf(json, museum), Array(4).fill(expected));
    }
    const files = await museum.store.all('SELECT hash FROM picture_files');
    assert.equal(files.length, 4);
  });

  it('is gone where another instance has removed it', async (test) => {
    const museum = await openMuseum(test);
    const { eventId, put } = await withPicture(museum);
    assert.deepEqual(await statusesOf(put.json, museum), Array(4).fill(200));
    const another = await openStore(museum.database);
    test.after(() => another.close());
    await another.transaction((tx) => removePicture({ tx, actor: OPERATOR, now: 0 }, eventId as Uuid));
    while ((await statusesOf(put.json, museum)).includes(200)) await sleep(20);
    assert.deepEqual(await statusesOf(put.json, museum), Array(4).fill(404));
  });
});

describeOnSqlite((openMuseum) => {
  it('is in a backup, and as it was when that is restored', async (test) => {
    const museum = await openMuseum(test);
    const { eventId, put } = await withPicture(museum);
    const [{ address }] = put.json.addresses;
    const { bytes } = await museum.ask('GET', address);
    const folder = await temporaryFolder(test);
    const [backup, path] = [join(folder, 'backup.db'), join(folder, 'museum.db')];
    const options = { force: false, onProgress: () => {} };
    await backupStore(museum.database, backup, options);
    await restoreStore(backup, { kind: 'sqlite', path }, options);
    const restored = await openStore({ kind: 'sqlite', path });
    test.after(() => restored.close());
    const { width, alt } = await getPicture(restored, OPERATOR, eventId as Uuid);
    assert.deepEqual([width, alt], [1_000, { en: 'A sea' }]);
    const name = readFileName(address.slice('/pictures/'.length));
    assert.deepEqual(name && (await findPublicFile(restored, name)), bytes);
  });
});

describeOnDatabase((openMuseum) => {
  it('has the museum’s picture and its logo, which may be drawn', async (test) => {
    const museum = await openMuseum(test);
    const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><path d="M0 0h6v3z"/></svg>';
    const headers = { 'content-type': 'image/svg+xml' };
    const logo = await museum.api('PUT', `/museum/logo${ALT}`, { body, headers });
    assert.equal(logo.status, 200, logo.text);
    assert.deepEqual(await statusesOf(logo.json, museum), [200, 200, 200, 200]);
    const picture = await museum.api('PUT', `/museum/picture${ALT}`, {
      body: await jpegOf('#777'),
      headers: JPEG,
    });
    assert.equal(picture.json.credit, null);
    assert.deepEqual((await museum.api('GET', '/museum/picture')).json, picture.json);
    const drawn = await museum.api('PUT', `/museum/picture${ALT}`, { body, headers });
    assertRefused(drawn, 415, 'unsupported-media-type');
  });

  it('shows the picture of an unlisted event to everybody, and that of a draft to nobody', async (test) => {
    const museum = await openMuseum(test);
    const { eventId, put } = await withPicture(museum);
    for (const [visibility, status] of [
      ['unlisted', 200],
      ['draft', 404],
      ['public', 200],
    ] as const) {
      await museum.api('PUT', `/special-events/${eventId}/visibility`, { body: { visibility } });
      assert.deepEqual(await statusesOf(put.json, museum), Array(4).fill(status), visibility);
    }
  });

  it('shows the logo on tickets from now on, until it is removed', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase());
    const tag = async () => (await museum.api('GET', `/tickets/${ticketId}/qr`)).headers.etag;
    const plain = await tag();
    const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><path d="M0 0h6v3z"/></svg>';
    await museum.api('PUT', `/museum/logo${ALT}`, { body, headers: { 'content-type': 'image/svg+xml' } });
    const withLogo = await tag();
    assert.notEqual(withLogo, plain);
    await createEvent(museum); // all that is kept is asked for again
    assert.equal(await tag(), withLogo);
    await museum.api('DELETE', '/museum/logo');
    assert.equal(await tag(), plain);
  });

  it('changes what is said of a picture, and leaves its files where they are', async (test) => {
    const museum = await openMuseum(test);
    const { path, put } = await withPicture(museum, `${ALT}&credit=Archive`);
    const change = { alt: { de: 'Ein Meer' }, credit: null };
    const changed = await museum.api('PATCH', path, { body: change });
    assert.deepEqual(changed.json, { ...put.json, alt: { en: 'A sea', de: 'Ein Meer' }, credit: null });
    const less = await museum.api('PATCH', path, { body: { alt: { de: null } } });
    assert.deepEqual(less.json.alt, { en: 'A sea' });
    const none = await museum.api('PATCH', path, { body: { alt: { en: null } } });
    assertRefused(none, 400, 'invalid-request', ['body /alt/en']);
  });

  it('forgets a picture that is removed, and that of an event that is cancelled', async (test) => {
    const museum = await openMuseum(test);
    const [removed, cancelled] = [await withPicture(museum), await withPicture(museum)];
    assert.equal((await museum.api('DELETE', removed.path)).status, 204);
    await museum.api('DELETE', `/special-events/${cancelled.eventId}`);
    assert.deepEqual(await statusesOf(removed.put.json, museum), Array(4).fill(404));
    assert.deepEqual(await statusesOf(cancelled.put.json, museum), Array(4).fill(404));
    assertRefused(await museum.api('GET', removed.path), 404, 'picture-not-found');
    assertRefused(await museum.api('DELETE', removed.path), 404, 'picture-not-found');
    assertRefused(await museum.api('GET', cancelled.path), 404, 'event-not-found');
    assert.equal((await museum.ask('GET', '/pictures/../museum.db', { as: 'nobody' })).status, 404);
  });

  it('says in the journal what was changed', async (test) => {
    const museum = await openMuseum(test);
    const { path, eventId } = await withPicture(museum);
    await museum.api('PATCH', path, { body: { credit: 'Archive' } });
    await museum.api('DELETE', path);
    const rows = await museum.store.all<{ kind: string; details: string }>(
      "SELECT kind, details FROM journal WHERE subject = ? AND kind LIKE 'picture.%' ORDER BY position",
      [eventId],
    );
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['picture.set', 'picture.described', 'picture.removed'],
    );
    const { before, after } = JSON.parse(rows[1]?.details ?? '');
    assert.deepEqual([before.credit, after.credit], [null, 'Archive']);
  });

  it('is changed only as it was seen', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}/picture`;
    const put = async (headers: Record<string, string>) =>
      museum.api('PUT', path + ALT, { body: await jpegOf('#369'), headers: { ...JPEG, ...headers } });
    assertRefused(await put({ 'if-match': '*' }), 412, 'precondition-failed');
    assert.equal((await put({ 'if-none-match': '*' })).status, 200);
    assertRefused(await put({ 'if-none-match': '*' }), 412, 'precondition-failed');
    const { etag } = (await museum.api('GET', path)).headers;
    assert.equal((await put({ 'if-match': etag as string })).status, 200);
    const stale = { headers: { 'if-match': '"stale"' } };
    assertRefused(
      await museum.api('PATCH', path, { ...stale, body: { credit: 'Archive' } }),
      412,
      'precondition-failed',
    );
    assertRefused(await museum.api('DELETE', path, stale), 412, 'precondition-failed');
  });

  it('refuses what is no picture, is none of these, or says nothing', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}/picture`;
    const body = await jpegOf('#369');
    const put = (sent: string | Buffer, type: string, query = ALT) =>
      museum.api('PUT', path + query, { body: sent, headers: { 'content-type': type } });
    assertRefused(await put('<html>', 'image/png'), 422, 'picture-unusable');
    assertRefused(await put(body, 'image/png'), 422, 'picture-unusable');
    assertRefused(await put('', 'image/png'), 422, 'picture-unusable');
    assertRefused(await put(body.subarray(0, 200), 'image/jpeg'), 422, 'picture-unusable');
    assertRefused(await put(body, 'image/gif'), 415, 'unsupported-media-type');
    assertRefused(await put('{}', 'application/json'), 415, 'unsupported-media-type');
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    for (const type of ['image/heic', 'image/jpeg']) {
      const answer = await put(heic, type);
      assertRefused(answer, 415, 'unsupported-media-type');
      assert.match(answer.json.detail, /export it as JPEG/);
    }
    assertRefused(await put(body, 'image/jpeg', '?alt.de=Meer'), 400, 'invalid-request', ['query /alt.en']);
    assertRefused(await museum.api('PUT', path + ALT), 400, 'invalid-request', ['body ']);
    assertRefused(await put(Buffer.alloc(10 * 1024 * 1024 + 1), 'image/jpeg'), 413, 'body-too-large');
    assertRefused(await museum.api('GET', path), 404, 'picture-not-found');
  });

  it('refuses who may not before the picture is sent', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    for (const [path, as, status] of [
      [`/special-events/${eventId}/picture`, 'cashier', 403],
      ['/museum/picture', 'manager', 403],
      ['/museum/logo', 'nobody', 401],
    ] as const) {
      const connection = await museum.connect();
      const signed = credentials(as) === undefined ? '' : `Authorization: ${credentials(as)}\r\n`;
      connection.send(
        `PUT /v1.1${path}${ALT} HTTP/1.1\r\nHost: x\r\n${signed}Content-Type: image/jpeg\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n`,
      );
      assert.equal((await connection.answer()).status, status, path);
    }
  });

  it('is sent when the client is told to go on', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const body = await jpegOf('#369');
    const connection = await museum.connect();
    connection.send(
      `PUT /v1.1/special-events/${eventId}/picture${ALT} HTTP/1.1\r\nHost: x\r\nAuthorization: ${credentials('admin')}\r\nContent-Type: image/jpeg\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    assert.equal((await connection.answer()).status, 100);
    connection.send(body);
    assert.equal((await connection.answer()).status, 200);
  });

  it('answers 503 with Retry-After when too many wait, and sells meanwhile', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}/picture${ALT}`;
    const body = await jpegOf('#369', 3_000, 2_000);
    const [sold, ...answers] = await Promise.all([
      buyTicket(museum, generalPurchase()),
      ...Array.from({ length: 14 }, () => museum.api('PUT', path, { body, headers: JPEG })),
    ]);
    assert.ok(sold.ticketId);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length >= 3 && refused.length < 14, `${refused.length}`);
    for (const answer of refused) {
      assertRefused(answer, 503, 'overloaded');
      assert.equal(answer.headers['retry-after'], '2');
    }
  });

  it('is answered by the mock with what was said of it', async (test) => {
    const museum = await openMuseum(test, { settings: { MUSEUM_MOCK: 'on' } });
    const body = await jpegOf('#369');
    const mocked = await museum.ask('PUT', `/mock/v1.1/museum/picture?alt.en=A%20hall`, {
      body,
      headers: JPEG,
    });
    assert.equal(mocked.status, 200, mocked.text);
    assert.equal(mocked.json.alt.en, 'A hall');
  });
});
