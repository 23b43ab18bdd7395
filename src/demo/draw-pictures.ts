import type { TextsByLanguage } from '../core/texts-by-language.ts';
import { type RenderedPicture, renderDrawing } from '../pictures/index.ts';
import { eventDrawings, museumDrawing } from './drawings.ts';

/** A drawing as it leaves the museum, and what it shows. */
export interface DrawnPicture {
  readonly rendered: RenderedPicture;
  readonly alt: TextsByLanguage;
}

export interface DrawnPictures {
  readonly museum: DrawnPicture;
  /** By the names of the events. */
  readonly ofEvents: ReadonlyMap<string, DrawnPicture>;
}

export async function drawPictures(): Promise<DrawnPictures> {
  const ofEvents = new Map<string, DrawnPicture>();
  for (const [name, { svg, alt }] of Object.entries(eventDrawings()))
    ofEvents.set(name, { rendered: await renderDrawing(svg), alt });
  const { svg, alt } = museumDrawing();
  return { museum: { rendered: await renderDrawing(svg), alt }, ofEvents };
}
