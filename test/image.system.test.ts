/** The instructions of deploy/Dockerfile, followed without a container. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseEnv } from 'node:util';
import { ADMIN, basic, ROOT, start } from '../fixtures/process.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { GUIDE_LINKS, guideAddress, VECTORS } from '../src/web/open/guide-pages.ts';

const STAGES = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split(/^FROM .*\n/m)
  .slice(1)
  .map((stage) => stage.split('\n'));

/** What comes behind each instruction of that name in a stage. */
function instructions(name: string, stage = STAGES.at(-1) ?? []): string[] {
  return stage.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length).trim());
}

test('the image holds what the service needs, knows whether it is ready, and does not run as root', async (t) => {
  const image = await makeImage(t);
  const data = await temporaryFolder(t);
  const [entry = '', ...args] = [...instructions('ENTRYPOINT'), ...instructions('CMD')].flatMap((json) =>
    JSON.parse(json),
  );
  assert.deepEqual(instructions('WORKDIR'), ['/opt/museum']);
  const settings = parseEnv(instructions('ENV').join(' ').replaceAll(' ', '\n'));
  assert.equal(settings.MUSEUM_DATA_DIR, '/var/lib/museum');
  const env = {
    ...settings,
    ...{ MUSEUM_DATA_DIR: data, PORT: '0', MUSEUM_SALES_DAYS: '3650' },
    ...{ MUSEUM_ADMIN_USERNAME: ADMIN.username, MUSEUM_ADMIN_PASSWORD: ADMIN.password },
  };
  const service = start(t, entry.replace('/opt/museum', image), args, { cwd: image, env });
  const [, port = ''] = await service.says(/Base address +http:\/\/\S+:(\d+)\//);

  const headers = {
    authorization: basic(ADMIN.username, ADMIN.password),
    'content-type': 'application/json',
  };
  const order = { ticketType: 'general', ticketDate: '2035-05-05', email: 'ada@example.com' };
  const address = `http://127.0.0.1:${port}`;
  const sold = await fetch(`${address}/v1.1/tickets`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify(order),
  });
  assert.equal(sold.status, 201);
  for (const path of [sold.headers.get('location'), '/docs', '/docs/guides/gate', '/desk', '/gate'])
    assert.equal((await fetch(address + path, { headers })).status, 200, `${path}`);
  const linked = new Set<string>();
  for (const { href } of GUIDE_LINKS) {
    const page = await (await fetch(address + href)).text();
    for (const [, path = ''] of page.matchAll(/href="(\/[^"#]*)/g)) linked.add(path);
  }
  for (const name of VECTORS) assert.ok(linked.has(guideAddress(name)), `${name} is linked to`);
  for (const path of linked) assert.equal((await fetch(address + path)).status, 200, path);

  assert.equal(await healthCheck(t, port), 0);
  service.child.kill('SIGTERM');
  assert.deepEqual(await service.exit, { code: 0, signal: null });
  assert.equal(service.stderr(), '');
  assert.equal(await healthCheck(t, port), 1);
  assert.deepEqual(instructions('USER'), ['node']);
});

test('its packages are those of the lock file, without tools and without a second Node', () => {
  const [packages] = STAGES;
  assert.deepEqual(instructions('COPY', packages), ['package.json package-lock.json ./']);
  assert.match(
    instructions('RUN', packages).join(),
    /^npm ci --omit=dev --ignore-scripts .*&& rm -r node_modules\/node-linux-\*$/,
  );
});

/** What the last stage copies, as far as it is shown to Docker. */
async function makeImage(t: TestContext): Promise<string> {
  const image = await temporaryFolder(t);
  const shown = shownToDocker();
  for (const copy of instructions('COPY')) {
    const sources = copy.split(' ');
    const target = sources.pop() ?? '';
    if (copy.startsWith('--from=packages /opt/museum/')) {
      await symlink(join(ROOT, target), join(image, target));
      continue;
    }
    for (const source of sources) {
      const filter = (path: string) => shown.has(relative(ROOT, path)) || statSync(path).isDirectory();
      const place = target.endsWith('/') ? join(target, basename(source)) : target;
      await cp(join(ROOT, source), join(image, place), { recursive: true, filter });
    }
  }
  return image;
}

function shownToDocker(): Set<string> {
  const lines = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(patterns[0], '*');
  const shown = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const hidden = patterns.slice(1).filter((pattern) => !pattern.startsWith('!'));
  return new Set(
    globSync([...shown, ...shown.map((pattern) => `${pattern}/**`)], { cwd: ROOT, exclude: hidden }),
  );
}

/** The exit code of the very command of the image. */
async function healthCheck(t: TestContext, PORT: string): Promise<number | null> {
  const [, json = ''] = /CMD (\[.*\])$/.exec(instructions('HEALTHCHECK').join()) ?? [];
  const [program, ...args] = JSON.parse(json);
  assert.equal(program, 'node');
  return (await start(t, process.execPath, args, { env: { PORT } }).exit).code;
}
