/**
 * Renders the picture on its standard input, of the media type and for the use that its arguments name, and writes what
 * `packRendering` makes of it: a program of its own, whose memory and time the system limits.
 */
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import sharp from 'sharp';
import type { PictureType } from '../core/refusal.ts';
import { renderPicture } from './render.ts';
import { packRendering } from './rendered.ts';

// The renderer of drawings is limited apart: pages of 64 KiB.
setFlagsFromString('--wasm-max-mem-pages=4096');
sharp.cache(false);
sharp.concurrency(1);
// None of the other formats that libvips reads is needed, and each has faults of its own.
sharp.block({ operation: ['VipsForeignLoad'] });
const READ = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`);
sharp.unblock({ operation: READ });
const [type, use] = process.argv.slice(2);
const original = await buffer(process.stdin);
process.stdout.write(packRendering(await renderPicture(original, type as PictureType, use === 'logo')));
