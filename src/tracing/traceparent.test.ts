import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('the caller’s trace is read, and whether it is recorded', () => {
  const known = { traceId: TRACE, spanId: SPAN };
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), { ...known, isSampled: true });
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-00`), { ...known, isSampled: false });
  assert.deepEqual(
    parseTraceparent(`00-${TRACE}-${SPAN}-03`),
    { ...known, isSampled: true },
    'an unknown flag',
  );
  assert.deepEqual(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-will-be`), { ...known, isSampled: true });
});

test('what is no traceparent is ignored', () => {
  for (const text of [
    undefined,
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `cc-${TRACE}-${SPAN}-01more`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`, // sent twice
    ' '.repeat(10_000),
  ])
    assert.equal(parseTraceparent(text), undefined, text);
});
