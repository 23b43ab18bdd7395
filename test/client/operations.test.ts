import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Call, MuseumClient, type Problem, ProblemError } from 'museum/client';
import { pino } from 'pino';
import { operations as requests } from '../../client/operations.js';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { neededQuery } from '../../fixtures/needed-query.ts';
import { ROOT } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { type Document, interfaceTypes, operationsTable } from '../../scripts/client-interface.ts';
import { createMockApp } from '../../src/app/mock-app.ts';
import { readDocument } from '../../src/contract/openapi-text.ts';
import { museumCalendar } from '../../src/core/clock.ts';
import { type Operation, operations } from '../../src/web/api/contract/index.ts';
import { exampleProblems, exampleSuccesses } from '../../src/web/api/example-answers.ts';

const all = Object.values<Operation>(operations);
const clock = manualClock();
const mock = createMockApp(
  { clock, calendar: museumCalendar(clock, 'Europe/Berlin'), currency: 'EUR', webhookAllowPrivate: false },
  pino({ level: 'silent' }),
);
const baseUrl = `${await mock.listen({ port: 0, host: '127.0.0.1' })}/v1.1`;
const museum = new MuseumClient({ baseUrl, username: 'anyone', password: 'at all', retries: 0 });
after(() => mock.close());

interface RequestShape {
  readonly list?: string;
  readonly takesFile?: boolean;
}

/** Calls the operation as its examples ask for it. */
function call(op: Operation, prefer: string): Call<unknown, Problem> {
  const required = [...Object.keys(op.request.path?.properties ?? {}), ...neededQuery(op)];
  const parameters = Object.fromEntries(required.map((name) => [name, `${op.examples.parameters?.[name]}`]));
  const [example] = Object.values(op.examples.request ?? {});
  const { list, takesFile } = requests[op.id as keyof typeof requests] as RequestShape;
  const body = list === undefined ? (example?.value as object) : { [list]: example?.value };
  const file = takesFile
    ? { file: new Blob(['its content'], { type: op.request.file?.mediaTypes[0] ?? '' }) }
    : {};
  const input = { ...parameters, ...body, ...file };
  const method = museum[op.id as keyof MuseumClient] as unknown as (...args: unknown[]) => never;
  return method.call(museum, input, { headers: { prefer } });
}

test('what it exports is what its types declare', async () => {
  const declared = readFileSync(join(ROOT, 'client/index.d.ts'), 'utf8').matchAll(
    /^export (?:class|function|const) (\w+)/gm,
  );
  const names = [...declared].map(([, name]) => name);
  assert.deepEqual(names.sort(), Object.keys(await import('museum/client')).sort());
});

test('a copy of its folder works by itself, also in a project whose scripts are CommonJS', async (t) => {
  const project = await temporaryFolder(t);
  await writeFile(join(project, 'package.json'), '{ "type": "commonjs" }');
  const folder = join(project, 'client');
  await cp(join(ROOT, 'client'), folder, { recursive: true });
  const copy = await import(pathToFileURL(join(folder, 'index.js')).href);
  assert.deepEqual(Object.keys(copy), Object.keys(await import('museum/client')));
});

test('types and operations are those of openapi.json (npm run openapi writes them anew)', () => {
  const document = readDocument<Document>(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
  const written = (file: string) => readFileSync(join(ROOT, 'client', file), 'utf8');
  assert.equal(written('interface.d.ts'), interfaceTypes(document));
  assert.equal(written('operations.js'), operationsTable(document));
});

test('its types name byte arrays without a type argument, which TypeScript takes from 5.7 only', () => {
  assert.doesNotMatch(readFileSync(join(ROOT, 'client/index.d.ts'), 'utf8'), /Uint8Array</);
});

for (const op of all) {
  describe(op.id, () => {
    test('is asked for as the interface has it, and its answer is told', async () => {
      for (const { name, value } of exampleSuccesses(op, '/v1.1')) {
        const result = await call(op, `example=${name}`).result();
        assert.ok(result.ok, JSON.stringify(result));
        assert.equal(result.response.status, op.success.status);
        const data = await call(op, `example=${name}`);
        assert.deepEqual(data, result.data);
        if (value === undefined) continue;
        assert.deepEqual(Object.keys(data as object).sort(), Object.keys(value as object).sort());
      }
    });

    test('tells each of its problems by its type', async () => {
      for (const { name } of exampleProblems(op)) {
        const result = await call(op, `example=${name}`).result();
        assert.ok(!result.ok);
        assert.equal(result.problem.type, `/problems/${name}`);
        await assert.rejects(call(op, `example=${name}`), (error: ProblemError) => {
          assert.ok(error instanceof ProblemError);
          assert.deepEqual(error.problem, result.problem);
          assert.ok(error.message.startsWith(`${op.id}: ${error.problem.title} (${error.problem.status}). `));
          return true;
        });
      }
    });
  });
}
