import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { LogPages } from './log-pages.ts';

function openLog(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'museum-log-'));
  const path = join(folder, 'log');
  const file = openSync(path, 'a');
  t.after(() => {
    closeSync(file);
    rmSync(folder, { recursive: true });
  });
  return {
    log: pino({ base: null, timestamp: false }, new LogPages(file)),
    read: () => readFileSync(path, 'utf8'),
  };
}

async function readUntil(read: () => string, pattern: RegExp): Promise<string> {
  for (;;) {
    const text = read();
    if (pattern.test(text)) return text;
    await sleep(10);
  }
}

test('a line is in the log soon after it was written', async (t) => {
  const { log, read } = openLog(t);
  log.info('the doors are open');
  assert.equal(await readUntil(read, /\n/), '{"level":30,"msg":"the doors are open"}\n');
});

test('a warning is in the log at once, after the lines before it', (t) => {
  const { log, read } = openLog(t);
  log.info('the doors are open');
  log.warn('the disk is full');
  assert.equal(read(), '{"level":30,"msg":"the doors are open"}\n{"level":40,"msg":"the disk is full"}\n');
});

test('many lines arrive whole and in order', async (t) => {
  const { log, read } = openLog(t);
  for (let line = 0; line < 5_000; line += 1) log.info({ line }, 'é');
  const lines = (await readUntil(read, /"line":4999.*\n/)).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).line),
    Array.from({ length: 5_000 }, (_, line) => line),
  );
});

test('a reader that is too slow is told how many lines it has lost', async (t) => {
  const { log, read } = openLog(t);
  const [lines, text] = [10_000, 'é'.repeat(1_000)];
  for (let line = 0; line < lines; line += 1) log.info(text);
  const last = /\{"level":40,"lines":(\d+),"msg":"log lines were lost"\}\n$/;
  const kept = await readUntil(read, last);
  const lost = Number(last.exec(kept)?.[1]);
  assert.equal(kept.split('\n').length - 2 + lost, lines);
});
