/** A worker thread of the painter: receives faces, one at a time, and returns pictures. */
import { parentPort } from 'node:worker_threads';
import { TicketRenderer } from './draw-ticket.ts';
import type { TicketFace } from './ticket-face.ts';
import type { PaintingResult } from './ticket-painter.ts';

const renderer = new TicketRenderer();

parentPort?.on('message', (face: TicketFace) => {
  // Copied, not transferred: a cached picture would keep the memory of this thread alive.
  parentPort?.postMessage(paint(face));
});

function paint(face: TicketFace): PaintingResult {
  try {
    return { png: renderer.draw(face) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
