import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { GOLDEN_TICKETS } from '../../scripts/golden-tickets.ts';
import { TicketRenderer } from './draw-ticket.ts';
import type { TicketFace } from './ticket-face.ts';
import { PainterBusy, PainterClosed, PaintingFailed, TicketPainter } from './ticket-painter.ts';

const face = GOLDEN_TICKETS[0]?.face as TicketFace;
const numbered = (number: number) => ({ ...face, confirmationCode: `ticket-general-${number}` });

describe('the ticket painter', () => {
  const painter = new TicketPainter({ workers: 2 });
  after(() => painter.close());

  test('paints what the renderer draws, byte for byte, on any of its threads', async () => {
    const renderer = new TicketRenderer();
    const faces = Array.from({ length: 20 }, (_, number) => numbered(number));
    const pictures = await Promise.all(faces.map((each) => painter.paint(each)));
    for (const [index, each] of faces.entries()) {
      assert.deepEqual(Buffer.from(pictures[index] as Uint8Array), Buffer.from(renderer.draw(each)));
    }
  });

  test('says why a ticket can’t be painted, and goes on', async () => {
    await assert.rejects(painter.paint({ ...face, code: 'A'.repeat(400) }), PaintingFailed);
    await assert.rejects(painter.paint({ ...face, confirmationCode: 'ticket–7' }), PaintingFailed);
    assert((await painter.paint(face)).length > 0);
  });

  test('turns pictures away when its queue is full', async () => {
    const small = new TicketPainter({ workers: 1, queueLimit: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => small.paint(face)));
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'painted' : outcome.reason.name)),
      ['painted', 'painted', 'painted', PainterBusy.name, PainterBusy.name],
    );
    assert((await small.paint(face)).length > 0);
    await small.close();
  });

  test('leaves places to others when one asks for as many pictures as it can', async () => {
    const small = new TicketPainter({ workers: 1, queueLimit: 8 });
    const ask = (accountId: string, pictures: number) =>
      Array.from({ length: pictures }, () => small.paint(face, accountId));
    const outcomes = await Promise.allSettled([...ask('shop', 9), ...ask('desk', 2)]);
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'painted' : outcome.reason.name)),
      [...Array(8).fill('painted'), PainterBusy.name, 'painted', PainterBusy.name],
    );
    await small.close();
  });

  test('finishes what it has begun when it is closed, and turns away the rest', async () => {
    const closing = new TicketPainter({ workers: 1 });
    const outcomes = Promise.allSettled([closing.paint(face), closing.paint(face), closing.paint(face)]);
    await Promise.all([closing.close(), closing.close()]);
    assert.deepEqual(
      (await outcomes).map((outcome) => (outcome.status === 'fulfilled' ? 'painted' : outcome.reason.name)),
      ['painted', PainterClosed.name, PainterClosed.name],
    );
    await assert.rejects(closing.paint(face), PainterClosed);
  });

  test('stops threads that were idle for half a minute, and starts new ones', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { workerModule, started } = counted();
    const rested = new TicketPainter({ workers: 2, workerModule });
    await Promise.all([rested.paint(face), rested.paint(face)]);
    t.mock.timers.tick(29_999);
    await rested.paint(face);
    assert.equal(started(), 2);
    t.mock.timers.tick(30_000);
    await rested.paint(face);
    assert.equal(started(), 3);
    await rested.close();
  });

  test('can be closed before it has painted anything', () => new TicketPainter().close());

  test('does not keep the process alive when there is nothing to paint', () => {
    const script = `
      import { TicketPainter } from '${new URL('ticket-painter.ts', import.meta.url)}';
      const png = await new TicketPainter({ workers: 2 }).paint(${JSON.stringify(face)});
      console.log(png.length);`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    assert.match(printed, /^\d+\n$/);
  });
});

describe('a painter whose thread dies', () => {
  test('tries the picture on another thread', async () => {
    const painter = new TicketPainter({ workers: 1, workerModule: mortal({ diesOnce: true }) });
    assert.equal(Buffer.from(await painter.paint(face)).toString(), 'painted');
    await painter.close();
  });

  test('gives up a picture that two threads died over, and paints the next', async () => {
    const painter = new TicketPainter({ workers: 1, workerModule: mortal({ diesOnce: false }) });
    const outcomes = [painter.paint({ ...face, title: 'Poison' }), painter.paint(face)];
    await assert.rejects(outcomes[0] as Promise<unknown>, PaintingFailed);
    assert.equal(Buffer.from((await outcomes[1]) as Uint8Array).toString(), 'painted');
    await painter.close();
  });

  test('fails each picture when no thread starts at all', async () => {
    const painter = new TicketPainter({
      workers: 2,
      workerModule: new URL('no-such-worker.ts', import.meta.url),
    });
    await assert.rejects(painter.paint(face), PaintingFailed);
    await painter.close();
  });
});

/** Threads that leave a mark when they start. */
function counted(): { workerModule: URL; started: () => number } {
  const marks = mkdtempSync(join(tmpdir(), 'painter-'));
  const source = `
    import { writeFileSync } from 'node:fs';
    import { parentPort, threadId } from 'node:worker_threads';
    writeFileSync(${JSON.stringify(marks)} + '/' + threadId, '');
    parentPort.on('message', () => parentPort.postMessage({ file: new TextEncoder().encode('painted') }));`;
  return {
    workerModule: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    started: () => readdirSync(marks).length,
  };
}

/** A thread that dies over faces with the title "Poison", and once, if `diesOnce`, over the first there is. */
function mortal({ diesOnce }: { diesOnce: boolean }): URL {
  const mark = join(mkdtempSync(join(tmpdir(), 'painter-')), 'died');
  if (!diesOnce) writeFileSync(mark, '');
  const source = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    const mark = ${JSON.stringify(mark)};
    parentPort.on('message', ({ face }) => {
      if (face.title === 'Poison' || !existsSync(mark)) {
        writeFileSync(mark, '');
        process.exit(7);
      }
      parentPort.postMessage({ file: new TextEncoder().encode('painted') });
    });`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}
