import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../core/problem.ts';
import { entityTag, isNotModified, notModified, requireMatch } from './conditional.ts';

const TAG = entityTag('body');

describe('a conditional request', () => {
  it('is decided by a tag that changes with every byte', () => {
    assert.match(TAG, /^"[\x21\x23-\x7e]{20,}"$/);
    assert.equal(entityTag(Buffer.from('body')), TAG);
    assert.notEqual(entityTag('Body'), TAG);
  });

  it('of a read compares weakly', () => {
    for (const header of [
      TAG,
      `W/${TAG}`,
      '*',
      ` ${TAG} `,
      `"a", ${TAG}`,
      `W/"a",W/${TAG}`,
      `"a,b",${TAG}`,
    ]) {
      assert.equal(isNotModified(header, TAG), true, header);
    }
    for (const header of [
      undefined,
      '',
      '"a"',
      TAG.slice(1, -1),
      TAG.slice(0, -1),
      `"a${TAG}`,
      '"*"',
      '"a" *',
    ]) {
      assert.equal(isNotModified(header, TAG), false, header);
    }
  });

  it('of a write compares strongly', () => {
    for (const header of [undefined, TAG, '*', `"a",${TAG}`]) requireMatch(header, TAG);
    for (const header of ['', '"a"', `W/${TAG}`, `"a",W/${TAG}`, TAG.slice(1, -1), '"*"']) {
      assert.throws(
        () => requireMatch(header, TAG),
        (error) => error instanceof Problem && error.slug === 'precondition-failed',
        header,
      );
    }
  });

  it('is answered 304 with what a cache needs to know, and nothing about a body', () => {
    const headers = { 'content-type': 'application/json', etag: TAG, link: '<x>; rel="first"' };
    assert.deepEqual(notModified({ status: 200, headers, body: 'body' }), {
      status: 304,
      headers: { etag: TAG, link: '<x>; rel="first"' },
    });
  });
});
