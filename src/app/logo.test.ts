import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ConfigError } from './config.ts';
import { loadLogo } from './logo.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/logo.svg', import.meta.url));

test('the logo is read from its file, if there is one', async () => {
  assert.equal(await loadLogo(undefined), undefined);
  assert.equal((await loadLogo(FIXTURE))?.contentType, 'image/svg+xml');
});

test('a logo that can’t be used is an error that names the setting, the file and the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logo-'));
  const file = join(folder, 'logo.png');
  const refuses = (path: string, reason: RegExp) =>
    assert.rejects(loadLogo(path), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.ok(error.message.startsWith(`MUSEUM_LOGO: ${path} `), error.message);
      return reason.test(error.message);
    });
  await refuses(file, /can’t be read \(ENOENT\)/);
  await refuses(folder, /can’t be read \(EISDIR\)/);
  await writeFile(file, 'GIF89a');
  await refuses(file, /neither a PNG nor an SVG/);
  await writeFile(file, Buffer.alloc(256 * 1024 + 1));
  await refuses(file, /more than 256 kB/);
});
