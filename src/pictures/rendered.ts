import type { PictureFault } from '../core/refusal.ts';
import type { PictureFile } from './picture-store.ts';

/** A picture as it leaves the museum, before anything is said of it. */
export interface RenderedPicture {
  /** In pixels, of what was sent in, upright. */
  readonly width: number;
  readonly height: number;
  readonly files: readonly PictureFile[];
}

export type Rendering = RenderedPicture | PictureFault;

/** Between the two processes: a line of JSON, and behind it what is in the files, one after another. */
export function packRendering(rendering: Rendering): Buffer {
  if ('because' in rendering) return Buffer.from(`${JSON.stringify(rendering)}\n`);
  const { files, ...size } = rendering;
  const told = files.map(({ content, ...file }) => ({ ...file, length: content.length }));
  const line = `${JSON.stringify({ ...size, files: told })}\n`;
  return Buffer.concat([Buffer.from(line), ...files.map(({ content }) => content)]);
}

export function unpackRendering(packed: Buffer): Rendering {
  const end = packed.indexOf('\n') + 1;
  const told = JSON.parse(packed.subarray(0, end).toString());
  if ('because' in told) return told;
  let at = end;
  const files = told.files.map(({ length, ...file }: { readonly length: number }) => {
    at += length;
    return { ...file, content: packed.subarray(at - length, at) };
  });
  return { ...told, files };
}
