import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { PageReader } from '../../fixtures/page-reader.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { picturesTexts } from '../../src/web/desk/pictures-texts.ts';

const say = picturesTexts('en');
const sayDone = doneTexts('en');

const jpeg = () =>
  sharp({ create: { width: 700, height: 400, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer();

/** Sends the form as a browser does. */
async function send(
  museum: Museum,
  { csrf, visitor }: Staff,
  path: string,
  fields: Record<string, string | Buffer>,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ csrf, ...fields }))
    form.set(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], 'IMG 1.jpg'));
  const request = new Request('http://museum.invalid', { method: 'POST', body: form });
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'content-type': request.headers.get('content-type') ?? '' };
  const body = Buffer.from(await request.arrayBuffer());
  return museum.ask('POST', path, { as: 'nobody', headers, body });
}

describeOnSqlite((openMuseum) => {
  test('a manager gives an event a picture, describes it anew, and removes it', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const at = `/desk/events/${eventId}`;
    const manager = await signInStaff(museum, 'manager');
    const empty = await send(museum, manager, `${at}/picture`, {
      'alt.en': 'A sea',
      picture: Buffer.alloc(0),
    });
    assert.equal(empty.status, 400);
    assert.ok(empty.text.includes(say('fileMissing')));

    const saved = await send(museum, manager, `${at}/picture`, {
      ...{ 'alt.en': 'A sea', 'alt.de': 'Ein Meer', credit: 'Archive', picture: await jpeg() },
    });
    assert.equal(saved.status, 303, saved.text);
    const page = await manager.get(saved.headers.location as string);
    assert.ok(page.text().includes(sayDone('pictureSaved')));
    const [, address = ''] = /src="(\/desk\/pictures\/[^"]+)"/.exec(page.html) ?? [];
    const file = await manager.visitor.get(address);
    assert.deepEqual([file.status, file.headers['cache-control']], [200, 'no-store']);
    const stranger = new PageReader(await museum.ask('GET', address, { as: 'nobody' }));
    assert.ok(stranger.asksToSignIn());

    const form = await manager.get(`${at}/picture`);
    assert.deepEqual([form.value('alt.en'), form.value('credit')], ['A sea', 'Archive']);
    await send(museum, manager, `${at}/picture`, { 'alt.en': 'A calm sea', picture: Buffer.alloc(0) });
    const shown = (await museum.api('GET', `/special-events/${eventId}/picture`)).json;
    assert.deepEqual([shown.alt, shown.credit], [{ en: 'A calm sea' }, null]);
    const removed = await manager.post(`${at}/picture/remove`);
    assert.equal(removed.status, 303);
    assert.equal((await museum.api('GET', `/special-events/${eventId}/picture`)).status, 404);
  });

  test('what can’t be used is said beside the file, and everything that was typed stays', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    for (const [picture, fault] of [
      [heic, say('heic')],
      [Buffer.from('<html>'), say('otherType', { types: 'JPEG, PNG, WebP, AVIF' })],
      [(await jpeg()).subarray(0, 300), say('damaged')],
    ] as const) {
      const answer = await send(museum, admin, '/desk/museum/picture', { 'alt.en': 'A hall', picture });
      assert.equal(answer.status, 422);
      const page = new PageReader(answer);
      assert.ok(page.text().includes(fault), fault);
      assert.equal(page.value('alt.en'), 'A hall');
    }
  });

  test('a logo may be drawn, and a PNG file with another name is taken for what it is', async (t) => {
    const museum = await openMuseum(t);
    const admin = await signInStaff(museum, 'admin');
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><path d="M0 0h6v3z"/></svg>',
    );
    const saved = await send(museum, admin, '/desk/museum/logo', { 'alt.en': 'Logo', picture: svg });
    assert.equal(saved.status, 303, saved.text);
    assert.equal((await museum.api('GET', '/museum/logo')).json.width, 960);
    const png = await sharp(await jpeg())
      .png()
      .toBuffer();
    const picture = await send(museum, admin, '/desk/museum/picture', { 'alt.en': 'Hall', picture: png });
    assert.equal(picture.status, 303, picture.text);
  });

  test('the picture of a draft is for those who arrange the programme', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const [manager, cashier] = [await signInStaff(museum, 'manager'), await signInStaff(museum, 'cashier')];
    await send(museum, manager, `/desk/events/${eventId}/picture`, {
      'alt.en': 'A sea',
      picture: await jpeg(),
    });
    const { html } = await manager.get(`/desk/events/${eventId}/picture`);
    const [, address = ''] = /src="(\/desk\/pictures\/[^"]+)"/.exec(html) ?? [];
    const seenBy = async ({ visitor }: Staff) => (await visitor.get(address)).status;
    assert.deepEqual([await seenBy(manager), await seenBy(cashier)], [200, 200]);
    const body = { visibility: 'draft' };
    await museum.api('PUT', `/special-events/${eventId}/visibility`, { body });
    assert.deepEqual([await seenBy(manager), await seenBy(cashier)], [200, 404]);
  });

  test('the page of the logo says when the server has set another', async (t) => {
    for (const [settings, isSaid] of [
      [{}, false],
      [{ MUSEUM_LOGO: fileURLToPath(new URL('../../fixtures/logo.svg', import.meta.url)) }, true],
    ] as const) {
      const museum = await openMuseum(t, { settings });
      const page = await (await signInStaff(museum, 'admin')).get('/desk/museum/logo');
      assert.equal(page.text().includes(say('logoFixed')), isSaid);
    }
  });

  test('a form that is not of this session, or of somebody who may not, changes nothing', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const fields = { 'alt.en': 'A hall', picture: await jpeg() };
    assert.equal((await send(museum, manager, '/desk/museum/picture', fields)).status, 403);
    const admin = await signInStaff(museum, 'admin');
    const forged = await send(museum, { ...admin, csrf: 'x' }, '/desk/museum/picture', fields);
    assert.equal(forged.status, 403);
    assert.equal((await museum.api('GET', '/museum/picture')).status, 404);
  });
});
