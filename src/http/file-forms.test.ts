import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFileForm } from './file-forms.ts';

/** As browsers send it. */
async function sent(form: FormData): Promise<[contentType: string, body: Buffer]> {
  const request = new Request('http://museum.invalid', { method: 'POST', body: form });
  return [request.headers.get('content-type') ?? '', Buffer.from(await request.arrayBuffer())];
}

const NASTY = Buffer.from(
  '\r\n\r\n--\0\xff\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
  'latin1',
);

describe('a form with a file', () => {
  it('has its fields and its files, whatever is in them', async () => {
    const form = new FormData();
    form.set('alt.de', 'Ein „Meer“\n& mehr');
    form.set('picture', new File([NASTY], 'a "b"; name="c".jpg'));
    form.set('none', new File([], 'empty.jpg'));
    const read = parseFileForm(...(await sent(form)));
    assert.deepEqual(read && [...read], [['alt.de', 'Ein „Meer“\r\n& mehr']]);
    assert.deepEqual(read?.files.get('picture'), NASTY);
    assert.equal(read?.files.get('none')?.length, 0);
  });

  it('is not read when it is not whole, or is none', async () => {
    const form = new FormData();
    form.set('picture', new File([NASTY], 'a.jpg'));
    const [type, body] = await sent(form);
    for (const length of [0, 1, 50, body.length - 10])
      assert.equal(parseFileForm(type, body.subarray(0, length)), undefined, `${length}`);
    assert.equal(parseFileForm('multipart/form-data', body), undefined);
    assert.equal(parseFileForm(type, Buffer.from('alt.de=Meer')), undefined);
  });

  it('has no U+0000 in its fields, which PostgreSQL can’t store', async () => {
    const form = new FormData();
    form.set('credit', 'a\0b');
    assert.equal(parseFileForm(...(await sent(form))), undefined);
  });
});
