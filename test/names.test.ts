import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const SOURCES = join(import.meta.dirname, '../src');
const files = globSync('**/*.{ts,js}', { cwd: SOURCES, exclude: ['**/*.test.ts', '**/*.test.js'] })
  .sort()
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }));

const EXPORTED =
  /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;
/** A comment that can't be read alone: it needs the name beside it, or the comment before. */
const DEPENDENT = /^\s*(?:\/\*\*|\*|\/\/) *(?:Of|The same)\b/;

describe('the words of the sources', () => {
  it('no name is exported twice', () => {
    const exported = files.flatMap(({ path, text }) =>
      [...new Set([...text.matchAll(EXPORTED)].map(([, name]) => name as string))].map((name) => ({
        name,
        path,
      })),
    );
    const places = Map.groupBy(exported, ({ name }) => name);
    const twice = [...places].filter(([, found]) => found.length > 1);
    assert.deepEqual(
      twice.map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`),
      [],
    );
  });

  it('each comment can be read alone: none begins with "Of" or "The same"', () => {
    const dependent = files.flatMap(({ path, text }) => {
      const lines = text.split('\n');
      return lines.flatMap((line, index) => {
        const begins = DEPENDENT.test(line) && !/^\s*(?:\*|\/\/)/.test(lines[index - 1] ?? '');
        return begins ? [`${path}:${index + 1} ${line.trim()}`] : [];
      });
    });
    assert.deepEqual(dependent, []);
  });
});
