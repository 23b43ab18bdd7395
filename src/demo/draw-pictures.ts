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

let drawn: Promise<DrawnPictures> | undefined;

/** Drawn once: they are the same in each demonstration, and take as long as most of what happens in its month. */
export function drawPictures(): Promise<DrawnPictures> {
  drawn ??= drawAll();
  return drawn;
}

async function drawAll(): Promise<DrawnPictures> {
  const ofEvents = new Map<string, DrawnPicture>();
  for (const [name, { svg, alt }] of Object.entries(eventDrawings()))
    ofEvents.set(name, { rendered: await renderDrawing(svg), alt });
  const { svg, alt } = museumDrawing();
  return { museum: { rendered: await renderDrawing(svg), alt }, ofEvents };
}
