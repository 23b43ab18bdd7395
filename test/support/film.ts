import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { temporaryFolder } from './temporary-store.ts';

/** How a picture is held in front of the camera. */
export interface Shot {
  /** Clockwise, in degrees. */
  readonly turned?: number;
  /** Standard deviation of the blur, in pixels of the film. */
  readonly blurred?: number;
  /** What is left of the light: 1 is all of it. */
  readonly light?: number;
  /** How much of the film's height it takes up. */
  readonly size?: number;
  /** How long, in frames; 30 are a second. */
  readonly frames?: number;
}

const WIDTH = 1280;
const HEIGHT = 720;
const TABLE = { r: 120, g: 112, b: 104 };

/**
 * Films a picture (a PNG's path or bytes; undefined: nobody is there) shot by shot.
 * @returns the path of a film that is gone after the test, for the `camera` of a page.
 */
export async function film(
  test: TestContext,
  scenes: readonly (Shot & { readonly of: string | Uint8Array | undefined })[],
): Promise<string> {
  const shots = await Promise.all(
    scenes.map(async ({ of, frames = 15, ...shot }) => Array(frames).fill(await still(of, shot)) as Buffer[]),
  );
  const path = join(await temporaryFolder(test), 'film.mjpeg'); // which is JPEG after JPEG
  await writeFile(path, Buffer.concat(shots.flat()));
  return path;
}

async function still(
  picture: string | Uint8Array | undefined,
  { turned = 0, blurred = 0, light = 1, size = 0.9 }: Shot,
): Promise<Buffer> {
  const scene = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: TABLE } });
  if (picture !== undefined) {
    const upright = await sharp(picture)
      .flatten({ background: '#fff' })
      .resize({ height: Math.round(HEIGHT * size) })
      .toBuffer();
    const held = await sharp(upright).rotate(turned, { background: TABLE }).toBuffer();
    const whole = { width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true } as const;
    scene.composite([{ input: await sharp(held).resize(whole).toBuffer() }]);
  }
  const seen = sharp(await scene.png().toBuffer()).linear(light, 0);
  return (blurred === 0 ? seen : seen.blur(blurred)).jpeg({ quality: 85 }).toBuffer();
}
