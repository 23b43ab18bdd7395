import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { startMuseum } from '../../fixtures/process.ts';
import { escapedAsText, ON_A_TERMINAL } from './log.ts';

interface Line {
  readonly level: unknown;
  readonly time: unknown;
  readonly msg: string;
}

/** The log lines of a request, and of another that fails because the database is unavailable. */
async function linesOf(t: TestContext, format?: string): Promise<Line[]> {
  const museum = await startMuseum(t, { env: { LOG_LEVEL: 'info', LOG_FORMAT: format } });
  assert.equal((await fetch(`${museum.address}/readyz`)).status, 200);
  await rename(join(museum.dataDir, 'museum.db'), join(museum.dataDir, 'elsewhere.db'));
  assert.equal((await fetch(`${museum.address}/readyz`)).status, 503);
  await museum.stop();
  const lines = museum.stdout().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}

test('lines have levels and times as numbers', async (t) => {
  const lines = await linesOf(t);
  const said = lines.map(({ level, msg }) => `${level} ${msg}`);
  assert.ok(said.includes('30 request') && said.includes('50 database-unavailable'), `${said}`);
  for (const { level, time } of lines) assert.ok(Number.isInteger(level) && Number.isInteger(time));
});

test('with LOG_FORMAT=words they have levels as words and ISO times, whoever writes them', async (t) => {
  const lines = await linesOf(t, 'words');
  const said = lines.map(({ level, msg }) => `${level} ${msg}`);
  assert.ok(said.includes('info request') && said.includes('error database-unavailable'), `${said}`);
  for (const { level, time } of lines) {
    assert.match(`${level}`, /^(info|warn|error)$/);
    assert.match(`${time}`, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});

test('on a terminal a request takes one line, and an error keeps its stack', () => {
  const lines: string[] = [];
  const pretty = prettyFactory({ ...ON_A_TERMINAL, colorize: false });
  const log = pino({}, { write: (line: string) => lines.push(...pretty(line).trimEnd().split('\n')) });
  log.info({ requestId: '1', method: 'GET', route: '/desk', status: 200, ms: 1.5, account: null }, 'request');
  assert.equal(lines.length, 1);
  assert.match(lines[0] as string, /INFO: request \{.*"route":"\/desk","status":200/);
  log.error({ err: new Error('a bug') }, 'internal error');
  assert.match(lines[1] as string, /ERROR: internal error/);
  assert.match(lines.join('\n'), / Error: a bug\n +at /);
});

test('what strangers wrote does nothing to a terminal that shows the log', () => {
  const hostile = 'a\u001b[2J\r\u009b2J\u202e\\u001b';
  const shown: string[] = [];
  const pretty = prettyFactory({ ...ON_A_TERMINAL, colorize: false });
  const log = pino(
    { hooks: { streamWrite: escapedAsText } },
    { write: (line: string) => shown.push(pretty(line)) },
  );
  log.warn({ err: new Error(hostile), answer: hostile }, hostile);
  const text = shown.join('');
  assert.match(text, /^[\n\t\x20-\x7e]*$/);
  assert.match(text, /WARN: a\\u001b\[2J\\r\\u009b2J\\u202e\\u001b\n? /);
  assert.match(text, /Error: a\\u001b\[2J.*\n +at /);
});
