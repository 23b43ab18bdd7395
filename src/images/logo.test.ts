import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { type Logo, readLogo } from './logo.ts';

const FIXTURE = readFileSync(new URL('../../fixtures/logo.svg', import.meta.url));
const svg = (content: string, size = 'width="40" height="20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);
const BLACK = '<path d="M0 0h40v20H0z"/>';

async function read(bytes: Buffer): Promise<Logo> {
  const logo = await readLogo(bytes);
  if (typeof logo === 'string') throw new Error(logo);
  return logo;
}

describe('a logo', () => {
  test('is as large on tickets as its place allows, and twice as large in mails', async () => {
    for (const [size, width, height] of [
      ['width="40" height="20"', 96, 48],
      ['width="4000" height="100"', 160, 4],
      ['viewBox="0 0 240 80"', 144, 48],
    ] as const) {
      const { onTickets, picture } = await read(svg('<path d="M0 0h4000v2000H0z"/>', size));
      assert.deepEqual([onTickets[0]?.length, onTickets.length], [width, height], size);
      assert.deepEqual([picture.width, picture.height], [2 * width, 2 * height], size);
    }
  });

  test('has the shades of its colours on white paper', async () => {
    const half = '<path d="M0 0h20v20H0z"/><path d="M20 0h20v20H20z" fill-opacity=".5"/>';
    const { onTickets } = await read(svg(half));
    assert.match(onTickets[20] ?? '', /^9{48}[45]{48}$/);
    assert.match(
      (await read(svg(BLACK.replace('<path', '<path fill="#fff" stroke="#000"')))).onTickets[20] ?? '',
      /^[1-9]+0+[1-9]+$/,
    );
  });

  test('may be a PNG file, of any kind', async () => {
    const picture = sharp(svg(BLACK));
    for (const png of [picture.clone().png(), picture.clone().png({ palette: true, progressive: true })]) {
      const { contentType, onTickets } = await read(await png.toBuffer());
      assert.equal(contentType, 'image/png');
      assert.deepEqual(onTickets, Array(48).fill('9'.repeat(96)));
    }
  });

  test('may have a declaration, comments and a document type before it', async () => {
    const before = `\uFEFF<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg [ <!ENTITY ink "#000"> ]>\n`;
    const { contentType, onTickets } = await read(Buffer.concat([Buffer.from(before), svg(BLACK)]));
    assert.equal(contentType, 'image/svg+xml');
    assert.equal(onTickets.length, 48);
  });

  test('is drawn the same each time', async () => {
    assert.deepEqual(await read(FIXTURE), await read(FIXTURE));
  });

  test('is refused when it would take hours or gigabytes to draw', async () => {
    const masks = Array.from({ length: 25 }, (_, index) => {
      const next = `mask="url(#m${index + 1})"`;
      return `<mask id="m${index}"><path d="M0 0h40v20H0z" fill="#fff" ${next}/><path d="M0 0h40v9H0z" ${next}/></mask>`;
    });
    const endless = svg(`${masks.join('')}<path mask="url(#m0)" d="M0 0h40v20H0z"/>`);
    assert.match(`${await readLogo(endless, 1_000)}`, /^takes longer than 1 s to draw/);
    const large = sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } });
    const png = await large.png({ palette: true }).toBuffer();
    const image = `<image width="40" height="20" href="data:image/png;base64,${png.toString('base64')}"/>`;
    assert.match(`${await readLogo(svg(image))}`, /^takes too much memory to draw/);
    assert.match(`${await readLogo(Buffer.from(`${'<!---->'.repeat(5_000)}x`), 5_000)}`, /^is neither/);
  });

  test('is refused with the reason when it can’t be used', async () => {
    const huge = await sharp({ create: { width: 2_001, height: 2, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    for (const [bytes, reason] of [
      [Buffer.from('GIF89a'), /neither a PNG nor an SVG/],
      [Buffer.from('<html><svg></svg></html>'), /neither a PNG nor an SVG/],
      [huge, /more than 2000 pixels/],
      [huge.subarray(0, 20), /is damaged/],
      [svg('<text x="0" y="20">Museum</text>'), /contains text/],
      [svg('<path d="M0 0h40v20H0z"'), /can’t be drawn/],
      [svg(''), /shows nothing on white paper/],
      [svg(BLACK.replace('<path', '<path fill="#fff"')), /shows nothing on white paper/],
    ] as const) {
      const fault = await readLogo(bytes);
      assert.match(typeof fault === 'string' ? fault : 'it was taken', reason);
    }
  });
});
