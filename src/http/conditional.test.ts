import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  entityTag,
  isNotModified,
  notModified,
  readOnCondition,
  requirePreconditions,
} from './conditional.ts';
import { HttpRefusal, type HttpRefusalFacts } from './http-refusal.ts';

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

  it('of a write compares If-Match strongly and If-None-Match weakly', () => {
    for (const header of [undefined, TAG, '*', `"a",${TAG}`])
      requirePreconditions({ 'if-match': header }, TAG);
    for (const header of ['', '"a"', `W/${TAG}`, `"a",W/${TAG}`, TAG.slice(1, -1), '"*"']) {
      assertFails(() => requirePreconditions({ 'if-match': header }, TAG), 'If-Match');
    }
    for (const header of [undefined, '', '"a"', '"*"'])
      requirePreconditions({ 'if-none-match': header }, TAG);
    for (const header of ['*', TAG, `"a",W/${TAG}`]) {
      assertFails(() => requirePreconditions({ 'if-none-match': header }, TAG), 'If-None-Match');
    }
  });

  it('is checked against If-Match before If-None-Match', () => {
    const answer = { status: 200, headers: { etag: TAG }, body: 'body' };
    const read = (headers: object) => readOnCondition({ headers }, answer).status;
    assert.equal(read({ 'if-match': TAG }), 200);
    assert.equal(read({ 'if-match': TAG, 'if-none-match': TAG }), 304);
    assertFails(() => read({ 'if-match': '"a"', 'if-none-match': TAG }), 'If-Match');
    assertFails(() => requirePreconditions({ 'if-match': '"a"', 'if-none-match': '*' }, TAG), 'If-Match');
  });

  it('does not change a refusal', () => {
    const refusal = { status: 404, headers: {} };
    assert.equal(readOnCondition({ headers: { 'if-match': '"a"' } }, refusal), refusal);
  });

  it('is answered 304 with what a cache needs to know, and nothing about a body', () => {
    const ofBody = { 'content-type': 'application/json', 'content-encoding': 'br' };
    const headers = { ...ofBody, etag: TAG, link: '<x>; rel="first"' };
    assert.deepEqual(notModified({ status: 200, headers, body: 'body' }), {
      status: 304,
      headers: { etag: TAG, link: '<x>; rel="first"' },
    });
  });
});

function assertFails(act: () => unknown, header: 'If-Match' | 'If-None-Match'): void {
  assert.throws(
    act,
    (error) =>
      error instanceof HttpRefusal &&
      error.kind === 'precondition-failed' &&
      (error.facts as HttpRefusalFacts['precondition-failed']).header === header,
  );
}
