import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { parse } from 'node-html-parser';
import { pino } from 'pino';
import { temporaryFolder } from '../../../fixtures/temporary-store.ts';
import { createMockApp } from '../../app/mock-app.ts';
import { museumCalendar, systemClock } from '../../core/clock.ts';
import { UPLOADED } from './curl-lines.ts';

test('each command of the reference works as it is printed', async (t) => {
  const mock = createMockApp(
    {
      ...{ clock: systemClock, calendar: museumCalendar(systemClock, 'Europe/Berlin') },
      ...{ currency: 'EUR', webhookAllowPrivate: false },
    },
    pino({ level: 'silent' }),
  );
  t.after(() => mock.close());
  const address = await mock.listen({ port: 0, host: '127.0.0.1' });
  const page = parse(await (await fetch(`${address}/docs`)).text(), { comment: true });
  const commands = page.querySelectorAll('pre.command').map((pre) => pre.textContent);
  assert.ok(commands.length > 70, `${commands.length} commands`);
  const script = [
    `curl() { command curl -sS -o /dev/null -w '%{http_code}\\n' "$@"; }`,
    ...commands.map((command) => command.replace('http://localhost:8080', address)),
  ].join('\n');
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, UPLOADED), 'a picture');
  const shell = spawn('bash', { cwd: folder });
  shell.stdin.end(script);
  const [statuses, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  assert.equal(errors, '');
  const failed = statuses
    .trim()
    .split('\n')
    .flatMap((status, index) => (/^2/.test(status) ? [] : [`${status}: ${commands[index + 1]}`]));
  assert.deepEqual(failed, []);
});
