import assert from 'node:assert/strict';
import type { Museum } from './museum.ts';

/** The samples by name and labels, as Prometheus would read them. */
export async function readMetrics(museum: Museum): Promise<Map<string, number>> {
  const { text, headers } = await museum.ask('GET', '/metrics', { as: 'nobody' });
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  assert.ok(text.endsWith('\n'));
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const [, name, value = ''] = /^([a-z0-9_]+(?:\{(?:[a-z]+="[^"]*",?)+\})?) (\S+)$/.exec(line) ?? [];
      const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
      assert.ok(name !== undefined && !Number.isNaN(number), line);
      return [name, number];
    }),
  );
}
