import type { RenderedPicture } from './rendered.ts';

/** Renders what the service has drawn itself, as SVG: in this process, for it is no stranger's. */
export async function renderDrawing(svg: string): Promise<RenderedPicture> {
  // Loaded only where it is needed: a service that renders strangers' pictures in other processes needs none of it.
  const { renderPicture } = await import('./render.ts');
  const rendering = await renderPicture(Buffer.from(svg), 'image/svg+xml', false);
  if ('because' in rendering) throw new Error(`The drawing is ${rendering.because}`);
  return rendering;
}
