/** A worker thread of the painter: receives what is to be painted, one at a time, and returns pictures. */
import { parentPort } from 'node:worker_threads';
import { TicketRenderer } from './draw-ticket.ts';
import type { Painting, PaintingResult } from './ticket-painter.ts';
import { ticketSvg } from './ticket-svg.ts';

const renderer = new TicketRenderer();

parentPort?.on('message', (painting: Painting) => {
  // Copied, not transferred: a cached picture would keep the memory of this thread alive.
  parentPort?.postMessage(paint(painting));
});

function paint({ face, format }: Painting): PaintingResult {
  try {
    return { file: format === 'svg' ? ticketSvg(face) : renderer.draw(face) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
