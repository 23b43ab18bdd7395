import assert from 'node:assert/strict';
import { PROBLEMS, type ProblemSlug } from '../../src/web/api/problems.ts';
import type { Answer } from './client.ts';

/** `in` and `pointer` of a fault, such as "body /dates/1". */
export type FaultPlace = `${'body' | 'query' | 'path' | 'header'} ${string}`;

/**
 * Asserts that the answer is the problem of that status and slug (RFC 9457), and nothing but that.
 * @param places where its faults are, in any order; none for every problem but invalid-request.
 */
export function assertRefused(
  answer: Answer,
  status: number,
  slug: ProblemSlug,
  places: readonly FaultPlace[] = [],
): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers['content-type'], 'application/problem+json');
  assert.equal(Number(answer.headers['content-length']), answer.bytes.length);
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.match(answer.headers['x-request-id'] as string, /^[\w-]{8,}$/);
  const { type, title, status: told, detail, errors = [] } = answer.json;
  assert.deepEqual(
    { type, title, status: told },
    { type: `/problems/${slug}`, title: PROBLEMS[slug].title, status },
  );
  assert.equal(PROBLEMS[slug].status, status);
  assertSentence(detail);
  const found = errors.map((fault: { in: string; pointer: string }) => `${fault.in} ${fault.pointer}`);
  assert.deepEqual(found.toSorted(), places.toSorted(), answer.text);
  for (const fault of errors) {
    assert.deepEqual(Object.keys(fault).toSorted(), ['detail', 'in', 'pointer']);
    assertSentence(fault.detail);
  }
}

/** Asserts that a text is not empty and reveals no internals: no stack, no SQL, no file path. */
function assertSentence(text: unknown): void {
  assert.equal(typeof text, 'string');
  assert.match(text as string, /^.{10,}[.)]$/s);
  assert.doesNotMatch(
    text as string,
    /node_modules|node:|\.ts\b|SELECT |INSERT |undefined|\[object|FST_|HPE_/,
  );
}
