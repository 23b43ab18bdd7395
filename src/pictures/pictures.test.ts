import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { photograph as photographOf } from '../../fixtures/photographs.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { Refusal } from '../core/refusal.ts';
import { LOGO_TYPES, PHOTOGRAPH_TYPES, PictureRenderer } from './index.ts';

const GREY = { create: { width: 800, height: 600, channels: 3, background: '#777' } } as const;
const svg = (content: string, size = 'viewBox="0 0 40 20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);

const renderer = new PictureRenderer();
const photograph = (bytes: Buffer) => renderer.render(bytes, PHOTOGRAPH_TYPES, 'photograph');

async function refusedAs(bytes: Buffer, types: Parameters<PictureRenderer['render']>[1] = PHOTOGRAPH_TYPES) {
  try {
    await renderer.render(bytes, types, types === PHOTOGRAPH_TYPES ? 'photograph' : 'logo');
  } catch (error) {
    if (error instanceof Refusal) return error.facts;
    throw error;
  }
  return undefined;
}

const jpegOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer();

/** A PNG file whose header says that it has so many pixels. */
async function pngThatSays(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp(GREY).png().toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeInt32BE(crc32(bytes.subarray(12, 29)) | 0, 29);
  return bytes;
}

describe('a picture', () => {
  test('leaves in the widths that are not larger than what was sent', async () => {
    for (const [width, widths] of [
      [300, [300]],
      [480, [480]],
      [1599, [480, 960]],
      [1600, [480, 960, 1600]],
    ] as const) {
      const { files, ...size } = await photograph(await jpegOf(width, 200));
      assert.deepEqual(size, { width, height: 200 });
      assert.deepEqual(
        files.map((file) => `${file.width} ${file.format}`),
        widths.flatMap((each) => [`${each} webp`, `${each} jpg`]),
      );
      for (const { width: each, format, content } of files) {
        const found = await sharp(content).metadata();
        assert.deepEqual([found.width, found.format], [each, format === 'jpg' ? 'jpeg' : 'webp']);
        assert.equal(found.height, Math.round((200 * each) / width));
      }
    }
  });

  test('may be JPEG, PNG, WebP or AVIF', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const { width, height } = await photograph(await sharp(GREY).toFormat(format).toBuffer());
      assert.deepEqual([width, height], [800, 600], format);
    }
  });

  test('has the colours of the screen, whatever those of its file are', async () => {
    for (const [what, bytes] of [
      ['CMYK', await sharp(GREY).toColourspace('cmyk').jpeg().toBuffer()],
      ['16 bits', await sharp(GREY).toColourspace('rgb16').png().toBuffer()],
      ['grey', await sharp(GREY).toColourspace('b-w').jpeg().toBuffer()],
      ['another profile', await sharp(GREY).withIccProfile('p3').jpeg().toBuffer()],
    ] as const) {
      for (const { content } of (await photograph(bytes)).files) {
        const { space, depth } = await sharp(content).metadata();
        assert.deepEqual([space, depth], ['srgb', 'uchar'], what);
        const { r, g, b } = (await sharp(content).stats()).dominant;
        assert.ok(
          [r, g, b].every((value) => Math.abs(value - 0x77) < 24),
          `${what}: ${r} ${g} ${b}`,
        );
      }
    }
  });

  test('with much detail leaves in files that a page with a dozen of them can carry', async () => {
    const { files } = await photograph(await photographOf(7));
    for (const [width, most] of [
      [480, 20_000],
      [960, 60_000],
      [1600, 150_000],
    ] as const) {
      const [webp, jpg] = files.filter((file) => file.width === width).map(({ content }) => content.length);
      assert.ok((webp ?? 0) <= most && (jpg ?? 0) <= 1.5 * most, `${width}: ${webp}, ${jpg}`);
    }
  });

  test('is turned upright, and tells nothing of its camera, its place or what is behind its end', async () => {
    const secret = 'Geheim-4711';
    const taken = await sharp(GREY)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: secret, Copyright: secret }, IFD3: { GPSAreaInformation: secret } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
      .jpeg()
      .toBuffer();
    assert.ok(taken.includes(secret));
    const { width, height, files } = await photograph(Buffer.concat([taken, Buffer.from(`PK${secret}`)]));
    assert.deepEqual([width, height], [600, 800]);
    for (const { content } of files) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(content).metadata();
      assert.deepEqual([exif, xmp, iptc, icc, orientation], Array(5).fill(undefined));
      assert.ok(!content.includes(secret));
    }
  });

  test('is the first of those that move', async () => {
    const frames = Buffer.concat([Buffer.alloc(100 * 100 * 3, 0), Buffer.alloc(100 * 100 * 3, 255)]);
    const moving = await sharp(frames, { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    const { height, files } = await photograph(moving);
    assert.equal(height, 100);
    const { dominant } = await sharp(files[0]?.content).stats();
    assert.ok(dominant.r < 30, `${dominant.r}`);
  });

  test('is refused with the reason when it can’t be used', async () => {
    const whole = await sharp({
      ...GREY,
      create: { ...GREY.create, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg()
      .toBuffer();
    const others = { because: 'other-type', types: PHOTOGRAPH_TYPES };
    for (const [what, bytes, fault] of [
      ['nothing', Buffer.alloc(0), { because: 'empty' }],
      ['text', Buffer.from('<html><script>alert(1)</script>'), others],
      ['a drawing', svg('<path d="M0 0h9v9z"/>'), others],
      ['a GIF', await sharp(GREY).gif().toBuffer(), others],
      ['half of it', whole.subarray(0, whole.length / 2), { because: 'damaged' }],
      ['its first bytes', whole.subarray(0, 20), { because: 'damaged' }],
      [
        'text behind the first bytes',
        Buffer.concat([whole.subarray(0, 3), Buffer.alloc(999, 'x')]),
        { because: 'damaged' },
      ],
      ['a bomb', await pngThatSays(60_000, 60_000), { because: 'too-many-pixels', megapixels: 3_600 }],
      ['a header that lies', await pngThatSays(7_000, 7_000), { because: 'damaged' }],
      ['a tower', await jpegOf(100, 1_001), { because: 'too-tall' }],
    ] as const) {
      assert.deepEqual(await refusedAs(bytes), fault, what);
    }
  });

  test('is no HEIC picture', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    assert.deepEqual(await refusedAs(heic), { because: 'other-type', types: PHOTOGRAPH_TYPES });
  });
});

describe('a logo', () => {
  test('may be drawn, and leaves as pixels only', async () => {
    const hostile = svg(
      '<script>alert(1)</script><image href="file:///etc/passwd" width="9" height="9"/><path d="M0 0h20v20H0z"/>',
    );
    const { width, height, files } = await renderer.render(hostile, LOGO_TYPES, 'logo');
    assert.deepEqual([width, height], [960, 480]);
    assert.deepEqual([...new Set(files.map((file) => file.width))], [480, 960]);
    for (const { content } of files) assert.ok(!content.includes('script'));
  });

  test('keeps what is transparent, but for JPEG, where that is white', async () => {
    const { files } = await renderer.render(svg('<path d="M0 0h20v20H0z"/>'), LOGO_TYPES, 'logo');
    const corner = async (format: string) => {
      const file = files.find((each) => each.format === format);
      const { data, info } = await sharp(file?.content).raw().toBuffer({ resolveWithObject: true });
      return [...data.subarray((info.width - 1) * info.channels, info.width * info.channels)];
    };
    assert.equal((await corner('webp'))[3], 0);
    assert.deepEqual(await corner('jpg'), [255, 255, 255]);
  });

  test('has a PNG file for tickets, and is refused when nothing of it is seen on them', async () => {
    const { files } = await renderer.render(svg('<path d="M0 0h20v20H0z"/>'), LOGO_TYPES, 'logo');
    const pngs = files.filter(({ format }) => format === 'png');
    assert.deepEqual(
      pngs.map(({ width }) => width),
      [480],
    );
    const white = svg('<path d="M0 0h20v20H0z" fill="#fffffa"/>');
    assert.deepEqual(await refusedAs(white, LOGO_TYPES), { because: 'invisible' });
  });

  test('that explodes when it is drawn is refused', async () => {
    const entities = Array.from(
      { length: 12 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
    );
    const laughs = `<!DOCTYPE svg [<!ENTITY e0 "haha">${entities.join('')}]>${svg('<desc>&e12;</desc>')}`;
    const uses = Array.from(
      { length: 30 },
      (_, index) => `<g id="u${index + 1}"><use href="#u${index}"/><use href="#u${index}"/></g>`,
    );
    const tree = svg(`<defs><path id="u0" d="M0 0h9v9z"/>${uses.join('')}</defs><use href="#u30"/>`);
    const bomb = (await pngThatSays(30_000, 30_000)).toString('base64');
    const inner = svg(
      `<image width="40" height="20" href="data:image/png;base64,${bomb}"/><path d="M0 0h9v9z"/>`,
    );
    const quick = new PictureRenderer({ secondsLimit: 2 });
    for (const [what, bytes] of Object.entries({ laughs: Buffer.from(laughs), tree, inner })) {
      const outcome = await quick.render(bytes, LOGO_TYPES, 'logo').catch((error: Refusal) => error.kind);
      // What the renderer of drawings leaves out does no harm either.
      assert.ok(outcome === 'picture-unusable' || typeof outcome === 'object', what);
    }
    assert.ok(await renderer.render(svg('<path d="M0 0h9v9z"/>'), LOGO_TYPES, 'logo'));
  });

  test('is refused when it contains text, or is drawn without end', async () => {
    assert.deepEqual(await refusedAs(svg('<text>M</text>'), LOGO_TYPES), { because: 'svg-text' });
    assert.deepEqual(await refusedAs(svg('<path'), LOGO_TYPES), { because: 'damaged' });
    assert.deepEqual(await refusedAs(svg('<path d="M0 0h9v9z"/>', 'viewBox="0 0 1 100"'), LOGO_TYPES), {
      because: 'too-tall',
    });
  });
});

describe('the renderer', () => {
  test('ends what takes too long, too much memory, or crashes, and goes on', async (context) => {
    const folder = await temporaryFolder(context);
    const picture = await jpegOf(10, 10);
    for (const [what, code] of Object.entries({
      'never ends': 'setInterval(() => {}, 1_000)',
      'computes without end': 'for (;;);',
      'is killed': "process.kill(process.pid, 'SIGSEGV')",
    })) {
      const program = join(folder, 'fails.mjs');
      await writeFile(program, code);
      const failing = new PictureRenderer({ program: pathToFileURL(program), secondsLimit: 1 });
      await assert.rejects(
        failing.render(picture, PHOTOGRAPH_TYPES, 'photograph'),
        { kind: 'picture-unusable', facts: { because: 'too-much-work' } },
        what,
      );
    }
  });

  test('limits the memory of its process', async (context) => {
    const program = join(await temporaryFolder(context), 'takes.mjs');
    const code =
      'const all = []; try { while (all.length < 40) all.push(Buffer.alloc(2 ** 26, 1)); } catch { process.abort(); }';
    await writeFile(program, code);
    const limited = new PictureRenderer({ program: pathToFileURL(program) });
    await assert.rejects(limited.render(await jpegOf(10, 10), PHOTOGRAPH_TYPES, 'photograph'), {
      kind: 'picture-unusable',
      facts: { because: 'too-much-work' },
    });
  });

  test('says so in an error when it can’t work at all', async (context) => {
    const program = join(await temporaryFolder(context), 'fails.mjs');
    await writeFile(program, "throw new Error('no such module')");
    const failing = new PictureRenderer({ program: pathToFileURL(program) });
    await assert.rejects(
      failing.render(await jpegOf(10, 10), PHOTOGRAPH_TYPES, 'photograph'),
      /ended with 1: .*no such module/s,
    );
  });

  test('gives its process nothing of the environment', async (context) => {
    const program = join(await temporaryFolder(context), 'tells.mjs');
    await writeFile(program, 'console.error(Object.keys(process.env).join()); process.exit(3)');
    const telling = new PictureRenderer({ program: pathToFileURL(program) });
    await assert.rejects(
      telling.render(await jpegOf(10, 10), PHOTOGRAPH_TYPES, 'photograph'),
      ({ message }: Error) => {
        const names = (message.split(': ').at(-1) ?? '').trim().split(',');
        return names.every((name: string) =>
          ['MALLOC_ARENA_MAX', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name),
        );
      },
    );
  });

  test('lets nobody wait until the connection is given up', async () => {
    const busy = new PictureRenderer({ longestWaitMs: 50 });
    const picture = await jpegOf(10, 10);
    const [first, second] = await Promise.allSettled([
      busy.render(picture, PHOTOGRAPH_TYPES, 'photograph'),
      busy.render(picture, PHOTOGRAPH_TYPES, 'photograph'),
    ]);
    assert.equal(first.status, 'fulfilled');
    assert.equal(second.status === 'rejected' && second.reason.kind, 'overloaded');
  });

  test('lets eight wait, and no more', async () => {
    const busy = new PictureRenderer({ longestWaitMs: 600_000 });
    const picture = await jpegOf(10, 10);
    const asked = Array.from({ length: 11 }, () => busy.render(picture, PHOTOGRAPH_TYPES, 'photograph'));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    assert.deepEqual(
      refused.map(({ reason }) => [reason.kind, reason.facts]),
      Array(2).fill(['overloaded', { work: 'pictures', waiting: 8 }]),
    );
  });
});
