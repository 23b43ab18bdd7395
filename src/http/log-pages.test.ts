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
