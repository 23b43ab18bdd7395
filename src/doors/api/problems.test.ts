import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROBLEMS, Problem } from './problems.ts';

describe('a problem', () => {
  it('becomes the problem details object of RFC 9457, and nothing of its cause', () => {
    const errors = [{ in: 'query', pointer: '/limit', detail: 'limit must be at most 30.' }] as const;
    const cause = new Error('disk full');
    const problem = new Problem('invalid-request', 'limit must be at most 30.', { errors, cause });
    assert.deepEqual(JSON.parse(JSON.stringify(problem)), {
      type: '/problems/invalid-request',
      title: 'The request is not valid',
      status: 400,
      detail: 'limit must be at most 30.',
      errors,
    });
    assert.equal(problem.cause, cause);
  });

  it('carries its headers and members', () => {
    const extras = { headers: { allow: 'GET' }, retryAfter: 5, members: { otherDates: [] } };
    const problem = new Problem('sold-out', 'Nothing is left.', extras);
    assert.deepEqual(problem.headers, { allow: 'GET', 'retry-after': '5' });
    assert.deepEqual(problem.toJSON().otherDates, []);
  });

  it('is explained to whoever meets it', () => {
    for (const [slug, { status, title, meaning, remedy }] of Object.entries(PROBLEMS)) {
      assert.match(slug, /^[a-z]+(-[a-z]+)*$/);
      assert.ok(status >= 400 && status < 600, slug);
      assert.match(title, /^[A-Z].*[^.]$/, slug);
      for (const text of [meaning, remedy]) assert.match(text, /^[A-Z“"].{10,}\.$/s, slug);
    }
  });
});
