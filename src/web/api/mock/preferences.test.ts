import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferenceApplied, readPreferences } from './preferences.ts';

const cases: readonly (readonly [string | string[] | undefined, object])[] = [
  [undefined, {}],
  ['', {}],
  ['code=404', { code: '404' }],
  ['CODE = 404 ; x=1', { code: '404' }],
  ['code="404", example=sold-out', { code: '404', example: 'sold-out' }],
  ['dynamic=true', { dynamic: 'true' }],
  [['respond-async', 'example="a \\"b\\""'], { example: 'a "b"' }],
  ['note="a, code=500", code=404, code=503', { code: '404' }],
  ['code', { code: '' }],
  [',;=', {}],
];

for (const [header, preferences] of cases) {
  test(`reads ${JSON.stringify(header) ?? 'no header'} as RFC 7240 writes it`, () => {
    assert.deepEqual(readPreferences(header), preferences);
  });
}

test('says which preferences were met', () => {
  assert.equal(preferenceApplied({ code: '409', example: 'sold-out' }), 'code=409, example=sold-out');
  assert.equal(preferenceApplied({}), undefined);
});

test('reads a header in linear time: with backtracking, this one would take an hour', () => {
  assert.deepEqual(readPreferences(`code=404, ${'a\\"'.repeat(200_000)}`), { code: '404' });
  assert.deepEqual(readPreferences(`code=404, ${'a "'.repeat(200_001)}`), { code: '404' });
});
