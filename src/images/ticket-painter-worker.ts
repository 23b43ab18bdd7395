/** A painter's thread: takes faces, one at a time, and gives back pictures. */
import { parentPort } from 'node:worker_threads';
import { TicketRenderer } from './draw-ticket.ts';
import type { TicketFace } from './ticket-face.ts';
import type { PaintingResult } from './ticket-painter.ts';

const artist = new TicketRenderer();

parentPort?.on('message', (face: TicketFace) => {
  // Copied, not handed over: a picture that is kept would hold on to the memory of this thread around it.
  parentPort?.postMessage(paint(face));
});

function paint(face: TicketFace): PaintingResult {
  try {
    return { png: artist.draw(face) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
